// What a board asks of contacts: see GhostRules.
extension TouchTable {
    /// Asks more of contacts from now on; those that are on the panel are not concerned.
    public mutating func arm(with rules: GhostRules) {
        guard rules != ghostRules else { return }
        ghostRules = rules
        ghostMemory = GhostMemory()
        isArmed = rules.isOn
        let looksAtAll =
            rules.palmSize < Contact.palm || rules.flicker > .zero || rules.smoothingHz > 0 || !lost.isEmpty
        doubts = UInt32(candidates.bits) | (looksAtAll ? TouchTable.everyReport : 0)
    }

    /// How long a candidate must live to prove real. (`mutating`: what is borrowed is copied.)
    mutating func proof(of index: Int) -> Microseconds {
        guard ghostRules.minimumLife > .zero else { return TouchRules.ghostLifetime }
        let life =
            tracks[index].isInBurst
            ? max(ghostRules.minimumLife, BurstRules.minimumLife) : ghostRules.minimumLife
        return tracks[index].isDoubtful ? life + life : life
    }

    /// Whether a contact is known for a ghost as it lands.
    @inline(never)
    mutating func isGhost(_ contact: Contact, at place: Point, time now: Instant) -> Bool {
        if ghostRules.ignores(contact) {
            counters.masked &+= 1
            return true
        }
        if contact.pressure >= ghostRules.palmSize {
            counters.palms &+= 1
            return true
        }
        guard ghostRules.dropsPeriodic,
            ghostMemory.isPeriodic(
                at: place, time: now, isAlone: down.isEmpty && candidates.isEmpty,
                mayBeLate: now - reportBefore <= TouchRules.swapInterval)
        else { return false }
        counters.periodic &+= 1
        return true
    }

    /// The next place whose clockwork has been learned and not been taken yet; nil: there is none.
    public mutating func takeLearnedPlace() -> LearnedPlace? { ghostMemory.takeLearned() }

    /// Where a track was in the last report that showed it.
    mutating func lastPlace(of index: Int) -> Point {
        tracks[index].role == .candidate ? tracks[index].last : tracks[index].place
    }

    /// Whether a track was in the last two reports; one that has just landed has a speed that nobody knows.
    private mutating func hasSpeed(_ index: Int) -> Bool {
        let landing = tracks[index].role == .touch ? touches[tracks[index].slot].startTime : tracks[index].time
        return lastReport > reportBefore && landing < lastReport
    }

    /// How little likely it is that a track is at `point` now: the distance, pt. On a panel that reports ghosts it is that from where
    /// the track would be if it went on as it went; a ghost that has gone must not pull fingers apart, nor take the contact of a
    /// finger beneath it.
    mutating func doubt(_ index: Int, isAt point: Point, at now: Instant) -> Float {
        guard ghostRules.minimumLife > .zero else { return distance(index, point) }
        var place = lastPlace(of: index)
        if tracks[index].role != .ignored, hasSpeed(index) {
            let ratio = min(now - lastReport, TouchRules.longestLeapTime).seconds / (lastReport - reportBefore).seconds
            place = place + (place - tracks[index].before) * ratio
        }
        let distance = (place - point).length + (tracks[index].role == .candidate ? TouchRules.oneFingerDistancePt : 0)
        return min(distance, TouchRules.farMatchPt)
    }

    /// Whether a contact without a name at `place` is another one than the nearest before it, where a board asks more of contacts:
    /// ghosts come and go while a finger lifts or lands. (Where reports come unevenly nobody knows how long the last step and this
    /// one took: a finger may have gone on as far as before, or as long.)
    mutating func isLeap(_ index: Int, to place: Point, at now: Instant) -> Bool {
        // (Of one that jumps it is known next whether it does.)
        guard geometry.hasMillimetres, tracks[index].role != .touch || !tracks[index].isJumping else { return false }
        let time = min(now - lastReport, TouchRules.longestLeapTime).seconds
        let step = place - lastPlace(of: index)
        guard hasSpeed(index) else {
            return step.length > max(TouchRules.fastestFingerPt * time, TouchRules.alwaysPossiblePt)
        }
        let before = lastPlace(of: index) - tracks[index].before
        let ratio = time / (lastReport - reportBefore).seconds
        let along = before.lengthSquared > 0 ? step.dot(before) / before.lengthSquared : 1
        let miss = (step + before * -min(max(along, min(ratio, 1)), max(ratio, 1))).length
        let isLanding = tracks[index].role == .candidate
        let limit = (isLanding ? TouchRules.landingAccelerationPt : TouchRules.accelerationPt) * time * time
        return miss > max(limit, TouchRules.alwaysPossiblePt)
    }

    /// Whether only the next report says that a track without a name has gone on to `place`; a candidate that has is doubted then.
    mutating func mustBeConfirmed(_ index: Int, at place: Point) -> Bool {
        if ghostRules.minimumLife > .zero, isJerk(index, to: place) { tracks[index].slotNumber |= Track.doubt }
        return ghostRules.flicker > .zero && isHasty(index, to: place)
    }

