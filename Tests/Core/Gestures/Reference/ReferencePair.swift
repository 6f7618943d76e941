import Foundation
import TestSupport

/// In degrees.
func referenceArcCosine(_ cosine: Double) -> Double { acos(cosine) * 180 / .pi }

/// Two fingers, as pinch and rotation see them.
struct ReferencePair {
    /// A report in which the same two fingers were seen as in the one before: where the second lay as seen from the first.
    struct Step {
        var report: Int
        var from: ReferencePlace
        var to: ReferencePlace
        /// How far the place between the two has gone.
        var way: ReferencePlace
        /// Whether the step before was one of the same two fingers.
        var goesOn: Bool
        var hasMoved: Bool
    }

    /// The fingers that count in a report, and whether one of them was taken only then.
    private static func pair(
        _ attempt: ReferenceAttempt, _ rule: PairRule, inReport report: Int
    ) -> (fingers: [ReferenceFinger], isFresh: Bool) {
        var present = attempt.taken.filter { $0.report <= report && $0.finger.place(inReport: report) != nil }
        // "The two that landed first of those on the panel."
        if rule == .oldest {
            let order = present.enumerated().sorted {
                ($0.element.finger.startTime, $0.offset) < ($1.element.finger.startTime, $1.offset)
            }
            present = order.prefix(2).map(\.element)
        }
        return (present.map(\.finger), present.contains { $0.report == report })
    }

    /// All steps; of the oldest two with `isLatest` only those of the pair that was there last.
    static func steps(_ attempt: ReferenceAttempt, _ rule: PairRule = .fixed, isLatest: Bool = false) -> [Step] {
        var steps: [Step] = []
        var goesOn: [UInt32] = []
        var complete: [UInt32] = []
        for report in attempt.reports ?? 0...0 {
            let (present, isFresh) = pair(attempt, rule, inReport: report)
            let numbers = present.map(\.number)
            let before = complete
            complete = present.count == 2 ? numbers : []
            if isLatest, present.count == 2, numbers != before { steps = [] }
            guard present.count == 2, let a = present[0].place(inReport: report - 1),
                let b = present[1].place(inReport: report - 1),
                rule == .fixed || numbers == before || before.isEmpty || isFresh
            else {
                goesOn = []
                continue
            }
            steps.append(
                Step(
                    report: report, from: b - a,
                    to: present[1].place(inReport: report)! - present[0].place(inReport: report)!,
                    way: middle(present, inReport: report) - middle(present, inReport: report - 1),
                    goesOn: numbers == goesOn,
                    hasMoved: a != present[0].place(inReport: report)! || b != present[1].place(inReport: report)!))
            goesOn = numbers
        }
        return steps
    }
    /// The place between fingers that were there.
    private static func middle(_ fingers: [ReferenceFinger], inReport report: Int) -> ReferencePlace {
        let sum = fingers.map { $0.place(inReport: report)! }.reduce(.zero, +)
        return ReferencePlace(x: sum.x / Double(fingers.count), y: sum.y / Double(fingers.count))
    }
    /// How far the fingers that count have gone together after a report, be it one or two.
    static func way(_ attempt: ReferenceAttempt, _ rule: PairRule, after report: Int) -> ReferencePlace {
        guard let reports = attempt.reports else { return .zero }
        return reports.filter { $0 > report }.map { number in
            let there = pair(attempt, rule, inReport: number).fingers.filter { $0.place(inReport: number - 1) != nil }
            if there.isEmpty { return .zero }
            return middle(there, inReport: number) - middle(there, inReport: number - 1)
        }.reduce(.zero, +)
    }
    static func present(
        _ attempt: ReferenceAttempt, _ rule: PairRule, in moment: ReferenceMoment
    ) -> [ReferenceFinger] { pair(attempt, rule, inReport: moment.report).fingers.filter(\.isDown) }

    /// Whether the oldest two are not those that were judged before.
    static func isAnew(_ attempt: ReferenceAttempt, _ rule: PairRule, in moment: ReferenceMoment) -> Bool {
        guard rule == .oldest else { return false }
        let numbers = present(attempt, rule, in: moment).map(\.number)
        defer { attempt.hit.pair = numbers }
        return numbers != attempt.hit.pair
    }

    /// When the younger one of the pair landed.
    static func landing(_ attempt: ReferenceAttempt, _ rule: PairRule, in moment: ReferenceMoment) -> Int64 {
        (rule == .fixed ? attempt.down : present(attempt, rule, in: moment)).map(\.startTime).max() ?? 0
    }

    /// Whether one of the fingers that count has moved.
    static func hasMoved(_ attempt: ReferenceAttempt, _ rule: PairRule, in moment: ReferenceMoment) -> Bool {
        let counting = rule == .fixed ? attempt.seen(in: moment) : pair(attempt, rule, inReport: moment.report).fingers
        return counting.contains { $0.hasMoved(in: moment) }
    }
}

