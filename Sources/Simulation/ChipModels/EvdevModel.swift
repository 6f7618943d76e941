public import TaplineCore

/// A touchscreen behind the kernel's `/dev/input/eventN`, simulated: what the input core keeps, reports and leaves out.
///
/// Values that do not change are not reported, reports become readable whole, and a queue that nobody reads loses its events
/// (SYN_DROPPED, then the newest), as in Linux's `input.c`, `input-mt.c` and `evdev.c`.
public struct EvdevModel: ChipModel, Sendable {
    /// What kind of device it is.
    public struct Configuration: Equatable, Sendable {
        /// How it reports fingers.
        public var manner: EvdevReader.Manner
        /// The axis across and the axis down.
        public var x, y: EvdevAxis
        /// Fingers that have a slot, 1…16.
        public var slots = 10
        /// Whether it says BTN_TOUCH: protocol A need not.
        public var hasTouchKey = true
        /// Whether protocol A gives identities.
        public var namesFingers = false
        /// Whether it reports how hard a finger presses.
        public var hasPressure = true
        /// The axis that says so of a contact; ABS_MT_TOUCH_MAJOR says how long the contact is.
        public var sizeAxis = EvdevCode.contactPressure
        /// Whether there is a pressure beside the length, which stays 0.
        public var hasIdlePressure = false
        /// Whether it says of a contact that it is a palm, see ``Contact/palm``.
        public var tellsPalms = false
        /// How events look to the process that reads.
        public var layout = EvdevEvent.Layout.own
        /// How many events the kernel keeps for a reader: at most 128, a power of two.
        public var queueCapacity = 128

        /// A device of `width` × `height` units.
        public init(_ manner: EvdevReader.Manner = .slots, width: Int32 = 800, height: Int32 = 480) {
            self.manner = manner
            x = EvdevAxis(maximum: width &- 1)
            y = EvdevAxis(maximum: height &- 1)
        }
    }

    /// A finger as the input core keeps it.
    private struct Slot {
        var identity: Int32 = -1
        /// What ``setFingers(_:at:)`` calls it.
        var name: Int32 = -1
        var x: Int32 = 0
        var y: Int32 = 0
        var pressure: Int32 = 0
        var tool: Int32 = 0
        var isSeen = false
    }

    /// What kind of device it is.
    public let configuration: Configuration
    /// The device has been pulled out: every query fails with ENODEV.
    public private(set) var isGone = false
    /// How often there has been something to read, wrapping.
    public private(set) var interruptEdges: UInt32 = 0

    private var fingers = InlineArray<16, Slot>(repeating: Slot())
    private var slot = 0
    private var nextIdentity: Int32 = 0
    /// One finger, or the one that pointer emulation follows.
    private var pointer = Slot()

    private var queue = InlineArray<128, EvdevEvent>(
        repeating: EvdevEvent(time: .zero, type: 0, code: 0, value: 0))
    /// Where events are read, up to where whole reports lie, and where the next one is put.
    private var tail = 0
    private var packetHead = 0
    private var head = 0
    private var time = Instant.zero

    /// A device that nobody touches.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    public mutating func advance(to now: Instant) {}
    public var nextEvent: Instant { .never }
    public mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {}
    public var interruptIsAsserted: Bool { tail != packetHead || isGone }

    /// The device is pulled out; the fingers on it are forgotten, and so is what nobody has read.
    public mutating func pullOut() {
        isGone = true
        interruptEdges &+= 1
        for index in 0..<16 { fingers[index] = Slot() }
        pointer = Slot()
        tail = 0
        head = 0
        packetHead = 0
    }

    /// The device is back.
    public mutating func pushIn() { isGone = false }

    // MARK: Fingers

    public mutating func setFingers(_ contacts: Contacts, at now: Instant) {
        guard !isGone else { return }
        time = now
        switch configuration.manner {
        case .slots: setSlots(contacts)
        case .anonymous: setPackets(contacts)
        case .single: if emulatePointer(contacts) { report() }
        }
    }

