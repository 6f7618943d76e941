public import TaplineCore

/// An MPR121, register by register.
public typealias MPR121Model = TouchKeyModel<MPR121Family>

/// Microchip's CAP1188 and its relatives, register by register.
public typealias CAP1xxxModel = TouchKeyModel<CAP1xxxFamily>

/// Touch keys of either family, with ``TouchKeyFaults``.
///
/// A finger touches the electrode under whose cell of the ``TaplineControllers/KeyGrid`` it lies. The interrupt line stays
/// asserted until the host has read the status (MPR121) or cleared the interrupt (CAP1xxx). It needs no heap.
public struct TouchKeyModel<Family: NamedFamily>: FamilyModel where Family.Variant == KeyGrid {
    public typealias Configuration = TouchKeyConfiguration

    /// What goes wrong.
    public var faults = TouchKeyFaults()
    /// What kind of chip it is.
    public let configuration: Configuration
    public var life = ChipLife()
    public var bootTime: Microseconds { configuration.bootTime }
    /// Whether it measures its electrodes.
    public var isMeasuring: Bool { measured != 0 }

    private var memory = InlineArray<256, UInt8>(repeating: 0)
    private var pointer: UInt8 = 0
    /// The electrodes under fingers, and those that the last measurement has seen.
    private var fingers: UInt32 = 0
    private var seen: UInt32 = 0

    public init(_ panel: ModelledPanel) {
        // (What has no id is no CAP1xxx.)
        let product = UInt8(truncatingIfNeeded: panel.chip.id)
        var configuration = Configuration(product == 0 ? .mpr121 : .cap1xxx(product: product))
        if let address = panel.address { configuration.address = address }
        configuration.grid = panel.keys ?? KeyGrid(columns: panel.chip.fingers)
        configuration.width = panel.width
        configuration.height = panel.height
        self.init(configuration: configuration)
    }

    /// One read of two bytes; a CAP1xxx is cleared before.
    public func fewestBits(_ fingers: Int) -> Int { configuration.part == .mpr121 ? 48 : 29 + 48 }

    /// A chip that has power and has started.
    public init(configuration: Configuration) {
        self.configuration = configuration
        powerUp()
    }

    // MARK: Time, fingers and lines

    public mutating func setFingers(_ contacts: Contacts, at instant: Instant) {
        advance(to: instant)
        fingers = 0
        for index in 0..<contacts.count {
            let grid = configuration.grid
            let column = TouchKeyModel.cell(contacts[index].x, of: grid.columns, size: configuration.width)
            let row = TouchKeyModel.cell(contacts[index].y, of: grid.rows, size: configuration.height)
            fingers |= 1 &<< UInt32(row * grid.columns + column)
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
        reset(isHeld: configuration.part == .mpr121 ? drive == .low : drive == .high)
    }

    // MARK: What happens to a chip

    public mutating func forget() {}

    public mutating func begin() { measure() }

    public mutating func interrupt() { life.assertInterrupt() }

    public mutating func powerUp() {
        memory = InlineArray(repeating: 0)
        seen = 0
        life.interruptIsAsserted = false
        switch configuration.part {
        case .mpr121:
            memory[Int(MPR121Registers.frontEnd)] = MPR121Registers.usualFrontEnd
            memory[Int(MPR121Registers.filter)] = MPR121Registers.usualFilter
        case .cap1xxx(let product):
            memory[Int(CAP1xxxRegisters.product)] = product
            memory[Int(CAP1xxxRegisters.product) + 1] = CAP1xxxRegisters.microchip
            memory[Int(CAP1xxxRegisters.product) + 2] = 0x83
            memory[Int(CAP1xxxRegisters.enabled)] = 0xFF
            memory[Int(CAP1xxxRegisters.interrupts)] = 0xFF
            memory[Int(CAP1xxxRegisters.repeats)] = 0xFF
            memory[Int(CAP1xxxRegisters.multipleTouch)] = 0x80
            memory[Int(CAP1xxxRegisters.polarity)] = 0x40
        }
    }

    // MARK: Measuring

    /// The electrodes that are measured now, a bit each.
    private var measured: UInt32 {
        guard life.power == .running, !faults.isFrozen else { return 0 }
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
        let changed = touched ^ seen
        guard changed != 0 else { return }
        seen = touched
        if configuration.part != .mpr121 {
            memory[Int(CAP1xxxRegisters.control)] |= CAP1xxxRegisters.interrupt
            guard UInt32(memory[Int(CAP1xxxRegisters.interrupts)]) & changed != 0 else { return }
        }
        interrupt()
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if let error = refusal(of: transfer, at: configuration.address) { return error }
        wake()
        if transfer.written.count > 0 { pointer = transfer.written[0] }
        var index = 1
        while index < transfer.written.count {
            if faults.ignoredWrites > 0 { faults.ignoredWrites -= 1 } else { write(transfer.written[index]) }
            pointer &+= 1
            index += 1
        }
        send(transfer.readCount, into: &bytes) { $0.read() }
        return nil
    }

    /// The byte at the pointer, which moves on.
    private mutating func read() -> UInt8 {
        defer { pointer &+= 1 }
        if configuration.part == .mpr121, pointer == MPR121Registers.touched { life.interruptIsAsserted = false }
        return memory[Int(pointer)]
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
                life.interruptIsAsserted = false
                memory[Int(CAP1xxxRegisters.status) + 1] = UInt8(truncatingIfNeeded: seen)
                memory[Int(CAP1xxxRegisters.status)] = seen != 0 ? 1 : 0
            }
            if value & CAP1xxxRegisters.deepSleep != 0, pointer == CAP1xxxRegisters.control { seen = 0 }
        }
        measure()
    }
}
