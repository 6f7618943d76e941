public import TaplineTouches

/// The driver of Texas Instruments' TSC2007.
public typealias TSC2007 = ChipDriver<TSC2007Family>

/// Texas Instruments' TSC2007, which measures a resistive panel of four wires, one voltage each time that it is asked.
///
/// A look is a set: x and y three times, of which the middle one counts, then the two voltages that tell how hard the plates
/// are pressed together; the last command lets the chip rest, and its interrupt line speak again. A finger lands with the
/// second of two sets that agree. Where nobody touches the panel a look begins with the one voltage that is 0 then.
///
/// The interrupt line is low while the panel is touched, and rests while the chip measures: it tells that a finger lands.
/// Where the finger is, and that it has lifted, is asked as often as the board has a touched panel read.
public struct TSC2007Family: NamedFamily {
    private let panel: ResistivePanel
    private let width: Int
    private let height: Int
    /// From look to look while a finger is down.
    public let touchedPeriod: Microseconds

    /// Whether the chip is asked for the one voltage with which a look at an untouched panel begins.
    private var isGlance = false
    private var samples = InlineArray<8, UInt16>(repeating: 0)
    /// Which of ``samples`` has been asked for.
    private var step = 0
    /// How many sets a look may take still.
    private var setsLeft = 1
    private var isLanding = false
    /// How many sets of a finger that is down had it at an edge, one after the other.
    private var edges: UInt8 = 0
    /// The place of the set before, of a finger that lands.
    private var before: (x: UInt16, y: UInt16)?

    public static var usualVariant: ResistivePanel { ResistivePanel() }
    public static var usualAddress: UInt8 { TSC2007Registers.address }
    public static var usualContacts: Int { 1 }
    /// The end of each set lets the line of a touched panel fall once more.
    public static var traits: FamilyTraits { FamilyTraits { $0.echo = .milliseconds(10) } }

    public init(_ configuration: TSC2007.Configuration) {
        panel = configuration.variant
        let full = Int(TSC2007Registers.full) &+ 1
        width = configuration.rawWidth > 0 ? configuration.rawWidth : full
        height = configuration.rawHeight > 0 ? configuration.rawHeight : full
        touchedPeriod = configuration.activePoll
    }

    // MARK: Names

    public static var name: StaticString { "TSC2007" }
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("tsc2007", fingers: 1)
        return chips
    }
    /// By the pins A1 and A0.
    public static func addresses(of chip: NamedChip) -> ChipAddresses { ChipAddresses(usualAddress, 0x49, 0x4A, 0x4B) }
    /// Any chip may answer as it does, and thermometers sit at its addresses.
    public static var canBeFound: Bool { false }

    // MARK: Reset and identification

    /// It has no reset line; where the host switches its supply, that is low for 10 ms.
    public static func reset(_ configuration: borrowing TSC2007.Configuration) -> ResetScript {
        ResetScript(low: .milliseconds(10), startUp: .milliseconds(2))
    }

    /// It has no identity. The command lets it rest, and measures its temperature.
    public func identificationRequest() -> Transfer {
        TSC2007Family.measure(TSC2007Registers.temperature | TSC2007Registers.powerDown)
    }

    public func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        guard TSC2007Registers.value(&received) < TSC2007Registers.full else { return .stranger }
        identity.product = [0x32, 0x30, 0x30, 0x37]
        return .known
    }

    public var mostContacts: Int { 1 }

    // MARK: Reports

    public mutating func look(for report: inout ChipReport) -> Transfer {
        isLanding = report.lastCount == 0
        setsLeft = isLanding ? TSC2007Family.setsToLand : 1
        before = nil
        isGlance = isLanding
        step = 0
        return isGlance ? TSC2007Family.measure(TSC2007Registers.z1 | TSC2007Registers.powerDown) : next
    }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        let value = TSC2007Registers.value(&received)
        if isGlance {
            isGlance = false
            guard value < TSC2007Registers.full else { return .bad }
            return value == 0 ? .report : .more(next)
        }
        samples[step] = value
        step &+= 1
        return step < samples.count ? .more(next) : judgeSet(&report)
    }

    /// A set is complete. It says nothing where two of three samples do not agree: a finger that is down stays as it was.
    private mutating func judgeSet(_ report: inout ChipReport) -> ChipReading {
        let (z1, z2) = (samples[6], samples[7])
        guard z1 < TSC2007Registers.full else { return .bad }
        // No plates touch without any resistance.
        guard z1 > 0, z2 > z1 else { return .report }
        let (x, y) = (middle(of: 0), middle(of: 3))
        guard x > 0, x < TSC2007Registers.full, y > 0, y < TSC2007Registers.full else { return judgeEdge() }
        guard let resistance = panel.resistance(x: Int(x), z1: Int(z1), z2: Int(z2)) else { return .report }
        edges = 0
        guard agrees(x, 0), agrees(y, 3) else { return again() }
        if isLanding {
            let last = before
            before = (x, y)
            guard let last, TSC2007Family.isNear(last.x, x), TSC2007Family.isNear(last.y, y) else { return again() }
        }
        report.append(
            id: 0, x: Int(x) &* width / (Int(TSC2007Registers.full) &+ 1),
            y: Int(y) &* height / (Int(TSC2007Registers.full) &+ 1), pressure: Int(panel.touch) &- resistance)
        return .report
    }

    /// No finger lies at the very edge. Open plates float there, and what z1 shows of them is a leak; so does a measurement that
    /// went wrong, which is no lift: only where it goes on there is no finger.
    private mutating func judgeEdge() -> ChipReading {
        edges &+= 1
        guard !isLanding, edges < TSC2007Family.edgesToLift else {
            edges = 0
            return .report
        }
        return again()
    }

    private mutating func again() -> ChipReading {
        setsLeft &-= 1
        guard setsLeft > 0 else { return .noNews }
        step = 0
        return .more(next)
    }

    /// The middle one of three samples, the first of which is at `first`.
    private func middle(of first: Int) -> UInt16 {
        let (a, b, c) = (samples[first], samples[first &+ 1], samples[first &+ 2])
        return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b)
    }

    /// Whether two of the three samples from `first` on are near `middle`, which is one of them.
    private func agrees(_ middle: UInt16, _ first: Int) -> Bool {
        var near = 0
        for index in first..<first &+ 3 where TSC2007Family.isNear(samples[index], middle) { near &+= 1 }
        return near >= 2
    }

    /// The noise that samples may have, in units of 4096. (The overlay of KIPR's Wombat has the same for its panel.)
    private static var tolerance: UInt16 { 64 }
    /// After so many sets at an edge a finger has lifted.
    private static var edgesToLift: UInt8 { 4 }
    /// How many sets a finger may take to land until it is looked for once more.
    private static var setsToLand: Int { 4 }

    private static func isNear(_ a: UInt16, _ b: UInt16) -> Bool { (a > b ? a &- b : b &- a) <= tolerance }

    /// The next measurement of a set.
    private var next: Transfer {
        let command =
            switch step {
            case 0..<3: TSC2007Registers.x | TSC2007Registers.converterOn
            case 3..<6: TSC2007Registers.y | TSC2007Registers.converterOn
            case 6: TSC2007Registers.z1 | TSC2007Registers.converterOn
            default: TSC2007Registers.z2 | TSC2007Registers.powerDown
            }
        return TSC2007Family.measure(command)
    }

    private static func measure(_ command: UInt8) -> Transfer { .read(command, count: 2) }
}

