public import TaplineCore

/// A Sitronix ST7123, register by register: size, places of fingers, the checksum, the count of scans, interrupt pulses, and
/// ``ST7123Faults``.
///
/// A finger's name is its place. The registers show the last scan. It needs no heap.
public struct ST7123Model: ScanningChip {
    /// What kind of chip it is.
    public struct Configuration: ChipConfiguration {
        /// The 7-bit address.
        public var address = ST7123Registers.address
        /// How many places it has.
        public var places: UInt8 = 10
        /// Whether reports have a checksum.
        public var hasChecksum = true
        /// The state of its firmware: 6 where it does not run.
        public var state: UInt8 = 0
        /// Raw pixels across.
        public var width: UInt16 = 800
        /// Raw pixels down.
        public var height: UInt16 = 480
        /// How long an interrupt pulse lasts.
        public var pulseWidth = Microseconds(1_000)
        /// How long after a reset the chip answers nobody.
        public var bootTime = Microseconds.milliseconds(60)

        /// A chip for 800 × 480 pixels.
        public init() {}
    }

    /// What goes wrong.
    public var faults = ST7123Faults()
    /// What kind of chip it is.
    public let configuration: Configuration
    public var life = ChipLife()

    public var fingers = Contacts()
    private var isDown = false
    /// The report: flags, three bytes, places, checksum.
    private var report = InlineArray<75, UInt8>(repeating: 0)
    private var pointer: UInt16 = 0
    private var startedAt = Instant.zero
    private var frozenAt: Instant?

    public typealias Family = ST7123Family

    public init(_ panel: ModelledPanel) {
        var configuration = Configuration().behind(panel)
        configuration.places = UInt8(clamping: panel.fingers)
        self.init(configuration: configuration)
    }

    /// All places are read, since nothing says which of them have fingers, and the checksum where there is one.
    public func fewestBits(_ fingers: Int) -> Int {
        let places = 7 * Int(configuration.places)
        return 21 + 9 * (2 + 4 + (configuration.hasChecksum ? places + 1 : places - 2))
    }
    /// Its places are empty after one, as after a lift.
    public var showsReset: Bool { false }

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        compose()
    }

    // MARK: What happens to a chip

    public mutating func begin() {
        startedAt = life.now
        compose()
        if fingers.count > 0 { publish() }
    }

    public mutating func forget() {
        isDown = false
        pointer = 0
        frozenAt = nil
    }

    public mutating func publish() {
        guard fingers.count > 0 || isDown else { return }
        isDown = fingers.count > 0
        compose()
        if isDown || !faults.losesLastPulse { interrupt() }
    }

    /// One scan each 10 ms, unless it hangs.
    private mutating func scans() -> UInt16 {
        if !faults.isFrozen { frozenAt = nil } else if frozenAt == nil { frozenAt = life.now }
        let time = (frozenAt ?? life.now) - startedAt
        return UInt16(truncatingIfNeeded: time.count / 10_000)
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if let error = refusal(of: transfer, at: configuration.address) { return error }
        if transfer.written.count > 1 { pointer = UInt16(transfer.written[0]) << 8 | UInt16(transfer.written[1]) }
        guard transfer.readCount > 0 else { return nil }
        let isReport = pointer == ST7123Registers.touches
        send(transfer.readCount, into: &bytes) { chip in
            let byte = chip.register(chip.pointer)
            chip.pointer &+= 1
            return byte
        }
        if isReport, faults.flips > 0 { faults.flips -= 1 }
        return nil
    }

    private mutating func register(_ register: UInt16) -> UInt8 {
        switch register {
        case 0x00: return 0x05
        case 0x01: return configuration.state
        case 0x05: return UInt8(truncatingIfNeeded: configuration.width >> 8) & 0x3F
        case 0x06: return UInt8(truncatingIfNeeded: configuration.width)
        case 0x07: return UInt8(truncatingIfNeeded: configuration.height >> 8) & 0x3F
        case 0x08: return UInt8(truncatingIfNeeded: configuration.height)
        case 0x09: return configuration.places
        case 0x0A: return UInt8(truncatingIfNeeded: scans() >> 8)
        case 0x0B: return UInt8(truncatingIfNeeded: scans())
        case 0x10..<0x5B:
            let index = Int(register) - 0x10
            let flip: UInt8 = faults.flips > 0 && index == faults.flippedByte ? 1 : 0
            return report[index] ^ flip | (index == 0 && faults.wantsReset ? 0x80 : 0)
        case 0xF0: return configuration.hasChecksum ? 0x10 : 0
        default: return 0
        }
    }

    // MARK: Reports

    private mutating func compose() {
        report = InlineArray(repeating: 0)
        if fingers.count > 0 { report[0] = 0x08 }
        for index in 0..<fingers.count {
            let id = fingers[index].id
            guard !faults.withholds, id >= 0, id < Int32(configuration.places), id < 10 else { continue }
            let place = 4 + 7 * Int(id)
            let x = shownX(fingers[index].x, width: configuration.width)
            let y = wholePixel(fingers[index].y)
            report[place] = 0x80 | UInt8(truncatingIfNeeded: x >> 8) & 0x3F
            report[place + 1] = UInt8(truncatingIfNeeded: x)
            report[place + 2] = UInt8(truncatingIfNeeded: y >> 8) & 0x3F
            report[place + 3] = UInt8(truncatingIfNeeded: y)
            report[place + 4] = UInt8(truncatingIfNeeded: wholePixel(fingers[index].pressure))
        }
        guard configuration.hasChecksum else { return }
        let places = 7 * min(Int(configuration.places), 10)
        let end = 4 + (fingers.count > 0 ? places : 0)
        var sum = 0x5A as UInt8
        for index in 0..<end {
            let next = sum &+ report[index]
            sum = next << 1 | next >> 7
        }
        report[4 + places] = sum
    }
}
