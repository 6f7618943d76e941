public import TaplineCore

// Values with a unit.
extension ParameterReader {
    /// A length in pt within `range`: `10pt`, `4mm`, `120px` or `5%` (of the panel's shorter side), 0 without a unit.
    ///
    /// With `none`, the word `none` is allowed too and stands for that value. The range is in pt and counts after
    /// the conversion.
    public mutating func length(
        _ key: String, in range: ClosedRange<Float> = 0...10_000, none: Float? = nil
    ) -> Float? {
        guard let node = node(key) else { return nil }
        if let none, node.text == "none" { return none }
        return length(node, key, along: .any, in: range)
    }

    mutating func length(
        _ node: YAMLNode, _ name: String, along axis: Length.Axis, in range: ClosedRange<Float>
    ) -> Float? {
        guard let text = node.text, let length = Length(text) else {
            problems.add(
                node.mark, "\(quoted(name)) is \(node.whatItIs), which is no length",
                "write a number and its unit: 10pt, 4mm, 120px or 5%")
            return nil
        }
        let points = length.points(along: axis, on: panel)
        guard range.contains(points) else {
            problems.add(
                node.mark, "\(quoted(name)) is out of range: \(displayed(text))",
                "write \(decimal(Double(range.lowerBound)))pt to \(decimal(Double(range.upperBound)))pt")
            return nil
        }
        return points
    }

    /// A time within `range`: `350ms`, `0.5s`, `500us` (or `µs`), 0 without a unit; rounded to whole µs.
    ///
    /// With `none`, the word `none` is allowed too and stands for that value.
    public mutating func time(
        _ key: String, in range: ClosedRange<Microseconds> = .zero...Microseconds(3_600_000_000),
        none: Microseconds? = nil
    ) -> Microseconds? {
        guard let node = node(key) else { return nil }
        if let none, node.text == "none" { return none }
        return time(node, key, in: range)
    }

    mutating func time(_ node: YAMLNode, _ name: String, in range: ClosedRange<Microseconds>) -> Microseconds? {
        guard let text = node.text, let microseconds = microseconds(text) else {
            problems.add(
                node.mark, "\(quoted(name)) is \(node.whatItIs), which is no time",
                "write a number and its unit: 350ms, 0.5s or 500us")
            return nil
        }
        // Beyond a day nothing is in range, and everything below fits the integer.
        if microseconds >= -8.64e10, microseconds <= 8.64e10 {
            let rounded = Microseconds(Int64(microseconds + (microseconds < 0 ? -0.5 : 0.5)))
            if range.contains(rounded) { return rounded }
        }
        problems.add(
            node.mark, "\(quoted(name)) is out of range: \(displayed(text))",
            "write \(written(range.lowerBound)) to \(written(range.upperBound))")
        return nil
    }

    private func microseconds(_ text: String) -> Double? {
        guard let quantity = Quantity(text) else { return nil }
        switch quantity.unit {
        case "s": return quantity.value * 1e6
        case "ms": return quantity.value * 1e3
        case "us", "\u{B5}s", "\u{3BC}s": return quantity.value  // the micro sign and the Greek letter
        case "" where quantity.value == 0: return 0
        default: return nil
        }
    }

    /// A time as files give it, in the largest unit that leaves a whole number.
    private func written(_ time: Microseconds) -> String {
        if time.count % 1_000_000 == 0 { return "\(time.count / 1_000_000)s" }
        if time.count % 1_000 == 0 { return "\(time.count / 1_000)ms" }
        return "\(time.count)us"
    }

    /// An angle in radians: `12deg` or `0.2rad`, 0 without a unit. The range is in degrees.
    public mutating func angle(_ key: String, inDegrees range: ClosedRange<Double>) -> Float? {
        guard let node = node(key), let radians = angle(node, key, inDegrees: range) else { return nil }
        return Float(radians)
    }

    mutating func angle(_ node: YAMLNode, _ name: String, inDegrees range: ClosedRange<Double>) -> Double? {
        guard let text = node.text, let degrees = degrees(text) else {
            problems.add(
                node.mark, "\(quoted(name)) is \(node.whatItIs), which is no angle",
                "write a number and its unit: 12deg or 0.2rad")
            return nil
        }
        guard range.contains(degrees) else {
            problems.add(
                node.mark, "\(quoted(name)) is out of range: \(displayed(text))",
                "write \(decimal(range.lowerBound))deg to \(decimal(range.upperBound))deg")
            return nil
        }
        return degrees / 180 * piDouble
    }

    private func degrees(_ text: String) -> Double? {
        guard let quantity = Quantity(text) else { return nil }
        switch quantity.unit {
        case "deg": return quantity.value
        case "rad": return quantity.value / piDouble * 180
        case "" where quantity.value == 0: return 0
        default: return nil
        }
    }

    /// A speed in pt/s within `range`: `200pt/s`, `30mm/s`, `400px/s`, 0 without a unit.
    public mutating func speed(_ key: String, in range: ClosedRange<Float> = 0...100_000) -> Float? {
        guard let node = node(key) else { return nil }
        guard let text = node.text, let speed = speed(text) else {
            problems.add(
                node.mark, "\(quoted(key)) is \(node.whatItIs), which is no speed",
                "write a number and its unit: 200pt/s, 30mm/s or 400px/s")
            return nil
        }
        guard range.contains(speed) else {
            problems.add(
                node.mark, "\(quoted(key)) is out of range: \(displayed(text))",
                "write \(decimal(Double(range.lowerBound)))pt/s to \(decimal(Double(range.upperBound)))pt/s")
            return nil
        }
        return speed
    }

    private func speed(_ text: String) -> Float? {
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
