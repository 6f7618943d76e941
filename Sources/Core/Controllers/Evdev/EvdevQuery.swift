/// What ``EvdevDriver`` asks of an input device: a transfer that is no transfer over a bus.
///
/// In a ``Transfer`` it is two bytes, the kind and the code; the answer is what the kernel's structure holds.
public enum EvdevQuery: Equatable, Sendable {
    /// `read`: the events that wait, at most as many as fit. The only one whose answer may be shorter than asked for.
    case events(EvdevEvent.Layout)
    /// `EVIOCGBIT`: which codes of a type the device has, a bit each.
    case abilities(UInt16)
    /// `EVIOCGKEY`: which keys are down, a bit each.
    case keys
    /// `EVIOCGABS`: an ``EvdevAxis``.
    case axis(UInt16)
    /// `EVIOCGMTSLOTS`: the code, then the value of each slot, 32 bits each.
    case slots(UInt16)

    /// The bytes of an answer with bits: those of keys up to 0x17F, which holds every key that matters here.
    public static var bitBytes: Int { 48 }
    /// The most slots that are looked at; a device with more than 32 fingers there has not been seen.
    public static var mostSlots: Int { 32 }

    /// How the kind is written in a transfer, and read by who carries it out.
    public var kind: UInt8 {
        switch self {
        case .events: 0
        case .abilities: 1
        case .keys: 2
        case .axis: 3
        case .slots: 4
        }
    }

    /// The type or the axis that is asked about; 0 where there is none.
    public var code: UInt16 {
        switch self {
        case .events, .keys: 0
        case .abilities(let code), .axis(let code), .slots(let code): code
        }
    }

    /// The bytes of the answer.
    public var readCount: Int {
        switch self {
        case .events(let layout): layout.readCount
        case .abilities, .keys: EvdevQuery.bitBytes
        case .axis: EvdevAxis.size
        case .slots: 4 &+ 4 &* EvdevQuery.mostSlots
        }
    }

    /// The query as a transfer.
    public func transfer() -> Transfer {
        var written = ShortBytes()
        written.append(kind)
        written.append(UInt8(truncatingIfNeeded: code))
        return Transfer(address: 0, written: written, readCount: readCount)
    }

    /// The query that a transfer is; nil where it is none.
    public init?(_ transfer: Transfer) {
        guard transfer.written.count == 2 else { return nil }
        let code = UInt16(transfer.written[1])
        switch transfer.written[0] {
        case 0: self = .events(transfer.readCount == EvdevEvent.Layout.words64.readCount ? .words64 : .words32)
        case 1: self = .abilities(code)
        case 2: self = .keys
        case 3: self = .axis(code)
        case 4: self = .slots(code)
        default: return nil
        }
    }
}

extension BusBytes {
    /// Whether the bit of `code` is set in an answer with bits.
    public mutating func hasBit(_ code: UInt16) -> Bool {
        let number = Int(code)
        return self[number &>> 3] &>> UInt8(truncatingIfNeeded: number & 7) & 1 == 1
    }
}
