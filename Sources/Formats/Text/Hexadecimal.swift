/// The value of a hexadecimal digit.
package func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// A byte as two digits.
package func hexadecimal(_ byte: UInt8, uppercase: Bool = false) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: uppercase)
}

/// Bytes as two digits each.
package func hexadecimal(_ bytes: [UInt8]) -> String { bytes.reduce("") { $0 + hexadecimal($1) } }
