import TaplineCore
import TaplineSimulator

/// A chip that differs from its model in one thing.
struct DifferentChip<Chip: ChipModel>: ChipModel {
    enum Difference: Equatable {
        /// It scans half as often.
        case rate
        /// Every fourth pulse of its interrupt line is missing.
        case pulses
        /// Its interrupt line is inverted.
        case inverted
        /// One of 50 transfers is not acknowledged.
        case failures
        /// Its x axis runs the other way, over so many px.
        case mirror(Float)
        /// Its y axis runs the other way, over so many px.
        case mirrorY(Float)
        /// Its places are so many times those of the model.
        case scale(Float)
        /// It reports a finger where there is none.
        case ghost
        /// It reports two fingers at most.
        case fingers
    }

    var chip: Chip
    let difference: Difference
    private var scans = 0
    private var transfers = 0
    private var innerEdges: UInt32
    private var pulses = 0
    private var hidden = false
    private var wasAsserted: Bool
    private(set) var edges: UInt32 = 0
    private var now = Instant.zero
    private var ghostAt = Instant.never

    init(_ chip: Chip, _ difference: Difference) {
        self.chip = chip
        self.difference = difference
        innerEdges = chip.interruptEdges
        wasAsserted = chip.interruptIsAsserted
    }

    var nextEvent: Instant { min(chip.nextEvent, ghostAt) }
    var interruptIsAsserted: Bool {
        difference == .inverted ? !chip.interruptIsAsserted : chip.interruptIsAsserted && !hidden
    }
    var interruptEdges: UInt32 { edges }

    /// The chip may have asserted its line, or let go of it.
    private mutating func notice() {
        let isNew = chip.interruptEdges != innerEdges
        innerEdges = chip.interruptEdges
        switch difference {
        case .inverted: edges &+= wasAsserted && !chip.interruptIsAsserted ? 1 : 0
        case .pulses where isNew:
            pulses += 1
            hidden = pulses % 4 == 0
            edges &+= hidden ? 0 : 1
        default: edges &+= isNew ? 1 : 0
        }
        wasAsserted = chip.interruptIsAsserted
    }

    mutating func advance(to now: Instant) {
        while chip.nextEvent <= now, chip.nextEvent < .never {
            chip.advance(to: chip.nextEvent)
            notice()
        }
        chip.advance(to: now)
        notice()
        self.now = now
        guard ghostAt <= now else { return }
        var contacts = Contacts()
        if scans % 2 == 0 { contacts.append(Contact(id: 0, x: 100, y: 100, pressure: 9)) }
        scans += 1
        ghostAt = now + .milliseconds(700)
        chip.setFingers(contacts, at: now)
        notice()
    }

    mutating func setFingers(_ contacts: Contacts, at now: Instant) {
        advance(to: now)
        if difference == .ghost { ghostAt = contacts.count > 0 ? .never : now + .milliseconds(2_000) }
        scans += 1
        if difference == .rate, scans % 2 == 0, contacts.count > 0 { return }
        var changed = Contacts()
        for index in 0..<contacts.count where difference != .fingers || index < 2 {
            var contact = contacts[index]
            switch difference {
            case .mirror(let width): contact.x = width - 1 - contact.x
            case .mirrorY(let height): contact.y = height - 1 - contact.y
            case .scale(let factor): (contact.x, contact.y) = (contact.x * factor, contact.y * factor)
            default: break
            }
            changed.append(contact)
        }
        chip.setFingers(changed, at: now)
        notice()
    }

    mutating func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: now)
        transfers += 1
        if difference == .failures, transfers % 50 == 0 { return BusError(errno: 121) }
        let error = chip.transfer(transfer, at: now, into: &bytes)
        notice()
        return error
    }

    mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {
        advance(to: now)
        chip.drive(line, drive, at: now)
        notice()
    }
}
