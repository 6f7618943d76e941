package import TaplineCore

/// From touches to the events of a touchscreen: the kernel's multitouch protocol B, with what devices of one finger report
/// (ABS_X, ABS_Y, BTN_TOUCH) beside it.
///
/// What happens at one instant is one report. A touch that is taken away is reported as a palm, by which readers know that it
/// meant nothing (libinput: "touch cancel"), and lifts in the report after. Source of the rules: Linux,
/// `Documentation/input/multi-touch-protocol.rst`.
package struct TouchscreenFrames {
    /// How many touches it can have at once: more than a panel, because touches that were held back come later. (So many
    /// also that the kernel's buffer of a reader, eight reports of all slots, takes all that can be held back.)
    package static var slots: Int { 16 }
    /// The greatest identity.
    package static var mostIdentities: Int32 { 0xFFFF }
    /// MT_TOOL_PALM
    package static var palm: Int32 { 2 }

    private struct Slot {
        /// The touch in it; nil: none.
        var touch: UInt32?
        var identity: Int32 = 0
        var x: Int32 = 0
        var y: Int32 = 0
    }

    /// Touches that found no place; the count wraps.
    package private(set) var lost: UInt32 = 0

    private let geometry: PanelGeometry
    private var places = InlineArray<16, Slot>(repeating: Slot())
    private var nextIdentity: Int32 = 0
    /// The report being written: its time, the slots in it, and whether one of them is a palm.
    private var time = Instant.zero
    private var told = TouchSet()
    private var isTouched = false
    private var palms = TouchSet()

    /// Of a panel; places are reported in its oriented px.
    package init(_ geometry: PanelGeometry) { self.geometry = geometry }

    /// A touch has changed.
    package mutating func take(_ touch: TouchEvent, _ put: (EvdevEvent) -> Void) {
        guard let index = index(of: touch) else {
            if touch.phase == .began { lost &+= 1 }
            return
        }
        if touch.time != time || told.contains(index) { finish(put) }
        time = touch.time
        told.insert(index)
        emit(EvdevCode.slot, Int32(index), put)
        switch touch.phase {
        case .began:
            nextIdentity = (nextIdentity &+ 1) & Self.mostIdentities
            places[index].touch = touch.identity
            places[index].identity = nextIdentity
            emit(EvdevCode.identity, nextIdentity, put)
            emit(EvdevCode.tool, 0, put)
            move(index, to: touch.location, put)
        case .moved, .stationary: move(index, to: touch.location, put)
        case .ended: lift(index, put)
        case .cancelled:
            palms.insert(index)
            emit(EvdevCode.tool, Self.palm, put)
        }
    }

    /// Ends the report, if one has begun.
    package mutating func finish(_ put: (EvdevEvent) -> Void) {
        guard !told.isEmpty else { return }
        told = TouchSet()
        report(put)
        guard !palms.isEmpty else { return }
        for index in palms {
            emit(EvdevCode.slot, Int32(index), put)
            lift(index, put)
        }
        palms = TouchSet()
        report(put)
    }

    private mutating func report(_ put: (EvdevEvent) -> Void) {
        // The finger that has been there longest stands for all, as the kernel's drivers have it.
        var oldest: Int?
        for index in 0..<Self.slots where places[index].touch != nil {
            if let other = oldest,
                (places[index].identity &- places[other].identity) & Self.mostIdentities < 0x8000
            {
                continue
            }
            oldest = index
        }
        if isTouched != (oldest != nil) {
            isTouched.toggle()
            put(EvdevEvent(time: time, type: EvdevCode.key, code: EvdevCode.touch, value: isTouched ? 1 : 0))
        }
        if let oldest {
            emit(EvdevCode.x, places[oldest].x, put)
            emit(EvdevCode.y, places[oldest].y, put)
        }
        put(EvdevEvent(time: time, type: EvdevCode.synchronization, code: EvdevCode.report, value: 0))
    }

    private mutating func move(_ index: Int, to point: Point, _ put: (EvdevEvent) -> Void) {
        let pixel = geometry.pixels(point)
        places[index].x = Self.whole(pixel.x, below: geometry.width)
        places[index].y = Self.whole(pixel.y, below: geometry.height)
        emit(EvdevCode.contactX, places[index].x, put)
        emit(EvdevCode.contactY, places[index].y, put)
    }

    private mutating func lift(_ index: Int, _ put: (EvdevEvent) -> Void) {
        places[index].touch = nil
        emit(EvdevCode.identity, -1, put)
    }

    private func emit(_ axis: UInt16, _ value: Int32, _ put: (EvdevEvent) -> Void) {
        put(EvdevEvent(time: time, type: EvdevCode.absolute, code: axis, value: value))
    }

    /// The slot of a touch; of one that begins a free one.
    private func index(of touch: TouchEvent) -> Int? {
        let wanted: UInt32? = touch.phase == .began ? nil : touch.identity
        for index in 0..<Self.slots where places[index].touch == wanted && !palms.contains(index) { return index }
        return nil
    }

    /// The nearest whole pixel of an axis.
    private static func whole(_ pixel: Float, below size: Float) -> Int32 {
        Int32(max(0, min(pixel + 0.5, size - 1)))
    }
}
