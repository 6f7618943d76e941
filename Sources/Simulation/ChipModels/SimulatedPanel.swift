public import TaplineCore

/// A driver, a simulated chip and a clock that is moved by hand: for tests of drivers, and of what is built on them.
///
/// ```swift
/// var panel = SimulatedPanel(driver: Goodix(), chip: GT911Model())
/// panel.start { update, now in … }
/// panel.run(until: Instant(microseconds: 1_000_000)) { update, now in … }
/// panel.touch(contacts) { update, now in … }
/// ```
///
/// It needs no heap.
public struct SimulatedPanel<Driver: Controller, Chip: ChipModel> {
    /// What comes out of a driver.
    public enum Update: Sendable {
        /// A complete report.
        case report(Contacts)
        /// Something went wrong.
        case fault(ControllerFault)
    }

    /// The driver.
    public private(set) var driver: Driver
    /// The bus, and the chip on it.
    public var bus: SimulatedBus<Chip>
    /// The clock.
    public private(set) var now = Instant.zero

    private var received = BusBytes()
    private var contacts = Contacts()

    /// A panel whose driver has not been started.
    public init(driver: Driver, chip: Chip) {
        self.driver = driver
        bus = SimulatedBus(chip: chip)
    }

    /// Starts the driver, or starts it anew.
    public mutating func start(_ handle: (Update, Instant) -> Void) { drive(.start, handle) }

    /// The host asks for something while the driver waits: ``TaplineControllers/ControllerInput/sleep`` or
    /// ``TaplineControllers/ControllerInput/wakeUp``.
    public mutating func send(_ request: ControllerInput, _ handle: (Update, Instant) -> Void) {
        drive(request, handle)
    }

    /// One scan of the panel at the clock's time: these fingers are on it.
    public mutating func touch(_ fingers: Contacts, _ handle: (Update, Instant) -> Void) {
        bus.chip.setFingers(fingers, at: now)
        notice(handle)
    }

    /// Something has been done to the chip from outside: if the driver has to know, it is told.
    public mutating func notice(_ handle: (Update, Instant) -> Void) {
        if let input = bus.nextInput(at: now) { drive(input, handle) }
    }

    /// Lets time pass until `instant`.
    public mutating func run(until instant: Instant, _ handle: (Update, Instant) -> Void) {
        while bus.nextEvent <= instant, bus.nextEvent < .never {
            if now < bus.nextEvent { now = bus.nextEvent }
            bus.chip.advance(to: now)
            notice(handle)
        }
        if now < instant { now = instant }
        bus.chip.advance(to: now)
    }

    /// Lets `length` of time pass.
    public mutating func run(for length: Microseconds, _ handle: (Update, Instant) -> Void) {
        run(until: now + length, handle)
    }

    private mutating func drive(_ first: ControllerInput, _ handle: (Update, Instant) -> Void) {
        var next: ControllerInput? = first
        while let input = next {
            let action = driver.step(input, at: now, received: received, contacts: &contacts)
            switch action {
            case .report: handle(.report(contacts), now)
            case .fault(let fault): handle(.fault(fault), now)
            default: break
            }
            next = bus.carryOut(action, at: now, received: &received)
            now = bus.finished
        }
    }
}

extension SimulatedPanel: Sendable where Driver: Sendable, Chip: Sendable {}
