public import TaplineCore

/// Makes of any recording what a Goodix chip would report: fingers numbered 0…15, positions in whole pixels on the panel.
///
/// A finger keeps its number from landing to lift. A number is not given again in the report that shows its last finger
/// gone, so that a finger that lands there is not taken for the old one.
public struct FingerNumbers: Sendable {
    private var names = InlineArray<16, Int32>(repeating: -1)
    private var used = BitSet<UInt16>()

    /// No finger has a number yet.
    public init() {}

    /// The report as the chip would give it, or nil where it cannot: no identity, two fingers of one identity, a place
    /// beyond the panel, or more fingers than the chip reports.
    public mutating func report(
        _ contacts: borrowing Contacts, as chip: borrowing GT911Model.Configuration
    ) -> Contacts? {
        guard contacts.count <= chip.maximumContacts else { return nil }
        var report = Contacts()
        var seen = BitSet<UInt16>()
        for index in 0..<contacts.count {
            var contact = contacts[index]
            guard contact.id >= 0, contact.x < Float(Int(chip.width)), contact.y < Float(Int(chip.height)) else {
                return nil
            }
            let number = number(of: contact.id)
            guard number < 16, !seen.contains(number) else { return nil }
            seen.insert(number)
            used.insert(number)
            names[number] = contact.id
            contact.id = Int32(truncatingIfNeeded: number)
            contact.x = FingerNumbers.pixel(contact.x, chip.width)
            contact.y = FingerNumbers.pixel(contact.y, chip.height)
            report.append(contact)
        }
        used = seen
        return report
    }

    /// The number that `name` has or gets; 16 where none is left.
    private func number(of name: Int32) -> Int {
        for number in used where names[number] == name { return number }
        return (~used.bits).trailingZeroBitCount
    }

    private static func pixel(_ value: Float, _ size: UInt16) -> Float {
        let whole = wholePixel(value)
        return Float(Int(whole < size ? whole : size &- 1))
    }
}
