public import TaplineTouches

/// The driver of a panel that a driver of the kernel has already: it reads the kernel's input events.
///
/// Its transfers are an ``EvdevQuery`` each, its interrupt is that the device can be read. It asks the device for its axes
/// and for the fingers on it when it begins, when the device has come back, and when the kernel says that events are
/// missing (SYN_DROPPED); in between it only reads. Nothing waits longer than until the next event.
public struct EvdevDriver: Controller, Sendable {
    /// What the board says of the device.
    public struct Configuration: Equatable, Sendable {
        /// Raw pixels across that the device's axis is stretched to; 0: as many as it has units.
        public var width = 0
        /// Raw pixels down; 0: as many as the device's axis has units.
        public var height = 0
        /// The layout of events in the process that reads.
        public var layout = EvdevEvent.Layout.own

        /// A device whose units are pixels.
        public init() {}
    }

    /// What the device is asked for, in this order; a device is asked only for what it has.
    private enum Question: Equatable, Sendable {
        // What it is
        case axes, keys, rangeX, rangeY
        // What is now
        case slot, identities, contactX, contactY, size, distance, tool
        case touch, x, y, pressure
    }

    private enum State: Equatable, Sendable {
        case off
        case asking(Question)
        case watching
        case reading
        case reporting, reportingFault
        case waitingToRetry
    }

    /// What follows once a fault has been reported.
    private enum Afterwards: Equatable, Sendable { case parse, retry, watch }

    /// EAGAIN
    private static var tryAgain: Int32 { 11 }
    /// So many full reads in a row, then somebody else gets a turn.
    private static var mostReadsInARow: Int { 64 }

    /// What the board says of the device.
    public let configuration: Configuration
    /// What the device said of itself: as product the letter `A`, `B` or `S` of the protocol.
    public private(set) var identity = ControllerIdentity()
    public private(set) var reportTime = Instant.zero

    private var reader = EvdevReader(.slots, x: EvdevAxis(), y: EvdevAxis())
    private var state = State.off
    public private(set) var waitsUntil = Instant.never
    public private(set) var fault = ControllerFault.reset
    private var afterwards = Afterwards.watch
    public var contacts = Contacts()

    // What the device has.
    private var manner = EvdevReader.Manner.slots
    private var axisX = EvdevAxis()
    private var slotCount = 0
    private var hasTouchKey = false
    /// The axis of the contact's length, by which a palm is known, else that of its pressure; nil: neither.
    private var sizeAxis: UInt16?
    private var size: UInt16 { sizeAxis ?? EvdevCode.contactPressure }
    private var hasDistance = false
    private var hasTool = false

    // What is being read.
    private var batch = BusBytes()
    private var place = 0
    private var readsInARow = 0
    /// Events are missing: what else waits is of no use, then the device is asked.
    private var isDropping = false

    /// The driver of the device that `configuration` describes.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    @inline(never)
    public mutating func step(
        _ input: ControllerInput, at now: Instant, received: inout BusBytes
    ) -> ControllerAction {
        // (One that does not fit the state repeats the action.)
        switch input {
        case .start: return begin()
        case .proceed: return proceed(at: now)
        case .interrupt: return state == .watching ? read() : action
        case .wake:
            guard now >= waitsUntil else { return action }
            if state == .waitingToRetry { return begin() }
            return state == .watching ? read() : action
        case .lineSet, .sleep, .wakeUp: return action
        case .transferred:
            switch state {
            case .asking(let question): return answered(question, &received, at: now)
            case .reading:
                batch = received
                place = 0
                return parse(at: now)
            default: return action
            }
        case .transferFailed(let error):
            // Nothing was there to be read.
            if state == .reading, error.errno == Self.tryAgain {
                batch.removeAll()
                return readOn(at: now)
            }
            return failed(error, at: now)
        }
    }

    /// What comes next in this state: the same every time it is asked.
    private var action: ControllerAction {
        switch state {
        case .asking, .reading: .transfer
        case .reporting: .report
        case .reportingFault: .fault
        case .off, .watching, .waitingToRetry: .wait
        }
    }

    public var transfer: Transfer {
        @inline(never) mutating get {
            if case .asking(let question) = state { return query(question).transfer() }
            return EvdevQuery.events(configuration.layout).transfer()
        }
    }

    private mutating func enter(_ state: State) -> ControllerAction {
        self.state = state
        return action
    }

    private mutating func begin() -> ControllerAction {
        identity = ControllerIdentity()
        isDropping = false
        return enter(.asking(.axes))
    }

