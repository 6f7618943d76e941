public import TaplineGestures
public import TaplineOutputs
public import TaplineTouches

/// From contacts to effects: touch table, engine and outputs as one value.
///
/// It has no clock and does no I/O: it is told reports and the passing of time, puts what comes of them into a sink,
/// and says in ``deadline`` until when it may be left alone. Times that run backwards count as the latest one seen.
public struct GesturePipeline<
    Kind: Recognizer, Sink: EffectSink, let touches: Int, let recognizers: Int, let zones: Int,
    let templates: Int, let lines: Int
>: ~Copyable {
    /// The fingers.
    public internal(set) var table: TouchTable<touches>
    /// The recognizers.
    public internal(set) var engine:
        GestureEngine<
            Kind, Sink.Streams, Sink.Paths, NoDelegateDecisions, recognizers, zones, templates
        >
    /// The lines.
    public private(set) var outputs: OutputBank<Sink, lines>
    /// A finger that lands after the panel has rested for so long, inclusive, only wakes: it, and those that join it, are
    /// swallowed until all have lifted. ``Microseconds/unlimited``: every finger counts.
    public var wakeTouch = Microseconds.unlimited
    /// Since when no finger is on the panel, ``Instant/never`` before anything is known of it.
    private var restsSince = Instant.never
    /// The latest instant at which something was done. (Not the latest one told: a report has the time of its interrupt,
    /// which may lie before that.)
    public private(set) var time = Instant.zero
    /// The next instant at which something happens by itself, ``Instant/never`` where nothing does.
    public private(set) var deadline = Instant.never
    /// Failed reads: no news about fingers.
    public private(set) var failedReports: UInt32 = 0
    /// Whether every change of a touch is told, too, also where no output wants it.
    public var emitsTouches = false
    private var isResting = true
    private var isWaking = false

    /// A pipeline of these parts.
    public init(
        geometry: PanelGeometry, touchTimeout: Microseconds = .unlimited,
        setup: consuming GestureSetup<Kind, recognizers, zones, templates>, outputs: OutputBank<Sink, lines>
    ) {
        table = TouchTable(geometry: geometry, touchTimeout: touchTimeout)
        engine = GestureEngine(setup)
        self.outputs = outputs
        deadline = outputs.deadline
    }

    /// The touch in the slot `slot` of the table.
    public mutating func touch(_ slot: Int) -> Touch { table[slot] }

    /// Whether recognizers that fail tell why.
    public var explains: Bool {
        get { engine.explains }
        set { engine.explains = newValue }
    }

    /// Every way in ends here.
    @inline(__always)
    private mutating func refreshDeadline() {
        deadline = min(min(table.deadline, engine.deadline), outputs.deadline)
    }

    /// Takes a complete report.
    public mutating func report(_ contacts: borrowing Contacts, at instant: Instant, into sink: inout Sink) {
        var own = copy contacts
        report(&own, at: instant, into: &sink)
    }

    /// The same of a report in a variable, which stays as it is: nothing is copied.
    @inline(never)
    public mutating func report(_ contacts: inout Contacts, at instant: Instant, into sink: inout Sink) {
        if deadline > instant, deadline > time {
            if instant > time { time = instant }
        } else {
            catchUp(before: instant, into: &sink)
        }
        if wakeTouch < .unlimited, isSwallowed(contacts.count) {
            reportNobody()
        } else {
            table.report(&contacts, at: time)
        }
        pass(into: &sink)
        refreshDeadline()
    }

    @inline(never)
    private mutating func reportNobody() {
        var none = Contacts()
        table.report(&none, at: time)
    }

    /// The panel rests from here on, if nothing was known of it: the first finger has to come so much later to wake it.
    public mutating func rest(from instant: Instant) {
        if restsSince == .never { restsSince = instant }
    }

    /// Whether a report of so many fingers shows those that only wake.
    private mutating func isSwallowed(_ fingers: Int) -> Bool {
        guard fingers > 0 else {
            if !isResting { restsSince = time }
            isResting = true
            isWaking = false
            return false
        }
        if isResting, restsSince < .never, time - restsSince >= wakeTouch { isWaking = true }
        isResting = false
        restsSince = time
        return isWaking
    }

    /// A read failed: no news about fingers.
    @inline(never)
    public mutating func missReport(at instant: Instant, into sink: inout Sink) {
        stepDue(before: instant, into: &sink)
        failedReports &+= 1
    }

    /// Takes every touch away: an interruption, a reset of the controller.
    ///
    /// - Parameter identitiesMayChange: whether the controller may give fingers that stay other identities: after a
    ///   reset.
    @inline(never)
    public mutating func cancelTouches(
        at instant: Instant, identitiesMayChange: Bool = false, into sink: inout Sink
    ) {
        catchUp(before: instant, into: &sink)
        table.cancelAll(at: time, identitiesMayChange: identitiesMayChange)
        pass(into: &sink)
        refreshDeadline()
    }

    /// Ends whatever is under way, because nobody will go on with it: every touch is cancelled, and what is told
    /// tentatively is revoked.
    public mutating func end(at instant: Instant, into sink: inout Sink) {
        cancelTouches(at: instant, into: &sink)
        engine.revokeTentative(&table, at: time, &outputs, &sink)
        releaseTouches(into: &sink)
        refreshDeadline()
    }

    /// Puts other gestures and outputs in the place of these, as a reload does: every touch is cancelled first, and fingers
    /// that stay on the panel are ignored until they lift. The levels that `outputs` begin with are the caller's concern.
    ///
    /// - Parameter outputs: the new outputs, made from the present ones after they have heard of the cancellation.
    public mutating func reconfigure(
        _ setup: consuming GestureSetup<Kind, recognizers, zones, templates>, at instant: Instant,
        into sink: inout Sink,
        outputs: (borrowing OutputBank<Sink, lines>) -> OutputBank<Sink, lines>
    ) {
        end(at: instant, into: &sink)
        let explains = engine.explains
        engine = GestureEngine(setup)
        engine.explains = explains
        self.outputs = outputs(self.outputs)
        refreshDeadline()
    }

    /// Tells zones what is still held back of their touches: nobody will decide about it any more. After
    /// ``cancelTouches(at:identitiesMayChange:into:)``, before the pipeline is given up.
    public mutating func releaseTouches(into sink: inout Sink) {
        engine.releaseTouches(&table, at: time, &outputs, &sink)
        refreshDeadline()
    }

    /// Makes the zone at index `zone` (0: the panel) the first responder, which gets actions without a target; nil: none.
    /// A reload forgets it. False, and nothing changed, where there is no such zone.
    @discardableResult
    public mutating func makeFirstResponder(_ zone: Int?) -> Bool { engine.makeFirstResponder(zone) }

    /// The value of the control at index `zone`, 0…1: of a switch 0 or 1. A reload forgets it.
    public mutating func controlValue(of zone: Int) -> Float { engine.controlValue(of: zone) }

    /// Gives the slider or the switch at index `zone` a value; see ``GestureEngine/setControlValue(_:of:)``.
    @discardableResult
    public mutating func setControlValue(_ value: Float, of zone: Int) -> Bool {
        engine.setControlValue(value, of: zone)
    }

    /// Sends an action without a target to the first responder and on up its chain. Whether somebody has handled it; if
    /// not, it is counted.
    @discardableResult
    public mutating func send(_ action: Int, into sink: inout Sink) -> Bool { engine.send(action, &outputs, &sink) }

    /// Lets time pass: everything due up to and including `instant` happens, in time order.
    @inline(never)
    public mutating func advance(to instant: Instant, into sink: inout Sink) {
        while true {
            let next = deadline
            guard next <= instant, next < .never else { break }
            step(to: max(next, time), into: &sink)
        }
    }

    /// Everything due before a report at `instant`; at the very same instant what counts before a report.
    @inline(never)
    private mutating func catchUp(before instant: Instant, into sink: inout Sink) {
        if deadline < instant { stepDue(before: instant, into: &sink) }
        time = max(time, instant)
        if engine.deadline <= time { engine.advance(before: time, &table, &outputs, &sink) }
        if outputs.deadline <= time { outputs.advance(to: time, into: &sink) }
    }

    private mutating func stepDue(before instant: Instant, into sink: inout Sink) {
        while true {
            let next = deadline
            guard next < instant else { return }
            step(to: max(next, time), into: &sink)
        }
    }

    private mutating func step(to instant: Instant, into sink: inout Sink) {
        time = instant
        if table.deadline <= instant {
            table.advance(to: instant)
            pass(into: &sink)
        }
        engine.advance(to: instant, &table, &outputs, &sink)
        outputs.advance(to: instant, into: &sink)
        refreshDeadline()
    }

    /// Hands what the table says has changed on to the recognizers.
    @inline(__always)
    private mutating func pass(into sink: inout Sink) {
        if emitsTouches || outputs.emitsTouches { tellChanges(into: &sink) }
        if outputs.followsTouches { tellOutputs(into: &sink) }
        engine.report(&table, &outputs, &sink)
    }

    @inline(never)
    private mutating func tellOutputs(into sink: inout Sink) {
        outputs.handleTouches(
            landings: table.changes.began.count, isTouched: !table.down.isEmpty, at: time, into: &sink)
    }

    @inline(never)
    private mutating func tellChanges(into sink: inout Sink) {
        let changes = table.changes
        for slot in changes.began { emit(slot, .began, at: table[slot].startTime, place: table[slot].start, &sink) }
        for slot in changes.moved { emit(slot, .moved, at: time, place: table[slot].location, &sink) }
        for slot in changes.ended { emit(slot, .ended, at: time, place: table[slot].location, &sink) }
        for slot in changes.cancelled { emit(slot, .cancelled, at: time, place: table[slot].location, &sink) }
    }

    private mutating func emit(
        _ slot: Int, _ phase: TouchPhase, at instant: Instant, place: Point, _ sink: inout Sink
    ) {
        let touch = table[slot]
        sink.emit(
            TouchEvent(
                time: instant, identity: touch.identity, phase: phase, location: place,
                tapCount: Int(touch.tapCount), touches: table.down.count, zone: engine.zone(at: touch.start)))
    }
}
