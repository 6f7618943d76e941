/// One recognizer of the reference: where it stands and what it has received.
final class ReferenceGesture {
    enum State { case possible, begun, recognized, failed }

    /// Its index in the configuration.
    let index: Int
    let zone: Int
    let rule: any ReferenceRule
    var state = State.possible
    /// Its own conditions are met; it waits for others, or for its turn.
    var isReady = false
    /// It gets no fingers that land.
    var isDisabled = false
    /// It has gone its slop, but its movement is not plain yet.
    var isUndecided = false
    var attempt = ReferenceAttempt()
    /// Every finger of its sequence, those that it did not take included.
    var received: [ReferenceFinger] = []
    /// Those that it waits for because the delegate has said so in this attempt, by index.
    var answered: Set<Int> = []

    /// Whether fingers beyond its own do not exist for it.
    let ignoresExtraTouches: Bool

    init(index: Int, zone: Int, rule: any ReferenceRule, ignoresExtraTouches: Bool) {
        (self.index, self.zone, self.rule, self.ignoresExtraTouches) = (index, zone, rule, ignoresExtraTouches)
    }

    var isOver: Bool { state == .recognized || state == .failed }
    /// Under way, but nothing is recognized yet.
    var isTrying: Bool { state == .possible && !attempt.isFresh }
    var deadline: Int64? { isTrying && !isReady ? rule.deadline(attempt)?.time : nil }

    func shares(aTouchWith other: ReferenceGesture) -> Bool {
        attempt.fingers.contains { other.attempt.contains($0) }
    }
    func reset() {
        (state, isReady, isUndecided, attempt) = (.possible, false, false, ReferenceAttempt())
        (received, answered) = ([], [])
    }
}

/// What the reference tells.
struct ReferenceEvent {
    enum State: String { case began, changed, ended, cancelled, failed }
    var time: Int64
    var gesture: Int
    var state: State
    var touches: Int
    var values: ReferenceValues
}
