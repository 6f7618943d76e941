public import TaplineCore

/// A gesture as a configuration describes it: an entry of `gestures`, with what `relations` say of it.
public struct GestureDescription<Kind: ConfigurableRecognizer>: Sendable {
    /// The gesture's name, unique: 1…31 bytes without commas and control characters.
    public let name: String
    /// Its kind's name.
    public let kind: String
    /// The recognizer, with its parameters.
    public let recognizer: Kind
    /// The index of the zone it is attached to; nil: the whole panel.
    public let zone: Int?
    /// Whether it gets touches from the start; on by default.
    public let isEnabled: Bool
    /// What it does to its zone's own touch stream.
    public let delivery: TouchDelivery
    /// Whether fingers beyond its own do not exist for it.
    public let ignoresExtraTouches: Bool
    /// What it has to do with other gestures.
    public internal(set) var relations = GestureRelations()
}

/// What a gesture has to do with others, as indices into the configuration's gestures, ascending, none twice.
public struct GestureRelations: Equatable, Sendable {
    /// It waits until these have failed.
    public internal(set) var requireToFail: [Int] = []
    /// It and these may go on together.
    public internal(set) var simultaneousWith: [Int] = []
    /// These are not ended by it.
    public internal(set) var cannotPrevent: [Int] = []
    /// It is not ended by these.
    public internal(set) var cannotBePreventedBy: [Int] = []

    /// Nothing to do with any other.
    public init() {}

    /// What files call these, in their order.
    static var keys: [String] { ["requireToFail", "simultaneousWith", "cannotPrevent", "cannotBePreventedBy"] }

    /// Adds the gesture at `index` to the one of ``keys`` at `key`.
    mutating func insert(_ index: Int, key: Int) {
        func inserted(_ indices: [Int]) -> [Int] { indices.contains(index) ? indices : (indices + [index]).sorted() }
        switch key {
        case 0: requireToFail = inserted(requireToFail)
        case 1: simultaneousWith = inserted(simultaneousWith)
        case 2: cannotPrevent = inserted(cannotPrevent)
        default: cannotBePreventedBy = inserted(cannotBePreventedBy)
        }
    }
}