extension ResistivePanel {
    /// The resistance between the plates, in ohm, of what was measured: x, then `z1` and a greater `z2`, all 1…4095; nil where
    /// it is above ``touch``.
    ///
    /// It is the first equation of the data sheet, plate · x / 4096 · (z2 / z1 − 1), rounded as Linux does, in steps of which
    /// none exceeds 32 bits.
    public func resistance(x: Int, z1: Int, z2: Int) -> Int? {
        let product = (z2 &- z1) &* x
        let (whole, rest) = (product / z1, product % z1)
        let (plate, most) = (plate > 0 ? Int(plate) : 1, Int(touch))
        guard whole <= (most &+ 1) &* 4_096 / plate else { return nil }
        let resistance = (whole &* plate &+ rest &* plate / z1 &+ 2_047) / 4_096
        return resistance <= most ? resistance : nil
    }
}

/// The commands of a TSC2007: what is measured, in the upper four bits, what stays on behind it in the next two, and the
/// resolution, of which only that of 12 bits is used.
///
/// Sources: "TSC2007" (Texas Instruments, SBAS405A) and "TSC2007-Q1" (SBAS545), command byte and read cycle; Linux
/// `drivers/input/touchscreen/tsc2007.h` and `tsc2007_core.c`. (The set-up command is not used: Linux says that it is not
/// acknowledged, and without it the chip filters each measurement, which is wanted.)
public enum TSC2007Registers {
    /// The 7-bit address with A1 and A0 at ground; up to 0x4B otherwise.
    public static var address: UInt8 { 0x48 }

    /// Measures the temperature.
    public static var temperature: UInt8 { 0x00 }
    /// Sets filter and pull-up; nothing follows.
    public static var setUp: UInt8 { 0xB0 }
    /// Measures x, the voltage of the y plate where it touches the driven x plate.
    public static var x: UInt8 { 0xC0 }
    /// Measures y.
    public static var y: UInt8 { 0xD0 }
    /// Measures the voltage of the x plate where it touches, in series with the y plate; 0: nothing touches.
    public static var z1: UInt8 { 0xE0 }
    /// The same of the y plate.
    public static var z2: UInt8 { 0xF0 }

    /// The converter rests after the measurement, and the interrupt line speaks.
    public static var powerDown: UInt8 { 0x00 }
    /// The converter stays on, and the interrupt line rests.
    public static var converterOn: UInt8 { 0x04 }

    /// The largest value of 12 bits.
    public static var full: UInt16 { 0x0FFF }

    /// What two bytes that answer say: the upper eight bits, then the lower four and four that are 0.
    static func value(_ received: inout BusBytes) -> UInt16 {
        UInt16(received[0]) << 4 | UInt16(received[1]) >> 4
    }
}
