public import TaplineGestures
public import TaplineTouches

/// All outputs of a configuration: gestures in, levels and events out. Handles the engine's gestures.
public struct OutputBank<Sink: OutputSink, let lines: Int>: Sendable {
    private var outputs = InlineArray<lines, LineOutput>(
        repeating: LineOutput(gestures: RecognizerSet(), pattern: .hold))
    /// How many lines there are.
    public private(set) var count = 0
    /// When the next pulse ends, ``Instant/never`` where none is under way.
    public private(set) var deadline = Instant.never

    private var followsTouches = false
    /// Zones whose own touch streams are wanted, by index.
    private var listened = ZoneSet()
    /// Whether the sink wants every change of a touch on the panel; see ``tellTouches()``.
    public private(set) var tellsTouches = false

    /// No outputs yet.
    public init() {}

    /// Adds a line and returns its index, or nil where there is no place left.
    public mutating func append(_ output: LineOutput) -> Int? {
        guard count < lines else { return nil }
        outputs[count] = output
        followsTouches = followsTouches || output.followsTouches
        if let zone = output.zone { listen(to: zone) }
        count &+= 1
        return count &- 1
    }

    /// Has the sink told of the own touch stream of the zone at index `zone`, 0…63.
    public mutating func listen(to zone: Int) {
        if zone >= 0, zone < 64 { listened.insert(zone) }
    }

    /// Has the sink told of every change of a touch on the panel, as it happens.
    public mutating func tellTouches() { tellsTouches = true }

    /// Lets the line at `index`, 0 …< ``count``, go on where it stood as `old` before a reload; see
    /// ``LineOutput/resume(from:)``. Nothing is told: the executor reads the level it has now.
    public mutating func resume(_ index: Int, from old: LineOutput) {
        guard index >= 0, index < count else { return }
        outputs[index].resume(from: old)
        refreshDeadline()
    }

    /// The line at `index`, 0 …< ``count``.
    public subscript(index: Int) -> LineOutput { outputs[index] }

    /// Lets pulses end that are over at `now`, in time order.
    public mutating func advance(to now: Instant, into sink: inout Sink) {
        while deadline <= now, deadline < .never {
            let end = deadline
            for i in 0..<count where outputs[i].advance(to: end) { sink.set(line: i, active: false, at: end) }
            refreshDeadline()
        }
    }

    /// Takes what the fingers do: how many have landed, and whether any is on the panel.
    public mutating func handleTouches(
        landings: Int, isTouched: Bool, at now: Instant, into sink: inout Sink
    ) {
        guard followsTouches else { return }
        for i in 0..<count where outputs[i].handleTouches(landings: landings, isTouched: isTouched, at: now) {
            sink.set(line: i, active: outputs[i].isActive, at: now)
        }
        refreshDeadline()
    }

    private mutating func refreshDeadline() {
        var next = Instant.never
        for i in 0..<count { next = min(next, outputs[i].deadline) }
        deadline = next
    }
}

extension OutputBank: GestureHandler {
    @inline(__always)
    public static var handlesRunningGestures: Bool { Sink.tellsRunningGestures }

    public mutating func handle(_ gesture: inout RunningGesture, into sink: inout Sink) {
        sink.tell(&gesture)
        drive(gesture.event, into: &sink)
    }

    public mutating func handle(_ event: GestureEvent, into sink: inout Sink) {
        sink.tell(event)
        drive(event, into: &sink)
    }

    /// Lets the lines follow a gesture.
    private mutating func drive(_ event: GestureEvent, into sink: inout Sink) {
        for i in 0..<count where outputs[i].handle(event) {
            sink.set(line: i, active: outputs[i].isActive, at: event.time)
        }
        refreshDeadline()
    }

    public var handlesTouches: Bool {
        @inline(__always)
        mutating get { !listened.isEmpty }
    }

    public mutating func handleTouch(
        _ touch: TouchEvent, responder: Responder, at now: Instant, into sink: inout Sink
    ) -> Bool {
        guard case .zone(let zone) = responder, zone < 64, listened.contains(zone) else { return false }
        sink.tell(touch, to: zone)
        for i in 0..<count where outputs[i].handle(touch.phase, ofZone: zone, at: now) {
            sink.set(line: i, active: outputs[i].isActive, at: now)
        }
        refreshDeadline()
        return true
    }

    public mutating func handleControl(_ event: ControlEvent, into sink: inout Sink) {
        sink.tell(event)
        for i in 0..<count where outputs[i].handle(event) {
            sink.set(line: i, active: outputs[i].isActive, at: event.time)
        }
        refreshDeadline()
    }

    public mutating func handleAction(_ action: Int, responder: Responder, into sink: inout Sink) -> Bool {
        sink.perform(action, responder: responder)
    }
}
