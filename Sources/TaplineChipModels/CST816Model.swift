public import TaplineControllers
public import TaplineTouches

/// A Hynitron CST816 and its relatives, register by register: reset, identity, reports, interrupt pulses, sleep, and
/// ``CST816Faults``.
///
/// The registers show the last scan. Two seconds without a finger and it sleeps, unless the host has forbidden it: then it
/// answers nobody until a finger or a reset wakes it. It needs no heap.
public struct CST816Model: ChipModel, Sendable {
    /// The chips that differ for a driver.
    public enum Part: Equatable, Sendable { case cst816s, cst816t, cst816d, cst820, cst716 }

    /// What kind of chip it is.
    public struct Configuration: Sendable {
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
            }
        }
    }

    enum Power: Equatable, Sendable { case held, booting, running, asleep, deepAsleep }

    /// What goes wrong.
    public var faults = CST816Faults()
    /// What kind of chip it is.
    public let configuration: Configuration
    /// How many reports there were.
    public private(set) var reports = 0
    public private(set) var interruptEdges: UInt32 = 0
    public private(set) var interruptIsAsserted = false
    /// Whether it sleeps.
    public var isAsleep: Bool { power == .asleep || power == .deepAsleep }

    private var power = Power.running
    private var now = Instant.zero
    private var memory = InlineArray<256, UInt8>(repeating: 0)
    private var pointer: UInt8 = 0
    private var fingers = Contacts()
    private var isDown = false
    private var pulseEnds = Instant.never
    private var bootEnds = Instant.never
    private var sleepsAt = Instant.never

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        powerUp()
        sleepsAt = now + configuration.sleepTime
    }

    // MARK: Time

    public var nextEvent: Instant {
        var next = bootEnds < pulseEnds ? bootEnds : pulseEnds
        if sleepsAt < next { next = sleepsAt }
        return next
    }

    public mutating func advance(to instant: Instant) {
        while nextEvent <= instant, nextEvent < .never {
            now = nextEvent
            if bootEnds <= now {
                bootEnds = .never
                power = .running
                sleepsAt = now + configuration.sleepTime
                if fingers.count > 0 { publish() }
            }
            if pulseEnds <= now {
                pulseEnds = .never
                interruptIsAsserted = false
            }
            if sleepsAt <= now {
                sleepsAt = .never
                if power == .running, fingers.count == 0, memory[Int(HynitronRegisters.noSleep)] == 0 {
                    power = .asleep
                }
            }
        }
        if now < instant { now = instant }
    }

    // MARK: Fingers and lines

    public mutating func setFingers(_ contacts: Contacts, at instant: Instant) {
        advance(to: instant)
        fingers = contacts
        if power == .asleep, contacts.count > 0 { power = .running }
        guard power == .running, !faults.isFrozen, !faults.isAbsent else { return }
        if contacts.count > 0 || isDown { publish() }
    }

    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at instant: Instant) {
        advance(to: instant)
        guard line == .reset else { return }
        if drive == .low {
            power = .held
            faults.isStuck = false
            faults.isDeaf = false
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
        powerUp()
    }

    /// Everything that a reset loses.
    private mutating func forget() {
        faults.isFrozen = false
        isDown = false
        pulseEnds = .never
        bootEnds = .never
        sleepsAt = .never
        interruptIsAsserted = false
    }

    /// The registers as they are after a reset.
    private mutating func powerUp() {
        memory = InlineArray(repeating: 0)
        memory[Int(HynitronRegisters.identity)] = configuration.chip
        memory[Int(HynitronRegisters.identity) + HynitronRegisters.firmwareOffset] = configuration.firmware
        memory[Int(HynitronRegisters.interrupts)] = HynitronRegisters.touchAndChange
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if faults.isStuck { return BusError(errno: 110) }
        guard !faults.isAbsent, !faults.isDeaf, power == .running, transfer.address == configuration.address else {
            return BusError(errno: 121)
        }
        if faults.failingTransfers > 0 {
            faults.failingTransfers -= 1
            return faults.failure
        }
        sleepsAt = now + configuration.sleepTime
        if transfer.written.count > 0 { pointer = transfer.written[0] }
        var index = 1
        while index < transfer.written.count {
            if faults.ignoredWrites > 0 { faults.ignoredWrites -= 1 } else { write(transfer.written[index]) }
            index += 1
        }
        let lies = transfer.readCount > 0 && faults.lies > 0
        if lies { faults.lies -= 1 }
        index = 0
        while index < transfer.readCount {
            let byte = memory[Int(pointer)]
            pointer &+= 1
            if let random = faults.random?.next() {
                bytes.append(UInt8(truncatingIfNeeded: random))
            } else {
                bytes.append(lies ? 0xFF : byte)
            }
            index += 1
        }
        return nil
    }

    private mutating func write(_ value: UInt8) {
        // What is measured cannot be written.
        if pointer > HynitronRegisters.fingers + UInt8(HynitronRegisters.reportLength),
            pointer < HynitronRegisters.identity || Int(pointer) > Int(HynitronRegisters.identity) + 2
        {
            memory[Int(pointer)] = value
        }
        if pointer == HynitronRegisters.deepSleep, value == 3 { power = .deepAsleep }
        pointer &+= 1
    }

    // MARK: Reports

    private mutating func publish() {
        reports += 1
        let wasDown = isDown
        isDown = fingers.count > 0
        let first = Int(HynitronRegisters.fingers)
        memory[first] = isDown && !faults.countsNothing ? 1 : 0
        if isDown {
            let x = faults.isOffPanel ? configuration.width &+ 1 : GT911Model.whole(fingers[0].x)
            place(x, GT911Model.whole(fingers[0].y), wasDown ? HynitronRegisters.contact : HynitronRegisters.down)
        } else if faults.liftsAsGarbage {
            place(639, 1_688, HynitronRegisters.down)
        } else {
            let high = first + HynitronRegisters.xOffset
            memory[high] = memory[high] & 0x0F | HynitronRegisters.up << 6
        }
        if !isDown { sleepsAt = now + configuration.sleepTime }
        if isDown || !faults.losesLastPulse { pulse() }
    }

    private mutating func place(_ x: UInt16, _ y: UInt16, _ event: UInt8) {
        let first = Int(HynitronRegisters.fingers)
        memory[first + HynitronRegisters.xOffset] = event << 6 | UInt8(truncatingIfNeeded: x >> 8) & 0x0F
        memory[first + HynitronRegisters.xOffset + 1] = UInt8(truncatingIfNeeded: x)
        memory[first + HynitronRegisters.yOffset] = UInt8(truncatingIfNeeded: y >> 8) & 0x0F
        memory[first + HynitronRegisters.yOffset + 1] = UInt8(truncatingIfNeeded: y)
    }

    private mutating func pulse() {
        interruptEdges &+= 1
        interruptIsAsserted = true
        pulseEnds = now + configuration.pulseWidth
    }
}
