public import TaplineGestures
public import TaplineTouches

/// All outputs of a configuration, at most 64 lines: gestures in, levels and events out. Handles the engine's gestures.
public struct OutputBank<Sink: OutputSink, let lines: Int>: Sendable {
    private var outputs = InlineArray<lines, LineOutput>(
        repeating: LineOutput(gestures: RecognizerSet(), pattern: .hold))
    private var codes = InlineArray<2, CodeOutput>(
        repeating: CodeOutput(gestures: RecognizerSet(), pulse: .zero, first: 0, count: 0))
    private var quadratures = InlineArray<2, QuadratureOutput>(
        repeating: QuadratureOutput(gestures: RecognizerSet(), step: 1, interval: .zero))
    /// The first line of each of them.
    private var quadratureLines = InlineArray<2, UInt8>(repeating: 0)
    /// When the next pulse ends, ``Instant/never`` where none is under way.
    public private(set) var deadline = Instant.never
    /// What happens while nobody touches the panel.
    public internal(set) var rest = PanelRest()

    /// Zones whose own touch streams are wanted, by index.
    private var listened = ZoneSet()
    private var counts: (lines: UInt8, codes: UInt8, quadratures: UInt8) = (0, 0, 0)
    /// How many lines there are.
    public private(set) var count: Int {
        get { Int(counts.lines) }
        set { counts.lines = UInt8(truncatingIfNeeded: newValue) }
    }
    private var codeCount: Int {
        get { Int(counts.codes) }
        set { counts.codes = UInt8(truncatingIfNeeded: newValue) }
    }
    private var quadratureCount: Int {
        get { Int(counts.quadratures) }
        set { counts.quadratures = UInt8(truncatingIfNeeded: newValue) }
    }

    /// Whether a line follows the fingers; ``handleTouches(landings:isTouched:at:into:)`` is for such lines.
    public private(set) var followsTouches = false
    /// Whether one follows the fingers that are in a zone; ``handleFingers(in:at:into:)`` is for such lines.
    public private(set) var followsPlaces = false
    /// Whether one of them does something to the panel itself: ``takeAction()``.
    public private(set) var hasActions = false
    /// Whether the sink wants every change of a touch on the panel; see ``emitTouches()``.
    public private(set) var emitsTouches = false

    /// No outputs yet.
    public init() {}

    /// Adds a line and returns its index, or nil where there is no place left.
    public mutating func append(_ output: LineOutput) -> Int? {
        guard count < min(lines, 64) else { return nil }
        outputs[count] = output
        if output.zoneOfFingers != nil { followsPlaces = true } else if output.followsTouches { followsTouches = true }
        hasActions = hasActions || output.action != nil
        if let zone = output.zone { listen(to: zone) }
        count &+= 1
        return count &- 1
    }

    /// The most codes, and the most encoders.
    public static var groups: Int { 2 }

    /// Lets the last `lines` lines, whose pattern is ``LinePattern/part``, show numbers of `gestures`, each for `pulse`. A line
    /// is active while the number of one of its own gestures stands: the lines of the bits have those whose number has the
    /// bit, a strobe, which comes last, has all. False, and nothing added, where there is no place left.
    public mutating func appendCode(of gestures: RecognizerSet, pulse: Microseconds, lines: Int) -> Bool {
        guard codeCount < OutputBank.groups, lines >= 0, lines <= count else { return false }
        codes[codeCount] = CodeOutput(gestures: gestures, pulse: pulse, first: count &- lines, count: lines)
        codeCount &+= 1
        return true
    }

    /// Lets the last two lines, whose pattern is ``LinePattern/part``, turn with the rotation of `gestures`.
    ///
    /// - Parameters:
    ///   - step: the angle of a step, radians, more than 0.
    ///   - interval: the least time between two steps.
    /// - Returns: false, and nothing added, where there is no place left.
    public mutating func appendQuadrature(of gestures: RecognizerSet, step: Float, interval: Microseconds) -> Bool {
        guard quadratureCount < OutputBank.groups, count >= 2, step > 0 else { return false }
        quadratures[quadratureCount] = QuadratureOutput(gestures: gestures, step: step, interval: interval)
        quadratureLines[quadratureCount] = UInt8(truncatingIfNeeded: count &- 2)
        quadratureCount &+= 1
        return true
    }

    /// Lets the panel rest as `rest` says.
    public mutating func set(_ rest: PanelRest) {
        self.rest = rest
        refreshDeadline()
    }

    /// Recognitions that no code had time for; the count wraps.
    public var lostCodes: UInt32 {
        var sum: UInt32 = 0
        for i in 0..<codeCount { sum &+= codes[i].lost }
        return sum
    }

    /// Has the sink get the own touch stream of the zone at index `zone`, 0…63.
    public mutating func listen(to zone: Int) {
        if zone >= 0, zone < 64 { listened.insert(zone) }
    }

