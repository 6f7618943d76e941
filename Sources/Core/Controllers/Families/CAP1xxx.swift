public import TaplineTouches

/// The driver of Microchip's touch keys: CAP1188, CAP1106, CAP1298 and their relatives.
public typealias CAP1xxx = ChipDriver<CAP1xxxFamily>

/// Microchip's touch keys, three to eight electrodes; see ``KeyGrid``.
///
/// A key that has been touched stays in the status until the host clears the interrupt, also when it has been released
/// since. So a report clears first and reads then; an idle chip is only read.
public struct CAP1xxxFamily: NamedFamily {
    private let grid: KeyGrid
    private let width: Int
    private let height: Int
    private let isActiveHigh: Bool
    private var electrodes = CAP1xxxRegisters.mostElectrodes
    private var step = 0
    private var tries = 0
    /// Whether the chip keeps what was written.
    private var keepsSettings = false

    public static var usualVariant: KeyGrid { KeyGrid(columns: CAP1xxxRegisters.mostElectrodes) }
    public static var usualAddress: UInt8 { CAP1xxxRegisters.address }
    public static var usualContacts: Int { CAP1xxxRegisters.mostElectrodes }
    /// It measures its keys each 35 ms at the soonest (datasheet, cycle time).
    public static var traits: FamilyTraits { FamilyTraits { $0.echo = .milliseconds(4) } }
    /// A key that is held says nothing more.
    public static var usualSilence: Microseconds { .milliseconds(1_000) }

    public init(_ configuration: CAP1xxx.Configuration) {
        grid = configuration.variant
        width = configuration.rawWidth
        height = configuration.rawHeight
        isActiveHigh = configuration.interruptIsActiveHigh
    }

    // MARK: Names

