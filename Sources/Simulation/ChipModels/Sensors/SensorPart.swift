import TaplineCore

/// The registers of a simulated motion sensor: what they are after power-on, what they make the chip do, and what it shows in
/// them. Written after the data sheets, not after the driver.
struct SensorPart: Sendable {
    /// Chips with the same registers.
    enum Kind: Sendable { case lis3dh, adxl345, mma8452, mpu6050, mpu6500, icm20948, lsm6ds3, bmi160, kx023, msa311 }

    let kind: Kind
    /// What it says of itself, its address, and how many bits its accelerometer has.
    let identity: UInt8
    let address: UInt8
    let bits: Int
    /// (An ICM-20948's other banks are in the upper half.)
    private var memory = InlineArray<256, UInt8>(repeating: 0)
    /// There is a reading that has not been read, and whether the present read takes it.
    private var isNew = false
    private var takesReading = false
    /// It was moved while it watched for that, until somebody asks; against what it felt before.
    private var hasMoved = false
    private var before: SIMD3<Float>?
    private var now = SIMD3<Float>.zero

    init(_ chip: SensorChip) {
        (kind, identity, address, bits) =
            switch chip {
            case .lis3dh, .lis2dh12: (.lis3dh, 0x33, 0x18, 12)
            case .adxl345: (.adxl345, 0xE5, 0x53, 13)
            case .mma8451: (.mma8452, 0x1A, 0x1D, 14)
            case .mma8452: (.mma8452, 0x2A, 0x1D, 12)
            case .mma8453: (.mma8452, 0x3A, 0x1D, 10)
            case .mma8652: (.mma8452, 0x4A, 0x1D, 12)
            case .mma8653: (.mma8452, 0x5A, 0x1D, 10)
            case .mpu6050: (.mpu6050, 0x68, 0x68, 16)
            case .mpu6500: (.mpu6500, 0x70, 0x68, 16)
            case .mpu9250: (.mpu6500, 0x71, 0x68, 16)
            case .mpu9255: (.mpu6500, 0x73, 0x68, 16)
            case .icm20948: (.icm20948, 0xEA, 0x69, 16)
            case .lsm6ds3: (.lsm6ds3, 0x69, 0x6A, 16)
            case .lsm6ds3trc, .lsm6dsl: (.lsm6ds3, 0x6A, 0x6A, 16)
            case .lsm6dso, .lsm6dsox: (.lsm6ds3, 0x6C, 0x6A, 16)
            case .bmi160: (.bmi160, 0xD1, 0x68, 16)
            case .kx022: (.kx023, 0x14, 0x1E, 16)
            case .kx023: (.kx023, 0x15, 0x1E, 16)
            case .msa301: (.msa311, 0x13, 0x26, 14)
            case .msa311: (.msa311, 0x13, 0x62, 12)
            }
        powerUp()
    }

    private subscript(register: UInt8) -> UInt8 { memory[Int(register)] }
    /// A register of an ICM-20948's bank 2.
    private func bank2(_ register: UInt8) -> UInt8 { memory[Int(register) + 0x80] }

    var identityRegister: UInt8 {
        switch kind {
        case .adxl345, .icm20948, .bmi160: 0x00
        case .msa311: 0x01
        case .mma8452: 0x0D
        case .lis3dh, .lsm6ds3, .kx023: 0x0F
        case .mpu6050, .mpu6500: 0x75
        }
    }

    mutating func powerUp() {
        memory = InlineArray(repeating: 0)
        (isNew, hasMoved, before) = (false, false, nil)
        memory[Int(identityRegister)] = identity
        switch kind {
        case .lis3dh: memory[0x20] = 0x07
        case .adxl345: memory[0x2C] = 0x0A
        case .mma8452: break
        case .mpu6050: memory[0x6B] = 0x40
        case .mpu6500: memory[0x6B] = 0x01
        case .icm20948: (memory[0x06], memory[0x81], memory[0x94]) = (0x41, 0x01, 0x01)
        case .lsm6ds3: memory[0x12] = 0x04
        case .bmi160: (memory[0x40], memory[0x41], memory[0x42]) = (0x28, 0x03, 0x28)
        case .kx023: (memory[0x1B], memory[0x1C]) = (0x02, 0x10)
        case .msa311: (memory[0x10], memory[0x11]) = (0x0F, 0xDE)
        }
    }

