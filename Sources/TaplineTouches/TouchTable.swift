/// The fingers on the panel: contacts in, touches out. Its size is fixed; all rules of how a contact becomes a touch
/// are here, their figures in ``TouchRules``.
///
/// `capacity` is the most fingers that become touches, 1…16; a contact beyond it is counted and ignored until it
/// lifts. The table is told whole reports and the passing of time, and says what changed in ``changes``.
public struct TouchTable<let capacity: Int>: ~Copyable {
    /// What a contact is to the table.
    private enum Role: UInt8 {
        /// Seen once beside another finger: real, or a ghost.
        case candidate
        /// A touch; its slot is `slot`.
        case touch
        /// Not seen by anyone until it lifts.
        case ignored
    }
    /// A contact followed from report to report.
    private struct Track {
        var id: Int32 = -1
        var role = Role.ignored
        var slot = 0
        /// The last place that was believed, pt, and when.
        var place = Point.zero
        var time = Instant.zero
        var pressure: Float = 0
        /// Whether it landed beside another finger: only then it may be a ghost.
        var isBeside = false
        /// Where it seemed to be when its last step was not believed.
        var isJumping = false
        var jump = Point.zero
        var jumpTime = Instant.zero
        /// When a report last showed it, believed or not.
        var confirmed = Instant.zero
    }

    /// Where the panel's pixels lie.
    public let geometry: PanelGeometry
    /// A touch that no report has confirmed for so long is cancelled; ``Microseconds/unlimited`` on panels that
    /// always report lifts.
    public let touchTimeout: Microseconds
    /// What the last report, deadline or cancellation changed.
    public private(set) var changes = TouchChanges()
    /// Slots of the fingers on the panel.
    public private(set) var down = TouchSet()
    /// The time of the last report, deadline or cancellation.
    public private(set) var time = Instant.zero
    /// What was left out, counted since the start.
    public private(set) var counters = TouchCounters()

    private var touches = InlineArray<capacity, Touch>(repeating: Touch())
    private var paths = InlineArray<capacity, TouchPath>(repeating: TouchPath())
    /// The whole ways of those touches for which a recognizer has asked.
    private var ways = PathPool()
    private var tracks = InlineArray<16, Track>(repeating: Track())
    private var used = TouchSet()
    private var candidates = TouchSet()
    private var ignored = TouchSet()
    /// Whether the controller may call an ignored finger by another name.
    private var identitiesMayHaveChanged = false
    private var lastReport = Instant.zero
    private var nextIdentity: UInt32 = 1
    private var memory = LiftMemory()
    /// Whether two fingers have been down since the panel was last empty.
    private var isCrowded = false

    /// An empty table for a panel.
    public init(geometry: PanelGeometry, touchTimeout: Microseconds = .unlimited) {
        self.geometry = geometry
        self.touchTimeout = touchTimeout
    }

    /// The touch in `slot`: a member of ``down`` or of ``changes``.
    @inline(__always)
    public subscript(slot: Int) -> Touch {
        mutating get { touches[slot] }
    }

    /// The velocity of the touch in `slot` at `now`, pt/s.
    public mutating func velocity(of slot: Int, at now: Instant) -> Vector { paths[slot].velocity(at: now) }

    /// Keeps the whole way of the touch in `slot` from its landing on, for ``path(of:)``: a recognizer asks for it when it
    /// takes the touch, and nothing is kept for others. False, and counted, where the ways of 4 touches are kept already.
    public mutating func keepPath(of slot: Int) -> Bool {
        if ways.slots.contains(slot) { return true }
        guard ways.keep(slot, from: touches[slot].start) else {
            counters.pathOverflows &+= 1
            return false
        }
        // (One that proves real late has gone on already.)
        ways.append(touches[slot].location, to: slot)
        return true
    }

    /// The whole way of the touch in `slot`, in pt; empty where ``keepPath(of:)`` was not asked. It can be read up to the
    /// report in which the touch ends, that one included.
    public mutating func path(of slot: Int) -> StrokePath { ways.path(of: slot) }

