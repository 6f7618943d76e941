/// Who wins, first table: what becomes of a recognizer whose own conditions are met.
///
/// The rows stand in the order in which they are asked; the first that holds decides. Ready recognizers are asked in
/// the order of winning, nearer zone first, then configuration order, and after each change from the start again.
/// "Another" is always one that shares a touch with it: who shares none has nothing to do with it.
/// The second table, ``PreventionRule``, says which recognizer prevents which.
public enum ArbitrationRule: UInt8, Sendable {
    /// A touch of it began in a control below its zone, and the control does the same with that finger: it fails.
    case takenByControl
    /// Another that had to fail first was recognized: it fails. (What is known to wait fails at the instant of the
    /// recognition, ready or not; here are those that a delegate says it of only now.)
    case requirementRecognized
    /// Another that has to fail first is still possible: it stays possible and is asked again.
    case requirementPossible
    /// It is a swipe or a stroke, and another that would prevent it has gone its slop, but its movement is not deliberate yet: it stays
    /// possible and is asked again. (By the slop alone the other would have been recognized before it.)
    case movementUndecided
    /// What made it ready no longer holds: it stays possible, or fails where its time ran out while it waited.
    case lapsed
    /// `shouldBegin` says no: it fails.
    case refused
    /// None of these: it is recognized, and every other one that it prevents fails or, having begun, is cancelled.
    case recognized

    /// What there is to know of a ready recognizer. Each fact is what the row of its name says.
    public struct Facts: Equatable, Sendable {
        public var isTakenByControl = false
        public var requirementIsRecognized = false
        public var requirementIsPossible = false
        public var movementIsUndecided = false
        public var hasLapsed = false
        public var isRefused = false

        /// Nothing stands against it.
        public init() {}
    }

    /// The first row that holds.
    public init(_ facts: Facts) {
        self =
            if facts.isTakenByControl {
                .takenByControl
            } else if facts.requirementIsRecognized {
                .requirementRecognized
            } else if facts.requirementIsPossible {
                .requirementPossible
            } else if facts.movementIsUndecided {
                .movementUndecided
            } else if facts.hasLapsed {
                .lapsed
            } else if facts.isRefused {
                .refused
            } else {
                .recognized
            }
    }
}
