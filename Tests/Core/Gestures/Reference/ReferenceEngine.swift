import TestSupport

/// Who wins, after GESTURES.md, as plainly as it can be said: arrays, dictionaries, no bits, everything found out anew.
///
/// Fingers come from outside, as ``ReferenceFinger``s. Where GESTURES.md leaves a reading open, a comment that begins
/// with "Reading:" says which one was taken.
final class ReferenceEngine {
    /// In the order in which they are asked: nearer zone first, then configuration order.
    private let gestures: [ReferenceGesture]
    private let script: ReferenceScript
    private var moment = ReferenceMoment(number: 0, report: 0, isReport: false, time: 0)
    /// Every finger that ever landed.
    private var fingers: [ReferenceFinger] = []
    private(set) var events: [ReferenceEvent] = []

    /// By the indices of two gestures: whether the first waits for the second, is told to by the delegate, prevents it.
    private let waits: [[Bool]]
    private let asks: [[Bool]]
    private let prevents: [[Bool]]

    init(_ script: ReferenceScript) {
        self.script = script
        func table(_ says: (Int, Int) -> Bool) -> [[Bool]] {
            script.gestures.indices.map { a in script.gestures.indices.map { b in a != b && says(a, b) } }
        }
        waits = table { script.waits($0, for: $1) }
        asks = table { script.asksToWait($0, for: $1) }
        prevents = table { a, b in
            if script.isSimultaneous(a, b) || script.cannotPrevent(a, b) { return false }
            return ReferenceEngine.prevents(script.gestures[a].rule, script.gestures[b].rule)
        }
        gestures = script.gestures.enumerated().map { index, gesture in
            ReferenceGesture(
                index: index, zone: gesture.zone, rule: script.referenceRule(gesture.rule, of: index),
                ignoresExtraTouches: gesture.ignoresExtraTouches)
        }.sorted { a, b in
            let (depthA, depthB) = (script.depth(of: a.zone), script.depth(of: b.zone))
            return depthA != depthB ? depthA > depthB : a.index < b.index
        }
        for gesture in gestures { gesture.isDisabled = script.gestures[gesture.index].isDisabled }
    }

    // MARK: What happens

    /// The next instant at which something happens by itself.
    var deadline: Int64? { gestures.compactMap(\.deadline).min() }

    /// All deadlines up to `time`, in time order.
    func advance(to time: Int64) {
        while let next = deadline, next <= time { reach(next) }
    }
    /// All deadlines before a report at `time`; of those at that very instant the ones that come before a report.
    func advance(before time: Int64) {
        while let next = deadline, next < time { reach(next) }
        reach(time) { $0.rule.deadlineComesFirst($0.attempt) }
    }
    private func reach(_ time: Int64, if counts: (ReferenceGesture) -> Bool = { _ in true }) {
        // A deadline that was found out too late counts as now.
        moment.number += 1
        moment.time = max(time, moment.time)
        moment.isReport = false
        for gesture in gestures {
            guard let deadline = gesture.deadline, deadline <= time, counts(gesture) else { continue }
            if gesture.rule.deadline(gesture.attempt)!.becomes == .ready {
                (gesture.isReady, gesture.attempt.isDue) = (true, true)
            } else {
                fail(gesture)
            }
        }
        arbitrate()
        goBackToPossible()
    }

    /// Gestures are enabled or disabled, and zones with all that are attached in them: what is under way of theirs ends.
    func enable(_ isEnabled: Bool, gestures chosen: [Int], zones: [Int], at time: Int64) {
        moment.number += 1
        moment.time = max(time, moment.time)
        moment.isReport = false
        for gesture in gestures where chosen.contains(gesture.index) { gesture.isDisabled = !isEnabled }
        if isEnabled { return }
        let ended = gestures.filter { gesture in
            chosen.contains(gesture.index) || zones.contains { script.isIn(gesture.zone, $0) }
        }
        for gesture in ended where gesture.state == .begun {
            emit(gesture, .cancelled)
            gesture.state = .recognized
        }
        for gesture in ended where gesture.isTrying { fail(gesture) }
        arbitrate()
        goBackToPossible()
    }

