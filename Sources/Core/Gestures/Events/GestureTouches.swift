public import TaplineTouches

/// Where the fingers of a gesture are, by value, in the order in which they landed.
public struct GestureTouches: Sendable {
    private var locations = InlineArray<16, Point>(repeating: .zero)
    /// How many there are, 0…16.
    public private(set) var count = 0

    /// None.
    init() {}

    /// The touches in `slots`.
    init<let capacity: Int>(_ slots: TouchSet, of table: inout TouchTable<capacity>) {
        var identities = InlineArray<16, UInt32>(repeating: 0)
        for slot in slots {
            let identity = table[slot].identity
            var index = count
            // Identities count up with every landing, and may come round.
            while index > 0, Int32(bitPattern: identity &- identities[index &- 1]) < 0 {
                identities[index] = identities[index &- 1]
                locations[index] = locations[index &- 1]
                index &-= 1
            }
            identities[index] = identity
            locations[index] = table[slot].location
            count &+= 1
        }
    }

    /// Where a finger is, pt: 0 is the one that landed first. nil where there is none.
    public subscript(index: Int) -> Point? { index >= 0 && index < count ? locations[index] : nil }
}
