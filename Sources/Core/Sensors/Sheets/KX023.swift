import TaplineControllers

extension SensorSheet {
    /// Kionix' KX023 and KX022. Settings can be written in standby only.
    ///
    /// Sources: "KX022-1020" (Kionix, rev. 11) and "KX023-1025" (rev. 12), registers and "Motion Interrupt Feature
    /// Description"; RohmSemiconductor/RegisterDefinitions: `kx022_registers.h`.
    static func kx023(_ wanted: SensorSettings, _ lines: SensorLines, identity: UInt8) -> SensorSheet {
        var sheet = SensorSheet()
        sheet.addresses = ChipAddresses(0x1E, 0x1F)
        (sheet.identityRegister, sheet.identity) = (0x0F, identity)
        let rate = sheet.choose([12.5, 25, 50, 100, 200, 400], atLeast: wanted.rate)
        let range = sheet.chooseRange(count: 3, atLeast: wanted.range)
        sheet.scale = Float(sheet.range) / 32_768
        (sheet.dataRegister, sheet.dataCount) = (0x06, 6)
        // INS2: DRDY, which a reading clears.
        (sheet.readyRegister, sheet.readyMask) = (0x13, 0x10)
        // INT1 enabled, its level, a pulse for each event: a level would stay until it is released by another read.
        let line: UInt8 = 0x28 | (lines.isActiveHigh ? 0x10 : 0)
        // High resolution, DRDYE.
        let control: UInt8 = 0x60 | range << 3

        sheet.start.write(0x18, 0x00)
        sheet.start.write(0x3B, 0x00)
        sheet.start.write(0x1B, rate)
        sheet.start.write(0x1C, line)
        sheet.start.write(0x1F, lines.hasInterrupt ? 0x10 : 0x00)
        sheet.start.write(0x18, control)
        sheet.start.write(0x18, 0x80 | control)
        (sheet.lifeRegister, sheet.lifeValue) = (0x18, 0x80 | control)

        sheet.sleep.write(0x18, 0x00)
        guard let threshold = wanted.wakeThreshold, lines.hasInterrupt else { return sheet }
        // With low power at 12.5 Hz and 2 g, each reading of any axis against the one before, 1/16 g a step.
        sheet.wakesOnMotion = true
        sheet.sleep.write(0x1B, 0x00)
        sheet.sleep.write(0x1A, 0x04)
        sheet.sleep.write(0x1D, 0x3F)
        sheet.sleep.write(0x23, 0x01)
        sheet.sleep.write(0x30, steps(of: 62.5, in: threshold, most: 0xFF))
        sheet.sleep.write(0x1F, 0x02)
        sheet.sleep.read(0x17)
        sheet.sleep.write(0x18, 0x02)
        sheet.sleep.write(0x18, 0x82)
        return sheet
    }
}