    // MARK: What it does

    /// From one measurement to the next; nil: it does not measure.
    var period: Microseconds? {
        let microseconds: Int
        switch kind {
        case .lis3dh:
            let rates: InlineArray<10, Int> = [0, 1, 10, 25, 50, 100, 200, 400, 1_620, 1_344]
            let rate = rates[min(Int(self[0x20] >> 4), 9)]
            guard rate > 0, self[0x20] & 7 == 7 else { return nil }
            microseconds = 1_000_000 / rate
        case .adxl345:
            guard self[0x2D] & 0x08 != 0 else { return nil }
            microseconds = 10_240_000 >> Int(self[0x2C] & 0x0F)
        case .mma8452:
            guard self[0x2A] & 0x01 != 0 else { return nil }
            let periods: InlineArray<8, Int> = [1_250, 2_500, 5_000, 10_000, 20_000, 80_000, 160_000, 640_000]
            microseconds = periods[Int(self[0x2A] >> 3 & 7)]
        case .mpu6050, .mpu6500:
            guard self[0x6B] & 0x40 == 0 else { return nil }
            microseconds = self[0x6B] & 0x20 != 0 ? 64_000 : 1_000 * (1 + Int(self[0x19]))
        case .icm20948:
            guard self[0x06] & 0x40 == 0 else { return nil }
            microseconds = 1_000_000 * (1 + Int(bank2(0x10) & 0x0F) << 8 + Int(bank2(0x11))) / 1_125
        case .lsm6ds3:
            let periods: InlineArray<8, Int> = [0, 80_000, 38_462, 19_231, 9_615, 4_808, 2_404, 1_200]
            guard self[0x10] >> 4 != 0 else { return nil }
            microseconds = periods[min(Int(self[0x10] >> 4), 7)]
        case .bmi160:
            guard self[0x03] & 0x30 != 0 else { return nil }
            microseconds = 2_560_000 >> Int(self[0x40] & 0x0F)
        case .kx023:
            guard self[0x18] & 0x80 != 0 else { return nil }
            let code = Int(self[0x1B] & 0x0F)
            microseconds = code < 8 ? 80_000 >> code : 1_280_000 >> (code - 8)
        case .msa311:
            guard self[0x11] & 0x80 == 0 else { return nil }
            let code = min(Int(self[0x10] & 0x0F), 10)
            microseconds = code == 0 ? 1_000_000 : 1_024_000 >> code
        }
        // (On 32 bits a wider integer is not made of a narrower one in any other way without the heap.)
        return Microseconds(Int64(bitPattern: UInt64(_truncatingBits: UInt(bitPattern: microseconds))))
    }

    /// The range that is set, g.
    private var range: Float {
        let two = { (code: UInt8) in Float(Int(2) << Int(code & 3)) }
        switch kind {
        case .lis3dh: return two(self[0x23] >> 4)
        case .adxl345: return two(self[0x31])
        case .mma8452: return two(self[0x0E])
        case .mpu6050, .mpu6500: return two(self[0x1C] >> 3)
        case .icm20948: return two(bank2(0x14) >> 1)
        case .lsm6ds3:
            let ranges: InlineArray<4, Float> = [2, 16, 4, 8]
            return ranges[Int(self[0x10] >> 2 & 3)]
        case .bmi160:
            switch self[0x41] & 0x0F {
            case 5: return 4
            case 8: return 8
            case 12: return 16
            default: return 2
            }
        case .kx023: return two(self[0x18] >> 3)
        case .msa311: return two(self[0x0F])
        }
    }

    /// How an axis is shown: g of a unit, how many bits it has, and how far to the left they stand.
    private var scale: (g: Float, bits: Int, shift: Int) {
        switch kind {
        case .lis3dh:
            let g = (range == 16 ? 12 : range / 2) / 1_000
            if self[0x20] & 0x08 != 0 { return (g * 16, 8, 8) }
            return self[0x23] & 0x08 != 0 ? (g, 12, 4) : (g * 4, 10, 6)
        case .adxl345:
            return self[0x31] & 0x08 != 0 ? (1 / 256, 13, 0) : (range / 512, 10, 0)
        case .lsm6ds3: return (range * 0.000_030_5, 16, 0)
        case .kx023 where self[0x18] & 0x40 == 0: return (range / 128, 8, 8)
        case .mma8452, .mpu6050, .mpu6500, .icm20948, .bmi160, .kx023, .msa311:
            return (range / Float(Int(1) << (bits - 1)), bits, 16 - bits)
        }
    }

