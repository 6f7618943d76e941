import TaplineControllers
import TaplineSimulator
import TaplineTouches

/// A FocalTech driver with a model of its chip on the bench: a virtual clock, everything that came out, everything that
/// went over the bus.
struct FocalTechBench {
    typealias Panel = SimulatedPanel<FocalTech, RecordedChip<FT5x06Model>>

    struct Report: Equatable {
        var time: Int64
        var contacts: [Contact]
    }

    var panel: Panel
    var reports: [Report] = []
    var faults: [ControllerFault] = []

    /// A bench whose driver has not been started. Liveness checks are off unless asked for, so that traces hold nothing
    /// but what a test is about.
    init(
        _ chip: FT5x06Model.Configuration = FT5x06Model.Configuration(), checksLiveness: Bool = false,
        adjust: (inout FocalTech.Configuration) -> Void = { _ in }
    ) {
        var configuration = FocalTech.Configuration()
        configuration.rawWidth = Int(chip.width)
        configuration.rawHeight = Int(chip.height)
        configuration.maximumContacts = chip.maximumContacts
        if chip.part == .edtM06 { configuration.language = .m06 }
        if !checksLiveness { configuration.livenessPeriod = .unlimited }
        adjust(&configuration)
        panel = Panel(
            driver: FocalTech(configuration: configuration), chip: RecordedChip(FT5x06Model(configuration: chip)))
        panel.bus.hasInterruptLine = configuration.hasInterruptLine
    }

    /// A bench that has started and identified its chip; the trace is empty.
    static func running(
        _ chip: FT5x06Model.Configuration = FT5x06Model.Configuration(), checksLiveness: Bool = false,
        adjust: (inout FocalTech.Configuration) -> Void = { _ in }
    ) -> FocalTechBench {
        var bench = FocalTechBench(chip, checksLiveness: checksLiveness, adjust: adjust)
        bench.start()
        bench.run(400)
        bench.panel.bus.chip.forgetEntries()
        return bench
    }

    static func running(_ part: FT5x06Model.Part) -> FocalTechBench { running(FT5x06Model.Configuration(part)) }

    var model: FT5x06Model {
        get { panel.bus.chip.chip }
        set { panel.bus.chip.chip = newValue }
    }
    var identity: ControllerIdentity { panel.driver.identity }
    var entries: [BusEntry] { panel.bus.chip.entries }
    var bits: Int { panel.bus.counters.bits }
    var now: Instant { panel.now }

    mutating func start() { collect { $0.start($1) } }

    /// Lets so many ms pass.
    mutating func run(_ milliseconds: Int64) { collect { $0.run(for: .milliseconds(milliseconds), $1) } }

    /// One scan: these fingers, as (id, x, y).
    mutating func touch(_ fingers: (Int32, Float, Float)...) { touch(fingers) }

    mutating func touch(_ fingers: [(Int32, Float, Float)]) {
        var contacts = Contacts()
        for (id, x, y) in fingers { contacts.append(Contact(id: id, x: x, y: y, pressure: 40)) }
        collect { $0.touch(contacts, $1) }
    }

    mutating func lift() { touch([]) }

    /// Tells the driver of an interrupt that the model has made by itself.
    mutating func notice() { collect { $0.notice($1) } }

    private mutating func collect(_ body: (inout Panel, (Panel.News, Instant) -> Void) -> Void) {
        var reports: [Report] = []
        var faults: [ControllerFault] = []
        body(&panel) { news, now in
            switch news {
            case .report(let contacts):
                var list: [Contact] = []
                for index in 0..<contacts.count { list.append(contacts[index]) }
                reports.append(Report(time: now.microseconds, contacts: list))
            case .fault(let fault): faults.append(fault)
            }
        }
        self.reports += reports
        self.faults += faults
    }

    // MARK: What came out

    /// How many fingers each report had.
    var counts: [Int] { reports.map(\.contacts.count) }

    // MARK: What went over the bus

    /// The transfers in words: "02 r5" is a read of 5 bytes at 0x02, "a401" a write, with "!121" after a failure.
    var transfers: [String] {
        entries.compactMap {
            guard case .transfer(_, let written, let read, let error) = $0.kind else { return nil }
            var text = ""
            for byte in written { text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
            if let error { return text + " !\(error.errno)" }
            return read.isEmpty ? text : text + " r\(read.count)"
        }
    }

    /// The lines the host drove, in words, with the ms at which it did.
    var lines: [String] {
        entries.compactMap {
            guard case .line(let line, let drive) = $0.kind else { return nil }
            return "\($0.time.microseconds / 1_000) \(line) \(drive)"
        }
    }
}
