public import TaplineCore

/// What every chip goes through: a reset, a start during which it answers nobody, sleep, interrupts.
public struct ChipLife: Sendable {
    /// What it does at the moment.
    public enum Power: Equatable, Sendable {
        /// Its reset line is held.
        case held
        /// It starts, and answers nobody.
        case booting
        /// It answers, but is not ready.
        case starting
        case running
        case asleep
        /// Asleep, and only a reset wakes it.
        case deepAsleep
    }

    /// What it does at the moment.
    public var power = Power.running
    /// The last instant that it was given.
    public var now = Instant.zero
    /// When it answers again after a reset.
    public var bootEnds = Instant.never
    /// When it stops to assert its interrupt line by itself.
    public var pulseEnds = Instant.never
    /// Whether it asserts its interrupt line.
    public var interruptIsAsserted = false
    /// How often it has begun to, wrapping around.
    public var interruptEdges: UInt32 = 0

    /// A chip that runs.
    public init() {}

    /// Asserts the interrupt line, unless it is asserted.
    public mutating func assertInterrupt() {
        if !interruptIsAsserted { interruptEdges &+= 1 }
        interruptIsAsserted = true
    }

    /// Asserts the interrupt line again, for `width`.
    public mutating func pulse(_ width: Microseconds) {
        interruptEdges &+= 1
        interruptIsAsserted = true
        pulseEnds = now + width
    }

    /// Lets the interrupt line rest.
    public mutating func releaseInterrupt() {
        interruptIsAsserted = false
        pulseEnds = .never
    }
}
