// What a text is put together of, by calls. Swift's own ways of adding a text, a whole number or what describes itself are taken in
// line wherever a text is put together, with some 200 bytes of code for each part: of the daemon as one static file, an eighth. These
// are found first, in every file that sees this module; a file that does not is only larger.

extension DefaultStringInterpolation {
    /// Adds what stands between two values.
    @inline(never)
    package mutating func appendLiteral(_ literal: String) { write(literal) }

    /// Adds a text.
    @inline(never)
    package mutating func appendInterpolation(_ text: String) { write(text) }

    /// Adds a whole number.
    @inline(never)
    package mutating func appendInterpolation(_ number: Int) { write(String(number)) }

    /// Adds a value as it describes itself.
    package mutating func appendInterpolation<Value: CustomStringConvertible>(_ value: Value) {
        appendInterpolation(value.description)
    }
}

extension String {
    /// Adds a text.
    @inline(never)
    package static func += (text: inout String, other: String) { text.append(other) }
}
