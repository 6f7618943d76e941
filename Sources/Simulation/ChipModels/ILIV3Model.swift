public import TaplineCore

/// An Ilitek chip with the third protocol, command by command: who it is, packets of fingers, interrupt pulses, and
/// ``ILIV3Faults``.
///
/// A finger's name is its place in the packet. A read without a command brings a packet once the host has asked for them. It
/// needs no heap.
public struct ILIV3Model: ScanningChip {
    /// What kind of chip it is.
    public struct Configuration: ChipConfiguration {
        /// The 7-bit address.
        public var address = IlitekV3Registers.address
        /// The first number of its protocol's version.
        public var major: UInt8 = 5
        /// Whether it says how large its panel is.
        public var saysSize = true
        /// Raw pixels across.
        public var width: UInt16 = 800
        /// Raw pixels down.
        public var height: UInt16 = 480
        /// How long an interrupt pulse lasts.
        public var pulseWidth = Microseconds(1_000)
        /// How long after a reset the chip answers nobody.
        public var bootTime = Microseconds.milliseconds(100)

        /// A chip for 800 × 480 pixels.
        public init() {}
    }

    /// What goes wrong.
    public var faults = ILIV3Faults()
    /// What kind of chip it is.
    public let configuration: Configuration
    public var life = ChipLife()

    public var fingers = Contacts()
    private var isDown = false
    private var packet = InlineArray<72, UInt8>(repeating: 0xFF)
    /// The command that is answered next, 0: none; and when it came.
    private var command: UInt8 = 0
    private var commandedAt = Instant(microseconds: .min)
    private var mayAnswer = false
    private var sendsPackets = false

    public typealias Family = IlitekV3Family

    public init(_ panel: ModelledPanel) {
        self.init(configuration: Configuration().behind(panel))
    }

    /// A packet, which has its checksum at the end.
    public func fewestBits(_ fingers: Int) -> Int { 11 + 9 * 72 }
    /// A packet without fingers is all that it would show.
    public var showsReset: Bool { false }

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        compose()
    }

    // MARK: What happens to a chip

    public mutating func begin() {
        compose()
        if fingers.count > 0 { publish() }
    }

    public mutating func forget() {
        isDown = false
        command = 0
        mayAnswer = false
        sendsPackets = false
    }

    public mutating func publish() {
        guard fingers.count > 0 || isDown else { return }
        isDown = fingers.count > 0
        compose()
        if isDown || !faults.losesLastPulse { interrupt() }
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if let error = refusal(of: transfer, at: configuration.address) { return error }
        if transfer.written.count > 0 { obey(transfer.written) }
        guard transfer.readCount > 0 else { return nil }
        let asked = command
        let isEmpty = asked == 0 && (!sendsPackets || emptyRead())
        let isEarly = asked != 0 && life.now - commandedAt < IlitekV3Registers.readDelay
        command = 0
        var index = 0
        send(transfer.readCount, into: &bytes) { chip in
            let byte = isEmpty ? 0 : isEarly ? 0xFF : asked == 0 ? chip.packetByte(index) : chip.answer(asked, index)
            index += 1
            return byte
        }
        if asked == 0, faults.flips > 0 { faults.flips -= 1 }
        return nil
    }

    private mutating func emptyRead() -> Bool {
        guard faults.emptyReads > 0 else { return false }
        faults.emptyReads -= 1
        return true
    }

    private mutating func obey(_ written: ShortBytes) {
        switch (written.count, written[0]) {
        case (2, IlitekV3Registers.readControl): mayAnswer = written[1] == IlitekV3Registers.version
        case (1, IlitekV3Registers.version) where !mayAnswer: break
        case (1, IlitekV3Registers.version), (1, IlitekV3Registers.information):
            command = written[0]
            commandedAt = life.now
            mayAnswer = false
        case (3, IlitekV3Registers.format): sendsPackets = written[1] == 0 && written[2] == 3
        default: break
        }
    }

    private func answer(_ command: UInt8, _ index: Int) -> UInt8 {
        guard command != IlitekV3Registers.version else {
            let version: InlineArray<4, UInt8> = [command, configuration.major, 7, 0]
            return index < 4 ? version[index] : 0
        }
        switch index {
        // 140.0.6.0.
        case 16: return 140
        case 18: return 6
        case 46 where configuration.saysSize: return 0x29
        case 47 where configuration.saysSize: return UInt8(truncatingIfNeeded: configuration.width >> 8)
        case 48 where configuration.saysSize: return UInt8(truncatingIfNeeded: configuration.width)
        case 49 where configuration.saysSize: return UInt8(truncatingIfNeeded: configuration.height >> 8)
        case 50 where configuration.saysSize: return UInt8(truncatingIfNeeded: configuration.height)
        default: return 0
        }
    }

    private func packetByte(_ index: Int) -> UInt8 {
        guard index < IlitekV3Registers.packetLength else { return 0 }
        return packet[index] ^ (faults.flips > 0 && index == faults.flippedByte ? 1 : 0)
    }

    // MARK: Reports

    private mutating func compose() {
        packet = InlineArray(repeating: 0xFF)
        packet[0] = IlitekV3Registers.touches
        packet[1] = 0
        packet[2] = 72
        packet[3] = 0
        for index in 0..<fingers.count {
            let id = fingers[index].id
            guard id >= 0, id < 10 else { continue }
            let place = 4 + 5 * Int(id)
            let x = shownX(fingers[index].x, width: configuration.width)
            let y = wholePixel(fingers[index].y)
            packet[place] = UInt8(truncatingIfNeeded: x >> 8)
            packet[place + 1] = UInt8(truncatingIfNeeded: x)
            packet[place + 2] = UInt8(truncatingIfNeeded: y >> 8)
            packet[place + 3] = UInt8(truncatingIfNeeded: y)
        }
        var sum: UInt8 = 0
        for index in 0..<71 { sum &+= packet[index] }
        packet[71] = 0 &- sum
    }
}
