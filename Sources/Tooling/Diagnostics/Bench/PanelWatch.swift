import TaplineChipModels
import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineLinux

/// Lets a board's driver look for its chip, and watches what the chip does.
enum PanelWatch {
    /// How long a reset and the search at each address may take.
    private static var patience: Microseconds { .milliseconds(5_000) }

    /// Resets the controller by the lines that `pins` hold, and looks for it at the board's addresses.
    static func identify(_ board: BoardDescription, over wire: ProbeWire, pins: ControllerPins) -> ControllerFacts {
        var facts = ControllerFacts()
        var driver = DriverRun(board.driver, wire: wire, pins: pins)
        let end = wire.now() + patience
        while wire.now() < end, !StopSignals.haveCome {
            switch driver.step(until: end) {
            case .fault(.absent): return facts
            case .fault(.wrongIdentity): facts.isStranger = true
            case .failure(let error) where error.isOfTheBus:
                facts.busError = error
                return facts
            case .waiting where facts.isStranger && !driver.identity.isKnown && driver.isIdle: return facts
            case .waiting, .report, .fault, .failure, .transfer: break
            }
            if driver.identity.isKnown {
                facts.identity = driver.identity
                facts.isStranger = false
                return facts
            }
        }
        return facts
    }

    /// Polls the chip that was found at `address` for a while, and looks at the interrupt line meanwhile: what that does
    /// is compared with what the reads show.
    static func watch(
        _ board: BoardDescription, at address: UInt8, over wire: ProbeWire, pins: ControllerPins, for time: Microseconds
    ) -> WatchFacts {
        var polled = board
        (polled.interruptPin, polled.resetPin, polled.addresses) = (nil, nil, [address])
        polled.idlePollPeriod = min(board.idlePollPeriod, .milliseconds(20))
        var facts = WatchFacts()
        facts.hasInterruptLine = pins.interrupt != nil
        // (What the reset and the search have done to the line is no answer of the panel.)
        while let edges = readEdges(pins), edges > 0 {}
        var driver = DriverRun(polled.driver, wire: wire, pins: ControllerPins())
        let end = wire.now() + time
        var isTouched = false
        var lastStep = wire.now()
        while wire.now() < end, !StopSignals.haveCome {
            let happening = driver.step(until: end)
            let now = wire.now()
            if isTouched { facts.touchedTime = facts.touchedTime + (now - lastStep) }
            lastStep = now
            facts.edges += readEdges(pins) ?? 0
            switch happening {
            // (A chip's first access may fail: only the one that has been identified is evaluated.)
            case .transfer(let transfer):
                facts.transfers += driver.identity.isKnown ? 1 : 0
                if isTouched { facts.touchedBits += transfer.bits }
            case .failure where driver.identity.isKnown:
                facts.transfers += 1
                facts.failures += 1
            case .failure: break
            case .fault(.badReport), .fault(.offPanel): facts.badReports += 1
            case .report(let contacts):
                isTouched = contacts > 0
                if isTouched { facts.touchedReports += 1 }
            case .fault: break
            case .waiting:
                guard driver.identity.isKnown, let isAsserted = try? pins.interrupt?.isAsserted() else { break }
                if isTouched {
                    facts.touchedLooks += 1
                    facts.touchedAsserted += isAsserted ? 1 : 0
                } else {
                    facts.restingLooks += 1
                    facts.restingAsserted += isAsserted ? 1 : 0
                }
            }
        }
        return facts
    }

    /// Polls the chip that was found at `address` while nobody touches it.
    static func watchUntouched(
        _ board: BoardDescription, at address: UInt8, over wire: ProbeWire, for time: Microseconds
    ) -> UntouchedPanel {
        var polled = board
        (polled.interruptPin, polled.resetPin, polled.addresses) = (nil, nil, [address])
        (polled.activePollPeriod, polled.idlePollPeriod) = (.milliseconds(10), .milliseconds(10))
        var panel = UntouchedPanel(panel: board.panel)
        var driver = DriverRun(polled.driver, wire: wire, pins: ControllerPins())
        let end = wire.now() + time
        panel.pass(to: wire.now())
        var answered = wire.now()
        while wire.now() < end, !StopSignals.haveCome {
            switch driver.step(until: end) {
            case .report:
                panel.take(driver.contacts, at: wire.now())
                answered = wire.now()
            case .transfer: answered = wire.now()
            case .failure, .fault, .waiting: break
            }
        }
        panel.pass(to: wire.now())
        panel.isSilent = wire.now() - answered > .milliseconds(1_000)
        return panel
    }

    private static func readEdges(_ pins: ControllerPins) -> Int? { (try? pins.interrupt?.readEdges())?.count }
}

/// A driver whose requests are carried out one by one.
struct DriverRun {
    /// What the driver wished last, and what came of it.
    enum Happening {
        /// A transfer went through.
        case transfer(Transfer)
        /// A transfer failed.
        case failure(BusError)
        /// A report of so many contacts.
        case report(Int)
        /// The driver reported a fault.
        case fault(ControllerFault)
        /// It waited, or a line was set.
        case waiting
    }

    private var driver: BoardController
    private let wire: ProbeWire
    private let pins: ControllerPins
    private var input = ControllerInput.start
    private var received = BusBytes()
    /// Whether the last wait was a long one: nothing is under way.
    private(set) var isIdle = false

    init(_ driver: BoardController, wire: ProbeWire, pins: ControllerPins) {
        self.driver = driver
        self.wire = wire
        self.pins = pins
    }

    /// The contacts of the last report.
    var contacts: Contacts { driver.contacts }

    /// What the chip said of itself.
    var identity: ControllerIdentity { driver.identity }

    /// Asks the driver what it wants and does that; a wait ends at `limit` at the latest.
    mutating func step(until limit: Instant) -> Happening {
        switch driver.step(input, at: wire.now(), received: &received) {
        case .transfer:
            let transfer = driver.transfer
            input = wire.transfer(transfer, &received)
            if case .transferFailed(let error) = input { return .failure(error) }
            return .transfer(transfer)
        case .line:
            pins.set(driver.line, driver.drive)
            input = .lineSet
            return .waiting
        case .wait:
            let instant = driver.waitsUntil
            isIdle = instant - wire.now() >= .milliseconds(500)
            wire.wait(min(instant, limit))
            input = .wake
            return .waiting
        case .report:
            input = .proceed
            return .report(driver.contacts.count)
        case .fault:
            input = .proceed
            return .fault(driver.fault)
        }
    }
}