    public static var name: StaticString { "CAP1xxx" }
    /// The product's id.
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("cap1188", id: 0x50, fingers: 8)
        chips.append("cap1106", id: 0x55, fingers: 6)
        chips.append("cap1126", id: 0x53, fingers: 6)
        chips.append("cap1133", id: 0x54, fingers: 3)
        chips.append("cap1166", id: 0x51, fingers: 6)
        chips.append("cap1203", id: 0x6D, fingers: 3)
        chips.append("cap1206", id: 0x67, fingers: 6)
        chips.append("cap1208", id: 0x6B, fingers: 8)
        chips.append("cap1293", id: 0x6F, fingers: 3)
        chips.append("cap1296", id: 0x69, fingers: 6)
        chips.append("cap1298", id: 0x71, fingers: 8)
        return chips
    }
    /// Its samples' codes are those of AVG, its periods' those of CYCLE_TIME.
    public static var keyLimits: KeyLimits? {
        KeyLimits(
            touch: 127, hasRelease: false, debounce: 0, samples: [1, 2, 4, 8, 16, 32, 64, 128],
            periods: [35, 70, 105, 140, 0, 0, 0, 0])
    }
    /// A CAP1188 chooses one of them by a resistor.
    public static func addresses(of chip: NamedChip) -> ChipAddresses {
        ChipAddresses(usualAddress, 0x29, 0x2A, 0x2B, 0x2C)
    }

    // MARK: Reset and identification

    /// RESET of a CAP1188 is active high; it talks 15 ms later, and has measured its first level after 200.
    public static func reset(_ configuration: borrowing CAP1xxx.Configuration) -> ResetScript {
        var script = ResetScript()
        script.append(.drive(.reset, .high))
        script.append(.wait(.milliseconds(1)))
        script.append(.drive(.reset, .low))
        script.append(.wait(.milliseconds(200)))
        return script
    }

    public func identificationRequest() -> Transfer { .read(CAP1xxxRegisters.product, count: 3) }

    public mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        let product = received[0]
        let count = CAP1xxxRegisters.electrodes(of: product)
        let maker = received[1]
        guard count > 0, maker == CAP1xxxRegisters.microchip else { return .stranger }
        electrodes = count
        identity.setProduct(hexadecimal: product)
        identity.vendor = maker
        identity.firmware = UInt16(received[2])
        return .known
    }

    public var mostContacts: Int { electrodes }

    // MARK: Making ready
    //
    // Awake, as many keys at once as there are, no interrupts while one is held, what the board says of measuring. What is set
    // is read back.

    public mutating func prepare() -> Transfer? {
        step = 0
        return CAP1xxxFamily.clear
    }

    public mutating func prepared(_ received: inout BusBytes) -> Transfer? {
        let said = grid.sensing
        step &+= 1
        if step == 4, said.samples == 0, said.period == 0 { step = 5 }
        if step > 4, step < 13, said.touch == 0 || step &- 5 >= electrodes { step = 13 }
        switch step {
        case 1: return .write(CAP1xxxRegisters.enabled, keys)
        case 2: return .write(CAP1xxxRegisters.repeats, 0)
        case 3: return .write(CAP1xxxRegisters.multipleTouch, 0)
        case 4: return sampling
        case 5...12: return .write(CAP1xxxRegisters.thresholds &+ UInt8(truncatingIfNeeded: step &- 5), said.touch)
        // Only these with LEDs have another level; it is as it was after a reset unless the board says otherwise.
        case 13 where isActiveHigh: return .write(CAP1xxxRegisters.polarity, 0)
        case 13, 14:
            step = 14
            return settings
        default:
            tries &+= 1
            keepsSettings = hasSettings(&received)
            return keepsSettings || tries >= 3 ? nil : prepare()
        }
    }

    /// Samples and period, what the board leaves out as after a reset.
    private var sampling: Transfer {
        var value = CAP1xxxRegisters.usualSampling
        if let limits = CAP1xxxFamily.keyLimits {
            if let code = KeyLimits.code(of: grid.sensing.samples, in: limits.samples) {
                value = value & 0x8F | code &<< 4
            }
            if let code = KeyLimits.code(of: grid.sensing.period, in: limits.periods) { value = value & 0xFC | code }
        }
        return .write(CAP1xxxRegisters.sampling, value)
    }

    /// A bit for each key that is used.
    private var keys: UInt8 {
        let count = grid.count < electrodes ? grid.count : electrodes
        return UInt8(truncatingIfNeeded: (1 &<< count) &- 1)
    }

    /// Lets the interrupt line rest, and released keys go.
    private static var clear: Transfer { .write(CAP1xxxRegisters.control, 0) }

    private var settings: Transfer { .read(CAP1xxxRegisters.enabled, count: CAP1xxxRegisters.settingsLength) }

    private func hasSettings(_ received: inout BusBytes) -> Bool {
        let multiple = received[CAP1xxxRegisters.multipleTouchOffset]
        return received[0] == keys && multiple == 0
    }

    // MARK: Sleep

    /// Deep sleep, from which the next access wakes.
    public static func sleepCommand(_ configuration: borrowing CAP1xxx.Configuration) -> Transfer? {
        .write(CAP1xxxRegisters.control, CAP1xxxRegisters.deepSleep)
    }

    /// The access that asks who it is wakes it.
    public static func wakeUp(_ configuration: borrowing CAP1xxx.Configuration) -> ResetScript { ResetScript() }
    public static func canWakeUp(_ configuration: borrowing CAP1xxx.Configuration) -> Bool { true }

    // MARK: Reports

    /// An idle chip is read: a key stays touched there until it is cleared, so that none is missed between two looks. One
    /// that has something to tell is cleared first, which lets released keys go.
    public func look(for report: inout ChipReport) -> Transfer {
        clearsFirst(report) ? CAP1xxxFamily.clear : status
    }

    private var status: Transfer { .read(CAP1xxxRegisters.status, count: 2) }

    private func clearsFirst(_ report: borrowing ChipReport) -> Bool {
        if report.isAnnounced { return true }
        return report.lastCount > 0
    }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        if report.part == 0, clearsFirst(report) { return .more(status) }
        // (Only after a release that was not announced.)
        if report.part == 2 { return hasSettings(&received) ? .report : .wasReset }
        let touched = received[1] & keys
        guard received[0] & CAP1xxxRegisters.alwaysZero == 0 else { return .bad }
        grid.append(UInt32(touched), width: width, height: height, to: &report)
        // It announces what is released: if it did not, was it reset?
        if touched == 0, report.part == 1, !report.isAnnounced, keepsSettings { return .more(settings) }
        return .report
    }

    // MARK: Liveness
    //
    // A reset loses the settings.

    public func livenessCheck() -> Transfer? {
        keepsSettings ? settings : nil
    }

    public func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness {
        hasSettings(&received) ? .alive : .doubtful
    }
}

