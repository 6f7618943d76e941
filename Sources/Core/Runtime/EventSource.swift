public import TaplineControllers
public import TaplineGestures
public import TaplineOutputs
public import TaplineRemote
public import TaplineTouches

/// A source of events in a loop: a touch panel (``Pipeline``), and beside it whatever else senses something.
///
/// A source is a state machine without I/O. It is told what happened (power on, an interrupt, the outcome of what it asked
/// for, the passing of time), asks its sink for at most one transfer or line at a time, and emits its events there. The sink
/// decides what events there are: a new kind of event is a new requirement of a protocol that refines ``EffectSink``.
///
/// One that stands behind another asks when it is told of an interrupt, of the time or of the start, and never while it is
/// told an outcome: what comes next is due at once (``deadline``). So the other one, whose interrupt may have come
/// meanwhile, waits for one of its transfers and not for a row of them.
public protocol EventSource<Sink>: ~Copyable {
    /// Takes what the source wants and emits.
    associatedtype Sink: EffectSink
    /// Whether there is no source: then it is told nothing.
    var isAbsent: Bool { get }
    /// Whether it has asked for a transfer or a line and does not know the outcome yet.
    var isAwaitingOutcome: Bool { get }
    /// How many complete reports it has taken, wrapping around: after one the level of its interrupt line is looked at.
    var reports: UInt32 { get }
    /// The next instant at which it wants to be told the time, ``Instant/never`` where it can be left alone.
    var deadline: Instant { mutating get }
    /// Power is on.
    mutating func start(at now: Instant, into sink: inout Sink)
    /// Its interrupt line is asserted.
    mutating func interrupt(at now: Instant, into sink: inout Sink)
    /// The outcome of the transfer or line that it asked for.
    mutating func complete(
        _ outcome: ControllerInput, at now: Instant, received: inout BusBytes, into sink: inout Sink)
    /// Lets time pass to `now`.
    mutating func advance(to now: Instant, into sink: inout Sink)
    /// The program ends: whatever is under way ends, too.
    mutating func end(at now: Instant, into sink: inout Sink)
}

extension EventSource where Self: ~Copyable {
    public var isAbsent: Bool { false }
    public var reports: UInt32 { 0 }

    /// ``complete(_:at:received:into:)`` of an outcome that brings no bytes.
    public mutating func complete(_ outcome: ControllerInput, at now: Instant, into sink: inout Sink) {
        var nothing = BusBytes()
        complete(outcome, at: now, received: &nothing, into: &sink)
    }
}

extension Pipeline: EventSource {
    public var isAwaitingOutcome: Bool { phase == .busy }
    public var reports: UInt32 { counters.reports }
}

/// A source that may be there or not, and come and go while the others run: one that comes is started by whoever brings it.
extension Optional: EventSource where Wrapped: EventSource {
    public typealias Sink = Wrapped.Sink
    public var isAbsent: Bool { self == nil }
    public var isAwaitingOutcome: Bool { self?.isAwaitingOutcome ?? false }
    public var reports: UInt32 { self?.reports ?? 0 }
    public var deadline: Instant {
        mutating get { self?.deadline ?? .never }
    }
    public mutating func start(at now: Instant, into sink: inout Sink) { self?.start(at: now, into: &sink) }
    public mutating func interrupt(at now: Instant, into sink: inout Sink) { self?.interrupt(at: now, into: &sink) }
    public mutating func complete(
        _ outcome: ControllerInput, at now: Instant, received: inout BusBytes, into sink: inout Sink
    ) { self?.complete(outcome, at: now, received: &received, into: &sink) }
    public mutating func advance(to now: Instant, into sink: inout Sink) { self?.advance(to: now, into: &sink) }
    public mutating func end(at now: Instant, into sink: inout Sink) { self?.end(at: now, into: &sink) }
}

