public import TaplineCore

/// A simulated chip that is reset, starts and pulses as all do: what differs is what it forgets, and what it does when it
/// begins to run.
///
/// A model has its ``life``, says in ``forget()``, ``powerUp()``, ``begin()`` and ``interrupt()`` what is its own, and answers
/// transfers after ``refusal(of:at:)``. A model with clocks of its own says when the next one is due (``ownEvent``), and
/// what happens then (``happen()``).
public protocol ResettableChip: BusChip {
    /// What goes wrong with it.
    associatedtype Faults: ChipFaults
    /// What goes wrong.
    var faults: Faults { get set }
    /// What it goes through.
    var life: ChipLife { get set }
    /// How long after a reset it answers nobody.
    var bootTime: Microseconds { get }

    /// Loses everything that a reset loses beside its registers.
    mutating func forget()
    /// Sets the registers as they are after a reset.
    mutating func powerUp()
    /// It has started, and runs: what it sees of fingers is reported.
    mutating func begin()
    /// Asserts the interrupt line as for a report.
    mutating func interrupt()
    /// The chip resets itself, as after an electrostatic discharge or a dip of its supply.
    mutating func resetItself(at instant: Instant)
    /// An interrupt without a report.
    mutating func interruptSpuriously(at instant: Instant)
    /// When the next of its own clocks is due, ``Instant/never``: none runs.
    var ownEvent: Instant { get }
    /// Does what its own clocks are due for at ``ChipLife/now``.
    mutating func happen()
}

extension ResettableChip {
    public mutating func powerUp() {}
    public var ownEvent: Instant { .never }
    public mutating func happen() {}

    public var interruptIsAsserted: Bool { life.interruptIsAsserted }
    public var interruptEdges: UInt32 { life.interruptEdges }

    public var nextEvent: Instant {
        var next = ownEvent
        if life.bootEnds < next { next = life.bootEnds }
        if life.pulseEnds < next { next = life.pulseEnds }
        return next
    }

    public mutating func advance(to instant: Instant) { live(until: instant) }

    /// Does all that is due until `instant`.
    mutating func live(until instant: Instant) {
        while nextEvent <= instant, nextEvent < .never {
            if life.now < nextEvent { life.now = nextEvent }
            if life.bootEnds <= life.now {
                life.bootEnds = .never
                life.power = .running
                begin()
            }
            happen()
            if life.pulseEnds <= life.now { life.releaseInterrupt() }
        }
        if life.now < instant { life.now = instant }
    }

    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at instant: Instant) {
        advance(to: instant)
        if line == .reset { reset(isHeld: drive == .low) }
    }

    /// The reset line is held, or let go of.
    mutating func reset(isHeld: Bool) {
        if isHeld {
            loseEverything()
            life.power = .held
            faults.endWithReset()
        } else if life.power == .held {
            boot()
        }
    }

    public mutating func resetItself(at instant: Instant) {
        advance(to: instant)
        loseEverything()
        boot()
    }

    public mutating func interruptSpuriously(at instant: Instant) {
        advance(to: instant)
        interrupt()
    }

    private mutating func boot() {
        life.power = .booting
        life.bootEnds = life.now + bootTime
        powerUp()
    }

    private mutating func loseEverything() {
        faults.isFrozen = false
        life.bootEnds = .never
        life.releaseInterrupt()
        forget()
    }

    // MARK: The bus

    /// Why a transfer with the chip at `address` does not go through; nil: it does.
    public mutating func refusal(of transfer: Transfer, at address: UInt8) -> BusError? {
        absence(of: transfer, at: address) ?? nextFailure()
    }

    /// Sends so many bytes, as `read` takes them from the registers, or as ``faults`` has them.
    mutating func send(_ count: Int, into bytes: inout BusBytes, _ read: (inout Self) -> UInt8) {
        let lies = count > 0 && faults.beginsToLie()
        for _ in 0..<count {
            let byte = read(&self)
            bytes.append(faults.sent(byte, lies: lies))
        }
    }

    /// Why no device acknowledges a transfer; nil: the chip does.
    func absence(of transfer: Transfer, at address: UInt8) -> BusError? {
        if faults.isStuck { return BusError(errno: 110) }
        let answers = life.power == .running || life.power == .starting
        return !faults.isAbsent && answers && transfer.address == address ? nil : BusError(errno: 121)
    }

    /// The failure that the next transfer shall have, if one is left.
    mutating func nextFailure() -> BusError? {
        guard faults.failingTransfers > 0 else { return nil }
        faults.failingTransfers -= 1
        return faults.failure
    }
}

extension ResettableChip {
    /// What it says of the place `x`: beyond its last pixel where that is what goes wrong with it.
    func shownX(_ x: Float, width: UInt16) -> UInt16 { faults.isOffPanel ? width &+ 1 : wholePixel(x) }
}

/// The whole number nearest to `value`, halves upwards, within 0…65535: what chips make of a position.
public func wholePixel(_ value: Float) -> UInt16 {
    value > 0 ? value < 65_535 ? UInt16(Int(value + 0.5)) : 65_535 : 0
}
