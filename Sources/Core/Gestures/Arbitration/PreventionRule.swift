/// Who wins, second table: whether one recognizer, recognized, takes the gesture from another that shares a touch.
///
/// The rows stand in the order in which they are asked; the first that holds decides. Each is asked in one direction;
/// in the other the answer may differ, except for ``simultaneous``. What is taken fails, or is cancelled where it has
/// begun. ``ArbitrationRule`` is the first table.
public enum PreventionRule: UInt8, Sendable {
    /// Either side says that they may go on together, in the setup or through the delegate: it does not prevent.
    case simultaneous
    /// The one-way form, in the setup or through the delegate: it does not prevent.
    case denied
    /// Its kind does not prevent such a one: tap(n) prevents tap(m) only where n ≥ m.
    case sparedByKind
    /// None of these: it prevents.
    case prevents

    /// What there is to know of a pair in one direction. Each fact is what the row of its name says.
    public struct Facts: Equatable, Sendable {
        public var isSimultaneous = false
        public var isDenied = false
        public var isSparedByKind = false

        /// Two that have nothing to do with each other.
        public init() {}
    }

    /// The first row that holds.
    public init(_ facts: Facts) {
        self =
            if facts.isSimultaneous {
                .simultaneous
            } else if facts.isDenied {
                .denied
            } else if facts.isSparedByKind {
                .sparedByKind
            } else {
                .prevents
            }
    }
}
