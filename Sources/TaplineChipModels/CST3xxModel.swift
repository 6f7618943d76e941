public import TaplineControllers
public import TaplineTouches

/// A Hynitron CST328 and its relatives, register by register: reset, information, reports with their marks and acknowledge,
/// interrupt pulses, the counter of scans, deep sleep, and ``CST3xxFaults``.
///
/// The registers show the last scan; a finger that has lifted is told once. It needs no heap.
public struct CST3xxModel: ChipModel, Sendable {
    /// The chips that differ for a driver.
    public enum Part: Equatable, Sendable { case cst226se, cst3240, cst328, cst340 }

    /// What kind of chip it is.
    public struct Configuration: Sendable {
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

    enum Power: Equatable, Sendable { case held, booting, running, asleep }

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
    public internal(set) var interruptEdges: UInt32 = 0
    public internal(set) var interruptIsAsserted = false

    var power = Power.running
    var now = Instant.zero
    /// The registers from ``TaplineControllers/CST3xxRegisters/report`` on.
    var report = InlineArray<28, UInt8>(repeating: 0)
    var pointer: UInt16 = 0
    /// Whether the registers hold information, and there are no reports.
    var isInformation = false
    /// How far the report has been read, and whether it waits for that.
    var readTo = 0
    var isOutstanding = false
    var fingers = Contacts()
    var reported = Contacts()
    var bootEnds = Instant.never
    /// From when to when the firmware has been scanning.
    var scansFrom = Instant.zero
    var scansTo = Instant.zero
    private var pulseEnds = Instant.never
    private var idlePulseAt = Instant.zero

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    // MARK: Time

    public var nextEvent: Instant {
        var next = bootEnds < pulseEnds ? bootEnds : pulseEnds
        if pulsesWhenIdle, idlePulseAt < next { next = idlePulseAt }
        return next
    }

    private var pulsesWhenIdle: Bool {
        faults.pulsesWhenIdle && power == .running && fingers.count == 0 && !faults.isFrozen
    }

    public mutating func advance(to instant: Instant) {
        if idlePulseAt <= now { idlePulseAt = now + .milliseconds(1_500) }
        while nextEvent <= instant, nextEvent < .never {
            if now < nextEvent { now = nextEvent }
            if bootEnds <= now {
                bootEnds = .never
                power = .running
                scansFrom = now
                if fingers.count > 0 { publish() }
            }
            if pulseEnds <= now {
                pulseEnds = .never
                interruptIsAsserted = false
            }
            if pulsesWhenIdle, idlePulseAt <= now {
                if faults.emptiesWhenIdle { report = InlineArray(repeating: 0) }
                pulse()
            }
            if idlePulseAt <= now { idlePulseAt = now + .milliseconds(1_500) }
        }
        if now < instant { now = instant }
        if power == .running, !faults.isFrozen { scansTo = now }
    }

    // MARK: Fingers and lines

    public mutating func setFingers(_ contacts: Contacts, at instant: Instant) {
        advance(to: instant)
        fingers = contacts
        idlePulseAt = now + .milliseconds(1_500)
        scan()
    }

    /// What a scan of the panel makes of its fingers.
    mutating func scan() {
        guard power == .running, !isInformation, !faults.isFrozen, !faults.isAbsent else { return }
        if fingers.count > 0 || reported.count > 0 { publish() }
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
    }

    /// Everything that a reset loses.
    private mutating func forget() {
        faults.isFrozen = false
        report = InlineArray(repeating: 0)
        isInformation = false
        isOutstanding = false
        reported = Contacts()
        bootEnds = .never
        pulseEnds = .never
        interruptIsAsserted = false
    }

    mutating func endPulse() {
        guard !faults.pulseOutlastsAcknowledge else { return }
        pulseEnds = .never
        interruptIsAsserted = false
    }

    mutating func pulse() {
        interruptEdges &+= 1
        interruptIsAsserted = true
        pulseEnds = now + configuration.pulseWidth
    }
}
