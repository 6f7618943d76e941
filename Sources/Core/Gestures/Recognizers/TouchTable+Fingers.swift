public import TaplineTouches

// What recognizers ask of several fingers at once.
extension TouchTable {
    /// The mean place of the touches in `slots`, pt; zero where there are none.
    #if BAREMETAL
        @inline(never)
    #else
        @inline(__always)
    #endif
    public mutating func centroid(_ slots: TouchSet) -> Point {
        if slots.isEmpty { return .zero }
        if slots.isSingle { return self[slots.first].location }
        if slots.isPair { return middle(slots.first, slots.second) }
        var sum = Vector.zero
        for slot in slots { sum = sum + (self[slot].location - .zero) }
        return .zero + sum * (1 / Float(slots.count))
    }

    /// The place between two touches, pt.
    #if BAREMETAL
        @inline(never)
    #else
        @inline(__always)
    #endif
    mutating func middle(_ a: Int, _ b: Int) -> Point {
        .zero + ((self[a].location - .zero) + (self[b].location - .zero)) * 0.5
    }

    /// The mean velocity of the touches in `slots` at `now`, pt/s; zero where there are none.
    #if BAREMETAL
        @inline(never)
    #else
        @inline(__always)
    #endif
    public mutating func velocity(_ slots: TouchSet, at now: Instant) -> Vector {
        slots.isSingle ? velocity(of: slots.first, at: now) : meanVelocity(slots, at: now)
    }

    /// The way that fingers go in this report, after they have gone `path`: their velocity's; that of the path where they rest.
    mutating func heading(of slots: TouchSet, after path: Vector) -> Vector {
        let velocity = velocity(slots, at: time)
        return velocity == .zero ? path : velocity
    }

    @inline(never)
    private mutating func meanVelocity(_ slots: TouchSet, at now: Instant) -> Vector {
        if slots.isEmpty { return .zero }
        if slots.isPair { return (velocity(of: slots.first, at: now) + velocity(of: slots.second, at: now)) * 0.5 }
        var sum = Vector.zero
        for slot in slots { sum = sum + velocity(of: slot, at: now) }
        return sum * (1 / Float(slots.count))
    }

    /// Those of `slots` that were on the panel when the touch in `newcomer` landed. One that has only now proven real
    /// landed while those that lift in this report were still down.
    #if BAREMETAL
        @inline(never)
    #endif
    public func company(of newcomer: Int, in slots: TouchSet) -> TouchSet {
        changes.proven.contains(newcomer) ? slots : slots - changes.ended
    }

    /// Those of `slots` that are on the panel in this report and were in the report before.
    #if BAREMETAL
        @inline(never)
    #else
        @inline(__always)
    #endif
    public mutating func continuing(_ slots: TouchSet) -> TouchSet {
        let present = slots - changes.ended - changes.cancelled
        let fresh = present & changes.began
        if fresh.isEmpty { return present }
        var continuing = present - fresh
        for slot in fresh where self[slot].startTime < time { continuing.insert(slot) }
        return continuing
    }

    /// What becomes of a gesture that goes on while at least `fewest` of its fingers are on the panel.
    mutating func progress(of mine: TouchSet, atLeast fewest: Int = 1) -> Progress {
        progress(of: mine, atLeast: fewest, hasMoved: mine.intersects(changes.moved))
    }

    /// The same where the kind itself says whether there is something new.
    mutating func progress(of mine: TouchSet, atLeast fewest: Int = 1, hasMoved: Bool) -> Progress {
        if !(mine - changes.ended).hasAtLeast(fewest) { return .ended }
        return hasMoved ? .changed : .unchanged
    }

    /// The mean step that the touches in `slots` made since the report before, pt.
    #if BAREMETAL
        @inline(never)
    #else
        @inline(__always)
    #endif
    public mutating func meanStep(_ slots: TouchSet) -> Vector {
        if slots.isEmpty { return .zero }
        if slots.isSingle { return self[slots.first].step }
        if slots.isPair { return (self[slots.first].step + self[slots.second].step) * 0.5 }
        var sum = Vector.zero
        for slot in slots { sum = sum + self[slot].step }
        return sum * (1 / Float(slots.count))
    }
}
