public import TaplineTouches

// Gestures and zones that are disabled and enabled while the engine runs (UIKit's `isEnabled` of a recognizer and
// `isUserInteractionEnabled` of a view).
//
//   A gesture that is disabled           gets no touches that land; what has begun is cancelled, what is under way fails
//   A zone that is disabled              is not hit, and no zone in it: a touch goes to what lies behind it. What is attached to
//                                        it or to a zone in it ends likewise, and so do their own touch streams; gestures
//                                        of the zones around it keep the touches that they have
//   Who waited for one of them to fail   goes on at once
//   A gesture or zone that is enabled    gets the touches that land from then on
extension GestureEngine {
    /// Enables or disables gestures, by their index in the configuration, and zones, by their index from 1 on. Those that there
    /// are not, and those that are so already, are left alone.
    public mutating func setEnabled<Handler: GestureHandler, let capacity: Int>(
        _ isEnabled: Bool, gestures: RecognizerSet, zones: ZoneSet = ZoneSet(), _ table: inout TouchTable<capacity>,
        at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        time = max(time, now)
        switches &+= 1
        var chosen = RecognizerSet()
        for r in 0..<count where gestures.contains(gesture[r]) { chosen.insert(r) }
        for zone in zones { zoneTree.setEnabled(isEnabled, zone) }
        if isEnabled {
            disabled -= chosen
            disabledByHand -= chosen
            return
        }
        disabled |= chosen
        disabledByHand |= chosen
        for zone in zones where zone > 0 && zone < zoneTree.count {
            chosen |= attachedWithin[zone]
            for index in streams.used where zoneTree.isIn(Int(streams[index].zone), zone) { streams.cancel(index) }
        }
        for r in chosen & active {
            emit(r, .cancelled, &table, at: now, reason: .disabled, &handler, &sink)
            finish(r)
        }
        for r in chosen & engaged { fail(r, .disabled, &table, at: now, &handler, &sink) }
        arbitrate(&table, at: now, &handler, &sink)
        settle(&table, gone: TouchSet(), at: now, &handler, &sink)
        if !streams.used.isEmpty { emitStreams(&table, at: now, &handler, &sink) }
    }

    /// Whether the gesture at `index` in the configuration gets touches.
    public mutating func isEnabled(gesture index: Int) -> Bool { !contains(disabled, index) }
    /// Whether the zone at `index` gets touches: neither it nor a zone around it is disabled. The panel always does.
    public mutating func isEnabled(zone index: Int) -> Bool {
        var zone = index < zoneTree.count ? index : 0
        while zone > 0, zoneTree[zone].isEnabled { zone = zoneTree[zone].parent }
        return zone <= 0
    }

    /// Whether the gesture at `index` was disabled while the engine ran, and not enabled since: a reload keeps it so.
    public mutating func isDisabledByHand(gesture index: Int) -> Bool { contains(disabledByHand, index) }
    /// The same of the zone at `index`.
    public mutating func isDisabledByHand(zone index: Int) -> Bool {
        index > 0 && index < zoneTree.count && zoneTree[index].isDisabledByHand
    }

    private mutating func contains(_ places: RecognizerSet, _ index: Int) -> Bool {
        for r in places where gesture[r] == index { return true }
        return false
    }
}
