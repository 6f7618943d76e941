import TaplineGestures
public import TaplineTouches

// What happens while nobody touches the panel.
extension OutputBank {
    /// Takes a report of so many fingers, of which new ones have landed at `landing`; whether they do nothing: they wake the panel, or
    /// have joined those that did.
    public mutating func swallows(
        _ fingers: Int, landing: Instant, at now: Instant, into sink: inout Sink
    ) -> Bool {
        let before = rest.deadline
        if rest.take(fingers, landing: landing, at: now) { wake(at: now, into: &sink) }
        if rest.deadline != before { refreshDeadline() }
        return rest.isSwallowing
    }

    /// Nobody knows of fingers any more: the controller was reset, or sleeps.
    public mutating func loseFingers(at now: Instant) {
        rest.lose(at: now)
        refreshDeadline()
    }

    /// Something other than a finger has happened that wakes the panel, or keeps it awake.
    public mutating func stir(at now: Instant, into sink: inout Sink) {
        if rest.stir(at: now) { wake(at: now, into: &sink) }
        refreshDeadline()
    }

    /// The rest is over though nothing has woken the panel: its stages are cancelled.
    public mutating func cancelRest(at now: Instant, into sink: inout Sink) {
        if rest.stir(at: now) { wake(.cancelled, at: now, into: &sink) }
        refreshDeadline()
    }

    /// The device has moved at `movedAt`, as ``MotionEngine/movedAt`` says it.
    public mutating func stir(movedAt: Instant, at now: Instant, into sink: inout Sink) {
        if rest.isNews(movedAt) { stir(at: rest.depth > 0 || rest.isSent ? now : movedAt, into: &sink) }
    }

    /// Something is there that wakes a sleeping panel, or nothing is. What comes back counts when it has stayed.
    public mutating func setWakeable(_ isThere: Bool, at now: Instant) {
        let before = rest.deadline
        rest.setWakeable(isThere, at: now)
        if rest.deadline != before { refreshDeadline() }
    }

    /// A finger that only wakes, and that no report confirms for so long, has lifted.
    public mutating func setTouchTimeout(_ timeout: Microseconds) { rest.touchTimeout = timeout }

    /// Somebody sends the panel to sleep: every stage begins at once.
    public mutating func sendToRest(at now: Instant, into sink: inout Sink) {
        rest.send(at: now)
        advanceRest(to: now, into: &sink)
        refreshDeadline()
    }

    /// Goes on with the rest of `old` after a reload.
    ///
    /// - Parameter isSame: nothing has changed: what has begun goes on. Otherwise no stage has begun.
    public mutating func resumeRest(from old: OutputBank, isSame: Bool) {
        rest.resume(from: old.rest, isSame: isSame)
        refreshDeadline()
    }

    /// Does what is due of the rest at `now`.
    mutating func advanceRest(to now: Instant, into sink: inout Sink) {
        rest.advance(to: now)
        while let stage = rest.nextStage(at: now) { tell(stage, .began, at: now, into: &sink) }
        for i in 0..<PanelRest.backlights {
            if let light = rest.nextLight(i, at: now) { sink.set(line: light.line, level: light.level, at: now) }
        }
    }

    /// Ends every stage, the last one first. (The light is there before anything else.)
    private mutating func wake(_ state: GestureState = .ended, at now: Instant, into sink: inout Sink) {
        for i in 0..<PanelRest.backlights {
            if let light = rest.brighten(i) { sink.set(line: light.line, level: light.level, at: now) }
        }
        while let stage = rest.leaveStage() { tell(stage, state, at: now, into: &sink) }
    }

    private mutating func tell(_ stage: RestStage, _ state: GestureState, at now: Instant, into sink: inout Sink) {
        handle(
            GestureEvent(
                time: now, gesture: stage.event, zone: 0, kind: "untouched", isContinuous: true, state: state,
                touches: 0,
                location: .zero, values: .none),
            into: &sink)
    }
}
