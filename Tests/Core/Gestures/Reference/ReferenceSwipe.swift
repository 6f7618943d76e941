import TaplineCore

/// "Every finger has gone the distance from its own start in the same direction, fast enough."
struct ReferenceSwipe: ReferenceRule {
    var p: SwipeRecognizer.Parameters
    var isContinuous: Bool { false }

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
        let allowed = max(Double(p.deviationPt), Double(p.deviationTangent) * course.along)
        return course.off <= allowed + referenceTolerance && p.directions.contains(course.direction)
    }
    private func isFast(_ finger: ReferenceFinger, at time: Int64) -> Bool {
        let seconds = Double(time - finger.startTime) / 1_000_000
        return Course(finger.travel).along + referenceTolerance >= Double(p.minimumVelocityPtPerSecond) * seconds
    }
    /// Whether a finger has gone the distance, fast enough at `time` (nil: however slowly).
    private func hasArrived(_ finger: ReferenceFinger, at time: Int64?) -> Bool {
        let course = Course(finger.travel)
        return reaches(course.along, Double(p.distancePt)) && isOnAxis(course)
            && time.map { isFast(finger, at: $0) } ?? true
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
        if attempt.taken.count == p.touches, attempt.company(of: finger, in: moment).isEmpty { return .ignore }
        let isSpoilt =
            attempt.taken.count == p.touches || attempt.fingers.contains { $0.wasUp(before: moment) }
        return isSpoilt ? .fail : .take
    }

    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        let lifted = attempt.fingers.filter { !$0.isDown }
        // "What time passes while it waits for a movement to be decided does not slow it, up to `maxDuration`."
        let end = (attempt.fingers.first?.startTime ?? 0) + min(p.maxDuration.count, .max / 4)
        if moment.time > end { attempt.movementWait.isOn = false }
        let waits = attempt.movementWait.isOn
        // What fingers on the panel, or at their lift, must not do.
        let seen = attempt.seen(in: moment)
        for finger in seen {
            let course = Course(finger.travel)
            if reaches(course.along, 25), !isOnAxis(course) { return .failed }
        }
        let compared = seen.map(\.travel).filter { reaches($0.length, 8) }
        for a in compared { for b in compared where angle(a, b) > 45.01 { return .failed } }
        let hasGone =
            attempt.fingers.contains { $0.wasUp(before: moment) }
            || seen.contains { reaches(Course($0.travel).along, 25) }
        if hasGone, seen.contains(where: { $0.travel.length < 5 }) { return .failed }
        // Every lifted finger was judged at its own lift.
        for finger in lifted where !hasArrived(finger, at: waits ? nil : finger.end!.time) { return .failed }
        if directions(lifted).count > 1 { return .failed }
        if attempt.taken.count < p.touches { return attempt.hasFingersDown ? .possible : .failed }
        if p.fires == .onLift { return attempt.hasFingersDown ? .possible : .ready }
        let haveArrived = attempt.down.allSatisfy { hasArrived($0, at: waits ? nil : moment.time) }
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
        let direction = Course(attempt.fingers[0].travel).direction
        return direction == .left || direction == .right ? .across : .along
    }
    func touches(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Int { p.touches }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues {
        .direction("\(Course(attempt.fingers[0].travel).direction)")
    }
}
