import TaplineControllers

extension SensorSheet {
    /// InvenSense's MPU-6050, MPU-6500, MPU-9250 and MPU-9255; their magnetometers are not used.
    ///
    /// An MPU-6050 does not wake by itself: the registers for that are not in its register map, nor what their threshold counts.
    ///
    /// Sources: RM-MPU-6000A-00 (InvenSense, rev. 4.2), RM-MPU-6500A-00 (rev. 2.1) with "Wake-on-Motion Interrupt",
    /// RM-MPU-9250A-00; Linux `drivers/iio/imu/inv_mpu6050/inv_mpu_iio.h`, `inv_mpu_core.c` (scales, 4 mg a step).
    static func mpu6050(_ wanted: SensorSettings, _ lines: SensorLines, identity: UInt8) -> SensorSheet {
        let is6500 = identity != 0x68
        var sheet = SensorSheet()
        sheet.addresses = ChipAddresses(0x68, 0x69)
        (sheet.identityRegister, sheet.identity) = (0x75, identity)
        let divider = sheet.divide(1_000, toAtLeast: wanted.rate)
        let filter = lowPass(below: sheet.rate)
        let range = sheet.chooseRange(atLeast: wanted.range)
        sheet.scale = Float(sheet.range) / 32_768
        sheet.isBigEndian = true
        // INT_PIN_CFG and INT_STATUS stand before the reading, a temperature in it: RAW_DATA_RDY.
        (sheet.dataRegister, sheet.dataCount, sheet.accelerationAt) = (0x37, 10, 4)
        (sheet.readyAt, sheet.readyMask) = (3, 0x01)
        let turning = sheet.gyroscope(wanted, ranges: [250, 500, 1_000, 2_000])
        if wanted.hasGyroscope { (sheet.gyroscopeAt, sheet.dataCount) = (12, 18) }
        // Latched until INT_STATUS is read.
        let line: UInt8 = 0x20 | (lines.isActiveHigh ? 0 : 0x80)

        // A reset; awake with the gyroscope's clock, which is steadier, where it runs.
        sheet.start.write(0x6B, 0x80, pauseMs: 100)
        sheet.start.write(0x6B, wanted.hasGyroscope ? 0x01 : 0x00, pauseMs: 35)
        sheet.start.write(0x6C, wanted.hasGyroscope ? 0x00 : 0x07)
        sheet.start.write(0x19, divider)
        sheet.start.write(0x1A, filter)
        sheet.start.write(0x1B, turning << 3)
        sheet.start.write(0x1C, range << 3)
        if is6500 { sheet.start.write(0x1D, filter) }
        sheet.start.write(0x37, line)
        sheet.start.write(0x38, lines.hasInterrupt ? 0x01 : 0x00, pauseMs: wanted.hasGyroscope ? 60 : 20)
        (sheet.lifeRegister, sheet.lifeValue, sheet.lifeAt) = (0x37, line, 0)

        guard is6500, let threshold = wanted.wakeThreshold, lines.hasInterrupt else {
            sheet.sleep.write(0x6B, 0x40)
            return sheet
        }
        // The accelerometer alone, each reading against the one before, 4 mg a step; then in cycles of 15.6 Hz.
        sheet.wakesOnMotion = true
        sheet.sleep.write(0x38, 0x00)
        sheet.sleep.write(0x6B, 0x00)
        sheet.sleep.write(0x6C, 0x07)
        sheet.sleep.write(0x1D, 0x01)
        sheet.sleep.write(0x1F, steps(of: 4, in: threshold, most: 0xFF))
        sheet.sleep.write(0x69, 0xC0)
        sheet.sleep.write(0x1E, 0x06)
        sheet.sleep.write(0x38, 0x40)
        sheet.sleep.write(0x6B, 0x20)
        return sheet
    }

    /// CONFIG for the widest low pass that half of `rate` Hz allows; the narrowest where none is.
    private static func lowPass(below rate: Float) -> UInt8 {
        let widths: InlineArray<5, Float> = [184, 92, 41, 20, 10]
        var row = 0
        while row < 5, widths[row] > rate / 2 { row &+= 1 }
        return UInt8(truncatingIfNeeded: row &+ 1)
    }
}