    /// Degrees per second of a unit of the gyroscope; nil: it is off, or there is none.
    private var gyroscope: Float? {
        let wide = { (code: UInt8) in Float(Int(250) << Int(code & 3)) / 32_768 }
        switch kind {
        case .lis3dh, .adxl345, .mma8452, .kx023, .msa311: return nil
        case .mpu6050, .mpu6500: return self[0x6C] & 7 != 7 ? wide(self[0x1B] >> 3) : nil
        case .icm20948: return self[0x07] & 7 != 7 ? wide(bank2(0x01) >> 1) : nil
        case .lsm6ds3: return self[0x11] >> 4 != 0 ? 0.008_75 * Float(Int(1) << Int(self[0x11] >> 2 & 3)) : nil
        case .bmi160: return self[0x03] & 0x0C != 0 ? Float(Int(2_000) >> Int(self[0x43] & 7)) / 32_768 : nil
        }
    }

    /// The first registers of a reading, and whether the high byte stands first.
    private var place: (acceleration: Int, gyroscope: Int, isBigEndian: Bool) {
        switch kind {
        case .lis3dh: (0x28, 0, false)
        case .adxl345: (0x32, 0, false)
        case .mma8452: (0x01, 0, true)
        case .mpu6050, .mpu6500: (0x3B, 0x43, true)
        case .icm20948: (0x2D, 0x33, true)
        case .lsm6ds3: (0x28, 0x22, false)
        case .bmi160: (0x12, 0x0C, false)
        case .kx023: (0x06, 0, false)
        case .msa311: (0x02, 0, false)
        }
    }

    mutating func measure(_ acceleration: SIMD3<Float>, _ rotationRate: SIMD3<Float>, _ jitter: SIMD8<Float>) {
        let scale = scale
        let place = place
        for axis in 0..<3 {
            put(acceleration[axis] / scale.g + jitter[axis], scale.bits, scale.shift, at: place.acceleration + 2 * axis)
            guard let unit = gyroscope else { continue }
            let degrees = rotationRate[axis] * 180 / .pi
            put(degrees / unit + jitter[axis + 4], 16, 0, at: place.gyroscope + 2 * axis)
        }
        isNew = true
        watch(acceleration)
    }

    private mutating func put(_ value: Float, _ bits: Int, _ shift: Int, at register: Int) {
        let most = 1 << (bits - 1)
        // (`rounded()` would be a function of libm, which no image has.)
        let nearest = Int(max(-1e6, min(value, 1e6)) + (value < 0 ? -0.5 : 0.5))
        let whole = max(-most, min(most - 1, nearest)) << shift
        let low = place.isBigEndian ? 1 : 0
        memory[register + low] = UInt8(truncatingIfNeeded: whole)
        memory[register + 1 - low] = UInt8(truncatingIfNeeded: whole >> 8)
    }

    // MARK: Being moved

    /// Whether one axis has changed by more than the threshold that is set since the chip began to watch.
    private mutating func watch(_ acceleration: SIMD3<Float>) {
        now = acceleration
        guard let threshold = motionThreshold else {
            // (A LIS3DH's high pass runs beside, from nothing on until REFERENCE is read.)
            if kind != .lis3dh { before = nil }
            return
        }
        let start = before ?? (kind == .lis3dh ? .zero : acceleration)
        let change = acceleration - start
        before = start
        for axis in 0..<3 where abs(change[axis]) > threshold { hasMoved = true }
    }