    /// A report, a finger that proves real, or a cancellation: what changed, by the numbers of the fingers.
    func take(_ change: ReferenceChange) {
        moment = ReferenceMoment(
            number: moment.number + 1, report: change.report, isReport: change.isReport, time: change.time,
            interval: change.interval, awaitsProof: change.awaitsProof)
        fingers += change.landed
        for (number, place) in change.places where change.isReport {
            fingers.last { $0.number == number }!.move(to: place, report: change.report)
        }
        for (number, velocity) in change.velocities {
            fingers.last { $0.number == number }!.velocities[change.report] = velocity
        }
        for number in change.lifted { fingers.last { $0.number == number }!.lift(at: moment) }
        for number in change.cancelled { fingers.last { $0.number == number }!.cancel(at: moment) }
        if !change.cancelled.isEmpty { cancel(change.cancelled) }
        if change.isEmpty { return change.isReport ? settleDoubts() : () }

        var later: [(gesture: ReferenceGesture, finger: ReferenceFinger)] = []
        /// It landed before this report, while a finger of the sequence was down; unless it comes after one that is offered later.
        func joins(_ finger: ReferenceFinger, _ gesture: ReferenceGesture) -> Bool {
            finger.isProven && isHeld(gesture, before: change) && !later.contains { $0.gesture === gesture }
        }
        for finger in change.landed {
            for gesture in gestures where gesture.isDisabled { finger.unasked.insert(gesture.index) }
            for gesture in gestures where receives(gesture, finger) {
                switch gesture.state {
                case .begun:
                    // One whose fingers go up in this report may go on with the new one. If not, it is the next attempt's.
                    let hasCompany = !gesture.attempt.company(of: finger, in: moment).isEmpty
                    if !offer(finger, to: gesture), !hasCompany { later.append((gesture, finger)) }
                case .possible where gesture.attempt.isFresh: offer(finger, to: gesture)
                case .possible where !gesture.attempt.company(of: finger, in: moment).isEmpty:
                    offer(finger, to: gesture)
                case .possible where gesture.attempt.seen(in: moment).isEmpty:
                    // Between two taps, or waiting: it may take the finger. If not, the finger is the next attempt's.
                    if !offer(finger, to: gesture) { later.append((gesture, finger)) }
                case .recognized where joins(finger, gesture), .failed where joins(finger, gesture):
                    if !gesture.ignoresExtraTouches { gesture.received.append(finger) }
                default:
                    // Its fingers are up, with this report or long since: the lifts come first.
                    later.append((gesture, finger))
                }
            }
        }
        preventNewcomers()
        let all = gestures
        for gesture in all where gesture.state == .begun { follow(gesture) }
        for gesture in all where gesture.isTrying { judge(gesture) }
        arbitrate()
        goBackToPossible()

        // "A recognizer that fires or fails because of a new touch that it does not take is reset before that touch is
        // offered to it": twice, because the first offer may be what makes it fire or fail.
        for _ in 1...2 {
            moment.number += 1
            var left: [(gesture: ReferenceGesture, finger: ReferenceFinger)] = []
            for (gesture, finger) in later {
                if gesture.state == .possible {
                    let wasFresh = gesture.attempt.isFresh
                    if !offer(finger, to: gesture), !wasFresh { left.append((gesture, finger)) }
                } else {
                    left.append((gesture, finger))
                }
            }
            preventNewcomers()
            for gesture in gestures where gesture.isTrying && later.contains(where: { $0.gesture === gesture }) {
                judge(gesture)
            }
            arbitrate()
            goBackToPossible()
            later = left
        }
        // Whoever is still finished has a finger of its sequence down: this one joins the sequence.
        for (gesture, finger) in later where gesture.isOver && !gesture.ignoresExtraTouches {
            gesture.received.append(finger)
        }
    }

    /// Fingers that rest may settle what was doubtful.
    private func settleDoubts() {
        for gesture in gestures where gesture.state == .begun { follow(gesture) }
        let settled = gestures.filter { $0.isTrying && $0.rule.isBelievedLate($0.attempt, in: moment) }
        settled.forEach(judge)
        if !settled.isEmpty { arbitrate() }
    }