    private mutating func setSlots(_ contacts: Contacts) {
        var isReported = false
        for index in 0..<configuration.slots {
            fingers[index].isSeen = false
            for j in 0..<contacts.count where contacts[j].id == fingers[index].name && fingers[index].identity >= 0 {
                fingers[index].isSeen = true
            }
        }
        for index in 0..<configuration.slots where fingers[index].identity >= 0 && !fingers[index].isSeen {
            select(index)
            put(EvdevCode.absolute, EvdevCode.identity, -1)
            fingers[index].identity = -1
            isReported = true
        }
        for j in 0..<contacts.count {
            let contact = contacts[j]
            var place = -1
            for index in 0..<configuration.slots where fingers[index].identity >= 0 && fingers[index].name == contact.id
            {
                place = index
            }
            if place < 0 {
                for index in 0..<configuration.slots where fingers[index].identity < 0 {
                    place = index
                    break
                }
                guard place >= 0 else { continue }
                nextIdentity = (nextIdentity &+ 1) & 0xFFFF
                fingers[place].identity = nextIdentity
                fingers[place].name = contact.id
                select(place)
                put(EvdevCode.absolute, EvdevCode.identity, nextIdentity)
                isReported = true
            }
            let x = Self.value(contact.x, configuration.x)
            let y = Self.value(contact.y, configuration.y)
            let pressure = Self.pressure(contact)
            if fingers[place].x != x {
                fingers[place].x = x
                select(place)
                put(EvdevCode.absolute, EvdevCode.contactX, x)
                isReported = true
            }
            if fingers[place].y != y {
                fingers[place].y = y
                select(place)
                put(EvdevCode.absolute, EvdevCode.contactY, y)
                isReported = true
            }
            if configuration.hasPressure, fingers[place].pressure != pressure {
                fingers[place].pressure = pressure
                select(place)
                put(EvdevCode.absolute, configuration.sizeAxis, pressure)
                isReported = true
            }
            if configuration.tellsPalms, fingers[place].tool != Self.tool(contact) {
                fingers[place].tool = Self.tool(contact)
                select(place)
                put(EvdevCode.absolute, EvdevCode.tool, fingers[place].tool)
                isReported = true
            }
        }
        let pointed = emulatePointer(contacts)
        if isReported || pointed { report() }
    }

    /// Protocol A reports everything every time, and in the end that there is no finger.
    private mutating func setPackets(_ contacts: Contacts) {
        let wasTouched = pointer.identity >= 0
        guard contacts.count > 0 || wasTouched else { return }
        pointer.identity = contacts.count > 0 ? 0 : -1
        if configuration.hasTouchKey, wasTouched != (contacts.count > 0) {
            put(EvdevCode.key, EvdevCode.touch, contacts.count > 0 ? 1 : 0)
        }
        for j in 0..<contacts.count {
            if configuration.namesFingers { put(EvdevCode.absolute, EvdevCode.identity, contacts[j].id) }
            put(EvdevCode.absolute, EvdevCode.contactX, Self.value(contacts[j].x, configuration.x))
            put(EvdevCode.absolute, EvdevCode.contactY, Self.value(contacts[j].y, configuration.y))
            if configuration.hasPressure {
                put(EvdevCode.absolute, configuration.sizeAxis, Self.pressure(contacts[j]))
            }
            if configuration.tellsPalms { put(EvdevCode.absolute, EvdevCode.tool, Self.tool(contacts[j])) }
            put(EvdevCode.synchronization, EvdevCode.contactReport, 0)
        }
        if contacts.count == 0, !configuration.hasTouchKey {
            put(EvdevCode.synchronization, EvdevCode.contactReport, 0)
        }
        report()
    }

    /// The first finger as a single one: `input_mt_report_pointer_emulation`. Whether anything was reported.
    private mutating func emulatePointer(_ contacts: Contacts) -> Bool {
        var isReported = false
        let isTouched = contacts.count > 0
        if isTouched != (pointer.identity >= 0) {
            pointer.identity = isTouched ? 0 : -1
            put(EvdevCode.key, EvdevCode.touch, isTouched ? 1 : 0)
            isReported = true
        }
        guard isTouched else { return isReported }
        let x = Self.value(contacts[0].x, configuration.x)
        let y = Self.value(contacts[0].y, configuration.y)
        let pressure = Self.pressure(contacts[0])
        if pointer.x != x {
            pointer.x = x
            put(EvdevCode.absolute, EvdevCode.x, x)
            isReported = true
        }
        if pointer.y != y {
            pointer.y = y
            put(EvdevCode.absolute, EvdevCode.y, y)
            isReported = true
        }
        if configuration.hasPressure, pointer.pressure != pressure {
            pointer.pressure = pressure
            put(EvdevCode.absolute, EvdevCode.pressure, pressure)
            isReported = true
        }
        return isReported
    }

    private static func pressure(_ contact: Contact) -> Int32 {
        Int32(truncatingIfNeeded: Int(max(0, min(contact.pressure, 255))))
    }

    private static func tool(_ contact: Contact) -> Int32 { contact.pressure >= Contact.palm ? EvdevCode.palm : 0 }

    /// The value of a pixel: the nearest one.
    private static func value(_ pixel: Float, _ axis: EvdevAxis) -> Int32 {
        Int32(truncatingIfNeeded: Int(max(0, min(pixel + 0.5, 65_535)))) &+ axis.minimum
    }

    private mutating func select(_ index: Int) {
        guard slot != index else { return }
        slot = index
        put(EvdevCode.absolute, EvdevCode.slot, Int32(truncatingIfNeeded: index))
    }

    private mutating func report() {
        put(EvdevCode.synchronization, EvdevCode.report, 0)
        packetHead = head
        interruptEdges &+= 1
    }

