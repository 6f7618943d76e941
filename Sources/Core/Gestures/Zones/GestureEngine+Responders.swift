public import TaplineTouches

// Hit testing, and the responder chain.

extension GestureEngine {
    /// The zone that a touch landing at `point` (pt) belongs to; 0 is the whole panel.
    public mutating func zone(at point: Point) -> Int { zoneTree.hit(point) }

    /// That zone and those around it, but not the panel; of zones 1…63, by their outlines.
    public mutating func zones(at point: Point) -> ZoneSet {
        var zones = ZoneSet()
        var zone = zoneTree.hit(point)
        while zone > 0 {
            if zone < 64 { zones.insert(zone) }
            zone = zoneTree[zone].parent
        }
        return zones
    }

    /// The zone that the touch in the slot `slot` of the table landed in; 0 is the whole panel.
    public mutating func zone(ofSlot slot: Int) -> Int { zoneOfSlot[slot] }

    /// Where the own coordinates of the zone at index `zone` begin: the top left corner of its outline, pt; (0, 0) for the panel.
    public mutating func origin(of zone: Int) -> Point { zoneTree.origin(of: zone) }

    /// All touches of what `table` says has changed, with their zones.
    public mutating func touches<let capacity: Int>(of table: inout TouchTable<capacity>) -> EventTouches {
        var touches = EventTouches()
        for slot in table.down | table.changes.ended | table.changes.cancelled {
            touches.insert(table[slot], zone: zoneOfSlot[slot])
        }
        return touches
    }

    /// Finds the zones of the touches that have landed, each once.
    @inline(never)
    public mutating func locate<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        for slot in table.changes.began - located { zoneOfSlot[slot] = hit(table[slot].start, &handler, &sink) }
        located = table.changes.began
    }

    private mutating func hit<Handler: GestureHandler>(
        _ point: Point, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) -> Int {
        guard Handler.decidesHits else { return zoneTree.hit(point) }
        var zone = 0
        var candidate = zoneTree.count &- 1
        while candidate > zone {
            if zoneTree[candidate].parent == zone, zoneTree[candidate].isHittable, zoneTree[candidate].isEnabled,
                handler.zone(candidate, contains: point, outline: zoneTree.contains(candidate, point), into: &sink)
            {
                zone = candidate
                candidate = zoneTree.count &- 1
            } else {
                candidate &-= 1
            }
        }
        return zone
    }
}

// The responder chain from the first responder on: for actions, for controls, and for events that no finger makes.
extension GestureEngine {
    /// Asks the first responder, or where there is none the zone at index `sender` (0: the panel), and then the zones around it, the
    /// panel and the application, until one says yes. Who that was; nil: nobody.
    @discardableResult
    public mutating func findResponder<Handler: GestureHandler>(
        sender: Int = 0, _ handler: inout Handler, _ sink: inout Handler.Sink,
        _ ask: (inout Handler, Responder, inout Handler.Sink) -> Bool
    ) -> Responder? {
        var zone = firstResponder ?? sender
        while zone >= 0 {
            if ask(&handler, .zone(zone), &sink) { return .zone(zone) }
            zone = zoneTree[zone].parent
        }
        return ask(&handler, .application, &sink) ? .application : nil
    }

    /// Sends an action without a target: to the first responder, or where there is none to the panel, and on up the chain.
    ///
    /// - Parameter action: a number that means something to the handler.
    /// - Returns: whether it was handled; if not, it is counted.
    @discardableResult
    public mutating func send<Handler: GestureHandler>(
        _ action: Int, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) -> Bool {
        if findResponder(&handler, &sink, { $0.handleAction(action, responder: $1, into: &$2) }) != nil { return true }
        delivery.unhandledActions &+= 1
        return false
    }

    /// Sends an event that is no finger's to the first responder, or where there is none to the panel, and on up the chain until
    /// somebody handles it. Whether somebody did.
    @discardableResult
    public mutating func send<Handler: GestureHandler>(
        _ event: GestureEvent, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) -> Bool {
        findResponder(&handler, &sink) { $0.handleMotion(event, responder: $1, into: &$2) } != nil
    }

    /// Makes the zone at index `zone` the first responder, which gets actions without a target; nil: none. False, and
    /// nothing changed, where there is no such zone, it may not be the first responder, or the handler says no: the present one
    /// does not resign, or this one does not become it.
    @discardableResult
    public mutating func makeFirstResponder<Handler: GestureHandler>(
        _ zone: Int?, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) -> Bool {
        if zone == firstResponder { return true }
        if let zone {
            guard zone >= 0, zone < zoneTree.count, zoneTree[zone].canBecomeFirstResponder else { return false }
        }
        if let present = firstResponder, !handler.canResignFirstResponder(present, into: &sink) { return false }
        if let zone, !handler.canBecomeFirstResponder(zone, into: &sink) { return false }
        firstResponder = zone
        return true
    }
}
