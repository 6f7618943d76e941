public import TaplineCore

/// A Goodix GT911, register by register: reset and address selection, identity, configuration, reports with their ready
/// flag and acknowledge, the interrupt in its four modes, sleep, the liveness marks, and ``GT911Faults``.
///
/// A report stays until it has been acknowledged; fingers that move meanwhile are reported next, the latest only. It
/// needs no heap, so it also runs inside a bare-metal image.
public struct GT911Model: FamilyModel {
    /// The interrupt's mode, as in bits 0 and 1 of register 0x804D.
    public enum InterruptMode: UInt8, Sendable {
        /// A pulse upwards.
        case rising = 0
        /// A pulse downwards.
        case falling = 1
        /// Low until the report is acknowledged.
        case low = 2
        /// High until the report is acknowledged.
        case high = 3

        var isPulse: Bool { self == .rising || self == .falling }
    }

    /// What kind of chip it is.
    public struct Configuration: Sendable {
        /// The product id: four ASCII characters, zero-filled.
        public var product: InlineArray<4, UInt8> = [0x39, 0x31, 0x31, 0]
        /// The firmware's version.
        public var firmware: UInt16 = 0x1060
        /// Raw pixels across.
        public var width: UInt16 = 800
        /// Raw pixels down.
        public var height: UInt16 = 480
        /// The most contacts it reports, 1…10.
        public var maximumContacts = 5
        /// The interrupt's mode.
        public var interruptMode = InterruptMode.falling
        /// How long an interrupt pulse lasts in the modes with pulses, unless the report is acknowledged sooner.
        public var pulseWidth = Microseconds(500)
        /// How often the pulse is repeated until the report is acknowledged: 5…20 ms in whole ms.
        public var refresh = Microseconds.milliseconds(10)
        /// How long after a reset the chip answers nobody.
        public var bootTime = Microseconds.milliseconds(50)
        /// The 7-bit address after power-up, and the one a reset selects while nobody drives the interrupt line.
        public var floatingAddress = GoodixRegisters.addressWhenLow
        /// Whether its firmware plays the game of the liveness marks.
        public var knowsLiveness = true

        /// A GT911 for 800 × 480 pixels.
        public init() {}
    }

    /// What goes wrong.
    public var faults = GT911Faults()
    /// What kind of chip it is; what the host writes to its configuration shows here.
    public internal(set) var configuration: Configuration
    /// The 7-bit address at which it answers.
    public internal(set) var address: UInt8
    /// How often a report was acknowledged although it had not been read to its end.
    public internal(set) var acknowledgedUnread = 0
    /// How often something was acknowledged although no report was ready.
    public internal(set) var acknowledgedNothing = 0
    /// How many reports were published.
    public internal(set) var reports = 0
    /// How many reports were acknowledged.
    public internal(set) var acknowledges = 0
    /// How many configurations it was given, and how many of them it took.
    public internal(set) var configurationsWritten = 0
    public internal(set) var configurationsTaken = 0
    public var life = ChipLife()
    public var bootTime: Microseconds { configuration.bootTime }

    var memory = InlineArray<384, UInt8>(repeating: 0)
    /// The configuration that it keeps, also without power.
    var stored = InlineArray<240, UInt8>(repeating: 0)
    /// Where it lies.
    let layout: GoodixConfigurationLayout
    var pointer: UInt16 = 0
    var hostInterrupt = LineDrive.release

    // The report in the registers
    /// Whether it waits for its acknowledge, and when its ready flag comes.
    var isOutstanding = false
    var readyAt = Instant.never
    var reportedCount = 0
    /// What the host has read of it.
    var statusWasRead = false
    var recordBytesRead = 0

    // The panel
    var fingers = Contacts()
    var hasNewFrame = false

    // The interrupt
    var repeatsAt = Instant.never

    public typealias Family = GoodixFamily

    public init(_ panel: ModelledPanel) {
        var configuration = Configuration()
        configuration.product = GT911Model.product(panel.chip)
        // Where nobody drives the interrupt line at a reset, the panel does.
        if let address = panel.address { configuration.floatingAddress = address }
        configuration.width = panel.registerWidth
        configuration.height = panel.registerHeight
        configuration.maximumContacts = min(panel.fingers, GoodixRegisters.maximumContacts)
        self.init(configuration: configuration)
    }

