public import TaplineTouches

// Who wins: facts are gathered here and acted on here; what they mean is in two tables at the end, `ArbitrationRule` (what
// becomes of a recognizer that is ready) and `PreventionRule` (who prevents whom). This file also emits the events, and ends and
// resets attempts.
extension GestureEngine {
    /// Lets those that are ready be recognized, wait or fail, until nothing changes.
    ///
    /// Tentative ones emit `tentative` when they wait.
    mutating func arbitrate<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        // (Whoever has taken no touch only watches: it shares none with those who could prevent it.)
        ready = ready & engaged
        var hasChanged = !ready.isEmpty
        // Those that passed their slop in an earlier report than the others that are ready go first.
        let decided = ready & undecided
        undecided -= decided
        for r in decided where ready.contains(r) { _ = decide(r, &table, at: now, &handler, &sink) }
        while hasChanged {
            hasChanged = false
            for r in ready where ready.contains(r) {
                if decide(r, &table, at: now, &handler, &sink) {
                    hasChanged = true
                    // Start over: a nearer one may have waited for this one.
                    break
                }
            }
        }
        if ready.intersects(tentative) { emitTentative(&table, at: now, &handler, &sink) }
    }

    mutating func shareTouch(_ a: Int, _ b: Int) -> Bool { claims[a].intersects(claims[b]) }

    /// Decides about `r`, which is ready; whether anything has changed for others.
    private mutating func decide<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) -> Bool {
        var facts = ArbitrationRule.Facts()
        // The gesture or zone that stands against it.
        var reason = FailureReason.refused
        gatherFacts(&facts, &reason, of: r, &table, &handler)
        if ArbitrationRule(facts) == .recognized {
            facts.hasLapsed = !kinds[r].isStillReady(&table, mine: mine[r], at: now)
            if !facts.hasLapsed {
                facts.isRefused =
                    !handler.shouldBegin(gesture: gesture[r], hit: hitZone[r])
                    || !handler.shouldBegin(gesture: gesture[r])
            }
        }
        switch ArbitrationRule(facts) {
        case .takenByControl, .requirementRecognized, .refused:
            fail(r, reason, &table, at: now, &handler, &sink)
        case .requirementPossible:
            return false
        case .movementUndecided:
            kinds[r].meet(.undecided)
            return false
        case .lapsed:
            return revokeReadiness(r, &table, at: now, &handler, &sink)
        case .recognized:
            recognize(r, &table, at: now, &handler, &sink)
        }
        return true
    }

    /// What others have against `r`, up to the first fact that decides.
    private mutating func gatherFacts<Handler: GestureHandler, let capacity: Int>(
        _ facts: inout ArbitrationRule.Facts, _ reason: inout FailureReason, of r: Int,
        _ table: inout TouchTable<capacity>, _ handler: inout Handler
    ) {
        if zoneTree.hasControls, let zone = control(taking: r, &table) {
            facts.isTakenByControl = true
            reason = .control(zone: zone)
            return
        }
        let requirements = requirements(of: r, &handler)
        for other in requirements & (active | recognized) where shareTouch(r, other) {
            facts.requirementIsRecognized = true
            reason = .required(gesture[other])
            return
        }
        for other in requirements & possible where shareTouch(r, other) { facts.requirementIsPossible = true }
        guard leavingFirst.contains(r) else { return }
        for other in undecided where !mustFailFirst[other].contains(r) && doesPrevent(other, r, &handler) {
            facts.movementIsUndecided = true
        }
    }

    /// The control below the zone of `r` that does the same with the finger, if there is one.
    private mutating func control<let capacity: Int>(taking r: Int, _ table: inout TouchTable<capacity>) -> Int? {
        for slot in mine[r] {
            let zone = zoneTree.control(of: zoneOfSlot[slot])
            guard zone > 0, !attachedWithin[zone].contains(r), let control = zoneTree[zone].control,
                let action = kinds[r].controlAction(&table, mine: mine[r]), control.takes(action)
            else { continue }
            return zone
        }
        return nil
    }

    /// What made `r` ready holds no longer; whether it fails because of that.
    private mutating func revokeReadiness<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) -> Bool {
        ready.remove(r)
        refreshDeadline(r)
        if due[r] > now { return false }
        // Its time ran out while it waited.
        due[r] = .never
        guard case .failed(let reason) = kinds[r].reachDeadline(&table, mine: mine[r], at: now) else { return false }
        fail(r, reason, &table, at: now, &handler, &sink)
        return true
    }

    private mutating func recognize<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        kinds[r].begin(&table, mine: mine[r], at: now)
        if !streams.used.isEmpty { streams.recognize(r) }
        if continuous.contains(r) {
            possible.remove(r)
            ready.remove(r)
            engaged.remove(r)
            due[r] = .never
            active.insert(r)
            if mayReject.contains(r), kinds[r].hasRejectedReport { rejecting.insert(r) }
            emit(r, .began, &table, at: now, &handler, &sink)
        } else {
            confirm(r, &table, at: now, &handler, &sink)
            if recurring.contains(r), kinds[r].deadline < .never {
                ready.remove(r)
                refreshDeadline(r)
            } else {
                finish(r)
                recognized.insert(r)
            }
        }
        prevent(by: r, &table, at: now, &handler, &sink)
        failWaiting(for: r, &table, at: now, &handler, &sink)
        // One that had to wait until its fingers were up is over at once.
        if active.contains(r), (mine[r] - table.changes.ended).isEmpty {
            emit(r, .ended, &table, at: now, &handler, &sink)
            finish(r)
        }
    }

    /// Those that `r` prevents and that share a touch with it fail, or are cancelled where they have begun.
    private mutating func prevent<Handler: GestureHandler, let capacity: Int>(
        by r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        for other in prevents[r] & (engaged | active) where doesPrevent(r, other, &handler) {
            let reason = FailureReason.prevented(by: gesture[r])
            if active.contains(other) {
                emit(other, .cancelled, &table, at: now, reason: reason, &handler, &sink)
                finish(other)
            } else {
                fail(other, reason, &table, at: now, &handler, &sink)
            }
        }
    }

    /// Those that wait for `r` and share a touch with it have waited in vain. (At once: they may be in a pause between
    /// taps that lasts longer than the sequence of `r`.)
    private mutating func failWaiting<Handler: GestureHandler, let capacity: Int>(
        for r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        for other in engaged
        where (mustFailFirst[other] | decisions[other].requirements).contains(r) && shareTouch(r, other) {
            fail(other, .required(gesture[r]), &table, at: now, &handler, &sink)
        }
    }

    /// What has begun and has taken a new touch prevents those that have just taken it, too.
    @inline(never)
    mutating func preventNewcomers<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        for r in active {
            for other in prevents[r] & engaged where doesPrevent(r, other, &handler) {
                fail(other, .prevented(by: gesture[r]), &table, at: now, &handler, &sink)
            }
            failWaiting(for: r, &table, at: now, &handler, &sink)
        }
    }

    // MARK: From possible to finished and back

    /// Lets what a possible recognizer answers take effect.
    @inline(never)
    mutating func apply<Handler: GestureHandler, let capacity: Int>(
        _ attempt: Attempt, to r: Int, _ table: inout TouchTable<capacity>, at now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        var attempt = attempt
        if case .compare = attempt {
            attempt =
                Paths.areStored
                ? kinds[r].compare(&table, with: &strokes, of: &paths, mine: mine[r], at: now) : .failed(.noRoom)
        }
        switch attempt {
        case .possible(let distance):
            setIdle(r, within: distance)
            ready.remove(r)
            undecided.remove(r)
            refreshDeadline(r)
        case .undecided:
            idle.remove(r)
            ready.remove(r)
            undecided.insert(r)
            refreshDeadline(r)
        case .compare:
            apply(.possible, to: r, &table, at: now, &handler, &sink)
        case .ready:
            idle.remove(r)
            ready.insert(r)
            refreshDeadline(r)
        case .failed(let reason):
            fail(r, reason, &table, at: now, &handler, &sink)
        }
    }

    /// From now on `r` is not called for moves within `distance` of where its fingers landed, pt; 0: it is called for all.
    #if BAREMETAL
        @inline(never)
    #else
        @inline(__always)
    #endif
    mutating func setIdle(_ r: Int, within distance: Float) {
        guard distance > 0 else { return idle.remove(r) }
        idle.insert(r)
        idleWithin[r] = distance * distance
        for slot in mine[r] { idleLimit[slot] = min(idleLimit[slot], idleWithin[r]) }
    }

    #if BAREMETAL
        @inline(never)
    #else
        @inline(__always)
    #endif
    mutating func refreshDeadline(_ r: Int) {
        guard timed.contains(r) else { return }
        // A recognizer that is ready waits for others; only a report or their failing moves it on.
        due[r] = ready.contains(r) ? .never : kinds[r].deadline
        if kinds[r].deadlineComesFirst { earlyDue.insert(r) } else { earlyDue.remove(r) }
    }

    /// A recognizer gives up, for the whole sequence: one that has begun is cancelled.
    @inline(never)
    mutating func fail<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ reason: FailureReason, _ table: inout TouchTable<capacity>, at now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        if unconfirmed.contains(r) {
            unconfirmed.remove(r)
            emit(r, .revoked, &table, at: now, reason: reason, &handler, &sink)
        } else if active.contains(r) {
            emit(r, .cancelled, &table, at: now, reason: reason, &handler, &sink)
        } else if explains {
            emit(r, .failed, &table, at: now, reason: reason, &handler, &sink)
        }
        finish(r)
    }

    @inline(never)
    mutating func finish(_ r: Int) {
        if active.contains(r) { recognized.insert(r) }
        possible.remove(r)
        active.remove(r)
        ready.remove(r)
        undecided.remove(r)
        engaged.remove(r)
        idle.remove(r)
        finished.insert(r)
        mayReset = true
        due[r] = .never
        if !streams.used.isEmpty { streams.settle(r) }
    }

    #if BAREMETAL
        @inline(never)
    #endif
    mutating func emit<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ state: GestureState, _ table: inout TouchTable<capacity>, at now: Instant,
        reason: FailureReason? = nil, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        var snapshot = kinds[r].snapshot(&table, mine: mine[r], at: now)
        if state == .failed, snapshot.touches == 0 {
            // It fails because of fingers that it does not have, or of none.
            var seen = mine[r]
            if seen.isEmpty {
                for slot in table.changes.began where receives(r, slot, of: &table) { seen.insert(slot) }
            }
            snapshot.touches = seen.count
            if !seen.isEmpty { snapshot.location = table.centroid(seen) }
        }
        // A gesture that is taken away is not flung.
        if state == .cancelled { snapshot.values.stop() }
        notify(r, state, &snapshot, &table, at: now, reason: reason, &handler, &sink)
    }

    /// Hands an event over that says `snapshot` of `r`.
    #if BAREMETAL
        @inline(never)
    #endif
    mutating func notify<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ state: GestureState, _ snapshot: inout GestureSnapshot, _ table: inout TouchTable<capacity>,
        at now: Instant, reason: FailureReason?, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        let event = GestureEvent(
            time: now, gesture: gesture[r], zone: zoneOf[r], kind: kinds[r].kind,
            isContinuous: continuous.contains(r), state: state, touches: snapshot.touches,
            location: snapshot.location, origin: zoneOf[r] == 0 ? .zero : origin(of: zoneOf[r]),
            values: snapshot.values,
            reason: explains ? reason : nil)
        lastState[r] = Int(state.rawValue)
        guard Handler.handlesRunningGestures else {
            handler.handle(event, into: &sink)
            if incremental.contains(r), active.contains(r) { kinds[r].adjust(.identity) }
            return
        }
        var running = RunningGesture(event, touches: GestureTouches(mine[r], of: &table))
        handler.handle(&running, into: &sink)
        if active.contains(r) {
            if incremental.contains(r) { kinds[r].adjust(.identity) }
            kinds[r].adjust(running.adjustment.sound())
        }
    }

    /// Whether the touch in `slot` landed where `r` is offered touches, and it was not refused it.
    private mutating func receives<let capacity: Int>(
        _ r: Int, _ slot: Int, of table: inout TouchTable<capacity>
    ) -> Bool {
        receiversOfZone[zoneOfSlot[slot]].contains(r) && !decisions[r].denied.contains(slot)
    }

    /// Releases the touches that have lifted or were cancelled, and takes every recognizer whose sequence has no finger
    /// left on the panel back to possible.
    mutating func settle<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, gone: TouchSet, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        if !gone.isEmpty, !active.isEmpty { endActive(without: gone, &table, at: now, &handler, &sink) }
        for slot in gone {
            for r in listeners[slot] { mine[r].remove(slot) }
            listeners[slot] = RecognizerSet()
            if !unclaimed.contains(slot) { liveClaims.remove(claimOfSlot[slot]) }
        }
        unclaimed -= gone
        denied -= gone
        // An attempt without fingers that waits for nothing can never be recognized; those that waited for it may be.
        var hasGivenUp = true
        while hasGivenUp {
            hasGivenUp = false
            for r in engaged where mine[r].isEmpty && due[r] == .never && !ready.contains(r) {
                fail(r, .fingersUp, &table, at: now, &handler, &sink)
                hasGivenUp = true
            }
            if hasGivenUp { arbitrate(&table, at: now, &handler, &sink) }
        }
        if !gone.isEmpty { mayReset = true }
        if mayReset, !finished.isEmpty { resetFinished(&handler) }
        refreshDeadline()
    }

    /// Ends those that go on although their last touch has gone. (Each kind of the library has ended by itself.)
    @inline(never)
    private mutating func endActive<Handler: GestureHandler, let capacity: Int>(
        without gone: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        for r in active where (mine[r] - gone).isEmpty {
            emit(r, .ended, &table, at: now, &handler, &sink)
            finish(r)
        }
    }

    /// Takes those back to possible whose sequence has no finger left on the panel.
    ///
    /// For a recognizer only those of its own zone and of zones in it join touches to a sequence. A recognizer of the
    /// whole panel that got a resting thumb and a tapping finger waits for both; the zone of the finger does not wait
    /// for the thumb. No recognizer waits for a touch that was denied to it.
    private mutating func resetFinished<Handler: GestureHandler>(_ handler: inout Handler) {
        mayReset = false
        var fresh = finished
        // A recognizer that goes back no longer joins the touches that others had to wait for: its sequence is empty.
        while !fresh.isEmpty, !finished.isEmpty {
            fresh = RecognizerSet()
            var left = finished
            while !left.isEmpty {
                let zone = zoneOf[left.first]
                let busy = sequences(of: liveClaims, in: zone)
                for r in left where zoneOf[r] == zone {
                    left.remove(r)
                    let denied = deniedClaims(of: r)
                    let waited = denied.isEmpty ? busy : sequences(of: liveClaims - denied, in: zone)
                    guard !sequence[r].intersects(ignoringExtraTouches.contains(r) ? liveClaims : waited) else {
                        continue
                    }
                    fresh.insert(r)
                    reset(r)
                    if Handler.decidesRelations, Decisions.areStored { forgetDecisions(about: r) }
                }
            }
            finished -= fresh
            recognized -= fresh
            earlyDue -= fresh
            possible |= fresh
        }
    }

    /// All touches that are joined with those of `claims` by recognizers of `zone`, or of zones in it, that share them.
    @inline(never)
    mutating func sequences(of claims: ClaimSet, in zone: Int) -> ClaimSet {
        var joined = claims
        if joined.isEmpty { return joined }
        let joining = (engaged | active | finished) & attachedWithin[zone]
        var size = 0
        while joined.count > size {
            size = joined.count
            for r in joining where sequence[r].intersects(joined) { joined |= sequence[r] }
        }
        return joined
    }

    /// Claims of the touches on the panel that were denied to `r`.
    mutating func deniedClaims(of r: Int) -> ClaimSet {
        var claims = ClaimSet()
        for slot in denied & decisions[r].denied { claims.insert(claimOfSlot[slot]) }
        return claims
    }

    private mutating func reset(_ r: Int) {
        kinds[r].reset()
        for slot in mine[r] { listeners[slot].remove(r) }
        mine[r] = TouchSet()
        claims[r] = ClaimSet()
        sequence[r] = ClaimSet()
    }

    mutating func refreshDeadline() {
        var next = stepperDeadline
        for r in engaged { next = min(next, due[r]) }
        deadline = next
    }

    // MARK: Tentative taps

    // Taps of which events are emitted before it is sure that they are some: `tentative`, then exactly one `confirmed` or `revoked`. In
    // every other respect such a tap is possible until it is confirmed.

    /// Emits `tentative` for those that are ready and have to wait.
    mutating func emitTentative<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        for r in (ready & tentative) - unconfirmed {
            unconfirmed.insert(r)
            emit(r, .tentative, &table, at: now, &handler, &sink)
        }
    }

    /// Emits that a discrete gesture is recognized.
    mutating func confirm<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        guard tentative.contains(r) else { return emit(r, .ended, &table, at: now, &handler, &sink) }
        if !unconfirmed.contains(r) { emit(r, .tentative, &table, at: now, &handler, &sink) }
        unconfirmed.remove(r)
        emit(r, .confirmed, &table, at: now, &handler, &sink)
    }

    /// Revokes what is not confirmed: no engine will be there to confirm it.
    public mutating func revokeTentative<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        for r in unconfirmed { fail(r, .touchCancelled, &table, at: now, &handler, &sink) }
    }

    // MARK: Relations

    /// Those that must fail before `r` is recognized: set up so, or because the delegate says so.
    private mutating func requirements<Handler: GestureHandler>(of r: Int, _ handler: inout Handler) -> RecognizerSet {
        if Handler.decidesRelations, Decisions.areStored {
            queryFailureRequirements(r, &handler)
            return mustFailFirst[r] | decisions[r].requirements
        }
        return mustFailFirst[r]
    }

    /// Whether `r`, recognized, ends `other`: they share a touch, and neither the setup nor the delegate is against it.
    private mutating func doesPrevent<Handler: GestureHandler>(_ r: Int, _ other: Int, _ handler: inout Handler) -> Bool
    {
        guard prevents[r].contains(other), shareTouch(r, other) else { return false }
        if Handler.decidesRelations, Decisions.areStored {
            if !decisions[r].queriedPreventions.contains(other) { queryPrevention(r, other, &handler) }
            return !decisions[r].spares.contains(other)
        }
        return true
    }
}

