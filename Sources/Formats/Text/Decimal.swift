/// The number that `text`, a number as JSON writes it, stands for, without a C library: every host reads the same, and
/// Embedded Swift has no other way. Numbers of up to 15 digits between 1e-22 and 1e22 are rounded exactly; others may be off by a few
/// units in the last place of a Double. Infinite where it is too large to hold.
package func decimal(_ text: ArraySlice<UInt8>) -> Double {
    var digits: UInt64 = 0
    var exponent = 0
    var isNegative = false
    var isFraction = false
    var position = text.startIndex
    scan: while position < text.endIndex {
        switch text[position] {
        case UInt8(ascii: "-"): isNegative = true
        case UInt8(ascii: "."): isFraction = true
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            // 18 digits are more than a Double holds; what follows only shifts the point.
            if digits < 100_000_000_000_000_000 {
                digits = digits * 10 + UInt64(text[position] - UInt8(ascii: "0"))
                if isFraction { exponent -= 1 }
            } else if !isFraction {
                exponent += 1
            }
        default: break scan
        }
        position += 1
    }
    // (Beyond ±400 a Double is 0 or infinite anyway.)
    var power = 0
    var isSmall = false
    for byte in text[position...].dropFirst() {
        if byte == UInt8(ascii: "-") { isSmall = true }
        if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            power = min(power * 10 + Int(byte - UInt8(ascii: "0")), 1_000)
        }
    }
    exponent = max(-1_000, min(exponent, 1_000)) + (isSmall ? -power : power)
    var value = Double(digits)
    if value == 0 { return isNegative ? -0.0 : 0 }
    // Powers of ten up to 22 are exact: one step rounds once.
    while exponent != 0 {
        let step = min(abs(exponent), 22)
        var factor = 1.0
        for _ in 0..<step { factor *= 10 }
        if exponent < 0 {
            value /= factor
            exponent += step
        } else {
            value *= factor
            exponent -= step
        }
    }
    return isNegative ? -value : value
}
