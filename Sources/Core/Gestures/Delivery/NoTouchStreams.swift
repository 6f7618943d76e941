public import TaplineTouches

/// No touch streams: for a panel that only has gestures. Controls and zones that want their touches get nothing, and
/// each of those touches counts as lost.
public struct NoTouchStreams: TouchStreamStorage {
    public static var areStored: Bool { false }

    public init() {}
    public mutating func deliver(_ delivery: TouchDelivery, by r: Int) {}

    public var used: StreamSet { StreamSet() }
    public var down: StreamSet { StreamSet() }
    public var begun: StreamSet { StreamSet() }
    public var over: StreamSet { StreamSet() }
    public var queued: Int { 0 }
    public var nextPresses: InlineArray<2, NextPress> {
        get { InlineArray(repeating: NextPress()) }
        set {}
    }
    public subscript(index: Int) -> TouchStream { TouchStream() }
    public mutating func change(_ index: Int) -> StreamChange { StreamChange() }

    public mutating func open(_ slot: Int, _ touch: Touch, zone: Int) -> Bool { false }
    public mutating func beginReport() {}
    public mutating func append(
        _ phase: TouchPhase, of slot: Int, at time: Instant, place: Point, tapCount: UInt16, touches: Int
    ) -> Bool { true }

    public mutating func receive(_ slot: Int, by r: Int) {}
    public mutating func join(_ slot: Int, by r: Int) {}
    public mutating func recognize(_ r: Int) {}
    public mutating func settle(_ r: Int) {}
    public mutating func cancel(_ index: Int) {}
    public mutating func settleAll() {}

    public mutating func isHeld(_ change: StreamChange) -> Bool { false }
    public mutating func takeDoomed() -> StreamSet { StreamSet() }
    public mutating func markDelivered(_ change: StreamChange) -> Point { change.place }
    public mutating func keep(_ change: StreamChange, at index: Int) {}
    public mutating func close(queued count: Int) {}
}
