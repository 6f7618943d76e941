import Foundation
import TaplineCore

/// In degrees.
func referenceArcCosine(_ cosine: Double) -> Double { acos(cosine) * 180 / .pi }

/// Two fingers, as pinch and rotation see them.
struct ReferencePair {
    /// A report in which the same two fingers were seen as in the one before: where the second lay as seen from the first.
    struct Step {
        var report: Int
        var from: ReferencePlace
        var to: ReferencePlace
        /// Whether the step before was one of the same two fingers.
        var goesOn: Bool
        var hasMoved: Bool
    }

    static func steps(_ attempt: ReferenceAttempt) -> [Step] {
        var steps: [Step] = []
        var pair: [UInt32] = []
        for report in attempt.reports ?? 0...0 {
            let present = attempt.taken.filter { $0.report <= report && $0.finger.place(inReport: report) != nil }
                .map(\.finger)
            guard present.count == 2, let a = present[0].place(inReport: report - 1),
                let b = present[1].place(inReport: report - 1)
            else {
                pair = []
                continue
            }
            let numbers = present.map(\.number)
            steps.append(
                Step(
                    report: report, from: b - a,
                    to: present[1].place(inReport: report)! - present[0].place(inReport: report)!,
                    goesOn: numbers == pair,
                    hasMoved: a != present[0].place(inReport: report)! || b != present[1].place(inReport: report)!))
            pair = numbers
        }
        return steps
    }
    static func offer(
        _ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment
    ) -> ReferenceAnswer {
        if attempt.company(of: finger, in: moment).count < 2 { return .take }
        return attempt.beginning != nil ? .ignore : .fail
    }
}

/// "Span changed by the slop; scale 1.0 there." A change of more than twice or less than a tenth is dropped once.
struct ReferencePinch: ReferenceRule {
    var slop: Double
    var minimumSpan: Double
    var isDiscrete: Bool
    var youth: Youth
    var isContinuous: Bool { !isDiscrete }
    var isIncremental = false

    init(_ p: PinchRecognizer.Parameters) {
        (slop, minimumSpan) = (Double(p.discreteDeltaPt ?? p.slopPt), Double(p.minimumSpanPt))
        (isDiscrete, isIncremental, youth) = (p.discreteDeltaPt != nil, p.isIncremental, p.youth)
    }

    /// The spans before and after a report that counts.
    private struct Span {
        var report: Int
        var from: Double
        var to: Double
        /// Whether the report before was dropped.
        var isBelievedLate: Bool
    }

