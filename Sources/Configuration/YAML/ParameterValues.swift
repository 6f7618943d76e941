public import TaplineCore

/// What values a parameter takes: what messages and tables say of them, written once.
public enum ParameterValues: Equatable, Sendable {
    /// A whole number.
    case integer(ClosedRange<Int>)
    /// A number without a unit.
    case number(ClosedRange<Double>)
    /// A length; the range in pt.
    case length(ClosedRange<Float>)
    /// A time.
    case time(ClosedRange<Microseconds>)
    /// An angle; the range in degrees.
    case angle(ClosedRange<Double>)
    /// A speed; the range in pt/s.
    case speed(ClosedRange<Float>)
    /// A number in the first of these units; 0 also without one.
    case quantity(ClosedRange<Double>, units: [String])
    /// `true` or `false`.
    case boolean
    /// One of these words.
    case word([String])
    /// Some of these words, or `all`.
    case words([String])
    /// What no range describes: how it is written.
    case form(String)

    /// What is allowed: `0pt to 100pt`, `left, right`.
    public var range: String {
        switch self {
        case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "\(decimal(range.lowerBound)) to \(decimal(range.upperBound))"
        case .length(let range):
            "\(decimal(Double(range.lowerBound)))pt to \(decimal(Double(range.upperBound)))pt"
        case .time(let range): "\(written(range.lowerBound)) to \(written(range.upperBound))"
        case .angle(let range): "\(decimal(range.lowerBound))deg to \(decimal(range.upperBound))deg"
        case .speed(let range):
            "\(decimal(Double(range.lowerBound)))pt/s to \(decimal(Double(range.upperBound)))pt/s"
        case .quantity(let range, let units):
            "\(decimal(range.lowerBound))\(units[0]) to \(decimal(range.upperBound))\(units[0])"
        case .boolean: "true or false"
        case .word(let words): listed(words)
        case .words(let words): listed(words + ["all"])
        case .form(let form): form
        }
    }

    /// What to write in place of a value that is none of them.
    var wanted: (noun: String, suggestion: String) {
        switch self {
        case .integer: ("whole number", "write a whole number, \(range)")
        case .number: ("number", "write a number, \(range)")
        case .length: ("length", "write a number and its unit: 10pt, 4mm, 120px or 5%")
        case .time: ("time", "write a number and its unit: 350ms, 0.5s or 5min")
        case .angle: ("angle", "write a number and its unit: 12deg or 0.2rad")
        case .speed: ("speed", "write a number and its unit: 200pt/s, 30mm/s or 400px/s")
        case .quantity: ("value", "write a number and its unit: \(range)")
        case .boolean, .word, .words, .form: ("value", "write \(range)")
        }
    }

    /// What to write in place of a value that is out of range.
    var inRange: String {
        switch self {
        case .integer, .number, .quantity: wanted.suggestion
        default: "write \(range)"
        }
    }
}

/// A number without a needless ".0".
package func decimal(_ value: Double) -> String {
    if value >= -1e15, value <= 1e15 {
        let whole = Int64(value)
        if Double(whole) == value { return "\(whole)" }
    }
    return "\(value)"
}

/// A time as files give it, in the largest unit that leaves a whole number.
func written(_ time: Microseconds) -> String {
    if time.count % 1_000_000 == 0 { return "\(time.count / 1_000_000)s" }
    if time.count % 1_000 == 0 { return "\(time.count / 1_000)ms" }
    return "\(time.count)us"
}

/// A length in pt as files give it: in mm where only that is a whole number.
func written(points: Float) -> String {
    let millimetres = fixed(Double(points) * PanelGeometry.millimetresPerPoint, places: 3)
    let text = fixed(Double(points), places: 3)
    return text.contains(".") && !millimetres.contains(".") ? millimetres + "mm" : text + "pt"
}

/// An angle in radians as files give it.
func written(radians: Float) -> String { fixed(Double(radians) / piDouble * 180, places: 3) + "deg" }
