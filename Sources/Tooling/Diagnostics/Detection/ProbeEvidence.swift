import TaplineCore

/// What chips that say who they are only to somebody who writes, or not at all, show to somebody who only reads: what is
/// written is the address of a register, of one or two bytes, as far as ``ProbeWire/limit`` allows.
enum ProbeEvidence {
    /// Looks for it at an address.
    typealias Search = (UInt8, ProbeWire) -> ControllerIdentity?

    /// How to look for chips like `chip`, as board files call it; nil where there is nothing to see, or no need.
    static func search(for chip: String) -> Search? {
        switch chip {
        case "cst226se", "cst328", "cst3240", "cst340": cst3xx
        case "exc3000": eeti
        case "ili2117": ili2117
        case "ili79600a": ilitekV3
        case "st1232", "st1633": sitronix
        default: nil
        }
    }

    /// What a chip is called that has not been asked for its id: by its address, which says only which of the family's it
    /// may be.
    static func name(of identity: ControllerIdentity, among names: [String]) -> String? {
        guard identity.product[0] == 0, identity.address == CST3xxRegisters.address else { return nil }
        return names.first { $0 == "cst226se" }
    }

    /// A chip of Hynitron's for five fingers counts its scans, and gives a checksum of the count that begins with a seed of
    /// its own. Which of them it is, it says in a mode that must be chosen by a write.
    static func cst3xx(_ address: UInt8, _ wire: ProbeWire) -> ControllerIdentity? {
        for _ in 0..<2 {
            let read = Transfer.read(CST3xxRegisters.scans, count: CST3xxRegisters.scansLength)
            guard let bytes = bytes(of: read, address, wire) else { return nil }
            let sum = bytes[0..<4].reduce(CST3xxRegisters.scansSeed) { $0 &+ UInt16($1) }
            guard bytes[4] == UInt8(truncatingIfNeeded: sum >> 8), bytes[5] == UInt8(truncatingIfNeeded: sum),
                bytes[0..<4].contains(where: { $0 != 0 })
            else { return nil }
            pause(.milliseconds(20), wire)
        }
        return identity(address, "")
    }

    /// A chip of EETI's sends frames that begin with their length and what they are, but only while it is touched. (A frame
    /// that is read is gone.)
    static func eeti(_ address: UInt8, _ wire: ProbeWire) -> ControllerIdentity? {
        var frames = 0
        for _ in 0..<10 {
            var read = Transfer.read(EETIRegisters.read, count: EETIRegisters.frameLength)
            read.mode = .stop
            guard let bytes = bytes(of: read, address, wire) else { return nil }
            let kind = bytes[EETIRegisters.kindOffset]
            let isFrame = Int(bytes[0]) == EETIRegisters.frameLength && bytes[1] == 0
            if isFrame, kind == EETIRegisters.touches || kind == EETIRegisters.otherTouches {
                guard Int(bytes[EETIRegisters.countOffset]) <= EETIRegisters.maximumContacts else { return nil }
                frames += 1
                if frames == 2 { return identity(address, "") }
            }
            pause(.milliseconds(10), wire)
        }
        return nil
    }

    /// An ILI2117 gives the same kind of packet to whoever reads: a header, ten places of four bytes, those without a finger
    /// all ones, and a byte that makes the sum 0.
    static func ili2117(_ address: UInt8, _ wire: ProbeWire) -> ControllerIdentity? {
        for _ in 0..<3 {
            guard let bytes = bytes(of: .read(count: IlitekRegisters.packetLength), address, wire) else { return nil }
            var empty = 0
            for finger in 0..<IlitekRegisters.maximumContacts
            where bytes[(1 + 4 * finger)..<(5 + 4 * finger)].allSatisfy({ $0 == 0xFF }) {
                empty += 1
            }
            guard bytes.reduce(0, &+) == 0, empty >= IlitekRegisters.maximumContacts / 2 else { return nil }
            pause(.milliseconds(10), wire)
        }
        return identity(address, "2117")
    }

    /// A chip with Ilitek's third protocol gives a packet to whoever reads, once its host has asked for packets: its kind, its
    /// length, and a byte that makes the sum 0.
    static func ilitekV3(_ address: UInt8, _ wire: ProbeWire) -> ControllerIdentity? {
        for _ in 0..<2 {
            guard let bytes = bytes(of: .read(count: IlitekV3Registers.packetLength), address, wire),
                bytes[0] == IlitekV3Registers.touches, Int(bytes[2]) == IlitekV3Registers.packetLength,
                bytes.reduce(0, &+) == 0
            else { return nil }
            pause(.milliseconds(20), wire)
        }
        return identity(address, "v3")
    }

    /// An ST1633 says how its places lie, and of how many lines its sensor is, beside a size that its driver has believed
    /// already. An ST1232 says neither. What Sitronix' own driver knows its chips by lies behind a register that must be
    /// written first (0xF1, then 01 02 0B 01 at 0x0C).
    static func sitronix(_ address: UInt8, _ wire: ProbeWire) -> ControllerIdentity? {
        guard let head = bytes(of: .read(SitronixRegisters.firmware, count: 7), address, wire),
            let layout = bytes(of: .read(SitronixRegisters.layout, count: 1), address, wire),
            let chip = bytes(of: .read(SitronixRegisters.chip, count: 3), address, wire)
        else { return nil }
        let sensors = 4...64 as ClosedRange<UInt8>
        guard sensors.contains(chip[1]), sensors.contains(chip[2]), chip[1...2].contains(where: { $0 != head[0] })
        else {
            return nil
        }
        switch layout[0] {
        case SitronixRegisters.longLayout: return identity(address, "1633", head)
        case SitronixRegisters.shortLayout: return identity(address, "1232", head)
        default: return nil
        }
    }

    /// The bytes that answer a read; nil where there is no answer.
    private static func bytes(of read: Transfer, _ address: UInt8, _ wire: ProbeWire) -> [UInt8]? {
        var read = read
        read.address = address
        var received = BusBytes()
        guard let question = read.question, question <= wire.limit, case .transferred = wire.transfer(read, &received),
            received.count >= read.readCount
        else {
            return nil
        }
        return (0..<read.readCount).map { received[$0] }
    }

    private static func pause(_ time: Microseconds, _ wire: ProbeWire) { wire.wait(wire.now() + time) }

    private static func identity(
        _ address: UInt8, _ product: String, _ head: [UInt8] = []
    ) -> ControllerIdentity {
        var identity = ControllerIdentity()
        identity.isKnown = true
        identity.address = address
        for (index, byte) in product.utf8.enumerated() { identity.product[index] = byte }
        if head.count > SitronixRegisters.sizeOffset + 2 {
            let size = SitronixRegisters.sizeOffset
            identity.firmware = UInt16(head[0])
            identity.width = UInt16(head[size] & 0x70) << 4 | UInt16(head[size + 1])
            identity.height = UInt16(head[size] & 0x07) << 8 | UInt16(head[size + 2])
        }
        return identity
    }
}
