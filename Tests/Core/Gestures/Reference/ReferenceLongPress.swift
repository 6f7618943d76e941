import TestSupport

/// "The clock reaches the duration; afterwards it follows the finger."
struct ReferenceLongPress: ReferenceRule {
    /// The taps before it, and the press as one more.
    var row: ReferenceTapRow
    var taps: Int
    var duration: Int64
    var allowableMovement: Double
    var youth: Youth
    var isContinuous: Bool { true }

    init(_ p: LongPressRecognizer.Parameters) {
        // The taps before a press are those of a tap recognizer with its defaults; no bounce is withheld.
        let tap = TapRecognizer.Parameters()
        row = ReferenceTapRow(
            taps: p.taps + 1, touches: p.touches, maxPress: tap.maxPress.count, movement: Double(tap.movementPt),
            interval: tap.interval.count, countsFromDown: false, bounce: 0,
            skew: p.taps == 0 ? .max / 4 : tap.skew.count)
        (taps, duration) = (p.taps, p.minimumPressDuration.count)
        (allowableMovement, youth) = (Double(p.allowableMovementPt), p.youth)
    }

    /// The fingers of the press itself, once the taps before it are done.
    private func press(_ attempt: ReferenceAttempt) -> [ReferenceFinger] {
        let rounds = row.rounds(attempt)
        return rounds.count > taps ? rounds[taps] : []
    }
    private func end(_ attempt: ReferenceAttempt) -> Int64? {
        let press = press(attempt)
        return press.count == row.touches ? press.last!.startTime + duration : nil
    }
    func offer(
        _ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment
    ) -> ReferenceAnswer {
        attempt.beginning != nil ? .ignore : row.offer(finger, to: attempt, in: moment)
    }
    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        let press = press(attempt)
        if press.isEmpty { return row.judge(attempt) }
        // "Of the finger that went farthest."
        let farthest = press.map(\.travel.length).max()!
        if farthest <= allowableMovement + referenceTolerance {
            attempt.movement.shrink(to: allowableMovement)
        } else if press.contains(where: { $0.hasMoved(in: moment) }),
            attempt.movement.isDeliberate(
                farthest, slop: allowableMovement, age: moment.time - press.last!.startTime, youth: youth)
        {
            return .failed
        }
        if press.contains(where: { !$0.isDown }) { return .failed }
        if let end = end(attempt), moment.time >= end { return .ready }
        return .possible
    }
    func deadline(_ attempt: ReferenceAttempt) -> (time: Int64, becomes: ReferenceVerdict)? {
        if press(attempt).isEmpty { return row.deadline(attempt).map { ($0, .failed) } }
        return end(attempt).map { ($0, .ready) }
    }
    func deadlineComesFirst(_ attempt: ReferenceAttempt) -> Bool { !press(attempt).isEmpty }
    func isOver(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool {
        press(attempt).contains { !$0.isDown }
    }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues { .taps(taps) }
}
