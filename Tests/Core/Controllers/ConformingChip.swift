import TaplineSimulator
import TestSupport

/// A chip that the conformance suite tests: each of ``TaplineChipModels/ChipFamilies`` is one.
struct ConformingChip: Sendable, CustomTestStringConvertible {
    /// What differs between two benches.
    struct Options: Sendable {
        var hasInterruptLine = true
        var hasResetLine = true
        var checksLiveness = false
        var transferMode: TransferMode?
        var transferDelay = Microseconds.zero
        /// The most fingers of the board, where they are not the chip's.
        var fingers: Int?
    }

    /// The name in board files, and that of its family.
    let name: String
    let family: String
    /// The most fingers.
    let fingers: Int
    /// In how many reports a finger shows itself first.
    let landing: Int
    /// The fewest bits of a report with so many fingers.
    let fewestBits: @Sendable (Int) -> Int
    /// Whether it shows that it was reset: some have nothing to be asked, and are silent while a finger rests.
    let showsReset: Bool
    /// Whether its reports have bits for a place off the panel.
    let canLieOffPanel: Bool
    /// Whether it measures only when it is asked.
    let measuresWhenAsked: Bool
    /// How many addresses it may have.
    let addresses: Int
    /// Whether its fingers are keys, and how many there are.
    let hasKeys: Bool
    /// Whether the host can wake it over the bus alone.
    let wakesWithoutLines: Bool
    /// What sends it to a sleep from which a reset wakes; empty: nothing does.
    let sleep: [UInt8]
    /// A bench whose driver has not been started.
    let bench: @Sendable (Options) -> any Bench

    var testDescription: String { name }

    /// The chips of all families.
    static let all: [ConformingChip] = {
        var chips = EveryChip()
        ChipFamilies.visit(&chips)
        return chips.all
    }()

    fileprivate init<Model: FamilyModel>(_ chip: NamedChip, _: Model.Type) {
        typealias Family = Model.Family
        var panel = ModelledPanel(chip)
        var settings = ChipSettings()
        if Family.hasKeys { settings.keys = KeyGrid(columns: chip.fingers) }
        panel.keys = settings.keys
        let (described, said) = (panel, settings)
        let model = Model(panel)
        name = "\(chip.name)"
        family = "\(Family.name)"
        fingers = chip.fingers
        landing = model.reportsToLand
        fewestBits = { model.fewestBits($0) }
        showsReset = model.showsReset
        canLieOffPanel = model.canLieOffPanel
        measuresWhenAsked = Model.measuresWhenAsked
        hasKeys = Family.hasKeys
        addresses = Family.addresses(of: chip).count
        var withoutLines = ChipDriver<Family>.Configuration()
        withoutLines.hasInterruptLine = false
        withoutLines.hasResetLine = false
        wakesWithoutLines = Family.canWakeUp(withoutLines)
        sleep = model.sleepCommand.map { command in (0..<command.written.count).map { command.written[$0] } } ?? []
        bench = { options in
            var configuration = ChipDriver<Family>.Configuration()
            configuration.variant = Family.variant(of: chip, said)
            configuration.addresses = Family.addresses(of: chip)
            configuration.rawWidth = described.width
            configuration.rawHeight = described.height
            configuration.maximumContacts = options.fingers ?? described.fingers
            configuration.hasInterruptLine = options.hasInterruptLine
            configuration.hasResetLine = options.hasResetLine
            configuration.transferMode = options.transferMode
            configuration.transferDelay = options.transferDelay
            if !options.checksLiveness { configuration.livenessPeriod = .unlimited }
            return ChipBench(Model(described), configuration)
        }
    }

    /// A bench that has started and identified its chip; the trace is empty.
    func running(_ options: Options = Options()) -> any Bench {
        var bench = bench(options)
        bench.start(for: 500)
        bench.forgetEntries()
        return bench
    }

    // MARK: Fingers

    /// One finger at the place with this number. Places of a panel are a pixel apart, those of keys are keys.
    func finger(_ place: Int) -> (Int32, Float, Float) {
        hasKeys ? fingers(1, step: place)[0] : (0, Float(100 + place), 90)
    }

    /// So many fingers; `step` moves them.
    func fingers(_ count: Int, step: Int = 0) -> [(Int32, Float, Float)] {
        guard hasKeys else { return ConformingChip.fingers(count, step: step) }
        return (0..<count).map { (Int32($0), middle(of: ($0 + step) % fingers), 200) }
    }

    private func middle(of key: Int) -> Float { Float(KeyGrid(columns: fingers).x(of: key, width: 800)) }

    /// What the chip shows of these fingers: of keys the middle and the number.
    func contacts(_ fingers: [(Int32, Float, Float)]) -> [Contact] {
        guard hasKeys else { return ConformingChip.contacts(fingers) }
        let keys = Set(fingers.map { min(Int($0.1) * self.fingers / 800, self.fingers - 1) })
        return keys.sorted().map { Contact(id: Int32($0), x: middle(of: $0), y: 240) }
    }

