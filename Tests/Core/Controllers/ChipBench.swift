import TaplineSimulator
import TestSupport

/// A driver with a model of its chip on the bench: a virtual clock, everything that came out, everything that went over
/// the bus.
struct ChipBench<Model: FamilyModel>: Bench {
    typealias Driver = ChipDriver<Model.Family>
    typealias Panel = SimulatedPanel<Driver, RecordedChip<Model>>

    var panel: Panel
    var reports: [BenchReport] = []
    var faults: [ControllerFault] = []
    private var scanned = Contacts()

    /// A bench whose driver has not been started.
    init(_ model: Model, _ configuration: Driver.Configuration) {
        panel = Panel(driver: Driver(configuration: configuration), chip: RecordedChip(model))
        panel.bus.hasInterruptLine = configuration.hasInterruptLine
    }

    var model: Model {
        get { panel.bus.chip.chip }
        set { panel.bus.chip.chip = newValue }
    }
    var wrong: any ChipFaults {
        get { model.faults }
        set { if let faults = newValue as? Model.Faults { model.faults = faults } }
    }
    var rejectsRepeatedStart: Bool {
        get { panel.bus.rejectsRepeatedStart }
        set { panel.bus.rejectsRepeatedStart = newValue }
    }
    var identity: ControllerIdentity { panel.driver.identity }
    var entries: [BusEntry] { panel.bus.chip.entries }
    var bits: Int { panel.bus.counters.bits }
    var now: Instant { panel.now }

    mutating func forgetEntries() { panel.bus.chip.forgetEntries() }

    mutating func start() { collect { $0.start($1) } }

    mutating func send(_ input: ControllerInput) { collect { $0.send(input, $1) } }

    mutating func run(microseconds: Int64) { collect { $0.run(for: Microseconds(microseconds), $1) } }

    mutating func touch(_ fingers: [(Int32, Float, Float)]) {
        let contacts = Contacts(fingers, pressure: 40)
        scanned = contacts
        collect { $0.touch(contacts, $1) }
    }

    mutating func scanUnseen(_ fingers: Contacts) {
        scanned = fingers
        panel.bus.chip.setFingers(fingers, at: now)
    }

    mutating func notice() { collect { $0.notice($1) } }

    mutating func resetItself() { model.resetItself(at: now) }

    mutating func interruptSpuriously() {
        model.interruptSpuriously(at: now)
        notice()
    }

    mutating func write(_ bytes: [UInt8]) {
        let written = ShortBytes(bytes: bytes)
        var nothing = BusBytes()
        _ = panel.bus.chip.transfer(
            Transfer(address: identity.address, written: written), at: now, into: &nothing)
    }

    /// A chip that gives no names is helped out here, so that one suite tests all: by the finger that is at this place.
    private func named(_ contact: Contact) -> Contact {
        guard !Model.givesNames, contact.id == -1 else { return contact }
        var named = contact
        for index in 0..<scanned.count where scanned[index].x == contact.x && scanned[index].y == contact.y {
            named.id = scanned[index].id
        }
        return named
    }

    private mutating func collect(_ body: (inout Panel, (Panel.Update, Instant) -> Void) -> Void) {
        var reports: [BenchReport] = []
        var faults: [ControllerFault] = []
        body(&panel) { news, now in
            switch news {
            case .report(let contacts): reports.append(BenchReport(time: now.microseconds, contacts: contacts.list))
            case .fault(let fault): faults.append(fault)
            }
        }
        self.reports += reports.map { BenchReport(time: $0.time, contacts: $0.contacts.map(named)) }
        self.faults += faults
    }
}

extension ChipBench where Model: TestedChip {
    /// A bench whose driver has not been started. Liveness checks are off unless asked for, so that traces hold nothing
    /// but what a test is about.
    init(
        _ chip: Model.Configuration = Model.usual, checksLiveness: Bool = false,
        adjust: (inout Driver.Configuration) -> Void = { _ in }
    ) {
        var configuration = Driver.Configuration()
        Model.describe(chip, to: &configuration)
        if !checksLiveness { configuration.livenessPeriod = .unlimited }
        adjust(&configuration)
        self.init(Model(configuration: chip), configuration)
    }

    /// A bench that has started and identified its chip; the trace is empty.
    static func running(
        _ chip: Model.Configuration = Model.usual, checksLiveness: Bool = false,
        adjust: (inout Driver.Configuration) -> Void = { _ in }
    ) -> ChipBench {
        var bench = ChipBench(chip, checksLiveness: checksLiveness, adjust: adjust)
        bench.start()
        bench.run(Model.startUp)
        bench.forgetEntries()
        return bench
    }