    /// Has the sink told of every change of a touch on the panel, as it happens.
    public mutating func emitTouches() { emitsTouches = true }

    /// Lets the line at `index`, 0 …< ``count``, go on where the one at `before` of `old` stood before a reload; see
    /// ``LineOutput/resume(from:keeping:now:)``. Nothing is reported: the executor reads the level it has now.
    public mutating func resume(
        _ index: Int, from old: OutputBank, at before: Int, keeping others: RecognizerSet = RecognizerSet(),
        now: Instant = .never
    ) {
        guard index >= 0, index < count, before >= 0, before < old.count else { return }
        outputs[index].resume(from: old[before], keeping: others, now: now)
        refreshDeadline()
    }

    /// The line at `index`, 0 …< ``count``.
    public subscript(index: Int) -> LineOutput { outputs[index] }

    /// The level of the line at `index`, 0 …< ``count``.
    public func level(_ index: Int) -> OutputLevel {
        rest.level(index) ?? OutputLevel(isActive: outputs[index].isActive)
    }

    /// Lets pulses end that are over at `now`, in time order.
    public mutating func advance(to now: Instant, into sink: inout Sink) {
        while deadline <= now, deadline < .never {
            let end = deadline
            if rest.deadline <= end { advanceRest(to: end, into: &sink) }
            for i in 0..<count where outputs[i].advance(to: end) { sink.set(line: i, level: .idle, at: end) }
            for i in 0..<codeCount where codes[i].advance(to: end) { show(i, at: end, into: &sink) }
            for i in 0..<quadratureCount where quadratures[i].advance(to: end) { turn(i, at: end, into: &sink) }
            refreshDeadline()
        }
    }

    /// Gives the lines of a code the levels of the number that stands. (The strobe is the last to become active and the
    /// first to become idle: the number stands while it is active.)
    private mutating func show(_ code: Int, at now: Instant, into sink: inout Sink) {
        let first = codes[code].first
        let lines = codes[code].count
        for i in 0..<lines {
            let line = codes[code].shown == nil ? first &+ lines &- 1 &- i : first &+ i
            var isActive = false
            if let gesture = codes[code].shown { isActive = outputs[line].gestures.contains(gesture) }
            move(line, isActive, at: now, into: &sink)
        }
    }

    /// Gives the lines of an encoder their levels.
    private mutating func turn(_ index: Int, at now: Instant, into sink: inout Sink) {
        let first = Int(quadratureLines[index])
        move(first, quadratures[index].isFirstActive, at: now, into: &sink)
        move(first &+ 1, quadratures[index].isSecondActive, at: now, into: &sink)
    }

    private mutating func move(_ line: Int, _ isActive: Bool, at now: Instant, into sink: inout Sink) {
        if outputs[line].move(isActive) { sink.set(line: line, level: level(line), at: now) }
    }

    /// Takes what the fingers do: how many have landed, and whether any is on the panel.
    public mutating func handleTouches(
        landings: Int, isTouched: Bool, at now: Instant, into sink: inout Sink
    ) {
        guard followsTouches else { return }
        change(at: now, into: &sink) {
            $0.zoneOfFingers == nil && $0.handleTouches(landings: landings, isTouched: isTouched, at: now)
        }
    }

    /// Takes in which zones the fingers are now, by slot.
    public mutating func handleFingers(
        in zones: inout InlineArray<16, ZoneSet>, at now: Instant, into sink: inout Sink
    ) {
        change(at: now, into: &sink) { line in
            guard let zone = line.zoneOfFingers, zone < 64 else { return false }
            var inside = TouchSet()
            for slot in 0..<16 where zones[slot].contains(zone) { inside.insert(slot) }
            return line.handleFingers(inside: inside, at: now)
        }
    }

    /// Lets each line take what has happened. Those that become idle are set first: of two relays of a motor both would be active
    /// for a moment.
    private mutating func change(at now: Instant, into sink: inout Sink, _ takes: (inout LineOutput) -> Bool) {
        var active = BitSet<UInt64>()
        for i in 0..<count where takes(&outputs[i]) {
            if outputs[i].isActive { active.insert(i) } else { sink.set(line: i, level: level(i), at: now) }
        }
        for i in active { sink.set(line: i, level: level(i), at: now) }
        refreshDeadline()
    }

    /// What is to be done to the panel itself, one after the other, and the output that wants it; nil: nothing.
    public mutating func takeAction() -> (action: PanelAction, output: Int)? {
        for i in 0..<count {
            guard let action = outputs[i].takeAction() else { continue }
            refreshDeadline()
            return (action, i)
        }
        return nil
    }

