public import TaplineTouches

/// How a chip is reset: lines to drive and times to wait, at most 12 steps, one after the other.
public struct ResetScript: Sendable {
    /// One step.
    public enum Step: Equatable, Sendable {
        /// Drives a line, or lets go of it.
        case drive(ControllerLine, LineDrive)
        /// Waits.
        case wait(Microseconds)
    }

    private var steps = InlineArray<12, Step>(repeating: .wait(.zero))
    /// How many steps there are.
    public private(set) var count = 0

    /// No steps.
    public init() {}

    /// Drives the reset line low for `low`, then high, and waits for `startUp`: what most chips ask for.
    public init(low: Microseconds, startUp: Microseconds) {
        append(.drive(.reset, .low))
        append(.wait(low))
        append(.drive(.reset, .high))
        append(.wait(startUp))
    }

    /// The step at `index`, which must be less than ``count``.
    public subscript(index: Int) -> Step { steps[index] }

    /// Adds a step; beyond 12 it is dropped, which no family does.
    public mutating func append(_ step: Step) {
        guard count < 12 else { return }
        steps[count] = step
        count &+= 1
    }
}
