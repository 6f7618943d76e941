/// A recognizer's own conditions, judged anew from all that its fingers ever did.
protocol ReferenceRule {
    var isContinuous: Bool { get }
    /// Whether its values begin anew after every event.
    var isIncremental: Bool { get }
    /// Whether this report, in which the fingers may rest, confirms what it had rejected.
    func isBelievedLate(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool
    /// Whether it may be recognized again before its fingers are up, now that it was.
    func goesOn(_ attempt: ReferenceAttempt) -> Bool
    /// What it has in common with a control, now that it is ready.
    func action(_ attempt: ReferenceAttempt) -> ReferenceAction?
    /// What it says to a finger that has landed.
    func offer(_ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceAnswer
    /// What it makes of its fingers while it is possible.
    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict
    /// When the clock alone changes something, and into what.
    func deadline(_ attempt: ReferenceAttempt) -> (time: Int64, becomes: ReferenceVerdict)?
    /// Whether the deadline counts before a report of the same instant.
    func deadlineComesFirst(_ attempt: ReferenceAttempt) -> Bool
    /// Whether it is over, once it has begun.
    func isOver(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool
    /// Whether there is something to tell, once it has begun.
    func hasChanged(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool
    /// How many fingers take part.
    func touches(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Int
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues
}

extension ReferenceRule {
    var isIncremental: Bool { false }
    func goesOn(_ attempt: ReferenceAttempt) -> Bool { false }
    func isBelievedLate(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool { false }
    func action(_ attempt: ReferenceAttempt) -> ReferenceAction? { nil }
    func deadline(_ attempt: ReferenceAttempt) -> (time: Int64, becomes: ReferenceVerdict)? { nil }
    func deadlineComesFirst(_ attempt: ReferenceAttempt) -> Bool { false }
    func isOver(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool { !attempt.hasFingersDown }
    func hasChanged(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool {
        attempt.seen(in: moment).contains { $0.hasMoved(in: moment) }
    }
    func touches(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Int { attempt.seen(in: moment).count }
}

enum ReferenceAnswer {
    case take
    /// It is one too many: taken, or it fails it; where such fingers are ignored, it does not exist.
    case takeExtra, extra
    /// It does not count, but the fingers of this attempt are still down.
    case ignore
    /// It is the bounce of a finger that has just lifted: this recognizer does not see it.
    case withhold
    case fail
}

enum ReferenceAction {
    case tap, across, along
    /// One finger that has gone `way`.
    static func drag(_ way: ReferencePlace) -> ReferenceAction? {
        way == .zero ? nil : abs(way.x) >= abs(way.y) ? .across : .along
    }
}

/// `undecided`: it has gone its slop, but its movement is not plain yet.
enum ReferenceVerdict: Equatable { case possible, undecided, ready, failed }

enum ReferenceValues: Equatable {
    case taps(Int)
    case translation(ReferencePlace)
    case direction(String)
    case scale(Double)
    case outward(Bool)
    case radians(Double)
    case transform(ReferencePlace, scale: Double, radians: Double)
    case corner
}

/// What a recognizer goes by from one possible state to the next.
struct ReferenceAttempt {
    /// The fingers that count, in the order in which they were taken, and the last report by then.
    var taken: [(finger: ReferenceFinger, report: Int)] = []
    /// What was asked of its movement.
    let movement = ReferenceMovement()
    /// The same of the span and of the turn, where its parts are asked one by one.
    let pinchMovement = ReferenceMovement()
    let rotationMovement = ReferenceMovement()
    /// Whether it is ready and waits for nothing but a movement that is undecided.
    let movementWait = ReferenceMovementWait()
    /// What a repeating one was judged to be when its fingers moved last.
    let hit = ReferenceHit()
    /// How many of its fingers were told of, each for itself, and whether the time of the next one has come.
    var told = 0
    var isDue = false
    /// When the last of its fingers landed or lifted, as far as it was judged, and which were down then.
    let lastChange = ReferenceLastChange()
    /// Fingers that bounced between two taps.
    var bounces: [ReferenceFinger] = []
    /// The last report when it was recognized.
    var recognition: Int?
    /// The last report when its values began: then, or with the event before.
    var beginning: Int?

    var fingers: [ReferenceFinger] { taken.map(\.finger) }
    var isFresh: Bool { taken.isEmpty }
    var hasFingersDown: Bool { taken.contains { $0.finger.isDown } }
    var down: [ReferenceFinger] { fingers.filter(\.isDown) }
    func seen(in moment: ReferenceMoment) -> [ReferenceFinger] { fingers.filter { $0.isSeen(in: moment) } }
    func contains(_ finger: ReferenceFinger) -> Bool { taken.contains { $0.finger === finger } }

    /// Its fingers that were on the panel when `newcomer` landed: one that had to prove real was there while those that
    /// go up in this moment were still down.
    func company(of newcomer: ReferenceFinger, in moment: ReferenceMoment) -> [ReferenceFinger] {
        newcomer.isProven ? seen(in: moment) : down
    }

    /// The fingers that count in both this report and the one before: (before, now) of each.
    func steps(inReport report: Int) -> [(from: ReferencePlace, to: ReferencePlace)] {
        taken.compactMap { finger, since in
            guard since <= report, let from = finger.place(inReport: report - 1),
                let to = finger.place(inReport: report)
            else { return nil }
            return (from, to)
        }
    }
    /// All reports in which there was something to see.
    var reports: ClosedRange<Int>? {
        guard let first = taken.map(\.finger.landingReport).min(),
            let last = taken.map({ $0.finger.landingReport + $0.finger.places.count - 1 }).max()
        else { return nil }
        return first...last
    }
}
