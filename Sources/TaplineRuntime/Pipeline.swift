public import TaplineControllers
public import TaplineGestures
import TaplineOutputs
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
    public private(set) var awaiting = Awaiting.start
    /// What went wrong and was dealt with, counted since the start.
    public private(set) var counters = PipelineCounters()

    private var contacts = Contacts()
    /// An interrupt that came during a transfer.
    private var kept: Instant?
    /// Whether the controller is to sleep or to wake, asked during a transfer.
    private var asked: ControllerInput?

    /// A panel of these parts.
    public init(
        chip: Chip, gestures: consuming GesturePipeline<Kind, Sink, touches, recognizers, zones, templates, lines>
    ) {
        self.chip = chip
        self.gestures = gestures
    }

    /// The next instant at which the pipeline wants to be told the time, ``Instant/never`` where it can be left alone.
    public var deadline: Instant {
        mutating get {
            if case .interrupt(let until) = awaiting { return min(until, gestures.deadline) }
            return gestures.deadline
        }
    }

    /// Power is on: resets the controller and begins.
    public mutating func start(at now: Instant, into sink: inout Sink) {
        kept = nil
        asked = nil
        drive(.start, at: now, received: BusBytes(), into: &sink)
    }

    /// The interrupt line is asserted. While a transfer is under way the interrupt is kept until the driver waits.
    public mutating func interrupt(at now: Instant, into sink: inout Sink) {
        guard case .interrupt = awaiting else {
            if awaiting == .outcome { kept = now }
            return
        }
        drive(.interrupt, at: now, received: BusBytes(), into: &sink)
    }

    /// Sends the controller to sleep, where it can be woken again, and leaves it alone in any case: every touch is
    /// cancelled, nothing goes over the bus and nothing is told until ``wakeUp(at:into:)``. One that is not ready yet sleeps
    /// as soon as it is.
    public mutating func sleep(at now: Instant, into sink: inout Sink) { ask(.sleep, at: now, into: &sink) }

    /// Wakes the controller that was sent to sleep, and goes on.
    public mutating func wakeUp(at now: Instant, into sink: inout Sink) { ask(.wakeUp, at: now, into: &sink) }

    private mutating func ask(_ request: ControllerInput, at now: Instant, into sink: inout Sink) {
        if case .sleep = request { gestures.cancelTouches(at: now, identitiesMayChange: true, into: &sink) }
        guard case .interrupt = awaiting else {
            if awaiting == .outcome { asked = request }
            return
        }
        drive(request, at: now, received: BusBytes(), into: &sink)
    }

    /// The outcome of the transfer or of the driven line that was asked for. Unasked, it is ignored.
    public mutating func complete(
        _ outcome: ControllerInput, at now: Instant, received: borrowing BusBytes, into sink: inout Sink
    ) {
        guard awaiting == .outcome else { return }
        drive(outcome, at: now, received: received, into: &sink)
    }

    /// Lets time pass to `now`.
    public mutating func advance(to now: Instant, into sink: inout Sink) {
        if case .interrupt(let until) = awaiting, until <= now {
            gestures.advance(to: until, into: &sink)
            drive(.wake, at: now, received: BusBytes(), into: &sink)
        }
        gestures.advance(to: now, into: &sink)
    }

    /// An interruption from outside: every touch is cancelled.
    public mutating func cancelTouches(at now: Instant, into sink: inout Sink) {
        gestures.cancelTouches(at: now, into: &sink)
    }

    /// Ends whatever is under way, because nobody will go on with it: before the program ends.
    public mutating func end(at now: Instant, into sink: inout Sink) {
        gestures.end(at: now, into: &sink)
    }

    /// Steps the driver until it waits for something.
    private mutating func drive(
        _ input: ControllerInput, at now: Instant, received: borrowing BusBytes, into sink: inout Sink
    ) {
        var input = input
        var instant = now
        // A driver that goes on without waiting is broken; the bound keeps it from taking the processor with it.
        for _ in 0..<Self.mostStepsInARow {
            switch chip.step(input, at: instant, received: received, contacts: &contacts) {
            case .transfer(let transfer):
                awaiting = .outcome
                sink.transfer(transfer)
                return
            case .line(let line, let drive):
                awaiting = .outcome
                sink.drive(line, drive)
                return
            case .wait(let until):
                if let request = asked {
                    asked = nil
                    // What was read meanwhile is over, too.
                    if case .sleep = request { gestures.cancelTouches(at: now, identitiesMayChange: true, into: &sink) }
                    input = request
                    instant = now
                    continue
                }
                guard let interrupt = kept else {
                    awaiting = .interrupt(until: until)
                    return
                }
                kept = nil
                input = .interrupt
                instant = interrupt
                continue
            case .report:
                counters.reports &+= 1
                gestures.report(contacts, at: chip.reportTime, into: &sink)
            case .fault(let fault):
                counters.count(fault)
                sink.fault(fault, at: now)
                if case .reset = fault {
                    gestures.cancelTouches(at: now, identitiesMayChange: true, into: &sink)
                } else {
                    gestures.missReport(at: now, into: &sink)
                }
            }
            input = .proceed
            instant = now
        }
        awaiting = .interrupt(until: now + .milliseconds(10))
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
    /// Times that the controller had another configuration than the board asks for.
    public var configurations: UInt32 = 0

    /// Nothing counted yet.
    public init() {}

    #if NOALLOC
        @_noAllocation
    #endif
    mutating func count(_ fault: ControllerFault) {
        switch fault {
        case .bus: busErrors &+= 1
        case .badReport: badReports &+= 1
        case .notReady: notReady &+= 1
        case .absent, .wrongIdentity, .noFirmware: absences &+= 1
        case .reset: resets &+= 1
        case .overrun: overruns &+= 1
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