    // MARK: Touches

    private func exists(_ finger: ReferenceFinger, for gesture: ReferenceGesture) -> Bool {
        // "Its delegate is not asked about a finger that lands while it is disabled."
        finger.unasked.contains(gesture.index) || script.shouldReceive(gesture.index, x: finger.start.x)
    }
    /// Whether the finger landed in the gesture's zone or in one inside it, and exists for the gesture.
    private func receives(_ gesture: ReferenceGesture, _ finger: ReferenceFinger) -> Bool {
        !gesture.isDisabled && script.isIn(finger.zone, gesture.zone) && exists(finger, for: gesture)
    }

    /// Whether fingers of the gesture's sequence were on the panel when one landed that has only now proven real. (Others
    /// that have only now proven real were there, too.)
    private func isHeld(_ gesture: ReferenceGesture, before change: ReferenceChange) -> Bool {
        // "Its sequence is its own fingers alone."
        let joined =
            gesture.ignoresExtraTouches ? gesture.received : sequence(of: gesture.received, in: gesture.zone)
        return joined.contains { finger in
            finger.isSeen(in: moment) && (finger.isProven || !change.landed.contains { $0 === finger })
        }
    }

    /// True where the finger is the attempt's affair.
    @discardableResult
    private func offer(_ finger: ReferenceFinger, to gesture: ReferenceGesture) -> Bool {
        let hasCompany = !gesture.attempt.company(of: finger, in: moment).isEmpty
        switch gesture.rule.offer(finger, to: gesture.attempt, in: moment) {
        case .extra where gesture.ignoresExtraTouches, .takeExtra where gesture.ignoresExtraTouches: return false
        case .take, .takeExtra:
            gesture.attempt.taken.append((finger, moment.report))
            gesture.received.append(finger)
            return true
        case .withhold:
            if !gesture.attempt.isFresh, !hasCompany { gesture.attempt.bounces.append(finger) }
            return true
        case .ignore:
            if hasCompany, !gesture.ignoresExtraTouches { gesture.received.append(finger) }
            return false
        case .fail, .extra:
            if hasCompany || gesture.attempt.isFresh { gesture.received.append(finger) }
            fail(gesture)
            return false
        }
    }

    private func cancel(_ numbers: [UInt32]) {
        let hit = fingers.filter { numbers.contains($0.number) }
        for gesture in gestures {
            let isHit = gesture.attempt.fingers.contains { finger in hit.contains { $0 === finger } }
            if gesture.state == .begun, isHit {
                emit(gesture, .cancelled)
                gesture.state = .recognized
            } else if gesture.isTrying {
                // Reading: what waits with its fingers up, in a sequence that is cut off, comes to nothing.
                let waits = gesture.attempt.seen(in: moment).isEmpty
                let joined =
                    gesture.ignoresExtraTouches
                    ? hit : sequence(of: hit.filter { exists($0, for: gesture) }, in: gesture.zone)
                let isJoined = gesture.received.contains { finger in joined.contains { $0 === finger } }
                if isHit || (waits && isJoined) { fail(gesture) }
            }
        }
    }

    // MARK: Life

    private func emit(_ gesture: ReferenceGesture, _ state: ReferenceEvent.State) {
        events.append(
            ReferenceEvent(
                time: moment.time, gesture: gesture.index, state: state,
                touches: state == .failed ? 0 : gesture.rule.touches(gesture.attempt, in: moment),
                values: state == .failed ? .taps(0) : gesture.rule.values(gesture.attempt, in: moment)))
        if gesture.state == .begun, gesture.rule.isIncremental { gesture.attempt.beginning = moment.report }
    }
    private func fail(_ gesture: ReferenceGesture) {
        emit(gesture, .failed)
        (gesture.state, gesture.isReady) = (.failed, false)
    }
    private func judge(_ gesture: ReferenceGesture) {
        let verdict = gesture.rule.judge(gesture.attempt, in: moment)
        // (What becomes ready after it was undecided is asked before the others.)
        gesture.isUndecided = verdict == .undecided || verdict == .ready && gesture.isUndecided
        switch verdict {
        case .possible, .undecided: gesture.isReady = false
        case .ready: gesture.isReady = true
        case .failed: fail(gesture)
        }
    }
    private func follow(_ gesture: ReferenceGesture) {
        if gesture.rule.isOver(gesture.attempt, in: moment) {
            emit(gesture, .ended)
            gesture.state = .recognized
        } else if gesture.rule.hasChanged(gesture.attempt, in: moment) {
            emit(gesture, .changed)
        }
    }

