public import TaplineTouches

// Taps that are told before it is sure that they are some: `tentative`, then exactly one `confirmed` or `revoked`. In
// every other respect such a tap is possible while it is in doubt.
extension GestureEngine {
    /// Tells those that are ready and have to wait.
    mutating func tellTentative<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        for r in (ready & tentative) - inDoubt {
            inDoubt.insert(r)
            emit(r, .tentative, &table, at: now, &handler, &sink)
        }
    }

    /// Tells that a discrete gesture is recognized.
    mutating func confirm<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        guard tentative.contains(r) else { return emit(r, .ended, &table, at: now, &handler, &sink) }
        if !inDoubt.contains(r) { emit(r, .tentative, &table, at: now, &handler, &sink) }
        inDoubt.remove(r)
        emit(r, .confirmed, &table, at: now, &handler, &sink)
    }

    /// Revokes what is in doubt: nobody will be there to confirm it.
    public mutating func revokeTentative<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        for r in inDoubt { fail(r, .touchCancelled, &table, at: now, &handler, &sink) }
    }
}
