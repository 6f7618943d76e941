import TestSupport

/// "The sum of the centroid's displacements between reports with the same fingers is at least the slop."
struct ReferencePan: ReferenceRule {
    var minimumTouches: Int
    var maximumTouches: Int
    var slop: Double
    var youth: Youth
    /// Whether a pinch, a rotation or a transform may have the two fingers, too.
    var meetsPairs: Bool
    var directions: DirectionSet
    var isContinuous: Bool { true }
    var isIncremental: Bool

    init(_ p: PanRecognizer.Parameters, meetsPairs: Bool) {
        directions = p.directions
        (isIncremental, youth, self.meetsPairs) = (p.isIncremental, p.youth, meetsPairs)
        (minimumTouches, maximumTouches, slop) = (p.minimumTouches, p.maximumTouches, Double(p.slopPt))
    }

    /// The sum of the centroid's displacements in `reports`, where at least `least` fingers were there.
    static func way(_ attempt: ReferenceAttempt, after report: Int, least: Int) -> ReferencePlace {
        var sum = ReferencePlace.zero
        guard let reports = attempt.reports else { return sum }
        for number in reports where number > report {
            let steps = attempt.steps(inReport: number)
            if steps.count < least { continue }
            for step in steps {
                sum.x += (step.to.x - step.from.x) / Double(steps.count)
                sum.y += (step.to.y - step.from.y) / Double(steps.count)
            }
        }
        return sum
    }

    /// How fast its fingers are, and their mean.
    static func velocities(_ attempt: ReferenceAttempt) -> (each: [ReferencePlace], common: ReferencePlace) {
        let each = attempt.down.map { $0.velocity ?? .zero }
        let sum = each.reduce(.zero, +)
        return (each, ReferencePlace(x: sum.x / Double(each.count), y: sum.y / Double(each.count)))
    }