    /// A bench without an interrupt line, after a touch: the chip was asked with so many bits each 25 ms while idle, with `look` each
    /// 5 ms while a finger was down.
    static func expectPolling(
        with look: String, idleBits: Int, at location: SourceLocation = #_sourceLocation
    ) -> ChipBench {
        var bench = running {
            $0.hasInterruptLine = false
            $0.activePoll = .milliseconds(5)
            $0.idlePoll = .milliseconds(25)
        }
        let idle = bench.panel.bus.counters
        bench.run(1_000)
        #expect(bench.panel.bus.counters.transfers - idle.transfers == 40, sourceLocation: location)
        #expect(bench.bits - idle.bits == 40 * idleBits, sourceLocation: location)
        bench.touch((0, 100, 100))
        #expect(bench.reports.isEmpty, sourceLocation: location)
        bench.run(25)
        #expect(bench.counts.first == 1, sourceLocation: location)
        bench.forgetEntries()
        bench.run(100)
        #expect(bench.transfers == Array(repeating: look, count: 20), sourceLocation: location)
        bench.lift(for: 5)
        #expect(bench.last == [], sourceLocation: location)
        #expect(bench.faults.isEmpty, sourceLocation: location)
        return bench
    }
}

/// A report that a driver has told.
struct BenchReport: Equatable {
    var time: Int64
    var contacts: [Contact]
}

/// A bench of any chip.
protocol Bench {
    var reports: [BenchReport] { get set }
    var faults: [ControllerFault] { get set }
    /// What goes wrong with the chip.
    var wrong: any ChipFaults { get set }
    /// Whether the bus refuses a repeated START.
    var rejectsRepeatedStart: Bool { get set }
    var identity: ControllerIdentity { get }
    var entries: [BusEntry] { get }
    /// Bits on the wires so far.
    var bits: Int { get }
    var now: Instant { get }

    mutating func start()
    /// The host asks for something while the driver waits.
    mutating func send(_ input: ControllerInput)
    mutating func run(microseconds: Int64)
    /// One scan: these fingers, as (id, x, y).
    mutating func touch(_ fingers: [(Int32, Float, Float)])
    /// One scan of which the driver is not told at once.
    mutating func scanUnseen(_ fingers: Contacts)
    /// Tells the driver of an interrupt that the model has made by itself.
    mutating func notice()
    mutating func resetItself()
    mutating func interruptSpuriously()
    /// Somebody writes to the chip.
    mutating func write(_ bytes: [UInt8])
    mutating func forgetEntries()
}

extension Bench {
    /// Lets so many ms pass.
    mutating func run(_ milliseconds: Int64) { run(microseconds: 1_000 * milliseconds) }

    mutating func touch(_ fingers: (Int32, Float, Float)...) { touch(fingers) }

    mutating func lift() { touch([]) }

    mutating func liftUnseen() { scanUnseen(Contacts()) }

    // The same, after which so many ms pass.

    mutating func start(for milliseconds: Int64) {
        start()
        run(milliseconds)
    }
    mutating func send(_ input: ControllerInput, for milliseconds: Int64) {
        send(input)
        run(milliseconds)
    }
    mutating func touch(_ fingers: [(Int32, Float, Float)], for milliseconds: Int64) {
        touch(fingers)
        run(milliseconds)
    }
    mutating func touch(_ fingers: (Int32, Float, Float)..., for milliseconds: Int64) {
        touch(fingers, for: milliseconds)
    }
    mutating func lift(for milliseconds: Int64) { touch([], for: milliseconds) }
    mutating func liftUnseen(for milliseconds: Int64) {
        liftUnseen()
        run(milliseconds)
    }
    mutating func notice(for milliseconds: Int64) {
        notice()
        run(milliseconds)
    }
    mutating func resetItself(for milliseconds: Int64) {
        resetItself()
        run(milliseconds)
    }
    mutating func interruptSpuriously(for milliseconds: Int64) {
        interruptSpuriously()
        run(milliseconds)
    }

    // MARK: What all expect

    /// These are the fingers that the reports had and the faults, so far.
    func expect(counts: [Int], faults: [ControllerFault] = [], at location: SourceLocation = #_sourceLocation) {
        #expect(self.counts == counts, sourceLocation: location)
        #expect(self.faults == faults, sourceLocation: location)
    }

