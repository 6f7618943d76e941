import TaplineChipModels
import TaplineSimulator
import TestSupport

@testable import TaplineDaemon

/// The daemon's driver asks a family through a table of functions: all that a family says has to arrive.
@Suite struct ShippedDriverTests {
    /// The bug: a CST816 without a reset line, which is there only while it is touched, was not looked for at its interrupt: the
    /// daemon's driver did not know that of its family.
    @Test func theDaemonsDriverDoesWhatTheFamilysDoes() {
        var chips = EveryChipTwice()
        ChipFamilies.visit(&chips)
        #expect(chips.different == [])
        #expect(chips.transfers > 100_000 && chips.reports > 1_000, "\(chips.transfers), \(chips.reports)")
    }
}

/// Plays one script to each chip of each family: to the driver of its family, and to the daemon's.
private struct EveryChipTwice: FamilyVisitor {
    var different: [String] = []
    var transfers = 0
    var reports = 0

    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) {
        let chips = Model.Family.chips
        for index in 0..<chips.count {
            for lines in 0..<4 { play(Model(ModelledPanel(chips[index])), chips[index], lines: lines) }
        }
    }

    /// - Parameter lines: bit 0: the host has the interrupt line; bit 1: the reset line.
    private mutating func play<Model: FamilyModel>(_ model: Model, _ chip: NamedChip, lines: Int) {
        var configuration = ChipDriver<Model.Family>.Configuration()
        configuration.variant = Model.Family.variant(of: chip, ChipSettings())
        configuration.addresses = Model.Family.addresses(of: chip)
        (configuration.rawWidth, configuration.rawHeight) = (800, 480)
        configuration.maximumContacts = chip.fingers
        configuration.hasInterruptLine = lines & 1 != 0
        configuration.hasResetLine = lines & 2 != 0
        let own = Played(ChipDriver<Model.Family>(configuration: configuration), model, configuration.hasInterruptLine)
        let shipped = Played(BoardController(configuration), model, configuration.hasInterruptLine)
        if own.entries != shipped.entries || own.news != shipped.news {
            let first = zip(own.entries, shipped.entries).first { $0 != $1 }.map { "\($0)" } ?? "the end"
            different.append("\(chip.name), lines \(lines): \(first)")
        }
        transfers += own.entries.count
        reports += own.news.count
    }
}

/// What came of the script: what went over the bus, and what the driver told.
private struct Played<Driver: Controller, Model: FamilyModel> {
    private var panel: SimulatedPanel<Driver, RecordedChip<Model>>
    private(set) var news: [String] = []
    var entries: [BusEntry] { panel.bus.chip.entries }

    private var model: Model {
        get { panel.bus.chip.chip }
        set { panel.bus.chip.chip = newValue }
    }

    init(_ driver: Driver, _ chip: Model, _ hasInterruptLine: Bool) {
        panel = SimulatedPanel(driver: driver, chip: RecordedChip(chip))
        panel.bus.hasInterruptLine = hasInterruptLine
        // Nobody is there at first, but while it is touched.
        model.faults.common.isAbsent = true
        collect { $0.start($1) }
        run(3_150)
        model.faults.common.isAbsent = false
        drag(1)
        run(3_000)
        drag(2)
        // What goes wrong.
        model.faults.common.failingTransfers = 2
        drag(1)
        model.faults.common.lies = 2
        drag(1)
        model.faults.common.isOffPanel = true
        drag(1)
        model.faults.common.isOffPanel = false
        model.resetItself(at: panel.now)
        run(3_000)
        for _ in 0..<200 {
            model.interruptSpuriously(at: panel.now)
            collect { $0.notice($1) }
            run(1)
        }
        model.faults.common.isFrozen = true
        drag(1)
        run(10_000)
        model.faults.common.isFrozen = false
        drag(1)
        // Sleep, in which it is touched.
        collect { $0.send(.sleep, $1) }
        run(200)
        drag(1)
        collect { $0.send(.wakeUp, $1) }
        run(1_000)
        drag(1)
        run(1_000)
    }

    private mutating func drag(_ fingers: Int) {
        for step in 0..<10 {
            touch((0..<fingers).map { (Int32($0), Float(10 + 20 * $0 + step), Float(20 + 10 * $0)) })
        }
        touch([])
        run(50)
    }

    private mutating func touch(_ fingers: [(Int32, Float, Float)]) {
        collect { $0.touch(Contacts(fingers, pressure: 40), $1) }
        run(10)
    }

    private mutating func run(_ milliseconds: Int64) {
        collect { $0.run(for: .milliseconds(milliseconds), $1) }
    }

    private mutating func collect(
        _ body: (
            inout SimulatedPanel<Driver, RecordedChip<Model>>,
            (SimulatedPanel<Driver, RecordedChip<Model>>.Update, Instant) -> Void
        ) -> Void
    ) {
        var told: [String] = []
        body(&panel) { news, now in
            switch news {
            case .report(let contacts): told.append("\(now.microseconds): \(contacts.list)")
            case .fault(let fault): told.append("\(now.microseconds): \(fault)")
            }
        }
        news += told
    }
}
