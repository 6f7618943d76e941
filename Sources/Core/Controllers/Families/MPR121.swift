public import TaplineTouches

/// The driver of NXP's MPR121, twelve touch keys.
public typealias MPR121 = ChipDriver<MPR121Family>

/// NXP's MPR121: twelve electrodes as touch keys; see ``KeyGrid``.
///
/// It measures nothing until it has been told how. A report is one read of two bytes, a bit for each key, which also lets
/// the interrupt line rest; nothing is acknowledged.
public struct MPR121Family: NamedFamily {
    private let grid: KeyGrid
    private let width: Int
    private let height: Int
    private var step = 0
    private var tries = 0

    public static var usualVariant: KeyGrid { KeyGrid(columns: MPR121Registers.electrodes) }
    public static var usualAddress: UInt8 { MPR121Registers.address }
    public static var usualContacts: Int { MPR121Registers.electrodes }
    /// Four measurements of 1 ms make a result: nothing is new sooner.
    public static var traits: FamilyTraits { FamilyTraits { $0.echo = .milliseconds(4) } }
    /// A key that is held says nothing more.
    public static var usualSilence: Microseconds { .milliseconds(1_000) }

    public init(_ configuration: MPR121.Configuration) {
        grid = configuration.variant
        width = configuration.rawWidth
        height = configuration.rawHeight
    }

    // MARK: Names

    public static var name: StaticString { "MPR121" }
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("mpr121", fingers: 12)
        return chips
    }
    /// Its samples' codes are those of SFI, its periods' those of ESI.
    public static var keyLimits: KeyLimits? {
        KeyLimits(
            touch: 255, hasRelease: true, debounce: 7, samples: [4, 6, 10, 18, 0, 0, 0, 0],
            periods: [1, 2, 4, 8, 16, 32, 64, 128])
    }
    /// By the pin ADDR.
    public static func addresses(of chip: NamedChip) -> ChipAddresses { ChipAddresses(usualAddress, 0x5B, 0x5C, 0x5D) }

    // MARK: Reset and identification

    /// It has no reset line; where the host switches its supply, that is low for 1 ms.
    public static func reset(_ configuration: borrowing MPR121.Configuration) -> ResetScript {
        ResetScript(low: .milliseconds(1), startUp: .milliseconds(2))
    }

    /// It has no identity either. What it measures with is known after a reset, and so is what drivers set.
    public func identificationRequest() -> Transfer { .read(MPR121Registers.frontEnd, count: 2) }

    public mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        guard MPR121Registers.isKnown(frontEnd: received[0], filter: received[1]) else { return .stranger }
        identity.product = [0x31, 0x32, 0x31, 0]
        return .known
    }

    public var mostContacts: Int { MPR121Registers.electrodes }

    // MARK: Making ready
    //
    // A soft reset, the settings that can only be written while nothing is measured, then the number of electrodes, which
    // begins to measure and is read back.

    public mutating func prepare() -> Transfer? {
        step = 0
        return .write(MPR121Registers.softReset, MPR121Registers.softResetKey)
    }

    public mutating func prepared(_ received: inout BusBytes) -> Transfer? {
        step &+= 1
        switch step {
        case 1: return MPR121Family.baseline
        case 2: return thresholds(of: 0, count: 6)
        case 3: return thresholds(of: 6, count: 6)
        case 4: return measuring
        case 5: return MPR121Family.automatic
        case 6: return .write(MPR121Registers.electrodeControl, running)
        case 7: return control
        default:
            tries &+= 1
            return received[0] == running || tries >= 3 ? nil : prepare()
        }
    }

    /// It has its registers back 1 ms after a soft reset.
    public var preparationPause: Microseconds { step == 1 ? .milliseconds(1) : .zero }

    /// As many electrodes as there are keys, beginning with what they measure first.
    private var running: UInt8 {
        let most = MPR121Registers.electrodes
        return MPR121Registers.quickBaseline | UInt8(truncatingIfNeeded: grid.count < most ? grid.count : most)
    }

    /// How the level of an untouched key follows: fast upwards, hardly downwards, as AN3944 has it.
    private static var baseline: Transfer {
        var written = ShortBytes(MPR121Registers.baselineFilter)
        written.append(0x01)
        written.append(0x01)
        written.append(0x00)
        written.append(0x00)
        written.append(0x01)
        written.append(0x01)
        written.append(0xFF)
        written.append(0x02)
        return Transfer(address: 0, written: written)
    }

    /// The change that is a touch, and the one that is none any more, of `count` electrodes from `first` on.
    private func thresholds(of first: Int, count: Int) -> Transfer {
        let said = grid.sensing
        let touch = said.touch > 0 ? said.touch : MPR121Registers.touchThreshold
        // Half of it, as in AN3944.
        let release = said.release > 0 ? said.release : touch > 1 ? touch / 2 : 1
        var written = ShortBytes(MPR121Registers.thresholds &+ UInt8(truncatingIfNeeded: 2 &* first))
        var left = count
        while left > 0 {
            written.append(touch)
            written.append(release)
            left &-= 1
        }
        return Transfer(address: 0, written: written)
    }

    /// Unless the board says otherwise no debouncing, the usual current, four measurements of 1 ms.
    private var measuring: Transfer {
        let said = grid.sensing
        var filter = MPR121Registers.fastFilter
        if let limits = MPR121Family.keyLimits {
            filter |= (KeyLimits.code(of: said.samples, in: limits.samples) ?? 0) &<< 3
            filter |= KeyLimits.code(of: said.period, in: limits.periods) ?? 0
        }
        var written = ShortBytes(MPR121Registers.debounce)
        written.append(said.debounce &<< 4 | said.debounce)
        written.append(MPR121Registers.usualFrontEnd)
        written.append(filter)
        return Transfer(address: 0, written: written)
    }

    /// The chip finds each electrode's current itself. The levels belong to a supply of 3.3 V: 200, 65 % and 90 % of that.
    private static var automatic: Transfer {
        var written = ShortBytes(MPR121Registers.automaticSettings)
        written.append(0x0B)
        written.append(0)
        written.append(200)
        written.append(130)
        written.append(180)
        return Transfer(address: 0, written: written)
    }

    // MARK: Sleep

    /// It stops to measure.
    public static func sleepCommand(_ configuration: borrowing MPR121.Configuration) -> Transfer? {
        .write(MPR121Registers.electrodeControl, 0)
    }

    /// Making it ready wakes it.
    public static func wakeUp(_ configuration: borrowing MPR121.Configuration) -> ResetScript { ResetScript() }
    public static func canWakeUp(_ configuration: borrowing MPR121.Configuration) -> Bool { true }

    // MARK: Reports

    public func look(for report: inout ChipReport) -> Transfer { .read(MPR121Registers.touched, count: 2) }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        // The registers of one that was reset show no keys.
        guard report.part == 0 else { return received[0] == running ? .report : .wasReset }
        let high = received[1]
        guard high & MPR121Registers.alwaysZero == 0 else { return .bad }
        // It has stopped to measure: an electrode is shorted.
        guard high & MPR121Registers.overcurrent == 0 else { return .wasReset }
        let touched = UInt32(received[0]) | UInt32(high & 0x0F) << 8
        grid.append(touched, width: width, height: height, to: &report)
        // It announces what is released: if it did not, does it measure?
        if touched == 0, report.lastCount > 0, !report.isAnnounced { return .more(control) }
        return .report
    }

    // MARK: Liveness
    //
    // After a reset it measures nothing.

    public func livenessCheck() -> Transfer? {
        control
    }

    private var control: Transfer { .read(MPR121Registers.electrodeControl, count: 1) }

    public func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness {
        received[0] == running ? .alive : .doubtful
    }
}

