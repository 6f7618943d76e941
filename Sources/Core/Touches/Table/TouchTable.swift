/// The fingers on the panel: contacts in, touches out. Its size is fixed; all rules of how a contact becomes a touch
/// are here, their figures in ``TouchRules``.
///
/// `capacity` is the most fingers that become touches, 1…16; a contact beyond it is counted and ignored until it
/// lifts. The table takes whole reports and the passing of time, and says what changed in ``changes``.
public struct TouchTable<let capacity: Int>: ~Copyable {
    /// What a contact is to the table.
    enum Role: UInt8 {
        /// Seen once beside another finger: real, or a ghost.
        case candidate
        /// A touch; its slot is `slot`.
        case touch
        /// No touch until it lifts.
        case ignored
    }
    /// A contact followed from report to report.
    struct Track {
        /// The last place that was accepted, pt, and when.
        var time = Instant.zero
        var place = Point.zero
        /// Where it seemed to be in the last report, if that step was rejected. Otherwise free for what else has a place or a speed:
        /// where it is in this report, ``last``, ``speed``.
        var jump = Point.zero
        /// Where it was in the report before the last one.
        var before = Point.zero
        /// Where a candidate was last: `place` is where it landed. (It does not jump: the two share a place.)
        var last: Point {
            get { jump }
            set { jump = newValue }
        }
        /// How fast a touch goes that is smoothed, pt/s. (That of one that jumps is forgotten.)
        var speed: Vector {
            get { jump - Point.zero }
            set { jump = Point.zero + newValue }
        }
        var id: Int32 = -1
        var role = Role.ignored
        /// Whether it landed beside another finger: only then it may be a ghost.
        var isBeside = false
        var isJumping = false
        var slot: Int {
            get { Int(slotNumber) & 15 }
            set { slotNumber = UInt8(truncatingIfNeeded: newValue) }
        }
        var slotNumber: UInt8 = 0
        /// Whether a candidate has landed in a burst, and must live longer. (It has no slot yet.)
        var isInBurst: Bool { slotNumber & 0x80 != 0 }
        /// Whether a candidate may be two ghosts, and must live twice as long. (The same.)
        var isDoubtful: Bool { slotNumber & Track.doubt != 0 }
        static var doubt: UInt8 { 0x40 }
    }

    /// Where the panel's pixels lie.
    public private(set) var geometry: PanelGeometry
    /// Whether no finger is on the panel, not even one that is ignored.
    public var isUntouched: Bool { used.isEmpty }
    /// A touch that no report has confirmed for so long is cancelled; ``Microseconds/unlimited`` on panels that
    /// always report lifts.
    public let touchTimeout: Microseconds
    /// What the last report, deadline or cancellation changed.
    public internal(set) var changes = TouchChanges()
    /// Slots of the fingers on the panel.
    public private(set) var down = TouchSet()
    /// The time of the last report, deadline or cancellation.
    public private(set) var time = Instant.zero
    /// What was left out, counted since the start.
    public internal(set) var counters = TouchCounters()

    var touches = InlineArray<capacity, Touch>(repeating: Touch())
    var samples = VelocitySampleTable<capacity>()
    var tracks = InlineArray<16, Track>(repeating: Track())
    /// The pressures of candidates.
    private var pressures = InlineArray<16, Float>(repeating: 0)
    var used = TouchSet()
    /// Touches whose contact has gone, and may come back: ``GhostRules/flicker``. Their time is that of the going.
    var lost = TouchSet()
    var candidates: TouchSet {
        get { TouchSet(bits: UInt16(truncatingIfNeeded: doubts)) }
        set { doubts = doubts & TouchTable.everyReport | UInt32(newValue.bits) }
    }
    /// Why reports are looked at one by one: the candidates, and a bit for rules that look at every report.
    var doubts: UInt32 = 0
    static var everyReport: UInt32 { 0x1_0000 }
    var ignored = TouchSet()
    /// Those of them that the board's rules take for no fingers.
    var dropped = TouchSet()
    /// Whether the controller may call an ignored finger by another name.
    var identitiesMayHaveChanged = false
    /// The last report, which showed every contact that is followed, and the one before it.
    var lastReport = Instant.zero
    var reportBefore = Instant.zero
    private var nextIdentity: UInt32 = 1
    private var memory = LiftMemory<capacity>()
    /// Whether two fingers have been down since the panel was last empty.
    private var isCrowded = false
    /// What a board asks of contacts, and what they have shown.
    var ghostRules = GhostRules()
    var ghostMemory = GhostMemory()
    /// Whether a board asks more of contacts than that they are there.
    public internal(set) var isArmed = false

