public import TaplineTouches

extension GestureEngine {
    /// Takes what the table says has changed: a report, a touch that proves real, a cancellation.
    ///
    /// Everything due before must have been told with ``advance(before:_:_:)``.
    @inline(__always)
    public mutating func report<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        let changes = table.changes
        if changes.all.isEmpty, doubtful.isEmpty { return }
        let now = table.time
        time = max(time, now)
        // (First: a way is complete before anybody is asked.)
        for slot in changes.moved & paths.slots { paths.append(table[slot].location, to: slot) }
        // (By far most reports.)
        if changes.isOnlyMoves { return reportMoves(changes.moved, &table, at: now, &handler, &sink) }
        reportChanges(&table, at: now, &handler, &sink)
    }

    /// Takes whatever has changed.
    @inline(never)
    private mutating func reportChanges<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        let changes = table.changes
        if !changes.cancelled.isEmpty { cancel(changes.cancelled, &table, at: now, &handler, &sink) }

        if !changes.began.isEmpty, zoneTree.hasControls || handler.handlesTouches { openStreams(&table) }
        var second = RecognizerSet()
        for slot in changes.began { land(slot, askingLater: &second, &table, at: now, &handler, &sink) }
        if !active.isEmpty, !changes.began.isEmpty { preventNewcomers(&table, at: now, &handler, &sink) }

        var concerned = changes.isReport ? takeDoubts() : RecognizerSet()
        for slot in changes.began | changes.ended { concerned |= listeners[slot] }
        for slot in changes.moved { concerned |= awake(listeners[slot], slot, &table) }
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
        if !paths.slots.isEmpty { paths.release(changes.ended | changes.cancelled) }
        if !streams.used.isEmpty { deliver(&table, at: now, &handler, &sink) }
    }

    /// Takes a report in which fingers have moved, and nothing else has changed. Where everybody stays where it stands,
    /// nothing is left to be decided.
    @inline(never)
    private mutating func reportMoves<Handler: GestureHandler, let capacity: Int>(
        _ moved: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        var concerned = takeDoubts()
        for slot in moved { concerned |= awake(listeners[slot], slot, &table) }
        // Whoever was ready before waits for others, and goes on to wait while none of them changes. (A control may take
        // the gesture from it once the finger has another direction.)
        let waiting = zoneTree.hasControls ? RecognizerSet() : ready
        var isQuiet = waiting == ready && (!mayReset || finished.isEmpty)
        for r in concerned & active {
            follow(r, &table, at: now, &handler, &sink)
            if !active.contains(r) { isQuiet = false }
        }
        let steady = possible - ready - timedByMoves
        for r in concerned & possible {
            let attempt = kinds[r].track(&table, mine: mine[r], at: now)
            if steady.contains(r), attempt.isOpen {
                note(attempt, of: r)
                continue
            }
            if waiting.contains(r), case .ready = attempt { continue }
            isQuiet = false
            take(attempt, of: r, &table, at: now, &handler, &sink)
        }
        if !isQuiet {
            arbitrate(&table, at: now, &handler, &sink)
            settle(&table, gone: TouchSet(), at: now, &handler, &sink)
        }
        if !streams.used.isEmpty { deliver(&table, at: now, &handler, &sink) }
    }

    /// Those that did not believe the last report. Only a report settles a doubt; whose gesture is over has none.
    @inline(__always)
    private mutating func takeDoubts() -> RecognizerSet {
        let doubting = doubtful & active
        doubtful = RecognizerSet()
        return doubting
    }

    /// Those of `listeners` to whom it may matter that the touch in `slot` has moved.
    #if BAREMETAL
        @inline(never)
    #else
        @inline(__always)
    #endif
    private mutating func awake<let capacity: Int>(
        _ listeners: RecognizerSet, _ slot: Int, _ table: inout TouchTable<capacity>
    ) -> RecognizerSet {
        let asleep = listeners & dozing
        if asleep.isEmpty { return listeners }
        let way = table[slot].travel.lengthSquared
        if way < wakesAt[slot] { return listeners - asleep }
        var awake = listeners
        var next = Float.infinity
        for r in asleep where way < dozesWithin[r] {
            awake.remove(r)
            next = min(next, dozesWithin[r])
        }
        wakesAt[slot] = next
        return awake
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
    #if BAREMETAL
        @inline(never)
    #endif
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
        wakesAt[slot] = .infinity
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
        if Answers.areKept {
            denied.remove(slot)
            for r in 0..<count { answers[r].denied.remove(slot) }
        }

        // A finger that has only now proven real landed when those that lift now were still down.
        let gone =
            table.changes.proven.contains(slot) ? TouchSet() : table.changes.ended | table.changes.cancelled
        for r in receiversOfZone[zone] {
            guard
                !Answers.areKept
                    || handler.shouldReceive(
                        gesture: gesture[r], touch: table[slot].identity, location: table[slot].start, zone: zone)
            else {
                answers[r].denied.insert(slot)
                denied.insert(slot)
                continue
            }
            let hasFingers = !(mine[r] - gone).isEmpty
            if active.contains(r), !hasFingers {
                // It may go on with the touch. If not, its sequence ends with this report, and the touch comes after it.
                offer(slot, to: r, gone: gone, &table, at: now, &handler, &sink)
                if !listeners[slot].contains(r) {
                    second.insert(r)
                    askedLater[r].insert(slot)
                }
            } else if active.contains(r) || possible.contains(r) && (!engaged.contains(r) || hasFingers) {
                offer(slot, to: r, gone: gone, &table, at: now, &handler, &sink)
            } else if possible.contains(r) {
                // Waiting or between taps: at once where all its fingers were up before this report …
                if mine[r].isEmpty { offer(slot, to: r, gone: gone, &table, at: now, &handler, &sink) }
                // … and again where it did not take the touch.
                if !listeners[slot].contains(r) {
                    second.insert(r)
                    askedLater[r].insert(slot)
                }
            } else if !gone.isEmpty || second.contains(r) {
                second.insert(r)
                askedLater[r].insert(slot)
            } else {
                sequence[r].insert(key)
            }
        }
    }

    @inline(never)
    private mutating func offer<Handler: GestureHandler, let capacity: Int>(
        _ slot: Int, to r: Int, gone: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        var answer = kinds[r].offer(slot, of: &table, mine: mine[r])
        if case .takeWithPath = answer {
            let isKept = keepPath(of: slot, &table)
            answer = isKept ? .take : .fail(.noRoom)
        }
        switch answer {
        case .take, .takeWithPath:
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

    /// Keeps the whole way of the touch in `slot` from its landing on; false, and counted, where there is no place.
    private mutating func keepPath<let capacity: Int>(of slot: Int, _ table: inout TouchTable<capacity>) -> Bool {
        if paths.slots.contains(slot) { return true }
        guard paths.keep(slot, from: table[slot].start) else {
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
                for r in left & possible where askedLater[r].contains(slot) {
                    let wasEngaged = engaged.contains(r)
                    offer(slot, to: r, gone: gone, &table, at: now, &handler, &sink)
                    asked.insert(r)
                    // A waiting one that did not take it may yet fire, and then wants to be asked again.
                    if !wasEngaged || mine[r].contains(slot) || listeners[slot].contains(r) {
                        askedLater[r].remove(slot)
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
        for r in waiting {
            if finished.contains(r) { for slot in askedLater[r] { sequence[r].insert(keyOfSlot[slot]) } }
            askedLater[r] = TouchSet()
        }
    }

    private mutating func follow<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        var told = GestureSnapshot.none
        switch kinds[r].follow(&table, mine: mine[r], at: now, telling: &told) {
        case .unchanged: break
        case .changed: notify(r, .changed, &told, &table, at: now, reason: nil, &handler, &sink)
        case .ended:
            notify(r, .ended, &told, &table, at: now, reason: nil, &handler, &sink)
            finish(r)
            return
        }
        if doubting.contains(r), kinds[r].isDoubtful { doubtful.insert(r) }
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
