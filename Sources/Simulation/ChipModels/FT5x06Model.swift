public import TaplineCore

/// A FocalTech chip, register by register: reset, identity, reports, the interrupt in both modes, hibernation, EDT's
/// M06 answers, and ``FT5x06Faults``.
///
/// The registers always show the last scan; the record of a lifted finger stays where it was, beyond the count, with
/// the event "up". It needs no heap, so it also runs inside a bare-metal image.
public struct FT5x06Model: ScanningChip {
    /// The chips of the family that differ for a driver.
    public enum Part: Equatable, Sendable {
        case ft5x06, ft5406, ft5506, ft5726, ft6206, ft6236, ft6336, ft3267
        /// An EDT panel with M06 firmware.
        case edtM06

        /// The part that behaves as `chip` does.
        public init(_ chip: NamedChip) {
            switch chip.id {
            case 0x54: self = .ft5406
            case 0x5900: self = .ft5726
            case 0x06: self = .ft6206
            case 0x36: self = .ft6236
            case 0x64: self = .ft6336
            case 0x33: self = .ft3267
            case FocalTechRegisters.m06Id: self = .edtM06
            default: self = chip.fingers > 5 ? .ft5506 : .ft5x06
            }
        }
    }

    /// What kind of chip it is.
    public struct Configuration: ChipConfiguration {
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
            case .ft3267:
                chip = 0x33
                maximumContacts = 2
            }
        }
    }

    /// What goes wrong.
    public var faults = FT5x06Faults()
    /// What kind of chip it is.
    public let configuration: Configuration
    /// How many reports there were.
    public internal(set) var reports = 0
    public var life = ChipLife()

    var memory = InlineArray<256, UInt8>(repeating: 0)
    var pointer: UInt8 = 0
    var lastAccess = Instant.zero

    /// The fingers on the panel, and those of the report in the registers, in the records' order.
    public var fingers = Contacts()
    var reported = Contacts()
    /// Whether each record was there in the report before, and whether it says that its finger has lifted.
    var isKnown = BitSet<UInt16>()
    var isLifted = BitSet<UInt16>()

    public typealias Family = FocalTechFamily

    public init(_ panel: ModelledPanel) {
        let chip = panel.chip
        var configuration = Configuration(Part(chip))
        if chip.id > 0, chip.id < 0x100 { configuration.chip = UInt8(truncatingIfNeeded: chip.id) }
        configuration = configuration.behind(panel)
        configuration.maximumContacts = min(panel.fingers, FocalTechRegisters.maximumContacts)
        self.init(configuration: configuration)
    }

    /// Status and records in one read; of M06 firmware an answer, as long as for five fingers.
    public func fewestBits(_ fingers: Int) -> Int { 21 + 9 * (isM06 ? 27 : 6 * fingers) }
    /// M06 firmware gives a wrong place at first.
    public var reportsToLand: Int { isM06 ? 2 : 1 }
    /// M06 firmware has nothing to be asked.
    public var showsReset: Bool { !isM06 }
    public var sleepCommand: Transfer? {
        isM06 ? nil : .write(FocalTechRegisters.powerMode, FocalTechRegisters.hibernate)
    }

    /// Status and records; of M06 firmware the answer to the command, byte after byte.
    public var reportRegisters: ReportRegisters? {
        isM06
            ? ReportRegisters(FocalTechRegisters.m06Report, count: FocalTechRegisters.m06ReportLength)
            : ReportRegisters(
                FocalTechRegisters.status,
                count: 1 + FocalTechRegisters.maximumContacts * FocalTechRegisters.recordLength)
    }

    /// The status, and the places of all contacts that it counts.
    public func isWhole(_ recorded: (Int) -> UInt8?) -> Bool {
        guard !isM06 else { return true }
        guard let status = recorded(Int(FocalTechRegisters.status)) else { return false }
        let count = Int(status & FocalTechRegisters.countMask)
        // More than any chip counts: the driver drops it, whatever the places say.
        guard count <= FocalTechRegisters.maximumContacts else { return true }
        for contact in 0..<count {
            let first = Int(FocalTechRegisters.firstRecord) + contact * FocalTechRegisters.recordLength
            for place in first..<first + FocalTechRegisters.recordUsefulLength where recorded(place) == nil {
                return false
            }
        }
        return true
    }

    public func isIdle(_ recorded: (Int) -> UInt8?) -> Bool {
        guard !isM06 else { return false }
        return (recorded(Int(FocalTechRegisters.status)) ?? 0) & FocalTechRegisters.countMask == 0
    }

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        powerUp()
    }

    // MARK: What happens to a chip

    public mutating func forget() {
        reported.removeAll()
        isKnown = BitSet()
        isLifted = BitSet()
    }

    // MARK: Interrupt

    /// The interrupt line after a report.
    mutating func signal() {
        if memory[Int(FocalTechRegisters.interruptMode)] == FocalTechRegisters.triggerMode || isM06 {
            if reported.count > 0 || !faults.losesLastPulse { interrupt() }
        } else {
            let isDown = fingers.count > 0
            if isDown, !life.interruptIsAsserted { life.interruptEdges &+= 1 }
            life.interruptIsAsserted = isDown
            life.pulseEnds = .never
        }
    }

    var isM06: Bool { configuration.part == .edtM06 }
}
