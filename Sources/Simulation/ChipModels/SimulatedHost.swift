public import TaplineCore

/// A sink that keeps the controller's request until the host carries it out.
public protocol HostSink: EffectSink {
    /// The transfer or line that the driver wants; the host takes it away.
    var request: ControllerRequest? { get set }
}

extension HostSink {
    public mutating func transfer(_ transfer: Transfer) { request = .transfer(transfer) }
    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive) { request = .line(line, drive) }
}

/// A pipeline on a simulated bus: carries the driver's requests out, gives it interrupts, and keeps the clock.
///
/// The Simulator's executor of a whole pipeline. Its clock moves only when it is told to: ``deadline`` says until when
/// nothing happens by itself.
public struct SimulatedHost<
    Driver: Controller, Chip: ChipModel, Kind: Recognizer, Sink: HostSink, let touches: Int, let recognizers: Int,
    let zones: Int, let templates: Int, let lines: Int
>: ~Copyable {
    /// The pipeline.
    public var pipeline: Pipeline<Driver, Kind, Sink, touches, recognizers, zones, templates, lines>
    /// The bus, and the chip on it.
    public var bus: SimulatedBus<Chip>
    /// The clock.
    public private(set) var now: Instant
    private var received = BusBytes()

    /// A host for a pipeline and the bus it drives.
    ///
    /// - Parameter start: what the clock shows at first. Before ``Instant/zero`` the driver has time to reset and identify
    ///   its chip until 0.
    public init(
        pipeline: consuming Pipeline<Driver, Kind, Sink, touches, recognizers, zones, templates, lines>,
        bus: SimulatedBus<Chip>, startingAt start: Instant = .zero
    ) {
        now = start
        self.pipeline = pipeline
        self.bus = bus
    }

    /// A host for a driver, gestures and the bus, made where it will stay.
    public init(
        driver: Driver, geometry: PanelGeometry, setup: consuming GestureSetup<Kind, recognizers, zones, templates>,
        outputs: OutputBank<Sink, lines>, bus: SimulatedBus<Chip>
    ) {
        now = .zero
        pipeline = Pipeline(chip: driver, geometry: geometry, setup: setup, outputs: outputs)
        self.bus = bus
    }

    /// When something happens by itself next.
    public var deadline: Instant {
        mutating get { min(pipeline.deadline, bus.nextEvent) }
    }

    /// Switches the power on.
    public mutating func start(into sink: inout Sink) {
        pipeline.start(at: now, into: &sink)
        carryOut(into: &sink)
    }

    /// Sends the controller to sleep.
    public mutating func sleep(into sink: inout Sink) {
        pipeline.sleep(at: now, into: &sink)
        carryOut(into: &sink)
    }

    /// Wakes the controller that was sent to sleep.
    public mutating func wakeUp(into sink: inout Sink) {
        pipeline.wakeUp(at: now, into: &sink)
        carryOut(into: &sink)
    }

    /// The panel's next scan shows these fingers, in raw pixels.
    public mutating func touch(_ contacts: Contacts, into sink: inout Sink) {
        bus.chip.setFingers(contacts, at: now)
        notice(into: &sink)
    }

    /// The same at `instant`: what happens before it has happened then; what is due at the very instant comes after the
    /// scan, as it does where a recording is replayed.
    public mutating func touch(_ contacts: Contacts, at instant: Instant, into sink: inout Sink) {
        advance(to: Instant(microseconds: instant.microseconds &- 1), into: &sink)
        now = max(now, instant)
        touch(contacts, into: &sink)
    }

    /// Lets everything happen up to and including `instant`, in time order.
    public mutating func advance(to instant: Instant, into sink: inout Sink) {
        while deadline <= instant, deadline < .never {
            now = max(now, deadline)
            bus.chip.advance(to: now)
            notice(into: &sink)
            pipeline.advance(to: now, into: &sink)
            carryOut(into: &sink)
        }
        now = max(now, instant)
        bus.chip.advance(to: now)
        notice(into: &sink)
    }

    /// Something may have happened to the chip: steps the driver.
    private mutating func notice(into sink: inout Sink) {
        guard pipeline.phase == .waiting else { return }
        switch bus.nextInput(at: now) {
        case .interrupt: pipeline.interrupt(at: now, into: &sink)
        case .wake: pipeline.advance(to: now, into: &sink)
        default: return
        }
        carryOut(into: &sink)
    }

    /// Carries requests out until the driver waits and has no further input.
    private mutating func carryOut(into sink: inout Sink) {
        while true {
            if let request = sink.request {
                sink.request = nil
                let reports = pipeline.counters.reports
                guard let outcome = bus.carryOut(request, at: now, received: &received) else { return }
                now = max(now, bus.finished)
                pipeline.complete(outcome, at: now, received: &received, into: &sink)
                if pipeline.counters.reports != reports { bus.reportTaken() }
                continue
            }
            let until = pipeline.waitsUntil
            guard pipeline.phase == .waiting, bus.waitsUntil != until else { return }
            // The driver waits: the bus looks at the interrupt line, and may have news at once.
            switch bus.carryOut(.wait(until: until), at: now, received: &received) {
            case .interrupt: pipeline.interrupt(at: now, into: &sink)
            case .wake: pipeline.advance(to: now, into: &sink)
            default: return
            }
        }
    }
}
