import TaplineControllers

extension SensorSheet {
    /// NXP's MMA8451 (14 bits), MMA8452 (12), MMA8453 (10), MMA8652 (12) and MMA8653 (10): left-justified, high byte first.
    /// Settings can be written in standby only. An MMA8653 has no transient detection, so it does not wake by itself.
    ///
    /// Sources: "MMA8451Q" and "MMA8452Q" (NXP, rev. 10), "MMA8652FC" (rev. 3), register descriptions; Linux
    /// `drivers/iio/accel/mma8452.c`.
    static func mma8452(_ wanted: SensorSettings, _ lines: SensorLines, identity: UInt8) -> SensorSheet {
        var sheet = SensorSheet()
        // (An MMA8652 and an MMA8653 have no pin for another.)
        sheet.addresses = identity >= 0x4A ? ChipAddresses(0x1D) : ChipAddresses(0x1D, 0x1C)
        (sheet.identityRegister, sheet.identity) = (0x0D, identity)
        let rate = (7 &- sheet.choose([1.56, 6.25, 12.5, 50, 100, 200, 400, 800], atLeast: wanted.rate)) << 3
        let range = sheet.chooseRange(count: 3, atLeast: wanted.range)
        sheet.scale = Float(sheet.range) / 32_768
        sheet.isBigEndian = true
        let polarity: UInt8 = lines.isActiveHigh ? 0x02 : 0
        // STATUS stands before the reading: ZYXDR.
        (sheet.dataRegister, sheet.dataCount, sheet.accelerationAt) = (0x00, 7, 1)
        (sheet.readyAt, sheet.readyMask) = (0, 0x08)

        // No FIFO, no filter, high resolution, no event but new data, on INT1.
        sheet.start.write(0x2A, 0x00)
        sheet.start.write(0x09, 0x00)
        sheet.start.write(0x0E, range)
        sheet.start.write(0x1D, 0x00)
        sheet.start.write(0x2B, 0x02)
        sheet.start.write(0x2C, polarity)
        sheet.start.write(0x2D, lines.hasInterrupt ? 0x01 : 0x00)
        sheet.start.write(0x2E, 0x01)
        sheet.start.write(0x2A, rate | 0x01)
        (sheet.lifeRegister, sheet.lifeValue) = (0x2A, rate | 0x01)

        sheet.sleep.write(0x2A, 0x00)
        guard identity != 0x5A, let threshold = wanted.wakeThreshold, lines.hasInterrupt else { return sheet }
        // At 12.5 Hz with low power, what passes the high pass and any axis' threshold of 63 mg a step, latched.
        sheet.wakesOnMotion = true
        sheet.sleep.write(0x1D, 0x1E)
        sheet.sleep.write(0x1F, steps(of: 63, in: threshold, most: 0x7F))
        sheet.sleep.write(0x20, 0x00)
        sheet.sleep.read(0x1E)
        sheet.sleep.write(0x2B, 0x03)
        sheet.sleep.write(0x2D, 0x20)
        sheet.sleep.write(0x2E, 0x20)
        sheet.sleep.write(0x2A, 0x29)
        return sheet
    }
}