    /// One scan shows these fingers, and so does the last report.
    mutating func expectSeen(_ fingers: (Int32, Float, Float)..., at location: SourceLocation = #_sourceLocation) {
        touch(fingers)
        #expect(last == ConformingChip.contacts(fingers), sourceLocation: location)
    }

    /// The fingers lift, and the last report tells so.
    mutating func expectLifted(at location: SourceLocation = #_sourceLocation) {
        lift()
        #expect(last == [], sourceLocation: location)
    }

    /// A report of nothing but ones is none, and looked for once more.
    mutating func expectOnesAreNoReport(at location: SourceLocation = #_sourceLocation) {
        wrong.lies = 1
        touch((0, 100, 50))
        let isOffPanel = if case .offPanel? = faults.first { true } else { false }
        #expect(reports.isEmpty && faults.count == 1, sourceLocation: location)
        #expect(isOffPanel || faults == [.badReport], sourceLocation: location)
        run(30)
        #expect(counts == [1], sourceLocation: location)
    }

    /// A lift whose pulse is lost is not seen at once, but within so many ms.
    mutating func expectLiftWithoutPulse(
        within milliseconds: Int64 = 200, at location: SourceLocation = #_sourceLocation
    ) {
        wrong.losesLastPulse = true
        touch((0, 100, 50), for: 10)
        lift()
        #expect(counts == [1], sourceLocation: location)
        run(milliseconds)
        #expect(last == [], sourceLocation: location)
    }

    /// The chip resets itself, and the finger lifts while it starts: no report of the chip ever tells of that. The reset is
    /// told once, and so is the lift, or the next finger would be taken for this one.
    mutating func expectResetTold(within milliseconds: Int64, at location: SourceLocation = #_sourceLocation) {
        resetItself()
        liftUnseen(for: milliseconds)
        #expect(faults.last == .reset, sourceLocation: location)
        #expect(faults.filter { $0 == .reset }.count == 1, sourceLocation: location)
        #expect(counts.filter { $0 == 0 }.count == 1, sourceLocation: location)
        #expect(identity.isKnown, sourceLocation: location)
    }

    /// The driver is started, and finds no chip of its own within so many ms.
    mutating func expectUnknown(
        _ faults: ControllerFault..., after milliseconds: Int64, at location: SourceLocation = #_sourceLocation
    ) {
        start(for: milliseconds)
        #expect(!identity.isKnown, sourceLocation: location)
        #expect(self.faults == faults, sourceLocation: location)
    }

    /// How many fingers each report had.
    var counts: [Int] { reports.map(\.contacts.count) }

    /// The transfers in words: "814e r8" is a read of 8 bytes at 0x814E, "814e00" a write, with "!121" after a failure.
    var transfers: [String] {
        entries.compactMap {
            guard case .transfer(_, let written, let read, let error) = $0.kind else { return nil }
            let text = hexadecimal(written)
            if let error { return text + " !\(error.errno)" }
            return read.isEmpty ? text : text + " r\(read.count)"
        }
    }

    /// The lines the host drove, in words.
    var lines: [String] {
        entries.compactMap {
            guard case .line(let line, let drive) = $0.kind else { return nil }
            return "\(line) \(drive)"
        }
    }

    /// The same with the ms at which it did.
    var timedLines: [String] {
        entries.compactMap {
            guard case .line(let line, let drive) = $0.kind else { return nil }
            return "\($0.time.microseconds / 1_000) \(line) \(drive)"
        }
    }
}

/// A model whose own tests set it up in detail.
protocol TestedChip: FamilyModel {
    associatedtype Configuration: Sendable
    init(configuration: Configuration)
    static var usual: Configuration { get }
    /// The ms after which the driver has identified it.
    static var startUp: Int64 { get }
    /// What a board with this chip says to its driver.
    static func describe(_ chip: Configuration, to board: inout ChipDriver<Family>.Configuration)
}

// MARK: The models

extension GT911Model: TestedChip {
    static var usual: Configuration { Configuration() }
    static var startUp: Int64 { 150 }
    static func describe(_ chip: Configuration, to board: inout Goodix.Configuration) {
        board.maximumContacts = chip.maximumContacts
    }
}

typealias GoodixBench = ChipBench<GT911Model>

