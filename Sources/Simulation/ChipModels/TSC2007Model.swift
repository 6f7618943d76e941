public import TaplineCore

/// A TSC2007 with a resistive panel of four wires, command by command, with ``TSC2007Faults``.
///
/// A measurement sees the panel as it is when the command comes: its plates are resistors, and a finger joins them at one place.
/// The interrupt line is low while they touch, but not while the command wants it to rest. It needs no heap.
public struct TSC2007Model: FamilyModel {
    public typealias Family = TSC2007Family

    /// What kind of chip and panel it is.
    public struct Configuration: Sendable {
        /// The 7-bit address.
        public var address = TSC2007Registers.address
        /// Pixels across of the picture behind the panel.
        public var width = 800
        /// Pixels down.
        public var height = 480
        /// Its plates. (That of y has as much as that of x.)
        public var plates = ResistivePanel()
        /// How long after a reset the chip answers nobody.
        public var bootTime = Microseconds.milliseconds(1)

        /// A panel before a picture of 800 × 480 pixels.
        public init() {}
    }

    /// What goes wrong.
    public var faults = TSC2007Faults()
    /// What kind of chip and panel it is.
    public let configuration: Configuration
    public var life = ChipLife()
    public var bootTime: Microseconds { configuration.bootTime }

    private var fingers = Contacts()
    /// What was measured last.
    private var value: UInt16 = 0
    /// Whether the line rests whatever the panel does.
    private var isMasked = false
    /// Which command came last, how often in a row, and how many sets have ended.
    private var function: UInt8 = 0
    private var repeats = 0
    private var sets = 0

    public init(_ panel: ModelledPanel) {
        var configuration = Configuration()
        if let address = panel.address { configuration.address = address }
        configuration.width = panel.width
        configuration.height = panel.height
        if let plates = panel.resistive { configuration.plates = plates }
        self.init(configuration: configuration)
    }

    /// A chip that has power.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    /// Three times x and y, and two voltages for the pressure: each is a command and two bytes.
    public func fewestBits(_ fingers: Int) -> Int { 8 * 48 }
    public static var measuresWhenAsked: Bool { true }
    /// It has nothing that a reset loses.
    public var showsReset: Bool { false }
    /// Its values are parts of the panel.
    public var canLieOffPanel: Bool { false }

    // MARK: What happens to a chip

    public mutating func setFingers(_ contacts: Contacts, at instant: Instant) {
        advance(to: instant)
        fingers = contacts
        if !faults.isFrozen, !faults.isAbsent { setLine() }
    }

    public mutating func forget() {
        isMasked = false
        value = 0
        (function, repeats, sets) = (0, 0, 0)
    }

    public mutating func begin() { setLine() }

    /// (One that is over before anybody looks: the line says what is.)
    public mutating func interrupt() { life.interruptEdges &+= 1 }

    private var isTouched: Bool { fingers.count > 0 }

    private mutating func setLine() {
        if isTouched, !isMasked, life.power == .running {
            life.assertInterrupt()
        } else {
            life.releaseInterrupt()
        }
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if let left = faults.failsAfter {
            faults.failsAfter = left > 0 ? left - 1 : nil
            if left == 0 { return faults.failure }
        }
        if let error = refusal(of: transfer, at: configuration.address) { return error }
        if transfer.written.count > 0 {
            let command = transfer.written[0]
            guard command & 0xF0 != TSC2007Registers.setUp else { return BusError(errno: 121) }
            if !faults.isFrozen { carryOut(command) }
        }
        var sent = 0
        send(transfer.readCount, into: &bytes) { chip in
            defer { sent += 1 }
            switch sent {
            case 0: return UInt8(truncatingIfNeeded: chip.value >> 4)
            case 1: return UInt8(truncatingIfNeeded: chip.value << 4)
            default: return 0xFF
            }
        }
        return nil
    }

    private mutating func carryOut(_ command: UInt8) {
        // While it measures the line rests.
        life.releaseInterrupt()
        repeats = command & 0xF0 == function ? repeats + 1 : 0
        function = command & 0xF0
        if function >= TSC2007Registers.x, let left = faults.liftsAfter {
            faults.liftsAfter = left > 0 ? left - 1 : nil
            if left == 0 { fingers.removeAll() }
        }
        value = faults.constant ?? measured
        if function == TSC2007Registers.z2 { sets += 1 }
        isMasked = command & TSC2007Registers.converterOn != 0
        setLine()
    }

    /// What the last command measures. Open plates float, one to each side.
    private var measured: UInt16 {
        let (x, y) = place
        switch function {
        case TSC2007Registers.x: return isTouched ? sample(x + Float(sets * faults.drift)) : TSC2007Registers.full
        case TSC2007Registers.y: return isTouched ? sample(y) : 0
        case TSC2007Registers.z1, TSC2007Registers.z2:
            guard isTouched else { return function == TSC2007Registers.z1 ? faults.leak : TSC2007Registers.full }
            // From the supply through the y plate to the finger, through that to the x plate, through that to ground.
            let plate = Float(Int(configuration.plates.plate))
            let below = plate * x / 4_096
            let finger = Float(faults.resistance)
            let all = below + finger + plate * (4_096 - y) / 4_096
            let part = function == TSC2007Registers.z1 ? below : below + finger
            return TSC2007Model.units(4_096 * part / all)
        case TSC2007Registers.temperature: return 745
        default: return 0
        }
    }

    /// Where the finger is, in units of 4096: the middle of its pixel.
    private var place: (x: Float, y: Float) {
        guard isTouched else { return (0, 0) }
        func part(_ pixel: Float, _ size: Int) -> Float { (pixel + 0.5) * 4_096 / Float(size) }
        return (part(fingers[0].x, configuration.width), part(fingers[0].y, configuration.height))
    }

    private func sample(_ place: Float) -> UInt16 {
        if faults.wildSample == repeats { return place < 2_048 ? 4_000 : 100 }
        return TSC2007Model.units(place + Float(repeats * faults.scatter))
    }

    /// Whole units of a panel that is touched, which reach neither end.
    private static func units(_ value: Float) -> UInt16 {
        guard value > 1 else { return 1 }
        return value < 4_094 ? UInt16(truncatingIfNeeded: Int(value)) : 4_094
    }
}