/// A rule of two fingers.
protocol ReferencePairRule: ReferenceRule {
    var pair: PairRule { get }
}

extension ReferencePairRule {
    func touches(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Int {
        let seen = attempt.seen(in: moment).count
        return pair == .fixed ? seen : min(seen, 2)
    }
    func offer(_ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceAnswer {
        if attempt.company(of: finger, in: moment).count < 2 { return .take }
        if pair == .oldest { return .takeExtra }
        return attempt.beginning != nil ? .ignore : .extra
    }
}

/// "Span changed by the slop; scale 1.0 there." A change of more than twice or less than a tenth is dropped once.
struct ReferencePinch: ReferencePairRule {
    var slop: Double
    var minimumSpan: Double
    var isDiscrete: Bool
    var youth: Youth
    var pair: PairRule
    var isRepeating: Bool
    var directions: PinchRecognizer.Parameters.Directions
    var isContinuous: Bool { !isDiscrete || isRepeating }
    var isIncremental = false

    init(_ p: PinchRecognizer.Parameters) {
        directions = p.discreteDeltaPt == nil ? .all : p.directions
        (slop, minimumSpan) = (Double(p.discreteDeltaPt ?? p.slopPt), Double(p.minimumSpanPt))
        (isDiscrete, isIncremental, youth) = (p.discreteDeltaPt != nil, p.isIncremental, p.youth)
        (pair, isRepeating) = (p.pair, p.isRepeating && p.discreteDeltaPt != nil)
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
    private func spans(_ attempt: ReferenceAttempt, isLatest: Bool = false) -> [Span] {
        var spans: [Span] = []
        var last = 0.0
        var hasDropped = false
        for step in ReferencePair.steps(attempt, pair, isLatest: isLatest) {
            if !step.goesOn { (last, hasDropped) = (max(step.from.length, minimumSpan), false) }
            // A report in which the fingers rest where they had jumped to agrees with that place, as it does for a touch.
            if step.goesOn, !step.hasMoved, !hasDropped { continue }
            let next = max(step.to.length, minimumSpan)
            // (Exactly double or a tenth is possible.)
            if !isRepeating, !hasDropped, next / last > 2.0001 || next / last < 0.09999 {
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
        spans(attempt, isLatest: pair == .oldest).map { $0.to - $0.from }.reduce(0, +)
    }
    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        if !attempt.hasFingersDown { return .failed }
        let way = abs(change(attempt))
        if attempt.down.count < 2 { return .possible }
        if ReferencePair.isAnew(attempt, pair, in: moment) { attempt.movement.forget() }
        attempt.hit.values = .outward(change(attempt) > 0)
        if way < slop - referenceTolerance {
            attempt.movement.shrink(to: slop)
            return .possible
        }
        let age = moment.time - ReferencePair.landing(attempt, pair, in: moment)
        guard slop == 0 || attempt.movement.isDeliberate(way, slop: slop, age: age, youth: youth) else {
            return .undecided
        }
        return goesItsWay(attempt) ? .ready : isRepeating ? .possible : .failed
    }
    /// "One that goes another way fails, or, repeating, is not told."
    private func goesItsWay(_ attempt: ReferenceAttempt) -> Bool {
        directions == .all || (directions == .outward) == (change(attempt) > 0)
    }
    func hasChanged(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool {
        let isMeasured =
            moment.isReport && spans(attempt).last?.report == moment.report
            && (isBelievedLate(attempt, in: moment) || ReferencePair.hasMoved(attempt, pair, in: moment))
        if !isRepeating || !isMeasured { return isMeasured }
        // "Told again at each move as long as the span differs by so much."
        let change = change(attempt)
        guard abs(change) >= slop - referenceTolerance, goesItsWay(attempt) else { return false }
        attempt.hit.values = .outward(change > 0)
        return true
    }
    func isBelievedLate(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool {
        guard moment.isReport, let last = spans(attempt).last else { return false }
        return last.report == moment.report && last.isBelievedLate
    }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues {
        if isDiscrete { return attempt.hit.values }
        return .scale(scale(attempt))
    }
    /// How much larger the span is than where it began.
    func scale(_ attempt: ReferenceAttempt) -> Double {
        guard let beginning = attempt.beginning else { return 1 }
        return spans(attempt).filter { $0.report > beginning }.map { $0.to / $0.from }.reduce(1, *)
    }
}

/// "Angle turned by the slop; rotation 0 there, unwrapped, clockwise positive on screen."
struct ReferenceRotation: ReferencePairRule {
    var slop: Double
    var minimumSpan: Double
    var youth: Youth
    var pair: PairRule
    var isContinuous: Bool { true }
    var isIncremental = false

    init(_ p: RotationRecognizer.Parameters) {
        (youth, pair) = (p.youth, p.pair)
        (slop, minimumSpan, isIncremental) = (Double(p.slopRadians), Double(p.minimumSpanPt), p.isIncremental)
    }

    func turned(_ attempt: ReferenceAttempt, after report: Int) -> Double {
        var sum = 0.0
        // Until it begins only the pair that is there counts.
        let isLatest = pair == .oldest && attempt.beginning == nil
        for step in ReferencePair.steps(attempt, pair, isLatest: isLatest) where step.report > report {
            if step.from.length < minimumSpan || step.to.length < minimumSpan { continue }
            // Exactly half a circle in one report is clockwise (zero has no sign here).
            let across = step.from.x * step.to.y - step.from.y * step.to.x
            sum += atan2(across == 0 ? 0 : across, step.from.x * step.to.x + step.from.y * step.to.y)
        }
        return sum
    }
    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        if !attempt.hasFingersDown { return .failed }
        if attempt.down.count < 2 { return .possible }
        if ReferencePair.isAnew(attempt, pair, in: moment) { attempt.movement.forget() }
        if abs(turned(attempt, after: -1)) < slop - 1e-5 {
            attempt.movement.shrink(to: arc(attempt, in: moment))
            return .possible
        }
        // "As long as they are young an arc as well": how far one has gone about the other.
        let age = moment.time - ReferencePair.landing(attempt, pair, in: moment)
        return slop == 0 || attempt.movement.isDeliberate(arc(attempt, in: moment), slop: 0, age: age, youth: youth)
            ? .ready : .undecided
    }
    func arc(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Double {
        let down = pair == .fixed ? attempt.down : ReferencePair.present(attempt, pair, in: moment)
        return down.count == 2
            ? abs(turned(attempt, after: -1)) * (down[0].places.last! - down[1].places.last!).length : 0
    }
    func hasChanged(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool {
        moment.isReport && ReferencePair.steps(attempt, pair).last?.report == moment.report
            && ReferencePair.hasMoved(attempt, pair, in: moment)
    }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues {
        .radians(attempt.beginning.map { turned(attempt, after: $0) } ?? 0)
    }
}

/// "Any part passes its slop; the others start at identity."
struct ReferenceTransform: ReferencePairRule {
    var panSlop: Double
    var pinch: ReferencePinch
    var rotation: ReferenceRotation
    var pair: PairRule
    var isContinuous: Bool { true }
    var isIncremental: Bool

    init(_ p: TransformRecognizer.Parameters) {
        (panSlop, isIncremental, pair) = (Double(p.panSlopPt), p.isIncremental, p.pair)
        pinch = ReferencePinch(
            changed(.init()) {
                ($0.slopPt, $0.minimumSpanPt, $0.youth, $0.pair) = (p.pinchSlopPt, p.minimumSpanPt, p.youth, p.pair)
            })
        rotation = ReferenceRotation(
            changed(.init()) {
                ($0.slopRadians, $0.minimumSpanPt, $0.pair) = (p.rotationSlopRadians, p.minimumSpanPt, p.pair)
            })
    }

    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        if !attempt.hasFingersDown { return .failed }
        if attempt.down.count < 2 { return .possible }
        if ReferencePair.isAnew(attempt, pair, in: moment) {
            for movement in [attempt.movement, attempt.pinchMovement, attempt.rotationMovement] { movement.forget() }
        }
        let way = ReferencePair.steps(attempt, pair, isLatest: pair == .oldest).map(\.way).reduce(.zero, +).length
        let change = abs(pinch.change(attempt))
        let turned = abs(rotation.turned(attempt, after: -1))
        // "Whichever part is deliberate by its own row": how far it is, its slop, and what is needed at the end of the youth.
        let parts = [
            (attempt.movement, way, way >= panSlop - referenceTolerance, panSlop, panSlop),
            (attempt.pinchMovement, change, change >= pinch.slop - referenceTolerance, pinch.slop, pinch.slop),
            (
                attempt.rotationMovement, rotation.arc(attempt, in: moment), turned >= rotation.slop - 1e-5,
                rotation.slop, 0
            ),
        ]
        let age = moment.time - ReferencePair.landing(attempt, pair, in: moment)
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
        isBelievedLate(attempt, in: moment) || ReferencePair.hasMoved(attempt, pair, in: moment)
    }
    func touches(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Int {
        let fingers = attempt.hasFingersDown ? attempt.down.count : attempt.seen(in: moment).count
        return pair == .fixed ? fingers : min(fingers, 2)
    }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues {
        let beginning = attempt.beginning ?? -1
        return .transform(
            ReferencePair.way(attempt, pair, after: beginning), scale: pinch.scale(attempt),
            radians: attempt.beginning == nil ? 0 : rotation.turned(attempt, after: beginning))
    }
}
