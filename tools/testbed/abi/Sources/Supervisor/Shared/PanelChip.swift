import TaplineChipModels
import TaplineCore

/// A simulated chip, whatever its family. (A class in place of an existential, which Embedded Swift does not have.)
class PanelChip {
    /// Everything that the chip does by itself until `now` has been done.
    func advance(to now: Instant) {}
    /// When it does something by itself next.
    var nextEvent: Instant { .never }
    /// Answers a transfer: nil when it went through.
    func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? { nil }
    func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {}
    func setFingers(_ contacts: Contacts, at now: Instant) {}
    func resetItself(at now: Instant) {}
    var interruptIsAsserted: Bool { false }
    var interruptIsActiveHigh: Bool { false }
    var interruptEdges: UInt32 { 0 }
}

/// The chip of a description, by the name that board files have for it.
func makeChip(_ description: PanelDescription.Chip) throws(Complaint) -> PanelChip {
    if let sensor = MotionChip(description) { return sensor }
    var maker = ChipMaker(description: description)
    ChipFamilies.visit(&maker)
    guard let chip = maker.made else {
        throw Complaint("no model of a '\(description.model)'; there are \(maker.names.joined(separator: ", "))")
    }
    if let goodix = chip as? ModelledChip<GT911Model> { try describe(goodix, description) }
    return chip
}

private final class ModelledChip<Model: FamilyModel>: PanelChip {
    var model: Model
    init(_ model: Model) { self.model = model }

    override func advance(to now: Instant) { model.advance(to: now) }
    override var nextEvent: Instant { model.nextEvent }
    override func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
        model.transfer(transfer, at: now, into: &bytes)
    }
    override func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {
        model.drive(line, drive, at: now)
    }
    override func setFingers(_ contacts: Contacts, at now: Instant) { model.setFingers(contacts, at: now) }
    override func resetItself(at now: Instant) { model.resetItself(at: now) }
    override var interruptIsAsserted: Bool { model.interruptIsAsserted }
    override var interruptIsActiveHigh: Bool { model.interruptIsActiveHigh }
    override var interruptEdges: UInt32 { model.interruptEdges }
}

private struct ChipMaker: FamilyVisitor {
    let description: PanelDescription.Chip
    var made: PanelChip?
    var names: [String] = []

    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) {
        let chips = Model.Family.chips
        for index in 0..<chips.count {
            names.append("\(chips[index].name)")
            guard names.last == description.model else { continue }
            var panel = ModelledPanel(chips[index])
            if description.address > 0 { panel.address = description.address }
            panel.width = description.width
            panel.height = description.height
            made = ModelledChip(Model(panel))
        }
    }
}

/// A Goodix chip can be described in more detail.
private func describe(
    _ chip: ModelledChip<GT911Model>, _ description: PanelDescription.Chip
) throws(Complaint) {
    let mode: GT911Model.InterruptMode
    switch description.mode {
    case "falling": mode = .falling
    case "rising": mode = .rising
    case "low": mode = .low
    case "high": mode = .high
    default: throw Complaint("a \(description.model) has the modes falling, rising, low and high")
    }
    var configuration = chip.model.configuration
    configuration.interruptMode = mode
    configuration.knowsLiveness = description.knowsLiveness
    configuration.floatingAddress = description.address
    chip.model = GT911Model(configuration: configuration)
}
