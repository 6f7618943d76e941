import TaplineControllers

extension SensorSheet {
    /// ST's LSM6DS3, LSM6DS3TR-C, LSM6DSL, LSM6DSO and LSM6DSOX.
    ///
    /// Sources: "LSM6DS3" (ST, DocID026899), "LSM6DSL" (DocID028475), "LSM6DSO" (DS12140), register descriptions; Linux
    /// `drivers/iio/imu/st_lsm6dsx/st_lsm6dsx_core.c` (rates, scales, wake-up); adafruit/Adafruit_LSM6DS: `Adafruit_LSM6DS.h`.
    static func lsm6ds3(_ wanted: SensorSettings, _ lines: SensorLines, identity: UInt8) -> SensorSheet {
        var sheet = SensorSheet()
        sheet.addresses = ChipAddresses(0x6A, 0x6B)
        (sheet.identityRegister, sheet.identity) = (0x0F, identity)
        let rate = (1 &+ sheet.choose([12.5, 26, 52, 104, 208, 416], atLeast: wanted.rate)) << 4
        let codes: InlineArray<4, UInt8> = [0, 2, 3, 1]
        let range = codes[Int(sheet.chooseRange(atLeast: wanted.range))] << 2
        sheet.scale = Float(sheet.range) * 0.000_030_5
        let turning = sheet.gyroscope(wanted, ranges: [250, 500, 1_000, 2_000])
        let degrees: InlineArray<4, Float> = [0.008_75, 0.0175, 0.035, 0.07]
        sheet.gyroscopeScale = degrees[Int(turning)] * radiansPerDegree
        // STATUS, a byte without meaning and the temperature stand before the reading, the gyroscope first: XLDA.
        (sheet.dataRegister, sheet.dataCount, sheet.accelerationAt) = (0x1E, 16, 10)
        if wanted.hasGyroscope { sheet.gyroscopeAt = 4 }
        (sheet.readyAt, sheet.readyMask) = (0, 0x01)
        // Whole readings, addresses that count up; H_LACTIVE.
        let control: UInt8 = 0x44 | (lines.isActiveHigh ? 0 : 0x20)

        sheet.start.write(0x12, 0x01, pauseMs: 20)
        sheet.start.write(0x12, control)
        sheet.start.write(0x0D, lines.hasInterrupt ? 0x01 : 0x00)
        sheet.start.write(0x11, wanted.hasGyroscope ? rate | turning << 2 : 0x00)
        sheet.start.write(0x10, rate | range, pauseMs: wanted.hasGyroscope ? 70 : 0)
        (sheet.lifeRegister, sheet.lifeValue) = (0x10, rate | range)

        sheet.sleep.write(0x0D, 0x00)
        sheet.sleep.write(0x11, 0x00)
        guard let threshold = wanted.wakeThreshold, lines.hasInterrupt else {
            sheet.sleep.write(0x10, 0x00)
            return sheet
        }
        // The accelerometer at 26 Hz and 2 g without its high performance; the slope of any axis against 1/64 of the range.
        sheet.wakesOnMotion = true
        sheet.sleep.write(0x15, 0x10)
        // (The step to another range is no motion.)
        sheet.sleep.write(0x10, 0x20, pauseMs: 100)
        sheet.sleep.write(0x5C, 0x00)
        sheet.sleep.write(0x5B, steps(of: 31.25, in: threshold, most: 0x3F))
        sheet.sleep.write(0x5E, 0x20)
        sheet.sleep.write(0x58, 0x80)
        return sheet
    }
}
