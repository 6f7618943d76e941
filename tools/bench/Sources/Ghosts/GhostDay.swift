import TaplineChipModels
import TaplineConfiguration
import TaplineCore

/// What a day brought.
struct DayResult {
    var right = 0
    var judged = 0
    /// Recognitions outside of every gesture.
    var strays: [Int] = []
    /// How often a finger touched the ghost's own key before its period could be learned: each costs two intervals.
    var touchesOfItsKey = 0
    var ghosts = 0
    var reports = 0
    /// A sum of every bit of every event from ``GhostDay/digestsFrom`` on, and how many these were.
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    var digested = 0
    var misses: [Label.Class: Int] = [:]
    var counters = TouchCounters()
    var worst: [String] = []
}

/// Keeps what was recognized, and when.
struct DaySink: HostSink {
    var request: ControllerRequest?
    var recognized: [(time: Int, gesture: Int)] = []
    var result = DayResult()
    var digestsFrom: Instant?

    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func emit(_ event: GestureEvent) {
        if event.isRecognition { recognized.append((Int(event.time.microseconds), event.gesture)) }
        guard let digestsFrom, event.time >= digestsFrom else { return }
        result.digested += 1
        for byte in "\(event)".utf8 { result.digest = (result.digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    mutating func emit(_ touch: TouchEvent) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
}

/// 24 hours of one family's chip: fingers of the mix, and ghosts among them.
struct GhostDay: FamilyVisitor {
    static let hours = 24
    static let scan = Microseconds.milliseconds(10)
    /// When rules that are to be off are taken away, and from when on nothing may be left of them: the fingers and ghosts that
    /// were on the panel, and what had begun with them, are gone.
    static let disarmsAt = Instant.zero + .milliseconds(3_600_000)
    static let digestsFrom = disarmsAt + .milliseconds(60_000)
    let mix: Mix
    let configuration: Configuration<StandardRecognizer>
    let pattern: GhostPattern?
    let rules: GhostRules?
    let gestures: Int
    let wanted: String
    /// Whether the rules are taken away after an hour.
    var isDisarmed = false
    var digests = false
    var result: DayResult?

    init(
        _ wanted: String, _ mix: Mix, _ configuration: Configuration<StandardRecognizer>, _ pattern: GhostPattern?,
        _ rules: GhostRules?, gestures: Int
    ) {
        (self.wanted, self.mix, self.configuration) = (wanted, mix, configuration)
        (self.pattern, self.rules, self.gestures) = (pattern, rules, gestures)
    }

    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) {
        typealias Family = Model.Family
        guard "\(Family.name)".lowercased() == wanted else { return }
        var chip = Family.chips[0]
        for row in 1..<max(1, Family.chips.count) where Family.chips[row].fingers > chip.fingers {
            chip = Family.chips[row]
        }
        var panel = ModelledPanel(chip)
        var settings = ChipSettings()
        if Family.hasKeys { settings.keys = KeyGrid(columns: chip.fingers) }
        panel.keys = settings.keys
        var driver = ChipDriver<Family>.Configuration()
        driver.variant = Family.variant(of: chip, settings)
        driver.addresses = Family.addresses(of: chip)
        (driver.rawWidth, driver.rawHeight) = (panel.width, panel.height)
        driver.maximumContacts = panel.fingers
        let model = Model(panel)
        driver.interruptIsActiveHigh = model.interruptIsActiveHigh
        guard let setup = try? configuration.setup() as GestureSetup<StandardRecognizer, 32, 33, 64> else { return }
        var host = SimulatedHost<ChipDriver<Family>, Model, StandardRecognizer, DaySink, 10, 32, 33, 64, 1>(
            driver: ChipDriver<Family>(configuration: driver),
            geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480, rawMillimetres: (127, 76.2))),
            setup: setup, outputs: OutputBank(), bus: SimulatedBus(chip: model))
        if let rules { host.pipeline.gestures.arm(with: rules) }
        let keys = Family.hasKeys ? chip.fingers : nil
        let ghosts = pattern.map {
            Ghosts($0, seed: 24, keys: keys, isNameless: Family.self == SitronixFamily.self)
        }
        result = live(&host, ghosts, keys: keys, fingers: chip.fingers)
        result?.counters = host.pipeline.gestures.table.counters
    }

    /// The fewest fingers of a chip on which a gesture can be made; of keys taps and presses are left.
    private static func fits(_ kind: Label.Class, _ fingers: Int, keys: Bool) -> Bool {
        switch kind {
        case .tap, .doubletap, .tripletap, .longpress: true
        case .swipe, .pan, .edgepan, .stroke: !keys
        case .twotap, .swipe2, .pinch, .rotate: !keys && fingers >= 2
        case .swipe3: !keys && fingers >= 3
        case .five: !keys && fingers >= 5
        case .ten: !keys && fingers >= 10
        }
    }

