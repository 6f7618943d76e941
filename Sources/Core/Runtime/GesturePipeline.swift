public import TaplineGestures
public import TaplineOutputs
import TaplineRemote
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
    public internal(set) var outputs: OutputBank<Sink, lines>
    /// The latest instant at which something was done. It never runs back: a report whose interrupt was before it counts as of now.
    public private(set) var time = Instant.zero
    /// The next instant at which something happens by itself, ``Instant/never`` where nothing does.
    public private(set) var deadline = Instant.never
    /// Whether every change of a touch is told, too, also where no output wants it.
    public var emitsTouches = false

    /// A pipeline of these parts.
    public init(
        geometry: PanelGeometry, touchTimeout: Microseconds = .unlimited,
        setup: consuming GestureSetup<Kind, recognizers, zones, templates>, outputs: OutputBank<Sink, lines>
    ) {
        table = TouchTable(geometry: geometry, touchTimeout: touchTimeout)
        engine = GestureEngine(setup)
        self.outputs = outputs
        self.outputs.setTouchTimeout(touchTimeout)
        beginControls()
        deadline = self.outputs.deadline
    }

    /// Tells the lines where controls stand.
    private mutating func beginControls() {
        engine.forEachControl { zone, control, value in outputs.begin(control, of: zone, at: value) }
    }

    /// Time begins: lines that are active before anything has happened get their level, and the panel rests from here on.
    public mutating func begin(at instant: Instant, into sink: inout Sink) {
        outputs.begin(at: instant, into: &sink)
        refreshDeadline()
    }

    /// Asks more of contacts from now on, see ``TouchTable/arm(with:)``.
    public mutating func arm(with rules: GhostRules) { table.arm(with: rules) }

    /// See ``TouchTable/takeLearnedPlace()``.
    public mutating func takeLearnedPlace() -> LearnedPlace? { table.takeLearnedPlace() }

    /// The touch in the slot `slot` of the table.
    public mutating func touch(_ slot: Int) -> Touch { table[slot] }

    /// Whether recognizers that fail tell why.
    public var explains: Bool {
        get { engine.explains }
        set { engine.explains = newValue }
    }

    /// Every way in ends here.
    @inline(__always)
    mutating func refreshDeadline() {
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
        if outputs.rest.isKept { reportAtRest(&contacts, into: &sink) } else { table.report(&contacts, at: time) }
        pass(into: &sink)
        refreshDeadline()
    }

    /// The same of a panel that rests while nobody touches it: fingers that only wake it are no touches.
    @inline(never)
    private mutating func reportAtRest(_ contacts: inout Contacts, into sink: inout Sink) {
        if table.doubtsContacts || contacts.hasPalm {
            table.report(&contacts, at: time)
            swallowLandings(into: &sink)
        } else if outputs.swallows(contacts.count, landing: time, at: time, into: &sink) {
            var none = Contacts()
            table.report(&none, at: time)
        } else {
            table.report(&contacts, at: time)
        }
    }

    /// Of the contacts on a panel whose board asks more of them only the table knows which are fingers: no other wakes it, or
    /// keeps it awake.
    private mutating func swallowLandings(into sink: inout Sink) {
        let fingers = table.fingers
        // (Some have landed and lifted at once.)
        let flashes = (table.changes.began & table.changes.ended).count
        if outputs.swallows(fingers &+ flashes, landing: table.landing, at: time, into: &sink) {
            table.ignoreLandings()
        }
        if fingers == 0, flashes > 0 { _ = outputs.swallows(0, landing: time, at: time, into: &sink) }
    }

    /// How the panel rests while nobody touches it. (A change of how it is to rest belongs to new ``outputs``.)
    public var rest: PanelRest { outputs.rest }

    /// Whether something happens by itself, beside that the panel rests.
    public var isPending: Bool { deadline < .never && deadline != outputs.rest.deadline }

    /// Something other than a finger has happened that wakes the panel, or keeps it awake: a command, somebody in the room.
    public mutating func stir(at instant: Instant, into sink: inout Sink) {
        catchUp(before: instant, into: &sink)
        outputs.stir(at: time, into: &sink)
        refreshDeadline()
    }

    /// Other gestures come, or the program ends: the panel's rest is over though nothing has woken it, and its stages are cancelled.
    public mutating func cancelRest(at instant: Instant, into sink: inout Sink) {
        catchUp(before: instant, into: &sink)
        outputs.cancelRest(at: time, into: &sink)
        refreshDeadline()
    }

    /// The same of a device that was moved at `movedAt`, as ``MotionEngine/movedAt`` says it; ``Instant/never``: nobody would notice.
    public mutating func stir(movedAt: Instant, at instant: Instant, into sink: inout Sink) {
        guard outputs.rest.isNews(movedAt) else { return }
        catchUp(before: instant, into: &sink)
        outputs.stir(movedAt: movedAt, at: time, into: &sink)
        refreshDeadline()
    }

    /// Somebody sends the panel to sleep: every stage of its rest begins at once. Whoever runs it lets the controller sleep.
    public mutating func sendToRest(at instant: Instant, into sink: inout Sink) {
        cancelTouches(at: instant, identitiesMayChange: true, into: &sink)
        outputs.sendToRest(at: time, into: &sink)
        refreshDeadline()
    }

    /// Whether something is there that wakes a sleeping panel: without, it does not go to sleep by itself, and wakes.
    public mutating func setWakeable(_ isThere: Bool, at now: Instant) {
        outputs.setWakeable(isThere, at: now)
        refreshDeadline()
    }

    /// A read failed: no news about fingers.
    @inline(never)
    public mutating func missReport(at instant: Instant, into sink: inout Sink) {
        stepDue(before: instant, into: &sink)
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
        if identitiesMayChange, outputs.rest.isKept { outputs.loseFingers(at: time) }
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
    /// - Parameters:
    ///   - geometry: where the panel's pixels lie from now on; nil: where they do. See ``TouchTable/turn(to:)``.
    ///   - before: the control of the zones before whose value the control of a zone keeps, by index; nil: it begins anew.
    ///   - outputs: the new outputs, made from the present ones after they have heard of the cancellation.
    public mutating func reconfigure(
        _ setup: consuming GestureSetup<Kind, recognizers, zones, templates>, at instant: Instant,
        into sink: inout Sink, geometry: PanelGeometry? = nil, keepingControls before: (Int) -> Int? = { _ in nil },
        outputs: (borrowing OutputBank<Sink, lines>) -> OutputBank<Sink, lines>
    ) {
        end(at: instant, into: &sink)
        if let geometry { table.turn(to: geometry) }
        let explains = engine.explains
        let values = engine.controlValues
        engine = GestureEngine(setup)
        engine.explains = explains
        for zone in 1..<max(1, zones) {
            if let old = before(zone), old > 0, old < zones { engine.setControlValue(values[old], of: zone) }
        }
        self.outputs = outputs(self.outputs)
        beginControls()
        refreshDeadline()
    }

    /// Tells zones what is still held back of their touches: nobody will decide about it any more. After
    /// ``cancelTouches(at:identitiesMayChange:into:)``, before the pipeline is given up.
    public mutating func releaseTouches(into sink: inout Sink) {
        engine.releaseTouches(&table, at: time, &outputs, &sink)
        refreshDeadline()
    }

    /// The value of the control at index `zone`, as ``ControlEvent/value`` says it. A reload keeps it where it is told to.
    public mutating func controlValue(of zone: Int) -> Float { engine.controlValue(of: zone) }

    /// What the zone at index `zone` is beyond a surface; nil: nothing, or there is none.
    public mutating func control(of zone: Int) -> Control? { engine.control(of: zone) }

    /// Gives the control at index `zone` a value, see ``GestureEngine/setControlValue(_:of:)``; lines that are held by it, or show
    /// its number, follow.
    @discardableResult
    public mutating func setControlValue(
        _ value: Float, of zone: Int, at now: Instant, into sink: inout Sink
    ) -> Bool {
        guard engine.setControlValue(value, of: zone), let control = engine.control(of: zone) else { return false }
        outputs.set(control, of: zone, to: engine.controlValue(of: zone), at: now, into: &sink)
        return true
    }

    /// Takes an event that is no finger's, from another source, which the configuration names as it does a gesture: for the
    /// outputs, and then for the first responder and on up its chain.
    public mutating func take(_ event: GestureEvent, into sink: inout Sink) {
        catchUp(before: event.time, into: &sink)
        if outputs.rest.wakers.contains(event.gesture) { outputs.stir(at: time, into: &sink) }
        outputs.handle(event, into: &sink)
        engine.send(event, &outputs, &sink)
        refreshDeadline()
    }

    /// Lets time pass: everything due up to and including `instant` happens, in time order.
    @inline(never)
    public mutating func advance(to instant: Instant, into sink: inout Sink) {
        while true {
            let next = deadline
            guard next <= instant, next < .never else { break }
            step(to: max(next, time), into: &sink)
        }
    }

    /// Does what is due before a report at `instant`; of what is due at that very instant, deadlines that count before the report, and
    /// outputs.
    @inline(never)
    mutating func catchUp(before instant: Instant, into sink: inout Sink) {
        if deadline < instant { stepDue(before: instant, into: &sink) }
        time = max(time, instant)
        if engine.deadline <= time { engine.advance(before: time, &table, &outputs, &sink) }
        if outputs.deadline <= time { advanceOutputs(to: time, into: &sink) }
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
            if outputs.rest.isKept, table.doubtsContacts { swallowLandings(into: &sink) }
            pass(into: &sink)
            if outputs.rest.isKept, table.down.isEmpty, !outputs.rest.isSwallowing { outputs.loseFingers(at: instant) }
        }
        engine.advance(to: instant, &table, &outputs, &sink)
        advanceOutputs(to: instant, into: &sink)
        refreshDeadline()
    }

    private mutating func advanceOutputs(to instant: Instant, into sink: inout Sink) {
        outputs.advance(to: instant, into: &sink)
        if outputs.hasActions { performActions(into: &sink) }
    }

    /// Does what outputs want done to the panel itself.
    @inline(never)
    private mutating func performActions(into sink: inout Sink) {
        while let (action, output) = outputs.takeAction() {
            switch action {
            case .setEnabled(let isEnabled, let gestures, let zones):
                setEnabledNow(isEnabled, gestures, zones, into: &sink)
            case .makeFirstResponder(let zone): engine.makeFirstResponder(zone, &outputs, &sink)
            case .give(let command, let value):
                sink.emit(
                    RemoteEvent(time: time, command: command, value: value, giver: UInt16(truncatingIfNeeded: output)))
            }
        }
    }

    /// Hands what the table says has changed on to the recognizers.
    @inline(__always)
    private mutating func pass(into sink: inout Sink) {
        if emitsTouches || outputs.emitsTouches, !table.changes.all.isEmpty { tellChanges(into: &sink) }
        if outputs.followsTouches { tellOutputs(into: &sink) }
        if outputs.followsPlaces { tellPlaces(into: &sink) }
        engine.report(&table, &outputs, &sink)
    }

    @inline(never)
    private mutating func tellOutputs(into sink: inout Sink) {
        outputs.handleTouches(
            landings: table.changes.began.count, isTouched: !table.down.isEmpty, at: time, into: &sink)
    }

    mutating func setEnabledNow(
        _ isEnabled: Bool, _ gestures: RecognizerSet, _ zones: ZoneSet, into sink: inout Sink
    ) {
        engine.setEnabled(isEnabled, gestures: gestures, zones: zones, &table, at: time, &outputs, &sink)
        if outputs.followsPlaces { tellPlaces(into: &sink) }
    }

    /// A finger is in the zone that is hit where it is now, and in those around that.
    @inline(never)
    private mutating func tellPlaces(into sink: inout Sink) {
        var zones = InlineArray<16, ZoneSet>(repeating: ZoneSet())
        for slot in table.down { zones[slot] = engine.zones(at: table[slot].location) }
        outputs.handleFingers(in: &zones, at: time, into: &sink)
    }

    @inline(never)
    private mutating func tellChanges(into sink: inout Sink) {
        engine.locate(&table, &outputs, &sink)
        var event: EventTouches?
        if Sink.emitsWholeEvents { event = engine.touches(of: &table) }
        let changes = table.changes
        emit(changes.began, .began, of: &event, &sink)
        event?.resume()
        emit(changes.moved, .moved, of: &event, &sink)
        emit(changes.ended, .ended, of: &event, &sink)
        emit(changes.cancelled, .cancelled, of: &event, &sink)
    }

    private mutating func emit(
        _ slots: TouchSet, _ phase: TouchPhase, of event: inout EventTouches?, _ sink: inout Sink
    ) {
        for slot in slots {
            let touch = table[slot]
            let isNew = phase == .began
            let zone = engine.zone(ofSlot: slot)
            let change = TouchEvent(
                time: isNew ? touch.startTime : time, identity: touch.identity, phase: phase,
                location: isNew ? touch.start : touch.location, previous: isNew ? touch.start : touch.previous,
                origin: engine.origin(of: zone), tapCount: Int(touch.tapCount), touches: table.down.count,
                touchesInPhase: slots.count, zone: zone)
            if Sink.emitsWholeEvents, event != nil { sink.emit(change, of: &event!) } else { sink.emit(change) }
        }
    }
}