/// Where things lie in the registers of an MPR121: 8-bit addresses that count up while one reads or writes.
///
/// Sources: "MPR121 Proximity Capacitive Touch Sensor Controller" (Freescale, rev. 4), application notes AN3944 (quick start)
/// and AN3889 (automatic settings), Linux `drivers/input/keyboard/mpr121_touchkey.c`.
public enum MPR121Registers {
    /// The 7-bit address with ADDR at ground; 0x5B at the supply, 0x5C at SDA, 0x5D at SCL.
    public static var address: UInt8 { 0x5A }
    /// How many electrodes it has.
    public static var electrodes: Int { 12 }

    /// Which electrodes are touched: 0 to 7, then 8 to 11 in the lower four bits of the next byte.
    public static var touched: UInt8 { 0x00 }
    /// A bit of the second byte: it has measured too high a current, and has stopped.
    public static var overcurrent: UInt8 { 0x80 }
    /// Bits of the second byte that are never set.
    static var alwaysZero: UInt8 { 0x60 }

    /// How the baseline follows, eight bytes: half delta, noise, count and delay, upwards and downwards.
    public static var baselineFilter: UInt8 { 0x2B }
    /// The touch threshold of electrode 0, its release threshold, and so on.
    public static var thresholds: UInt8 { 0x41 }
    static var touchThreshold: UInt8 { 12 }
    /// How many measurements more a touch takes (lower four bits) and a release; the front end and the filter follow.
    public static var debounce: UInt8 { 0x5B }
    /// The current; the filter follows.
    public static var frontEnd: UInt8 { 0x5C }
    /// ``frontEnd`` after a reset: 16 µA.
    public static var usualFrontEnd: UInt8 { 0x10 }
    /// Charge time (upper three bits), samples (two), their period (three).
    public static var filter: UInt8 { 0x5D }
    /// ``filter`` after a reset: a sample each 16 ms.
    public static var usualFilter: UInt8 { 0x24 }
    /// A sample each millisecond.
    public static var fastFilter: UInt8 { 0x20 }
    /// How many electrodes are measured (lower four bits); 0: it is stopped, and settings can be written.
    public static var electrodeControl: UInt8 { 0x5E }
    /// The baseline begins with the first measurement.
    public static var quickBaseline: UInt8 { 0x80 }
    /// Automatic settings: two bytes of control, upper, lower and target level.
    public static var automaticSettings: UInt8 { 0x7B }
    /// ``softResetKey`` resets all registers.
    public static var softReset: UInt8 { 0x80 }
    /// What ``softReset`` wants to read.
    public static var softResetKey: UInt8 { 0x63 }

    /// Whether these are what a reset leaves, what this driver sets, what Linux sets, or the quick start of AN3944.
    static func isKnown(frontEnd: UInt8, filter: UInt8) -> Bool {
        switch (frontEnd, filter) {
        // (With whatever samples and period a board wants.)
        case (0x10, 0x20...0x3F), (0x0B, 0x04), (0x10, 0x04): true
        default: false
        }
    }
}