    // MARK: What happens

    /// Takes a complete report: every finger that is on the panel at `now`.
    public mutating func report(_ contacts: borrowing Contacts, at now: Instant) {
        open(at: now)
        changes.isReport = true
        let count = contacts.count
        if count == 0, used.isEmpty {
            lastReport = now
            return
        }
        var points = InlineArray<16, Point>(repeating: .zero)
        var track = InlineArray<16, Int>(repeating: -1)
        var matched = TouchSet()
        var anonymous = TouchSet()
        var duplicates = TouchSet()
        var farSteps = 0
        var j = 0
        while j < count {
            let contact = contacts[j]
            points[j] = geometry.point(ofRawX: contact.x, y: contact.y)
            if contact.id < 0 {
                anonymous.insert(j)
            } else if isNamedBefore(j, in: contacts) {
                duplicates.insert(j)
            } else if let found = find(contact.id, at: j) {
                if matched.contains(found) {
                    duplicates.insert(j)
                } else {
                    matched.insert(found)
                    track[j] = found
                    let step = points[j] - tracks[found].place
                    if step.lengthSquared >= TouchRules.swapStepPt * TouchRules.swapStepPt { farSteps &+= 1 }
                }
            }
            j &+= 1
        }
        if !anonymous.isEmpty { matchByDistance(anonymous, points: points, track: &track, matched: &matched) }
        if identitiesMayHaveChanged, !ignored.isEmpty {
            matchIgnored(contacts, points: points, track: &track, matched: &matched, duplicates: duplicates)
        }
        if farSteps >= 2, now - lastReport <= TouchRules.swapInterval {
            unswap(count, points: points, track: &track)
        }
        lastReport = now

        for index in used - matched { lift(index, at: now) }
        let fingers = count &- duplicates.count
        j = 0
        while j < count {
            if track[j] >= 0 {
                tracks[track[j]].pressure = contacts[j].pressure
                follow(
                    track[j], to: points[j], at: now,
                    merged: farSteps > 0 && isMerged(j, points: points, count: count))
            } else if duplicates.contains(j) {
                counters.duplicates &+= 1
            } else {
                land(contacts[j], at: points[j], time: now, beside: fingers > 1)
            }
            j &+= 1
        }
    }

    /// The next instant at which the table changes by itself, ``Instant/never`` where there is none.
    public var deadline: Instant {
        mutating get {
            var next = Instant.never
            for index in candidates { next = min(next, tracks[index].time + TouchRules.ghostLifetime) }
            if touchTimeout < .unlimited {
                for index in used - candidates - ignored { next = min(next, tracks[index].confirmed + touchTimeout) }
            }
            return next
        }
    }

    /// Lets time pass to `now`: candidates prove real, touches that nobody confirms are cancelled.
    public mutating func advance(to now: Instant) {
        openBetweenReports(at: now)
        // (First: nobody lands and is cancelled at once.)
        if touchTimeout < .unlimited {
            for index in used - candidates - ignored where now - tracks[index].confirmed >= touchTimeout {
                counters.timeouts &+= 1
                cancel(index, at: now)
            }
        }
        for index in candidates where now - tracks[index].time >= TouchRules.ghostLifetime { promote(index) }
    }

    /// Takes every touch away: an interruption from outside, or a reset of the controller, after which a finger may
    /// have another identity. Fingers still on the panel are ignored until they lift.
    public mutating func cancelAll(at now: Instant, identitiesMayChange: Bool = false) {
        openBetweenReports(at: now)
        identitiesMayHaveChanged = identitiesMayHaveChanged && !ignored.isEmpty || identitiesMayChange
        for index in used - ignored { cancel(index, at: now) }
    }

    // MARK: One report

    /// Forgets what the last report changed, and frees the slots of fingers that have lifted.
    @inline(__always)
    private mutating func open(at now: Instant) {
        time = now
        if !ways.slots.isEmpty { ways.release(changes.ended | changes.cancelled) }
        changes = TouchChanges()
    }