    /// An empty table for a panel.
    public init(geometry: PanelGeometry, touchTimeout: Microseconds = .unlimited) {
        self.geometry = geometry
        self.touchTimeout = touchTimeout
    }

    /// The panel is turned: its pixels lie elsewhere from now on. Only while it ``isUntouched``; else nothing changes.
    public mutating func turn(to geometry: PanelGeometry) {
        if isUntouched { self.geometry = geometry }
    }

    /// The touch in `slot`: a member of ``down`` or of ``changes``.
    public subscript(slot: Int) -> Touch {
        mutating get { touches[slot] }
    }

    /// The velocity of the touch in `slot` at `now`, pt/s.
    public mutating func velocity(of slot: Int, at now: Instant) -> Vector { samples.velocity(of: slot, at: now) }

    /// Counts a path that could not be stored; only the engine, which stores them, knows.
    public mutating func countPathOverflow() { counters.pathOverflows &+= 1 }

    /// Counts a tap for which there was no place to wait; only its recognizer knows.
    public mutating func countTapOverflow() { counters.tapOverflows &+= 1 }

    // MARK: What happens

    /// Takes a complete report: every finger that is on the panel at `now`.
    public mutating func report(_ contacts: borrowing Contacts, at now: Instant) {
        var own = copy contacts
        report(&own, at: now)
    }

    /// The same of a report in a variable, which stays as it is: nothing is copied.
    public mutating func report(_ contacts: inout Contacts, at now: Instant) {
        open(at: now)
        changes.isReport = true
        guard isInOrder(&contacts) else { return reportInDisorder(&contacts, at: now) }
        reportBefore = lastReport
        lastReport = now
        guard contacts.count > 0 else { return }
        samples.open(at: now, isUnusual: !ignored.isEmpty)
        var j = 0
        while j < contacts.count {
            go(j & 15, to: tracks[j & 15].jump, at: now, pressure: contacts.contact(j).pressure)
            j &+= 1
        }
    }

    /// Whether the contacts come in the same order as their tracks, each a possible step on: they need no search. Their
    /// places are noted where those of jumps would be.
    @inline(__always)
    private mutating func isInOrder(_ contacts: inout Contacts) -> Bool {
        guard used.bits == TouchSet(contacts.count).bits &- 1, doubts == 0 else { return false }
        var j = 0
        while j < contacts.count {
            let contact = contacts.contact(j)
            let place = geometry.point(ofRawX: contact.x, y: contact.y)
            guard contact.id >= 0, tracks[j & 15].id == contact.id, !tracks[j & 15].isJumping,
                contact.pressure < Contact.palm,
                (place - tracks[j & 15].place).lengthSquared
                    < TouchRules.alwaysPossiblePt * TouchRules.alwaysPossiblePt
            else { return false }
            tracks[j & 15].jump = place
            j &+= 1
        }
        return true
    }

    @inline(never)
    private mutating func reportInDisorder(_ contacts: inout Contacts, at now: Instant) {
        let count = contacts.count
        var match = Match()
        for j in 0..<count {
            let contact = contacts.contact(j)
            match.points[j] = geometry.point(ofRawX: contact.x, y: contact.y)
        }
        let wasUsed = !used.isEmpty
        if !lost.isEmpty { takeUp(&contacts, match.points, at: now) }
        find(&contacts, &match, at: now)
        reportBefore = lastReport
        lastReport = now
        if wasUsed { samples.open(at: now, isUnusual: true) } else if count > 0 { samples.begin(at: now) }
        for index in used - match.tracks { lose(index, at: now) }
        for j in 0..<count {
            let contact = contacts.contact(j)
            let track = Int(match.track[j])
            if track >= 0 {
                if contact.pressure >= ghostRules.palmSize { becomePalm(track & 15, at: now) }
                follow(track & 15, contact, to: match.points[j], at: now, isMerged: match.merged.contains(j))
            } else if match.duplicates.contains(j) {
                counters.duplicates &+= 1
            } else {
                let fingers = count &- match.duplicates.count &- (isArmed ? ignored.count : dropped.count)
                land(contact, at: match.points[j], time: now, beside: fingers > 1)
            }
        }
    }

