public import TaplineCore

/// A motion sensor that is simulated, register by register, with ``SensorFaults``: it measures ``acceleration`` and
/// ``rotationRate`` at its own rate, with a noise of two units.
///
/// What differs between chips is in ``SensorPart``. It needs no heap.
public struct SensorModel: ResettableChip, Sendable {
    public var faults = SensorFaults()
    public var life = ChipLife()
    /// Sensors have no reset line; after a dip of their supply they answer so soon.
    public var bootTime: Microseconds { .milliseconds(5) }
    /// Which chip it is.
    public let chip: SensorChip
    /// Its 7-bit address.
    public let address: UInt8
    /// The level of the interrupt line that the host takes for asserted.
    public var interruptIsActiveHigh = false
    /// The specific force that the chip feels along its own axes, g.
    public private(set) var acceleration = SIMD3<Float>(0, 0, 1)
    /// How fast it turns about them, rad/s.
    public private(set) var rotationRate = SIMD3<Float>.zero

    var part: SensorPart
    private var pointer: UInt8 = 0
    private var due = Instant.never
    private var noise = SplitMix64(seed: 1)
    /// Until when it takes no writes.
    private var deafUntil = Instant.zero

    /// `chip` with power at the 7-bit `address`, or at its usual one; it has measured nothing yet.
    public init(_ chip: SensorChip, address: UInt8? = nil) {
        self.chip = chip
        part = SensorPart(chip)
        self.address = address ?? part.address
    }

    /// Moves the chip.
    public mutating func move(
        acceleration: SIMD3<Float>, rotationRate: SIMD3<Float> = .zero, at instant: Instant
    ) {
        advance(to: instant)
        self.acceleration = acceleration
        self.rotationRate = rotationRate
    }

    /// Whether it measures, at whatever rate.
    public var measures: Bool { part.period != nil }

    // MARK: Life

    public mutating func forget() { due = .never }
    public mutating func powerUp() { part.powerUp() }
    public mutating func begin() { schedule() }
    public mutating func interrupt() { life.assertInterrupt() }

    public var ownEvent: Instant { due }

    public mutating func happen() {
        guard due <= life.now else { return }
        due = .never
        measure()
        schedule()
    }

    /// When the next measurement is over; a chip that is told another rate begins anew.
    private mutating func schedule() {
        let period = life.power == .running && !faults.isFrozen ? part.period : nil
        guard let period else {
            due = .never
            return
        }
        let next = life.now + period
        if next < due { due = next }
    }

    private mutating func measure() {
        guard !faults.isFrozen else { return }
        var jitter = SIMD8<Float>.zero
        if !faults.isQuiet {
            for axis in 0..<8 { jitter[axis] = Float(noise.next(below: 5) - 2) }
        }
        part.measure(acceleration, rotationRate, jitter)
        updateInterrupt(isNews: true)
    }

    private mutating func updateInterrupt(isNews: Bool = false) {
        if part.pulses, part.isActiveHigh == interruptIsActiveHigh {
            if isNews, part.assertsInterrupt { life.pulse(Microseconds(50)) }
            return
        }
        // (A line that idles at the host's active level is asserted all the time.)
        let isAsserted = part.assertsInterrupt == (part.isActiveHigh == interruptIsActiveHigh)
        if isAsserted { life.assertInterrupt() } else { life.releaseInterrupt() }
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if let error = refusal(of: transfer, at: address) { return error }
        if transfer.written.count > 0 { pointer = transfer.written[0] }
        var index = 1
        while index < transfer.written.count {
            if !faults.ignoresWrites { write(transfer.written[index]) }
            index += 1
        }
        let lies = transfer.readCount > 0 && faults.beginsToLie()
        index = 0
        while index < transfer.readCount {
            var byte = part.read(pointer)
            if let identity = faults.identity, part.register(pointer) == part.identityRegister { byte = identity }
            pointer = part.next(pointer)
            bytes.append(faults.sent(byte, lies: lies))
            index += 1
        }
        if transfer.readCount > 0 {
            part.endRead()
            updateInterrupt()
        }
        return nil
    }

    private mutating func write(_ value: UInt8) {
        let before = part.period
        if life.now >= deafUntil { deafUntil = life.now + part.write(pointer, value) }
        pointer = part.next(pointer)
        if part.period != before {
            due = .never
            schedule()
        }
        updateInterrupt()
    }
}
