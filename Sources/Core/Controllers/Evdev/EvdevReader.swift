public import TaplineTouches

/// From the kernel's input events to contacts: a pure value, told event by event.
///
/// The kernel tells changes only, so the reader keeps what every finger's values are; what it has never been told, it does
/// not make up: a finger without a place is none. Source of the rules: Linux,
/// `Documentation/input/multi-touch-protocol.rst` and `event-codes.rst`.
public struct EvdevReader: Sendable {
    /// How a device tells of fingers.
    public enum Manner: Equatable, Sendable {
        /// Multitouch protocol B: each finger has a slot and an identity, and only changes are told.
        case slots
        /// Multitouch protocol A: every report names every finger anew, mostly without identities.
        case anonymous
        /// One finger: BTN_TOUCH, ABS_X and ABS_Y.
        case single
    }

    /// What an event has come to.
    public enum Update: Equatable, Sendable {
        /// Nothing yet.
        case nothing
        /// A complete report.
        case report
        /// A report to be dropped: one of its fingers has no place.
        case bad
        /// Events are missing. What the reader knows is out of date: ask the device anew.
        case dropped
    }

    /// What is known of one finger.
    private struct Finger {
        var identity: Int32 = -1
        var x: Int32 = 0
        var y: Int32 = 0
        var pressure: Int32 = 0
        var distance: Int32 = 0
        var hasX = false
        var hasY = false
        /// Whether its driver says that it is no finger.
        var isPalm = false
        /// Whether anything was told of it: of a packet of protocol A.
        var isReported = false

        var hasPlace: Bool { hasX && hasY }
        /// Above the surface it touches nothing.
        var isHovering: Bool { distance > 0 }
    }

    /// How the device tells of fingers.
    public let manner: Manner
    private let x: EvdevScale
    private let y: EvdevScale
    private let sizeAxis: UInt16?

    /// Protocol B: the slots. Protocol A: the first is the packet being told. One finger: the first is the finger.
    private var fingers = InlineArray<32, Finger>(repeating: Finger())
    /// The slot that values are for; one that is beyond those kept loses them.
    private var slot = 0
    /// Protocol A: the fingers of this report, whether it has told of any (or that there is none), and whether one of
    /// them had no place.
    private var frame = Contacts()
    private var isReported = false
    private var isBad = false
    /// One finger: the number of the press.
    private var press: Int32 = 0

    /// A reader of a device with these axes.
    ///
    /// - Parameters:
    ///   - x: the axis of places across, and `y` the one down.
    ///   - width: raw pixels across that the axis is stretched to, and `height` down; 0: as many as the axis has units.
    ///   - sizeAxis: the axis that tells how hard a finger presses or how large its contact is; nil: none does.
    public init(
        _ manner: Manner, x: EvdevAxis, y: EvdevAxis, width: Int = 0, height: Int = 0,
        sizeAxis: UInt16? = EvdevCode.contactPressure
    ) {
        self.manner = manner
        self.sizeAxis = sizeAxis
        self.x = EvdevScale(x, pixels: width)
        self.y = EvdevScale(y, pixels: height)
    }

    /// Takes the next event.
    ///
    /// - Parameter contacts: when the answer is ``Update/report``, every finger on the panel.
    public mutating func take(_ event: EvdevEvent, contacts: inout Contacts) -> Update {
        switch event.type {
        case EvdevCode.absolute: take(axis: event.code, event.value)
        case EvdevCode.key where event.code == EvdevCode.touch: take(touch: event.value != 0)
        case EvdevCode.synchronization:
            switch event.code {
            case EvdevCode.report: return finish(&contacts)
            case EvdevCode.contactReport where manner == .anonymous: finishContact()
            case EvdevCode.dropped: return .dropped
            default: break
            }
        default: break
        }
        return .nothing
    }

