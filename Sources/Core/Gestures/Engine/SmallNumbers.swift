/// Whole numbers of 0…255, a byte each: places, zones and claims by the index of something.
struct SmallNumbers<let capacity: Int>: Sendable {
    private var bytes = InlineArray<capacity, UInt8>(repeating: 0)

    /// (`mutating`, also where it is only read: what is borrowed is copied.)
    subscript(index: Int) -> Int {
        mutating get { Int(bytes[index]) }
        set { bytes[index] = UInt8(truncatingIfNeeded: newValue) }
    }
}
