import TestSupport

/// "Every finger has gone the distance from its own start in the same direction, fast enough."
struct ReferenceSwipe: ReferenceRule {
    var p: SwipeRecognizer.Parameters
    var isContinuous: Bool { p.isRepeating }

    init(_ p: SwipeRecognizer.Parameters) { self.p = p }

    private struct Course {
        var direction: Direction
        var along: Double
        var off: Double
        init(_ way: ReferencePlace) {
            if abs(way.x) >= abs(way.y) {
                (direction, along, off) = (way.x < 0 ? .left : .right, abs(way.x), abs(way.y))
            } else {
                (direction, along, off) = (way.y < 0 ? .up : .down, abs(way.y), abs(way.x))
            }
        }
    }
    private func reaches(_ length: Double, _ limit: Double) -> Bool { length >= limit - referenceTolerance }
    private func isOnAxis(_ course: Course) -> Bool {
        course.off <= allowance(course) + referenceTolerance && p.directions.contains(course.direction)
    }
    private func allowance(_ course: Course) -> Double {
        max(Double(p.deviationPt), Double(p.deviationTangent) * course.along)
    }
    /// "Fast enough on average; with `fires: onLift` fast enough, all together, as the first one lifts." A minimum of 0: any, also
    /// one that goes back.
    private func isFast(_ finger: ReferenceFinger, of attempt: ReferenceAttempt, at time: Int64) -> Bool {
        if p.minimumVelocityPtPerSecond == 0 { return true }
        if p.fires == .onLift {
            let fingers = attempt.fingers
            let report = fingers.compactMap(\.end?.report).min()!
            let speeds = fingers.compactMap { $0.velocities[report] }.map { velocity in
                switch Course(finger.travel).direction {
                case .left: -velocity.x
                case .right: velocity.x
                case .up: -velocity.y
                case .down: velocity.y
                }
            }
            let sum = speeds.reduce(0, +)
            return sum / Double(speeds.count) + referenceTolerance >= Double(p.minimumVelocityPtPerSecond)
        }
        let seconds = Double(time - finger.startTime) / 1_000_000
        return Course(finger.travel).along + referenceTolerance >= Double(p.minimumVelocityPtPerSecond) * seconds
    }
    /// Whether a finger has gone the distance, fast enough at `time` (nil: however slowly).
    private func hasArrived(_ finger: ReferenceFinger, of attempt: ReferenceAttempt, at time: Int64?) -> Bool {
        let course = Course(finger.travel)
        return reaches(course.along, Double(p.distancePt)) && isOnAxis(course)
            && time.map { isFast(finger, of: attempt, at: $0) } ?? true
    }
    private func directions(_ fingers: [ReferenceFinger]) -> Set<Direction> {
        Set(fingers.map { Course($0.travel).direction })
    }
    /// 0…180°.
    private func angle(_ a: ReferencePlace, _ b: ReferencePlace) -> Double {
        let cosine = (a.x * b.x + a.y * b.y) / a.length / b.length
        return referenceArcCosine(max(-1, min(1, cosine)))
    }

