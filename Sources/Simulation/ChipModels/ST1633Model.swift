public import TaplineCore

/// A Sitronix ST1633 or ST1232, register by register: a start that takes its time, size, places of fingers, interrupt
/// pulses, idling, and ``ST1633Faults``.
///
/// The registers show the last scan. Before the chip is ready they hold its status only. It needs no heap.
public struct ST1633Model: ScanningChip {
    /// What kind of chip it is.
    public struct Configuration: ChipConfiguration {
        /// Which chip it is: an ST1633 has five fingers, an ST1232 two.
        public var part: SitronixFamily.Part
        /// The 7-bit address.
        public var address = SitronixRegisters.address
        /// The firmware's version.
        public var firmware: UInt8 = 0x0A
        /// Raw pixels across, at most 2047.
        public var width: UInt16 = 320
        /// Raw pixels down, at most 2047.
        public var height: UInt16 = 480
        /// How long an interrupt pulse lasts.
        public var pulseWidth = Microseconds.milliseconds(1)
        /// How long after a reset the chip answers nobody.
        public var bootTime = Microseconds.milliseconds(20)
        /// How long after that it says that it starts, and nothing else.
        public var startTime = Microseconds.milliseconds(50)

        /// From one place to the next, in bytes: 3 or 4.
        public var placeLength: Int
        /// Whether it says how its places lie, and of how many lines its sensor is.
        public var saysLayout: Bool

        /// A chip for 320 × 480 pixels. (An ST1232 does not say how its places lie.)
        public init(_ part: SitronixFamily.Part = .st1633) {
            self.part = part
            placeLength = part == .st1232 ? 3 : 4
            saysLayout = part == .st1633
        }

        var places: Int { part == .st1232 ? 2 : 5 }
    }

    /// What goes wrong.
    public var faults = ST1633Faults()
    /// What kind of chip it is.
    public let configuration: Configuration
    /// How many reports there were.
    public private(set) var reports = 0
    /// How often a register other than the status was read before the chip was ready.
    public private(set) var earlyReads = 0
    public var life = ChipLife()

    private var memory = InlineArray<64, UInt8>(repeating: 0)
    private var pointer: UInt8 = 0
    public var fingers = Contacts()
    private var isDown = false
    private var readyAt = Instant.never
    private var idlesAt = Instant.never

    public typealias Family = SitronixFamily

    public init(_ panel: ModelledPanel) {
        self.init(configuration: Configuration(SitronixFamily.variant(of: panel.chip, ChipSettings())).behind(panel))
    }

