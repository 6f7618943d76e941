public import TaplineCore

/// A Hynitron CST816 and its relatives for one finger or two, register by register: reset, identity, reports, interrupt pulses, sleep, and
/// ``CST816Faults``.
///
/// The registers show the last scan. Two seconds without a finger and it sleeps, unless the host has forbidden it: then it
/// answers nobody until a finger or a reset wakes it. It needs no heap.
public struct CST816Model: ScanningChip {
    /// The chips that differ for a driver.
    public enum Part: Equatable, Sendable { case cst816s, cst816t, cst816d, cst820, cst716, cst826, cst836 }

    /// What kind of chip it is.
    public struct Configuration: ChipConfiguration {
        /// The 7-bit address.
        public var address = HynitronRegisters.address
        /// The chip's id.
        public var chip: UInt8
        /// The firmware's version.
        public var firmware: UInt8 = 0x01
        /// Raw pixels across.
        public var width: UInt16 = 240
        /// Raw pixels down.
        public var height: UInt16 = 280
        /// How long an interrupt pulse lasts (register 0xED, in steps of 0.1 ms: 10 unless changed).
        public var pulseWidth = Microseconds(1_000)
        /// How long after a reset the chip answers nobody.
        public var bootTime = Microseconds.milliseconds(50)
        /// How long without a finger it takes to fall asleep.
        public var sleepTime = Microseconds.milliseconds(2_000)

        /// A chip of the family, for 240 × 280 pixels.
        public init(_ part: Part = .cst816s) {
            switch part {
            case .cst816s: chip = 0xB4
            case .cst816t: chip = 0xB5
            case .cst816d: chip = 0xB6
            case .cst820: chip = 0xB7
            case .cst716: chip = 0x20
            case .cst826: chip = 0x11
            case .cst836: chip = 0x13
            }
        }
    }

    /// What goes wrong.
    public var faults = CST816Faults()
    /// What kind of chip it is.
    public let configuration: Configuration
    /// How many reports there were.
    public private(set) var reports = 0
    public var life = ChipLife()
    /// Whether it sleeps.
    public var isAsleep: Bool { life.power == .asleep || life.power == .deepAsleep }

    private var memory = InlineArray<256, UInt8>(repeating: 0)
    private var pointer: UInt8 = 0
    public var fingers = Contacts()
    private var isDown = false
    private var sleepsAt = Instant.never

    public typealias Family = HynitronFamily

    public init(_ panel: ModelledPanel) {
        var configuration = Configuration()
        configuration.chip = UInt8(truncatingIfNeeded: panel.chip.id)
        configuration = configuration.behind(panel)
        self.init(configuration: configuration)
    }

    /// One read. (84 with the gesture, which says nothing.)
    public func fewestBits(_ fingers: Int) -> Int { 21 + 9 * (fingers > 1 ? 12 : 6) }
    private var places: Int { HynitronRegisters.hasTwoFingers(chip: configuration.chip) ? 2 : 1 }
    public var sleepCommand: Transfer? { .write(HynitronRegisters.deepSleep, HynitronRegisters.sleepsDeeply) }
    public var reportRegisters: ReportRegisters? {
        ReportRegisters(
            HynitronRegisters.fingers,
            count: HynitronRegisters.reportLength + (places > 1 ? HynitronRegisters.recordLength : 0))
    }

    /// The count, and the places of so many fingers, of one at least: its event says whether it has lifted.
    public func isWhole(_ recorded: (Int) -> UInt8?) -> Bool {
        let first = Int(HynitronRegisters.fingers)
        guard let count = recorded(first) else { return false }
        let fingers = min(Int(count & HynitronRegisters.countMask), places)
        return recorded(first + HynitronRegisters.length(of: fingers) - 1) != nil
    }