    /// The digits of a chip's id; where there is a 0, an S.
    private static func product(_ chip: NamedChip) -> InlineArray<4, UInt8> {
        var product = InlineArray<4, UInt8>(repeating: 0)
        var count = 0
        var shift: UInt16 = 16
        while shift > 0 {
            shift &-= 4
            let digit = UInt8(truncatingIfNeeded: chip.id &>> shift & 0xF)
            guard count > 0 || digit > 0 else { continue }
            product[count] = digit == 0 ? 0x53 : 0x30 &+ digit
            count &+= 1
        }
        return product
    }

    /// Status and records in one read, two bytes of address; the acknowledge.
    public func fewestBits(_ fingers: Int) -> Int { 21 + 9 * (2 + 8 * fingers) + 11 + 9 * 3 }
    public var sleepCommand: Transfer? { .write(GoodixRegisters.command, GoodixRegisters.screenOff) }
    public var interruptIsActiveHigh: Bool {
        configuration.interruptMode == .rising || configuration.interruptMode == .high
    }

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        address = configuration.floatingAddress
        layout = GoodixConfigurationLayout(product: configuration.product)
        makeConfiguration()
        powerUp()
    }

    public var interruptIsAsserted: Bool { life.interruptIsAsserted && hostInterrupt == .release }

    // MARK: Time

    public var ownEvent: Instant { readyAt < repeatsAt ? readyAt : repeatsAt }

    public mutating func happen() {
        if readyAt <= life.now { becomeReady() }
        if repeatsAt <= life.now {
            if life.pulseEnds <= life.now { life.releaseInterrupt() }
            interrupt()
        }
    }

    // MARK: Fingers

    public mutating func setFingers(_ contacts: Contacts, at instant: Instant) {
        advance(to: instant)
        fingers = contacts
        guard life.power == .running, !faults.isFrozen, !faults.isAbsent else { return }
        if isOutstanding, isReady || readyAt < .never {
            // The report in the registers stays until it is acknowledged; the newest one comes after it.
            hasNewFrame = true
        } else if contacts.count > 0 || reportedCount > 0 {
            publish()
        }
    }

    // MARK: Lines

    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at instant: Instant) {
        advance(to: instant)
        switch line {
        case .interrupt:
            hostInterrupt = drive
            // Asleep, it is woken by the interrupt line going high, and reports what it sees when the host has let go.
            if drive == .high, life.power == .asleep, !faults.sleepsOn { wake() }
            if drive == .release, life.power == .running, fingers.count > 0, !isOutstanding { publish() }
        case .reset:
            if drive != .low, life.power == .held {
                switch hostInterrupt {
                case .low: address = GoodixRegisters.addressWhenLow
                case .high: address = GoodixRegisters.addressWhenHigh
                case .release: address = configuration.floatingAddress
                }
            }
            reset(isHeld: drive == .low)
        }
    }

    // MARK: What happens to a chip

    public mutating func begin() {
        if fingers.count > 0 { publish() }
    }

    /// An interrupt without a report is not repeated.
    public mutating func interruptSpuriously(at instant: Instant) {
        advance(to: instant)
        interrupt()
        repeatsAt = .never
    }

    /// Sleep loses the report, not the registers.
    private mutating func wake() {
        life.power = .running
        isOutstanding = false
        readyAt = .never
        reportedCount = 0
        hasNewFrame = false
        clearStatus()
        releaseInterrupt()
    }

    public mutating func forget() {
        isOutstanding = false
        readyAt = .never
        reportedCount = 0
        hasNewFrame = false
        repeatsAt = .never
    }

    // MARK: Interrupt

    public mutating func interrupt() {
        life.assertInterrupt()
        guard configuration.interruptMode.isPulse else { return }
        life.pulseEnds = life.now + configuration.pulseWidth
        repeatsAt = life.now + configuration.refresh
    }

    mutating func releaseInterrupt() {
        repeatsAt = .never
        if faults.pulseOutlastsAcknowledge, life.pulseEnds != .never { return }
        life.releaseInterrupt()
    }
}
