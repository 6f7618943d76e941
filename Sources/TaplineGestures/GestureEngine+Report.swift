public import TaplineTouches

extension GestureEngine {
    /// Takes what the table says has changed: a report, a touch that proves real, a cancellation.
    ///
    /// Everything due before must have been told with ``advance(before:_:_:)``.
    public mutating func report<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        let changes = table.changes
        if changes.all.isEmpty, doubtful.isEmpty { return }
        let now = table.time
        time = max(time, now)
        if !changes.cancelled.isEmpty { cancel(changes.cancelled, &table, at: now, &handler, &sink) }

        if !changes.began.isEmpty, zoneTree.hasControls || handler.handlesTouches { openStreams(&table) }
        var second = RecognizerSet()
        for slot in changes.began { land(slot, askingLater: &second, &table, at: now, &handler, &sink) }
        if !active.isEmpty, !changes.began.isEmpty { preventNewcomers(&table, at: now, &handler, &sink) }

        // Only a report settles a doubt; whose gesture is over has none.
        var concerned = RecognizerSet()
        if changes.isReport {
            concerned = doubtful & active
            doubtful = RecognizerSet()
        }
        for slot in changes.began | changes.moved | changes.ended { concerned |= listeners[slot] }
        for r in concerned & active { follow(r, &table, at: now, &handler, &sink) }
        for r in concerned & possible {
            let attempt = kinds[r].track(&table, mine: mine[r], at: now)
            take(attempt, of: r, &table, at: now, &handler, &sink)
        }
        arbitrate(&table, at: now, &handler, &sink)

