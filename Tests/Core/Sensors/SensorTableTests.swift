import Foundation
import TestSupport

/// The table of motion sensors in `CHIPS.md`, and what a reading of each costs.
@Suite struct SensorTableTests {
    /// The bytes of a reading with everything that the chip measures, by the first chip with such registers: what its data
    /// sheet puts between the first register that is needed and the last. And one transfer reads it.
    @Test(
        arguments: [
            (.lis3dh, 7), (.adxl345, 8), (.mma8451, 7), (.mpu6050, 18), (.mpu9250, 18), (.icm20948, 12), (.lsm6ds3, 16),
            (.lsm6dsox, 16), (.bmi160, 12), (.kx023, 6), (.msa311, 6),
        ] as [(SensorChip, Int)]) func aReadingIsOneTransfer(chip: SensorChip, bytes: Int)
    {
        var bench = SensorBench.running(chip)
        bench.clear()
        let before = bench.bus.counters
        bench.run(milliseconds: 1_000)
        let looks = bench.transfers.filter { $0.readCount > 1 }
        #expect(looks.count == bench.readings.count)
        #expect(looks.allSatisfy { $0.readCount == bytes && $0.written.count == 1 })
        // START, address, register, START, address, bytes, STOP; nine bits a byte. And now and then whether it lives.
        let rest = bench.transfers.count - looks.count
        #expect(rest <= 1)
        let bits = bench.bus.counters.bits - before.bits
        #expect(bits == looks.count * (3 + 9 * (3 + bytes)) + rest * (3 + 9 * 4))
    }

    static func lines() -> [String] {
        var lines = [
            "## Motion sensors",
            "",
            "Each is a sheet of registers in `Sources/Core/Sensors/Sheets`, which names its sources. All pass one suite,",
            "`SensorConformanceTests`. A chip is known by the register in the second column alone. \"Wakes\": asleep, it",
            "wakes by its interrupt line when it is moved. The last column is a reading with an interrupt line: bytes, and",
            "bits on the wires. `TAPLINE_WRITE_TABLES=1 swift test --filter SensorTable` writes this table again.",
            "",
            "| chip | says | addresses | Hz | g | gyroscope | wakes | a reading |",
            "|---|---|---|---|---|---|---|---|",
        ]
        for chip in SensorConformanceTests.chips {
            let sheet = chip.sheet
            func hexadecimal(_ value: UInt8) -> String { "0x" + (value < 16 ? "0" : "") + String(value, radix: 16) }
            let addresses = (0..<sheet.addresses.count).map { hexadecimal(sheet.addresses[$0]) }.joined(separator: ", ")
            let rates = [1, 400].map { wanted in SensorBench(chip) { $0.rate = wanted }.driver.sheet.rate }
            let ranges = [2, 4, 8, 16].filter { wanted in
                SensorBench(chip) { $0.range = wanted }.driver.sheet.range == wanted
            }
            let wakes = SensorBench(chip) { $0.wakeThreshold = 250 }.driver.sheet.wakesOnMotion
            var bench = SensorBench.running(chip)
            bench.clear()
            bench.run(milliseconds: 20)
            let bytes = bench.transfers.map { $0.readCount }.max() ?? 0
            lines.append(
                "| \(chip.name) | \(hexadecimal(sheet.identity)) at \(hexadecimal(sheet.identityRegister)) | \(addresses) "
                    + "| \(number(rates[0]))…\(number(rates[1])) | \(ranges.map(String.init).joined(separator: ", ")) "
                    + "| \(chip.hasGyroscope ? "yes" : "") | \(wakes ? "yes" : "") | \(bytes) B, \(30 + 9 * bytes) |")
        }
        return lines
    }

    private static func number(_ rate: Float) -> String {
        rate == rate.rounded() ? "\(Int(rate))" : String(format: "%.1f", rate)
    }

    @Test func tableOfMotionSensorsIsCurrent() throws {
        let url = Repository.url("CHIPS.md")
        let all = try String(contentsOf: url, encoding: .utf8)
        let own = Self.lines().joined(separator: "\n") + "\n"
        let others = all.components(separatedBy: "\n## Motion sensors")[0]
        if ProcessInfo.processInfo.environment["TAPLINE_WRITE_TABLES"] != nil {
            try (others + "\n" + own).write(to: url, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: url, encoding: .utf8) == others + "\n" + own, "CHIPS.md is not current")
    }
}
