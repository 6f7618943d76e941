import TaplineControllers

extension SensorSheet {
    /// Bosch's BMI160.
    ///
    /// Sources: BST-BMI160-DS000 (Bosch Sensortec, rev. 0.8 and 0.9), register description; Linux
    /// `drivers/iio/imu/bmi160/bmi160_core.c` (scales, times); ChromiumOS EC `driver/accelgyro_bmi160.h` (any-motion).
    static func bmi160(_ wanted: SensorSettings, _ lines: SensorLines) -> SensorSheet {
        var sheet = SensorSheet()
        sheet.addresses = ChipAddresses(0x68, 0x69)
        (sheet.identityRegister, sheet.identity) = (0x00, 0xD1)
        let rate = 0x26 &+ sheet.choose([25, 50, 100, 200, 400], atLeast: wanted.rate)
        let codes: InlineArray<4, UInt8> = [3, 5, 8, 12]
        let range = codes[Int(sheet.chooseRange(atLeast: wanted.range))]
        sheet.scale = Float(sheet.range) / 32_768
        let turning = 3 &- sheet.gyroscope(wanted, ranges: [250, 500, 1_000, 2_000])
        (sheet.dataRegister, sheet.dataCount) = (0x12, 6)
        if wanted.hasGyroscope {
            (sheet.dataRegister, sheet.dataCount, sheet.gyroscopeAt, sheet.accelerationAt) = (0x0C, 12, 0, 6)
        }
        (sheet.readyRegister, sheet.readyMask) = (0x1B, 0x80)
        // INT1: output enabled, its level.
        let line: UInt8 = 0x08 | (lines.isActiveHigh ? 0x02 : 0)

        // A reset; each sensor needs its time to start, and 450 µs between two writes while they are off.
        sheet.start.write(0x7E, 0xB6, pauseMs: 15)
        sheet.start.write(0x7E, 0x11, pauseMs: 5)
        if wanted.hasGyroscope { sheet.start.write(0x7E, 0x15, pauseMs: 85) }
        sheet.start.write(0x40, rate, pauseMs: 1)
        sheet.start.write(0x41, range, pauseMs: 1)
        sheet.start.write(0x42, rate, pauseMs: 1)
        sheet.start.write(0x43, turning, pauseMs: 1)
        sheet.start.write(0x53, line, pauseMs: 1)
        sheet.start.write(0x56, 0x80, pauseMs: 1)
        sheet.start.write(0x51, lines.hasInterrupt ? 0x10 : 0x00, pauseMs: 1)
        // PMU_STATUS: which of them runs.
        (sheet.lifeRegister, sheet.lifeMask) = (0x03, 0x3C)
        sheet.lifeValue = wanted.hasGyroscope ? 0x14 : 0x10

        sheet.sleep.write(0x51, 0x00, pauseMs: 1)
        sheet.sleep.write(0x7E, 0x14, pauseMs: 1)
        guard let threshold = wanted.wakeThreshold, lines.hasInterrupt else {
            sheet.sleep.write(0x7E, 0x10)
            return sheet
        }
        // The slope of any axis at 25 Hz and 2 g with low power, 3.91 mg a step, latched.
        sheet.wakesOnMotion = true
        sheet.sleep.write(0x40, 0x86, pauseMs: 1)
        // (The step to another range is no motion.)
        sheet.sleep.write(0x41, 0x03, pauseMs: 100)
        sheet.sleep.write(0x5F, 0x00, pauseMs: 1)
        sheet.sleep.write(0x60, steps(of: 3.91, in: threshold, most: 0xFF), pauseMs: 1)
        sheet.sleep.write(0x54, 0x0F, pauseMs: 1)
        sheet.sleep.write(0x55, 0x04, pauseMs: 1)
        sheet.sleep.write(0x50, 0x07, pauseMs: 1)
        sheet.sleep.write(0x7E, 0x12)
        return sheet
    }
}
