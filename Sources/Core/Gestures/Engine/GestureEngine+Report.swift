public import TaplineTouches

extension GestureEngine {
    /// Takes what the table says has changed: a report, a touch that proves real, a cancellation.
    ///
    /// Everything due before must have been handled with ``advance(before:_:_:)``.
    @inline(__always)
    public mutating func report<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        if table.changes.all.isEmpty, rejecting.isEmpty { return }
        process(&table, at: table.time, &handler, &sink)
    }

    @inline(never)
    private mutating func process<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        let changes = table.changes
        time = max(time, now)
        if !changes.began.isEmpty { locate(&table, &handler, &sink) }
        located = TouchSet()
        // A path is complete before any recognizer is asked.
        for slot in changes.moved & paths.slots { paths.append(table[slot].location, to: slot) }
        if !changes.cancelled.isEmpty { cancel(changes.cancelled, &table, at: now, &handler, &sink) }
        let postponed =
            changes.began.isEmpty ? RecognizerSet() : land(changes.began, &table, at: now, &handler, &sink)
        if !update(changes, &table, at: now, &handler, &sink) {
            let gone = changes.ended | changes.cancelled
            arbitrate(&table, at: now, &handler, &sink)
            if !postponed.isEmpty { offerAgain(postponed, &table, at: now, &handler, &sink) }
            settle(&table, gone: gone, at: now, &handler, &sink)
            if !paths.slots.isEmpty { paths.release(gone) }
        }
        if !streams.used.isEmpty { deliver(&table, at: now, &handler, &sink) }
    }

    /// Calls every recognizer that a change may concern. True where nothing is left to decide: fingers have only moved, and
    /// every recognizer stays where it stands.
    @inline(__always)
    private mutating func update<Handler: GestureHandler, let capacity: Int>(
        _ changes: TouchChanges, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) -> Bool {
        // Only a report settles a doubt about the one before.
        var concerned = changes.isReport ? rejecting & (active | engaged) : RecognizerSet()
        if changes.isReport { rejecting = RecognizerSet() }
        for slot in changes.began | changes.ended { concerned |= listeners[slot] }
        for slot in changes.moved { concerned |= affected(by: slot, &table) }
        // Moves change nothing for a ready recognizer that waits for others, as long as none of those changes. (A control may
        // take the gesture from it once the finger has another direction.)
        let isOnlyMoves = changes.isOnlyMoves
        let waiting = isOnlyMoves && !zoneTree.hasControls ? ready : RecognizerSet()
        var isSettled = isOnlyMoves && waiting == ready && (!mayReset || finished.isEmpty)
        for r in concerned & active {
            follow(r, &table, at: now, &handler, &sink)
            if !active.contains(r) { isSettled = false }
        }
        let steady = isOnlyMoves ? possible - ready - timedByMoves : RecognizerSet()
        for r in concerned & possible {
            let attempt = kinds[r].track(&table, mine: mine[r], at: now)
            switch attempt {
            case .possible(let distance) where steady.contains(r) && !undecided.contains(r):
                setIdle(r, within: distance)
            case .undecided where steady.contains(r) && undecided.contains(r): break
            case .ready where waiting.contains(r): break
            default:
                isSettled = false
                apply(attempt, to: r, &table, at: now, &handler, &sink)
            }
        }
        for r in concerned & possible & mayReject where kinds[r].hasRejectedReport { rejecting.insert(r) }
        return isSettled
    }

    /// The recognizers to which it may matter that the touch in `slot` has moved.
    #if BAREMETAL
        @inline(never)
    #endif
    private mutating func affected<let capacity: Int>(
        by slot: Int, _ table: inout TouchTable<capacity>
    ) -> RecognizerSet {
        let resting = listeners[slot] & idle
        if resting.isEmpty { return listeners[slot] }
        let travel = table[slot].travel.lengthSquared
        if travel < idleLimit[slot] { return listeners[slot] - resting }
        var affected = listeners[slot]
        var next = Float.infinity
        for r in resting where travel < idleWithin[r] {
            affected.remove(r)
            next = min(next, idleWithin[r])
        }
        idleLimit[slot] = next
        return affected
    }

    /// Deadlines before a report at `instant`, in time order; of those at `instant` itself only the ones that count
    /// before the report.
    public mutating func advance<Handler: GestureHandler, let capacity: Int>(
        before instant: Instant, _ table: inout TouchTable<capacity>, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        while deadline < instant { handleAllDeadlines(&table, &handler, &sink) }
        if deadline == instant { handleDeadlines(instant, of: engaged & earlyDue, &table, &handler, &sink) }
    }

    /// All deadlines up to and including `instant`, in time order.
    public mutating func advance<Handler: GestureHandler, let capacity: Int>(
        to instant: Instant, _ table: inout TouchTable<capacity>, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        while deadline <= instant, deadline < .never {
            handleAllDeadlines(&table, &handler, &sink)
        }
    }

    private mutating func handleAllDeadlines<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        let instant = max(deadline, time)
        handleDeadlines(instant, of: engaged, &table, &handler, &sink)
        if stepperDeadline <= instant {
            stepHeld(at: instant, &handler, &sink)
            refreshDeadline()
        }
    }

    /// Handles the deadlines of those of `candidates` that are due at `instant`.
    #if BAREMETAL
        @inline(never)
    #endif
    private mutating func handleDeadlines<Handler: GestureHandler, let capacity: Int>(
        _ instant: Instant, of candidates: RecognizerSet, _ table: inout TouchTable<capacity>,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        time = instant
        for r in candidates where due[r] <= instant && engaged.contains(r) {
            due[r] = .never
            let attempt = kinds[r].reachDeadline(&table, mine: mine[r], at: instant)
            apply(attempt, to: r, &table, at: instant, &handler, &sink)
            if due[r] <= instant { due[r] = .never }
        }
        arbitrate(&table, at: instant, &handler, &sink)
        settle(&table, gone: TouchSet(), at: instant, &handler, &sink)
        if !streams.used.isEmpty { emitStreams(&table, at: instant, &handler, &sink) }
    }

    // MARK: Touches come and go

    /// Offers the touches that have landed. Returns the recognizers to which ``offerAgain`` offers them a second time.
    @inline(never)
    private mutating func land<Handler: GestureHandler, let capacity: Int>(
        _ slots: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) -> RecognizerSet {
        if zoneTree.hasControls || handler.handlesTouches { openStreams(&table) }
        var second = RecognizerSet()
        var taken = takenClaims
        for slot in slots { land(slot, &taken, offeringLater: &second, &table, at: now, &handler, &sink) }
        if !active.isEmpty { preventNewcomers(&table, at: now, &handler, &sink) }
        return second
    }

    /// Offers a touch that has landed to the recognizers of its zone. Those whose fingers have all lifted by now
    /// (waiting, between two taps, or finished) get it in a second round: they are added to `second`. It gets a claim that is not in
    /// `taken`, which is added there.
    private mutating func land<Handler: GestureHandler, let capacity: Int>(
        _ slot: Int, _ taken: inout ClaimSet, offeringLater second: inout RecognizerSet,
        _ table: inout TouchTable<capacity>,
        at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        listeners[slot] = RecognizerSet()
        idleLimit[slot] = .infinity
        var claim = (~taken.bits).trailingZeroBitCount
        if claim == 64 {
            releaseSpentClaims()
            taken = takenClaims
            claim = (~taken.bits).trailingZeroBitCount
        }
        guard claim < 64 else {
            unclaimedTouches &+= 1
            unclaimed.insert(slot)
            return
        }
        claimOfSlot[slot] = claim
        liveClaims.insert(claim)
        taken.insert(claim)
        let zone = zoneOfSlot[slot]
        if Decisions.areStored {
            denied.remove(slot)
            for r in 0..<count { decisions[r].denied.remove(slot) }
        }

        // A finger that has only now proven real landed when those that lift now were still down.
        let gone =
            table.changes.proven.contains(slot) ? TouchSet() : table.changes.ended | table.changes.cancelled
        for r in receiversOfZone[zone] - disabled {
            guard
                !Decisions.areStored
                    || handler.shouldReceive(
                        gesture: gesture[r], touch: table[slot].identity, location: table[slot].start, zone: zone)
            else {
                decisions[r].denied.insert(slot)
                denied.insert(slot)
                continue
            }
            let isFinished = finished.contains(r)
            let hasFingers = !(mine[r] - gone).isEmpty
            // Its fingers are up, and its attempt goes on or ends with this report: what it does not take comes after that.
            let isWaiting = !hasFingers && (active.contains(r) || engaged.contains(r))
            // (A waiting recognizer whose fingers lift in this report is offered the touch in a second round.)
            if !isFinished, hasFingers || mine[r].isEmpty || active.contains(r) {
                offer(slot, to: r, gone: gone, &table, at: now, &handler, &sink)
            }
            if isFinished ? !gone.isEmpty || second.contains(r) : isWaiting && !listeners[slot].contains(r) {
                second.insert(r)
                offeredLater[r].insert(slot)
            } else if isFinished, !ignoringExtraTouches.contains(r) {
                sequence[r].insert(claim)
            }
        }
    }

    /// Offers a touch to a recognizer. Who takes it is called for this report, too, and has its deadline from then on.
    #if BAREMETAL
        @inline(never)
    #else
        @inline(__always)
    #endif
    private mutating func offer<Handler: GestureHandler, let capacity: Int>(
        _ slot: Int, to r: Int, gone: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        var answer = kinds[r].offer(slot, of: &table, mine: mine[r])
        if case .takeWithPath = answer {
            answer = storesPath(of: slot, &table) ? .take : .fail(.noRoom)
        }
        let ignoresExtra = ignoringExtraTouches.contains(r)
        switch answer {
        case .takeExtra where ignoresExtra, .fail(.extraTouch) where ignoresExtra: break
        case .take, .takeWithPath, .takeExtra:
            if claims[r].isEmpty { hitZone[r] = zoneOfSlot[slot] }
            mine[r].insert(slot)
            listeners[slot].insert(r)
            claims[r].insert(claimOfSlot[slot])
            sequence[r].insert(claimOfSlot[slot])
            if possible.contains(r) {
                engaged.insert(r)
                streams.receive(slot, by: r)
            } else {
                streams.join(slot, by: r)
            }
        case .watch:
            listeners[slot].insert(r)
        case .ignore:
            if !ignoresExtra, !(mine[r] - gone).isEmpty { sequence[r].insert(claimOfSlot[slot]) }
        case .fail(let reason):
            // Between taps the touch belongs to the next attempt; with fingers down it joins the sequence.
            if !(mine[r] - gone).isEmpty || claims[r].isEmpty {
                sequence[r].insert(claimOfSlot[slot])
            }
            fail(r, reason, &table, at: now, &handler, &sink)
        }
    }

    /// Stores the path of the touch in `slot` from its landing on; false, and counted, where there is no place.
    private mutating func storesPath<let capacity: Int>(of slot: Int, _ table: inout TouchTable<capacity>) -> Bool {
        if paths.slots.contains(slot) { return true }
        guard paths.start(slot, from: table[slot].start) else {
            table.countPathOverflow()
            return false
        }
        // (One that proves real late has gone on already.)
        paths.append(table[slot].location, to: slot)
        return true
    }

    /// Asks those whose fingers were all up: first those that are between taps or waiting, then, as fresh ones, those
    /// that fired or failed because of it, so that the next gesture is never lost.
    private mutating func offerAgain<Handler: GestureHandler, let capacity: Int>(
        _ waiting: RecognizerSet, _ table: inout TouchTable<capacity>, at now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        let began = table.changes.began
        let gone = table.changes.ended | table.changes.cancelled
        settle(&table, gone: gone, at: now, &handler, &sink)
        var left = waiting
        var round = 0
        while round < 2, !left.isEmpty {
            var asked = RecognizerSet()
            for slot in began {
                for r in left & possible where offeredLater[r].contains(slot) {
                    let wasEngaged = engaged.contains(r)
                    offer(slot, to: r, gone: gone, &table, at: now, &handler, &sink)
                    asked.insert(r)
                    // A waiting one that did not take it may yet fire, and then wants to be asked again.
                    if !wasEngaged || mine[r].contains(slot) || listeners[slot].contains(r) {
                        offeredLater[r].remove(slot)
                    }
                }
            }
            if !active.isEmpty { preventNewcomers(&table, at: now, &handler, &sink) }
            for r in asked & possible & engaged where !mine[r].isEmpty {
                let attempt = kinds[r].track(&table, mine: mine[r], at: now)
                apply(attempt, to: r, &table, at: now, &handler, &sink)
            }
            arbitrate(&table, at: now, &handler, &sink)
            settle(&table, gone: TouchSet(), at: now, &handler, &sink)
            left &= possible - engaged
            round &+= 1
        }
        for r in waiting {
            if finished.contains(r), !ignoringExtraTouches.contains(r) {
                for slot in offeredLater[r] { sequence[r].insert(claimOfSlot[slot]) }
            }
            offeredLater[r] = TouchSet()
        }
    }

    private mutating func follow<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        var snapshot = GestureSnapshot.none
        switch kinds[r].follow(&table, mine: mine[r], at: now, into: &snapshot) {
        case .unchanged: break
        case .changed: notify(r, .changed, &snapshot, &table, at: now, reason: nil, &handler, &sink)
        case .ended:
            notify(r, .ended, &snapshot, &table, at: now, reason: nil, &handler, &sink)
            finish(r)
            return
        case .cancelled:
            snapshot.values.stop()
            notify(r, .cancelled, &snapshot, &table, at: now, reason: .byItself, &handler, &sink)
            finish(r)
            return
        }
        if mayReject.contains(r), kinds[r].hasRejectedReport { rejecting.insert(r) }
    }

    /// Touches were taken away: what has begun with them is cancelled, what hangs together with them fails.
    private mutating func cancel<Handler: GestureHandler, let capacity: Int>(
        _ slots: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        var lost = ClaimSet()
        for slot in slots - unclaimed { lost.insert(claimOfSlot[slot]) }
        for r in active where mine[r].intersects(slots) {
            emit(r, .cancelled, &table, at: now, reason: .touchCancelled, &handler, &sink)
            finish(r)
        }
        for r in engaged
        where mine[r].intersects(slots)
            || mine[r].isEmpty
                && sequence[r].intersects(
                    ignoringExtraTouches.contains(r)
                        ? lost : sequences(of: lost - deniedClaims(of: r), in: zoneOf[r]))
        {
            fail(r, .touchCancelled, &table, at: now, &handler, &sink)
        }
    }
}
