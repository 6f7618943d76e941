public import TaplineTouches

/// Where an engine keeps zones' own touch streams: ``TouchStreams``, or ``NoTouchStreams`` where no zone has one. The type
/// decides, so that a panel that needs none pays neither for their state nor for their code.
public protocol TouchStreamStorage: Sendable {
    /// Some of the streams, by index.
    typealias StreamSet = BitSet<UInt32>

    /// Whether there can be streams at all.
    static var areStored: Bool { get }

    /// No streams yet.
    init()
    /// What the recognizer at the place `r` of the engine does to them.
    mutating func deliver(_ delivery: TouchDelivery, by r: Int)

    /// Streams of touches that are on the panel, or that have undelivered changes.
    var used: StreamSet { get }
    /// Those whose finger is on the panel.
    var down: StreamSet { get }
    /// Those whose landing has been delivered.
    var begun: StreamSet { get }
    /// Those of which nothing more is delivered.
    var over: StreamSet { get }
    /// Fingers that press controls as soon as those before them are let go of.
    var nextPresses: InlineArray<2, NextPress> { get set }
    /// How many changes have not been delivered yet.
    var queued: Int { get }
    /// The stream at `index`, one of ``used``.
    subscript(index: Int) -> TouchStream { mutating get }
    /// The change at `index`, 0 …< ``queued``.
    mutating func change(_ index: Int) -> StreamChange

    /// Begins a stream for the touch in `slot`; false where there is no place.
    mutating func open(_ slot: Int, _ touch: Touch, zone: Int) -> Bool
    /// What is appended from here on belongs to another report.
    mutating func beginReport()
    /// What the touch in `slot` does is to be delivered. False: a move was left out for want of room.
    mutating func append(
        _ phase: TouchPhase, of slot: Int, at time: Instant, place: Point, tapCount: UInt16, touches: Int
    ) -> Bool

    /// A recognizer that is possible has taken the touch in `slot`.
    mutating func receive(_ slot: Int, by r: Int)
    /// A recognizer that has begun has taken the touch in `slot`.
    mutating func join(_ slot: Int, by r: Int)
    /// A recognizer is recognized.
    mutating func recognize(_ r: Int)
    /// A recognizer is possible no more.
    mutating func settle(_ r: Int)
    /// The stream at `index` ends: its zone was disabled.
    mutating func cancel(_ index: Int)
    /// No recognizer decides any more.
    mutating func settleAll()

    /// Whether a change has to wait for a recognizer.
    mutating func isHeld(_ change: StreamChange) -> Bool
    /// Those that a gesture has taken away since the last time: nothing more is delivered of them.
    mutating func takeDoomed() -> StreamSet
    /// A change has been delivered; where its zone had seen the touch before it.
    mutating func markDelivered(_ change: StreamChange) -> Point
    /// Puts a change that waits at `index`, which is not behind its place.
    mutating func keep(_ change: StreamChange, at index: Int)
    /// Only the first `count` changes still wait; streams that are over and whose finger is up are free again.
    mutating func close(queued count: Int)
}

extension TouchStreamStorage {
    public static var areStored: Bool { true }
}