    func offer(
        _ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment
    ) -> ReferenceAnswer {
        if p.isRepeating {
            if attempt.hit.isOn, !attempt.isFresh, attempt.seen(in: moment).isEmpty { return .ignore }
            return attempt.company(of: finger, in: moment).count < p.touches ? .take : .takeExtra
        }
        if attempt.taken.count == p.touches, attempt.company(of: finger, in: moment).isEmpty { return .ignore }
        let isSpoilt =
            attempt.taken.count == p.touches || attempt.fingers.contains { $0.wasUp(before: moment) }
        return isSpoilt ? .extra : .take
    }

    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        if p.isRepeating { return judgeAnew(attempt, in: moment) }
        let lifted = attempt.fingers.filter { !$0.isDown }
        // "What time passes while it waits for a movement to be decided does not slow it, up to `maxDuration`."
        let end = (attempt.fingers.first?.startTime ?? 0) + min(p.maxDuration.count, .max / 4)
        if moment.time > end { attempt.movementWait.isOn = false }
        let waits = attempt.movementWait.isOn
        // What fingers on the panel, or at their lift, must not do.
        let seen = attempt.seen(in: moment)
        for finger in seen {
            let course = Course(finger.travel)
            // "Where the deviation is an angle, it may be 5 pt farther off its axis until it has gone 40 pt."
            let roll = p.deviationTangent > 0 && !reaches(course.along, 40) ? 5.0 : 0
            let isAside = course.off > allowance(course) + roll + referenceTolerance
            if reaches(course.along, 25), isAside || !p.directions.contains(course.direction) { return .failed }
        }
        let compared = seen.map(\.travel).filter { reaches($0.length, 16) }
        for a in compared { for b in compared where angle(a, b) > 45.01 { return .failed } }
        let hasGone =
            attempt.fingers.contains { $0.wasUp(before: moment) }
            || seen.contains { reaches(Course($0.travel).along, 25) }
        // "Who has stayed has been there for half of the time."
        let time = moment.time - (attempt.fingers.first?.startTime ?? 0)
        let hasStayed = seen.contains { $0.travel.length < 5 && 2 * (moment.time - $0.startTime) >= time }
        if hasGone, hasStayed { return .failed }
        // Every lifted finger was judged at its own lift.
        for finger in lifted where !hasArrived(finger, of: attempt, at: waits ? nil : finger.end!.time) {
            return .failed
        }
        if directions(lifted).count > 1 { return .failed }
        if attempt.taken.count < p.touches { return attempt.hasFingersDown ? .possible : .failed }
        if p.fires == .onLift { return attempt.hasFingersDown ? .possible : .ready }
        let haveArrived = attempt.down.allSatisfy { hasArrived($0, of: attempt, at: waits ? nil : moment.time) }
        if haveArrived, directions(attempt.fingers).count == 1 { return .ready }
        attempt.movementWait.isOn = false
        return .possible
    }
    func deadline(_ attempt: ReferenceAttempt) -> (time: Int64, becomes: ReferenceVerdict)? {
        guard let first = attempt.fingers.first, p.maxDuration < .unlimited else { return nil }
        return (first.startTime + p.maxDuration.count, .failed)
    }
    func action(_ attempt: ReferenceAttempt) -> ReferenceAction? {
        guard p.touches == 1 else { return nil }
        let direction =
            p.isRepeating ? attempt.hit.values : .direction("\(Course(attempt.fingers[0].travel).direction)")
        return direction == .direction("left") || direction == .direction("right") ? .across : .along
    }
    func hasChanged(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool { isHit(attempt, in: moment) }
    func touches(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Int {
        if !p.isRepeating { return p.touches }
        let last = attempt.fingers.compactMap { $0.end?.moment }.max()
        return attempt.hasFingersDown ? attempt.down.count : attempt.fingers.filter { $0.end?.moment == last }.count
    }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues {
        if p.isRepeating { return attempt.hit.values }
        return .direction("\(Course(attempt.fingers[0].travel).direction)")
    }
}

// "Repeating: judged anew at each move against the landing; nothing on the way fails it."
extension ReferenceSwipe {
    private func judgeAnew(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        if !attempt.hasFingersDown { return attempt.hit.isOn ? .ready : .failed }
        if attempt.seen(in: moment).contains(where: { $0.hasMoved(in: moment) }) {
            attempt.hit.isOn = isHit(attempt, in: moment)
        }
        return attempt.hit.isOn ? .ready : .possible
    }

    /// Whether its fingers on the panel, one of which has just moved, make the swipe, and in which direction.
    private func isHit(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool {
        let fingers = attempt.down
        let first = attempt.fingers[0]
        guard fingers.count == p.touches, fingers.contains(where: { $0.hasMoved(in: moment) }),
            p.maxDuration == .unlimited || moment.time - first.startTime <= p.maxDuration.count
        else { return false }
        for isAcross in [true, false] {
            let ways = fingers.map { finger -> (direction: Direction, along: Double, off: Double) in
                let way = finger.places.last! - (p.measuresFromFirst ? first.start : finger.start)
                return isAcross
                    ? (way.x < 0 ? .left : .right, abs(way.x), abs(way.y))
                    : (way.y < 0 ? .up : .down, abs(way.y), abs(way.x))
            }
            let haveGone = zip(fingers, ways).allSatisfy { finger, way in
                let seconds = Double(moment.time - finger.startTime) / 1_000_000
                return p.directions.contains(way.direction) && way.along >= Double(p.distancePt) - referenceTolerance
                    && way.along + referenceTolerance >= Double(p.minimumVelocityPtPerSecond) * seconds
            }
            func keeps(_ way: (direction: Direction, along: Double, off: Double), _ pt: Float, _ tangent: Float) -> Bool
            {
                way.off <= max(Double(pt), Double(tangent) * way.along) + referenceTolerance
            }
            let leaders = zip(fingers, ways).filter { keeps($1, p.deviationPt, p.deviationTangent) }
            let strays = ways.filter { !keeps($0, p.deviationPt, p.deviationTangent) }
            let mayStray =
                p.touches > 1 && p.othersDeviationPt != nil
                && strays.allSatisfy { keeps($0, p.othersDeviationPt!, p.othersDeviationTangent) }
            guard haveGone, p.measuresFromFirst || Set(ways.map(\.direction)).count == 1,
                strays.isEmpty || mayStray && !leaders.isEmpty
            else { continue }
            // (Of several that lead, whoever landed first: with one start, fingers on either side may differ.)
            attempt.hit.values = .direction(
                "\(leaders.min { $0.0.startTime < $1.0.startTime }!.1.direction)")
            return true
        }
        return false
    }
}
