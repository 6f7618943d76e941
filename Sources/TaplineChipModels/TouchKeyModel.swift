public import TaplineControllers
public import TaplineTouches

/// Touch keys, register by register: an MPR121, or one of Microchip's CAP1xxx, with ``TouchKeyFaults``.
///
/// A finger touches the electrode under whose cell of the ``TaplineControllers/KeyGrid`` it lies. The interrupt line stays
/// asserted until the host has read the status (MPR121) or cleared the interrupt (CAP1xxx). It needs no heap.
public struct TouchKeyModel: ChipModel, Sendable {
    /// The chips that differ for a driver.
    public enum Part: Equatable, Sendable {
        /// An MPR121.
        case mpr121
        /// Microchip's with this product id: 0x50 is a CAP1188.
        case cap1xxx(product: UInt8)
    }

    /// What kind of chip it is.
    public struct Configuration: Sendable {
        /// Which chip.
        public var part: Part
        /// The 7-bit address.
        public var address: UInt8
        /// How the keys lie.
        public var grid: KeyGrid
        /// Raw pixels across the keys.
        public var width: Int
        /// Raw pixels down the keys.
        public var height = 100
        /// How long after power-up the chip answers nobody.
        public var bootTime = Microseconds.milliseconds(1)

        /// A chip with all its keys in one row.
        public init(_ part: Part = .mpr121) {
            self.part = part
            switch part {
            case .mpr121:
                address = MPR121Registers.address
                grid = KeyGrid(columns: MPR121Registers.electrodes)
            case .cap1xxx(let product):
                address = CAP1xxxRegisters.address
                grid = KeyGrid(columns: CAP1xxxRegisters.electrodes(of: product))
                bootTime = .milliseconds(15)
            }
            width = 100 * grid.columns
        }
    }

    /// What goes wrong.
    public var faults = TouchKeyFaults()
    /// What kind of chip it is.
    public let configuration: Configuration
    public private(set) var interruptEdges: UInt32 = 0
    public private(set) var interruptIsAsserted = false
    /// Whether it measures its electrodes.
    public var isMeasuring: Bool { measured != 0 }

