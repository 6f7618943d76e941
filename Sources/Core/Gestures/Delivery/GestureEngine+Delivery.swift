public import TaplineTouches

// Zones' own touch streams and the responder chain, after UIKit. Recognizers look first: what a report changed is delivered
// when they have decided.
//
//   A touch …                                                             … then its zone
//   lands where the zone has a finger and takes only one                  gets nothing of it
//   lands in an exclusive zone while others have fingers, or              gets nothing of it
//   anywhere else while an exclusive one has
//   is received by one that delays landings and is still possible         gets it, in order, when     that one has decided
//   lifts, received by one that delays lifts and is still possible        gets the lift when that one has decided
//   was received by one that is recognized and cancels touches            gets `cancelled`, or nothing where it has
//                                                                         not got the landing; then nothing more
//   is cancelled from outside                                             gets what was delayed, then `cancelled`
//
// What was delayed is delivered with its own time. A control handles what its zone gets. What a zone does not handle goes to the zones around it, the panel and the
// application.
extension GestureEngine {
    /// Gives the touches that have landed their streams, before recognizers are offered them.
    mutating func openStreams<let capacity: Int>(_ table: inout TouchTable<capacity>) {
        let changes = table.changes
        guard Streams.areStored else {
            delivery.lostTouches &+= UInt32(truncatingIfNeeded: changes.began.count)
            return
        }
        var later = changes.began
        for slot in changes.began {
            // A finger that has only now proven real landed when those that lift now were still down.
            let gone = changes.proven.contains(slot) ? TouchSet() : changes.ended | changes.cancelled
            let before = (table.down | changes.ended | changes.cancelled) - gone - later
            later.remove(slot)
            let zone = zoneOfSlot[slot]
            if !isFree(zone, besides: before) {
                delivery.withheldTouches &+= 1
            } else if !streams.open(slot, table[slot], zone: zone) {
                delivery.lostTouches &+= 1
            }
        }
    }

    /// Whether `zone` may get a touch that lands while `others` are down.
    private mutating func isFree(_ zone: Int, besides others: TouchSet) -> Bool {
        if !zoneTree[zone].multipleTouch {
            for slot in others where zoneOfSlot[slot] == zone { return false }
        }
        for index in streams.down where others.contains(Int(streams[index].slot)) {
            let other = Int(streams[index].zone)
            if other != zone, zoneTree[zone].exclusiveTouch || zoneTree[other].exclusiveTouch { return false }
        }
        return true
    }