    /// Whether a touch without a name would have gone far in its first step: it may be lost, and another finger have landed there. (The
    /// next report tells.)
    private mutating func isHasty(_ index: Int, to place: Point) -> Bool {
        tracks[index].role == .touch && !tracks[index].isJumping && !hasSpeed(index)
            && (place - tracks[index].place).length > TouchRules.alwaysPossiblePt
    }

    /// Whether a candidate without a name rested and would be elsewhere now, or the other way round, further than a finger rolls that has
    /// just landed: it may be two ghosts, one after the other.
    private mutating func isJerk(_ index: Int, to place: Point) -> Bool {
        guard geometry.hasMillimetres, tracks[index].role == .candidate, hasSpeed(index) else { return false }
        let last = lastPlace(of: index)
        let (before, step) = ((last - tracks[index].before).length, (place - last).length)
        return min(before, step) < TouchRules.restingStepPt && max(before, step) > TouchRules.rollPt
    }

    /// A contact is not in the report: it is gone, or flickers.
    @inline(never)
    mutating func lose(_ index: Int, at now: Instant) {
        // (A finger that is ignored flickers, too. A ghost may go.)
        guard ghostRules.flicker > .zero, tracks[index].role != .candidate, !dropped.contains(index) else {
            return lift(index, at: now)
        }
        if !lost.contains(index) {
            lost.insert(index)
            tracks[index].time = now
            tracks[index].isJumping = false
            tracks[index].speed = .zero
        }
        if tracks[index].role == .touch { rest(tracks[index].slot, at: now) }
    }

    /// When the first of the touches landed that the last report or deadline has begun; without one, now.
    public var landing: Instant {
        mutating get {
            var landing = time
            for slot in changes.began { landing = min(landing, touches[slot].startTime) }
            return landing
        }
    }

    /// A report has no news of a touch that goes on.
    mutating func rest(_ slot: Int, at now: Instant) {
        samples.miss(slot)
        touches[slot].previous = touches[slot].location
        touches[slot].time = now
        if !changes.began.contains(slot) { touches[slot].phase = .stationary }
    }

    /// Touches that were lost go on where a contact is at about their place, under whatever name. One whose name is elsewhere
    /// has lifted.
    @inline(never)
    mutating func takeUp(_ contacts: inout Contacts, _ points: InlineArray<16, Point>, at now: Instant) {
        for index in lost where now - tracks[index].time >= ghostRules.flicker { lift(index, at: now) }
        var taken = TouchSet()
        for index in lost {
            for j in 0..<contacts.count where !taken.contains(j) {
                let id = contacts.contact(j).id
                guard (id < 0) == (tracks[index].id < 0), !isFollowed(id, at: points[j]),
                    (points[j] - tracks[index].place).length < TouchRules.alwaysPossiblePt
                else { continue }
                taken.insert(j)
                tracks[index].id = id
                lost.remove(index)
                counters.flickers &+= 1
                break
            }
        }
        for index in lost where tracks[index].id >= 0 {
            var isElsewhere = false
            for j in 0..<contacts.count where contacts.contact(j).id == tracks[index].id { isElsewhere = true }
            if isElsewhere { lift(index, at: now) }
        }
    }

    mutating func distance(_ index: Int, _ point: Point) -> Float { (tracks[index].place - point).length }

    /// Whether not every contact is taken for a finger: a board asks more of them, or the controller has called one a palm.
    public var doubtsContacts: Bool { mutating get { isArmed || !dropped.isEmpty } }

    /// How many contacts are fingers, as far as is known: those that the board's rules let through. (What is at the place of a
    /// finger from before a reset may be a ghost, too.)
    public var fingers: Int {
        mutating get {
            var fingers = used - candidates - dropped
            if identitiesMayHaveChanged, !ignored.isEmpty {
                if ghostMemory.shownAgain == .never { ghostMemory.shownAgain = lastReport }
                if lastReport - ghostMemory.shownAgain < ghostRules.minimumLife { fingers = fingers - ignored }
            }
            return fingers.count
        }
    }

    /// Whether a contact is that of a track which is not lost.
    mutating func isFollowed(_ id: Int32, at point: Point) -> Bool {
        for index in used - lost where tracks[index].id == id {
            if id >= 0 || distance(index, point) < TouchRules.alwaysPossiblePt { return true }
        }
        return false
    }

    /// Where the touch at `place` is shown: the one-euro filter (Casiez, Roussel and Vogel, CHI 2012), a low pass whose limit
    /// rises with the speed of the finger.
    mutating func smoothed(_ index: Int, at place: Point, time now: Instant) -> Point {
        let seconds = (now - tracks[index].time).seconds
        let shown = touches[tracks[index].slot].location
        guard seconds > 0 else { return shown }
        func share(ofHz limit: Float) -> Float {
            let turns = 2 * Float.pi * limit * seconds
            return turns / (1 + turns)
        }
        let measured = (place - tracks[index].place) * (1 / seconds)
        let before = tracks[index].speed
        let speed = before + (measured + before * -1) * share(ofHz: SmoothingRules.speedHz)
        tracks[index].speed = speed
        let limit = ghostRules.smoothingHz + SmoothingRules.hzPerPtPerSecond * speed.length
        return shown + (place - shown) * share(ofHz: limit)
    }
}
