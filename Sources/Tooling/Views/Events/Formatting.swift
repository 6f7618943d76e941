import TaplineFormats

/// A number from outside, as text, rounded to `places` decimals; as it is where it is none.
func shortened(_ number: String, _ places: Int) -> String {
    guard let value = Double(number), value.isFinite else { return number }
    return fixed(value, places: places)
}

extension String {
    /// At least so many characters, with spaces in front or, else, behind.
    package func padded(to count: Int, inFront: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, count - self.count))
        return inFront ? spaces + self : self + spaces
    }
}
