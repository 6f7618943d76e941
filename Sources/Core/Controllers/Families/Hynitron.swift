public import TaplineTouches

/// The driver of Hynitron's touch controllers for one finger or two: CST816S, CST816T, CST816D, CST820, CST716, CST826 and
/// CST836.
public typealias Hynitron = ChipDriver<HynitronFamily>

/// Hynitron's touch controllers for one finger or two.
///
/// They show what is, and nothing is acknowledged: a report is one read of five bytes, of eleven where there are two fingers.
/// Of a chip for one finger the number of fingers is not to be trusted, because real chips say 0 while a finger lands; what
/// counts is the event beside the place, unless a chip that has counted the finger says three times that there is none. Left
/// alone they fall asleep after two seconds and answer nobody until a finger wakes them, so that is switched off first.
public struct HynitronFamily: NamedFamily {
    private let hasInterruptLine: Bool
    private var chip: UInt8 = 0
    /// Whether the id is asked for where chips for two fingers have it.
    private var looksElsewhere = false
    /// Whether the chip keeps what was written, and how often it was.
    private var keepsModes = false
    private var tries = 0
    private var preparing = Preparing.awake
    /// Whether the finger that is down has been counted, and how many reports in a row have not, 3 at most.
    private var isCounted = false
    private var uncounted: UInt8 = 0

    /// What is being written to make the chip ready, or read back.
    private enum Preparing: Sendable { case awake, interrupt, confirming }

    public static var usualAddress: UInt8 { HynitronRegisters.address }
    public static var usualContacts: Int { 1 }
    /// Pulses come with every scan, every 10 ms, while a finger is down; a held finger may be silent on some firmware.
    public static var usualSilence: Microseconds { .milliseconds(150) }
    public static var traits: FamilyTraits {
        FamilyTraits {
            // Scans come each 10 ms.
            $0.echo = .milliseconds(4)
            $0.answersWhenTouched = true
        }
    }

    public init(_ configuration: Hynitron.Configuration) { hasInterruptLine = configuration.hasInterruptLine }

    // MARK: Names

