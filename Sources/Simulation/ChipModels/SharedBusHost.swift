public import TaplineCore

/// Two sources on one simulated bus, each with its chip and its interrupt line: carries their requests out one after the other,
/// each as long as its bits take, gives them interrupts, also those that come meanwhile, and keeps the clock.
///
/// Its clock moves only when it is told to. It needs no heap.
public struct SharedBusHost<
    First: EventSource & ~Copyable, Second: EventSource & ~Copyable, FirstChip: ChipModel, SecondChip: BusChip
>: ~Copyable where First.Sink == Second.Sink, First.Sink: HostSink {
    /// Touch, and what stands behind it.
    public var sources: SourcePair<First, Second>
    /// The bus, and the chips on it. Set its speed.
    public var bus: SimulatedBus<ChipPair<FirstChip, SecondChip>>
    /// Whether the interrupt lines reach the host.
    public var hasInterruptLines = (first: true, second: true)
    /// The clock.
    public private(set) var now = Instant.zero
    private var received = BusBytes()
    /// Whether the panel's chip may have more to say than its last report.
    private var looksAtLevel = false
    private var edges: (first: UInt32, second: UInt32) = (0, 0)

    /// A host for two sources and the bus that they share.
    public init(
        _ sources: consuming SourcePair<First, Second>, bus: SimulatedBus<ChipPair<FirstChip, SecondChip>>
    ) {
        self.sources = sources
        self.bus = bus
    }

    /// When something happens by itself next.
    public var deadline: Instant {
        mutating get { min(sources.deadline, bus.chip.nextEvent) }
    }

    /// Switches the power on.
    public mutating func start(into sink: inout First.Sink) {
        sources.start(at: now, into: &sink)
        carryOut(into: &sink)
    }

    /// The panel's next scan, at `instant`, shows these fingers, in raw pixels.
    public mutating func touch(_ contacts: Contacts, at instant: Instant, into sink: inout First.Sink) {
        advance(to: Instant(microseconds: instant.microseconds &- 1), into: &sink)
        now = max(now, instant)
        bus.chip.setFingers(contacts, at: now)
        notice(into: &sink)
        carryOut(into: &sink)
    }

    /// Lets everything happen up to and including `instant`, in time order.
    public mutating func advance(to instant: Instant, into sink: inout First.Sink) {
        while deadline <= instant, deadline < .never {
            now = max(now, deadline)
            notice(into: &sink)
            carryOut(into: &sink)
            if sources.deadline <= now {
                sources.advance(to: now, into: &sink)
                carryOut(into: &sink)
            }
        }
        now = max(now, instant)
        notice(into: &sink)
        carryOut(into: &sink)
    }

    /// Lets the chips live until now, and gives the sources the interrupts that have come since.
    private mutating func notice(into sink: inout First.Sink) {
        bus.chip.advance(to: now)
        let (first, second) = (bus.chip.first.interruptEdges, bus.chip.second.interruptEdges)
        let came = (first: first != edges.first, second: second != edges.second)
        edges = (first, second)
        if came.first, hasInterruptLines.first { sources.interrupt(at: now, into: &sink) }
        if came.second, hasInterruptLines.second { sources.interruptSecond(at: now, into: &sink) }
    }

    /// Carries requests out until nobody has one.
    private mutating func carryOut(into sink: inout First.Sink) {
        while let request = sink.request {
            sink.request = nil
            let reports = sources.first.reports
            guard let outcome = bus.carryOut(request, at: now, received: &received) else { return }
            now = max(now, bus.finished)
            // (What comes while a transfer is under way waits for its outcome.)
            notice(into: &sink)
            sources.complete(outcome, at: now, received: &received, into: &sink)
            if sources.first.reports != reports { looksAtLevel = true }
            guard looksAtLevel, !sources.isAwaitingOutcome else { continue }
            looksAtLevel = false
            if hasInterruptLines.first, bus.chip.first.interruptIsAsserted { sources.interrupt(at: now, into: &sink) }
        }
    }
}