    /// From which change of an axis on it was moved, g; nil: it does not watch.
    private var motionThreshold: Float? {
        switch kind {
        case .lis3dh:
            guard self[0x30] & 0xEA == 0x2A, self[0x21] & 1 != 0 else { return nil }
            let mg: Float = range == 2 ? 16 : range == 4 ? 32 : range == 8 ? 62 : 186
            return Float(Int(self[0x32] & 0x7F)) * mg / 1_000
        case .adxl345: return self[0x27] & 0xF0 == 0xF0 ? Float(Int(self[0x24])) / 16 : nil
        case .mma8452:
            return self[0x1D] & 0x1F == 0x1E && identity != 0x5A ? Float(Int(self[0x1F] & 0x7F)) * 0.063 : nil
        case .mpu6050: return nil
        case .mpu6500: return self[0x69] == 0xC0 ? Float(Int(self[0x1F])) * 0.004 : nil
        case .icm20948: return bank2(0x12) & 0x02 != 0 ? Float(Int(bank2(0x13))) * 0.004 : nil
        case .lsm6ds3: return self[0x58] & 0x80 != 0 ? Float(Int(self[0x5B] & 0x3F)) * range / 64 : nil
        case .bmi160: return self[0x50] & 7 == 7 ? Float(Int(self[0x60])) * 0.003_91 * range / 2 : nil
        case .kx023: return self[0x18] & 2 != 0 && self[0x1D] == 0x3F ? Float(Int(self[0x30])) / 16 : nil
        case .msa311: return self[0x16] & 7 == 7 ? Float(Int(self[0x28])) * 0.003_91 * range / 2 : nil
        }
    }

    // MARK: The interrupt line

    var assertsInterrupt: Bool {
        func any(ready: Bool, moved: Bool) -> Bool { isNew && ready || hasMoved && moved }
        switch kind {
        case .lis3dh: return any(ready: self[0x22] & 0x10 != 0, moved: self[0x22] & 0x40 != 0)
        case .adxl345: return any(ready: self[0x2E] & 0x80 != 0, moved: self[0x2E] & 0x10 != 0)
        case .mma8452:
            return any(ready: self[0x2D] & self[0x2E] & 0x01 != 0, moved: self[0x2D] & self[0x2E] & 0x20 != 0)
        case .mpu6050, .mpu6500: return any(ready: self[0x38] & 0x01 != 0, moved: self[0x38] & 0x40 != 0)
        case .icm20948: return any(ready: self[0x11] & 0x01 != 0, moved: self[0x10] & 0x08 != 0)
        case .lsm6ds3: return any(ready: self[0x0D] & 0x01 != 0, moved: self[0x5E] & 0x20 != 0)
        case .bmi160:
            let isReady = self[0x51] & 0x10 != 0 && self[0x56] & 0x80 != 0
            return self[0x53] & 0x08 != 0 && any(ready: isReady, moved: self[0x55] & 0x04 != 0)
        case .kx023:
            let isReady = self[0x18] & 0x20 != 0 && self[0x1F] & 0x10 != 0
            return self[0x1C] & 0x20 != 0 && any(ready: isReady, moved: self[0x1F] & 0x02 != 0)
        case .msa311:
            return any(ready: self[0x17] & 0x10 != 0 && self[0x1A] & 0x01 != 0, moved: self[0x19] & 0x04 != 0)
        }
    }

    var isActiveHigh: Bool {
        switch kind {
        case .lis3dh: self[0x25] & 0x02 == 0
        case .adxl345: self[0x31] & 0x20 == 0
        case .mma8452: self[0x2C] & 0x02 != 0
        case .mpu6050, .mpu6500: self[0x37] & 0x80 == 0
        case .icm20948: self[0x0F] & 0x80 == 0
        case .lsm6ds3: self[0x12] & 0x20 == 0
        case .bmi160: self[0x53] & 0x02 != 0
        case .kx023: self[0x1C] & 0x10 != 0
        case .msa311: self[0x20] & 0x01 != 0
        }
    }

    /// Whether the line is asserted for a moment only, at each event.
    var pulses: Bool {
        switch kind {
        case .lis3dh, .adxl345, .mma8452, .lsm6ds3: false
        case .mpu6050, .mpu6500: self[0x37] & 0x20 == 0
        case .icm20948: self[0x0F] & 0x20 == 0
        case .bmi160: self[0x54] & 0x0F == 0
        case .kx023: self[0x1C] & 0x08 != 0
        case .msa311: self[0x21] & 0x0F == 0
        }
    }

    // MARK: The bus

    /// The register that `pointer` names.
    func register(_ pointer: UInt8) -> UInt8 { pointer & 0x7F }

    /// The pointer after a byte.
    func next(_ pointer: UInt8) -> UInt8 {
        switch kind {
        case .lis3dh: pointer & 0x80 != 0 ? (pointer &+ 1) | 0x80 : pointer
        case .lsm6ds3: self[0x12] & 0x04 != 0 ? pointer &+ 1 : pointer
        default: pointer &+ 1
        }
    }