    private func live<Driver: Controller, Chip: ChipModel>(
        _ host: inout SimulatedHost<Driver, Chip, StandardRecognizer, DaySink, 10, 32, 33, 64, 1>,
        _ ghosts: Ghosts?, keys: Int?, fingers: Int
    ) -> DayResult {
        var ghosts = ghosts
        var sink = DaySink()
        if digests { sink.digestsFrom = GhostDay.digestsFrom }
        var disarms = isDisarmed
        host.start(into: &sink)
        let played = mix.labels.filter { GhostDay.fits($0.class, fingers, keys: keys != nil) }
        let scans = GhostDay.hours * 360_000
        let pace = (scans - 1_000) / max(1, gestures)
        var numbers = Numbers(most: fingers)
        var labels: [Label] = []
        var wasTouched = false
        var scan = 0
        /// One scan of the panel.
        func show(_ contacts: [Mix.Contact], shift: Float = 0) {
            let now = Instant.zero + Microseconds(Int64(scan) * GhostDay.scan.count)
            if disarms, now >= GhostDay.disarmsAt {
                host.pipeline.gestures.arm(with: GhostRules())
                disarms = false
            }
            let contacts = ghosts?.seen(contacts, scan) ?? contacts
            let finger = contacts.first.map { (x: Float($0.x) + shift, y: Float($0.y)) }
            ghosts?.scan(scan, finger: finger)
            let report = numbers.report(contacts, shift: shift, ghosts?.present ?? [])
            defer { scan += 1 }
            guard report.count > 0 || wasTouched else { return }
            wasTouched = report.count > 0
            sink.result.reports += 1
            host.touch(report, at: now, into: &sink)
        }
        /// Nobody touches the panel until `until`.
        func rest(until end: Int) {
            while scan < end {
                if !wasTouched, let next = ghosts?.nextScan {
                    scan = max(scan, min(end, next))
                    if scan >= end { return }
                } else if !wasTouched {
                    scan = end
                    return
                }
                show([])
            }
        }
        rest(until: 500)
        var index = 0
        while index < gestures, !played.isEmpty {
            let label = played[index % played.count]
            let (first, last) = (label.start / mix.interval, label.end / mix.interval)
            var shift: Float = 0
            if let keys, let x = mix.reports[first].first?.x {
                let width = 800 / Float(keys)
                shift = (Float(x) / width).rounded(.down) * width + width / 2 - Float(x)
                let isItsKey = Int(Float(x) / width) == Int(Ghosts.place.x / width)
                if isItsKey, scan < Ghosts.learnedBy { sink.result.touchesOfItsKey += 1 }
            }
            let start = scan
            for report in first..<last { show(mix.reports[report], shift: shift) }
            labels.append(Label(start: start * 10_000, end: scan * 10_000, class: label.class, note: label.note))
            index += 1
            rest(until: max(500 + index * pace, scan + 90))
        }
        rest(until: scans)
        host.advance(to: .zero + Microseconds(Int64(scans) * GhostDay.scan.count), into: &sink)
        judge(labels, &sink)
        sink.result.ghosts = numbers.ghosts + (ghosts?.losses ?? 0)
        return sink.result
    }

    /// As the mix is scored: each gesture's own fires exactly once, and nothing with it.
    private func judge(_ labels: [Label], _ sink: inout DaySink) {
        let names = configuration.gestures.map { $0.name }
        var fired = [[String: Int]](repeating: [:], count: labels.count)
        var current = -1
        for event in sink.recognized {
            while current + 1 < labels.count, labels[current + 1].start < event.time { current += 1 }
            if current < 0 || event.time > labels[current].end + 800_000 {
                sink.result.strays.append(event.time)
            } else {
                fired[current][names[event.gesture], default: 0] += 1
            }
        }
        for (label, fired) in zip(labels, fired) {
            guard let wanted = label.class.gesture else { continue }
            sink.result.judged += 1
            if fired[wanted] == 1, !fired.keys.contains(where: { $0 != wanted && $0 != "ok" }) {
                sink.result.right += 1
            } else {
                sink.result.misses[label.class, default: 0] += 1
                if sink.result.worst.count < 40 {
                    let length = (label.end - label.start) / 1_000
                    sink.result.worst.append("\(label.start) \(label.class) \(label.note), \(length) ms: \(fired)")
                }
            }
        }
    }
}

/// The numbers that a chip gives its contacts: the lowest free one, not in the report that shows it gone. A finger is stronger
/// than a ghost: where the chip has no number left, a ghost loses its own.
struct Numbers {
    let most: Int
    private var owners: [Int?]
    private var ghostKeys: [(ghost: Ghost, key: Int)] = []
    private var nextKey = 1_000
    private(set) var ghosts = 0

    init(most: Int) {
        self.most = min(most, 10)
        owners = Array(repeating: nil, count: self.most)
    }

    mutating func report(_ fingers: [Mix.Contact], shift: Float, _ present: [Ghost]) -> Contacts {
        if fingers.isEmpty, present.isEmpty {
            for index in owners.indices { owners[index] = nil }
            ghostKeys = []
            return Contacts()
        }
        ghostKeys.removeAll { !present.contains($0.ghost) }
        for ghost in present where !ghostKeys.contains(where: { $0.ghost == ghost }) {
            ghostKeys.append((ghost, nextKey))
            nextKey += 1
            ghosts += 1
        }
        let keys = fingers.map(\.id) + ghostKeys.map(\.key)
        // (A number that becomes free in this report is given in the next one.)
        var left = owners.indices.filter { owners[$0] == nil }[...]
        for index in owners.indices { if let owner = owners[index], !keys.contains(owner) { owners[index] = nil } }
        for key in keys where !owners.contains(key) {
            if let number = left.popFirst() {
                owners[number] = key
            } else if key < 1_000, let number = owners.firstIndex(where: { ($0 ?? 0) >= 1_000 }) {
                owners[number] = nil
            }
        }
        var report = Contacts()
        for (number, owner) in owners.enumerated() {
            guard let owner else { continue }
            let id = Int32(number)
            if let finger = fingers.first(where: { $0.id == owner }) {
                report.append(Contact(id: id, x: min(799, max(0, Float(finger.x) + shift)), y: Float(finger.y)))
            } else if let ghost = ghostKeys.first(where: { $0.key == owner })?.ghost {
                report.append(Contact(id: id, x: ghost.x, y: ghost.y))
            }
        }
        return report
    }
}
