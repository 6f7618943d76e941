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
