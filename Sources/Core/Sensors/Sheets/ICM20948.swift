import TaplineControllers

extension SensorSheet {
    /// InvenSense's ICM-20948; its magnetometer is not used.
    ///
    /// Its registers are in banks, of which one is chosen by writing. A chip that was left in another bank than 0, for a
    /// millisecond of the start, says nothing of itself until its power was off.
    ///
    /// Sources: DS-000189 (TDK, rev. 1.3), register map and "Wake-on-Motion"; adafruit/Adafruit_ICM20X: `Adafruit_ICM20X.h`,
    /// `Adafruit_ICM20948.cpp` (scales).
    static func icm20948(_ wanted: SensorSettings, _ lines: SensorLines) -> SensorSheet {
        var sheet = SensorSheet()
        sheet.addresses = ChipAddresses(0x69, 0x68)
        (sheet.identityRegister, sheet.identity) = (0x00, 0xEA)
        let divider = sheet.divide(1_125, toAtLeast: wanted.rate)
        let range = sheet.chooseRange(atLeast: wanted.range)
        sheet.scale = Float(sheet.range) / 32_768
        sheet.isBigEndian = true
        (sheet.dataRegister, sheet.dataCount) = (0x2D, 6)
        (sheet.readyRegister, sheet.readyMask) = (0x1A, 0x01)
        let turning = sheet.gyroscope(wanted, ranges: [250, 500, 1_000, 2_000])
        if wanted.hasGyroscope { (sheet.gyroscopeAt, sheet.dataCount) = (6, 12) }
        let bank: UInt8 = 0x7F
        // Latched until anything is read; where nobody listens, until INT_STATUS_1 is.
        let line: UInt8 = (lines.hasInterrupt ? 0x30 : 0x20) | (lines.isActiveHigh ? 0 : 0x80)

        // A reset; awake with the best clock; rates, ranges and low passes in bank 2.
        sheet.start.write(bank, 0x00)
        sheet.start.write(0x06, 0x80, pauseMs: 100)
        sheet.start.write(0x06, 0x01, pauseMs: 35)
        sheet.start.write(0x07, wanted.hasGyroscope ? 0x00 : 0x07)
        sheet.start.write(bank, 0x20)
        sheet.start.write(0x00, divider)
        sheet.start.write(0x01, 0x19 | turning << 1)
        sheet.start.write(0x10, 0x00)
        sheet.start.write(0x11, divider)
        sheet.start.write(0x14, 0x19 | range << 1)
        sheet.start.write(bank, 0x00)
        sheet.start.write(0x0F, line)
        sheet.start.write(0x11, lines.hasInterrupt ? 0x01 : 0x00, pauseMs: 40)
        (sheet.lifeRegister, sheet.lifeValue) = (0x06, 0x01)

        guard let threshold = wanted.wakeThreshold, lines.hasInterrupt else {
            sheet.sleep.write(0x06, 0x41)
            return sheet
        }
        // The accelerometer alone, each reading against the one before, 4 mg a step, in cycles with low power.
        sheet.wakesOnMotion = true
        sheet.sleep.write(0x11, 0x00)
        sheet.sleep.write(0x07, 0x07)
        sheet.sleep.write(bank, 0x20)
        sheet.sleep.write(0x12, 0x03)
        sheet.sleep.write(0x13, steps(of: 4, in: threshold, most: 0xFF))
        sheet.sleep.write(0x11, 0x47)
        sheet.sleep.write(bank, 0x00)
        sheet.sleep.write(0x10, 0x08)
        sheet.sleep.write(0x05, 0x20)
        sheet.sleep.write(0x06, 0x21)
        return sheet
    }
}
