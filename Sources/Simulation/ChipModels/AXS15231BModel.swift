public import TaplineCore

/// An AXS15231B, answer by answer: one finger, interrupt pulses, and ``AXS15231BFaults``.
///
/// Who reads without its key gets zeros. It needs no heap.
public struct AXS15231BModel: ScanningChip {
    /// What kind of chip it is.
    public struct Configuration: ChipConfiguration {
        /// The 7-bit address.
        public var address = AXS15231BRegisters.address
        /// Raw pixels across, at most 4095.
        public var width: UInt16 = 800
        /// Raw pixels down, at most 4095.
        public var height: UInt16 = 480
        /// How long an interrupt pulse lasts.
        public var pulseWidth = Microseconds(1_000)
        /// How long after a reset the chip answers nobody.
        public var bootTime = Microseconds.milliseconds(50)

        /// A chip for 800 × 480 pixels.
        public init() {}
    }

    /// What goes wrong.
    public var faults = AXS15231BFaults()
    /// What kind of chip it is.
    public let configuration: Configuration
    public var life = ChipLife()

    public var fingers = Contacts()
    private var shown = Contacts()

    public typealias Family = AXS15231BFamily

    public init(_ panel: ModelledPanel) {
        self.init(configuration: Configuration().behind(panel))
    }

    /// The key, a STOP, the answer.
    public func fewestBits(_ fingers: Int) -> Int { 22 + 9 * (11 + 8) }
    /// It has nothing that a reset could lose.
    public var showsReset: Bool { false }

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    // MARK: What happens to a chip

    public mutating func forget() { shown.removeAll() }

    public mutating func publish() {
        guard fingers.count > 0 || shown.count > 0 else { return }
        shown = fingers
        if shown.count > 0 || !faults.losesLastPulse { interrupt() }
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if let error = refusal(of: transfer, at: configuration.address) { return error }
        if transfer.written.count > 0 { isAsked = AXS15231BModel.isKey(transfer.written) }
        guard transfer.readCount > 0 else { return nil }
        let answers = isAsked
        isAsked = false
        var index = 0
        send(transfer.readCount, into: &bytes) { chip in
            defer { index += 1 }
            return answers ? chip.answer(index) : 0
        }
        return nil
    }

    /// Whether the key has come, and no answer yet.
    private var isAsked = false

    private static func isKey(_ written: ShortBytes) -> Bool {
        written.count == 11 && written[0] == 0xB5 && written[1] == 0xAB && written[2] == 0xA5 && written[3] == 0x5A
            && written[7] == 8
    }

    private func answer(_ index: Int) -> UInt8 {
        guard shown.count > 0 else { return index == 1 ? faults.count ?? 0 : 0 }
        let x = shownX(shown[0].x, width: configuration.width)
        let y = wholePixel(shown[0].y)
        switch index {
        case 0: return faults.gesture
        case 1: return faults.count ?? 1
        case 2: return 0x80 | UInt8(truncatingIfNeeded: x >> 8) & 0x0F
        case 3: return UInt8(truncatingIfNeeded: x)
        case 4: return UInt8(truncatingIfNeeded: y >> 8) & 0x0F
        case 5: return UInt8(truncatingIfNeeded: y)
        default: return 0
        }
    }
}