    /// The value of an axis: news, or, with one finger, an answer.
    mutating func take(axis: UInt16, _ value: Int32) {
        if manner == .single {
            switch axis {
            case EvdevCode.x: put(x: value, 0)
            case EvdevCode.y: put(y: value, 0)
            case EvdevCode.pressure: put(size: value, 0)
            default: break
            }
            return
        }
        if axis == EvdevCode.slot, manner == .slots {
            slot = value >= 0 && value < 32 ? Int(value) : -1
            return
        }
        let finger = manner == .slots ? slot : 0
        guard finger >= 0 else { return }
        switch axis {
        case EvdevCode.contactX: put(x: value, finger)
        case EvdevCode.contactY: put(y: value, finger)
        case EvdevCode.identity: fingers[finger].identity = value < 0 ? -1 : value
        case sizeAxis: put(size: value, finger)
        case EvdevCode.distance: fingers[finger].distance = value
        case EvdevCode.tool: fingers[finger].isPalm = value == EvdevCode.palm
        // The one pressure of all fingers: with none the last of them may lift without a packet.
        case EvdevCode.pressure where value <= 0 && manner == .anonymous:
            isReported = true
            return
        default: return
        }
        fingers[finger].isReported = true
    }

    private mutating func put(x value: Int32, _ finger: Int) {
        fingers[finger].x = value
        fingers[finger].hasX = true
    }

    private mutating func put(y value: Int32, _ finger: Int) {
        fingers[finger].y = value
        fingers[finger].hasY = true
    }

    private mutating func put(size value: Int32, _ finger: Int) {
        fingers[finger].pressure = max(0, min(value, 65_535))
    }

    /// Whether it is down: one finger, or protocol A.
    mutating func take(touch isDown: Bool) {
        switch manner {
        case .slots: break
        // "The last SYN_MT_REPORT event may be omitted" where BTN_TOUCH says the same.
        case .anonymous: if !isDown { isReported = true }
        case .single:
            guard isDown != (fingers[0].identity >= 0) else { return }
            // Each press is a finger of its own.
            if isDown { press = (press &+ 1) & 0xFFFF }
            fingers[0].identity = isDown ? press : -1
        }
    }

    /// Protocol A: the packet of one finger is complete; an empty one says that there is no finger.
    private mutating func finishContact() {
        let finger = fingers[0]
        fingers[0] = Finger()
        isReported = true
        guard finger.isReported else { return }
        guard finger.hasPlace else {
            isBad = true
            return
        }
        if !finger.isHovering { append(finger, to: &frame) }
    }

    private mutating func finish(_ contacts: inout Contacts) -> Update {
        contacts.removeAll()
        guard manner == .anonymous else {
            put(into: &contacts)
            return .report
        }
        if fingers[0].isReported { finishContact() }
        let update: Update = isBad ? .bad : isReported ? .report : .nothing
        contacts = frame
        frame.removeAll()
        isReported = false
        isBad = false
        return update
    }

    /// The fingers that are known to touch the panel. (Mutating, so that one finger is read and not all of them copied.)
    mutating func put(into contacts: inout Contacts) {
        contacts.removeAll()
        let count = manner == .slots ? 32 : manner == .single ? 1 : 0
        var index = 0
        while index < count {
            let finger = fingers[index]
            if finger.identity >= 0, finger.hasPlace, !finger.isHovering { append(finger, to: &contacts) }
            index &+= 1
        }
    }

    /// Adds a finger, unless another one has its identity already: of two such only one can be followed.
    private func append(_ finger: Finger, to contacts: inout Contacts) {
        var index = 0
        while index < contacts.count {
            if finger.identity >= 0, contacts[index].id == finger.identity { return }
            index &+= 1
        }
        let pressure = finger.isPalm ? Contact.palm : Float(Int(finger.pressure))
        contacts.append(
            Contact(id: finger.identity, x: x.pixel(finger.x), y: y.pixel(finger.y), pressure: pressure))
    }

    // MARK: What the device answers when it is asked

    /// Protocol B: the present slot, by ABS_MT_SLOT; all slots are asked for next.
    mutating func set(slot axis: EvdevAxis) {
        fingers = InlineArray(repeating: Finger())
        slot = axis.value >= 0 && axis.value < 32 ? Int(axis.value) : -1
    }

    /// Protocol B: the values of all `count` slots of one axis, after the four bytes of its code.
    mutating func set(slots axis: UInt16, _ bytes: inout BusBytes, count: Int) {
        let present = slot
        var index = 0
        while index < min(count, 32) {
            slot = index
            take(axis: axis, bytes.integer32(at: 4 &+ 4 &* index))
            index &+= 1
        }
        slot = present
    }

    /// Forgets a report that was told in part.
    mutating func forgetReport() {
        guard manner == .anonymous else { return }
        fingers[0] = Finger()
        frame.removeAll()
        isReported = false
        isBad = false
    }
}
