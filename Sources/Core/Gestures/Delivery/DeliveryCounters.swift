/// What zones' own touch streams and the responder chain left out, counted since the start; the counts wrap.
public struct DeliveryCounters: Equatable, Sendable {
    /// Touches that were not delivered because of another zone's `exclusiveTouch` or because the zone takes only one.
    public internal(set) var withheldTouches: UInt32 = 0
    /// Touches that were not delivered because too many others were waiting.
    public internal(set) var lostTouches: UInt32 = 0
    /// Moves that were left out of a delayed stream because it had grown too long.
    public internal(set) var droppedMoves: UInt32 = 0
    /// Changes of touches that no responder handled.
    public internal(set) var unhandledTouches: UInt32 = 0
    /// Actions that no responder handled.
    public internal(set) var unhandledActions: UInt32 = 0

    /// Nothing counted yet.
    public init() {}
}
