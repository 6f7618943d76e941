public import TaplineCore

/// A Hynitron CST328 and its relatives, register by register: reset, information, reports with their marks and acknowledge,
/// interrupt pulses, the counter of scans, deep sleep, and ``CST3xxFaults``.
///
/// The registers show the last scan; a finger that has lifted is reported once. It needs no heap.
public struct CST3xxModel: ScanningChip {
    /// The chips that differ for a driver.
    public enum Part: Equatable, Sendable {
        case cst226se, cst3240, cst328, cst340

        /// The part that `chip` is.
        public init(_ chip: NamedChip) {
            switch chip.id {
            case 0x00A8: self = .cst226se
            case 0x0CA8: self = .cst3240
            case 0x0154: self = .cst340
            default: self = .cst328
            }
        }
    }

    /// What kind of chip it is.
    public struct Configuration: ChipConfiguration {
        /// The 7-bit address.
        public var address: UInt8
        /// The chip's type.
        public var type: UInt16
        /// The firmware's version.
        public var firmware: UInt16 = 0x0102
        /// Raw pixels across.
        public var width: UInt16 = 320
        /// Raw pixels down.
        public var height: UInt16 = 480
        /// The most contacts it reports, 1…5.
        public var maximumContacts = CST3xxRegisters.maximumContacts
        /// How long an interrupt pulse lasts, unless the report is acknowledged sooner.
        public var pulseWidth = Microseconds.milliseconds(1)
        /// How long after a reset the chip answers nobody.
        public var bootTime = Microseconds.milliseconds(50)
        /// Whether its firmware counts its scans.
        public var countsScans = true

        /// A chip of the family, for 320 × 480 pixels.
        public init(_ part: Part = .cst328) {
            switch part {
            case .cst226se: type = 0x00A8
            case .cst3240: type = 0x0CA8
            case .cst328: type = 0x0148
            case .cst340: type = 0x0154
            }
            let isAtOther = part == .cst328 || part == .cst340
            address = isAtOther ? CST3xxRegisters.otherAddress : CST3xxRegisters.address
        }
    }

    /// What goes wrong.
    public var faults = CST3xxFaults()
    /// What kind of chip it is.
    public let configuration: Configuration
    /// How many reports were published, and how many acknowledged.
    public internal(set) var reports = 0
    /// How many reports were acknowledged.
    public internal(set) var acknowledges = 0
    /// How often a report was acknowledged although it had not been read to its end.
    public internal(set) var acknowledgedUnread = 0
    public var life = ChipLife()

    /// The registers from ``TaplineControllers/CST3xxRegisters/report`` on.
    var report = InlineArray<28, UInt8>(repeating: 0)
    var pointer: UInt16 = 0
    /// Whether the registers hold information, and there are no reports.
    var isInformation = false
    /// How far the report has been read, and whether it waits for that.
    var readTo = 0
    var isOutstanding = false
    public var fingers = Contacts()
    var reported = Contacts()
    /// From when to when the firmware has been scanning.
    var scansFrom = Instant.zero
    var scansTo = Instant.zero
    private var idlePulseAt = Instant.zero

    public typealias Family = CST3xxFamily

    public init(_ panel: ModelledPanel) {
        var configuration = Configuration(Part(panel.chip)).behind(panel)
        configuration.maximumContacts = min(panel.fingers, CST3xxRegisters.maximumContacts)
        self.init(configuration: configuration)
    }

    /// The report in one read, two bytes of address; the acknowledge. One finger has no mark behind it.
    public func fewestBits(_ fingers: Int) -> Int {
        21 + 9 * (4 + 5 * fingers + (fingers > 1 ? 1 : 0)) + 11 + 9 * 3
    }
    public var sleepCommand: Transfer? { .command(CST3xxRegisters.deepSleep) }
    public var reportRegisters: ReportRegisters? {
        ReportRegisters(
            CST3xxRegisters.report, count: CST3xxRegisters.reportLength(CST3xxRegisters.maximumContacts))
    }
    /// No report at all, one that has been acknowledged, or one of no finger.
    public func isIdle(_ recorded: (Int) -> UInt8?) -> Bool {
        let first = Int(CST3xxRegisters.report)
        guard recorded(first) != CST3xxRegisters.mark,
            recorded(first + CST3xxRegisters.markOffset) == CST3xxRegisters.mark
        else { return true }
        return (recorded(first + CST3xxRegisters.countOffset) ?? 0) & CST3xxRegisters.countMask == 0
    }
    public static func size(_ register: (Int) -> UInt8?) -> (width: Int, height: Int)? {
        let width = Int(CST3xxRegisters.information) + CST3xxRegisters.widthOffset
        let height = Int(CST3xxRegisters.information) + CST3xxRegisters.heightOffset
        guard let x = register(width), let highX = register(width + 1), let y = register(height),
            let highY = register(height + 1)
        else { return nil }
        return (Int(x) | Int(highX) << 8, Int(y) | Int(highY) << 8)
    }

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    // MARK: Time

    public var ownEvent: Instant { pulsesWhenIdle ? idlePulseAt : .never }

    private var pulsesWhenIdle: Bool {
        faults.pulsesWhenIdle && life.power == .running && fingers.count == 0 && !faults.isFrozen
    }

    public mutating func happen() {
        if pulsesWhenIdle, idlePulseAt <= life.now {
            if faults.emptiesWhenIdle { report = InlineArray(repeating: 0) }
            interrupt()
        }
        if idlePulseAt <= life.now { idlePulseAt = life.now + .milliseconds(1_500) }
    }

    public mutating func advance(to instant: Instant) {
        if idlePulseAt <= life.now { idlePulseAt = life.now + .milliseconds(1_500) }
        live(until: instant)
        if life.power == .running, !faults.isFrozen { scansTo = life.now }
    }

    // MARK: Fingers and lines

    public mutating func setFingers(_ contacts: Contacts, at instant: Instant) {
        advance(to: instant)
        fingers = contacts
        idlePulseAt = life.now + .milliseconds(1_500)
        scan()
    }

    /// What a scan of the panel makes of its fingers.
    mutating func scan() {
        guard life.power == .running, !isInformation, !faults.isFrozen, !faults.isAbsent else { return }
        if fingers.count > 0 || reported.count > 0 { publish() }
    }

    // MARK: What happens to a chip

    public mutating func begin() {
        scansFrom = life.now
        if fingers.count > 0 { publish() }
    }

    public mutating func forget() {
        report = InlineArray(repeating: 0)
        isInformation = false
        isOutstanding = false
        reported = Contacts()
    }

    mutating func endPulse() {
        if !faults.pulseOutlastsAcknowledge { life.releaseInterrupt() }
    }

}