    /// All of them.
    private func spans(_ attempt: ReferenceAttempt) -> [Span] {
        var spans: [Span] = []
        var last = 0.0
        var hasDropped = false
        for step in ReferencePair.steps(attempt) {
            if !step.goesOn { (last, hasDropped) = (max(step.from.length, minimumSpan), false) }
            // A report in which the fingers rest where they had jumped to agrees with that place, as it does for a touch.
            if step.goesOn, !step.hasMoved, !hasDropped { continue }
            let next = max(step.to.length, minimumSpan)
            // (Exactly double or a tenth is possible.)
            if !hasDropped, next / last > 2.0001 || next / last < 0.09999 {
                hasDropped = true
                continue
            }
            spans.append(Span(report: step.report, from: last, to: next, isBelievedLate: hasDropped))
            hasDropped = false
            last = next
        }
        return spans
    }
    func change(_ attempt: ReferenceAttempt) -> Double {
        spans(attempt).map { $0.to - $0.from }.reduce(0, +)
    }
    func offer(
        _ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment
    ) -> ReferenceAnswer {
        ReferencePair.offer(finger, to: attempt, in: moment)
    }
    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        if !attempt.hasFingersDown { return .failed }
        let way = abs(change(attempt))
        if attempt.down.count != 2 { return .possible }
        if way < slop - referenceTolerance {
            attempt.movement.shrink(to: slop)
            return .possible
        }
        let age = attempt.youngestAge(in: moment)
        return slop == 0 || attempt.movement.isDeliberate(way, slop: slop, age: age, youth: youth) ? .ready : .undecided
    }
    func hasChanged(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool {
        moment.isReport && spans(attempt).last?.report == moment.report
            && (isBelievedLate(attempt, in: moment) || attempt.seen(in: moment).contains { $0.hasMoved(in: moment) })
    }
    func isBelievedLate(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool {
        guard moment.isReport, let last = spans(attempt).last else { return false }
        return last.report == moment.report && last.isBelievedLate
    }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues {
        if isDiscrete { return .outward(change(attempt) > 0) }
        return .scale(scale(attempt))
    }
    /// How much larger the span is than where it began.
    func scale(_ attempt: ReferenceAttempt) -> Double {
        guard let beginning = attempt.beginning else { return 1 }
        return spans(attempt).filter { $0.report > beginning }.map { $0.to / $0.from }.reduce(1, *)
    }
}

/// "Angle turned by the slop; rotation 0 there, unwrapped, clockwise positive on screen."
struct ReferenceRotation: ReferenceRule {
    var slop: Double
    var minimumSpan: Double
    var youth: Youth
    var isContinuous: Bool { true }
    var isIncremental = false

    init(_ p: RotationRecognizer.Parameters) {
        youth = p.youth
        (slop, minimumSpan, isIncremental) = (Double(p.slopRadians), Double(p.minimumSpanPt), p.isIncremental)
    }

    func turned(_ attempt: ReferenceAttempt, after report: Int) -> Double {
        var sum = 0.0
        for step in ReferencePair.steps(attempt) where step.report > report {
            if step.from.length < minimumSpan || step.to.length < minimumSpan { continue }
            // Exactly half a circle in one report is clockwise (zero has no sign here).
            let across = step.from.x * step.to.y - step.from.y * step.to.x
            sum += atan2(across == 0 ? 0 : across, step.from.x * step.to.x + step.from.y * step.to.y)
        }
        return sum
    }
    func offer(
        _ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment
    ) -> ReferenceAnswer {
        ReferencePair.offer(finger, to: attempt, in: moment)
    }
    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        if !attempt.hasFingersDown { return .failed }
        if attempt.down.count != 2 { return .possible }
        if abs(turned(attempt, after: -1)) < slop - 1e-5 {
            attempt.movement.shrink(to: arc(attempt))
            return .possible
        }
        // "As long as they are young an arc as well": how far one has gone about the other.
        let age = attempt.youngestAge(in: moment)
        return slop == 0 || attempt.movement.isDeliberate(arc(attempt), slop: 0, age: age, youth: youth)
            ? .ready : .undecided
    }
    func arc(_ attempt: ReferenceAttempt) -> Double {
        let down = attempt.down
        return down.count == 2
            ? abs(turned(attempt, after: -1)) * (down[0].places.last! - down[1].places.last!).length : 0
    }
    func hasChanged(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool {
        moment.isReport && ReferencePair.steps(attempt).last?.report == moment.report
            && attempt.seen(in: moment).contains { $0.hasMoved(in: moment) }
    }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues {
        .radians(attempt.beginning.map { turned(attempt, after: $0) } ?? 0)
    }
}

/// "Any part passes its slop; the others start at identity."
struct ReferenceTransform: ReferenceRule {
    var panSlop: Double
    var pinch: ReferencePinch
    var rotation: ReferenceRotation
    var isContinuous: Bool { true }
    var isIncremental: Bool

    init(_ p: TransformRecognizer.Parameters) {
        (panSlop, isIncremental) = (Double(p.panSlopPt), p.isIncremental)
        pinch = ReferencePinch(
            changed(.init()) { ($0.slopPt, $0.minimumSpanPt, $0.youth) = (p.pinchSlopPt, p.minimumSpanPt, p.youth) })
        rotation = ReferenceRotation(
            changed(.init()) { ($0.slopRadians, $0.minimumSpanPt) = (p.rotationSlopRadians, p.minimumSpanPt) })
    }

    func offer(
        _ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment
    ) -> ReferenceAnswer {
        ReferencePair.offer(finger, to: attempt, in: moment)
    }
    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        if !attempt.hasFingersDown { return .failed }
        if attempt.down.count != 2 { return .possible }
        let way = ReferencePan.way(attempt, after: -1, least: 2).length
        let change = abs(pinch.change(attempt))
        let turned = abs(rotation.turned(attempt, after: -1))
        // "Whichever part is deliberate by its own row": how far it is, its slop, and what is needed at the end of the youth.
        let parts = [
            (attempt.movement, way, way >= panSlop - referenceTolerance, panSlop, panSlop),
            (attempt.pinchMovement, change, change >= pinch.slop - referenceTolerance, pinch.slop, pinch.slop),
            (attempt.rotationMovement, rotation.arc(attempt), turned >= rotation.slop - 1e-5, rotation.slop, 0),
        ]
        let age = attempt.youngestAge(in: moment)
        let verdicts = parts.map { movement, way, isFar, slop, needed -> ReferenceVerdict in
            if slop == 0 { return .ready }
            if !isFar {
                movement.shrink(to: needed == 0 ? way : needed)
                return .possible
            }
            return movement.isDeliberate(way, slop: needed, age: age, youth: pinch.youth) ? .ready : .undecided
        }
        return verdicts.contains(.ready) ? .ready : verdicts.contains(.undecided) ? .undecided : .possible
    }
    func isBelievedLate(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool {
        pinch.isBelievedLate(attempt, in: moment)
    }
    func hasChanged(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool {
        isBelievedLate(attempt, in: moment) || attempt.seen(in: moment).contains { $0.hasMoved(in: moment) }
    }
    func touches(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Int {
        attempt.hasFingersDown ? attempt.down.count : attempt.seen(in: moment).count
    }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues {
        let beginning = attempt.beginning ?? -1
        return .transform(
            ReferencePan.way(attempt, after: beginning, least: 1), scale: pinch.scale(attempt),
            radians: attempt.beginning == nil ? 0 : rotation.turned(attempt, after: beginning))
    }
}