    /// (Some count none where one has lifted or is down: its event says which.)
    public func isIdle(_ recorded: (Int) -> UInt8?) -> Bool {
        let first = Int(HynitronRegisters.fingers)
        guard recorded(first) == 0 else { return false }
        if places > 1 || (recorded(first + HynitronRegisters.xOffset) ?? 0) >> 6 == HynitronRegisters.up { return true }
        for place in 1..<HynitronRegisters.reportLength where recorded(first + place) ?? 0 != 0 { return false }
        return true
    }

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        powerUp()
        sleepsAt = life.now + configuration.sleepTime
    }

    // MARK: Fingers and lines

    public mutating func setFingers(_ contacts: Contacts, at instant: Instant) {
        advance(to: instant)
        fingers = contacts
        if life.power == .asleep, contacts.count > 0 { life.power = .running }
        guard life.power == .running, !faults.isFrozen, !faults.isAbsent else { return }
        if contacts.count > 0 || isDown { publish() }
    }

    // MARK: What happens to a chip

    public mutating func begin() {
        sleepsAt = life.now + configuration.sleepTime
        if fingers.count > 0 { publish() }
    }

    public var ownEvent: Instant { sleepsAt }

    public mutating func happen() {
        guard sleepsAt <= life.now else { return }
        sleepsAt = .never
        if life.power == .running, fingers.count == 0, memory[Int(HynitronRegisters.noSleep)] == 0 {
            life.power = .asleep
        }
    }

    public mutating func forget() {
        isDown = false
        sleepsAt = .never
    }

    public mutating func powerUp() {
        memory = InlineArray(repeating: 0)
        memory[Int(places > 1 ? HynitronRegisters.otherIdentity : HynitronRegisters.identity)] = configuration.chip
        memory[Int(HynitronRegisters.identity) + HynitronRegisters.firmwareOffset] = configuration.firmware
        memory[Int(HynitronRegisters.interrupts)] = HynitronRegisters.touchAndChange
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if faults.isDeaf { return BusError(errno: faults.isStuck ? 110 : 121) }
        if let error = refusal(of: transfer, at: configuration.address) { return error }
        sleepsAt = life.now + configuration.sleepTime
        if transfer.written.count > 0 { pointer = transfer.written[0] }
        var index = 1
        while index < transfer.written.count {
            if faults.ignoredWrites > 0 { faults.ignoredWrites -= 1 } else { write(transfer.written[index]) }
            index += 1
        }
        send(transfer.readCount, into: &bytes) { chip in
            defer { chip.pointer &+= 1 }
            return chip.memory[Int(chip.pointer)]
        }
        return nil
    }

    private mutating func write(_ value: UInt8) {
        // What is measured cannot be written.
        if pointer > HynitronRegisters.fingers + UInt8(HynitronRegisters.reportLength),
            pointer < HynitronRegisters.identity
                || pointer > HynitronRegisters.otherIdentity
        {
            memory[Int(pointer)] = value
        }
        if pointer == HynitronRegisters.deepSleep, value == 3 { life.power = .deepAsleep }
        pointer &+= 1
    }

    // MARK: Reports

    public mutating func publish() {
        reports += 1
        let wasDown = isDown
        isDown = fingers.count > 0
        let first = Int(HynitronRegisters.fingers)
        memory[first] = isDown && !faults.countsNothing ? UInt8(truncatingIfNeeded: min(fingers.count, places)) : 0
        if places > 1 {
            placeTwo()
        } else if isDown {
            let x = shownX(fingers[0].x, width: configuration.width)
            place(x, wholePixel(fingers[0].y), wasDown ? HynitronRegisters.contact : HynitronRegisters.down)
        } else if faults.liftsAsGarbage {
            place(639, 1_688, HynitronRegisters.down)
        } else {
            let high = first + HynitronRegisters.xOffset
            memory[high] = memory[high] & 0x0F | HynitronRegisters.up << 6
        }
        if !isDown { sleepsAt = life.now + configuration.sleepTime }
        if isDown || !faults.losesLastPulse { interrupt() }
    }

    /// The fingers that are down, by name; the record of one that has lifted stays, with its event.
    private mutating func placeTwo() {
        let first = Int(HynitronRegisters.fingers) + HynitronRegisters.xOffset
        for record in 0..<places {
            let at = first + record * HynitronRegisters.recordLength
            guard record < fingers.count else {
                memory[at] = memory[at] & 0x0F | (faults.leavesOldRecord ? 2 : 3) << 6
                continue
            }
            let x = shownX(fingers[record].x, width: configuration.width)
            let y = wholePixel(fingers[record].y)
            let name = faults.namesAll ?? UInt8(truncatingIfNeeded: fingers[record].id)
            memory[at] = HynitronRegisters.contact << 6 | UInt8(truncatingIfNeeded: x >> 8) & 0x0F
            memory[at + 1] = UInt8(truncatingIfNeeded: x)
            memory[at + 2] = name << 4 | UInt8(truncatingIfNeeded: y >> 8) & 0x0F
            memory[at + 3] = UInt8(truncatingIfNeeded: y)
        }
        if let count = faults.count { memory[Int(HynitronRegisters.fingers)] = count }
    }

    private mutating func place(_ x: UInt16, _ y: UInt16, _ event: UInt8) {
        let first = Int(HynitronRegisters.fingers)
        memory[first + HynitronRegisters.xOffset] = event << 6 | UInt8(truncatingIfNeeded: x >> 8) & 0x0F
        memory[first + HynitronRegisters.xOffset + 1] = UInt8(truncatingIfNeeded: x)
        memory[first + HynitronRegisters.yOffset] = UInt8(truncatingIfNeeded: y >> 8) & 0x0F
        memory[first + HynitronRegisters.yOffset + 1] = UInt8(truncatingIfNeeded: y)
    }

}
