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
            let zone = zoneTree.hit(table[slot].start)
            if !isFree(zone, besides: before, &table) {
                delivery.withheldTouches &+= 1
            } else if !streams.open(slot, table[slot], zone: zone) {
                delivery.lostTouches &+= 1
            }
        }
    }

    /// Whether `zone` may get a touch that lands while `others` are down.
    private mutating func isFree<let capacity: Int>(
        _ zone: Int, besides others: TouchSet, _ table: inout TouchTable<capacity>
    ) -> Bool {
        if !zoneTree[zone].multipleTouch {
            for slot in others where zoneTree.hit(table[slot].start) == zone { return false }
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
        for index in streams.takeDoomed() where streams.begun.contains(index) {
            let stream = streams[index]
            offer(
                TouchEvent(
                    time: now, identity: stream.identity, phase: .cancelled, location: stream.place,
                    tapCount: Int(stream.tapCount), touches: table.down.count, zone: Int(stream.zone)),
                at: now, &handler, &sink)
        }
        var waiting = Streams.StreamSet()
        var remaining = 0
        var i = 0
        while i < streams.queued {
            let change = streams.change(i)
            let index = Int(change.stream)
            i &+= 1
            if streams.over.contains(index) { continue }
            if waiting.contains(index) || streams.isHeld(change) {
                waiting.insert(index)
                streams.keep(change, at: remaining)
                remaining &+= 1
                continue
            }
            streams.markDelivered(change)
            let stream = streams[index]
            offer(
                TouchEvent(
                    time: change.time, identity: stream.identity, phase: change.phase, location: change.place,
                    tapCount: Int(change.tapCount), touches: Int(change.touches), zone: Int(stream.zone)),
                at: now, &handler, &sink)
        }
        streams.close(queued: remaining)
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
        _ touch: TouchEvent, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        var zone = touch.zone
        while zone >= 0 {
            var isHandled = handler.handleTouch(touch, responder: .zone(zone), at: now, into: &sink)
            if zoneTree.hasControls, let control = zoneTree[zone].control {
                operate(control, zone, touch, at: now, &handler, &sink)
                isHandled = true
            }
            if isHandled { return }
            zone = zoneTree[zone].parent
        }
        if !handler.handleTouch(touch, responder: .application, at: now, into: &sink) {
            delivery.unhandledTouches &+= 1
        }
    }

    /// Sends an action without a target: to the first responder, or where there is none to the panel, and on up the chain.
    ///
    /// - Parameter action: a number that means something to the handler.
    /// - Returns: whether it was handled; if not, it is counted.
    @discardableResult
    public mutating func send<Handler: GestureHandler>(
        _ action: Int, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) -> Bool {
        var zone = firstResponder ?? 0
        while zone >= 0 {
            if handler.handleAction(action, responder: .zone(zone), into: &sink) { return true }
            zone = zoneTree[zone].parent
        }
        if handler.handleAction(action, responder: .application, into: &sink) { return true }
        delivery.unhandledActions &+= 1
        return false
    }

    /// Makes the zone at index `zone` the first responder, which gets actions without a target; nil: none. False, and
    /// nothing changed, where there is no such zone.
    @discardableResult
    public mutating func makeFirstResponder(_ zone: Int?) -> Bool {
        guard let zone else {
            firstResponder = nil
            return true
        }
        guard zone >= 0, zone < zoneTree.count else { return false }
        firstResponder = zone
        return true
    }
}