    /// Between reports nobody has made a step.
    private mutating func openBetweenReports(at now: Instant) {
        open(at: now)
        for slot in down { touches[slot].previous = touches[slot].location }
    }

    /// The track of the identity `id`, tried first where it stood in the last report.
    @inline(__always)
    private mutating func find(_ id: Int32, at hint: Int) -> Int? {
        if used.contains(hint), tracks[hint].id == id { return hint }
        for index in used where tracks[index].id == id { return index }
        return nil
    }

    /// Whether an earlier contact of the report has the identity of contact `j`.
    private mutating func isNamedBefore(_ j: Int, in contacts: borrowing Contacts) -> Bool {
        for earlier in 0..<j where contacts[earlier].id == contacts[j].id { return true }
        return false
    }

    /// Contacts without identities continue the tracks that are nearest on the whole.
    private mutating func matchByDistance(
        _ anonymous: TouchSet, points: borrowing InlineArray<16, Point>, track: inout InlineArray<16, Int>,
        matched: inout TouchSet
    ) {
        var rows = InlineArray<16, Int>(repeating: 0)
        var rowCount = 0
        for j in anonymous {
            rows[rowCount] = j
            rowCount &+= 1
        }
        var columns = InlineArray<16, Int>(repeating: 0)
        var columnCount = 0
        for index in used - matched where tracks[index].id < 0 {
            columns[columnCount] = index
            columnCount &+= 1
        }
        var costs = InlineArray<256, Float>(repeating: 0)
        for r in 0..<rowCount {
            for c in 0..<columnCount { costs[r &* 16 &+ c] = (points[rows[r]] - tracks[columns[c]].place).length }
        }
        let nearest = NearestAssignment.columns(forRows: rowCount, of: columnCount, costs: costs)
        for r in 0..<rowCount where nearest[r] >= 0 {
            track[rows[r]] = columns[nearest[r]]
            matched.insert(columns[nearest[r]])
        }
    }

    /// After a reset the controller may have renamed a finger that lies there still: it stays ignored.
    private mutating func matchIgnored(
        _ contacts: borrowing Contacts, points: borrowing InlineArray<16, Point>, track: inout InlineArray<16, Int>,
        matched: inout TouchSet, duplicates: TouchSet
    ) {
        let near = TouchRules.samePlaceDistancePt * TouchRules.samePlaceDistancePt
        for j in 0..<contacts.count where track[j] < 0 && !duplicates.contains(j) {
            for index in ignored - matched where (points[j] - tracks[index].place).lengthSquared <= near {
                track[j] = index
                tracks[index].id = contacts[j].id
                matched.insert(index)
                break
            }
        }
    }

    /// Two identities that changed places between two close reports change back: each finger goes on where it was.
    private mutating func unswap(
        _ count: Int, points: borrowing InlineArray<16, Point>, track: inout InlineArray<16, Int>
    ) {
        for a in 0..<count where track[a] >= 0 {
            for b in 0..<a where track[b] >= 0 {
                let straight = distance(track[a], points[a]) + distance(track[b], points[b])
                let crossed = distance(track[a], points[b]) + distance(track[b], points[a])
                guard crossed < straight / 4, distance(track[a], points[a]) >= TouchRules.swapStepPt,
                    distance(track[b], points[b]) >= TouchRules.swapStepPt
                else { continue }
                counters.swaps &+= 1
                let id = tracks[track[a]].id
                tracks[track[a]].id = tracks[track[b]].id
                tracks[track[b]].id = id
                (track[a], track[b]) = (track[b], track[a])
            }
        }
    }

    private mutating func distance(_ index: Int, _ point: Point) -> Float { (tracks[index].place - point).length }

    /// Whether contact `j` lies where another contact lies.
    private mutating func isMerged(_ j: Int, points: borrowing InlineArray<16, Point>, count: Int) -> Bool {
        let near = TouchRules.oneFingerDistancePt * TouchRules.oneFingerDistancePt
        for k in 0..<count where k != j {
            if (points[k] - points[j]).lengthSquared < near { return true }
        }
        return false
    }

