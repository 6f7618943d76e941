import TaplineControllers

extension SensorSheet {
    /// ST's LIS3DH and LIS2DH12: 12 bits, left-justified.
    ///
    /// Sources: "LIS3DH" (ST, DocID17530) and "LIS2DH12" (DocID025056), chapters on registers, AN3308; Linux
    /// `drivers/iio/accel/st_accel_core.c` (identity, rates, 1, 2, 4 and 12 mg per unit of 12 bits). A burst needs bit 7 of the
    /// register's address.
    static func lis3dh(_ wanted: SensorSettings, _ lines: SensorLines) -> SensorSheet {
        let burst: UInt8 = 0x80
        var sheet = SensorSheet()
        sheet.addresses = ChipAddresses(0x18, 0x19)
        (sheet.identityRegister, sheet.identity) = (0x0F, 0x33)
        let rate = 1 &+ sheet.choose([1, 10, 25, 50, 100, 200, 400], atLeast: wanted.rate)
        let range = sheet.chooseRange(atLeast: wanted.range)
        let mg: InlineArray<4, Float> = [1, 2, 4, 12]
        sheet.scale = mg[Int(range)] / 16_000
        let polarity: UInt8 = lines.isActiveHigh ? 0 : 0x02
        // STATUS stands before the reading: ZYXDA.
        (sheet.dataRegister, sheet.dataCount, sheet.accelerationAt) = (0x27 | burst, 7, 1)
        (sheet.readyAt, sheet.readyMask) = (0, 0x08)

        // Powered down while it is told: no filter, no FIFO, no event but new data; whole readings at high resolution.
        sheet.start.write(0x20, 0x00)
        sheet.start.write(0x21, 0x00)
        sheet.start.write(0x30, 0x00)
        sheet.start.write(0x24, 0x00)
        sheet.start.write(0x2E, 0x00)
        sheet.start.write(0x25, polarity)
        sheet.start.write(0x22, lines.hasInterrupt ? 0x10 : 0x00)
        sheet.start.write(0x23, 0x88 | range << 4)
        sheet.start.write(0x20, rate << 4 | 0x07)
        (sheet.lifeRegister, sheet.lifeValue) = (0x20, rate << 4 | 0x07)

        sheet.sleep.write(0x20, 0x00)
        guard let threshold = wanted.wakeThreshold, lines.hasInterrupt else { return sheet }
        // At 10 Hz with low power and 2 g, what passes the high pass and any axis' threshold of 16 mg a step, latched.
        sheet.wakesOnMotion = true
        sheet.sleep.write(0x22, 0x00)
        sheet.sleep.write(0x21, 0x01)
        sheet.sleep.write(0x23, 0x00)
        sheet.sleep.write(0x32, steps(of: 16, in: threshold, most: 0x7F))
        sheet.sleep.write(0x33, 0x00)
        sheet.sleep.write(0x24, 0x08)
        // The high pass begins with what it has measured when REFERENCE is read (AN3308); INT1_SRC clears what was before.
        sheet.sleep.write(0x20, 0x2F, pauseMs: 250)
        sheet.sleep.read(0x26)
        sheet.sleep.read(0x31)
        sheet.sleep.write(0x30, 0x2A)
        sheet.sleep.write(0x22, 0x40)
        return sheet
    }
}