    /// All fingers that hang together with `some`, through recognizers of `zone`, or of zones in it, that share them.
    private func sequence(of some: [ReferenceFinger], in zone: Int) -> [ReferenceFinger] {
        var joined = some
        var hasGrown = true
        while hasGrown {
            hasGrown = false
            for gesture in gestures
            where script.isIn(gesture.zone, zone)
                && gesture.received.contains(where: { finger in joined.contains { $0 === finger } })
            {
                for finger in gesture.received where !joined.contains(where: { $0 === finger }) {
                    joined.append(finger)
                    hasGrown = true
                }
            }
        }
        return joined
    }

    /// "One that has failed or finished stays so until the fingers of its sequence are up."
    private func goBackToPossible() {
        // Nothing can come of an attempt whose fingers are up and that waits for nothing.
        while let idle = gestures.first(where: {
            $0.isTrying && !$0.attempt.hasFingersDown && !$0.isReady && $0.deadline == nil
        }) {
            fail(idle)
            arbitrate()
        }
        // (Each that goes back may be what held another one's sequence together.)
        while let free = gestures.first(where: { $0.isOver && !isBusy($0) }) {
            free.reset()
            for other in gestures { other.answered.remove(free.index) }
        }
    }

    private func isBusy(_ gesture: ReferenceGesture) -> Bool {
        // "Its sequence is its own fingers alone."
        if gesture.ignoresExtraTouches { return gesture.received.contains(where: \.isDown) }
        let busy = sequence(of: fingers.filter { $0.isDown && exists($0, for: gesture) }, in: gesture.zone)
        return gesture.received.contains { finger in busy.contains { $0 === finger } }
    }

    // MARK: Who wins

    private func prevents(_ a: ReferenceGesture, _ b: ReferenceGesture) -> Bool { prevents[a.index][b.index] }

    /// Whether `gesture` waits for the other one, set up so or because the delegate has said so.
    private func waits(_ gesture: ReferenceGesture, for other: ReferenceGesture) -> Bool {
        waits[gesture.index][other.index] || gesture.answered.contains(other.index)
    }

    /// Whether the other one comes to nothing where `gesture` is recognized and shares a touch with it.
    private func excludes(_ gesture: ReferenceGesture, _ other: ReferenceGesture) -> Bool {
        prevents(gesture, other) || waits(other, for: gesture)
    }

    /// What has begun excludes those that have just taken one of its fingers, too.
    private func preventNewcomers() {
        for gesture in gestures where gesture.state == .begun {
            for other in gestures where other.isTrying && excludes(gesture, other) && gesture.shares(aTouchWith: other)
            {
                fail(other)
            }
        }
    }

    /// tap(n) prevents tap(m) only where n ≥ m, and a press after m taps with as many fingers only where n > m.
    private static func prevents(_ a: ReferenceScript.Rule, _ b: ReferenceScript.Rule) -> Bool {
        if case .longPress(let press) = b {
            if case .tap(let tap) = a { return tap.touches != press.touches || tap.taps > press.taps }
            if let taps = a.taps { return press.touches != 1 || taps > press.taps }
        }
        guard let taps = a.taps, let others = b.taps else { return true }
        return taps >= others
    }

    private func arbitrate() {
        for gesture in gestures where gesture.isReady && gesture.isUndecided {
            gesture.isUndecided = false
            if gesture.isReady, isDecided(gesture) { settle(gesture) }
        }
        while let gesture = gestures.first(where: { $0.isReady && isDecided($0) }) { settle(gesture) }
    }
    private func settle(_ gesture: ReferenceGesture) {
        if isTakenByControl(gesture) || hasWaitedInVain(gesture) { return fail(gesture) }
        // Whoever waits fires only if its own conditions still hold.
        judge(gesture)
        if !gesture.isReady { return }
        if script.refused.contains(gesture.index) { fail(gesture) } else { recognize(gesture) }
    }