    /// Which contact of a report continues which track.
    private struct Match {
        /// Where the contacts lie, pt.
        var points = InlineArray<16, Point>(repeating: .zero)
        /// The track that each contact continues, -1: none.
        var track = InlineArray<16, Int8>(repeating: -1)
        /// The tracks that are continued.
        var tracks = TouchSet()
        /// Contacts whose identity another contact has.
        var duplicates = TouchSet()
        /// Contacts that lie where another one lies.
        var merged = TouchSet()

        mutating func assign(_ j: Int, to found: Int) {
            track[j] = Int8(truncatingIfNeeded: found)
            tracks.insert(found)
        }
    }

    /// Finds out which contact continues which track.
    @inline(never)
    private mutating func find(_ contacts: inout Contacts, _ match: inout Match, at now: Instant) {
        let count = contacts.count
        var anonymous = TouchSet()
        var farSteps = 0
        for j in 0..<count {
            let id = contacts.contact(j).id
            let found = id < 0 ? -1 : track(of: id, at: j)
            if id < 0 {
                anonymous.insert(j)
            } else if found < 0 {
                for earlier in 0..<j where contacts.contact(earlier).id == id { match.duplicates.insert(j) }
            } else if match.tracks.contains(found) {
                match.duplicates.insert(j)
            } else {
                match.assign(j, to: found)
                let step = (match.points[j] - tracks[found].place).lengthSquared
                if step >= TouchRules.swapStepPt * TouchRules.swapStepPt { farSteps &+= 1 }
            }
        }
        if !anonymous.isEmpty { matchByDistance(anonymous, &match, at: now) }
        if identitiesMayHaveChanged, !ignored.isEmpty { matchIgnored(&contacts, &match) }
        if farSteps >= 2, now - lastReport <= TouchRules.swapInterval { unswap(&match, count) }
        if farSteps > 0 { findMerged(&match, count) }
    }

    /// The track of the identity `id`, tried first where it stood in the last report; -1: none.
    private mutating func track(of id: Int32, at hint: Int) -> Int {
        if used.contains(hint), tracks[hint].id == id { return hint }
        for index in used where tracks[index].id == id { return index }
        return -1
    }

    /// The next instant at which the table changes by itself, ``Instant/never`` where there is none.
    public var deadline: Instant {
        mutating get { doubts == 0 && touchTimeout == .unlimited ? .never : nextDeadline() }
    }

    /// Touches that the last report or deadline has begun are none: their contacts are ignored until they lift.
    public mutating func ignoreLandings() {
        let landed = changes.began
        for index in used where tracks[index].role == .touch && landed.contains(tracks[index].slot) {
            tracks[index].role = .ignored
            ignored.insert(index)
        }
        down = down - landed
        changes.began = TouchSet()
        changes.proven = TouchSet()
        changes.moved = changes.moved - landed
        changes.ended = changes.ended - landed
    }

    /// Whether a contact beside a finger has been seen that has not proven real yet.
    public var awaitsProof: Bool { mutating get { !candidates.isEmpty } }

    /// How long the last report came after the one before it.
    public var reportInterval: Microseconds { mutating get { lastReport - reportBefore } }

    private mutating func nextDeadline() -> Instant {
        var next = Instant.never
        for index in candidates { next = min(next, tracks[index].time + proof(of: index)) }
        if touchTimeout < .unlimited {
            if !(used - candidates - ignored - lost).isEmpty { next = min(next, lastReport + touchTimeout) }
        }
        for index in lost { next = min(next, tracks[index].time + ghostRules.flicker) }
        return next
    }

    /// Lets time pass to `now`: candidates prove real, touches that no report confirms are cancelled.
    public mutating func advance(to now: Instant) {
        openBetweenReports(at: now)
        // (First: no touch lands and is cancelled at once.)
        if touchTimeout < .unlimited, now - lastReport >= touchTimeout {
            for index in used - candidates - ignored - lost {
                counters.timeouts &+= 1
                cancel(index, at: now)
            }
        }
        for index in lost where now - tracks[index].time >= ghostRules.flicker { lift(index, at: now) }
        for index in candidates where now - tracks[index].time >= proof(of: index) { promote(index) }
    }

