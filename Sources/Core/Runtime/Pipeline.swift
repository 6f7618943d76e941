public import TaplineControllers
public import TaplineGestures
public import TaplineOutputs
public import TaplineTouches

/// A panel: driver, touch table, engine and outputs as one value. No heap, no I/O, no clock of its own.
///
/// Told what happened (``start(at:into:)``, an interrupt, a transfer's outcome, the passing of time), it puts bytes to
/// send, lines to set and gestures into a sink, and says in ``deadline`` until when it may be left alone.
public struct Pipeline<
    Chip: Controller, Kind: Recognizer, Sink: EffectSink, let touches: Int, let recognizers: Int,
    let zones: Int, let templates: Int, let lines: Int
>: ~Copyable {
    /// What a driver is doing.
    public enum Phase: Equatable, Sendable {
        /// Nothing: it has not started.
        case off
        /// It waits for the outcome of a transfer or of a driven line.
        case busy
        /// It waits for an interrupt, or for the instant ``Pipeline/waitsUntil``.
        case waiting
    }

    /// The driver.
    public private(set) var chip: Chip
    /// From contacts to effects.
    public var gestures: GesturePipeline<Kind, Sink, touches, recognizers, zones, templates, lines>
    /// Until when it waits for an interrupt, otherwise ``Instant/never``.
    public private(set) var waitsUntil = Instant.never
    /// When an interrupt came during a transfer, ``Instant/never``: none did.
    private var kept = Instant.never
    /// What went wrong and was dealt with, counted since the start.
    public private(set) var counters = PipelineCounters()
    /// What the driver is doing.
    public private(set) var phase = Phase.off
    /// Whether the controller is to sleep or to wake, asked during a transfer.
    private var asked = Asked.nothing
    /// Whether it was last asked to sleep by ``keepRest(at:into:)``.
    private var isAsleep = false
    /// Whether something is in ``kept`` or ``asked``, for when the driver waits.
    private var hasRequests = false

    private enum Asked {
        case nothing, sleep, wakeUp

        /// The driver's input for it.
        var input: ControllerInput { self == .sleep ? .sleep : .wakeUp }
    }

    /// A panel of these parts.
    public init(
        chip: Chip, gestures: consuming GesturePipeline<Kind, Sink, touches, recognizers, zones, templates, lines>
    ) {
        self.chip = chip
        self.gestures = gestures
    }

    /// A panel of these parts, made where it will stay: beside a pipeline made first there would be two on the stack.
    public init(
        chip: Chip, geometry: PanelGeometry, touchTimeout: Microseconds = .unlimited,
        setup: consuming GestureSetup<Kind, recognizers, zones, templates>, outputs: OutputBank<Sink, lines>
    ) {
        self.chip = chip
        gestures = GesturePipeline(geometry: geometry, touchTimeout: touchTimeout, setup: setup, outputs: outputs)
    }

    /// The next instant at which the pipeline wants to be told the time, ``Instant/never`` where it can be left alone.
    public var deadline: Instant {
        mutating get { min(waitsUntil, gestures.deadline) }
    }

    /// Power is on: resets the controller and begins.
    public mutating func start(at now: Instant, into sink: inout Sink) {
        kept = .never
        asked = .nothing
        hasRequests = false
        phase = .busy
        gestures.begin(at: now, into: &sink)
        step(.start, at: now, into: &sink)
    }

    /// The interrupt line is asserted. While a transfer is under way the interrupt is kept until the driver waits.
    public mutating func interrupt(at now: Instant, into sink: inout Sink) {
        guard phase == .waiting else {
            if phase == .busy {
                kept = now
                hasRequests = true
            }
            return
        }
        step(.interrupt, at: now, into: &sink)
    }

    /// Sends the controller to sleep, where it can be woken again, and leaves it alone in any case: every touch is
    /// cancelled, nothing goes over the bus and nothing is told until ``wakeUp(at:into:)``. One that is not ready yet sleeps
    /// as soon as it is.
    public mutating func sleep(at now: Instant, into sink: inout Sink) { ask(.sleep, at: now, into: &sink) }

    /// Wakes the controller that was sent to sleep, and goes on.
    public mutating func wakeUp(at now: Instant, into sink: inout Sink) { ask(.wakeUp, at: now, into: &sink) }

    private mutating func ask(_ request: Asked, at now: Instant, into sink: inout Sink) {
        if request == .sleep { gestures.cancelTouches(at: now, identitiesMayChange: true, into: &sink) }
        guard phase == .waiting else {
            if phase == .busy {
                asked = request
                hasRequests = true
            }
            return
        }
        step(request.input, at: now, into: &sink)
    }

    /// The outcome of the transfer or of the driven line that was asked for. Unasked, it is ignored.
    ///
    /// - Parameter received: what the transfer read; it stays as it is.
    public mutating func complete(
        _ outcome: ControllerInput, at now: Instant, received: inout BusBytes, into sink: inout Sink
    ) {
        guard phase == .busy else { return }
        perform(chip.step(outcome, at: now, received: &received), at: now, into: &sink)
    }

    /// The same of an outcome that brings no bytes: of a driven line, or of a transfer that failed.
    public mutating func complete(_ outcome: ControllerInput, at now: Instant, into sink: inout Sink) {
        guard phase == .busy else { return }
        step(outcome, at: now, into: &sink)
    }

    /// Lets time pass to `now`.
    @inline(__always)
    public mutating func advance(to now: Instant, into sink: inout Sink) {
        if waitsUntil <= now {
            if gestures.deadline <= waitsUntil { gestures.advance(to: waitsUntil, into: &sink) }
            step(.wake, at: now, into: &sink)
        }
        if gestures.deadline <= now { gestures.advance(to: now, into: &sink) }
    }

    /// An interruption from outside: every touch is cancelled.
    public mutating func cancelTouches(at now: Instant, into sink: inout Sink) {
        gestures.cancelTouches(at: now, into: &sink)
    }

    /// Ends whatever is under way, because nobody will go on with it: before the program ends.
    public mutating func end(at now: Instant, into sink: inout Sink) {
        gestures.cancelRest(at: now, into: &sink)
        gestures.end(at: now, into: &sink)
    }

    /// Whether the controller sleeps, or is awake, as the panel's rest says.
    @inline(__always)
    public var followsRest: Bool { !hasRest || gestures.outputs.rest.isAsleep == isAsleep }
    /// Whether there is anything that sends it to sleep, or has.
    @inline(__always)
    private var hasRest: Bool { gestures.outputs.rest.isKept || gestures.outputs.rest.isSent || isAsleep }

    /// Lets the controller follow the panel's rest: it sleeps while that says so, and is asked less often. For whoever runs the
    /// pipeline, after each call. Whether it has gone to sleep, or has woken; nil: neither.
    public mutating func keepRest(at now: Instant, into sink: inout Sink) -> Bool? {
        guard hasRest else { return nil }
        chip.pollIdle(every: gestures.outputs.rest.poll)
        guard !followsRest else { return nil }
        isAsleep.toggle()
        ask(isAsleep ? .sleep : .wakeUp, at: now, into: &sink)
        return isAsleep
    }

    /// Steps the driver with an input that brings no bytes.
    @inline(__always)
    private mutating func step(_ input: ControllerInput, at now: Instant, into sink: inout Sink) {
        perform(chip.step(input, at: now), at: now, into: &sink)
    }

    /// Performs an action of the driver, and those that follow, until it waits for something.
    @inline(__always)
    private mutating func perform(_ action: ControllerAction, at now: Instant, into sink: inout Sink) {
        // (In line: what nearly every action is.)
        if action == .transfer { return transfer(into: &sink) }
        if action == .wait, !hasRequests { return wait(until: chip.waitsUntil) }
        if action == .report { return report(at: now, into: &sink) }
        performAll(from: action, at: now, into: &sink)
    }

    @inline(never)
    private mutating func performAll(from first: ControllerAction, at now: Instant, into sink: inout Sink) {
        var action = first
        for _ in 0..<StepLimit.steps {
            switch action {
            case .transfer: return transfer(into: &sink)
            case .line:
                phase = .busy
                waitsUntil = .never
                return sink.drive(chip.line, chip.drive)
            case .wait:
                guard hasRequests else { return wait(until: chip.waitsUntil) }
                action = resume(at: now, into: &sink)
            case .report: action = reported(at: now, into: &sink)
            case .fault:
                note(chip.fault, at: now, into: &sink)
                action = chip.step(.proceed, at: now)
            }
        }
        wait(until: now + StepLimit.pause)
    }

    @inline(never)
    private mutating func report(at now: Instant, into sink: inout Sink) {
        let next = reported(at: now, into: &sink)
        if next == .wait, !hasRequests { return wait(until: chip.waitsUntil) }
        performAll(from: next, at: now, into: &sink)
    }

    /// Takes a complete report; what comes next.
    @inline(__always)
    private mutating func reported(at now: Instant, into sink: inout Sink) -> ControllerAction {
        counters.reports &+= 1
        let time = chip.reportTime
        sink.heard(&chip.contacts, at: time)
        gestures.report(&chip.contacts, at: time, into: &sink)
        return chip.step(.proceed, at: now)
    }

    @inline(__always)
    private mutating func transfer(into sink: inout Sink) {
        phase = .busy
        waitsUntil = .never
        sink.transfer(chip.transfer)
    }

    private mutating func wait(until instant: Instant) {
        phase = .waiting
        waitsUntil = instant
    }

    /// Gives the driver, which waits, what has been asked or has happened meanwhile.
    private mutating func resume(at now: Instant, into sink: inout Sink) -> ControllerAction {
        guard asked == .nothing else {
            // What was read meanwhile is over, too.
            if asked == .sleep { gestures.cancelTouches(at: now, identitiesMayChange: true, into: &sink) }
            let input = asked.input
            asked = .nothing
            hasRequests = kept != .never
            return chip.step(input, at: now)
        }
        let instant = kept
        kept = .never
        hasRequests = false
        return chip.step(.interrupt, at: instant)
    }

    /// Something went wrong.
    private mutating func note(_ fault: ControllerFault, at now: Instant, into sink: inout Sink) {
        counters.count(fault)
        sink.fault(fault, at: now)
        if fault == .reset {
            gestures.cancelTouches(at: now, identitiesMayChange: true, into: &sink)
        } else {
            gestures.missReport(at: now, into: &sink)
        }
    }
}

