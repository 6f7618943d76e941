import TaplineChipModels
import TaplineConfiguration
import TaplineCore
import TaplineSimulator

/// A simulated chip under an acceptance: its fingers do what is asked for, and what goes over its wires is recorded.
final class SimulatedOwner: BoardChipModel {
    private var chip: RecordedChip<BoardChipModel>
    private let session: AcceptanceSession
    private let isActiveHigh: Bool
    private let scan: Microseconds
    private var frames: [FingerScript.Frame] = []
    private var next = 0
    private var begin = Instant.zero
    private var heard = 0
    /// While the cable is out.
    private var pulled: Range<Instant>?

    /// How long somebody takes until the fingers move.
    private static var reaction: Microseconds { .milliseconds(500) }
    /// How long the cable is out.
    private static var pull: Microseconds { .milliseconds(5_000) }

    /// - Parameter scan: from one scan of the panel to the next.
    init(_ chip: BoardChipModel, _ session: AcceptanceSession, scan: Microseconds) {
        self.chip = RecordedChip(chip)
        self.session = session
        self.scan = scan
        isActiveHigh = session.record.head.interruptIsActiveHigh ?? false
    }

    /// The fingers do what was asked for last.
    private func listen() {
        guard session.asked.times != heard, let step = session.walk?.present else { return }
        heard = session.asked.times
        (frames, begin, next) = (fingers(step).frames, session.asked.at + Self.reaction, 0)
        if step.kind == .cable { pulled = begin + Self.reaction..<begin + Self.reaction + Self.pull }
    }

    private func fingers(_ step: AcceptanceStep) -> FingerScript {
        let (width, height) = (Float(session.record.head.width), Float(session.record.head.height))
        var script = FingerScript(rateHz: Int(1_000_000 / max(scan.count, 1)))
        switch step.kind {
        case .corner(let x, let y): script.hold(x: x, y: y, duration: .milliseconds(400))
        case .taps:
            for _ in 0..<3 {
                script.tap(x: width / 2, y: height / 2)
                script.rest(.milliseconds(300))
            }
        case .draw:
            script.pan(
                fromX: width * 0.2, y: height * 0.5, toX: width * 0.8, y: height * 0.5, bulge: height * 0.2,
                duration: .milliseconds(2_000))
        case .fingers(let count):
            script.move(duration: .milliseconds(1_000)) { _ in
                var contacts = Contacts()
                for finger in 0..<count {
                    let x = width * (Float(finger) + 0.5) / Float(count)
                    contacts.append(Contact(id: Int32(finger), x: x, y: height * 0.4, pressure: 40))
                }
                return contacts
            }
        case .cable: script.hold(x: width / 2, y: height / 2, duration: Self.pull)
        case .rest: break
        }
        return script
    }

    /// What the wires have shown since the last look.
    private func tell() {
        for entry in chip.entries {
            switch entry.kind {
            case .transfer(_, let written, let read, let error):
                session.take(.transfer(written: written, read: read, error: error), at: entry.time)
            case .interrupt(let isAsserted):
                if session.record.head.interruptIsActiveHigh != nil {
                    session.take(.interrupt(isHigh: isAsserted == isActiveHigh), at: entry.time)
                }
            case .line: break
            }
        }
        chip.forgetEntries()
    }

    private var nextFrame: Instant { next < frames.count ? begin + (frames[next].time - .zero) : .never }

    override func advance(to now: Instant) {
        listen()
        while nextFrame <= now {
            let frame = nextFrame
            if !(pulled?.contains(frame) ?? false) { chip.setFingers(frames[next].contacts, at: frame) }
            next += 1
        }
        chip.advance(to: now)
        tell()
        session.advance(to: now)
    }
    override var nextEvent: Instant {
        listen()
        return min(min(chip.nextEvent, nextFrame), session.deadline)
    }
    override func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
        if pulled?.contains(now) ?? false {
            let error = BusError(errno: 121)
            session.take(
                .transfer(written: (0..<transfer.written.count).map { transfer.written[$0] }, read: [], error: error),
                at: now)
            return error
        }
        let error = chip.transfer(transfer, at: now, into: &bytes)
        tell()
        return error
    }
    override func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {
        chip.drive(line, drive, at: now)
        tell()
    }
    override var interruptIsAsserted: Bool { chip.interruptIsAsserted }
    override var interruptEdges: UInt32 { chip.interruptEdges }
}

/// From one scan of a board's panel to the next, as the model of its chip assumes it.
struct ScanPeriodOfBoard: FamilyVisitor {
    private(set) var period = Microseconds.milliseconds(10)

    init(_ board: BoardDescription) { ChipFamilies.visit(board.controller.family.number, &self) }

    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) { period = Model.scanPeriod }
}