    /// Takes every touch away: an interruption from outside, or a reset of the controller, after which a finger may
    /// have another identity. Fingers still on the panel are ignored until they lift.
    public mutating func cancelAll(at now: Instant, identitiesMayChange: Bool = false) {
        openBetweenReports(at: now)
        identitiesMayHaveChanged = identitiesMayHaveChanged && !ignored.isEmpty || identitiesMayChange
        if identitiesMayChange { ghostMemory.expectBurst() }
        for index in used - ignored { cancel(index, at: now) }
    }

    // MARK: One report

    /// Clears what the last report changed, and frees the slots of fingers that have lifted.
    private mutating func open(at now: Instant) {
        time = now
        changes = TouchChanges()
    }

    /// Between reports no finger makes a step.
    private mutating func openBetweenReports(at now: Instant) {
        open(at: now)
        for slot in down { touches[slot].previous = touches[slot].location }
    }

    /// Contacts without identities continue the tracks that are nearest on the whole.
    private mutating func matchByDistance(_ anonymous: TouchSet, _ match: inout Match, at now: Instant) {
        var rows = InlineArray<16, Int>(repeating: 0)
        var rowCount = 0
        for j in anonymous {
            rows[rowCount] = j
            rowCount &+= 1
        }
        var columns = InlineArray<16, Int>(repeating: 0)
        var columnCount = 0
        for index in used - match.tracks - lost where tracks[index].id < 0 {
            columns[columnCount] = index
            columnCount &+= 1
        }
        var costs = InlineArray<256, Float>(repeating: 0)
        for r in 0..<rowCount {
            for c in 0..<columnCount { costs[r &* 16 &+ c] = doubt(columns[c], isAt: match.points[rows[r]], at: now) }
        }
        let nearest = NearestAssignment.columns(forRows: rowCount, of: columnCount, costs: &costs)
        for r in 0..<rowCount where nearest[r] >= 0 {
            let (j, index) = (rows[r], columns[nearest[r]])
            if isArmed, isLeap(index, to: match.points[j], at: now) { continue }
            if mustBeConfirmed(index, at: match.points[j]) { match.merged.insert(j) }
            match.assign(j, to: index)
        }
    }

    /// After a reset the controller may have renamed a finger that lies there still: it stays ignored.
    private mutating func matchIgnored(_ contacts: inout Contacts, _ match: inout Match) {
        let near = TouchRules.samePlaceDistancePt * TouchRules.samePlaceDistancePt
        for j in 0..<contacts.count where match.track[j] < 0 && !match.duplicates.contains(j) {
            for index in ignored - match.tracks where (match.points[j] - tracks[index].place).lengthSquared <= near {
                match.assign(j, to: index)
                tracks[index].id = contacts.contact(j).id
                break
            }
        }
    }

    /// Two identities that changed places between two close reports change back: each finger goes on where it was.
    private mutating func unswap(_ match: inout Match, _ count: Int) {
        for j in 0..<count where match.track[j] >= 0 {
            for k in 0..<j where match.track[k] >= 0 {
                let (a, b) = (Int(match.track[j]), Int(match.track[k]))
                let straight = distance(a, match.points[j]) + distance(b, match.points[k])
                let crossed = distance(a, match.points[k]) + distance(b, match.points[j])
                guard crossed < straight / 4, distance(a, match.points[j]) >= TouchRules.swapStepPt,
                    distance(b, match.points[k]) >= TouchRules.swapStepPt
                else { continue }
                counters.swaps &+= 1
                (tracks[a].id, tracks[b].id) = (tracks[b].id, tracks[a].id)
                (match.track[j], match.track[k]) = (match.track[k], match.track[j])
            }
        }
    }

    /// Finds the contacts that lie where another one lies.
    private mutating func findMerged(_ match: inout Match, _ count: Int) {
        let near = TouchRules.oneFingerDistancePt * TouchRules.oneFingerDistancePt
        for j in 0..<count {
            for k in 0..<count where k != j && (match.points[k] - match.points[j]).lengthSquared < near {
                match.merged.insert(j)
            }
        }
    }

