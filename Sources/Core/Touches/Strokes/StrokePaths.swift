/// The paths of a few touches: places for ``StrokePath``s, taken by those touches whose path a recognizer wants.
public struct StrokePaths: StrokePathStorage {
    public static var areStored: Bool { true }
    /// The most touches whose path is stored at a time: as many strokes can be drawn at once.
    public static var capacity: Int { 4 }
    private var paths = InlineArray<4, StrokePath>(repeating: StrokePath())
    private var slotOfPath = InlineArray<4, Int8>(repeating: -1)
    public private(set) var slots = TouchSet()

    public init() {}

    public mutating func start(_ slot: Int, from start: Point) -> Bool {
        if slots.contains(slot) { return true }
        let index = index(of: -1)
        guard index >= 0 else { return false }
        slotOfPath[index] = Int8(truncatingIfNeeded: slot)
        slots.insert(slot)
        paths[index] = StrokePath()
        paths[index].append(start)
        return true
    }

    public mutating func append(_ place: Point, to slot: Int) {
        let index = index(of: slot)
        if index >= 0 { paths[index].append(place) }
    }

    public mutating func release(_ gone: TouchSet) {
        for slot in slots & gone {
            slotOfPath[index(of: slot)] = -1
            slots.remove(slot)
        }
    }

    public mutating func path(of slot: Int) -> StrokePath {
        let index = index(of: slot)
        return index >= 0 ? paths[index] : StrokePath()
    }

    private mutating func index(of slot: Int) -> Int {
        var index = StrokePaths.capacity &- 1
        while index >= 0, Int(slotOfPath[index]) != slot { index &-= 1 }
        return index
    }
}