/// Who wins, first table: what becomes of a recognizer whose own conditions are met.
///
/// The rows stand in the order in which they are asked; the first that holds decides. Ready recognizers are asked in
/// the order of winning, nearer zone first, then configuration order, and after each change from the start again.
/// "Another" is always one that shares a touch with it: who shares none has nothing to do with it.
/// The second table, ``PreventionRule``, says which recognizer prevents which.
public enum ArbitrationRule: UInt8, Sendable {
    /// A touch of it began in a control below its zone, and the control does the same with that finger: it fails.
    case takenByControl
    /// Another that had to fail first was recognized: it fails. (Only where a delegate says so now: what was known to
    /// wait has failed at the instant of the recognition.)
    case requirementRecognized
    /// Another that has to fail first is still possible: it stays possible and is asked again.
    case requirementPossible
    /// It is a swipe or a stroke, and another that would prevent it has gone its slop, but its movement is not deliberate yet: it stays
    /// possible and is asked again. (By the slop alone the other would have been recognized before it.)
    case movementUndecided
    /// What made it ready no longer holds: it stays possible, or fails where its time ran out while it waited.
    case lapsed
    /// `shouldBegin` says no: it fails.
    case refused
    /// None of these: it is recognized, and every other one that it prevents fails or, having begun, is cancelled.
    case recognized