    // MARK: One contact

    private mutating func land(_ contact: Contact, at place: Point, time now: Instant, beside company: Bool) {
        let free = (~used.bits).trailingZeroBitCount
        guard free < 16 else {
            counters.overflows &+= 1
            return
        }
        used.insert(free)
        tracks[free] = Track(
            id: contact.id, role: .candidate, slot: 0, place: place, time: now, pressure: contact.pressure,
            isBeside: company, isJumping: false, jump: place, jumpTime: now, confirmed: now)
        if down.count &+ candidates.count >= capacity {
            counters.overflows &+= 1
            tracks[free].role = .ignored
            ignored.insert(free)
            return
        }
        candidates.insert(free)
        if !company { promote(free) }
    }

    /// A candidate becomes a touch, with the time and place of its landing. It stays a candidate for another report
    /// where every slot still shows a lift of this one.
    @discardableResult
    private mutating func promote(_ index: Int) -> Bool {
        let busy = down | changes.ended | changes.cancelled
        let slot = (~busy.bits).trailingZeroBitCount
        guard slot < capacity else { return false }
        let isProven = tracks[index].isBeside && tracks[index].time < time
        isCrowded = !down.isEmpty || (isProven && !changes.ended.isEmpty)
        for other in down { touches[other].tapCount = 1 }
        candidates.remove(index)
        tracks[index].role = .touch
        tracks[index].slot = slot
        let place = tracks[index].place
        let landed = tracks[index].time
        var touch = Touch()
        touch.identity = nextIdentity
        nextIdentity &+= 1
        touch.phase = .began
        touch.sinceLift = memory.sinceLift(near: place, at: landed)
        touch.tapCount = !isCrowded ? memory.tapCount(landingAt: place, time: landed) : 1
        touch.pressure = tracks[index].pressure
        touch.start = place
        touch.previous = place
        touch.location = place
        touch.startTime = landed
        touch.time = landed
        touches[slot] = touch
        paths[slot].restart(at: place, time: landed)
        down.insert(slot)
        changes.began.insert(slot)
        if isProven { changes.proven.insert(slot) }
        return true
    }

    /// A contact that was there before is there still.
    @inline(__always)
    private mutating func follow(_ index: Int, to place: Point, at now: Instant, merged: Bool) {
        tracks[index].confirmed = now
        switch tracks[index].role {
        case .ignored:
            tracks[index].place = place
            tracks[index].time = now
            return
        case .candidate:
            guard promote(index) else { return }
        case .touch:
            break
        }
        if tracks[index].isJumping || merged || isImpossible(index, to: place, at: now) {
            guard believe(index, at: place, time: now, merged: merged) else { return }
        }
        move(index, to: place, at: now)
    }

    private mutating func move(_ index: Int, to place: Point, at now: Instant) {
        tracks[index].place = place
        tracks[index].time = now
        let slot = tracks[index].slot
        let isNew = changes.began.contains(slot)
        touches[slot].previous = touches[slot].location
        touches[slot].location = place
        touches[slot].time = now
        touches[slot].pressure = tracks[index].pressure
        if place != touches[slot].previous {
            changes.moved.insert(slot)
            if !isNew { touches[slot].phase = .moved }
        } else if !isNew {
            touches[slot].phase = .stationary
        }
        paths[slot].append(place, time: now)
        if ways.slots.contains(slot) { ways.append(place, to: slot) }
    }

    /// Whether a finger cannot have gone to `place` since its last place was believed.
    @inline(__always)
    private mutating func isImpossible(_ index: Int, to place: Point, at now: Instant) -> Bool {
        guard geometry.hasMillimetres else { return false }
        return isFaster(place - tracks[index].place, in: now - tracks[index].time)
    }

