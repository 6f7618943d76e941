public import TaplineCore

/// A length of time as gpiomon takes it: milliseconds, or with a unit, `us`, `ms`, `s` or `m`, or `min` and
/// `h` as in Tapline's files. Source: gpiomon(1) of libgpiod 2.
public struct Period: Equatable, Sendable {
    /// Above 0, at most a day.
    public let length: Microseconds

    /// The period that `text` gives; nil where it gives none.
    public init?(_ text: String) {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let number = Int64(digits), number > 0 else { return nil }
        let unit: Int64
        switch text.dropFirst(digits.count) {
        case "", "ms": unit = 1_000
        case "us": unit = 1
        case "s": unit = 1_000_000
        case "m", "min": unit = 60_000_000
        case "h": unit = 3_600_000_000
        default: return nil
        }
        let (count, overflow) = number.multipliedReportingOverflow(by: unit)
        guard !overflow, count <= 86_400_000_000 else { return nil }
        length = Microseconds(count)
    }
}
