import TaplineChipModels
import TaplineConfiguration
import TaplineCore
import TaplineDaemon

/// What the pipeline is behind: not counted. (A class, as Embedded Swift has no existential values.)
class MeasuredChip {
    /// Shows a report, given as the registers of a FocalTech chip: 61 bytes.
    func show(_ registers: ArraySlice<UInt8>, at now: Instant) {}
    /// Carries a transfer out.
    func carryOut(_ transfer: Transfer, at now: Instant, into received: inout BusBytes) -> ControllerInput { .lineSet }
    /// Whether there is something to be read, of a chip that is not polled: asked once.
    func hasInterrupted() -> Bool { false }
    /// Drives a line.
    func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {}
}

/// A chip of any family, by its model.
class ModelChip<Model: ChipModel>: MeasuredChip {
    var model: Model
    /// The most fingers that it can show.
    let most: Int

    init(_ model: Model, most: Int) {
        self.model = model
        self.most = most
    }

    override func show(_ registers: ArraySlice<UInt8>, at now: Instant) {
        var contacts = Contacts()
        let start = registers.startIndex
        for finger in 0..<min(Int(registers[start] & 0x0F), most) {
            let record = start + 1 + 6 * finger
            contacts.append(
                Contact(
                    id: Int32(registers[record + 2] >> 4),
                    x: Float(Int(registers[record] & 0x0F) << 8 | Int(registers[record + 1])),
                    y: Float(Int(registers[record + 2] & 0x0F) << 8 | Int(registers[record + 3]))))
        }
        model.setFingers(contacts, at: now)
    }

    override func carryOut(_ transfer: Transfer, at now: Instant, into received: inout BusBytes) -> ControllerInput {
        received.removeAll()
        model.advance(to: now)
        if let error = model.transfer(transfer, at: now, into: &received) { return .transferFailed(error) }
        return .transferred
    }

    override func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {
        model.drive(line, drive, at: now)
    }
}

/// A chip and its driver, as the daemon makes it for a board.
struct ChosenPanel {
    var driver: BoardController
    var chip: MeasuredChip
    /// Whether the pipeline is measured without the pair of sources around it.
    var isPlain = false

    /// The panel of the mix with this chip, polled as often as it reports; nil: there is no such chip.
    private init?(_ name: String, isPolled: Bool = true, addresses: [UInt8] = [], chip: MeasuredChip) {
        guard var board = try? BoardDescription.simulated(), let controller = ControllerChip(name: name) else {
            return nil
        }
        board.controller = controller
        board.addresses = addresses
        board.maximumFingers = controller.maximumFingers
        board.panel = .init(rawWidth: 800, rawHeight: 480, rawMillimetres: (127, 76.2))
        board.activePollPeriod = Bench.period
        board.idlePollPeriod = Bench.period
        if isPolled { board.interruptPin = nil }
        driver = board.driver
        self.chip = chip
    }

    /// A FocalTech chip of ten fingers, as plain registers.
    static func focalTech(isPolled: Bool = true) -> ChosenPanel {
        ChosenPanel("ft5506", isPolled: isPolled, chip: RegisterChip())!
    }

    /// The chip with the most fingers of a family, or an input device (`evdev`); nil: there is no such family.
    static func family(_ name: String) -> ChosenPanel? {
        if name == "evdev" { return ChosenPanel(name, chip: InputDevice()) }
        var finder = ChipOfFamily(family: name)
        ChipFamilies.visit(&finder)
        guard let chip = finder.chip else { return nil }
        return ChosenPanel(finder.name, addresses: finder.addresses, chip: chip)
    }

    /// The names of the families.
    static var families: [String] {
        var names = NamesOfFamilies()
        ChipFamilies.visit(&names)
        return names.names
    }
}

private struct ChipOfFamily: FamilyVisitor {
    let family: String
    var name = ""
    var addresses: [UInt8] = []
    var chip: MeasuredChip?

    mutating func visit<Model: FamilyModel>(_ listed: ListedFamily<Model>) {
        guard "\(Model.Family.name)".lowercased() == family else { return }
        var largest = Model.Family.chips[0]
        for row in 1..<max(1, Model.Family.chips.count) where Model.Family.chips[row].fingers > largest.fingers {
            largest = Model.Family.chips[row]
        }
        name = "\(largest.name)"
        let all = Model.Family.addresses(of: largest)
        addresses = (0..<all.count).map { all[$0] }
        chip = ModelChip(Model(ModelledPanel(largest)), most: largest.fingers)
    }
}

private struct NamesOfFamilies: FamilyVisitor {
    var names: [String] = []
    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) {
        names.append("\(Model.Family.name)".lowercased())
    }
}

/// An input device of the kernel's: it is read when it has something to tell.
private final class InputDevice: ModelChip<EvdevModel> {
    private var edges: UInt32 = 0

    init() { super.init(EvdevModel(configuration: .init(.slots, width: 800, height: 480)), most: 10) }

    override func hasInterrupted() -> Bool {
        defer { edges = model.interruptEdges }
        return edges != model.interruptEdges
    }
    override func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {}
}
