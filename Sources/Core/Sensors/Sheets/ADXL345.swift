import TaplineControllers

extension SensorSheet {
    /// Analog Devices' ADXL345: 13 bits at 16 g, 3.9 mg a unit in every range.
    ///
    /// Sources: "ADXL345" (Analog Devices, rev. E), register definitions and "Activity"; Linux `drivers/iio/accel/adxl345.h`.
    static func adxl345(_ wanted: SensorSettings, _ lines: SensorLines) -> SensorSheet {
        var sheet = SensorSheet()
        sheet.addresses = ChipAddresses(0x53, 0x1D)
        (sheet.identityRegister, sheet.identity) = (0x00, 0xE5)
        let rate = 6 &+ sheet.choose([6.25, 12.5, 25, 50, 100, 200, 400], atLeast: wanted.rate)
        let range = sheet.chooseRange(atLeast: wanted.range)
        sheet.scale = 1 / 256
        // FULL_RES; INT_INVERT: active low.
        let format: UInt8 = 0x08 | range | (lines.isActiveHigh ? 0 : 0x20)
        // INT_SOURCE and DATA_FORMAT stand before the reading: DATA_READY.
        (sheet.dataRegister, sheet.dataCount, sheet.accelerationAt) = (0x30, 8, 2)
        (sheet.readyAt, sheet.readyMask) = (0, 0x80)

        sheet.start.write(0x2D, 0x00)
        sheet.start.write(0x2E, 0x00)
        sheet.start.write(0x27, 0x00)
        sheet.start.write(0x38, 0x00)
        sheet.start.write(0x2F, 0x00)
        sheet.start.write(0x31, format)
        sheet.start.write(0x2C, rate)
        sheet.start.write(0x2E, lines.hasInterrupt ? 0x80 : 0x00)
        sheet.start.write(0x2D, 0x08)
        (sheet.lifeRegister, sheet.lifeValue, sheet.lifeAt) = (0x31, format, 1)

        sheet.sleep.write(0x2D, 0x00)
        guard let threshold = wanted.wakeThreshold, lines.hasInterrupt else { return sheet }
        // Activity of any axis against what it was (AC-coupled), 62.5 mg a step, at 12.5 Hz with low power.
        sheet.wakesOnMotion = true
        sheet.sleep.write(0x2E, 0x00)
        sheet.sleep.write(0x24, steps(of: 62.5, in: threshold, most: 0xFF))
        sheet.sleep.write(0x27, 0xF0)
        sheet.sleep.write(0x2C, 0x17)
        sheet.sleep.write(0x2E, 0x10)
        sheet.sleep.write(0x2D, 0x08)
        return sheet
    }
}
