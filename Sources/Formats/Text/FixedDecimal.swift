/// `value` rounded to at most `places` decimals, without zeros at the end: `12.5`, `-0.003`, `7`.
///
/// - Parameter places: 0…6. Values beyond 10¹² are written as such a one.
package func fixed(_ value: Double, places: Int) -> String {
    var power: Int64 = 1
    for _ in 0..<min(max(places, 0), 6) { power *= 10 }
    let limit = 1e12
    // (What is no number is written as 0: nothing here divides by what it has not checked.)
    let bounded = value > limit ? limit : value < -limit ? -limit : value == value ? value : 0
    let scaled = Int64((bounded * Double(power)).rounded())
    let magnitude = scaled < 0 ? -scaled : scaled
    var text = "\(magnitude / power)"
    var fraction = magnitude % power
    if fraction > 0 {
        var digits = ""
        while power > 1 {
            power /= 10
            digits += "\(fraction / power)"
            fraction %= power
        }
        while digits.hasSuffix("0") { digits.removeLast() }
        text += "." + digits
    }
    return scaled < 0 ? "-" + text : text
}

/// µs as seconds to a millisecond: `480.000`.
package func seconds(_ microseconds: Int64) -> String {
    let milliseconds = microseconds / 1_000
    let rest = String(milliseconds % 1_000 < 0 ? -(milliseconds % 1_000) : milliseconds % 1_000)
    return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
}
