/// A number with a unit, as it is written: `350ms`, `-4.5 mm`, `5%`, `12`.
package struct Quantity: Equatable {
    /// The number; infinite where it is too large to hold.
    package let value: Double
    /// What follows the number, empty for a bare one.
    package let unit: String

    /// nil where `text` does not begin with a number.
    package init?(_ text: String) {
        var scanner = ByteScanner(text)
        guard let number = scanner.decimalNumber() else { return nil }
        value = number
        scanner.skipSpaces()
        unit = scanner.rest()
    }
}

/// A whole number as it is written: `12`, `-3` or `0x5d`.
///
/// - Returns: nil where `text` is something else; the nearest `Int` where it is too large.
func wholeNumber(_ text: String) -> Int? {
    var scanner = ByteScanner(text)
    return scanner.wholeNumber()
}

/// The same where nothing but a number is meant, in each of YAML's spellings: `1e2` and `12.0`, too. (An adapter may be called
/// `7e804000`.)
func wholeNumberOfYAML(_ text: String) -> Int? {
    if let number = wholeNumber(text) { return number }
    guard let quantity = Quantity(text), quantity.unit.isEmpty, quantity.value == quantity.value.rounded() else {
        return nil
    }
    return Int(exactly: quantity.value) ?? (quantity.value < 0 ? .min : .max)
}

/// Reads numbers from text without a C library, so that every host reads the same.
private struct ByteScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    private func byte(_ offset: Int = 0) -> UInt8 {
        position + offset < bytes.count ? bytes[position + offset] : 0
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

    mutating func skipSpaces() {
        while byte() == 32 { position += 1 }
    }

    func rest() -> String { String(decoding: bytes[position...], as: UTF8.self) }

    private mutating func sign() -> Bool {
        let negative = byte() == 45
        if negative || byte() == 43 { position += 1 }
        return negative
    }

    mutating func decimalNumber() -> Double? {
        let negative = sign()
        let start = position
        var isFraction = false
        var hasDigits = false
        while isDigit(byte()) || byte() == 46 && !isFraction {
            if byte() == 46 { isFraction = true } else { hasDigits = true }
            position += 1
        }
        guard hasDigits else { return nil }
        // The `e-3` of `5e-3`.
        if byte() | 0x20 == 101 {
            let digits = byte(1) == 45 || byte(1) == 43 ? 2 : 1
            if isDigit(byte(digits)) {
                position += digits
                while isDigit(byte()) { position += 1 }
            }
        }
        let magnitude = decimal(bytes[start..<position])
        return negative ? -magnitude : magnitude
    }

    mutating func wholeNumber() -> Int? {
        let negative = sign()
        let isHexadecimal = byte() == 48 && (byte(1) == 120 || byte(1) == 88)
        if isHexadecimal { position += 2 }
        guard position < bytes.count else { return nil }
        let base = isHexadecimal ? 16 : 10
        var value = 0
        while position < bytes.count {
            guard let digit = hexDigit(byte()).map({ Int($0) }), digit < base else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: base)
            let (sum, carry) = product.addingReportingOverflow(digit)
            value = overflow || carry ? .max : sum
            position += 1
        }
        return negative ? -value : value
    }
}
