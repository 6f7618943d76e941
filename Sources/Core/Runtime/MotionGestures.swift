public import TaplineGestures
public import TaplineMotion
import TaplineOutputs
public import TaplineTouches

/// What a configuration calls motion events: entries behind its gestures, so that everything that follows a gesture by its name
/// follows them, too. A shake goes `began → ended | cancelled`; a way to hold the device begins and ends, and changes from one of
/// several to another.
public struct MotionGestures: Sendable {
    /// What an entry stands for.
    public enum Meaning: Equatable, Sendable {
        /// The shakes of the engine's detector with this number.
        case shake(UInt8)
        /// The device is held in one of these ways, 1 << ``DeviceOrientation/rawValue``.
        case orientation(UInt8)
    }
    /// The most entries.
    public static var capacity: Int { 12 }
    /// The index of the first one, among gestures.
    public let first: Int
    /// How many there are.
    public private(set) var count = 0
    private var meanings = InlineArray<12, Meaning>(repeating: .orientation(0))
    /// Those that have begun and not ended, a bit each.
    private var running: UInt16 = 0

    /// No entries; the first one will have the index `first`.
    public init(first: Int = 0) { self.first = first }

    /// Adds an entry; false where there is no place left.
    public mutating func append(_ meaning: Meaning) -> Bool {
        guard count < MotionGestures.capacity else { return false }
        meanings[count] = meaning
        count += 1
        return true
    }

    /// What the entry at `index`, 0 ..< ``count``, stands for.
    public subscript(index: Int) -> Meaning { meanings[index] }

    /// What `event` is to the entry at `index`, if it is anything. Call it once for each entry.
    public mutating func gesture(_ index: Int, of event: MotionEvent) -> GestureEvent? {
        let bit: UInt16 = 1 << UInt16(truncatingIfNeeded: index)
        let state: GestureState
        let kind: StaticString
        var values = GestureValues.none
        switch (meanings[index], event.kind) {
        case (.shake(let number), .shake(let shaken, let phase)) where number == shaken:
            kind = "shake"
            switch phase {
            case .began: state = .began
            case .ended: state = .ended
            case .cancelled: state = .cancelled
            }
        case (.orientation(let ways), .orientation(let orientation)):
            kind = "orientation"
            values = .orientation(orientation)
            let isHeld = ways & (1 << orientation.rawValue) != 0
            let wasHeld = running & bit != 0
            guard isHeld || wasHeld else { return nil }
            state = isHeld ? wasHeld ? .changed : .began : orientation == .unknown ? .cancelled : .ended
        default: return nil
        }
        if state == .began || state == .changed { running |= bit } else { running &= ~bit }
        return GestureEvent(
            time: event.time, gesture: first + index, zone: 0, kind: kind, isContinuous: true, state: state, touches: 0,
            location: .zero, values: values)
    }
}

/// Motion events that nobody has taken yet.
public struct MotionQueue: MotionSink, Sendable {
    private var events = InlineArray<12, MotionEvent>(repeating: MotionEvent(time: .zero, kind: .orientation(.unknown)))
    /// How many wait.
    public private(set) var count = 0

    /// None.
    public init() {}

    /// (A reading tells at most two of each of four shakes, the orientation and data.)
    public mutating func emit(_ event: MotionEvent) {
        guard count < 12 else { return }
        events[count] = event
        count += 1
    }

    /// The event at `index`, 0 ..< ``count``.
    public subscript(index: Int) -> MotionEvent { events[index] }

    /// How the last orientation among them turns a panel; nil: it does not.
    public var turn: PanelGeometry.Rotation? {
        var turn: PanelGeometry.Rotation?
        for i in 0..<count {
            if case .orientation(let orientation) = events[i].kind { turn = orientation.turn ?? turn }
        }
        return turn
    }

    /// They have been taken.
    public mutating func removeAll() { count = 0 }
}

extension GesturePipeline {
    /// Takes a motion event under the names of `gestures`: it goes to the lines and the writers of events as a gesture does, and
    /// to the first responder and on up its chain until somebody handles it.
    public mutating func take(_ event: MotionEvent, as gestures: inout MotionGestures, into sink: inout Sink) {
        for index in 0..<gestures.count {
            if let gesture = gestures.gesture(index, of: event) { take(gesture, into: &sink) }
        }
    }

    /// The same of all events in a queue, which is empty then.
    public mutating func take(_ queue: inout MotionQueue, as gestures: inout MotionGestures, into sink: inout Sink) {
        for index in 0..<queue.count { take(queue[index], as: &gestures, into: &sink) }
        queue.removeAll()
    }
}
