import TaplineBoards
import TaplineControllers
import TaplineGestures
import TaplineSimulator
import TaplineTouches

/// Something that bytes from outside go into, and that must not trap on any.
struct FuzzedParser: Sendable {
    /// What `tools/fuzz` calls it.
    let name: String
    /// Reads `bytes`. What is wrong in them is no failure; a trap is.
    let feed: @Sendable ([UInt8]) -> Void

    /// Each family of chips, and each format of files, with a line.
    static let all: [FuzzedParser] = [
        chip("goodix", Goodix.self) {
            $0.maximumContacts = 10
            for index in 0..<186 { $0.variant.configuration.append(index == 185 ? 1 : UInt8(index)) }
            $0.variant.isWritten = true
        },
        chip("focaltech", FocalTech.self) { $0.maximumContacts = 10 },
        chip("focaltech-m06", FocalTech.self) { $0.language = .m06 },
        chip("hynitron", Hynitron.self),
        chip("cst3xx", CST3xx.self) { $0.maximumContacts = 5 },
        chip("st1232", Sitronix.self) { $0.variant = .st1232 },
        chip("st1633", Sitronix.self) { $0.variant = .st1633 },
        chip("ili210x", Ilitek.self) { $0.variant = .ili210x },
        chip("ili2117", Ilitek.self) { $0.variant = .ili2117 },
        chip("ili251x", Ilitek.self) { ($0.variant, $0.maximumContacts) = (.ili251x, 10) },
        chip("eeti", EETI.self) { $0.maximumContacts = 10 },
        // (With a size, as a loaded board always has one: its own or its device's.)
        FuzzedParser(name: "evdev") { bytes in
            var configuration = EvdevDriver.Configuration()
            (configuration.width, configuration.height) = (800, 480)
            drive(EvdevDriver(configuration: configuration), with: bytes) { _ in }
        },
        chip("mpr121", MPR121.self),
        chip("cap1xxx", CAP1xxx.self),
        FuzzedParser(name: "board") { _ = try? BoardDescription($0, file: "board.yaml") },
        FuzzedParser(name: "configuration", feed: configuration),
        FuzzedParser(name: "stroke") { bytes in
            if let document = try? YAMLDocument(bytes, file: "stroke.json"), let file = try? StrokeFile(document) {
                _ = file.templates(points: 32)
            }
        },
        FuzzedParser(name: "trace") { _ = try? Trace($0, file: "trace.jsonl") },
        FuzzedParser(name: "bus") { _ = try? BusTrace($0, file: "bus.jsonl") },
        // A mistake, for `tools/fuzz --planted` to find: a count that is believed although only four fingers have room.
        chip("planted", Goodix.self) {
            $0.maximumContacts = 10
        } told: { contacts in
            let names = ["thumb", "index", "middle", "ring"]
            if contacts.count > 0 { precondition(!names[contacts.count - 1].isEmpty) }
        },
    ]

    static func named(_ name: String) -> FuzzedParser? { all.first { $0.name == name } }

    /// A family's driver, fed with what its chip might send.
    private static func chip<Family: ChipFamily>(
        _ name: String, _: ChipDriver<Family>.Type,
        adjust: @escaping @Sendable (inout ChipDriver<Family>.Configuration) -> Void = { _ in },
        told: @escaping @Sendable (borrowing Contacts) -> Void = { _ in }
    ) -> FuzzedParser {
        FuzzedParser(name: name) { bytes in
            var configuration = ChipDriver<Family>.Configuration()
            adjust(&configuration)
            // The first byte says which lines there are.
            let lines = bytes.first ?? 0
            configuration.hasInterruptLine = lines & 1 == 0
            configuration.hasResetLine = lines & 2 == 0
            if lines & 4 != 0 { configuration.livenessPeriod = .unlimited }
            drive(ChipDriver<Family>(configuration: configuration), with: Array(bytes.dropFirst()), told: told)
        }
    }

    @Sendable private static func configuration(_ bytes: [UInt8]) {
        guard let source = try? ConfigurationSource(bytes, file: "configuration.yaml") else { return }
        let panel = PanelGeometry(.init(rawWidth: 800, rawHeight: 480))
        guard let read = try? Configuration<StandardRecognizer>(source, panel: panel, board: nil, files: .none) else {
            return
        }
        _ = try? read.setup()
    }
}
