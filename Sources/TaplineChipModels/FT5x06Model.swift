public import TaplineControllers
public import TaplineTouches

/// A FocalTech chip, register by register: reset, identity, reports, the interrupt in both modes, hibernation, EDT's
/// M06 answers, and ``FT5x06Faults``.
///
/// The registers always show the last scan; the record of a lifted finger stays where it was, beyond the count, with
/// the event "up". It needs no heap, so it also runs inside a bare-metal image.
public struct FT5x06Model: ChipModel, Sendable {
    /// The chips of the family that differ for a driver.
    public enum Part: Equatable, Sendable {
        case ft5x06, ft5406, ft5506, ft5726, ft6206, ft6236, ft6336
        /// An EDT panel with M06 firmware.
        case edtM06
    }

    /// What kind of chip it is.
    public struct Configuration: Sendable {
        /// The part, as it was asked for.
        public let part: Part
        /// The 7-bit address.
        public var address = FocalTechRegisters.address
        /// The chip's id.
        public var chip: UInt8 = 0x55
        /// The panel's vendor.
        public var vendor: UInt8 = 0x11
        /// The firmware's version.
        public var firmware: UInt8 = 0x0B
        /// Raw pixels across.
        public var width: UInt16 = 800
        /// Raw pixels down.
        public var height: UInt16 = 480
        /// The most contacts it reports, 1…10.
        public var maximumContacts = 5
        /// The interrupt's mode after a reset: 0 low while fingers are down, 1 a pulse for each report.
        public var interruptMode: UInt8 = 0
        /// How long an interrupt pulse lasts.
        public var pulseWidth = Microseconds(500)
        /// How long after a reset the chip answers nobody.
        public var bootTime = Microseconds.milliseconds(300)

        /// A chip of the family, for 800 × 480 pixels. The ids of ``Part/ft5406`` and its interrupt's mode are those of
        /// a Raspberry Pi Touch Display.
        public init(_ part: Part = .ft5x06) {
            self.part = part
            switch part {
            case .ft5x06, .edtM06: break
            case .ft5406:
                chip = 0x54
                vendor = 0x79
                interruptMode = 1
                maximumContacts = 10
            case .ft5506: maximumContacts = 10
            case .ft5726:
                vendor = FocalTechRegisters.vendorWithYFirst
                maximumContacts = 10
            case .ft6206:
                chip = 0x06
                maximumContacts = 2
            case .ft6236:
                chip = 0x36
                maximumContacts = 2
            case .ft6336:
                chip = 0x64
                maximumContacts = 2
            }
        }
    }

    enum Power: Equatable, Sendable { case held, booting, running, asleep }

    /// What goes wrong.
    public var faults = FT5x06Faults()
    /// What kind of chip it is.
    public let configuration: Configuration
    /// How many reports there were.
    public internal(set) var reports = 0
    public internal(set) var interruptEdges: UInt32 = 0
    public internal(set) var interruptIsAsserted = false

    var power = Power.running
    var now = Instant.zero
    var memory = InlineArray<256, UInt8>(repeating: 0)
    var pointer: UInt8 = 0
    var lastAccess = Instant.zero

    /// The fingers on the panel, and those of the report in the registers, in the records' order.
    var fingers = Contacts()
    var reported = Contacts()
    /// Whether each record was there in the report before, and whether it says that its finger has lifted.
    var isKnown = BitSet<UInt16>()
    var isLifted = BitSet<UInt16>()

    var pulseEnds = Instant.never
    var bootEnds = Instant.never

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        powerUp()
    }

    // MARK: Time

    public var nextEvent: Instant { bootEnds < pulseEnds ? bootEnds : pulseEnds }

    public mutating func advance(to instant: Instant) {
        while nextEvent <= instant, nextEvent < .never {
            now = nextEvent
            if bootEnds <= now {
                bootEnds = .never
                power = .running
                if fingers.count > 0 { publish() }
            }
            if pulseEnds <= now {
                pulseEnds = .never
                interruptIsAsserted = false
            }
        }
        if now < instant { now = instant }
    }

    // MARK: Fingers and lines

    public mutating func setFingers(_ contacts: Contacts, at instant: Instant) {
        advance(to: instant)
        fingers = contacts
        guard power == .running, !faults.isFrozen, !faults.isAbsent else { return }
        // Idle scans change nothing.
        if contacts.count > 0 || reported.count > 0 { publish() }
    }

    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at instant: Instant) {
        advance(to: instant)
        guard line == .reset else { return }
        if drive == .low {
            power = .held
            faults.isStuck = false
            forget()
        } else if power == .held {
            boot()
        }
    }

    // MARK: What happens to a chip

    /// The chip resets itself, as after an electrostatic discharge or a dip of its supply.
    public mutating func resetItself(at instant: Instant) {
        advance(to: instant)
        forget()
        boot()
    }

    /// An interrupt without a report.
    public mutating func interruptSpuriously(at instant: Instant) {
        advance(to: instant)
        pulse()
    }

    private mutating func boot() {
        power = .booting
        bootEnds = now + configuration.bootTime
        powerUp()
    }

    /// Everything that a reset loses.
    private mutating func forget() {
        faults.isFrozen = false
        reported.removeAll()
        isKnown = BitSet()
        isLifted = BitSet()
        pulseEnds = .never
        bootEnds = .never
        interruptIsAsserted = false
    }

    // MARK: Interrupt

    /// The interrupt line after a report.
    mutating func signal() {
        if memory[Int(FocalTechRegisters.interruptMode)] == FocalTechRegisters.triggerMode || isM06 {
            if reported.count > 0 || !faults.losesLastPulse { pulse() }
        } else {
            let isDown = fingers.count > 0
            if isDown, !interruptIsAsserted { interruptEdges &+= 1 }
            interruptIsAsserted = isDown
            pulseEnds = .never
        }
    }

    private mutating func pulse() {
        interruptEdges &+= 1
        interruptIsAsserted = true
        pulseEnds = now + configuration.pulseWidth
    }

    var isM06: Bool { configuration.part == .edtM06 }
}