    mutating func refreshDeadline() {
        var next = rest.deadline
        for i in 0..<count { next = min(next, outputs[i].deadline) }
        for i in 0..<codeCount { next = min(next, codes[i].deadline) }
        for i in 0..<quadratureCount { next = min(next, quadratures[i].deadline) }
        deadline = next
    }
}

extension OutputBank: GestureHandler {
    public static var handlesRunningGestures: Bool { Sink.tellsRunningGestures }

    public mutating func handle(_ gesture: inout RunningGesture, into sink: inout Sink) {
        sink.emit(&gesture)
        drive(gesture.event, into: &sink)
    }

    public mutating func handle(_ event: GestureEvent, into sink: inout Sink) {
        sink.emit(event)
        drive(event, into: &sink)
    }

    /// Lets the lines follow a gesture.
    private mutating func drive(_ event: GestureEvent, into sink: inout Sink) {
        if count == 0 { return }
        change(at: event.time, into: &sink) { $0.handle(event) }
        if codeCount == 0, quadratureCount == 0 { return }
        for i in 0..<codeCount where codes[i].handle(event) { show(i, at: event.time, into: &sink) }
        for i in 0..<quadratureCount {
            quadratures[i].handle(event)
            if quadratures[i].advance(to: event.time) { turn(i, at: event.time, into: &sink) }
        }
        refreshDeadline()
    }

    public var handlesTouches: Bool {
        mutating get { !listened.isEmpty }
    }

    public static var handlesWholeEvents: Bool { Sink.emitsWholeEvents }
    public static var decidesHits: Bool { Sink.decidesHits }

    public mutating func zone(_ zone: Int, contains point: Point, outline: Bool, into sink: inout Sink) -> Bool {
        sink.zone(zone, contains: point, outline: outline)
    }

    public mutating func handleTouch(
        _ touch: TouchEvent, responder: Responder, at now: Instant, into sink: inout Sink
    ) -> Bool {
        guard case .zone(let zone) = responder, zone < 64, listened.contains(zone) else { return false }
        sink.emit(touch, to: zone)
        follow(touch, zone, at: now, into: &sink)
        return true
    }

    public mutating func handleTouch(
        _ touch: TouchEvent, of event: inout EventTouches, responder: Responder, at now: Instant, into sink: inout Sink
    ) -> Bool {
        guard case .zone(let zone) = responder, zone < 64, listened.contains(zone) else { return false }
        sink.emit(touch, of: &event, to: zone)
        follow(touch, zone, at: now, into: &sink)
        return true
    }

    /// Lets lines follow what a zone gets of its touches.
    private mutating func follow(_ touch: TouchEvent, _ zone: Int, at now: Instant, into sink: inout Sink) {
        change(at: now, into: &sink) { $0.handle(touch.phase, ofZone: zone, at: now) }
    }

    public mutating func handleControl(_ event: ControlEvent, into sink: inout Sink) {
        sink.emit(event)
        change(at: event.time, into: &sink) { $0.handle(event) }
    }

    /// Gives the lines that are active before anything has happened their level: a segment's number.
    public mutating func begin(at now: Instant, into sink: inout Sink) {
        for i in 0..<count where outputs[i].isActive { sink.set(line: i, level: level(i), at: now) }
        rest.begin(at: now)
        refreshDeadline()
    }

    /// The control of a zone stands at `value` before anything has happened, or after a reload: lines that are held by it, or show its
    /// number, begin so. Nothing is reported.
    public mutating func begin(_ control: Control, of zone: Int, at value: Float) {
        for i in 0..<count { _ = outputs[i].begin(control, of: zone, at: value) }
    }

    /// The control of a zone stands at `value` from now on, as a program has set it: lines that are held by it, or show its number,
    /// follow. No event is emitted.
    public mutating func set(
        _ control: Control, of zone: Int, to value: Float, at now: Instant, into sink: inout Sink
    ) {
        change(at: now, into: &sink) { $0.begin(control, of: zone, at: value) }
    }

    public mutating func handleAction(_ action: Int, responder: Responder, into sink: inout Sink) -> Bool {
        sink.perform(action, responder: responder)
    }

    public mutating func handleMotion(_ event: GestureEvent, responder: Responder, into sink: inout Sink) -> Bool {
        sink.perform(event, responder: responder)
    }

    public mutating func answersControl(_ control: Int, as responder: Responder, into sink: inout Sink) -> Bool {
        for i in 0..<count where outputs[i].answers(control, as: responder) { return true }
        return sink.answersControl(control, as: responder)
    }

    public mutating func canBecomeFirstResponder(_ zone: Int, into sink: inout Sink) -> Bool {
        sink.canBecomeFirstResponder(zone)
    }

    public mutating func canResignFirstResponder(_ zone: Int, into sink: inout Sink) -> Bool {
        sink.canResignFirstResponder(zone)
    }
}
