import TaplineSimulator

/// What the value of a key must be.
enum Matcher {
    /// The key must not be there.
    case absent
    /// This text, truth value or number; of `event` these touches.
    case exactly(JSONReader.Value)
    /// A number in this range, its ends included.
    case number(from: Double, to: Double)
    /// One of these.
    indirect case oneOf([Matcher])

    /// Why something is no matcher.
    struct Failure: Error {
        var message: String
    }

    /// Decimal fractions are not exact in binary: so much is no difference.
    static var rounding: Double { 1e-9 }

    /// Reads `value`.
    init(_ value: JSONReader.Value) throws(Failure) {
        switch value {
        case .null: self = .absent
        case .bool, .whole, .number, .string: self = .exactly(value)
        case .array: throw Failure(message: "a list is no expectation; write {\"oneOf\":[…]}")
        case .object(let members):
            if let choices = value["oneOf"] {
                guard members.count == 1, case .array(let choices) = choices, !choices.isEmpty else {
                    throw Failure(message: "\"oneOf\" stands alone and has a list of values")
                }
                var matchers: [Matcher] = []
                for choice in choices { matchers.append(try Matcher(choice)) }
                self = .oneOf(matchers)
            } else {
                let range = try Matcher.range(members)
                self = .number(from: range.from, to: range.to)
            }
        }
    }

    /// The range that `{"is":…,"within":…}` or `{"from":…,"to":…}` mean; of the latter one may be left out.
    static func range(
        _ members: [(key: String, value: JSONReader.Value)]
    ) throws(Failure) -> (from: Double, to: Double) {
        var numbers: [(key: String, value: Double)] = []
        for (key, value) in members {
            guard key == "is" || key == "within" || key == "from" || key == "to" else {
                throw Failure(message: "\"\(key)\" is unknown; there are is and within, from and to, and oneOf")
            }
            guard let number = value.double, number.isFinite else {
                throw Failure(message: "\"\(key)\" must be a number")
            }
            numbers.append((key, number))
        }
        func number(_ key: String) -> Double? { numbers.first { $0.key == key }?.value }
        if let middle = number("is"), let within = number("within"), numbers.count == 2, within >= 0 {
            return (middle - within, middle + within)
        }
        let from = number("from")
        let to = number("to")
        guard number("is") == nil, number("within") == nil, from != nil || to != nil,
            (from ?? -.infinity) <= (to ?? .infinity)
        else {
            throw Failure(message: "a number is {\"is\":5,\"within\":0.1}, or {\"from\":4,\"to\":6} or one of the two")
        }
        return (from ?? -.infinity, to ?? .infinity)
    }

    /// Whether `value` is as it must be; nil: the key is not there.
    func matches(_ value: JSONReader.Value?) -> Bool {
        switch self {
        case .absent: return value == nil
        case .exactly(let wanted): return value.map { Matcher.areSame(wanted, $0) } ?? false
        case .number(let from, let to):
            guard let number = value?.double else { return false }
            return Matcher.contains(number, from: from, to: to)
        case .oneOf(let matchers): return matchers.contains { $0.matches(value) }
        }
    }

    private static func areSame(_ one: JSONReader.Value, _ other: JSONReader.Value) -> Bool {
        switch (one, other) {
        case (.bool(let a), .bool(let b)): return a == b
        case (.string(let a), .string(let b)): return a == b
        case (.array(let a), .array(let b)): return a.count == b.count && zip(a, b).allSatisfy { areSame($0, $1) }
        case (.object(let a), .object(let b)):
            return a.count == b.count
                && a.allSatisfy { member in other[member.key].map { areSame(member.value, $0) } ?? false }
        default:
            guard let a = one.double, let b = other.double else { return false }
            return contains(b, from: a, to: a)
        }
    }

    /// Whether `number` lies in a range.
    static func contains(_ number: Double, from: Double, to: Double) -> Bool {
        number >= from - rounding && number <= to + rounding
    }
}