    /// What there is to know of a ready recognizer. Each fact is what the row of its name says.
    public struct Facts: Equatable, Sendable {
        public var isTakenByControl = false
        public var requirementIsRecognized = false
        public var requirementIsPossible = false
        public var movementIsUndecided = false
        public var hasLapsed = false
        public var isRefused = false

        /// Nothing stands against it.
        public init() {}
    }

    /// The first row that holds.
    public init(_ facts: Facts) {
        self =
            if facts.isTakenByControl {
                .takenByControl
            } else if facts.requirementIsRecognized {
                .requirementRecognized
            } else if facts.requirementIsPossible {
                .requirementPossible
            } else if facts.movementIsUndecided {
                .movementUndecided
            } else if facts.hasLapsed {
                .lapsed
            } else if facts.isRefused {
                .refused
            } else {
                .recognized
            }
    }
}

/// Who wins, second table: whether one recognizer, recognized, takes the gesture from another that shares a touch.
///
/// The rows stand in the order in which they are asked; the first that holds decides. Each is asked in one direction;
/// in the other the answer may differ, except for ``simultaneous``. What is taken fails, or is cancelled where it has
/// begun. ``ArbitrationRule`` is the first table.
public enum PreventionRule: UInt8, Sendable {
    /// Either side says that they may go on together, in the setup or through the delegate: it does not prevent.
    case simultaneous
    /// The one-way form, in the setup or through the delegate: it does not prevent.
    case denied
    /// Its kind does not prevent such a one: tap(n) prevents tap(m) only where n ≥ m.
    case sparedByKind
    /// None of these: it prevents.
    case prevents

    /// What there is to know of a pair in one direction. Each fact is what the row of its name says.
    public struct Facts: Equatable, Sendable {
        public var isSimultaneous = false
        public var isDenied = false
        public var isSparedByKind = false

        /// Two that have nothing to do with each other.
        public init() {}
    }

    /// The first row that holds.
    public init(_ facts: Facts) {
        self =
            if facts.isSimultaneous {
                .simultaneous
            } else if facts.isDenied {
                .denied
            } else if facts.isSparedByKind {
                .sparedByKind
            } else {
                .prevents
            }
    }
}
