import TaplineTouches

// Who wins: facts are gathered here and acted on here; what they mean is in two tables, `ArbitrationRule` (what
// becomes of a recognizer that is ready) and `PreventionRule` (who prevents whom).
extension GestureEngine {
    /// Lets those that are ready be recognized, wait or fail, until nothing changes.
    ///
    /// Tentative ones emit `tentative` when they wait.
    mutating func arbitrate<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        var hasChanged = !ready.isEmpty
        // By the slop alone they would have been recognized before whatever is ready with them.
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
}
