public import TaplineGestures

/// Text under construction in a fixed buffer: one line of an event format.
///
/// What does not fit is left out and shows in ``isTruncated``; every format's longest line fits.
public struct ByteLine: Sendable {
    /// The most bytes of a line.
    public static var capacity: Int { 640 }
    private var storage = InlineArray<640, UInt8>(repeating: 0)
    /// How many bytes there are.
    public private(set) var count = 0
    /// Whether something did not fit.
    public private(set) var isTruncated = false

    /// An empty line.
    public init() {}

    /// The byte at `index`, 0 …< ``count``.
    public subscript(index: Int) -> UInt8 { storage[index] }

    /// Hands all bytes on. (Mutating: the line would be copied.)
    public mutating func withBytes(_ take: (Span<UInt8>) -> Void) { take(storage.span.extracting(first: count)) }

    /// Forgets everything.
    public mutating func removeAll() {
        count = 0
        isTruncated = false
    }

    /// Takes the line feed at its end off, with the carriage return before it.
    public mutating func removeLineEnd() {
        if count > 0, storage[count &- 1] == UInt8(ascii: "\n") { count &-= 1 }
        if count > 0, storage[count &- 1] == UInt8(ascii: "\r") { count &-= 1 }
    }

    /// Takes the last byte off, if there is one.
    public mutating func removeLast() { if count > 0 { count &-= 1 } }

    /// Adds a byte.
    public mutating func append(_ byte: UInt8) {
        guard count < ByteLine.capacity else {
            isTruncated = true
            return
        }
        storage[count] = byte
        count &+= 1
    }

    /// Adds constant text. (A StaticString's bytes live as long as the program: reading them is safe.)
    public mutating func append(_ text: StaticString) {
        let start = unsafe text.utf8Start
        var end = count
        for i in 0..<text.utf8CodeUnitCount {
            guard end < ByteLine.capacity else {
                isTruncated = true
                break
            }
            storage[end] = unsafe start[i]
            end &+= 1
        }
        count = end
    }

    /// Adds a name as it is.
    public mutating func append(_ name: Name) {
        for i in 0..<name.count { append(name[i]) }
    }

    /// Adds a name as a JSON string, quotes included.
    public mutating func appendQuoted(_ name: Name) {
        append(UInt8(ascii: "\""))
        appendEscaped(name)
        append(UInt8(ascii: "\""))
    }

    /// Adds a name as it stands inside a JSON string.
    public mutating func appendEscaped(_ name: Name) {
        for i in 0..<name.count { appendEscaped(name[i]) }
    }

    /// Adds a byte of UTF-8 as it stands inside a JSON string, where control characters are left out.
    mutating func appendEscaped(_ byte: UInt8) {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append(UInt8(ascii: "\\")) }
        if byte >= 0x20 { append(byte) }
    }

    /// Adds a whole number.
    public mutating func append<Number: FixedWidthInteger & SignedInteger>(_ number: Number) {
        if number < Number.zero { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var n = 0
        repeat {
            digits[n] = UInt8(truncatingIfNeeded: rest % 10) &+ UInt8(ascii: "0")
            rest /= 10
            n &+= 1
        } while rest > Number.Magnitude.zero
        while n > 0 {
            n &-= 1
            append(digits[n])
        }
    }

    /// Adds a number rounded to a whole one; 0 for what is not finite, or beyond 2·10⁹.
    public mutating func append(rounded number: Float) {
        let magnitude = abs(number)
        let whole = magnitude.isFinite && magnitude < 2e9 ? Int(magnitude + 0.5) : 0
        append(number < 0 ? -whole : whole)
    }

    /// Adds a number rounded to at most `decimals` (1…6) places: without trailing zeros, but with one place at
    /// least. What is not finite, or beyond
    /// 2·10⁹, becomes 0.0: no event contains such a number.
    public mutating func append(_ number: Float, decimals: Int) {
        guard number.isFinite, abs(number) < 2e9 else {
            append("0.0")
            return
        }
        var scale = 1
        for _ in 0..<decimals { scale &*= 10 }
        let magnitude = abs(number)
        var whole = Int(magnitude)
        var part = Int((magnitude - Float(whole)) * Float(scale) + 0.5)
        if part >= scale {
            whole &+= 1
            part = 0
        }
        if number < 0, whole > 0 || part > 0 { append(UInt8(ascii: "-")) }
        append(whole)
        append(UInt8(ascii: "."))
        scale /= 10
        repeat {
            append(UInt8(truncatingIfNeeded: part / scale) &+ UInt8(ascii: "0"))
            part %= scale
            scale /= 10
        } while part > 0 && scale > 0
    }
}