    /// Puts any event into the queue, as a device of one's own can: `uinput`.
    public mutating func put(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        let mask = configuration.queueCapacity &- 1
        queue[head] = EvdevEvent(time: time, type: type, code: code, value: value)
        head = (head &+ 1) & mask
        guard head == tail else { return }
        // Everything that waits is dropped but the newest event.
        tail = (head &- 2) & mask
        queue[tail] = EvdevEvent(time: time, type: EvdevCode.synchronization, code: EvdevCode.dropped, value: 0)
        packetHead = tail
    }

    // MARK: Queries

    public mutating func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
        guard !isGone else { return BusError(errno: 19) }
        guard let query = EvdevQuery(transfer) else { return BusError(errno: 22) }
        switch query {
        case .events(let layout): return read(layout, into: &bytes)
        case .abilities(let type): putAbilities(of: type, into: &bytes)
        case .keys:
            let isDown = configuration.hasTouchKey && pointer.identity >= 0
            putBits(into: &bytes) { $0 == EvdevCode.touch && isDown }
        case .axis(let code): axis(code).append(to: &bytes)
        case .slots(let code):
            guard configuration.manner == .slots else { return BusError(errno: 22) }
            EvdevModel.append(Int32(truncatingIfNeeded: Int(code)), to: &bytes)
            for index in 0..<EvdevQuery.mostSlots {
                // (What the kernel does not write stays as the shim has set it.)
                let finger = index < configuration.slots ? fingers[index] : Slot()
                let value =
                    switch code {
                    case EvdevCode.identity: finger.identity
                    case EvdevCode.contactX: finger.x
                    case EvdevCode.contactY: finger.y
                    case configuration.sizeAxis: finger.pressure
                    case EvdevCode.tool: finger.tool
                    default: Int32(0)
                    }
                EvdevModel.append(index < configuration.slots ? value : -1, to: &bytes)
            }
        }
        return nil
    }

    private mutating func read(_ layout: EvdevEvent.Layout, into bytes: inout BusBytes) -> BusError? {
        guard tail != packetHead else { return BusError(errno: 11) }
        let mask = configuration.queueCapacity &- 1
        while tail != packetHead, bytes.count &+ layout.size <= layout.readCount {
            queue[tail].append(to: &bytes, layout: layout)
            tail = (tail &+ 1) & mask
        }
        return nil
    }

    private static func append(_ value: Int32, to bytes: inout BusBytes) {
        let bits = UInt32(bitPattern: value)
        for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: bits &>> UInt32(shift &* 8))) }
    }

    private func axis(_ code: UInt16) -> EvdevAxis {
        switch code {
        case EvdevCode.x, EvdevCode.contactX:
            var axis = configuration.x
            axis.value = code == EvdevCode.x ? pointer.x : 0
            return axis
        case EvdevCode.y, EvdevCode.contactY:
            var axis = configuration.y
            axis.value = code == EvdevCode.y ? pointer.y : 0
            return axis
        case EvdevCode.pressure: return EvdevAxis(value: pointer.pressure, maximum: 255)
        case EvdevCode.slot:
            return EvdevAxis(
                value: Int32(truncatingIfNeeded: slot), maximum: Int32(truncatingIfNeeded: configuration.slots &- 1))
        default: return EvdevAxis()
        }
    }

    private func putAbilities(of type: UInt16, into bytes: inout BusBytes) {
        let configuration = configuration
        putBits(into: &bytes) { code in
            switch type {
            case EvdevCode.key: code == EvdevCode.touch && configuration.hasTouchKey
            case EvdevCode.absolute: EvdevModel.hasAxis(code, configuration)
            default: false
            }
        }
    }

    private static func hasAxis(_ code: UInt16, _ configuration: Configuration) -> Bool {
        switch code {
        case EvdevCode.x, EvdevCode.y: configuration.manner != .anonymous
        case EvdevCode.pressure: configuration.manner != .anonymous && configuration.hasPressure
        case EvdevCode.slot: configuration.manner == .slots
        case EvdevCode.contactX, EvdevCode.contactY: configuration.manner != .single
        case EvdevCode.identity:
            configuration.manner == .slots || configuration.manner == .anonymous && configuration.namesFingers
        case configuration.sizeAxis: configuration.manner != .single && configuration.hasPressure
        case EvdevCode.contactPressure: configuration.hasIdlePressure
        case EvdevCode.tool: configuration.tellsPalms && configuration.manner != .single
        default: false
        }
    }

    private func putBits(into bytes: inout BusBytes, _ isSet: (UInt16) -> Bool) {
        for byte in 0..<EvdevQuery.bitBytes {
            var bits: UInt8 = 0
            for bit in 0..<8 where isSet(UInt16(truncatingIfNeeded: byte &* 8 &+ bit)) { bits |= 1 &<< UInt8(bit) }
            bytes.append(bits)
        }
    }
}