    // MARK: One contact

    @inline(never)
    private mutating func land(_ contact: Contact, at place: Point, time now: Instant, beside company: Bool) {
        let free = (~used.bits).trailingZeroBitCount
        guard free < 16 else {
            counters.overflows &+= 1
            return
        }
        used.insert(free)
        let isHeld = company || ghostRules.minimumLife > .zero
        let isInBurst = ghostRules.holdsBursts && ghostMemory.isBurst(landingAt: now)
        tracks[free] = Track(
            time: now, place: place, jump: place, before: place, id: contact.id, role: .candidate, isBeside: isHeld,
            slotNumber: isInBurst ? 0x80 : 0)
        pressures[free] = contact.pressure
        let isGhost = (isArmed || contact.pressure >= Contact.palm) && isGhost(contact, at: place, time: now)
        if isGhost || down.count &+ candidates.count >= capacity {
            if !isGhost { counters.overflows &+= 1 }
            return ignore(free, asGhost: isGhost)
        }
        candidates.insert(free)
        // (One that is alone is a touch at once, unless a minimum life is asked of it.)
        if !isHeld { promote(free) }
    }

    /// A contact is no touch until it lifts.
    private mutating func ignore(_ index: Int, asGhost isGhost: Bool) {
        tracks[index].role = .ignored
        ignored.insert(index)
        if isGhost { dropped.insert(index) }
    }

