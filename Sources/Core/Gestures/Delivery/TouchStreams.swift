public import TaplineTouches

/// Zones' own touch streams, in fixed places: one stream a touch, and a queue of what is delayed until the
/// recognizers that received the touch have decided. `GestureEngine+Delivery.swift` has the rules.
public struct TouchStreams: TouchStreamStorage {
    /// 16 touches can be on the panel; the others have lifted and wait.
    static var capacity: Int { 24 }
    /// One second of a finger at 120 reports a second. Landings and lifts always fit: two for each stream.
    static var queueCapacity: Int { 128 }

    // What recognizers do, by place.
    private var cancelling = RecognizerSet()
    private var delayingBegan = RecognizerSet()
    private var delayingEnded = RecognizerSet()

    private var streams = InlineArray<24, TouchStream>(repeating: TouchStream())
    /// The stream of the touch in a slot, −1 where it has none.
    private var streamOfSlot = InlineArray<16, Int8>(repeating: -1)
    public private(set) var used = StreamSet()
    public private(set) var down = StreamSet()
    public private(set) var begun = StreamSet()
    /// Those that a gesture has taken away, not delivered yet.
    private var doomed = StreamSet()
    public private(set) var over = StreamSet()

    private var queue = InlineArray<128, StreamChange>(repeating: StreamChange())
    public private(set) var queued = 0
    public var nextPresses = InlineArray<2, NextPress>(repeating: NextPress())
    private var report: UInt8 = 0

    public init() {}

    public mutating func deliver(_ delivery: TouchDelivery, by r: Int) {
        if delivery.cancelsTouches { cancelling.insert(r) }
        if delivery.delaysBegan { delayingBegan.insert(r) }
        if delivery.delaysEnded { delayingEnded.insert(r) }
    }

    public subscript(index: Int) -> TouchStream {
        mutating get { streams[index] }
    }

    public mutating func change(_ index: Int) -> StreamChange { queue[index] }

    // MARK: A touch lands and lifts

    public mutating func open(_ slot: Int, _ touch: Touch, zone: Int) -> Bool {
        let index = (~used.bits).trailingZeroBitCount
        guard index < TouchStreams.capacity else { return false }
        streams[index] = TouchStream(
            identity: touch.identity, zone: UInt8(truncatingIfNeeded: zone), slot: UInt8(truncatingIfNeeded: slot),
            tapCount: touch.tapCount, place: touch.start, seen: touch.start)
        streamOfSlot[slot] = Int8(truncatingIfNeeded: index)
        used.insert(index)
        down.insert(index)
        return true
    }

    public mutating func beginReport() { report &+= 1 }

    public mutating func append(
        _ phase: TouchPhase, of slot: Int, at time: Instant, place: Point, tapCount: UInt16, touches: Int
    ) -> Bool {
        let index = Int(streamOfSlot[slot])
        guard index >= 0 else { return true }
        streams[index].place = place
        streams[index].tapCount = tapCount
        if phase == .ended || phase == .cancelled {
            streamOfSlot[slot] = -1
            down.remove(index)
        }
        if phase == .cancelled { streams[index].receivers = RecognizerSet() }
        if over.contains(index) || doomed.contains(index) { return true }
        let hasRoom = queued < TouchStreams.queueCapacity
        if !hasRoom { dropOldestMove() }
        guard queued < TouchStreams.queueCapacity else { return false }
        queue[queued] = StreamChange(
            time: time, place: place, stream: UInt8(truncatingIfNeeded: index), phase: phase,
            touches: UInt8(truncatingIfNeeded: touches), report: report, tapCount: tapCount)
        queued &+= 1
        return hasRoom
    }

    private mutating func dropOldestMove() {
        var i = 0
        while i < queued, queue[i].phase != .moved { i &+= 1 }
        guard i < queued else { return }
        queued &-= 1
        while i < queued {
            queue[i] = queue[i &+ 1]
            i &+= 1
        }
    }

    // MARK: Recognizers decide

    public mutating func receive(_ slot: Int, by r: Int) {
        let index = Int(streamOfSlot[slot])
        if index >= 0 { streams[index].receivers.insert(r) }
    }

    public mutating func join(_ slot: Int, by r: Int) {
        let index = Int(streamOfSlot[slot])
        if index >= 0, cancelling.contains(r) { doomed.insert(index) }
    }

    public mutating func recognize(_ r: Int) {
        for index in used where streams[index].receivers.contains(r) {
            streams[index].receivers.remove(r)
            if cancelling.contains(r) { doomed.insert(index) }
        }
    }

    public mutating func settle(_ r: Int) {
        for index in used { streams[index].receivers.remove(r) }
    }

    public mutating func cancel(_ index: Int) {
        streams[index].receivers = RecognizerSet()
        doomed.insert(index)
    }

    public mutating func settleAll() {
        for index in used { streams[index].receivers = RecognizerSet() }
    }

    // MARK: Delivering

    public mutating func isHeld(_ change: StreamChange) -> Bool {
        let receivers = streams[Int(change.stream)].receivers
        switch change.phase {
        case .began: return receivers.intersects(delayingBegan)
        case .ended: return receivers.intersects(delayingEnded)
        case .moved, .stationary, .cancelled: return false
        }
    }

    public mutating func takeDoomed() -> StreamSet {
        let taken = doomed - over
        doomed = StreamSet()
        over |= taken
        return taken
    }

    public mutating func markDelivered(_ change: StreamChange) -> Point {
        let seen = streams[Int(change.stream)].seen
        streams[Int(change.stream)].seen = change.place
        switch change.phase {
        case .began: begun.insert(Int(change.stream))
        case .ended, .cancelled: over.insert(Int(change.stream))
        case .moved, .stationary: break
        }
        return seen
    }

    public mutating func keep(_ change: StreamChange, at index: Int) { queue[index] = change }

    public mutating func close(queued count: Int) {
        queued = count
        used -= over - down
        over &= used
        begun &= used
    }
}
