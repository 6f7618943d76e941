/// A number with a unit, as it is written: `350ms`, `-4.5 mm`, `5%`, `12`.
struct Quantity: Equatable {
    /// The number; infinite where it is too large to hold.
    let value: Double
    /// What follows the number, empty for a bare one.
    let unit: String

    /// nil where `text` does not begin with a number.
    init?(_ text: String) {
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
        var digits: UInt64 = 0
        var exponent = 0
        var any = false
        var isFraction = false
        while true {
            if isDigit(byte()) {
                any = true
                // 18 digits are more than a Double holds; what follows only shifts the point.
                if digits < 100_000_000_000_000_000 {
                    digits = digits * 10 + UInt64(byte() - 48)
                    if isFraction { exponent -= 1 }
                } else if !isFraction {
                    exponent += 1
                }
            } else if byte() == 46, !isFraction {
                isFraction = true
            } else {
                break
            }
            position += 1
        }
        guard any else { return nil }
        exponent += powerOfTen()
        let magnitude = scaled(Double(digits), by: exponent)
        return negative ? -magnitude : magnitude
    }

    /// The `e-3` of `5e-3`; 0, and nothing read, where there is none.
    private mutating func powerOfTen() -> Int {
        guard byte() == 101 || byte() == 69 else { return 0 }
        let hasSign = byte(1) == 45 || byte(1) == 43
        guard isDigit(byte(hasSign ? 2 : 1)) else { return 0 }
        position += 1
        let negative = sign()
        var power = 0
        while isDigit(byte()) {
            power = min(power * 10 + Int(byte() - 48), 100_000)
            position += 1
        }
        return negative ? -power : power
    }

    /// `value` · 10^`exponent`. Exact factors up to 10^22 keep everyday numbers correctly rounded.
    private func scaled(_ value: Double, by exponent: Int) -> Double {
        guard value > 0 else { return 0 }
        var left = min(exponent < 0 ? -exponent : exponent, 400)
        var result = value
        while left > 0 {
            var factor = 1.0
            for _ in 0..<min(left, 22) { factor *= 10 }
            result = exponent < 0 ? result / factor : result * factor
            left -= min(left, 22)
        }
        return result
    }

    mutating func wholeNumber() -> Int? {
        let negative = sign()
        let isHexadecimal = byte() == 48 && (byte(1) == 120 || byte(1) == 88)
        if isHexadecimal { position += 2 }
        guard position < bytes.count else { return nil }
        let base = isHexadecimal ? 16 : 10
        var value = 0
        while position < bytes.count {
            guard let digit = digitValue(byte()), digit < base else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: base)
            let (sum, carry) = product.addingReportingOverflow(digit)
            value = overflow || carry ? .max : sum
            position += 1
        }
        return negative ? -value : value
    }

    private func digitValue(_ byte: UInt8) -> Int? {
        switch byte {
        case 48...57: Int(byte) - 48
        case 97...102: Int(byte) - 87
        case 65...70: Int(byte) - 55
        default: nil
        }
    }
}
