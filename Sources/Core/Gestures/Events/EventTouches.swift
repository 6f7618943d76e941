public import TaplineTouches

/// All touches of an event by value (UIKit's `UIEvent`): those on the panel, and those that have just lifted or were taken away, in
/// the order in which they landed. A touch that rests is ``TouchPhase/stationary``.
public struct EventTouches: Sendable {
    private var members = InlineArray<16, Touch>(repeating: Touch())
    private var zones = SmallNumbers<16>()
    /// How many there are, 0…16.
    public private(set) var count = 0

    /// None.
    public init() {}

    /// Adds a touch that landed in the zone at index `zone`.
    mutating func insert(_ touch: Touch, zone: Int) {
        guard count < 16 else { return }
        var index = count
        // Identities count up with every landing, and may come round.
        while index > 0, Int32(bitPattern: touch.identity &- members[index &- 1].identity) < 0 {
            members[index] = members[index &- 1]
            zones[index] = zones[index &- 1]
            index &-= 1
        }
        members[index] = touch
        zones[index] = zone
        count &+= 1
    }

    /// Those that have begun were told of: what has moved since, in the same report, is from here on ``TouchPhase/moved``. (Beside
    /// others a finger proves real a report after it has landed, and may have gone on by then.)
    public mutating func resume() { for index in 0..<count { members[index] = members[index].goneOn } }

    /// The touch at `index`, 0 …< ``count``.
    public subscript(index: Int) -> Touch { members[index] }

    /// Index of the zone in which the touch at `index` landed; 0 is the panel.
    public mutating func zone(of index: Int) -> Int { zones[index] }

    /// Those that landed in the zone at index `zone` itself, not in one in it (UIKit's `touches(for:)`).
    public mutating func touches(of zone: Int) -> EventTouches { filtered { $0.zones[$1] == zone } }

    /// Those of which this is the phase.
    public mutating func touches(in phase: TouchPhase) -> EventTouches { filtered { $0.members[$1].phase == phase } }

    private mutating func filtered(_ isWanted: (inout EventTouches, Int) -> Bool) -> EventTouches {
        var found = EventTouches()
        for index in 0..<count where isWanted(&self, index) { found.insert(members[index], zone: zones[index]) }
        return found
    }
}
