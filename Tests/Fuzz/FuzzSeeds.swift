import Foundation
import TaplineChipModels
import TaplineCore
import TaplineSimulator

/// Where libFuzzer begins: what simulated chips answer their drivers, in the form that ``drive(_:with:told:)`` reads, and
/// recordings of it. Made up here, so that nobody's recordings are needed.
struct FuzzSeeds: FamilyVisitor {
    /// Inputs by the parser that they are for.
    private(set) var inputs: [(parser: String, name: String, bytes: [UInt8])] = []

    /// The inputs for all drivers, and for recordings of those chips that can be replayed.
    static var all: FuzzSeeds {
        var seeds = FuzzSeeds()
        ChipFamilies.visit(&seeds)
        return seeds
    }

    mutating func visit<Model: FamilyModel>(_ listed: ListedFamily<Model>) {
        typealias Family = Model.Family
        for (name, configuration, chip) in FuzzedDrivers.variants(of: listed) {
            for (line, hasLine) in [("interrupt", true), ("polled", false)] {
                var configuration = configuration
                configuration.hasInterruptLine = hasLine
                configuration.hasResetLine = hasLine
                var panel = ModelledPanel(chip)
                if Family.hasKeys { panel.keys = KeyGrid(columns: chip.fingers) }
                let bytes = FuzzSeeds.bytes(
                    ChipDriver<Family>(configuration: configuration), Model(panel), chip.fingers)
                inputs.append((name, line, [hasLine ? 0 : 3] + bytes))
            }
        }
        let chip = Family.chips[0]
        let model = Model(ModelledPanel(chip))
        guard model.reportRegisters != nil || Family.hasConfiguration else { return }
        inputs.append(("bus", "\(chip.name)", FuzzSeeds.recording(model, chip)))
    }

    /// Lets a driver read its chip while fingers land and lift, and writes down what it was told.
    private static func bytes<Driver: Controller, Model: FamilyModel>(
        _ start: Driver, _ model: Model, _ fingers: Int
    ) -> [UInt8] {
        var (driver, chip) = (start, model)
        var (contacts, received) = (Contacts(), BusBytes())
        var now = Instant.zero
        var input = ControllerInput.start
        var bytes: [UInt8] = []
        var waits = 0
        while bytes.count < 900 {
            switch driver.step(input, at: now, received: received, contacts: &contacts) {
            case .transfer(let transfer):
                received.removeAll()
                guard chip.transfer(transfer, at: now, into: &received) == nil else {
                    bytes.append(0xFF)
                    input = .transferFailed(BusError(errno: 121))
                    continue
                }
                bytes.append(0)
                for index in 0..<received.count { bytes.append(received[index]) }
                input = .transferred
            case .line(let line, let drive):
                chip.drive(line, drive, at: now)
                input = .lineSet
            case .report, .fault: input = .proceed
            case .wait(let until):
                waits += 1
                if driver.identity.isKnown, waits % 2 == 0 {
                    now = now + .milliseconds(10)
                    chip.setFingers(scan(waits / 2, fingers), at: now)
                    bytes.append(101)
                    input = .interrupt
                } else if until < .never {
                    if until > now { now = until }
                    bytes.append(0)
                    input = .wake
                } else {
                    now = now + .milliseconds(10)
                    bytes.append(101)
                    input = .interrupt
                }
            }
        }
        return bytes
    }

    /// One finger, two, as many as there are, none, and so on.
    private static func scan(_ number: Int, _ fingers: Int) -> Contacts {
        var contacts = Contacts()
        for finger in 0..<[1, min(2, fingers), fingers, 0][number % 4] {
            contacts.append(Contact(id: Int32(finger), x: Float(10 + 90 * finger + number), y: Float(40 + 9 * number)))
        }
        return contacts
    }

    /// A `bus/1` recording of a few reports.
    private static func recording<Model: FamilyModel>(_ model: Model, _ chip: NamedChip) -> [UInt8] {
        typealias Family = Model.Family
        var configuration = ChipDriver<Family>.Configuration()
        configuration.rawWidth = 800
        configuration.rawHeight = 480
        configuration.hasResetLine = false
        var panel = SimulatedPanel(
            driver: ChipDriver<Family>(configuration: configuration), chip: RecordedChip(model))
        panel.start { _, _ in }
        panel.run(for: .milliseconds(600)) { _, _ in }
        for number in 0..<3 {
            panel.touch(scan(number, chip.fingers)) { _, _ in }
            panel.run(for: .milliseconds(10)) { _, _ in }
        }
        panel.touch(Contacts()) { _, _ in }
        var text = "{\"tapline\":\"bus/1\",\"chip\":\"\(chip.name)\",\"address\":\"0x"
        text += String(Family.addresses(of: chip)[0], radix: 16) + "\"}\n"
        for entry in panel.bus.chip.entries {
            switch entry.kind {
            case .transfer(_, let written, let read, nil):
                text += "{\"t\":\(entry.time.microseconds),\"w\":\"\(hex(written))\""
                text += read.isEmpty ? "}\n" : ",\"r\":\"\(hex(read))\"}\n"
            case .interrupt(let isAsserted):
                text += "{\"t\":\(entry.time.microseconds),\"int\":\(isAsserted ? 0 : 1)}\n"
            default: break
            }
        }
        return Array(text.utf8)
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Writes each input as a file in `folder`/PARSER.
    func write(to folder: String) throws {
        for input in inputs {
            let place = URL(fileURLWithPath: folder).appendingPathComponent(input.parser)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(input.bytes.prefix(1_024)).write(to: place.appendingPathComponent("seed-\(input.name)"))
        }
    }
}
