public import TaplineTouches

/// No touch streams: for a panel that only has gestures. Controls and zones that want their touches hear of nothing, and
/// each of those touches counts as lost.
public struct NoTouchStreams: TouchStreamStorage {
    @inline(__always)
    public static var areKept: Bool { false }

    @inline(__always)
    public init() {}
    @inline(__always)
    public mutating func deliver(_ delivery: TouchDelivery, by r: Int) {}

    @inline(__always)
    public var used: StreamSet { StreamSet() }
    @inline(__always)
    public var down: StreamSet { StreamSet() }
    @inline(__always)
    public var begun: StreamSet { StreamSet() }
    @inline(__always)
    public var over: StreamSet { StreamSet() }
    @inline(__always)
    public var queued: Int { 0 }
    @inline(__always)
    public subscript(index: Int) -> TouchStream { TouchStream() }
    @inline(__always)
    public mutating func change(_ index: Int) -> StreamChange { StreamChange() }

    @inline(__always)
    public mutating func open(_ slot: Int, _ touch: Touch, zone: Int) -> Bool { false }
    @inline(__always)
    public mutating func append(
        _ phase: TouchPhase, of slot: Int, at time: Instant, place: Point, tapCount: UInt8, touches: Int
    ) -> Bool { true }

    @inline(__always)
    public mutating func receive(_ slot: Int, by r: Int) {}
    @inline(__always)
    public mutating func join(_ slot: Int, by r: Int) {}
    @inline(__always)
    public mutating func recognize(_ r: Int) {}
    @inline(__always)
    public mutating func settle(_ r: Int) {}
    @inline(__always)
    public mutating func settleAll() {}

    @inline(__always)
    public mutating func isHeld(_ change: StreamChange) -> Bool { false }
    @inline(__always)
    public mutating func takeDoomed() -> StreamSet { StreamSet() }
    @inline(__always)
    public mutating func told(_ change: StreamChange) {}
    @inline(__always)
    public mutating func keep(_ change: StreamChange, at index: Int) {}
    @inline(__always)
    public mutating func close(queued count: Int) {}
}
