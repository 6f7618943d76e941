public import TaplineTouches

/// Where a recognizer stands at some moment, be it that it has emitted nothing (UIKit's `state`).
public enum RecognizerState: UInt8, Equatable, Sendable {
    /// Nothing is recognized yet.
    case possible
    /// It is continuous and has begun.
    case began
    /// It has changed since.
    case changed
    /// It was recognized and is over, until the fingers of its sequence are up.
    case ended
    /// It had begun and was cancelled, until the fingers of its sequence are up.
    case cancelled
    /// It has failed, until the fingers of its sequence are up.
    case failed
    /// A tentative tap is there but not sure yet.
    case tentative
    /// It gets no touches.
    case disabled
}

extension GestureEngine {
    /// Where the gesture at `index` in the configuration stands; nil where there is none.
    public mutating func state(of index: Int) -> RecognizerState? {
        for r in 0..<count where gesture[r] == index {
            if disabled.contains(r) { return .disabled }
            let last = GestureState(rawValue: UInt8(truncatingIfNeeded: lastState[r]))
            if active.contains(r) { return last == .changed ? .changed : .began }
            if unconfirmed.contains(r) { return .tentative }
            if possible.contains(r) { return .possible }
            return !recognized.contains(r) ? .failed : last == .cancelled ? .cancelled : .ended
        }
        return nil
    }
}

extension GestureEngine {
    /// Lets a running gesture, by its index in the configuration, go on from other values. One that does not run is left
    /// alone.
    public mutating func adjust(_ gesture: Int, _ adjustment: GestureAdjustment) {
        if let r = running(gesture) { kinds[r].adjust(adjustment.sound()) }
    }

    /// What a running gesture measures at `now`; nil where it does not run.
    public mutating func snapshot<let capacity: Int>(
        of gesture: Int, _ table: inout TouchTable<capacity>, at now: Instant
    ) -> GestureSnapshot? {
        guard let r = running(gesture) else { return nil }
        return kinds[r].snapshot(&table, mine: mine[r], at: now)
    }

    /// The fingers of a running gesture; none where it does not run.
    public mutating func fingers<let capacity: Int>(
        of gesture: Int, _ table: inout TouchTable<capacity>
    ) -> GestureTouches {
        guard let r = running(gesture) else { return GestureTouches() }
        return GestureTouches(mine[r], of: &table)
    }

    /// The place of a gesture that has begun and is not over.
    private mutating func running(_ index: Int) -> Int? {
        for r in active where gesture[r] == index { return r }
        return nil
    }
}