    private var memory = InlineArray<256, UInt8>(repeating: 0)
    private var pointer: UInt8 = 0
    private var now = Instant.zero
    private var bootEnds = Instant.never
    private var isHeld = false
    /// The electrodes under fingers, and those that the last measurement has seen.
    private var fingers: UInt32 = 0
    private var seen: UInt32 = 0

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        powerUp()
    }

    // MARK: Time, fingers and lines

    public var nextEvent: Instant { bootEnds }

    public mutating func advance(to instant: Instant) {
        if bootEnds <= instant {
            bootEnds = .never
            measure()
        }
        if now < instant { now = instant }
    }

    public mutating func setFingers(_ contacts: Contacts, at instant: Instant) {
        advance(to: instant)
        fingers = 0
        var index = 0
        while index < contacts.count {
            let grid = configuration.grid
            let column = TouchKeyModel.cell(contacts[index].x, of: grid.columns, size: configuration.width)
            let row = TouchKeyModel.cell(contacts[index].y, of: grid.rows, size: configuration.height)
            fingers |= 1 &<< UInt32(row * grid.columns + column)
            index += 1
        }
        measure()
    }

    private static func cell(_ place: Float, of cells: Int, size: Int) -> Int {
        let cell = place > 0 ? Int(place) * cells / size : 0
        return min(cell, cells - 1)
    }

    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at instant: Instant) {
        advance(to: instant)
        guard line == .reset else { return }
        // An MPR121 has its supply switched, Microchip's RESET is active high.
        let holds = configuration.part == .mpr121 ? drive == .low : drive == .high
        if holds {
            isHeld = true
            faults.isStuck = false
        } else if isHeld {
            isHeld = false
            resetItself(at: instant)
        }
    }

    // MARK: What happens to a chip

    /// The chip resets itself, as after a dip of its supply.
    public mutating func resetItself(at instant: Instant) {
        advance(to: instant)
        powerUp()
        bootEnds = now + configuration.bootTime
    }

    /// An interrupt without anything new.
    public mutating func interruptSpuriously(at instant: Instant) {
        advance(to: instant)
        interrupt()
    }

    private mutating func interrupt() {
        if !interruptIsAsserted { interruptEdges &+= 1 }
        interruptIsAsserted = true
    }

    /// The registers as they are after a reset.
    private mutating func powerUp() {
        memory = InlineArray(repeating: 0)
        seen = 0
        interruptIsAsserted = false
        switch configuration.part {
        case .mpr121:
            memory[Int(MPR121Registers.frontEnd)] = MPR121Registers.usualFrontEnd
            memory[Int(MPR121Registers.filter)] = MPR121Registers.usualFilter
        case .cap1xxx(let product):
            memory[Int(CAP1xxxRegisters.product)] = product
            memory[Int(CAP1xxxRegisters.product) + 1] = CAP1xxxRegisters.microchip
            memory[Int(CAP1xxxRegisters.product) + 2] = 0x83
            memory[Int(CAP1xxxRegisters.enabled)] = 0xFF
            memory[Int(CAP1xxxRegisters.repeats)] = 0xFF
            memory[Int(CAP1xxxRegisters.multipleTouch)] = 0x80
            memory[Int(CAP1xxxRegisters.polarity)] = 0x40
        }
    }

    // MARK: Measuring

    /// The electrodes that are measured now, a bit each.
    private var measured: UInt32 {
        guard bootEnds == .never, !isHeld, !faults.isFrozen else { return 0 }
        switch configuration.part {
        case .mpr121:
            let count = UInt32(memory[Int(MPR121Registers.electrodeControl)] & 0x0F)
            return (1 &<< min(count, 12)) &- 1
        case .cap1xxx(let product):
            if memory[Int(CAP1xxxRegisters.control)] & CAP1xxxRegisters.deepSleep != 0 { return 0 }
            let all = (UInt32(1) &<< UInt32(CAP1xxxRegisters.electrodes(of: product))) &- 1
            return UInt32(memory[Int(CAP1xxxRegisters.enabled)]) & all
        }
    }

    private mutating func measure() {
        guard isMeasuring else { return }
        var touched = fingers & measured
        switch configuration.part {
        case .mpr121:
            if faults.hasOvercurrent {
                memory[Int(MPR121Registers.touched) + 1] |= MPR121Registers.overcurrent
                memory[Int(MPR121Registers.electrodeControl)] = 0
                interrupt()
                return
            }
            memory[Int(MPR121Registers.touched)] = UInt8(truncatingIfNeeded: touched)
            memory[Int(MPR121Registers.touched) + 1] = UInt8(truncatingIfNeeded: touched >> 8)
        case .cap1xxx:
            // One key blocks the others unless they are allowed.
            if memory[Int(CAP1xxxRegisters.multipleTouch)] & 0x80 != 0 { touched &= 0 &- touched }
            // Released ones stay until the interrupt is cleared.
            memory[Int(CAP1xxxRegisters.status) + 1] |= UInt8(truncatingIfNeeded: touched)
            memory[Int(CAP1xxxRegisters.status)] = memory[Int(CAP1xxxRegisters.status) + 1] != 0 ? 1 : 0
        }
        guard touched != seen else { return }
        seen = touched
        if configuration.part != .mpr121 { memory[Int(CAP1xxxRegisters.control)] |= CAP1xxxRegisters.interrupt }
        interrupt()
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if faults.isStuck { return BusError(errno: 110) }
        guard !faults.isAbsent, bootEnds == .never, !isHeld, transfer.address == configuration.address else {
            return BusError(errno: 121)
        }
        if faults.failingTransfers > 0 {
            faults.failingTransfers -= 1
            return faults.failure
        }
        wake()
        if transfer.written.count > 0 { pointer = transfer.written[0] }
        var index = 1
        while index < transfer.written.count {
            if faults.ignoredWrites > 0 { faults.ignoredWrites -= 1 } else { write(transfer.written[index]) }
            pointer &+= 1
            index += 1
        }
        let lies = transfer.readCount > 0 && faults.lies > 0
        if lies { faults.lies -= 1 }
        index = 0
        while index < transfer.readCount {
            let byte = memory[Int(pointer)]
            if configuration.part == .mpr121, pointer == MPR121Registers.touched { interruptIsAsserted = false }
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

    /// Any access wakes one of Microchip's that sleeps deeply.
    private mutating func wake() {
        guard configuration.part != .mpr121 else { return }
        memory[Int(CAP1xxxRegisters.control)] &= ~CAP1xxxRegisters.deepSleep
    }

    private mutating func write(_ value: UInt8) {
        switch configuration.part {
        case .mpr121:
            if pointer == MPR121Registers.softReset {
                if value == MPR121Registers.softResetKey { powerUp() }
                return
            }
            // While it measures, only that can be ended.
            guard pointer == MPR121Registers.electrodeControl || !isMeasuring || pointer > 0x73 else { return }
            guard pointer > 0x2A else { return }
            memory[Int(pointer)] = value
            if pointer == MPR121Registers.electrodeControl, value & 0x0F == 0 {
                seen = 0
                memory[Int(MPR121Registers.touched)] = 0
                memory[Int(MPR121Registers.touched) + 1] = 0
            }
        case .cap1xxx:
            guard pointer < CAP1xxxRegisters.product, pointer == CAP1xxxRegisters.control || pointer > 0x1E else {
                return
            }
            memory[Int(pointer)] = value
            if pointer == CAP1xxxRegisters.control, value & CAP1xxxRegisters.interrupt == 0 {
                interruptIsAsserted = false
                memory[Int(CAP1xxxRegisters.status) + 1] = UInt8(truncatingIfNeeded: seen)
                memory[Int(CAP1xxxRegisters.status)] = seen != 0 ? 1 : 0
            }
            if value & CAP1xxxRegisters.deepSleep != 0, pointer == CAP1xxxRegisters.control { seen = 0 }
        }
        measure()
    }
}