    /// All places are read, since no register counts fingers.
    public func fewestBits(_ fingers: Int) -> Int {
        21 + 9 * (1 + configuration.places * configuration.placeLength)
    }
    public static var givesNames: Bool { false }
    public var reportRegisters: ReportRegisters? { ReportRegisters(SitronixRegisters.places, count: 5 * 4) }
    public func isIdle(_ recorded: (Int) -> UInt8?) -> Bool {
        for place in 0..<configuration.places {
            let first = recorded(Int(SitronixRegisters.places) + place * configuration.placeLength) ?? 0
            if first & SitronixRegisters.validBit != 0 { return false }
        }
        return true
    }
    public static func size(_ register: (Int) -> UInt8?) -> (width: Int, height: Int)? {
        let place = SitronixRegisters.sizeOffset
        guard let high = register(place), let x = register(place + 1), let y = register(place + 2) else { return nil }
        return ((Int(high) & 0x70) << 4 | Int(x), (Int(high) & 0x07) << 8 | Int(y))
    }
    public static var mostPixels: Int { 2_048 }

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        powerUp()
        start()
    }

    /// What the chip says of its state.
    public var status: UInt8 { memory[Int(SitronixRegisters.status)] }

    // MARK: Time

    public var ownEvent: Instant { readyAt < idlesAt ? readyAt : idlesAt }

    public mutating func happen() {
        if readyAt <= life.now {
            readyAt = .never
            start()
            if fingers.count > 0 { publish() }
        }
        if idlesAt <= life.now {
            idlesAt = .never
            memory[Int(SitronixRegisters.status)] = SitronixRegisters.idle
        }
    }

    /// When it idles, if nobody touches it.
    private mutating func stayAwake() {
        let seconds = memory[Int(SitronixRegisters.timeout)]
        idlesAt =
            seconds == SitronixRegisters.never || fingers.count > 0
            ? .never : life.now + .milliseconds(Int64(Double(1_000 * Int(seconds))))
    }

    // MARK: Fingers and lines

    public mutating func setFingers(_ contacts: Contacts, at instant: Instant) {
        advance(to: instant)
        fingers = contacts
        guard life.power == .running, status != SitronixRegisters.poweredDown, !faults.isFrozen, !faults.isAbsent else {
            return
        }
        if contacts.count > 0 { memory[Int(SitronixRegisters.status)] = SitronixRegisters.normal }
        stayAwake()
        if contacts.count > 0 || isDown { publish() }
    }

    // MARK: What happens to a chip

    /// At first it says that it starts, and nothing else.
    public mutating func begin() {
        life.power = .starting
        readyAt = life.now + configuration.startTime
    }

    public mutating func forget() {
        isDown = false
        readyAt = .never
        idlesAt = .never
    }

    public mutating func powerUp() {
        memory = InlineArray(repeating: 0)
        memory[Int(SitronixRegisters.firmware)] = configuration.firmware
        memory[Int(SitronixRegisters.status)] = SitronixRegisters.starting
        memory[Int(SitronixRegisters.timeout)] = 8
        put(configuration.width, configuration.height, at: SitronixRegisters.sizeOffset)
        if configuration.saysLayout {
            memory[Int(SitronixRegisters.layout)] =
                configuration.placeLength == 3 ? SitronixRegisters.shortLayout : SitronixRegisters.longLayout
        }
    }

    private mutating func start() {
        life.power = .running
        memory[Int(SitronixRegisters.status)] = SitronixRegisters.normal
        stayAwake()
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if let error = refusal(of: transfer, at: configuration.address) { return error }
        if transfer.written.count > 0 { pointer = transfer.written[0] }
        var index = 1
        while index < transfer.written.count {
            if faults.ignoredWrites > 0 { faults.ignoredWrites -= 1 } else { write(transfer.written[index]) }
            index += 1
        }
        send(transfer.readCount, into: &bytes) { $0.read() }
        return nil
    }

    private mutating func read() -> UInt8 {
        let register = pointer
        pointer &+= 1
        if life.power == .starting, register != SitronixRegisters.status {
            earlyReads += 1
            return 0xFF
        }
        if register == SitronixRegisters.status { return status | faults.error << 4 }
        if configuration.saysLayout, register > SitronixRegisters.chip, register <= SitronixRegisters.chip &+ 2 {
            return register == SitronixRegisters.chip &+ 1 ? 12 : 20
        }
        return Int(register) < memory.count ? memory[Int(register)] : 0
    }

    private mutating func write(_ value: UInt8) {
        let register = pointer
        pointer &+= 1
        guard life.power == .running, !faults.isFrozen else { return }
        if register == SitronixRegisters.timeout {
            memory[Int(register)] = value
            stayAwake()
        } else if register == SitronixRegisters.control, value & SitronixRegisters.powerDown != 0 {
            memory[Int(SitronixRegisters.status)] = SitronixRegisters.poweredDown
            idlesAt = .never
        }
    }

    // MARK: Reports

    public mutating func publish() {
        reports += 1
        isDown = fingers.count > 0
        var place = 0
        while place < configuration.places {
            let first = Int(SitronixRegisters.places) + place * configuration.placeLength
            memory[first] = 0
            memory[first + 1] = 0
            memory[first + 2] = 0
            place += 1
        }
        let skipped = faults.leavesFirstPlaceEmpty ? 1 : 0
        let turn = faults.shuffles ? reports : 0
        var index = 0
        while index < fingers.count, index + skipped < configuration.places {
            let place = faults.shuffles ? (index + turn) % configuration.places : index + skipped
            let first = Int(SitronixRegisters.places) + place * configuration.placeLength
            let isOff = faults.isOffPanel && index == 0
            put(
                isOff ? configuration.width &+ 1 : wholePixel(fingers[index].x),
                wholePixel(fingers[index].y), at: first)
            memory[first] |= SitronixRegisters.validBit
            index += 1
        }
        if isDown || !faults.losesLastPulse { interrupt() }
    }

    private mutating func put(_ x: UInt16, _ y: UInt16, at index: Int) {
        memory[index] = UInt8(truncatingIfNeeded: x >> 4) & 0x70 | UInt8(truncatingIfNeeded: y >> 8) & 0x07
        memory[index + 1] = UInt8(truncatingIfNeeded: x)
        memory[index + 2] = UInt8(truncatingIfNeeded: y)
    }

}