    private mutating func watch() -> ControllerAction {
        waitsUntil = .never
        readsInARow = 0
        return enter(.watching)
    }

    private mutating func read() -> ControllerAction { enter(.reading) }

    private mutating func report(_ fault: ControllerFault, then next: Afterwards) -> ControllerAction {
        self.fault = fault
        afterwards = next
        return enter(.reportingFault)
    }

    private mutating func proceed(at now: Instant) -> ControllerAction {
        switch state {
        case .reporting: return parse(at: now)
        case .reportingFault:
            switch afterwards {
            case .parse: return parse(at: now)
            case .watch: return watch()
            case .retry:
                waitsUntil = now + .retryPeriod
                return enter(.waitingToRetry)
            }
        default: return action
        }
    }

    /// The device has gone, or is none. Its touches are cancelled; it is looked for until it is back.
    private mutating func failed(_ error: BusError, at now: Instant) -> ControllerAction {
        switch state {
        case .asking, .reading: break
        default: return action
        }
        guard !identity.isKnown else {
            identity.isKnown = false
            return report(.reset, then: .retry)
        }
        return report(error.kind == .unsupported ? .absent : .bus(error), then: .retry)
    }

    // MARK: Events

    /// Goes on through the events that were read, up to the next thing to tell.
    private mutating func parse(at now: Instant) -> ControllerAction {
        let size = configuration.layout.size
        while place &+ size <= batch.count {
            let event = EvdevEvent(&batch, at: place, layout: configuration.layout)
            place &+= size
            if isDropping { continue }
            switch reader.take(event, contacts: &contacts) {
            case .nothing: break
            case .report:
                reportTime = event.time.isPlausible(at: now) ? event.time : now
                return enter(.reporting)
            case .bad: return report(.badReport, then: .parse)
            case .dropped:
                isDropping = true
                return report(.overrun, then: .parse)
            }
        }
        return readOn(at: now)
    }

    /// A full read may have left events behind. After a short one the kernel has told whole reports only (`evdev.c` lets
    /// nobody read a part of one), so that the device can be asked where the fingers are.
    private mutating func readOn(at now: Instant) -> ControllerAction {
        let isFull = batch.count &+ configuration.layout.size > configuration.layout.readCount
        readsInARow &+= 1
        if isFull, readsInARow < Self.mostReadsInARow { return read() }
        readsInARow = 0
        if isDropping {
            isDropping = false
            reader.forgetReport()
            return enter(.asking(manner == .slots ? .slot : .touch))
        }
        guard isFull else { return watch() }
        // The loop gets a turn; then the rest is read.
        waitsUntil = now
        return enter(.watching)
    }

    // MARK: Questions

    private func query(_ question: Question) -> EvdevQuery {
        switch question {
        case .axes: .abilities(EvdevCode.absolute)
        case .keys: .abilities(EvdevCode.key)
        case .rangeX: .axis(manner == .single ? EvdevCode.x : EvdevCode.contactX)
        case .rangeY: .axis(manner == .single ? EvdevCode.y : EvdevCode.contactY)
        case .slot: .axis(EvdevCode.slot)
        case .identities: .slots(EvdevCode.identity)
        case .contactX: .slots(EvdevCode.contactX)
        case .contactY: .slots(EvdevCode.contactY)
        case .size: .slots(size)
        case .distance: .slots(EvdevCode.distance)
        case .tool: .slots(EvdevCode.tool)
        case .touch: .keys
        case .x: .axis(EvdevCode.x)
        case .y: .axis(EvdevCode.y)
        case .pressure: .axis(EvdevCode.pressure)
        }
    }

