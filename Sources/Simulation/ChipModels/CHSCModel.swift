public import TaplineCore

/// A Chipsemi CHSC5816 or CHSC6X, register by register: signature, one finger, interrupt pulses, and ``CHSCFaults``.
///
/// It needs no heap.
public struct CHSCModel: ScanningChip {
    /// What kind of chip it is.
    public struct Configuration: ChipConfiguration {
        /// How it talks.
        public var language: ChipsemiFamily.Language
        /// The 7-bit address.
        public var address = ChipsemiRegisters.address
        /// Its signature, low byte first; `CHSC`, as a number.
        public var signature: UInt32 = 0x4353_4843
        /// Raw pixels across.
        public var width: UInt16 = 800
        /// Raw pixels down.
        public var height: UInt16 = 480
        /// How long an interrupt pulse lasts.
        public var pulseWidth = Microseconds(1_000)
        /// How long after a reset the chip answers nobody.
        public var bootTime = Microseconds.milliseconds(40)

        /// A chip for 800 × 480 pixels.
        public init(_ language: ChipsemiFamily.Language = .chsc5816) { self.language = language }
    }

    /// What goes wrong.
    public var faults = CHSCFaults()
    /// What kind of chip it is.
    public let configuration: Configuration
    public var life = ChipLife()

    public var fingers = Contacts()
    private var shown = Contacts()
    private var pointer: UInt32 = 0

    public typealias Family = ChipsemiFamily

    public init(_ panel: ModelledPanel) {
        self.init(configuration: Configuration(ChipsemiFamily.variant(of: panel.chip, ChipSettings())).behind(panel))
    }

    /// From the count to what has the upper bits.
    public func fewestBits(_ fingers: Int) -> Int {
        configuration.language == .chsc5816 ? 21 + 9 * (4 + 6) : 21 + 9 * (1 + 5)
    }
    /// It has nothing that a reset loses.
    public var showsReset: Bool { false }
    /// A CHSC6X has eight bits for each.
    public var canLieOffPanel: Bool { configuration.language == .chsc5816 }

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    // MARK: What happens to a chip

    public mutating func forget() {
        shown.removeAll()
        pointer = 0
    }

    public mutating func publish() {
        guard fingers.count > 0 || shown.count > 0 else { return }
        shown = fingers
        if shown.count > 0 || !faults.losesLastPulse { interrupt() }
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if let error = refusal(of: transfer, at: configuration.address) { return error }
        let length = configuration.language == .chsc5816 ? 4 : 1
        if transfer.written.count >= length {
            pointer = 0
            for index in 0..<length { pointer = pointer << 8 | UInt32(transfer.written[index]) }
        }
        send(transfer.readCount, into: &bytes) { chip in
            defer { chip.pointer &+= 1 }
            return chip.configuration.language == .chsc5816
                ? chip.register(chip.pointer) : chip.byte(Int(truncatingIfNeeded: chip.pointer))
        }
        return nil
    }

    private var place: (x: UInt16, y: UInt16) {
        guard shown.count > 0 else { return (0, 0) }
        let x = shownX(shown[0].x, width: configuration.width)
        return (x, wholePixel(shown[0].y))
    }

    private var count: UInt8 { faults.count ?? (shown.count > 0 ? 1 : 0) }

    private func byte(_ index: Int) -> UInt8 {
        switch index {
        case 0: count
        case 2: UInt8(truncatingIfNeeded: place.x)
        case 4: UInt8(truncatingIfNeeded: place.y)
        default: 0
        }
    }

    private func register(_ register: UInt32) -> UInt8 {
        let (x, y) = place
        let header = register &- ChipsemiRegisters.header
        if header < 8 {
            // Version 2.1, a checksum, the signature.
            let bytes: InlineArray<4, UInt8> = [1, 2, 0, 0]
            return header < 4
                ? bytes[Int(header)]
                : UInt8(truncatingIfNeeded: configuration.signature >> (8 * (header - 4)))
        }
        switch register &- ChipsemiRegisters.touches {
        case 0: return shown.count > 0 ? 0 : 0xFF
        case 1: return count
        case 2: return UInt8(truncatingIfNeeded: x)
        case 3: return UInt8(truncatingIfNeeded: y)
        case 4: return shown.count > 0 ? UInt8(truncatingIfNeeded: wholePixel(shown[0].pressure)) : 0
        case 5: return UInt8(truncatingIfNeeded: x >> 8) & 0x0F | UInt8(truncatingIfNeeded: y >> 8) << 4
        default: return 0
        }
    }
}