    func offer(
        _ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment
    ) -> ReferenceAnswer {
        if attempt.company(of: finger, in: moment).count < maximumTouches { return .take }
        return attempt.beginning != nil ? .ignore : .extra
    }
    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        if !attempt.hasFingersDown { return .failed }
        let way = ReferencePan.way(attempt, after: -1, least: minimumTouches)
        let lastChange = attempt.lastChange.time(attempt.down, in: moment)
        if attempt.down.count < minimumTouches { return .possible }
        if way.length < slop - referenceTolerance {
            attempt.movement.shrink(to: slop)
            return .possible
        }
        if slop == 0 || youth == .none || attempt.movement.wasDeliberate { return judged(attempt, way) }
        // "It is checked in reports in which one of its fingers moves. One finger alone on the panel waits while a contact
        // beside it is not confirmed yet; how far it has gone counts as checked."
        guard attempt.down.contains(where: { $0.hasMoved(in: moment) }) else { return .undecided }
        if attempt.down.count == 1, moment.awaitsProof {
            return attempt.movement.isDeliberate(way.length, isFarEnough: false) ? judged(attempt, way) : .undecided
        }
        // "Three fingers and more need 40 pt at any age." "Every one goes along."
        let isMany = attempt.down.count > 2
        let needed =
            isMany ? max(slop, 40) : ReferenceMovement.needed(slop: slop, age: moment.time - lastChange, youth: youth)
        let mustGoTogether = isMany || attempt.down.count == 2 && meetsPairs
        let isAlone = attempt.down.count == 1
        let isUnderway =
            !isAlone || attempt.isUnderway(way, needed: needed, youth: youth, age: moment.time - lastChange, in: moment)
        let (velocities, velocity) = ReferencePan.velocities(attempt)
        let goesTogether =
            attempt.down.allSatisfy {
                ($0.travel - way).length <= way.length * 2 / 3 + ReferenceMovement.slack
            } && velocities.allSatisfy { ($0 - velocity).length <= velocity.length * 2 / 3 + referenceTolerance }
        let isFarEnough =
            way.length >= needed - referenceTolerance && isUnderway && (goesTogether || !mustGoTogether)
        return attempt.movement.isDeliberate(way.length, isFarEnough: isFarEnough) ? judged(attempt, way) : .undecided
    }
    /// "In one of its directions, within 45°, by its path or its velocity." One that waits may turn and come back.
    private func judged(_ attempt: ReferenceAttempt, _ way: ReferencePlace) -> ReferenceVerdict {
        if directions == .all { return .ready }
        if way == .zero { return .possible }
        let velocity = ReferencePan.velocities(attempt).common
        let fits = [way, velocity == .zero ? way : velocity].contains { way in
            directions.contains(
                abs(way.x) >= abs(way.y) ? (way.x < 0 ? .left : .right) : (way.y < 0 ? .up : .down))
        }
        guard fits else { return attempt.movement.hasDirection ? .possible : .failed }
        attempt.movement.hasDirection = true
        return .ready
    }
    func action(_ attempt: ReferenceAttempt) -> ReferenceAction? {
        attempt.down.count == 1
            ? .drag(attempt.down[0].heading(after: ReferencePan.way(attempt, after: -1, least: minimumTouches))) : nil
    }
    func isOver(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool {
        attempt.down.count < minimumTouches
    }
    func touches(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Int {
        attempt.down.count >= minimumTouches ? attempt.down.count : attempt.seen(in: moment).count
    }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues {
        // Reading: what is left when a pan ends for want of fingers is none, and its last step does not count.
        .translation(ReferencePan.way(attempt, after: attempt.beginning ?? -1, least: minimumTouches))
    }
}

/// "As pan, one finger, started inside the edge and moving inward within 45°."
struct ReferenceEdgePan: ReferenceRule {
    var edges: EdgeSet
    var width: Double
    var slop: Double
    var youth: Youth
    /// The last place of the panel.
    var last: ReferencePlace
    var isContinuous: Bool { true }
    var isIncremental: Bool

    init(_ p: EdgePanRecognizer.Parameters, last: ReferencePlace) {
        (isIncremental, youth) = (p.isIncremental, p.youth)
        (edges, width, slop, self.last) = (p.edges, Double(p.edgeWidthPt), Double(p.slopPt), last)
    }

    /// The edges that the finger landed at, and how far `way` leads inward from each and along it.
    private func inward(
        _ finger: ReferenceFinger, _ way: ReferencePlace
    ) -> [(edge: Edge, inward: Double, along: Double)] {
        let start = finger.start
        let all: [(Edge, Double, Double, Double)] = [
            (.left, start.x, way.x, way.y), (.right, last.x - start.x, -way.x, way.y),
            (.top, start.y, way.y, way.x), (.bottom, last.y - start.y, -way.y, way.x),
        ]
        return all.filter { edges.contains($0.0) && $0.1 <= width + referenceTolerance }.map { ($0.0, $0.2, $0.3) }
    }
    func offer(
        _ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment
    ) -> ReferenceAnswer {
        if attempt.beginning != nil { return .ignore }
        if !attempt.company(of: finger, in: moment).isEmpty { return .extra }
        return inward(finger, .zero).isEmpty ? .fail : .take
    }
    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        guard let finger = attempt.down.first else { return .failed }
        func isFar(_ way: ReferencePlace) -> Bool { way.length >= slop - referenceTolerance }
        func leadsInward(_ way: ReferencePlace) -> Bool {
            inward(finger, way).contains { $0.inward > 0 && $0.inward >= abs($0.along) }
        }
        guard isFar(finger.travel) else {
            attempt.movement.shrink(to: slop)
            return .possible
        }
        let wasDeliberate = attempt.movement.wasDeliberate
        if slop > 0 {
            let age = attempt.youngestAge(in: moment)
            let needed = ReferenceMovement.needed(slop: slop, age: age, youth: youth)
            let isFarEnough =
                finger.travel.length >= needed - referenceTolerance
                && attempt.isUnderway(finger.travel, needed: needed, youth: youth, age: age, in: moment)
            guard attempt.movement.isDeliberate(finger.travel.length, isFarEnough: isFarEnough) else {
                return .undecided
            }
        }
        // Its way where it was first meant decides whether it fails.
        if leadsInward(finger.travel) || leadsInward(finger.heading(after: finger.travel)) { return .ready }
        return wasDeliberate ? .possible : .failed
    }
    func action(_ attempt: ReferenceAttempt) -> ReferenceAction? {
        attempt.down.first.flatMap { .drag($0.heading(after: $0.travel)) }
    }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues {
        .translation(ReferencePan.way(attempt, after: attempt.beginning ?? -1, least: 1))
    }
}

extension ReferenceFinger {
    /// "The way it goes now, as fast as it is; where it rests, the way that it has gone."
    func heading(after way: ReferencePlace) -> ReferencePlace {
        guard let velocity, velocity != .zero else { return way }
        return velocity
    }
}