    /// Whether it is clear what becomes of a gesture that is ready: nobody that must fail first may still be recognized with
    /// one of its touches.
    private func isDecided(_ gesture: ReferenceGesture) -> Bool {
        if isTakenByControl(gesture) { return true }
        let others = gestures.filter { $0 !== gesture && $0.shares(aTouchWith: gesture) }
        // A delegate is asked now that it matters.
        for other in others where other.isTrying || other.state == .begun || other.state == .recognized {
            if asks[gesture.index][other.index] { gesture.answered.insert(other.index) }
        }
        if hasWaitedInVain(gesture) { return true }
        if others.contains(where: { $0.isTrying && waits(gesture, for: $0) }) { return false }
        // By its slop alone another one would have been recognized before a swipe or a stroke.
        if gesture.rule is ReferenceSwipe || gesture.rule is ReferenceCorner,
            others.contains(where: {
                $0.isTrying && $0.isUndecided && !waits[$0.index][gesture.index] && prevents($0, gesture)
            })
        {
            gesture.attempt.movementWait.isOn = true
            return false
        }
        return true
    }
    private func hasWaitedInVain(_ gesture: ReferenceGesture) -> Bool {
        gestures.contains {
            ($0.state == .begun || $0.state == .recognized) && waits(gesture, for: $0) && $0.shares(aTouchWith: gesture)
        }
    }

    /// Whether one of its fingers landed in a control below its zone, which does the same with it.
    private func isTakenByControl(_ gesture: ReferenceGesture) -> Bool {
        gesture.attempt.seen(in: moment).contains { finger in
            let zone = script.control(of: finger.zone)
            guard zone > 0, !script.isIn(gesture.zone, zone) else { return false }
            switch (script.zones[zone - 1].control, gesture.rule.action(gesture.attempt)) {
            case (.button, .tap), (.stepper, .tap), (.segmented, .tap), (.pageControl, .tap), (.switch, .tap),
                (.switch, .across), (.horizontalSlider, .across),
                (.verticalSlider, .along):
                return true
            default: return false
            }
        }
    }

    private func recognize(_ gesture: ReferenceGesture) {
        gesture.isReady = false
        if gesture.rule.isContinuous {
            gesture.state = .begun
            (gesture.attempt.recognition, gesture.attempt.beginning) = (moment.report, moment.report)
            emit(gesture, .began)
        } else {
            emit(gesture, .ended)
            if gesture.rule.goesOn(gesture.attempt) {
                (gesture.attempt.told, gesture.attempt.isDue) = (gesture.attempt.told + 1, false)
            } else {
                gesture.state = .recognized
            }
        }
        for other in gestures where other !== gesture && other.shares(aTouchWith: gesture) {
            if excludes(gesture, other), other.isTrying {
                fail(other)
            } else if prevents(gesture, other), other.state == .begun {
                emit(other, .cancelled)
                other.state = .recognized
            }
        }
        // One that had to wait until its fingers were up.
        if gesture.state == .begun, !gesture.attempt.hasFingersDown {
            emit(gesture, .ended)
            gesture.state = .recognized
        }
    }
}

/// What one moment brings.
struct ReferenceChange {
    var time: Int64
    var report: Int
    var isReport: Bool
    /// How long after the report before the last one came.
    var interval: Int64 = 0
    var landed: [ReferenceFinger] = []
    /// Where fingers are now.
    var places: [(number: UInt32, place: ReferencePlace)] = []
    var lifted: [UInt32] = []
    /// Where one lifts, how fast all are.
    var velocities: [(number: UInt32, velocity: ReferencePlace)] = []
    var cancelled: [UInt32] = []
    var isEmpty = false
    /// Whether a contact beside a finger has been seen that has not proven real yet.
    var awaitsProof = false
}
