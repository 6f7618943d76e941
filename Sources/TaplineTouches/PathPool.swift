/// Whole ways of a few touches: places for ``StrokePath``s, taken by those touches whose way a recognizer wants.
struct PathPool: Sendable {
    /// The most touches whose way is kept at a time: as many strokes can be drawn at once.
    static var capacity: Int { 4 }
    private var paths = InlineArray<4, StrokePath>(repeating: StrokePath())
    private var slotOfPath = InlineArray<4, Int>(repeating: -1)
    /// Slots of the touches whose way is kept.
    private(set) var slots = TouchSet()

    /// Keeps the way of the touch in `slot`, from `start` on; false where there is no place.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func keep(_ slot: Int, from start: Point) -> Bool {
        let index = index(of: -1)
        guard index >= 0 else { return false }
        slotOfPath[index] = slot
        slots.insert(slot)
        paths[index] = StrokePath()
        paths[index].append(start)
        return true
    }

    /// Adds to the way of `slot`, which must be kept.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func append(_ place: Point, to slot: Int) {
        let index = index(of: slot)
        if index >= 0 { paths[index].append(place) }
    }

    /// Gives the places of `gone` back.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func release(_ gone: TouchSet) {
        for slot in slots & gone {
            slotOfPath[index(of: slot)] = -1
            slots.remove(slot)
        }
    }

    /// The way of `slot`, empty where it is not kept.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func path(of slot: Int) -> StrokePath {
        let index = index(of: slot)
        return index >= 0 ? paths[index] : StrokePath()
    }

    private mutating func index(of slot: Int) -> Int {
        var index = PathPool.capacity &- 1
        while index >= 0, slotOfPath[index] != slot { index &-= 1 }
        return index
    }
}