/// Where things lie in the registers of Microchip's touch keys: 8-bit addresses that count up while one reads.
///
/// Sources: the datasheets of CAP1188 (DS00001620) and CAP1208 (DS00001570), Linux `drivers/input/keyboard/cap11xx.c`.
public enum CAP1xxxRegisters {
    /// The 7-bit address; a CAP1188 has 0x29…0x2C too, by a resistor.
    public static var address: UInt8 { 0x28 }
    /// How many electrodes the largest has.
    public static var mostElectrodes: Int { 8 }

    /// Gain, standby, ``deepSleep`` and, in bit 0, the interrupt, which is cleared by writing 0.
    public static var control: UInt8 { 0x00 }
    /// The interrupt's bit.
    public static var interrupt: UInt8 { 0x01 }
    /// The bit that sends the chip to sleep.
    public static var deepSleep: UInt8 { 0x10 }
    /// Flags; a byte with a bit for each key follows.
    public static var status: UInt8 { 0x02 }
    /// The flag of ``status`` that no chip has.
    static var alwaysZero: UInt8 { 0x80 }
    /// Which electrodes are measured.
    public static var enabled: UInt8 { 0x21 }
    /// Samples of a measurement (bits 4 to 6), time of a sample (2, 3), period (0, 1).
    public static var sampling: UInt8 { 0x24 }
    /// ``sampling`` after a reset: 8 samples of 1.28 ms, each 70 ms.
    public static var usualSampling: UInt8 { 0x39 }
    /// The threshold of the first key, 7 bits, 0x40 after a reset; the others follow.
    public static var thresholds: UInt8 { 0x30 }
    /// Which keys assert the interrupt line; all after a reset.
    public static var interrupts: UInt8 { 0x27 }
    /// Which keys that are held repeat their interrupt.
    public static var repeats: UInt8 { 0x28 }
    /// Not 0: keys beyond the first one are blocked. 0x80 after a reset.
    public static var multipleTouch: UInt8 { 0x2A }
    /// ``multipleTouch``, counted from ``enabled``.
    static var multipleTouchOffset: Int { 9 }
    /// From ``enabled`` to ``multipleTouch``, in bytes.
    static var settingsLength: Int { 10 }
    /// Of chips with LEDs: 0x40 where the interrupt line is active low.
    public static var polarity: UInt8 { 0x44 }
    /// The product's id; the maker's and the revision follow.
    public static var product: UInt8 { 0xFD }
    /// The maker's id.
    public static var microchip: UInt8 { 0x5D }

    /// How many electrodes the product with this id has, 0 where there is none.
    public static func electrodes(of product: UInt8) -> Int {
        switch product {
        case 0x50, 0x6B, 0x71: 8  // CAP1188, CAP1208, CAP1298
        case 0x51, 0x53, 0x55, 0x67, 0x69: 6  // CAP1166, CAP1126, CAP1106, CAP1206, CAP1296
        case 0x54, 0x6D, 0x6F: 3  // CAP1133, CAP1203, CAP1293
        default: 0
        }
    }
}