/// What a panel did and what went wrong, counted since the start; the counts wrap.
public struct PipelineCounters: Equatable, Sendable {
    /// Complete reports.
    public var reports = CountStart.value
    /// Failed transfers.
    public var busErrors = CountStart.value
    /// Reports that made no sense.
    public var badReports = CountStart.value
    /// Interrupts without a report.
    public var notReady = CountStart.value
    /// Times that nobody answered, or somebody else.
    public var absences = CountStart.value
    /// Resets to recover.
    public var resets = CountStart.value
    /// Times that reports were lost because nobody read them in time.
    public var overruns = CountStart.value
    /// Storms of interrupts.
    public var storms = CountStart.value
    /// Times that the controller had another configuration than the board asks for.
    public var configurations = CountStart.value

    /// Nothing counted yet.
    public init() {}

    mutating func count(_ fault: ControllerFault) {
        switch fault {
        case .bus: busErrors &+= 1
        case .badReport, .offPanel: badReports &+= 1
        case .notReady: notReady &+= 1
        case .absent, .wrongIdentity, .noFirmware: absences &+= 1
        case .reset: resets &+= 1
        case .overrun: overruns &+= 1
        case .interruptStorm: storms &+= 1
        case .configurationDiffers, .configurationRefused: configurations &+= 1
        }
    }
}

/// The capacities of the daemon: 16 contacts, 32 recognizers, 32 zones and the panel, 64 strokes,
/// 16 output lines.
public typealias StandardPipeline<Chip: Controller, Kind: Recognizer, Sink: EffectSink> =
    Pipeline<Chip, Kind, Sink, 16, 32, 33, 64, 16>
/// The same without a controller, for contacts from elsewhere.
public typealias StandardGesturePipeline<Kind: Recognizer, Sink: EffectSink> =
    GesturePipeline<Kind, Sink, 16, 32, 33, 64, 16>
