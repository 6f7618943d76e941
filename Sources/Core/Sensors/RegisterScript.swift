/// Registers to write, or to read where that is what clears something, one after the other, with pauses: at most 24.
struct RegisterScript: Sendable {
    /// One of them.
    struct Step: Sendable {
        var register: UInt8 = 0
        /// What is written; nil: it is read.
        var value: UInt8?
        /// How long the chip wants to be left alone after it, ms.
        var pauseMs: UInt8 = 0
    }

    private var steps = InlineArray<24, Step>(repeating: Step())
    /// How many steps there are.
    private(set) var count = 0

    /// The step at `index`, which must be less than ``count``.
    subscript(index: Int) -> Step { steps[index] }

    /// Adds a write; beyond 24 it is dropped, which no chip needs.
    mutating func write(_ register: UInt8, _ value: UInt8, pauseMs: UInt8 = 0) {
        append(Step(register: register, value: value, pauseMs: pauseMs))
    }

    /// Adds a read, of which nobody looks at the outcome.
    mutating func read(_ register: UInt8) { append(Step(register: register)) }

    private mutating func append(_ step: Step) {
        guard count < 24 else { return }
        steps[count] = step
        count &+= 1
    }
}
