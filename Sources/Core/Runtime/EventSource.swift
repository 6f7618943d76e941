public import TaplineControllers
public import TaplineTouches

/// A source of events in a loop: a touch panel (``Pipeline``), and beside it whatever else senses something.
///
/// A source is a state machine without I/O. It is told what happened (power on, an interrupt, the outcome of what it asked
/// for, the passing of time), asks its sink for at most one transfer or line at a time, and emits its events there. The sink
/// decides what events there are: a new kind of event is a new requirement of a protocol that refines ``EffectSink``.
public protocol EventSource<Sink>: ~Copyable {
    /// Takes what the source wants and emits.
    associatedtype Sink: EffectSink
    /// Whether this source never wants anything: then the code for it is left out.
    static var isAbsent: Bool { get }
    /// Whether it has asked for a transfer or a line and does not know the outcome yet.
    var isAwaitingOutcome: Bool { get }
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
    @inline(__always)
    public static var isAbsent: Bool { false }

    /// ``complete(_:at:received:into:)`` of an outcome that brings no bytes.
    public mutating func complete(_ outcome: ControllerInput, at now: Instant, into sink: inout Sink) {
        var nothing = BusBytes()
        complete(outcome, at: now, received: &nothing, into: &sink)
    }
}

extension Pipeline: EventSource {
    @inline(__always)
    public var isAwaitingOutcome: Bool { phase == .busy }
}

/// No source: costs nothing.
public struct NoSource<Sink: EffectSink>: EventSource {
    public init() {}
    @inline(__always)
    public static var isAbsent: Bool { true }
    @inline(__always)
    public var isAwaitingOutcome: Bool { false }
    @inline(__always)
    public var deadline: Instant { .never }
    @inline(__always)
    public mutating func start(at now: Instant, into sink: inout Sink) {}
    @inline(__always)
    public mutating func interrupt(at now: Instant, into sink: inout Sink) {}
    @inline(__always)
    public mutating func complete(
        _ outcome: ControllerInput, at now: Instant, received: inout BusBytes, into sink: inout Sink
    ) {}
    @inline(__always)
    public mutating func advance(to now: Instant, into sink: inout Sink) {}
    @inline(__always)
    public mutating func end(at now: Instant, into sink: inout Sink) {}
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

    @inline(__always)
    public var isAwaitingOutcome: Bool { first.isAwaitingOutcome || second.isAwaitingOutcome }

    /// (While one waits for an outcome, the other is not told the time.)
    @inline(__always)
    public var deadline: Instant {
        mutating get {
            if Second.isAbsent || first.isAwaitingOutcome { return first.deadline }
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
    @inline(__always)
    public mutating func complete(
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
        if !second.isAwaitingOutcome { first.advance(to: now, into: &sink) }
        if !first.isAwaitingOutcome { second.advance(to: now, into: &sink) }
    }

    public mutating func end(at now: Instant, into sink: inout Sink) {
        first.end(at: now, into: &sink)
        second.end(at: now, into: &sink)
    }

    /// Tells what came while a source waited for an outcome, now that none does.
    @inline(__always)
    private mutating func resume(at now: Instant, into sink: inout Sink) {
        if Second.isAbsent || isAwaitingOutcome { return }
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
