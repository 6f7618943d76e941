/// What an output is: a line is idle or active, a backlight anything between. This alone says how every format writes it.
public enum OutputLevel: Equatable, Sendable {
    case idle
    case active
    /// A backlight, in thousandths of what it is while the panel is awake; whether it is on its way to another level, which
    /// nobody need be told of.
    case brightness(UInt16, isFading: Bool)

    /// Idle, or active.
    public init(isActive: Bool) { self = isActive ? .active : .idle }

    /// Whether it is more than idle: of a backlight, whether it is dimmed.
    public var isActive: Bool {
        switch self {
        case .idle: false
        case .active: true
        case .brightness(let level, _): level < BacklightOutput.bright
        }
    }

    /// Whether it will have another level in a moment, by itself.
    public var isPassing: Bool { if case .brightness(_, true) = self { true } else { false } }

    /// Its name in every format.
    public var name: StaticString {
        switch self {
        case .idle: "idle"
        case .active: "active"
        case .brightness: isActive ? "dimmed" : "bright"
        }
    }

    /// Writes the voltage of a line with this level as a number, 1 is 3.3 V; of a backlight its share of what it is while the
    /// panel is awake: `0.25`.
    public func writeFigure(isActiveLow: Bool, into line: inout ByteLine) {
        switch self {
        case .idle: line.append(isActiveLow ? "1" : "0")
        case .active: line.append(isActiveLow ? "0" : "1")
        case .brightness(let level, _):
            if level >= BacklightOutput.bright { return line.append("1") }
            line.append("0")
            guard level > 0 else { return }
            line.append(".")
            var rest = level
            var unit: UInt16 = 100
            while rest > 0 {
                line.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / unit))
                rest %= unit
                unit /= 10
            }
        }
    }

    /// Writes the same for people: `high`, `low`; of a backlight `25 %`.
    public func writeVoltage(isActiveLow: Bool, into line: inout ByteLine) {
        switch self {
        case .idle: line.append(isActiveLow ? "high" : "low")
        case .active: line.append(isActiveLow ? "low" : "high")
        case .brightness(let level, _):
            line.append(Int(level) / 10)
            line.append(" %")
        }
    }
}
