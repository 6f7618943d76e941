public import TaplineCore

/// A parameter of a kind of gesture, as the file of the kind describes it: for tables, schemas and sliders.
public struct ParameterDescription: Equatable, Sendable {
    /// Its key; of a part behind a point: `slop.pan`.
    public let name: String
    /// What values it takes.
    public let values: ParameterValues
    /// A word that is allowed, too: `none`, `any`.
    public let word: String?
    /// What it is where a file does not give it, as a file would give it.
    public let standard: String
    /// What it does.
    public let help: String
}

extension ConfigurableRecognizer {
    /// The parameters of `kind`, one of ``kindNames()``, in the order in which they are read.
    public static func parameters(of kind: String) -> [ParameterDescription] {
        var reader = ParameterReader(
            YAMLNode(mark: .start, range: 0..<0, content: .mapping([])), what: "a gesture",
            panel: PanelGeometry(.init(rawWidth: 1, rawHeight: 1)), problems: Problems(file: ""))
        reader.descriptions = []
        _ = try? make(kind: kind, parameters: &reader)
        return reader.descriptions ?? []
    }
}

// Parameters that are described where they are read. Each of these sets a value where the file gives it rightly; the value
// before is the default.
extension ParameterReader {
    /// Describes a parameter that is read by other means.
    public mutating func describe(
        _ key: String, _ values: @autoclosure () -> ParameterValues, or word: String? = nil,
        default standard: @autoclosure () -> String, _ help: StaticString
    ) {
        descriptions?.append(
            ParameterDescription(
                name: key, values: values(), word: word, standard: standard(), help: String(constant: help)))
    }

    /// A whole number within `range`; with `any`, the word `any` stands for that number. Whether the file gives it.
    @discardableResult
    public mutating func integer(
        _ key: String, _ value: inout Int, in range: ClosedRange<Int>, any: Int? = nil, _ help: StaticString
    ) -> Bool {
        describe(
            key, .integer(range), or: any.map { _ in "any" }, default: value == any ? "any" : "\(value)", help)
        let found = integer(key, in: range, any: any)
        value = found ?? value
        return found != nil
    }

    /// A number without a unit within `range`.
    public mutating func number(
        _ key: String, _ value: inout Float, in range: ClosedRange<Double>, _ help: StaticString
    ) {
        describe(key, .number(range), default: fixed(Double(value), places: 3), help)
        value = number(key, in: range).map { Float($0) } ?? value
    }

    /// A length in pt within `range`.
    public mutating func length(
        _ key: String, _ value: inout Float, in range: ClosedRange<Float> = 0...10_000, _ help: StaticString
    ) {
        describe(key, .length(range), default: written(points: value), help)
        value = length(key, in: range) ?? value
    }

    /// A time up to an hour; with `none`, the word `none` stands for that time.
    public mutating func time(
        _ key: String, _ value: inout Microseconds, none: Microseconds? = nil, _ help: StaticString
    ) {
        describe(
            key, .time(Self.times), or: none.map { _ in "none" }, default: value == none ? "none" : written(value), help
        )
        value = time(key, none: none) ?? value
    }

    /// An angle in radians; the range is in degrees.
    public mutating func angle(
        _ key: String, _ value: inout Float, inDegrees range: ClosedRange<Double>, _ help: StaticString
    ) {
        describe(key, .angle(range), default: written(radians: value), help)
        value = angle(key, inDegrees: range) ?? value
    }

    /// A speed in pt/s.
    public mutating func speed(_ key: String, _ value: inout Float, _ help: StaticString) {
        describe(key, .speed(Self.speeds), default: fixed(Double(value), places: 3) + "pt/s", help)
        value = speed(key) ?? value
    }

    /// `true` or `false`.
    public mutating func boolean(_ key: String, _ value: inout Bool, _ help: StaticString) {
        describe(key, .boolean, default: value ? "true" : "false", help)
        value = boolean(key) ?? value
    }

    /// One of a few words.
    public mutating func choice<Value: Equatable>(
        _ key: String, _ value: inout Value, _ choices: [(name: String, value: Value)], _ help: StaticString
    ) {
        describe(
            key, .word(choices.map { $0.name }), default: choices.first { $0.value == value }?.name ?? "", help)
        value = choice(key, choices) ?? value
    }

    /// Some of a few words; all of them by default.
    public mutating func choices<Value>(
        _ key: String, _ choices: [(name: String, value: Value)], _ help: StaticString
    ) -> [Value]? {
        describe(key, .words(choices.map { $0.name }), default: "all", help)
        return self.choices(key, choices)
    }

    /// Parameters in a mapping of their own under `key`; `suggestion` is for anything else that stands there.
    mutating func group(_ key: String, suggestion: String, _ read: (inout ParameterReader) -> Void) {
        let node = node(key)
        if descriptions != nil {
            // (An empty mapping in place of what the file has.)
            mapping(
                YAMLNode(mark: mark, range: 0..<0, content: .mapping([])), what: "'\(key)'", prefix: key + ".", read)
        } else if let node {
            guard case .mapping = node.content else {
                refuse(at: node.mark, "\(quoted(key)) is \(node.whatItIs)", suggestion: suggestion)
                return
            }
            mapping(node, what: "'\(key)'", read)
        }
    }
}
