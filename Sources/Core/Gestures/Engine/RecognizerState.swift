import TaplineTouches

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