        if !second.isEmpty {
            offerAgain(second, &table, at: now, &handler, &sink)
        }
        settle(&table, gone: changes.ended | changes.cancelled, at: now, &handler, &sink)
        if !streams.used.isEmpty { deliver(&table, at: now, &handler, &sink) }
    }

    /// Deadlines before a report at `instant`, in time order; of those at `instant` itself only the ones that count
    /// before the report.
    public mutating func advance<Handler: GestureHandler, let capacity: Int>(
        before instant: Instant, _ table: inout TouchTable<capacity>, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        while deadline < instant { reach(max(deadline, time), of: engaged, &table, &handler, &sink) }
        if deadline == instant { reach(instant, of: engaged & earlyDue, &table, &handler, &sink) }
    }

    /// All deadlines up to and including `instant`, in time order.
    public mutating func advance<Handler: GestureHandler, let capacity: Int>(
        to instant: Instant, _ table: inout TouchTable<capacity>, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        while deadline <= instant, deadline < .never {
            reach(max(deadline, time), of: engaged, &table, &handler, &sink)
        }
    }

    /// Wakes those of `candidates` that are due at `instant`.
    private mutating func reach<Handler: GestureHandler, let capacity: Int>(
        _ instant: Instant, of candidates: RecognizerSet, _ table: inout TouchTable<capacity>,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        time = instant
        for r in candidates where due[r] <= instant && engaged.contains(r) {
            due[r] = .never
            take(
                kinds[r].reachDeadline(&table, mine: mine[r], at: instant), of: r, &table, at: instant, &handler, &sink)
            if due[r] <= instant { due[r] = .never }
        }
        arbitrate(&table, at: instant, &handler, &sink)
        settle(&table, gone: TouchSet(), at: instant, &handler, &sink)
        if !streams.used.isEmpty { tellStreams(&table, at: instant, &handler, &sink) }
    }

    // MARK: Touches come and go

    /// Offers a touch that has landed to the recognizers of its zone. Those whose fingers have all lifted by now
    /// (waiting, between two taps, or finished) are asked in a second round: added to `second`.
    private mutating func land<Handler: GestureHandler, let capacity: Int>(
        _ slot: Int, askingLater second: inout RecognizerSet, _ table: inout TouchTable<capacity>,
        at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        listeners[slot] = RecognizerSet()
        var key = (~takenKeys.bits).trailingZeroBitCount
        if key == 64 {
            forgetSpentKeys()
            key = (~takenKeys.bits).trailingZeroBitCount
        }
        guard key < 64 else {
            unkeyedTouches &+= 1
            keyless.insert(slot)
            return
        }
        keyOfSlot[slot] = key
        liveKeys.insert(key)
        let zone = zoneTree.hit(table[slot].start)
        if zoneTree.hasControls { controlOfSlot[slot] = zoneTree.control(of: zone) }
        denied.remove(slot)
        deniedTo[slot] = RecognizerSet()

        // A finger that has only now proven real landed when those that lift now were still down.
        let gone =
            table.changes.proven.contains(slot) ? TouchSet() : table.changes.ended | table.changes.cancelled
        for r in receiversOfZone[zone] {
            guard
                handler.shouldReceive(
                    gesture: gesture[r], touch: table[slot].identity, location: table[slot].start, zone: zone)
            else {
                deniedTo[slot].insert(r)
                denied.insert(slot)
                continue
            }
            let hasFingers = !(mine[r] - gone).isEmpty
            if active.contains(r), !hasFingers {
                // It may go on with the touch. If not, its sequence ends with this report, and the touch comes after it.
                offer(slot, to: r, gone: gone, &table, at: now, &handler, &sink)
                if !listeners[slot].contains(r) {
                    second.insert(r)
                    askedLater[slot].insert(r)
                }
            } else if active.contains(r) || possible.contains(r) && (!engaged.contains(r) || hasFingers) {
                offer(slot, to: r, gone: gone, &table, at: now, &handler, &sink)
            } else if possible.contains(r) {
                // Waiting or between taps: at once where all its fingers were up before this report …
                if mine[r].isEmpty { offer(slot, to: r, gone: gone, &table, at: now, &handler, &sink) }
                // … and again where it did not take the touch.
                if !listeners[slot].contains(r) {
                    second.insert(r)
                    askedLater[slot].insert(r)
                }
            } else if !gone.isEmpty || second.contains(r) {
                second.insert(r)
                askedLater[slot].insert(r)
            } else {
                sequence[r].insert(key)
            }
        }
    }

    private mutating func offer<Handler: GestureHandler, let capacity: Int>(
        _ slot: Int, to r: Int, gone: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        switch kinds[r].offer(slot, of: &table, mine: mine[r]) {
        case .take:
            mine[r].insert(slot)
            listeners[slot].insert(r)
            claims[r].insert(keyOfSlot[slot])
            sequence[r].insert(keyOfSlot[slot])
            if possible.contains(r) {
                engaged.insert(r)
                refreshDeadline(r)
                streams.receive(slot, by: r)
            } else {
                streams.join(slot, by: r)
            }
        case .watch:
            listeners[slot].insert(r)
        case .ignore:
            if !(mine[r] - gone).isEmpty { sequence[r].insert(keyOfSlot[slot]) }
        case .fail(let reason):
            // Between taps the touch belongs to the next attempt; with fingers down it joins the sequence.
            if !(mine[r] - gone).isEmpty || claims[r].isEmpty {
                sequence[r].insert(keyOfSlot[slot])
            }
            fail(r, reason, &table, at: now, &handler, &sink)
        }
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
                for r in askedLater[slot] & left & possible {
                    let wasEngaged = engaged.contains(r)
                    offer(slot, to: r, gone: gone, &table, at: now, &handler, &sink)
                    asked.insert(r)
                    // A waiting one that did not take it may yet fire, and then wants to be asked again.
                    if !wasEngaged || mine[r].contains(slot) || listeners[slot].contains(r) {
                        askedLater[slot].remove(r)
                    }
                }
            }
            if !active.isEmpty { preventNewcomers(&table, at: now, &handler, &sink) }
            for r in asked & possible & engaged where !mine[r].isEmpty {
                let attempt = kinds[r].track(&table, mine: mine[r], at: now)
                take(attempt, of: r, &table, at: now, &handler, &sink)
            }
            arbitrate(&table, at: now, &handler, &sink)
            settle(&table, gone: TouchSet(), at: now, &handler, &sink)
            left &= possible - engaged
            round &+= 1
        }
        for slot in began {
            for r in askedLater[slot] & finished { sequence[r].insert(keyOfSlot[slot]) }
            askedLater[slot] = RecognizerSet()
        }
    }

    private mutating func follow<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        switch kinds[r].follow(&table, mine: mine[r], at: now) {
        case .unchanged: break
        case .changed: emit(r, .changed, &table, at: now, &handler, &sink)
        case .ended:
            emit(r, .ended, &table, at: now, &handler, &sink)
            finish(r)
            recognized.insert(r)
            return
        }
        if kinds[r].isDoubtful { doubtful.insert(r) }
    }

    /// Touches were taken away: what has begun with them is cancelled, what hangs together with them fails.
    private mutating func cancel<Handler: GestureHandler, let capacity: Int>(
        _ slots: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        var keys = TouchKeys()
        for slot in slots - keyless { keys.insert(keyOfSlot[slot]) }
        for r in active where mine[r].intersects(slots) {
            emit(r, .cancelled, &table, at: now, reason: .touchCancelled, &handler, &sink)
            finish(r)
        }
        for r in engaged
        where mine[r].intersects(slots)
            || mine[r].isEmpty && sequence[r].intersects(sequences(of: keys - deniedKeys(of: r), in: zoneOf[r]))
        {
            fail(r, .touchCancelled, &table, at: now, &handler, &sink)
        }
    }
}
