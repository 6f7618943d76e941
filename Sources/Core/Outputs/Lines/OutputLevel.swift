/// What an output is: a line is idle or active. One that is anything between adds its case here, and here alone says how every
/// format writes it.
public enum OutputLevel: Equatable, Sendable {
    case idle
    case active

    /// Idle, or active.
    public init(isActive: Bool) { self = isActive ? .active : .idle }

    /// Whether it is more than idle.
    public var isActive: Bool {
        switch self {
        case .idle: false
        case .active: true
        }
    }

    /// Its name in every format.
    public var name: StaticString {
        switch self {
        case .idle: "idle"
        case .active: "active"
        }
    }

    /// The voltage of a line with this level, in every format: a number, 1 is 3.3 V, and its name.
    public func voltage(isActiveLow: Bool) -> (figure: StaticString, name: StaticString) {
        switch self {
        case .idle: isActiveLow ? ("1", "high") : ("0", "low")
        case .active: isActiveLow ? ("0", "low") : ("1", "high")
        }
    }
}
