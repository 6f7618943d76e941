public import TaplineCore

/// Acme's touch controllers, register by register, with ``AcmeFaults``.
public struct AcmeModel: FamilyModel {
    public typealias Family = AcmeFamily

    public var faults = AcmeFaults()
    public var life = ChipLife()
    public var bootTime: Microseconds { .milliseconds(40) }

    private let panel: ModelledPanel
    private var memory = InlineArray<32, UInt8>(repeating: 0)
    private var pointer: UInt8 = 0
    private var fingers = Contacts()

    public init(_ panel: ModelledPanel) {
        self.panel = panel
        powerUp()
    }

    public func fewestBits(_ fingers: Int) -> Int { 21 + 9 * (3 + AcmeRegisters.length * fingers) }

    public mutating func powerUp() {
        memory = InlineArray(repeating: 0)
        memory[0] = UInt8(truncatingIfNeeded: panel.chip.id)
        memory[1] = AcmeRegisters.maker
    }

    public mutating func forget() {}
    public mutating func begin() { if fingers.count > 0 { publish() } }
    public mutating func interrupt() { life.pulse(Microseconds(500)) }

    public mutating func setFingers(_ contacts: Contacts, at instant: Instant) {
        advance(to: instant)
        fingers = contacts
        let isNews = contacts.count > 0 || memory[Int(AcmeRegisters.count)] > 0
        if isNews, life.power == .running, !faults.isFrozen, !faults.isAbsent { publish() }
    }

    private mutating func publish() {
        let count = min(fingers.count, panel.fingers)
        let first = Int(AcmeRegisters.count)
        memory[first] = UInt8(truncatingIfNeeded: count)
        var index = 0
        while index < count {
            let x = faults.isOffPanel ? UInt16(1_023) : wholePixel(fingers[index].x)
            let y = wholePixel(fingers[index].y)
            let place = first + 1 + index * AcmeRegisters.length
            memory[place] = UInt8(truncatingIfNeeded: x)
            memory[place + 1] = UInt8(truncatingIfNeeded: y)
            memory[place + 2] =
                UInt8(truncatingIfNeeded: fingers[index].id) & 0x03 | UInt8(truncatingIfNeeded: x >> 8) << 2
                | UInt8(truncatingIfNeeded: y >> 8) << 4
            index += 1
        }
        interrupt()
    }

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if let error = refusal(of: transfer, at: panel.address ?? AcmeFamily.usualAddress) { return error }
        if transfer.written.count > 0 { pointer = transfer.written[0] }
        if transfer.written.count > 1, pointer == AcmeRegisters.awake { memory[Int(pointer)] = transfer.written[1] }
        let lies = transfer.readCount > 0 && faults.beginsToLie()
        var index = 0
        while index < transfer.readCount {
            let byte = Int(pointer) < memory.count ? memory[Int(pointer)] : 0
            bytes.append(faults.sent(byte, lies: lies))
            pointer &+= 1
            index += 1
        }
        return nil
    }
}

/// What goes wrong with an ``AcmeModel``.
public struct AcmeFaults: ChipFaults, Equatable, Sendable {
    public var common = CommonFaults()

    public init() {}
}
