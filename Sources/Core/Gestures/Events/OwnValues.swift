/// The values of a kind of one's own, at most four. A constant text names them and says once what each of them is; every format
/// writes them.
///
/// ```swift
/// .own(OwnValues("strokes count, width pt, shape round|square", 3, 41.5, 1))
/// ```
///
/// What stands behind a name, all of it up to the next comma:
/// - nothing, or any other word, its unit (`rad`, `1/s`): a number, written to a ten-thousandth
/// - `count`: a whole number
/// - `pt`, `pt/s`: a length or a speed, which formats write in px and px/s
/// - words between bars: one of them, by its place from 0 on
///
/// Names are letters and digits, and none that an event has anyway, such as `seq`, `t`, `x`, `y` and `touches`: a line would say it twice.
public struct OwnValues: Equatable, Sendable {
    /// The most values.
    public static var capacity: Int { 4 }
    private let fields: StaticString
    private let values: InlineArray<4, Float>

    /// Values of these fields, in their order.
    public init(_ fields: StaticString, _ first: Float, _ second: Float = 0, _ third: Float = 0, _ fourth: Float = 0) {
        self.fields = fields
        values = [first, second, third, fourth]
    }

    /// Visits each with its field.
    func visitEach(_ visit: (OwnValue) -> Void) {
        var place = 0
        for index in 0..<OwnValues.capacity {
            var field = OwnValue(number: values[index])
            place = field.read(fields, from: place)
            if field.name.count > 0 { visit(field) }
        }
    }

    public static func == (a: OwnValues, b: OwnValues) -> Bool {
        guard GestureSelection.isSame(a.fields, b.fields) else { return false }
        for i in 0..<OwnValues.capacity where a.values[i] != b.values[i] { return false }
        return true
    }
}

/// One value of a kind of one's own, with its field.
public struct OwnValue: Sendable {
    /// What is known of the field.
    public enum Content: Equatable, Sendable {
        case count, number
        /// pt, or pt/s.
        case length
        case word
    }

    /// The key of `events/1`.
    public private(set) var name = Name()
    /// What people see behind a number: its unit, px in the place of pt; empty: none.
    public private(set) var unit = Name()
    /// Of a word, which one.
    public private(set) var word = Name()
    /// What it is.
    public private(set) var content = Content.number
    /// The value itself.
    public var number: Float

    init(number: Float) { self.number = number.isFinite ? number : 0 }

    /// Takes the field of `text` that begins at `start`; where the next one begins. (A StaticString's bytes live as long as the
    /// program: reading them is safe.)
    fileprivate mutating func read(_ text: StaticString, from start: Int) -> Int {
        var place = start
        var isBehindName = false
        var bars = 0
        while place < text.utf8CodeUnitCount {
            let byte = unsafe text.utf8Start[place]
            place &+= 1
            if byte == UInt8(ascii: ",") { break }
            if byte == UInt8(ascii: " ") {
                if name.count > 0 { isBehindName = true }
            } else if !isBehindName {
                name.append(byte)
            } else if byte == UInt8(ascii: "|") {
                content = .word
                bars &+= 1
            } else {
                unit.append(byte)
                if Float(bars) == number { word.append(byte) }
            }
        }
        if content == .word {
            unit = Name()
        } else if unit == Name("count") {
            content = .count
            unit = Name()
        } else if unit == Name("pt") || unit == Name("pt/s") {
            content = .length
            unit = unit.count > 2 ? Name("px/s") : Name("px")
        }
        return place
    }
}
