import TaplineChipModels
import TaplineCore

/// A simulated chip whose family the board says when the program runs: one type for all. (This one is there, and answers
/// nobody; ``BoardChipModelOf`` is a chip.)
class BoardChipModel: ChipModel {
    func advance(to now: Instant) {}
    var nextEvent: Instant { .never }
    func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? { BusError(errno: 6) }
    func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {}
    func setFingers(_ contacts: Contacts, at now: Instant) {}
    var interruptIsAsserted: Bool { false }
    var interruptEdges: UInt32 { 0 }
}

/// A simulated chip of one family, behind the type that all share.
final class BoardChipModelOf<Model: ChipModel>: BoardChipModel {
    private var model: Model

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
    override var interruptIsAsserted: Bool { model.interruptIsAsserted }
    override var interruptEdges: UInt32 { model.interruptEdges }
}
