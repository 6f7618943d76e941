public import TaplineCore

// Values with a unit.
extension ParameterReader {
    /// The times that are allowed unless a range says otherwise.
    public static var times: ClosedRange<Microseconds> { .zero...Microseconds(3_600_000_000) }
    /// The speeds that are allowed unless a range says otherwise, pt/s.
    public static var speeds: ClosedRange<Float> { 0...100_000 }

    /// A length in pt within `range`: `10pt`, `4mm`, `120px` or `5%` (of the panel's shorter side), 0 without a unit. The
    /// range is in pt and counts after the conversion.
    public mutating func length(_ key: String, in range: ClosedRange<Float> = 0...10_000) -> Float? {
        node(key).flatMap { length($0, key, along: .any, in: range) }
    }

    mutating func length(
        _ node: YAMLNode, _ name: String, along axis: Length.Axis, in range: ClosedRange<Float>, or word: String? = nil
    ) -> Float? {
        let panel = panel
        return value(node, name, .length(range), in: range, or: word) { Length($0)?.points(along: axis, on: panel) }
    }

    /// A time within `range`: `350ms`, `0.5s`, `500us` (or `µs`), `5min`, `1h`, 0 without a unit; rounded to whole µs.
    ///
    /// With `none`, the word `none` is allowed too and stands for that value.
    public mutating func time(
        _ key: String, in range: ClosedRange<Microseconds> = times, none: Microseconds? = nil
    ) -> Microseconds? {
        guard let node = node(key) else { return nil }
        if none != nil { problems.note(node, .values(.word(["none"]))) }
        if let none, node.text == "none" { return none }
        return time(node, key, in: range, or: none.map { _ in "none" })
    }

    mutating func time(
        _ node: YAMLNode, _ name: String, in range: ClosedRange<Microseconds>, or word: String? = nil
    ) -> Microseconds? {
        value(node, name, .time(range), in: range, or: word) { Self.time(of: $0) }
    }

    /// The time that `text` says; nil: it says none.
    static func time(of text: String) -> Microseconds? {
        guard let quantity = Quantity(text) else { return nil }
        let microseconds: Double
        switch quantity.unit {
        case "h": microseconds = quantity.value * 3.6e9
        case "min": microseconds = quantity.value * 6e7
        case "s": microseconds = quantity.value * 1e6
        case "ms": microseconds = quantity.value * 1e3
        case "us", "\u{B5}s", "\u{3BC}s": microseconds = quantity.value  // the micro sign and the Greek letter
        case "" where quantity.value == 0: microseconds = 0
        default: return nil
        }
        // No range goes beyond a day, and a day fits the integer.
        let bounded = max(-8.64e10 - 1, min(8.64e10 + 1, microseconds))
        return Microseconds(Int64(bounded + (bounded < 0 ? -0.5 : 0.5)))
    }

    /// An angle in radians: `12deg` or `0.2rad`, 0 without a unit. The range is in degrees.
    public mutating func angle(_ key: String, inDegrees range: ClosedRange<Double>) -> Float? {
        guard let node = node(key), let radians = angle(node, key, inDegrees: range) else { return nil }
        return Float(radians)
    }

    mutating func angle(_ node: YAMLNode, _ name: String, inDegrees range: ClosedRange<Double>) -> Double? {
        let degrees: Double? = value(node, name, .angle(range), in: range) { text in
            guard let quantity = Quantity(text) else { return nil }
            switch quantity.unit {
            case "deg": return quantity.value
            case "rad": return quantity.value / piDouble * 180
            case "" where quantity.value == 0: return 0
            default: return nil
            }
        }
        return degrees.map { $0 / 180 * piDouble }
    }

    /// A speed in pt/s within `range`: `200pt/s`, `30mm/s`, `400px/s`, 0 without a unit.
    public mutating func speed(_ key: String, in range: ClosedRange<Float> = speeds) -> Float? {
        guard let node = node(key) else { return nil }
        let panel = panel
        return value(node, key, .speed(range), in: range) { text in
            guard let quantity = Quantity(text) else { return nil }
            let unit: Length.Unit
            switch quantity.unit {
            case "pt/s": unit = .points
            case "mm/s": unit = .millimetres
            case "px/s": unit = .pixels
            case "" where quantity.value == 0: unit = .points
            default: return nil
            }
            return Length(quantity.value, unit).points(along: .any, on: panel)
        }
    }
}