    private mutating func answered(
        _ question: Question, _ received: inout BusBytes, at now: Instant
    ) -> ControllerAction {
        // What did not come must not look like a finger in slot 0 at (0, 0).
        guard received.count >= query(question).readCount else { return failed(BusError(errno: 5), at: now) }
        switch question {
        case .axes:
            let found = EvdevReader.Manner(axes: &received)
            manner = found ?? .single
            let pressure = manner == .single ? EvdevCode.pressure : EvdevCode.contactPressure
            sizeAxis = nil
            if manner != .single, received.hasBit(EvdevCode.contactMajor) {
                sizeAxis = EvdevCode.contactMajor
            } else if received.hasBit(pressure) {
                sizeAxis = pressure
            }
            hasDistance = received.hasBit(EvdevCode.distance)
            hasTool = received.hasBit(EvdevCode.tool)
            guard found != nil else { return report(.wrongIdentity, then: .retry) }
            return enter(.asking(.keys))
        case .keys:
            hasTouchKey = received.hasBit(EvdevCode.touch)
            guard hasTouchKey || manner != .single else { return report(.wrongIdentity, then: .retry) }
            return enter(.asking(.rangeX))
        case .rangeX:
            axisX = EvdevAxis(&received)
            return enter(.asking(.rangeY))
        case .rangeY:
            let axisY = EvdevAxis(&received)
            reader = EvdevReader(
                manner, x: axisX, y: axisY, width: configuration.width, height: configuration.height,
                sizeAxis: sizeAxis)
            identity.product[0] = manner == .slots ? 66 : manner == .anonymous ? 65 : 83
            identity.width = UInt16(truncatingIfNeeded: min(axisX.count, 65_535))
            identity.height = UInt16(truncatingIfNeeded: min(axisY.count, 65_535))
            return enter(.asking(manner == .slots ? .slot : .touch))

        case .slot:
            let axis = EvdevAxis(&received)
            slotCount = max(0, min(Int(axis.maximum), 31)) &+ 1
            reader.set(slot: axis)
            return enter(.asking(.identities))
        case .identities: return keep(EvdevCode.identity, &received, then: .contactX, at: now)
        case .contactX: return keep(EvdevCode.contactX, &received, then: .contactY, at: now)
        case .contactY:
            return keep(EvdevCode.contactY, &received, then: sizeAxis != nil ? .size : afterSize, at: now)
        case .size: return keep(size, &received, then: afterSize, at: now)
        case .distance: return keep(EvdevCode.distance, &received, then: hasTool ? .tool : nil, at: now)
        case .tool: return keep(EvdevCode.tool, &received, then: nil, at: now)

        case .touch:
            if manner == .anonymous { return knows(received.hasBit(EvdevCode.touch), at: now) }
            reader.take(touch: received.hasBit(EvdevCode.touch))
            return enter(.asking(.x))
        case .x: return keep(EvdevCode.x, EvdevAxis(&received), then: .y, at: now)
        case .y: return keep(EvdevCode.y, EvdevAxis(&received), then: sizeAxis != nil ? .pressure : nil, at: now)
        case .pressure: return keep(EvdevCode.pressure, EvdevAxis(&received), then: nil, at: now)
        }
    }

    /// What is asked after the sizes of contacts.
    private var afterSize: Question? { hasDistance ? .distance : hasTool ? .tool : nil }

    private mutating func keep(
        _ axis: UInt16, _ received: inout BusBytes, then next: Question?, at now: Instant
    ) -> ControllerAction {
        reader.set(slots: axis, &received, count: slotCount)
        return resume(with: next, at: now)
    }

    private mutating func keep(
        _ axis: UInt16, _ answer: EvdevAxis, then next: Question?, at now: Instant
    ) -> ControllerAction {
        reader.take(axis: axis, answer.value)
        return resume(with: next, at: now)
    }

    private mutating func resume(with next: Question?, at now: Instant) -> ControllerAction {
        if let next { return enter(.asking(next)) }
        // Every finger is known.
        reader.put(into: &contacts)
        return report(at: now)
    }

    private mutating func report(at now: Instant) -> ControllerAction {
        identity.isKnown = true
        batch.removeAll()
        place = 0
        reportTime = now
        return enter(.reporting)
    }

    /// Protocol A keeps nothing that could be asked for, but whether anybody touches the panel, and that not always. The
    /// next report shows every finger.
    private mutating func knows(_ isTouched: Bool, at now: Instant) -> ControllerAction {
        let wasKnown = identity.isKnown
        identity.isKnown = true
        if hasTouchKey {
            guard !isTouched else { return watch() }
            contacts.removeAll()
            return report(at: now)
        }
        // A lift may be among what is missing: nobody knows, and nobody may guess.
        return wasKnown ? report(.reset, then: .watch) : watch()
    }
}

extension EvdevReader.Manner {
    /// How a device with these axes (the answer to ``EvdevQuery/abilities(_:)``) tells of fingers; nil where it tells no
    /// places.
    public init?(axes: inout BusBytes) {
        if axes.hasBit(EvdevCode.contactX), axes.hasBit(EvdevCode.contactY), !axes.hasBit(EvdevCode.beforeSlot) {
            self = axes.hasBit(EvdevCode.slot) ? .slots : .anonymous
        } else if axes.hasBit(EvdevCode.x), axes.hasBit(EvdevCode.y) {
            self = .single
        } else {
            return nil
        }
    }
}
