import TaplineTouches

/// What zones' own touch streams and the responder chain left out, counted since the start; the counts wrap.
public struct DeliveryCounters: Equatable, Sendable {
    /// Touches that were not delivered because of another zone's `exclusiveTouch` or because the zone takes only one.
    public internal(set) var withheldTouches = CountStart.value
    /// Touches that were not delivered because too many others were waiting.
    public internal(set) var lostTouches = CountStart.value
    /// Moves that were left out of a delayed stream because it had grown too long.
    public internal(set) var droppedMoves = CountStart.value
    /// Changes of touches that no responder handled.
    public internal(set) var unhandledTouches = CountStart.value
    /// Actions that no responder handled.
    public internal(set) var unhandledActions = CountStart.value

    /// Nothing counted yet.
    public init() {}
}
