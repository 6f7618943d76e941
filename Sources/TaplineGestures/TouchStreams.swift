import TaplineTouches

/// Zones' own touch streams, in fixed places: one stream a touch, and a queue of what is held back until the
/// recognizers that received the touch have decided. `GestureEngine+Delivery.swift` has the rules.
struct TouchStreams: Sendable {
    typealias StreamSet = BitSet<UInt32>

    /// A touch as its zone sees it.
    struct Stream: Sendable {
        var identity: UInt32 = 0
        /// The zone it landed in.
        var zone = 0
        /// Its slot in the table while it is on the panel.
        var slot = 0
        var place = Point.zero
        var tapCount: UInt8 = 1
        /// The recognizers that have received it and are still possible.
        var receivers = RecognizerSet()
    }

    /// A change that has not been told yet.
    struct Change: Sendable {
        var time = Instant.zero
        var place = Point.zero
        var stream: UInt8 = 0
        var phase = TouchPhase.cancelled
        var tapCount: UInt8 = 1
        var touches: UInt8 = 0
    }

    /// 16 touches can be on the panel; the others have lifted and wait.
    static var capacity: Int { 24 }
    /// One second of a finger at 120 reports a second. Landings and lifts always fit: two for each stream.
    static var queueCapacity: Int { 128 }

    // What recognizers do, by place.
    let cancelling: RecognizerSet
    let delayingBegan: RecognizerSet
    let delayingEnded: RecognizerSet

    private(set) var streams = InlineArray<24, Stream>(repeating: Stream())
    /// The stream of the touch in a slot, −1 where it has none.
    private var streamOfSlot = InlineArray<16, Int>(repeating: -1)
    /// Streams of touches that are on the panel, or of which something is still to be told.
    private(set) var used = StreamSet()
    /// Those whose finger is on the panel.
    private(set) var down = StreamSet()
    /// Those whose landing has been told.
    private(set) var begun = StreamSet()
    /// Those that a gesture has taken away, not told yet.
    private(set) var doomed = StreamSet()
    /// Those of which nothing more is told.
    private(set) var over = StreamSet()

    private(set) var queue = InlineArray<128, Change>(repeating: Change())
    private(set) var queued = 0

    init(cancelling: RecognizerSet, delayingBegan: RecognizerSet, delayingEnded: RecognizerSet) {
        self.cancelling = cancelling
        self.delayingBegan = delayingBegan
        self.delayingEnded = delayingEnded
    }

    // MARK: A touch lands and lifts

    /// Begins a stream for the touch in `slot`; false where there is no place.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func open(_ slot: Int, _ touch: Touch, zone: Int) -> Bool {
        let index = (~used.bits).trailingZeroBitCount
        guard index < TouchStreams.capacity else { return false }
        streams[index] = Stream(
            identity: touch.identity, zone: zone, slot: slot, place: touch.start, tapCount: touch.tapCount)
        streamOfSlot[slot] = index
        used.insert(index)
        down.insert(index)
        return true
    }

    /// What the touch in `slot` does is to be told. False: a move was left out for want of room.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func append(
        _ phase: TouchPhase, of slot: Int, at time: Instant, place: Point, tapCount: UInt8, touches: Int
    ) -> Bool {
        let index = streamOfSlot[slot]
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
        queue[queued] = Change(
            time: time, place: place, stream: UInt8(truncatingIfNeeded: index), phase: phase, tapCount: tapCount,
            touches: UInt8(truncatingIfNeeded: touches))
        queued &+= 1
        return hasRoom
    }

    #if NOALLOC
        @_noAllocation
    #endif
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

    /// A recognizer that is possible has taken the touch in `slot`.
    @inline(__always)
    mutating func receive(_ slot: Int, by r: Int) {
        let index = streamOfSlot[slot]
        if index >= 0 { streams[index].receivers.insert(r) }
    }

    /// A recognizer that has begun has taken the touch in `slot`.
    @inline(__always)
    mutating func join(_ slot: Int, by r: Int) {
        let index = streamOfSlot[slot]
        if index >= 0, cancelling.contains(r) { doomed.insert(index) }
    }

    /// A recognizer is recognized.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func recognize(_ r: Int) {
        for index in used where streams[index].receivers.contains(r) {
            streams[index].receivers.remove(r)
            if cancelling.contains(r) { doomed.insert(index) }
        }
    }

    /// A recognizer is possible no more.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func settle(_ r: Int) {
        for index in used { streams[index].receivers.remove(r) }
    }

    /// Nobody decides any more.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func settleAll() {
        for index in used { streams[index].receivers = RecognizerSet() }
    }

    // MARK: Telling

    /// Whether a change has to wait for a recognizer.
    @inline(__always)
    mutating func isHeld(_ change: Change) -> Bool {
        let receivers = streams[Int(change.stream)].receivers
        switch change.phase {
        case .began: return receivers.intersects(delayingBegan)
        case .ended: return receivers.intersects(delayingEnded)
        case .moved, .stationary, .cancelled: return false
        }
    }

    /// Those that a gesture has taken away since the last time: nothing more is told of them.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func takeDoomed() -> StreamSet {
        let taken = doomed - over
        doomed = StreamSet()
        over |= taken
        return taken
    }

    /// A change has been told.
    @inline(__always)
    mutating func told(_ change: Change) {
        switch change.phase {
        case .began: begun.insert(Int(change.stream))
        case .ended, .cancelled: over.insert(Int(change.stream))
        case .moved, .stationary: break
        }
    }

    /// Puts a change that waits at `index`, which is not behind its place.
    @inline(__always)
    mutating func keep(_ change: Change, at index: Int) { queue[index] = change }

    /// Only the first `count` changes still wait; streams that are over and whose finger is up are free again.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func close(queued count: Int) {
        queued = count
        used -= over - down
        over &= used
        begun &= used
    }
}
