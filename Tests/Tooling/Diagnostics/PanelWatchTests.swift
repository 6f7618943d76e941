import TaplineConfiguration
import TestSupport

@testable import TaplineDiagnostics

/// How the controller is looked for, and what is counted while the panel is watched.
@Suite struct PanelWatchTests {
    private func board(_ controller: String = "gt911", _ address: String = "0x5d") throws -> BoardDescription {
        try benchBoard(controller, at: address, more: "poll: {active: 10ms, idle: 50ms}")
    }

    private func identify<Model: ChipModel>(_ board: BoardDescription, on bus: SimulatedProbeBus<Model>)
        -> ControllerFacts
    {
        PanelWatch.identify(board, over: bus.wire, pins: ControllerPins())
    }

    private func watch(
        _ bus: SimulatedProbeBus<GT911Model>, for time: Microseconds = .milliseconds(2_000)
    ) throws -> WatchFacts {
        PanelWatch.watch(try board(), at: 0x5D, over: bus.wire, pins: ControllerPins(), for: time)
    }

    // MARK: Looking for it

    @Test func controllerSaysWhoItIs() throws {
        let facts = identify(try board(), on: SimulatedProbeBus(GT911Model()))
        #expect(facts.identity.isKnown)
        #expect(facts.identity.address == 0x5D)
        #expect(facts.identity.productText == "911")
        #expect(!facts.isStranger)
        #expect(facts.busError == nil)
    }

    @Test func nobodyIsTold() throws {
        let facts = identify(try board("gt911", "0x14"), on: SimulatedProbeBus(GT911Model()))
        #expect(!facts.identity.isKnown)
        #expect(!facts.isStranger)
        #expect(facts.busError == nil)
    }

    @Test func strangerIsTold() throws {
        let facts = identify(try board("gt911", "0x38"), on: SimulatedProbeBus(Stranger(address: 0x38, counts: true)))
        #expect(!facts.identity.isKnown)
        #expect(facts.isStranger)
    }

    /// An ST1232 was told as the board's ST1633.
    @Test func relativeThatSaysHowItsPlacesLieIsNamed() throws {
        var configuration = ST1633Model.Configuration(.st1232)
        configuration.saysLayout = true
        let board = try board("st1633", "0x55")
        let facts = identify(board, on: SimulatedProbeBus(ST1633Model(configuration: configuration)))
        #expect(facts.identity.isKnown)
        #expect(board.controller.relative(saying: facts.identity)?.name == "st1232")
        // One that does not say is what the board says.
        configuration.saysLayout = false
        let silent = identify(board, on: SimulatedProbeBus(ST1633Model(configuration: configuration)))
        #expect(silent.identity.isKnown)
        #expect(board.controller.relative(saying: silent.identity) == nil)
    }

    @Test func stuckBusIsToldAtOnce() throws {
        let bus = SimulatedProbeBus(Stranger(address: 0x5D, isStuck: true))
        let facts = identify(try board(), on: bus)
        #expect(facts.busError == BusError(errno: 110))
        #expect(bus.sent.count == 1)
    }

    // MARK: Watching

    /// One finger for the second second, moving all the time.
    private func bench() -> SimulatedProbeBus<GT911Model> {
        let bus = SimulatedProbeBus(GT911Model())
        let start = bus.now
        var last = Instant(microseconds: .min)
        bus.hands = { chip, now in
            guard now - last >= .milliseconds(10) else { return }
            last = now
            var fingers = Contacts()
            let passed = now - start
            if passed >= .milliseconds(1_000), passed < .milliseconds(2_000) {
                fingers.append(Contact(id: 0, x: Float(passed.count / 10_000), y: 100))
            }
            chip.setFingers(fingers, at: now)
        }
        return bus
    }

    @Test func reportsAndBitsAreCountedWhileFingersAreDown() throws {
        let facts = try watch(bench(), for: .milliseconds(3_000))
        // Polled each 10 ms for a second; how far apart scan and poll lie costs a report or two.
        #expect((95...101).contains(facts.touchedReports), "\(facts)")
        #expect((.milliseconds(950)...(.milliseconds(1_050))).contains(facts.touchedTime), "\(facts)")
        // A burst of 8 bytes and an acknowledge: the 149 bits of CHIPS.md, and now and then a look more.
        #expect((145...160).contains(facts.touchedBits / facts.touchedReports), "\(facts)")
        #expect(facts.failures == 0)
        #expect(facts.badReports == 0)
        #expect(!facts.hasInterruptLine)
        #expect(facts.restingLooks == 0)
    }

    @Test func untouchedPanelHasNoReports() throws {
        let facts = try watch(SimulatedProbeBus(GT911Model()))
        #expect(facts.touchedReports == 0)
        #expect(facts.touchedTime == .zero)
        #expect(facts.touchedBits == 0)
        // Looked at each 20 ms at least, whatever the board says.
        #expect(facts.transfers >= 100)
    }

    @Test func failedTransfersAreCounted() throws {
        let bus = bench()
        bus.chip.faults.failure = BusError(errno: 5)
        var isDone = false
        let hands = bus.hands
        bus.hands = { chip, now in
            hands(&chip, now)
            if !isDone, now >= Instant(microseconds: 1_500_000) {
                isDone = true
                chip.faults.failingTransfers = 2
            }
        }
        let facts = try watch(bus, for: .milliseconds(3_000))
        #expect(facts.failures == 2)
        #expect(facts.touchedReports > 90)
    }
}