/// Two sources on one bus, as one source: more are pairs of pairs. Of what is due at the same instant the first one's goes
/// first, and while one waits for an outcome, the other one asks for nothing.
public struct SourcePair<First: EventSource & ~Copyable, Second: EventSource & ~Copyable>: EventSource, ~Copyable
where First.Sink == Second.Sink {
    public typealias Sink = First.Sink
    /// The source that goes first.
    public var first: First
    /// The other one.
    public var second: Second
    private var startsSecond = false
    /// Interrupts that came while the other source waited for an outcome, ``Instant/never``: none did.
    private var interruptOfFirst = Instant.never
    private var interruptOfSecond = Instant.never

    /// Both sources.
    public init(_ first: consuming First, _ second: consuming Second) {
        self.first = first
        self.second = second
    }

    public var isAbsent: Bool { first.isAbsent && second.isAbsent }
    public var isAwaitingOutcome: Bool { first.isAwaitingOutcome || second.isAwaitingOutcome }

    /// (While one waits for an outcome, the other is not told the time.)
    public var deadline: Instant {
        mutating get { second.isAbsent ? first.deadline : deadlineOfBoth }
    }

    private var deadlineOfBoth: Instant {
        @inline(never) mutating get {
            if first.isAwaitingOutcome { return first.deadline }
            if second.isAwaitingOutcome { return second.deadline }
            return min(first.deadline, second.deadline)
        }
    }

    /// Starts the first one, and the second as soon as the first asks for nothing.
    public mutating func start(at now: Instant, into sink: inout Sink) {
        (startsSecond, interruptOfFirst, interruptOfSecond) = (true, .never, .never)
        first.start(at: now, into: &sink)
        resume(at: now, into: &sink)
    }

    /// The first one's interrupt line is asserted.
    @inline(__always)
    public mutating func interrupt(at now: Instant, into sink: inout Sink) {
        if second.isAwaitingOutcome { interruptOfFirst = now } else { first.interrupt(at: now, into: &sink) }
    }

    /// The second one's interrupt line is asserted.
    public mutating func interruptSecond(at now: Instant, into sink: inout Sink) {
        if first.isAwaitingOutcome { interruptOfSecond = now } else { second.interrupt(at: now, into: &sink) }
    }

    /// The outcome of what was asked for last, for the source that asked.
    public mutating func complete(
        _ outcome: ControllerInput, at now: Instant, received: inout BusBytes, into sink: inout Sink
    ) {
        if second.isAbsent { return first.complete(outcome, at: now, received: &received, into: &sink) }
        completeOne(outcome, at: now, received: &received, into: &sink)
    }

    // (What two sources need stands apart: one alone does not save registers for it.)
    @inline(never)
    private mutating func completeOne(
        _ outcome: ControllerInput, at now: Instant, received: inout BusBytes, into sink: inout Sink
    ) {
        if second.isAwaitingOutcome {
            second.complete(outcome, at: now, received: &received, into: &sink)
        } else {
            first.complete(outcome, at: now, received: &received, into: &sink)
        }
        resume(at: now, into: &sink)
    }

    @inline(__always)
    public mutating func advance(to now: Instant, into sink: inout Sink) {
        if second.isAbsent { return first.advance(to: now, into: &sink) }
        advanceBoth(to: now, into: &sink)
    }

    @inline(never)
    private mutating func advanceBoth(to now: Instant, into sink: inout Sink) {
        if !second.isAwaitingOutcome { first.advance(to: now, into: &sink) }
        if !first.isAwaitingOutcome { second.advance(to: now, into: &sink) }
    }

    public mutating func end(at now: Instant, into sink: inout Sink) {
        first.end(at: now, into: &sink)
        second.end(at: now, into: &sink)
    }

    /// Tells what came while a source waited for an outcome, now that none does.
    private mutating func resume(at now: Instant, into sink: inout Sink) {
        if second.isAbsent || isAwaitingOutcome { return }
        if interruptOfFirst < .never {
            let instant = interruptOfFirst
            interruptOfFirst = .never
            first.interrupt(at: instant, into: &sink)
        }
        if startsSecond, !isAwaitingOutcome {
            startsSecond = false
            second.start(at: now, into: &sink)
        }
        if interruptOfSecond < .never, !isAwaitingOutcome {
            let instant = interruptOfSecond
            interruptOfSecond = .never
            second.interrupt(at: instant, into: &sink)
        }
    }
}

/// Takes a pipeline's requests: whoever carries them out, on devices or in a simulation.
///
/// The controller's requests come one at a time: after a transfer or a driven line nothing more comes from the
/// controller until its outcome has been told.
public protocol EffectSink: OutputSink {
    /// Carry out this transfer and tell its outcome.
    mutating func transfer(_ transfer: Transfer)
    /// Drive this line of the controller and tell when it is done.
    mutating func drive(_ line: ControllerLine, _ drive: LineDrive)
    /// Something went wrong on the bus, and is being dealt with.
    mutating func fault(_ fault: ControllerFault, at now: Instant)
    /// The controller has made a complete report, which nobody has made anything of yet. It stays as it is. Nobody is told
    /// unless a sink says otherwise.
    mutating func heard(_ contacts: inout Contacts, at now: Instant)
    /// A touch has changed on the panel, whatever zones hear of it; only from a pipeline that tells touches.
    mutating func emit(_ touch: TouchEvent)
    /// The same with all touches of the event; called instead where ``OutputSink/emitsWholeEvents`` is true.
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches)
    /// An output gives a command to whatever plays (``RemoteControl/give(_:)``). Nobody takes it unless a sink says otherwise.
    mutating func emit(_ command: RemoteEvent)
}

extension EffectSink {
    public mutating func heard(_ contacts: inout Contacts, at now: Instant) {}
    public mutating func emit(_ command: RemoteEvent) {}
    public mutating func emit(_ touch: TouchEvent, of event: inout EventTouches) { emit(touch) }
}