    func contacts(_ finger: (Int32, Float, Float)) -> [Contact] { contacts([finger]) }

    /// So many fingers on any panel; `step` moves them.
    static func fingers(_ count: Int, step: Int = 0) -> [(Int32, Float, Float)] {
        (0..<count).map { (Int32($0), Float(10 + 20 * $0 + step % 20), Float(20 + 10 * $0)) }
    }

    static func contacts(_ fingers: [(Int32, Float, Float)]) -> [Contact] {
        fingers.map { Contact(id: $0.0, x: $0.1, y: $0.2) }
    }

    // MARK: What is not asked

    /// What cannot be asked of every chip.
    enum Check: String, CaseIterable {
        case orderSwap = "fingers that change their order"
        case sustained = "a thousand reports in a row"
        case fewTransfers = "two transfers a report at most"
        case slowTransfers = "time between write and read"
        case repeatedStart = "a bus that refuses repeated STARTs"
        case sleep = "a sleep that a reset ends"
        case withoutLines = "not sleeping without a wake line"
        case resetInMidTouch = "a reset in mid-touch"
        case offPanel = "a place off the panel"
        case restingOffPanel = "a finger that rests off the panel"
        case garbledLanding = "a landing that is garbled once"
    }

    /// Why this chip is not asked; nil: it is.
    func exemption(_ check: Check) -> String? {
        switch check {
        case .orderSwap where hasKeys: "a key is its own name"
        case .orderSwap where fingers == 1: "there is one finger"
        case .sustained where hasKeys: "a key that is held makes no report; `TouchKeyTests` lets them come and go"
        case .fewTransfers where measuresWhenAsked: "each figure takes one"
        case .slowTransfers where measuresWhenAsked: "its report has more transfers than fit between two scans then"
        case .repeatedStart where isOnlyRead: "it is only read"
        case .sleep where sleep.isEmpty: "no command sends it to one"
        case .withoutLines where wakesWithoutLines: "any access wakes it"
        case .resetInMidTouch where !showsReset: "nothing that it sends shows one"
        case .offPanel where hasKeys: "a key has no other place"
        case .offPanel where measuresWhenAsked: "its values are parts of the panel"
        case .offPanel where !canLieOffPanel: "eight bits are none too many"
        case .restingOffPanel where family == "EETI": "each packet comes once: a lost one is owed, whatever it said"
        case .garbledLanding where family == "EETI": "each packet comes once"
        case .garbledLanding where family == "CST3xx": "without its mark there is no report: the next one tells it"
        default: nil
        }
    }

    /// The chips that are asked.
    static func asked(_ check: Check) -> [ConformingChip] { all.filter { $0.exemption(check) == nil } }

    /// Whether no transfer of it both writes and reads.
    private var isOnlyRead: Bool {
        var bench = bench(.init())
        bench.start(for: 500)
        bench.land(fingers(1), on: self)
        return bench.entries.allSatisfy {
            guard case .transfer(_, let written, let read, _) = $0.kind else { return true }
            return written.isEmpty || read.isEmpty
        }
    }
}

/// Gathers the chips of every family.
private struct EveryChip: FamilyVisitor {
    var all: [ConformingChip] = []

    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) {
        let chips = Model.Family.chips
        for index in 0..<chips.count { all.append(ConformingChip(chips[index], Model.self)) }
    }
}

extension Bench {
    /// Puts fingers on the panel, in as many scans 10 ms apart as it takes until they are reported.
    mutating func land(_ fingers: [(Int32, Float, Float)], on chip: ConformingChip) {
        for _ in 0..<chip.landing { touch(fingers, for: 10) }
    }

    /// One scan, until it is reported: at once, or when the chip is asked next.
    mutating func scan(_ fingers: [(Int32, Float, Float)], on chip: ConformingChip) {
        touch(fingers, for: chip.measuresWhenAsked ? 10 : 0)
    }

    /// The fingers lift, and the last report tells so.
    mutating func expectLifted(on chip: ConformingChip, at location: SourceLocation = #_sourceLocation) {
        scan([], on: chip)
        #expect(last == [], sourceLocation: location)
    }

    /// So many fingers the reports had, and there was no fault. One that is asked while a finger rests tells it each time.
    func expect(counts: [Int], on chip: ConformingChip, at location: SourceLocation = #_sourceLocation) {
        var told: [Int] = []
        for count in self.counts where !chip.measuresWhenAsked || told.last != count { told.append(count) }
        #expect(told == counts, sourceLocation: location)
        #expect(faults.isEmpty, sourceLocation: location)
    }

    /// The same, and the last report shows them.
    mutating func expectSeen(
        _ fingers: [(Int32, Float, Float)], on chip: ConformingChip, at location: SourceLocation = #_sourceLocation
    ) {
        land(fingers, on: chip)
        #expect(last == chip.contacts(fingers), sourceLocation: location)
    }

    /// The contacts of the last report, without what only some chips tell.
    var last: [Contact]? {
        reports.last.map { $0.contacts.map { Contact(id: $0.id, x: $0.x, y: $0.y) } }
    }
}
