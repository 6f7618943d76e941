import TestSupport

/// Rows of taps, counted for taps and for the taps before a press.
struct ReferenceTapRow {
    var taps: Int
    var touches: Int
    var maxPress: Int64
    var movement: Double
    var interval: Int64
    var countsFromDown: Bool
    var bounce: Int64
    var skew: Int64

    /// The taken fingers, tap by tap.
    func rounds(_ attempt: ReferenceAttempt) -> [[ReferenceFinger]] {
        let fingers = attempt.fingers
        return stride(from: 0, to: fingers.count, by: touches).map {
            Array(fingers[$0..<min($0 + touches, fingers.count)])
        }
    }
    private func isDone(_ round: [ReferenceFinger], among down: [ReferenceFinger]? = nil) -> Bool {
        round.count == touches
            && !round.contains { finger in down?.contains { $0 === finger } ?? finger.isDown }
    }
    /// How many taps are done.
    func done(_ attempt: ReferenceAttempt) -> Int { rounds(attempt).filter { isDone($0) }.count }
    /// The fingers of the tap that is under way, as long as one of `down` is on the panel.
    func current(_ attempt: ReferenceAttempt, among down: [ReferenceFinger]? = nil) -> [ReferenceFinger] {
        guard let last = rounds(attempt).last, !isDone(last, among: down) else { return [] }
        return last
    }
    private func firstLanding(_ round: [ReferenceFinger]) -> Int64 { round.map(\.startTime).first! }

    /// Where the pause after the last tap is counted from.
    private func pauseStart(_ attempt: ReferenceAttempt) -> Int64 {
        let last = rounds(attempt).last(where: { isDone($0) })!
        if countsFromDown { return firstLanding(last) }
        return (last + attempt.bounces.filter { !$0.isCancelled }).compactMap { $0.end?.time }.max()!
    }

    func offer(
        _ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment
    ) -> ReferenceAnswer {
        if let since = finger.sinceLift, since < bounce { return .withhold }
        let round = current(attempt, among: attempt.company(of: finger, in: moment))
        if round.count == touches || round.contains(where: { $0.wasUp(before: moment) }) { return .extra }
        if let first = rounds(attempt).first, isDone(first) {
            if round.isEmpty, finger.startTime - pauseStart(attempt) > interval { return .fail }
            let nearest = first.map { (finger.start - $0.start).length }.min()!
            if nearest > movement + referenceTolerance { return .fail }
        }
        if let last = round.last, finger.startTime - last.startTime > skew { return .fail }
        return .take
    }

    /// Whether its taps up to now are as they must be.
    func judge(_ attempt: ReferenceAttempt) -> ReferenceVerdict {
        for round in rounds(attempt) {
            // "Twice as far once another has lifted."
            let lift = round.compactMap(\.end?.report).min() ?? .max
            for finger in round {
                if finger.farthest(before: lift) > movement + referenceTolerance { return .failed }
                if finger.farthest() > 2 * movement + referenceTolerance { return .failed }
                if let end = finger.end, end.time - round.last!.startTime > maxPress { return .failed }
            }
            if round.count < touches, !round.contains(where: \.isDown) { return .failed }
        }
        return .possible
    }

    func deadline(_ attempt: ReferenceAttempt) -> Int64? {
        let round = current(attempt)
        if round.isEmpty { return attempt.isFresh ? nil : pauseStart(attempt) + interval }
        let start = firstLanding(round)
        let last = round.last!.startTime
        var limit = last + maxPress
        // A finger that landed within the skew may still have to prove real: that takes 17 ms.
        if round.count < touches { limit = min(limit, last + skew + 17_000) }
        if countsFromDown, done(attempt) + 1 < taps { limit = min(limit, start + interval) }
        return limit
    }
}

/// "The last finger of the last tap lifts", or lands.
struct ReferenceTap: ReferenceRule {
    var row: ReferenceTapRow
    var firesOnDown: Bool
    var isContinuous: Bool { false }

    init(_ p: TapRecognizer.Parameters) {
        row = ReferenceTapRow(
            taps: p.taps, touches: p.touches, maxPress: p.maxPress.count, movement: Double(p.movementPt),
            interval: p.interval.count, countsFromDown: p.intervalFrom == .down, bounce: p.bounce.count,
            skew: p.skew.count)
        firesOnDown = p.fires == .onDown
    }

    private func isComplete(_ attempt: ReferenceAttempt) -> Bool {
        firesOnDown ? attempt.taken.count == row.taps * row.touches : row.done(attempt) == row.taps
    }
    func offer(
        _ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment
    ) -> ReferenceAnswer {
        if let since = finger.sinceLift, since < row.bounce { return .withhold }
        guard isComplete(attempt) else { return row.offer(finger, to: attempt, in: moment) }
        return attempt.company(of: finger, in: moment).isEmpty ? .ignore : .extra
    }
    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        if firesOnDown, isComplete(attempt) { return .ready }
        if row.judge(attempt) == .failed { return .failed }
        return isComplete(attempt) ? .ready : .possible
    }
    func deadline(_ attempt: ReferenceAttempt) -> (time: Int64, becomes: ReferenceVerdict)? {
        isComplete(attempt) ? nil : row.deadline(attempt).map { ($0, .failed) }
    }
    func action(_ attempt: ReferenceAttempt) -> ReferenceAction? { row.taps == 1 && row.touches == 1 ? .tap : nil }
    func touches(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Int { row.touches }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues { .taps(row.taps) }
}

/// "By the touch's own tap count: `wait` after the landing, unless the next tap in the row lands before; several may wait."
struct ReferenceCountedTap: ReferenceRule {
    var taps: Int
    var wait: Int64
    var isContinuous: Bool { false }

    /// Those that were not told of yet.
    private func waiting(_ attempt: ReferenceAttempt) -> [ReferenceFinger] {
        Array(attempt.fingers.dropFirst(attempt.told))
    }
    func goesOn(_ attempt: ReferenceAttempt) -> Bool { waiting(attempt).count > 1 }

    func offer(
        _ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment
    ) -> ReferenceAnswer {
        if let company = attempt.company(of: finger, in: moment).first {
            return finger.startTime == company.startTime ? .ignore : .extra
        }
        if finger.tapCount == taps + 1, !waiting(attempt).isEmpty { return .fail }
        return finger.tapCount == taps && waiting(attempt).count < 6 ? .take : .ignore
    }
    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        wait == 0 || attempt.isDue ? .ready : .possible
    }
    func deadline(_ attempt: ReferenceAttempt) -> (time: Int64, becomes: ReferenceVerdict)? {
        waiting(attempt).first.map { ($0.startTime + wait, .ready) }
    }
    func action(_ attempt: ReferenceAttempt) -> ReferenceAction? { taps == 1 ? .tap : nil }
    func touches(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Int { 1 }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues { .taps(taps) }
}
