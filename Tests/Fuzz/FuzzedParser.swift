import Foundation
import TaplineChipModels
import TaplineConfiguration
import TaplineConformance
import TaplineCore
import TaplineDaemon
import TaplineFormats
import TaplineSimulator
import TaplineViews

/// Something that bytes from outside go into, and that must not trap on any.
struct FuzzedParser: Sendable {
    /// What `tools/fuzz` calls it.
    let name: String
    /// Reads `bytes`. What is wrong in them is no failure; a trap is.
    let feed: @Sendable ([UInt8]) -> Void

    /// The drivers of all families, once for each variant by the name of its first chip, and each format of files.
    static let all: [FuzzedParser] =
        chips + [
            // (With a size, as a loaded board always has one: its own or its device's.)
            FuzzedParser(name: "evdev") { bytes in
                var configuration = EvdevDriver.Configuration()
                (configuration.width, configuration.height) = (800, 480)
                drive(EvdevDriver(configuration: configuration), with: bytes) { _ in }
            },
            FuzzedParser(name: "sensor", feed: sensor),
            FuzzedParser(name: "board") { _ = try? BoardDescription($0, file: "board.yaml") },
            FuzzedParser(name: "configuration", feed: configuration),
            FuzzedParser(name: "stroke") { bytes in
                if let document = try? YAMLDocument(bytes, file: "stroke.json"), let file = try? StrokeFile(document) {
                    _ = file.templates(points: 32)
                }
            },
            FuzzedParser(name: "trace") { _ = try? Trace($0, file: "trace.jsonl") },
            FuzzedParser(name: "bus") { _ = try? BusTrace($0, file: "bus.jsonl") },
            FuzzedParser(name: "replay", feed: replay),
            FuzzedParser(name: "expect") { _ = try? Expectation($0, file: "expect.jsonl") },
            FuzzedParser(name: "overlay") { bytes in
                let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) }
                // What it makes must be a board.
                if let made = try? OverlayImport(lines) {
                    precondition((try? BoardDescription(Array(made.boardText.utf8), file: "b.yaml")) != nil, "no board")
                }
            },
            FuzzedParser(name: "calibration") { bytes in
                let calibration = PanelGeometry.Calibration(a: 1.25, b: 0, c: -3, d: 0, e: 1, f: 0)
                guard let edit = try? CalibrationEdit(bytes, file: "b.yaml", calibration: calibration) else { return }
                let found = try? BoardDescription(edit.bytes, file: "b.yaml")
                precondition(found?.panel.calibration == calibration, "not the calibration")
            },
            FuzzedParser(name: "monitor") { bytes in watch(bytes) },
            FuzzedParser(name: "status") { bytes in
                let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) }
                let reading = StatusReading(lines)
                _ = reading.text
                precondition((try? JSONReader.read(Array(reading.jsonLine.utf8)[...])) != nil, "no JSON")
            },
            FuzzedParser(name: "privacy") { bytes in
                let privacy = Privacy(host: "kitchen-pi.local", users: ["maria"], homes: ["/home/maria"])
                _ = privacy.hide(in: String(decoding: bytes, as: UTF8.self))
                _ = privacy.hide(inMarkup: String(decoding: bytes, as: UTF8.self))
            },
            // A mistake, for `tools/fuzz --planted` to find: a count that is believed although only four fingers have room.
            FuzzedParser("planted", ChipDriver<GoodixFamily>.Configuration(), contacts: 10) { contacts in
                let names = ["thumb", "index", "middle", "ring"]
                if contacts.count > 0 { precondition(!names[contacts.count - 1].isEmpty) }
            },
        ]

    static func named(_ name: String) -> FuzzedParser? { all.first { $0.name == name } }

    private static var chips: [FuzzedParser] {
        var drivers = FuzzedDrivers()
        ChipFamilies.visit(&drivers)
        return drivers.all
    }

    /// A family's driver, fed with what its chip might send.
    fileprivate init<Family: ChipFamily>(
        _ name: String, _ chip: ChipDriver<Family>.Configuration, contacts: Int,
        told: @escaping @Sendable (borrowing Contacts) -> Void = { _ in }
    ) where Family.Report == ChipReport {
        self.init(name: name) { bytes in
            var configuration = chip
            configuration.maximumContacts = contacts
            // The first byte says which lines there are.
            let lines = bytes.first ?? 0
            configuration.hasInterruptLine = lines & 1 == 0
            configuration.hasResetLine = lines & 2 == 0
            if lines & 4 != 0 { configuration.livenessPeriod = .unlimited }
            drive(ChipDriver<Family>(configuration: configuration), with: Array(bytes.dropFirst()), told: told)
        }
    }

    private init(name: String, feed: @escaping @Sendable ([UInt8]) -> Void) {
        self.name = name
        self.feed = feed
    }

    /// A stream of lines, through all that a monitor makes of it. The first byte says how large its screen is.
    private static func watch(_ bytes: [UInt8]) {
        var state = MonitorState(source: "fuzz")
        var lines = LineAssembler()
        var decoder = MessageDecoder()
        let template = try? EventTemplate("%g %k %s %x %y %z %f %d %v %w %q %t %S")
        let command = try? CommandTemplate("echo {gesture} {dx} {why}")
        var now: Int64 = 0
        func take(_ line: [UInt8]?) {
            let message = decoder.decode(line)
            now += 100_000
            state.take(message, at: now)
            _ = MonitorText.line(message)
            if case .event(let event) = message {
                _ = template?.text(event)
                _ = command?.words(for: event)
            }
        }
        lines.add(bytes.dropFirst(), take)
        lines.finish(take)
        let size = Int(bytes.first ?? 0)
        for isASCII in [true, false] {
            _ = MonitorScreen(isASCII: isASCII).draw(state, at: now, width: 80 + size, height: 24 + size / 4)
        }
    }

    /// A recording of a chip, through the chip's registers and its driver.
    @Sendable private static func replay(_ bytes: [UInt8]) {
        guard let trace = try? BusTrace(bytes, file: "bus.jsonl"),
            let replay = try? Replay<StandardRecognizer>(.bus(trace), file: "bus.jsonl", configuration: nil)
        else { return }
        var output = TaplineDaemon.OutputStream(descriptor: nowhere)
        try? replay.run(into: &output)
    }

    /// A motion sensor: the first byte says which, the second what is wanted of it and which lines there are.
    @Sendable private static func sensor(_ bytes: [UInt8]) {
        guard bytes.count > 2 else { return }
        var settings = SensorSettings(SensorChip(rawValue: bytes[0] & 31) ?? .lis3dh)
        settings.hasGyroscope = bytes[1] & 1 == 0
        settings.wakeThreshold = bytes[1] & 2 == 0 ? nil : Int(bytes[1]) * 20
        (settings.rate, settings.range) = (Int(bytes[1]) * 2, Int(bytes[1] >> 4))
        let configuration = SensorDriver.Configuration(settings, hasInterruptLine: bytes[1] & 4 == 0)
        exercise(SensorDriver(configuration: configuration), with: Array(bytes.dropFirst(2))) { driver in
            let reading = driver.reading
            let most = max(abs(reading.acceleration.x), abs(reading.acceleration.y), abs(reading.acceleration.z))
            precondition(most < 25, "more than any range")
            precondition((reading.rotationRate ?? .zero).max() < 41, "faster than any range")
        }
    }

    private static let nowhere = open("/dev/null", O_WRONLY)

    @Sendable private static func configuration(_ bytes: [UInt8]) {
        guard let source = try? ConfigurationSource(bytes, file: "configuration.yaml") else { return }
        let panel = PanelGeometry(.init(rawWidth: 800, rawHeight: 480))
        guard let read = try? Configuration<StandardRecognizer>(source, panel: panel, board: nil, files: .none) else {
            return
        }
        _ = try? read.setup()
    }
}

