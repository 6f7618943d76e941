import TestSupport

/// What a chip's bytes mean and what it is told, against figures of its data sheet written here once more: neither the
/// driver's sheet nor the model is asked.
@Suite struct SensorFactsTests {
    /// A driver of `chip` that has found it, and a bus that answers every register with what `registers` says.
    private func reading(
        _ chip: SensorChip, range: Int, gyroscopeRange: Int = 2_000, _ registers: [UInt8: UInt8]
    ) -> MotionReading? {
        var settings = SensorSettings(chip)
        (settings.range, settings.gyroscopeRange) = (range, gyroscopeRange)
        var driver = SensorDriver(configuration: .init(settings))
        var memory = registers
        var received = BusBytes()
        var now = Instant.zero
        var input = ControllerInput.start
        for _ in 0..<400 {
            switch driver.request(after: input, at: now, received: received) {
            case .transfer(let transfer):
                received.removeAll()
                let first = transfer.written[0] & 0x7F
                for index in 0..<transfer.readCount { received.append(memory[first &+ UInt8(index)] ?? 0) }
                // (What is written stays, so that the chip looks as the driver made it.)
                if transfer.written.count == 2, registers[first] == nil { memory[first] = transfer.written[1] }
                input = .transferred
            case .wait(let instant):
                // Whoever waits for longer than any chip takes to start waits for a reading.
                let isReady = driver.identity.isKnown && instant > now + .milliseconds(150)
                now = isReady ? now + .milliseconds(10) : max(now, instant)
                input = isReady ? .interrupt : .wake
            case .report: return driver.reading
            case .fault: input = .proceed
            case .line: input = .lineSet
            }
        }
        return nil
    }

    private struct Fact {
        var chip: SensorChip
        var range: Int
        var registers: [UInt8: UInt8]
        var acceleration: SIMD3<Float>
        var rotation: SIMD3<Float>?
    }