    public static var name: StaticString { "Hynitron" }
    /// The chip's id.
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("cst816s", id: 0xB4, fingers: 1)
        chips.append("cst816t", id: 0xB5, fingers: 1)
        chips.append("cst816d", id: 0xB6, fingers: 1)
        chips.append("cst820", id: 0xB7, fingers: 1)
        chips.append("cst716", id: 0x20, fingers: 1)
        chips.append("cst826", id: 0x11, fingers: 2)
        chips.append("cst836", id: 0x13, fingers: 2)
        return chips
    }

    // MARK: Reset and identification

    /// RST low for 20 ms (Zephyr 5, Linux 50, Espressif 200), 100 ms until it is asked (50, 100, 200): soon enough, since
    /// it falls asleep two seconds later.
    public static func reset(_ configuration: borrowing Hynitron.Configuration) -> ResetScript {
        ResetScript(low: .milliseconds(20), startUp: .milliseconds(100))
    }

    public mutating func identificationRequest() -> Transfer {
        chip = 0
        looksElsewhere = false
        return .read(HynitronRegisters.identity, count: HynitronRegisters.identityLength)
    }

    public mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        guard looksElsewhere || received[0] != 0 else {
            looksElsewhere = true
            identity.firmware = UInt16(received[HynitronRegisters.firmwareOffset])
            return .more(.read(HynitronRegisters.otherIdentity, count: 1))
        }
        guard HynitronRegisters.isKnown(chip: received[0], elsewhere: looksElsewhere) else { return .stranger }
        chip = received[0]
        identity.setProduct(hexadecimal: chip)
        if !looksElsewhere { identity.firmware = UInt16(received[HynitronRegisters.firmwareOffset]) }
        return .known
    }

    public var mostContacts: Int { hasTwoFingers ? 2 : 1 }

    private var hasTwoFingers: Bool { HynitronRegisters.hasTwoFingers(chip: chip) }

    // MARK: Modes
    //
    // No sleep; an interrupt for each scan with a finger and for each change. Both are read back, because a first write
    // may be ignored.

    public mutating func prepare() -> Transfer? {
        preparing = .awake
        return .write(HynitronRegisters.noSleep, 1)
    }

    public mutating func prepared(_ received: inout BusBytes) -> Transfer? {
        switch preparing {
        case .awake where hasInterruptLine:
            preparing = .interrupt
            return .write(HynitronRegisters.interrupts, HynitronRegisters.touchAndChange)
        case .awake, .interrupt:
            preparing = .confirming
            return modes
        case .confirming:
            keepsModes = hasModes(&received)
            tries &+= 1
            // After three tries without: a finger wakes it, and the first access after a rest is tried again anyway.
            return keepsModes || tries >= 3 ? nil : prepare()
        }
    }

    private var modes: Transfer { .read(HynitronRegisters.interrupts, count: HynitronRegisters.modesLength) }

    private func hasModes(_ received: inout BusBytes) -> Bool {
        guard received[HynitronRegisters.noSleepOffset] == 1 else { return false }
        guard hasInterruptLine else { return true }
        return received[0] == HynitronRegisters.touchAndChange
    }

    // MARK: Sleep

    /// Deep sleep: only a reset ends it.
    public static func sleepCommand(_ configuration: borrowing Hynitron.Configuration) -> Transfer? {
        .write(HynitronRegisters.deepSleep, HynitronRegisters.sleepsDeeply)
    }

    // MARK: Reports

    public func look(for report: inout ChipReport) -> Transfer {
        .read(HynitronRegisters.fingers, count: HynitronRegisters.length(of: report.predicted))
    }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        guard !hasTwoFingers else { return judgeTwo(&received, &report) }
        let fingers = received[0]
        // A CST816T sends nothing but ones now and then; some count two, of which they show one.
        guard fingers <= HynitronRegisters.mostFingers else { return .bad }
        let event = received[HynitronRegisters.xOffset] >> 6
        let x = Int(received.bigEndian(at: HynitronRegisters.xOffset) & 0xFFF)
        let y = Int(received.bigEndian(at: HynitronRegisters.yOffset) & 0xFFF)
        switch event {
        case HynitronRegisters.down, HynitronRegisters.contact: break
        default: return lifted()  // Wherever it says that was.
        }
        if fingers == 0 {
            // Registers that nobody has written since a reset are zeros.
            if x == 0, y == 0, event == HynitronRegisters.down, !report.isAnnounced || report.lastCount == 0 {
                return report.lastCount == 0 ? .report : .wasReset
            }
            // A lift, too: its place is garbage.
            if report.isOffPanel(x: x, y: y) { return lifted() }
        }
        // It has lifted although the event does not say so. (Twice may be one report that is half written.)
        uncounted = isCounted && fingers == 0 && event == HynitronRegisters.contact ? min(uncounted &+ 1, 3) : 0
        if uncounted == 3 { return .report }
        isCounted = fingers > 0 || uncounted > 0
        report.append(id: 0, x: x, y: y)
        return .report
    }

    /// The finger has gone, and the next one has not been counted yet.
    private mutating func lifted() -> ChipReading {
        (isCounted, uncounted) = (false, 0)
        return .report
    }

    /// A report of a chip that counts its fingers, each with a name beside its y.
    @inline(never)
    private func judgeTwo(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        guard received[0] != 0xFF else { return .bad }
        guard let fingers = report.told(of: Int(received[0] & HynitronRegisters.countMask)) else { return .bad }
        // A second part brings all of it.
        if received.count < HynitronRegisters.length(of: fingers) {
            return .more(.read(HynitronRegisters.fingers, count: HynitronRegisters.length(of: fingers)))
        }
        // Registers that nobody has written since a reset are zeros: a lift leaves a place, or an event.
        if fingers == 0, report.lastCount > 0, !report.isAnnounced, received.word(at: 1) == 0 {
            return .wasReset
        }
        var record = HynitronRegisters.xOffset
        var left = fingers
        while left > 0 {
            let word = received.word(at: record)
            switch UInt8(truncatingIfNeeded: word >> 30) {
            case HynitronRegisters.down, HynitronRegisters.contact:
                report.append(
                    id: Int32(word >> 12 & 0x0F), x: Int(word >> 16 & 0xFFF), y: Int(word & 0xFFF))
            default: break  // Lifted, or a record that is not used.
            }
            record &+= HynitronRegisters.recordLength
            left &-= 1
        }
        return .report
    }

    // MARK: Liveness
    //
    // A reset loses the modes. (And brings sleep back, in which the chip does not answer at all.)

    public func livenessCheck() -> Transfer? {
        keepsModes ? modes : nil
    }

    public func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness {
        hasModes(&received) ? .alive : .doubtful
    }
}

