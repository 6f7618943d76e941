import TaplineControllers

extension SensorSheet {
    /// MEMSensing's MSA301 (14 bits) and MSA311 (12 bits), left-justified; they call themselves the same, and sit elsewhere.
    /// Nothing that is read says whether a reading is new.
    ///
    /// Sources: "MSA311" (MEMSensing, rev. 1.0) and "MSA301" (rev. 1.0), register descriptions; Linux
    /// `drivers/iio/accel/msa311.c`; adafruit/Adafruit_MSA301: `Adafruit_MSA301.h`.
    static func msa311(_ wanted: SensorSettings, _ lines: SensorLines, at address: UInt8) -> SensorSheet {
        var sheet = SensorSheet()
        sheet.addresses = ChipAddresses(address)
        (sheet.identityRegister, sheet.identity) = (0x01, 0x13)
        let rate = 2 &+ sheet.choose([3.9, 7.81, 15.63, 31.25, 62.5, 125, 250, 500], atLeast: wanted.rate)
        let range = sheet.chooseRange(atLeast: wanted.range)
        sheet.scale = Float(sheet.range) / 32_768
        (sheet.dataRegister, sheet.dataCount) = (0x02, 6)
        let line: UInt8 = lines.isActiveHigh ? 0x01 : 0x00

        // Normal power, the finest resolution, all axes, no event but new data.
        sheet.start.write(0x11, 0x1E, pauseMs: 10)
        sheet.start.write(0x0F, range)
        sheet.start.write(0x10, rate)
        sheet.start.write(0x16, 0x00)
        sheet.start.write(0x19, 0x00)
        sheet.start.write(0x20, line)
        sheet.start.write(0x21, 0x00)
        sheet.start.write(0x1A, 0x01)
        sheet.start.write(0x17, lines.hasInterrupt ? 0x10 : 0x00)
        (sheet.lifeRegister, sheet.lifeValue, sheet.lifeMask) = (0x11, 0x00, 0xC0)

        sheet.sleep.write(0x17, 0x00)
        guard let threshold = wanted.wakeThreshold, lines.hasInterrupt else {
            sheet.sleep.write(0x11, 0xDE)
            return sheet
        }
        // Low power at 2 g; the slope of any axis, 3.91 mg a step, latched for a second.
        sheet.wakesOnMotion = true
        // (The step to another range is no motion.)
        sheet.sleep.write(0x0F, 0x00, pauseMs: 100)
        sheet.sleep.write(0x27, 0x00)
        sheet.sleep.write(0x28, steps(of: 3.91, in: threshold, most: 0xFF))
        sheet.sleep.write(0x21, 0x83)
        sheet.sleep.write(0x19, 0x04)
        sheet.sleep.write(0x16, 0x07)
        sheet.sleep.write(0x11, 0x5E)
        return sheet
    }
}