extension ChipBench where Model == GT911Model {
    /// True when every acknowledge on the trace comes after a read of the status that was ready, with nothing but the
    /// rest of that report between them.
    var acknowledgesFollowReads: Bool {
        var wasRead = false
        for entry in entries {
            guard case .transfer(_, let written, let read, let error) = entry.kind, error == nil else { continue }
            if written == [0x81, 0x4E], let status = read.first {
                wasRead = status & 0x80 != 0
            } else if written == [0x81, 0x4E, 0] {
                guard wasRead else { return false }
            }
        }
        return model.acknowledgedUnread == 0 && model.acknowledgedNothing == 0
    }
}

extension FT5x06Model: TestedChip {
    static var usual: Configuration { Configuration() }
    static var startUp: Int64 { 400 }
    static func describe(_ chip: Configuration, to board: inout FocalTech.Configuration) {
        board.rawWidth = Int(chip.width)
        board.rawHeight = Int(chip.height)
        board.maximumContacts = chip.maximumContacts
        if chip.part == .edtM06 { board.language = .m06 }
    }
}

typealias FocalTechBench = ChipBench<FT5x06Model>

extension ChipBench where Model == FT5x06Model {
    static func running(_ part: FT5x06Model.Part) -> FocalTechBench { running(FT5x06Model.Configuration(part)) }
}

extension CST816Model: TestedChip {
    static var usual: Configuration { Configuration() }
    static var startUp: Int64 { 300 }
    static func describe(_ chip: Configuration, to board: inout Hynitron.Configuration) {
        board.rawWidth = Int(chip.width)
        board.rawHeight = Int(chip.height)
    }
}

typealias HynitronBench = ChipBench<CST816Model>

extension ILI2xxxModel: TestedChip {
    static var usual: Configuration { Configuration() }
    static var startUp: Int64 { 400 }
    static func describe(_ chip: Configuration, to board: inout Ilitek.Configuration) {
        board.variant = chip.language
        board.address = chip.address
        board.rawWidth = Int(chip.width)
        board.rawHeight = Int(chip.height)
    }
}

typealias IlitekBench = ChipBench<ILI2xxxModel>

extension EXC3000Model: TestedChip {
    /// (With the size that all benches have.)
    static var usual: Configuration {
        var chip = Configuration()
        chip.width = 800
        chip.height = 480
        return chip
    }
    static var startUp: Int64 { 200 }
    static func describe(_ chip: Configuration, to board: inout EETI.Configuration) {
        board.rawWidth = Int(chip.width)
        board.rawHeight = Int(chip.height)
    }
}

typealias EETIBench = ChipBench<EXC3000Model>

extension CST3xxModel: TestedChip {
    static var usual: Configuration { Configuration() }
    static var startUp: Int64 { 200 }
    static func describe(_ chip: Configuration, to board: inout CST3xx.Configuration) {
        board.maximumContacts = chip.maximumContacts
    }
}

typealias CST3xxBench = ChipBench<CST3xxModel>

extension ST1633Model: TestedChip {
    static var usual: Configuration { Configuration() }
    static var startUp: Int64 { 300 }
    static func describe(_ chip: Configuration, to board: inout Sitronix.Configuration) { board.variant = chip.part }
}

typealias SitronixBench = ChipBench<ST1633Model>

extension ILIV3Model: TestedChip {
    static var usual: Configuration { Configuration() }
    static var startUp: Int64 { 300 }
    static func describe(_ chip: Configuration, to board: inout IlitekV3.Configuration) {}
}

typealias IlitekV3Bench = ChipBench<ILIV3Model>

extension ST7123Model: TestedChip {
    static var usual: Configuration { Configuration() }
    static var startUp: Int64 { 300 }
    static func describe(_ chip: Configuration, to board: inout ST7123.Configuration) {}
}

typealias ST7123Bench = ChipBench<ST7123Model>

extension CHSCModel: TestedChip {
    static var usual: Configuration { Configuration() }
    static var startUp: Int64 { 200 }
    static func describe(_ chip: Configuration, to board: inout Chipsemi.Configuration) {
        board.variant = chip.language
        board.rawWidth = Int(chip.width)
        board.rawHeight = Int(chip.height)
    }
}

typealias ChipsemiBench = ChipBench<CHSCModel>

extension AXS15231BModel: TestedChip {
    static var usual: Configuration { Configuration() }
    static var startUp: Int64 { 450 }
    static func describe(_ chip: Configuration, to board: inout AXS15231B.Configuration) {
        board.rawWidth = Int(chip.width)
        board.rawHeight = Int(chip.height)
    }
}

typealias AXS15231BBench = ChipBench<AXS15231BModel>
