// What a board asks of contacts: see GhostRules.
extension TouchTable {
    /// How long a candidate must live to prove real.
    func proof(of index: Int) -> Microseconds {
        guard ghostRules.minimumLife > .zero else { return TouchRules.ghostLifetime }
        return tracks[index].isInBurst
            ? max(ghostRules.minimumLife, BurstRules.minimumLife) : ghostRules.minimumLife
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
                at: place, time: now, mayBeLate: now - reportBefore <= TouchRules.swapInterval)
        else { return false }
        counters.periodic &+= 1
        return true
    }

    /// Whether a contact without a name at `place` is another one than the nearest before it, on a panel that reports ghosts:
    /// they come and go while a finger lifts or lands.
    mutating func isLeap(_ index: Int, to place: Point, at now: Instant) -> Bool {
        guard geometry.hasMillimetres else { return false }
        let step = place - (tracks[index].role == .candidate ? tracks[index].last : tracks[index].place)
        let time = min(max(now - lastReport, TouchRules.shortestLeapTime), TouchRules.longestLeapTime)
        let limit = time.seconds * TouchRules.leapSpeedPt
        guard step.lengthSquared > limit * limit else { return false }
        guard tracks[index].role == .touch else { return true }
        // (A finger that is under way goes on.)
        let change = step + touches[tracks[index].slot].step * -1
        return change.lengthSquared > limit * limit
    }

    /// A contact is not in the report: it is gone, or flickers.
    @inline(never)
    mutating func lose(_ index: Int, at now: Instant) {
        guard ghostRules.flicker > .zero, tracks[index].role == .touch else { return lift(index, at: now) }
        if !lost.contains(index) {
            lost.insert(index)
            tracks[index].time = now
            tracks[index].isJumping = false
            tracks[index].speed = .zero
        }
        rest(tracks[index].slot, at: now)
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
        var taken = TouchSet()
        for index in lost {
            guard now - tracks[index].time < ghostRules.flicker else {
                lift(index, at: now)
                continue
            }
            for j in 0..<contacts.count where !taken.contains(j) {
                let id = contacts.contact(j).id
                guard (id < 0) == (tracks[index].id < 0), !isFollowed(id, at: points[j]) else { continue }
                if (points[j] - tracks[index].place).length < TouchRules.alwaysPossiblePt {
                    taken.insert(j)
                    tracks[index].id = id
                    lost.remove(index)
                    break
                } else if id >= 0, id == tracks[index].id {
                    lift(index, at: now)
                    break
                }
            }
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