/// Makes parsers of all families.
struct FuzzedDrivers: FamilyVisitor {
    fileprivate var all: [FuzzedParser] = []

    mutating func visit<Model: FamilyModel>(_ listed: ListedFamily<Model>) {
        for (name, configuration, _) in FuzzedDrivers.variants(of: listed) {
            all.append(FuzzedParser(name, configuration, contacts: configuration.maximumContacts))
        }
    }

    /// What the drivers of a family are told, once for each variant, with its first chip.
    static func variants<Model: FamilyModel>(
        of _: ListedFamily<Model>
    ) -> [(name: String, configuration: ChipDriver<Model.Family>.Configuration, chip: NamedChip)] {
        typealias Family = Model.Family
        let chips = Family.chips
        var settings = ChipSettings()
        if Family.hasConfiguration {
            var goodix = GoodixSettings()
            for index in 0..<186 { goodix.configuration.append(index == 185 ? 1 : UInt8(index)) }
            goodix.isWritten = true
            settings.goodix = goodix
        }
        var configuration = ChipDriver<Family>.Configuration()
        // As many fingers as any chip of the family reports: what one of them may not say, another may.
        configuration.maximumContacts = (0..<chips.count).map { chips[$0].fingers }.max() ?? 1
        var variants: [(name: String, configuration: ChipDriver<Family>.Configuration, chip: NamedChip)] = []
        for index in 0..<chips.count {
            configuration.variant = Family.variant(of: chips[index], settings)
            configuration.addresses = Family.addresses(of: chips[index])
            guard !variants.contains(where: { $0.configuration.variant == configuration.variant }) else { continue }
            variants.append(("\(chips[index].name)", configuration, chips[index]))
        }
        return variants
    }
}
