/// What a line from outside may say: figures beyond are damage, and nothing has to calculate with them.
enum Plausible {
    /// A place, px: finite and at most 1e8 from the origin, as in `trace/1`.
    static func place(_ value: Double?) -> Double? {
        guard let value, value.isFinite, abs(value) <= 1e8 else { return nil }
        return value
    }

    /// A time, µs: 0 or more.
    static func time(_ value: Int64?) -> Int64? { value.flatMap { $0 >= 0 ? $0 : nil } }

    /// A finger's identity: -1 (the controller gives none) to 2147483647, as in `trace/1`.
    static func identity(_ value: Int64?) -> Int? {
        value.flatMap { Int32(exactly: $0) }.flatMap { $0 >= -1 ? Int($0) : nil }
    }

    /// A panel's side, mm: 1 to 5000, as in `board/1`.
    static func millimetres(_ value: Double?) -> Double? { value.flatMap { $0 >= 1 && $0 <= 5_000 ? $0 : nil } }

    /// The byte that two hexadecimal digits stand for. (`UInt8` would take a sign for one of them.)
    static func byte(_ digits: ArraySlice<UInt8>) -> UInt8? {
        var byte: UInt8 = 0
        guard digits.count == 2 else { return nil }
        for digit in digits {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            byte = byte << 4 | UInt8(value)
        }
        return byte
    }
}

/// The sum, or the largest number where it is larger; neither may be negative.
func saturatingSum(_ a: Int64, _ b: Int64) -> Int64 {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
}
