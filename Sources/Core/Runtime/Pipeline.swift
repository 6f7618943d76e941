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
    /// What the driver is waiting for.
    public enum Awaiting: Equatable, Sendable {
        /// Nothing: not started.
        case start
        /// The outcome of a transfer or of a driven line.
        case outcome
        /// An interrupt, or the instant in `until`.
        case interrupt(until: Instant)
    }

    /// The driver.
    public private(set) var chip: Chip
    /// From contacts to effects.
    public var gestures: GesturePipeline<Kind, Sink, touches, recognizers, zones, templates, lines>
    /// What the driver is waiting for.
    public var awaiting: Awaiting {
        isWaiting ? .interrupt(until: waitsUntil) : isStarted ? .outcome : .start
    }
    /// Until when it waits for an interrupt, otherwise ``Instant/never``.
    private var waitsUntil = Instant.never
    /// When an interrupt came during a transfer, ``Instant/never``: none did.
    private var kept = Instant.never
    /// What went wrong and was dealt with, counted since the start.
    public private(set) var counters = PipelineCounters()
    /// Whether it waits for an interrupt, and otherwise whether for an outcome.
    private var isWaiting = false
    private var isStarted = false
    /// Whether the controller is to sleep or to wake, asked during a transfer.
    private var asked = Asked.nothing
    /// Whether there is one of the two.
    private var hasRequests = false

    private enum Asked {
        case nothing, sleep, wakeUp

        /// What the driver is told.
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
        @inline(__always)
        mutating get { min(waitsUntil, gestures.deadline) }
    }

    /// Power is on: resets the controller and begins.
    public mutating func start(at now: Instant, into sink: inout Sink) {
        kept = .never
        asked = .nothing
        hasRequests = false
        isStarted = true
        gestures.rest(from: now)
        drive(.start, at: now, into: &sink)
    }

    /// The interrupt line is asserted. While a transfer is under way the interrupt is kept until the driver waits.
    public mutating func interrupt(at now: Instant, into sink: inout Sink) {
        guard isWaiting else {
            if isStarted {
                kept = now
                hasRequests = true
            }
            return
        }
        goOn(after: chip.quickLook(isAnnounced: true, at: now), .interrupt, at: now, into: &sink)
    }

    /// Sends the controller to sleep, where it can be woken again, and leaves it alone in any case: every touch is
    /// cancelled, nothing goes over the bus and nothing is told until ``wakeUp(at:into:)``. One that is not ready yet sleeps
    /// as soon as it is.
    public mutating func sleep(at now: Instant, into sink: inout Sink) { ask(.sleep, at: now, into: &sink) }

    /// Wakes the controller that was sent to sleep, and goes on.
    public mutating func wakeUp(at now: Instant, into sink: inout Sink) { ask(.wakeUp, at: now, into: &sink) }

    private mutating func ask(_ request: Asked, at now: Instant, into sink: inout Sink) {
        if request == .sleep { gestures.cancelTouches(at: now, identitiesMayChange: true, into: &sink) }
        guard isWaiting else {
            if isStarted {
                asked = request
                hasRequests = true
            }
            return
        }
        drive(request.input, at: now, into: &sink)
    }

    /// The outcome of the transfer or of the driven line that was asked for. Unasked, it is ignored.
    @inline(__always)
    public mutating func complete(
        _ outcome: ControllerInput, at now: Instant, received: borrowing BusBytes, into sink: inout Sink
    ) {
        if case .transferred = outcome, !isWaiting, !hasRequests, chip.quickRest(received) {
            return wait(until: chip.waitsUntil)
        }
        completeNews(outcome, at: now, received: received, into: &sink)
    }

    /// The outcome of what is not one look in vain among many.
    @inline(never)
    private mutating func completeNews(
        _ outcome: ControllerInput, at now: Instant, received: borrowing BusBytes, into sink: inout Sink
    ) {
        guard !isWaiting, isStarted else { return }
        if case .transferred = outcome {
            let answer = chip.quickRead(received, at: now)
            if answer == .wait { return rest(at: now, into: &sink) }
            if answer == .report { return report(at: now, into: &sink) }
            if answer != .unusual { return goOn(after: answer, outcome, at: now, into: &sink) }
        }
        drive(outcome, at: now, received: received, into: &sink)
    }

    /// Lets time pass to `now`.
    @inline(__always)
    public mutating func advance(to now: Instant, into sink: inout Sink) {
        if now < deadline { return }
        if now < gestures.deadline, chip.quickSteadyLook(at: now) { return transfer(into: &sink) }
        advanceFar(to: now, into: &sink)
    }

    /// What is due is not the last look once more.
    @inline(never)
    private mutating func advanceFar(to now: Instant, into sink: inout Sink) {
        if isWaiting, waitsUntil <= now {
            if gestures.deadline <= waitsUntil { gestures.advance(to: waitsUntil, into: &sink) }
            let answer = chip.quickLook(isAnnounced: false, at: now)
            if answer == .transfer { transfer(into: &sink) } else { goOn(after: answer, .wake, at: now, into: &sink) }
        }
        if gestures.deadline <= now { gestures.advance(to: now, into: &sink) }
    }

    /// An interruption from outside: every touch is cancelled.
    public mutating func cancelTouches(at now: Instant, into sink: inout Sink) {
        gestures.cancelTouches(at: now, into: &sink)
    }

    /// Ends whatever is under way, because nobody will go on with it: before the program ends.
    public mutating func end(at now: Instant, into sink: inout Sink) {
        gestures.end(at: now, into: &sink)
    }

    // The usual way: a look, its transfer, the report, a wait.

    /// What the driver wants after a step of the usual way; `input` is the step where it was none.
    @inline(never)
    private mutating func goOn(
        after answer: QuickAnswer, _ input: ControllerInput, at now: Instant, into sink: inout Sink
    ) {
        switch answer {
        case .transfer: transfer(into: &sink)
        case .wait: rest(at: now, into: &sink)
        case .report, .other: carryOut(chip.longAnswer(), at: now, into: &sink)
        case .unusual: drive(input, at: now, into: &sink)
        }
    }

    @inline(__always)
    private mutating func transfer(into sink: inout Sink) {
        isWaiting = false
        waitsUntil = .never
        sink.transfer(chip.wantedTransfer)
    }

    @inline(__always)
    private mutating func report(at now: Instant, into sink: inout Sink) {
        counters.reports &+= 1
        let time = chip.reportTime
        sink.heard(&chip.contacts, at: time)
        gestures.report(&chip.contacts, at: time, into: &sink)
        let answer = chip.quickProceed(at: now)
        if answer == .wait { return rest(at: now, into: &sink) }
        goOn(after: answer, .proceed, at: now, into: &sink)
    }

    /// Waits, unless something has been asked meanwhile.
    @inline(__always)
    private mutating func rest(at now: Instant, into sink: inout Sink) {
        if hasRequests { return carryOut(.wait(until: chip.waitsUntil), at: now, into: &sink) }
        wait(until: chip.waitsUntil)
    }

    @inline(__always)
    private mutating func wait(until instant: Instant) {
        isWaiting = true
        waitsUntil = instant
    }

    /// Steps the driver until it waits for something.
    @inline(never)
    private mutating func drive(
        _ outcome: ControllerInput, at now: Instant, received: borrowing BusBytes, into sink: inout Sink
    ) {
        let action = chip.step(outcome, at: now, received: received)
        carryOut(action, at: now, into: &sink)
    }

    /// The same with what brings no bytes.
    @inline(never)
    private mutating func drive(_ input: ControllerInput, at now: Instant, into sink: inout Sink) {
        let action = chip.step(input, at: now)
        carryOut(action, at: now, into: &sink)
    }

    /// Carries out what the driver wants, and what it wants next, until it waits for something.
    @inline(never)
    private mutating func carryOut(_ first: ControllerAction, at now: Instant, into sink: inout Sink) {
        var action = first
        // A driver that goes on without waiting is broken; the bound keeps it from taking the processor with it.
        for _ in 0..<Self.mostStepsInARow {
            var input = ControllerInput.proceed
            var instant = now
            switch action {
            case .transfer(let transfer):
                isWaiting = false
                waitsUntil = .never
                sink.transfer(transfer)
                return
            case .line(let line, let drive):
                isWaiting = false
                waitsUntil = .never
                sink.drive(line, drive)
                return
            case .wait(let until):
                if asked != .nothing {
                    // What was read meanwhile is over, too.
                    if asked == .sleep { gestures.cancelTouches(at: now, identitiesMayChange: true, into: &sink) }
                    input = asked.input
                    asked = .nothing
                    hasRequests = kept != .never
                } else if kept != .never {
                    input = .interrupt
                    instant = kept
                    kept = .never
                    hasRequests = false
                } else {
                    return wait(until: until)
                }
            case .report:
                counters.reports &+= 1
                let time = chip.reportTime
                sink.heard(&chip.contacts, at: time)
                gestures.report(&chip.contacts, at: time, into: &sink)
            case .fault(let fault):
                counters.count(fault)
                sink.fault(fault, at: now)
                if case .reset = fault {
                    gestures.cancelTouches(at: now, identitiesMayChange: true, into: &sink)
                } else {
                    gestures.missReport(at: now, into: &sink)
                }
            }
            action = chip.step(input, at: instant)
        }
        wait(until: now + .milliseconds(10))
    }

    private static var mostStepsInARow: Int { 32 }
}

/// What a panel did and what went wrong, counted since the start; the counts wrap.
public struct PipelineCounters: Equatable, Sendable {
    /// Complete reports.
    public var reports: UInt32 = 0
    /// Failed transfers.
    public var busErrors: UInt32 = 0
    /// Reports that made no sense.
    public var badReports: UInt32 = 0
    /// Interrupts without a report.
    public var notReady: UInt32 = 0
    /// Times that nobody answered, or somebody else.
    public var absences: UInt32 = 0
    /// Resets to recover.
    public var resets: UInt32 = 0
    /// Times that reports were lost because nobody read them in time.
    public var overruns: UInt32 = 0
    /// Storms of interrupts.
    public var storms: UInt32 = 0
    /// Times that the controller had another configuration than the board asks for.
    public var configurations: UInt32 = 0

    /// Nothing counted yet.
    public init() {}

    mutating func count(_ fault: ControllerFault) {
        switch fault {
        case .bus: busErrors &+= 1
        case .badReport: badReports &+= 1
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