/// Where things lie in the registers of Hynitron's chips for one finger or two: 8-bit addresses, numbers of two bytes high
/// byte first.
///
/// Sources: "CST816S register declaration" (Hynitron, by way of Waveshare), Zephyr `drivers/input/input_cst816s.c`; the
/// ids of CST820 and CST716 from Espressif's and SensorLib's drivers. Reports with 0 fingers: the logs of
/// github.com/lupyuen/cst816s-nuttx. Of two fingers: Hynitron's own `cst8xx_ts.c` in kernels of phones (count and records);
/// ESPHome's `cst816` and drivers made of it (that the id of CST826 and CST836 lies at 0xAA, and what it is).
public enum HynitronRegisters {
    /// The 7-bit address.
    public static var address: UInt8 { 0x15 }

    /// What the chip takes the movement for; not used.
    public static var gesture: UInt8 { 0x01 }
    /// How many fingers there are, 0 also while one is down; x and y follow.
    public static var fingers: UInt8 { 0x02 }
    /// More fingers than that are no report.
    static var mostFingers: UInt8 { 2 }
    /// From the number of fingers to y's lower half, in bytes.
    public static var reportLength: Int { 5 }
    /// From one finger to the next on a chip for two, in bytes.
    public static var recordLength: Int { 6 }
    /// The bits of ``fingers`` that count, on a chip for two.
    public static var countMask: UInt8 { 0x0F }
    /// From the number of fingers to the last one's y, in bytes.
    public static func length(of fingers: Int) -> Int { fingers > 1 ? reportLength &+ recordLength : reportLength }
    /// The event in bits 6 and 7, x's upper four bits, then its lower eight; counted from ``fingers``.
    public static var xOffset: Int { 1 }
    /// y's upper four bits, then its lower eight; counted from ``fingers``.
    public static var yOffset: Int { 3 }
    /// The event of a finger that has landed.
    public static var down: UInt8 { 0 }
    /// The event of a finger that has lifted.
    public static var up: UInt8 { 1 }
    /// The event of a finger that is down.
    public static var contact: UInt8 { 2 }

    /// The chip's id; the project's id and the firmware's version follow.
    public static var identity: UInt8 { 0xA7 }
    /// From the chip's id to the firmware's version, in bytes.
    public static var identityLength: Int { 3 }
    /// The id of chips for two fingers, whose ``identity`` is 0.
    public static var otherIdentity: UInt8 { 0xAA }
    /// The firmware's version, counted from ``identity``.
    public static var firmwareOffset: Int { 2 }

    /// ``sleepsDeeply``: deep sleep, from which only a reset wakes.
    public static var deepSleep: UInt8 { 0xE5 }
    /// The value of ``deepSleep`` that begins it.
    public static var sleepsDeeply: UInt8 { 3 }
    /// When the interrupt line pulses.
    public static var interrupts: UInt8 { 0xFA }
    /// With each scan that sees a finger (bit 6) and with each change (bit 5).
    public static var touchAndChange: UInt8 { 0x60 }
    /// Not 0: the chip never sleeps by itself.
    public static var noSleep: UInt8 { 0xFE }
    /// ``noSleep``, counted from ``interrupts``.
    static var noSleepOffset: Int { 4 }
    /// From ``interrupts`` to ``noSleep``, in bytes.
    static var modesLength: Int { 5 }

    /// Whether a chip has this id: CST816S B4, CST816T B5, CST816D B6, CST820 B7, CST716 20; in the other place CST826 11,
    /// CST836 13.
    static func isKnown(chip: UInt8, elsewhere: Bool) -> Bool {
        switch chip {
        case 0xB4, 0xB5, 0xB6, 0xB7, 0x20: !elsewhere
        default: elsewhere && hasTwoFingers(chip: chip)
        }
    }

    /// Whether the chip with this id counts two fingers.
    public static func hasTwoFingers(chip: UInt8) -> Bool { chip == 0x11 || chip == 0x13 }
}