    /// Delivers to zones what a report has changed, now that the recognizers have looked at it.
    mutating func deliver<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        let changes = table.changes
        streams.beginReport()
        for slot in changes.began { append(.began, slot, at: table[slot].startTime, table[slot].start, &table) }
        for slot in changes.moved { append(.moved, slot, at: now, table[slot].location, &table) }
        for slot in changes.ended { append(.ended, slot, at: now, table[slot].location, &table) }
        for slot in changes.cancelled { append(.cancelled, slot, at: now, table[slot].location, &table) }
        emitStreams(&table, at: now, &handler, &sink)
    }

    private mutating func append<let capacity: Int>(
        _ phase: TouchPhase, _ slot: Int, at time: Instant, _ place: Point, _ table: inout TouchTable<capacity>
    ) {
        let isComplete = streams.append(
            phase, of: slot, at: time, place: place, tapCount: table[slot].tapCount, touches: table.down.count)
        if !isComplete { delivery.droppedMoves &+= 1 }
    }

    /// Delivers to zones what no recognizer delays any more.
    mutating func emitStreams<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        let doomed = streams.takeDoomed()
        // (Only a handler that looks at it pays for it.)
        var event: EventTouches?
        if Handler.handlesWholeEvents, !doomed.isEmpty || streams.queued > 0 { event = touches(of: &table) }
        // (A finger that is next at a control presses nothing where it is cancelled together with the one that presses.)
        for index in doomed { dropNextPress(of: streams[index].identity) }
        for index in doomed where streams.begun.contains(index) {
            let stream = streams[index]
            offer(
                TouchEvent(
                    time: now, identity: stream.identity, phase: .cancelled, location: stream.place,
                    previous: stream.seen,
                    tapCount: Int(stream.tapCount), touches: table.down.count,
                    touchesInPhase: count(of: doomed & streams.begun, like: stream), zone: Int(stream.zone)),
                of: &event, at: now, &handler, &sink)
        }
        var waiting = Streams.StreamSet()
        var remaining = 0
        var i = 0
        var together = Streams.StreamSet()
        var togetherEnd = 0
        while i < streams.queued {
            let change = streams.change(i)
            let index = Int(change.stream)
            if i == togetherEnd {
                together = streamsTogether(from: i, to: &togetherEnd)
                if change.phase == .moved { event?.resume() }
            }
            i &+= 1
            if streams.over.contains(index) { continue }
            if waiting.contains(index) || streams.isHeld(change) {
                waiting.insert(index)
                streams.keep(change, at: remaining)
                remaining &+= 1
                continue
            }
            let stream = streams[index]
            let seen = streams.markDelivered(change)
            offer(
                TouchEvent(
                    time: change.time, identity: stream.identity, phase: change.phase, location: change.place,
                    previous: seen, tapCount: Int(change.tapCount), touches: Int(change.touches),
                    touchesInPhase: count(of: together, like: stream), zone: Int(stream.zone)),
                of: &event, at: now, &handler, &sink)
        }
        streams.close(queued: remaining)
    }

    /// The streams of the changes from `start` on that have one phase in one report; `end` is behind the last of them.
    private mutating func streamsTogether(from start: Int, to end: inout Int) -> Streams.StreamSet {
        let first = streams.change(start)
        var together = Streams.StreamSet()
        end = start
        while end < streams.queued {
            let change = streams.change(end)
            guard change.report == first.report, change.phase == first.phase else { break }
            together.insert(Int(change.stream))
            end &+= 1
        }
        return together
    }

    /// How many of them have their touch in the same zone.
    private mutating func count(of indices: Streams.StreamSet, like stream: TouchStream) -> Int {
        var count = 0
        for index in indices where streams[index].zone == stream.zone { count &+= 1 }
        return count
    }

    /// Delivers to zones everything that is delayed, as if all recognizers had failed: what replaces the engine does
    /// this first, and no zone waits for ever.
    public mutating func releaseTouches<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        if streams.used.isEmpty { return }
        streams.settleAll()
        emitStreams(&table, at: now, &handler, &sink)
    }

    // MARK: The responder chain

    /// Offers a touch to its zone and on up the chain.
    private mutating func offer<Handler: GestureHandler>(
        _ change: TouchEvent, of event: inout EventTouches?, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        var touch = change
        var zone = touch.zone
        while zone >= 0 {
            touch.origin = zoneTree.origin(of: zone)
            var isHandled = GestureEngine.hand(touch, of: &event, to: .zone(zone), at: now, &handler, &sink)
            if zoneTree.hasControls, let control = zoneTree[zone].control {
                operate(control, zone, touch, at: now, &handler, &sink)
                isHandled = true
            }
            if isHandled { return }
            zone = zoneTree[zone].parent
        }
        touch.origin = .zero
        if !GestureEngine.hand(touch, of: &event, to: .application, at: now, &handler, &sink) {
            delivery.unhandledTouches &+= 1
        }
    }

    private static func hand<Handler: GestureHandler>(
        _ touch: TouchEvent, of event: inout EventTouches?, to responder: Responder, at now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) -> Bool {
        guard Handler.handlesWholeEvents, event != nil else {
            return handler.handleTouch(touch, responder: responder, at: now, into: &sink)
        }
        return handler.handleTouch(touch, of: &event!, responder: responder, at: now, into: &sink)
    }

}
