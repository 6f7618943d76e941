import TaplineConfiguration
import TaplineCore

// How values are written: patterns of the texts that the readers accept, and numbers where YAML makes numbers of them.
//
// A reader takes every scalar as text, so that `taps: "2"` is right, too. Ranges are of numbers; of a number with a unit the
// pattern says its form, the description its range.
extension ParameterQuestions.Question {
    private static var digits: String { "([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?" }
    private static var zero: String { "[-+]?(0+\\.?0*|\\.0+)([eE][-+]?[0-9]+)?" }

    /// The schema of such a value.
    var schema: [(key: String, value: SchemaJSON)] {
        switch self {
        case .values(let values): Self.schema(of: values)
        case .text(let limit): Self.text(limit)
        case .name: Self.text(ConfigurationLimits.nameBytes) + [("pattern", .text("^[^ ,]([^,]*[^ ,])?$"))]
        case .line:
            [("not", .object([("type", .text("integer"))]))] + Self.text(31)
                + [("pattern", .text("^(?![-+]?(0[xX][0-9a-fA-F]+|[0-9]+)$)"))]
        case .reference:
            [
                ("type", .texts(["string", "boolean"])), ("minLength", .raw("1")), ("maxLength", .raw("255")),
                ("pattern", .text("^(\\+?\(Self.digits) *(g|m/s2)|(?![-+]?\\.?[0-9]).*)$")),
            ]
        case .path(let limit):
            [("type", .text("string")), ("maxLength", .raw("\(limit)")), ("pattern", .text("^/.*[^/]$"))]
        case .list, .elements, .keys: []
        }
    }

    /// What a description says of the range; nil: nothing.
    var range: String? {
        switch self {
        case .values(.boolean), .values(.word), .values(.words), .values(.form): nil
        case .values(let values): values.range
        case .text(let limit), .path(let limit): limit < 255 ? "up to \(limit) bytes" : nil
        case .name: "1 to \(ConfigurationLimits.nameBytes) bytes, no comma"
        case .line, .reference, .list, .elements, .keys: nil
        }
    }

    /// (YAML makes numbers and booleans of some texts.)
    private static func text(_ limit: Int) -> [(key: String, value: SchemaJSON)] {
        [("type", .texts(["string", "number", "boolean"])), ("minLength", .raw("1")), ("maxLength", .raw("\(limit)"))]
    }

    private static func schema(of values: ParameterValues) -> [(key: String, value: SchemaJSON)] {
        switch values {
        case .integer(let range):
            return number(
                "integer", "\(range.lowerBound)", "\(range.upperBound)", "^[-+]?(0[xX][0-9a-fA-F]+|[0-9]+)$")
        case .number(let range):
            return number("number", decimal(range.lowerBound), decimal(range.upperBound), "^[-+]?\(digits)$")
        case .length(let range):
            return quantity(["pt", "mm", "px", "%"], isSigned: range.lowerBound < 0, hasZero: true)
        case .time(let range):
            return quantity(
                ["h", "min", "s", "ms", "us", "\u{B5}s", "\u{3BC}s"], isSigned: false, hasZero: range.contains(.zero))
        case .angle(let range):
            return quantity(["deg", "rad"], isSigned: range.lowerBound < 0, hasZero: range.contains(0))
        case .speed: return quantity(["pt/s", "mm/s", "px/s"], isSigned: false, hasZero: true)
        case .quantity(let range, let units):
            guard units != [""] else { return schema(of: .number(range)) }
            return quantity(units, isSigned: range.lowerBound < 0, hasZero: range.contains(0))
        case .boolean:
            return [("type", .texts(["boolean", "string"])), ("pattern", .text("^(true|false)$"))]
        case .word(let words), .words(let words): return [("enum", enumeration(words))]
        case .form: return Self.text(255)
        }
    }

    /// These words, and those that look like numbers as numbers, too.
    static func enumeration(_ words: [String]) -> SchemaJSON {
        let numbers = words.filter { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        return .array(numbers.map { .raw($0) } + words.map { .text($0) })
    }

    private static func number(
        _ type: String, _ least: String, _ most: String, _ pattern: String
    ) -> [(key: String, value: SchemaJSON)] {
        [
            ("type", .texts([type, "string"])), ("minimum", .raw(least)), ("maximum", .raw(most)),
            ("pattern", .text(pattern)),
        ]
    }

    private static func quantity(
        _ units: [String], isSigned: Bool, hasZero: Bool
    ) -> [(key: String, value: SchemaJSON)] {
        // (Of what is never less than 0 there is no negative number but -0.)
        let sign = isSigned ? "[-+]?" : "\\+?"
        let unit = "(" + units.joined(separator: "|") + ")"
        let some = "\(sign)\(digits) *\(unit)"
        guard hasZero else { return [("type", .text("string")), ("pattern", .text("^\(some)$"))] }
        return [
            ("type", .texts(["string", "number"])), ("minimum", .raw("0")), ("maximum", .raw("0")),
            ("pattern", .text("^(\(some)|\(zero) *\(unit)?)$")),
        ]
    }
}