    private func index(_ register: UInt8) -> Int {
        kind == .icm20948 && register != 0x7F && self[0x7F] & 0x30 != 0 ? Int(register) + 0x80 : Int(register)
    }

    mutating func read(_ pointer: UInt8) -> UInt8 {
        let register = register(pointer)
        let acceleration = place.acceleration
        if acceleration..<acceleration + 6 ~= index(register) { takesReading = true }
        let ready: UInt8 = isNew ? 0xFF : 0
        let moved: UInt8 = hasMoved ? 0xFF : 0
        switch (kind, register) {
        case (.lis3dh, 0x27), (.mma8452, 0x00): return ready & 0x0F
        case (.bmi160, 0x1B): return ready & 0x80
        case (.lsm6ds3, 0x1E): return ready & 0x03
        case (.icm20948, 0x1A) where self[0x7F] == 0:
            takesReading = true
            return ready & 0x01
        case (.kx023, 0x13): return ready & 0x10 | moved & 0x02
        case (.adxl345, 0x30), (.mpu6050, 0x3A), (.mpu6500, 0x3A):
            let isADXL345 = kind == .adxl345
            if !isADXL345 { takesReading = true }
            hasMoved = false
            return ready & (isADXL345 ? 0x80 : 0x01) | moved & (isADXL345 ? 0x10 : 0x40)
        case (.lis3dh, 0x26):
            before = now
            return memory[0x26]
        case (.lis3dh, 0x31), (.mma8452, 0x1E), (.icm20948, 0x19), (.lsm6ds3, 0x1B), (.kx023, 0x17), (.msa311, 0x09):
            hasMoved = false
            return moved
        default: return memory[index(register)]
        }
    }

    /// The read is over: what it took is no longer new.
    mutating func endRead() {
        // (INT_ANYRD_2CLEAR lets a latched line rest.)
        let clears =
            switch kind {
            case .mpu6050, .mpu6500: self[0x37] & 0x10 != 0
            case .icm20948: self[0x0F] & 0x10 != 0
            default: false
            }
        if takesReading || clears { isNew = false }
        if clears { hasMoved = false }
        takesReading = false
    }

    /// - Returns: for how long it does not take another write.
    mutating func write(_ pointer: UInt8, _ value: UInt8) -> Microseconds {
        let register = register(pointer)
        switch (kind, register) {
        case (_, identityRegister) where index(register) == Int(register): return .zero
        case (.mma8452, 0x2B) where value & 0x40 != 0:
            // (RST falls by itself.)
            powerUp()
            return Microseconds(500)
        case (.mma8452, _) where self[0x2A] & 1 != 0 && register != 0x2A: return .zero
        case (.kx023, _) where self[0x18] & 0x80 != 0 && register != 0x18: return .zero
        case (.mpu6050, 0x6B) where value & 0x80 != 0, (.mpu6500, 0x6B) where value & 0x80 != 0,
            (.icm20948, 0x06) where value & 0x80 != 0 && self[0x7F] == 0:
            powerUp()
            return .milliseconds(90)
        case (.lsm6ds3, 0x12) where value & 0x01 != 0:
            powerUp()
            return Microseconds(50)
        case (.bmi160, 0x03): return .zero
        case (.bmi160, 0x7E): return command(value)
        default:
            memory[index(register)] = value
            if kind == .lis3dh, register == 0x21 { before = nil }
            if kind == .msa311, register == 0x21, value & 0x80 != 0 { hasMoved = false }
            // (While it is not in its normal mode it takes a write each 450 µs.)
            return kind == .bmi160 && self[0x03] & 0x30 != 0x10 ? Microseconds(450) : .zero
        }
    }

    /// A BMI160's CMD.
    private mutating func command(_ value: UInt8) -> Microseconds {
        switch value {
        case 0x10...0x12:
            memory[0x03] = memory[0x03] & ~0x30 | (value & 3) << 4
            return Microseconds(3_800)
        case 0x14, 0x15, 0x17:
            memory[0x03] = memory[0x03] & ~0x0C | (value & 3) << 2
            return value == 0x14 ? Microseconds(450) : .milliseconds(80)
        case 0xB6:
            powerUp()
            return .milliseconds(1)
        default: return .zero
        }
    }
}
