import TaplineSimulator
import TestSupport

/// What became of a driver among answers that a test makes up, without any chip.
struct DriverAlone {
    var identity = ControllerIdentity()
    var transfers = 0
    var contacts: [Contact] = []
    var faults: [ControllerFault] = []

    /// Lets `driver` go on for so many ms: `answer` is what the bus brings, nil where the transfer fails. Where it waits for
    /// an interrupt alone there is one after 10 ms.
    init(_ driver: some Controller, for milliseconds: Int64, answer: (Transfer) -> [UInt8]?) {
        var driver = driver
        var received = BusBytes()
        var reported = Contacts()
        var now = Instant.zero
        var input = ControllerInput.start
        while now < .zero + .milliseconds(milliseconds) {
            switch driver.step(input, at: now, received: received, contacts: &reported) {
            case .transfer(let transfer):
                transfers += 1
                received.removeAll()
                let bytes = answer(transfer)
                for byte in bytes ?? [] { received.append(byte) }
                input = bytes == nil ? .transferFailed(BusError(errno: 121)) : .transferred
            case .line: input = .lineSet
            case .report:
                note(reported)
                input = .proceed
            case .fault(let fault):
                faults.append(fault)
                input = .proceed
            case .wait(let instant):
                now = instant < .never ? instant : now + .milliseconds(10)
                input = instant < .never ? .wake : .interrupt
            }
        }
        identity = driver.identity
    }

    /// Lets `driver` do exactly these transfers: what it does by itself for so many ms, and then at an interrupt.
    init<Driver: Controller>(
        _ driver: Driver, _ script: [MockBus.Expectation], for milliseconds: Int64, hasInterrupt: Bool = true,
        at location: SourceLocation = #_sourceLocation
    ) {
        var bus = MockBus(script)
        bus.ignoresLines = true
        var panel = SimulatedPanel(driver: driver, chip: bus)
        func take(_ update: SimulatedPanel<Driver, MockBus>.Update, _: Instant) {
            switch update {
            case .report(let contacts): note(contacts)
            case .fault(let fault): faults.append(fault)
            }
        }
        panel.start(take)
        panel.run(for: .milliseconds(milliseconds), take)
        if hasInterrupt {
            panel.bus.chip.pulseInterrupt()
            panel.notice(take)
            panel.run(for: .milliseconds(10), take)
        }
        identity = panel.driver.identity
        #expect(panel.bus.chip.finish() == [], sourceLocation: location)
    }

    private mutating func note(_ reported: Contacts) {
        for index in 0..<reported.count { contacts.append(reported[index]) }
    }
}
