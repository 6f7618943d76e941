import TaplineControllers
import TaplineSimulator
import TaplineTouches

/// A Goodix driver with a GT911 model on the bench: a virtual clock, everything that came out, everything that went over
/// the bus.
struct GoodixBench {
    struct Report: Equatable {
        var time: Int64
        var contacts: [Contact]
    }

    var panel: SimulatedPanel<Goodix, RecordedChip<GT911Model>>
    var reports: [Report] = []
    var faults: [ControllerFault] = []

    /// A bench whose driver has not been started. Liveness checks are off unless asked for, so that traces hold nothing
    /// but what a test is about.
    init(
        _ chip: GT911Model.Configuration = GT911Model.Configuration(), checksLiveness: Bool = false,
        adjust: (inout Goodix.Configuration) -> Void = { _ in }
    ) {
        var configuration = Goodix.Configuration()
        if !checksLiveness { configuration.livenessPeriod = .unlimited }
        adjust(&configuration)
        panel = SimulatedPanel(
            driver: Goodix(configuration: configuration), chip: RecordedChip(GT911Model(configuration: chip)))
        panel.bus.hasInterruptLine = configuration.hasInterruptLine
    }

    /// A bench that has started and identified its chip; the trace is empty.
    static func running(
        _ chip: GT911Model.Configuration = GT911Model.Configuration(), checksLiveness: Bool = false,
        adjust: (inout Goodix.Configuration) -> Void = { _ in }
    ) -> GoodixBench {
        var bench = GoodixBench(chip, checksLiveness: checksLiveness, adjust: adjust)
        bench.start()
        bench.run(150)
        bench.panel.bus.chip.forgetEntries()
        return bench
    }

    var model: GT911Model {
        get { panel.bus.chip.chip }
        set { panel.bus.chip.chip = newValue }
    }
    var identity: ControllerIdentity { panel.driver.identity }
    var entries: [BusEntry] { panel.bus.chip.entries }
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

    private mutating func collect(
        _ body: (
            inout SimulatedPanel<Goodix, RecordedChip<GT911Model>>,
            (SimulatedPanel<Goodix, RecordedChip<GT911Model>>.News, Instant) -> Void
        ) -> Void
    ) {
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

    // MARK: What went over the bus

    /// The transfers in words: "814e r8" is a read of 8 bytes at 0x814E, "814e00" a write, with "!121" after a failure.
    var transfers: [String] {
        entries.compactMap {
            guard case .transfer(_, let written, let read, let error) = $0.kind else { return nil }
            var text = ""
            for byte in written { text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
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