    @inline(__always)
    private mutating func isFaster(_ step: Vector, in time: Microseconds) -> Bool {
        let duration = time < TouchRules.shortestStepTime ? TouchRules.shortestStepTime : time
        let limit =
            duration.seconds * 1_000 * TouchRules.impossibleSpeedMillimetresPerMillisecond
            * Float(1 / PanelGeometry.millimetresPerPoint) - lengthTolerancePt
        return step.lengthSquared >= limit * limit
    }

    /// What to make of a step that seems impossible: nothing the first time; the second report that agrees with the
    /// new place is believed, as another finger where it is far off. False: no news this time.
    private mutating func believe(_ index: Int, at place: Point, time now: Instant, merged: Bool) -> Bool {
        let slot = tracks[index].slot
        let isJumping = tracks[index].isJumping
        if isJumping {
            let back = (place - tracks[index].place).lengthSquared
            let on = place - tracks[index].jump
            if on.lengthSquared < back, !isFaster(on, in: now - tracks[index].jumpTime) {
                tracks[index].isJumping = false
                let jump = tracks[index].jump
                let far =
                    TouchRules.newTouchDistanceMillimetres * Float(1 / PanelGeometry.millimetresPerPoint)
                if geometry.hasMillimetres, (jump - tracks[index].place).lengthSquared > far * far {
                    end(slot, at: now)
                    tracks[index].role = .candidate
                    tracks[index].isBeside = false
                    tracks[index].place = jump
                    tracks[index].time = tracks[index].jumpTime
                    candidates.insert(index)
                    return promote(index)
                }
                paths[slot].restart(at: place, time: now)
                return true
            }
        }
        if !merged, !isImpossible(index, to: place, at: now) {
            tracks[index].isJumping = false
            return true
        }
        counters.jumps &+= 1
        tracks[index].isJumping = true
        tracks[index].jump = place
        tracks[index].jumpTime = now
        touches[slot].previous = touches[slot].location
        touches[slot].time = now
        if !changes.began.contains(slot) { touches[slot].phase = .stationary }
        return false
    }

    /// A contact is gone.
    private mutating func lift(_ index: Int, at now: Instant) {
        switch tracks[index].role {
        case .ignored:
            ignored.remove(index)
        case .candidate:
            if tracks[index].isBeside, now - tracks[index].time < TouchRules.ghostLifetime {
                counters.ghosts &+= 1
            } else if promote(index) {
                end(tracks[index].slot, at: now)
            }
            candidates.remove(index)
        case .touch:
            end(tracks[index].slot, at: now)
        }
        used.remove(index)
    }

    private mutating func end(_ slot: Int, at now: Instant) {
        touches[slot].phase = .ended
        touches[slot].previous = touches[slot].location
        touches[slot].time = now
        memory.lifted(touches[slot], at: now, alone: !isCrowded)
        down.remove(slot)
        changes.ended.insert(slot)
    }

    /// A touch or a candidate is taken away; its contact is ignored from now on.
    private mutating func cancel(_ index: Int, at now: Instant) {
        if tracks[index].role == .touch {
            let slot = tracks[index].slot
            touches[slot].phase = .cancelled
            touches[slot].previous = touches[slot].location
            touches[slot].time = now
            down.remove(slot)
            changes.cancelled.insert(slot)
        }
        candidates.remove(index)
        tracks[index].role = .ignored
        ignored.insert(index)
    }
}

/// What the touch table left out, counted since the start; the counts wrap.
public struct TouchCounters: Equatable, Sendable {
    /// Contacts beyond the table's capacity.
    public var overflows: UInt32 = 0
    /// Contacts that lived in one short report beside another finger.
    public var ghosts: UInt32 = 0
    /// Steps that no finger can make.
    public var jumps: UInt32 = 0
    /// Identities put right after the controller swapped them.
    public var swaps: UInt32 = 0
    /// Contacts with an identity that the same report had already given to another.
    public var duplicates: UInt32 = 0
    /// Touches cancelled because no report confirmed them.
    public var timeouts: UInt32 = 0
    /// Whole ways that could not be kept because the places for them were taken.
    public var pathOverflows: UInt32 = 0

    /// Nothing counted yet.
    public init() {}
}