    /// The data sheets' own examples where they have some: 1 g, −1 g and a half on the axes; 100 °/s about z.
    private static let facts: [Fact] = [
        // LIS3DH, 4.2.1: 1 mg a digit of 12 bits at 2 g, left-justified: 1000 << 4, -1000 << 4, 500 << 4.
        Fact(
            chip: .lis3dh, range: 2,
            registers: [
                0x0F: 0x33, 0x27: 0x0F, 0x28: 0x80, 0x29: 0x3E, 0x2A: 0x80, 0x2B: 0xC1, 0x2C: 0x40, 0x2D: 0x1F,
            ],
            acceleration: [1, -1, 0.5]),
        // The same at 16 g: 12 mg a digit, 100 << 4.
        Fact(
            chip: .lis3dh, range: 16, registers: [0x0F: 0x33, 0x27: 0x0F, 0x28: 0x40, 0x29: 0x06],
            acceleration: [1.2, 0, 0]),
        // ADXL345, table 1: 256 LSB/g in full resolution.
        Fact(
            chip: .adxl345, range: 16,
            registers: [
                0x00: 0xE5, 0x30: 0x80, 0x32: 0x00, 0x33: 0x01, 0x34: 0x00, 0x35: 0xFF, 0x36: 0x80, 0x37: 0x00,
            ],
            acceleration: [1, -1, 0.5]),
        // MMA8451Q, 3.1: 4096 counts/g of 14 bits at 2 g, left-justified, high byte first.
        Fact(
            chip: .mma8451, range: 2,
            registers: [0x0D: 0x1A, 0x00: 0x0F, 0x01: 0x40, 0x03: 0xC0, 0x05: 0x20], acceleration: [1, -1, 0.5]),
        // MMA8452Q, 3.1: 256 counts/g of 12 bits at 8 g.
        Fact(
            chip: .mma8452, range: 8, registers: [0x0D: 0x2A, 0x00: 0x0F, 0x01: 0x10, 0x03: 0xF0, 0x05: 0x08],
            acceleration: [1, -1, 0.5]),
        // MPU-6050, 6.1 and 6.2: 8192 LSB/g at 4 g, 16.4 LSB/(°/s) at 2000 °/s: 1640.
        Fact(
            chip: .mpu6050, range: 4,
            registers: [0x75: 0x68, 0x3A: 0x01, 0x3B: 0x20, 0x3D: 0xE0, 0x3F: 0x10, 0x47: 0x06, 0x48: 0x68],
            acceleration: [1, -1, 0.5], rotation: [0, 0, 100]),
        Fact(
            chip: .mpu9250, range: 16,
            registers: [0x75: 0x71, 0x3A: 0x01, 0x3B: 0x08, 0x3D: 0xF8, 0x3F: 0x04, 0x47: 0x06, 0x48: 0x68],
            acceleration: [1, -1, 0.5], rotation: [0, 0, 100]),
        // ICM-20948, tables 1 and 2: 16384 LSB/g at 2 g, 16.4 LSB/(°/s).
        Fact(
            chip: .icm20948, range: 2,
            registers: [0x00: 0xEA, 0x1A: 0x01, 0x2D: 0x40, 0x2F: 0xC0, 0x31: 0x20, 0x37: 0x06, 0x38: 0x68],
            acceleration: [1, -1, 0.5], rotation: [0, 0, 100]),
        // LSM6DS3, table 3: 0.122 mg/LSB at 4 g (8197), 70 m°/s/LSB at 2000 °/s (1429).
        Fact(
            chip: .lsm6ds3, range: 4,
            registers: [
                0x0F: 0x69, 0x1E: 0x07, 0x26: 0x95, 0x27: 0x05, 0x28: 0x05, 0x29: 0x20, 0x2A: 0xFB, 0x2B: 0xDF,
                0x2C: 0x02,
                0x2D: 0x10,
            ], acceleration: [1, -1, 0.5], rotation: [0, 0, 100]),
        // BMI160, table 1: 16384 LSB/g at 2 g, 16.4 LSB/(°/s) at 2000 °/s; the gyroscope stands first.
        Fact(
            chip: .bmi160, range: 2,
            registers: [
                0x00: 0xD1, 0x03: 0x14, 0x1B: 0x80, 0x10: 0x68, 0x11: 0x06, 0x13: 0x40, 0x15: 0xC0, 0x17: 0x20,
            ], acceleration: [1, -1, 0.5], rotation: [0, 0, 100]),
        // KX023, table 1: 16384 counts/g at 2 g.
        Fact(
            chip: .kx023, range: 2, registers: [0x0F: 0x15, 0x13: 0x10, 0x07: 0x40, 0x09: 0xC0, 0x0B: 0x20],
            acceleration: [1, -1, 0.5]),
        // MSA311, as the kernel has it: 1024 counts/g of 12 bits at 2 g, left-justified.
        Fact(
            chip: .msa311, range: 2, registers: [0x01: 0x13, 0x03: 0x40, 0x05: 0xC0, 0x07: 0x20],
            acceleration: [1, -1, 0.5]),
    ]

    @Test func bytesMeanWhatTheDataSheetSays() throws {
        for fact in Self.facts {
            let read = try #require(reading(fact.chip, range: fact.range, fact.registers), "\(fact.chip.name)")
            for axis in 0..<3 {
                #expect(abs(read.acceleration[axis] - fact.acceleration[axis]) < 0.001, "\(fact.chip.name): \(read)")
                guard let rotation = fact.rotation else { continue }
                // (A data sheet's 16.4 LSB/(°/s) is 2^15 / 2000 in three digits.)
                let degrees = (read.rotationRate?[axis] ?? .nan) * 180 / .pi
                #expect(abs(degrees - rotation[axis]) < 0.12, "\(fact.chip.name): \(degrees) °/s")
            }
            #expect((read.rotationRate == nil) == (fact.rotation == nil), "\(fact.chip.name)")
        }
    }
}