    /// A candidate becomes a touch, with the time and place of its landing. It stays a candidate for another report
    /// where every slot still shows a lift of this one.
    @inline(never) @discardableResult
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
        if ghostRules.minimumLife > .zero, tracks[index].id < 0 {
            (tracks[index].place, tracks[index].time) = (tracks[index].last, lastReport)
        }
        tracks[index].speed = .zero
        var touch = Touch()
        touch.identity = nextIdentity
        nextIdentity &+= 1
        touch.phase = .began
        touch.sinceLift = memory.sinceLift(near: place, at: landed)
        touch.tapCount = !isCrowded ? memory.tapCount(landingAt: place, time: landed) : 1
        touch.pressure = pressures[index]
        touch.start = place
        touch.previous = place
        touch.location = place
        touch.startTime = landed
        touch.time = landed
        touches[slot] = touch
        samples.restart(slot, at: place, time: landed)
        down.insert(slot)
        changes.began.insert(slot)
        if isProven { changes.proven.insert(slot) }
        return true
    }

    /// A contact that was there before is there still.
    private mutating func follow(
        _ index: Int, _ contact: Contact, to place: Point, at now: Instant, isMerged: Bool
    ) {
        tracks[index].before = lastPlace(of: index)
        if tracks[index].role == .candidate {
            pressures[index] = contact.pressure
            tracks[index].last = place
            // (Beside a finger a second report is enough, unless the board asks for more.)
            if ghostRules.minimumLife > .zero, now - tracks[index].time < proof(of: index) { return }
            guard promote(index) else { return }
        }
        if tracks[index].role == .touch,
            isMerged || tracks[index].isJumping || isImpossible(index, to: place, at: now)
        {
            guard believe(index, contact, at: place, time: now, merged: isMerged) else { return }
        }
        let isSmoothed = ghostRules.smoothingHz > 0 && tracks[index].role == .touch
        let shown = isSmoothed ? smoothed(index, at: place, time: now) : place
        go(index, to: shown, at: now, pressure: contact.pressure)
        // (Its next step is measured from where it was reported.)
        tracks[index].place = place
    }

    /// The contact has gone on to `place`.
    @inline(__always)
    private mutating func go(_ index: Int, to place: Point, at now: Instant, pressure: Float) {
        tracks[index].place = place
        tracks[index].time = now
        guard tracks[index].role == .touch else { return }
        let slot = tracks[index].slot
        let hasMoved = touches[slot].move(to: place, at: now, pressure: pressure, isNew: changes.began.contains(slot))
        if hasMoved { changes.moved.insert(slot) }
        samples.append(slot, at: place, hasMoved: hasMoved)
    }

    /// Whether a finger cannot have gone to `place` since its last place was accepted.
    @inline(__always)
    private mutating func isImpossible(_ index: Int, to place: Point, at now: Instant) -> Bool {
        guard geometry.hasMillimetres else { return false }
        return isFaster(place - tracks[index].place, in: now - tracks[index].time)
    }

    @inline(__always)
    private mutating func isFaster(_ step: Vector, in time: Microseconds) -> Bool {
        // In the shortest time that counts a finger may go so far.
        guard step.lengthSquared >= TouchRules.alwaysPossiblePt * TouchRules.alwaysPossiblePt else { return false }
        let duration = time < TouchRules.shortestStepTime ? TouchRules.shortestStepTime : time
        let limit =
            duration.seconds * 1_000 * TouchRules.impossibleSpeedMillimetresPerMillisecond
            * Float(1 / PanelGeometry.millimetresPerPoint) - lengthTolerancePt
        return step.lengthSquared >= limit * limit
    }

    /// What to make of a step that seems impossible: nothing the first time; the second report that agrees with the
    /// new place is believed, as another finger where it is far off. False: no news this time.
    @inline(never)
    private mutating func believe(
        _ index: Int, _ contact: Contact, at place: Point, time now: Instant, merged: Bool
    ) -> Bool {
        let slot = tracks[index].slot
        let isJumping = tracks[index].isJumping
        if isJumping {
            let back = (place - tracks[index].place).lengthSquared
            let on = place - tracks[index].jump
            if on.lengthSquared < back, !isFaster(on, in: now - reportBefore) {
                tracks[index].isJumping = false
                let jump = tracks[index].jump
                tracks[index].speed = .zero
                let far =
                    TouchRules.newTouchDistanceMillimetres * Float(1 / PanelGeometry.millimetresPerPoint)
                if geometry.hasMillimetres, (jump - tracks[index].place).lengthSquared > far * far {
                    end(slot, at: now)
                    if isArmed, isGhost(contact, at: place, time: now) {
                        ignore(index, asGhost: true)
                        return false
                    }
                    tracks[index].role = .candidate
                    tracks[index].isBeside = ghostRules.minimumLife > .zero
                    tracks[index].place = jump
                    tracks[index].time = reportBefore
                    tracks[index].last = place
                    tracks[index].slotNumber = 0
                    pressures[index] = contact.pressure
                    candidates.insert(index)
                    if tracks[index].isBeside, now - reportBefore < proof(of: index) { return false }
                    return promote(index)
                }
                samples.restart(slot, at: place, time: now)
                return true
            }
        }
        if !merged, !isImpossible(index, to: place, at: now) {
            tracks[index].isJumping = false
            tracks[index].speed = .zero
            return true
        }
        counters.jumps &+= 1
        tracks[index].isJumping = true
        tracks[index].jump = place
        rest(slot, at: now)
        return false
    }

    /// A contact is gone.
    @inline(never)
    mutating func lift(_ index: Int, at now: Instant) {
        switch tracks[index].role {
        case .ignored:
            ignored.remove(index)
        case .candidate:
            if tracks[index].isBeside, now - tracks[index].time < proof(of: index) {
                if tracks[index].isInBurst { counters.bursts &+= 1 } else { counters.ghosts &+= 1 }
                if ghostRules.holdsBursts { ghostMemory.died(at: tracks[index].place, time: now) }
            } else if promote(index) {
                end(tracks[index].slot, at: now)
            }
            candidates.remove(index)
        case .touch:
            end(tracks[index].slot, at: now)
        }
        used.remove(index)
        lost.remove(index)
        dropped.remove(index)
    }

    private mutating func end(_ slot: Int, at now: Instant) {
        samples.miss(slot)
        touches[slot].phase = .ended
        touches[slot].previous = touches[slot].location
        touches[slot].time = now
        memory.lifted(touches[slot], at: now, alone: !isCrowded)
        down.remove(slot)
        changes.ended.insert(slot)
    }

    /// A contact is as large as a palm, or has been.
    private mutating func becomePalm(_ index: Int, at now: Instant) {
        if tracks[index].role != .ignored {
            counters.palms &+= 1
            cancel(index, at: now)
        }
        dropped.insert(index)
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
        guard !lost.contains(index) else {
            lost.remove(index)
            return used.remove(index)
        }
        ignored.insert(index)
    }
}
