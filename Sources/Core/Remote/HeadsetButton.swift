public import TaplineTouches

/// A button: the one of a headset, where how often it is clicked says what is wanted, or one with a meaning of its own
/// (``key``), which counts as soon as it is pressed.
///
/// | presses | command |
/// |---|---|
/// | one click | `togglePlayPause` |
/// | two clicks | `nextTrack` |
/// | three clicks | `previousTrack` |
/// | two, the second held | a seek forward, until it is let go |
/// | three, the third held | a seek backward |
///
/// Other words mean nothing. A word of clicks is over when the button has been left alone for longer than ``Times/gap``.
public struct HeadsetButton: Sendable {
    /// The language's times.
    public struct Times: Equatable, Sendable {
        /// How long the contact has to stand; 0 for one that is debounced already.
        public var debounce = Microseconds.zero
        /// The longest time from letting go to the next press of a word, inclusive.
        public var gap = Microseconds.milliseconds(300)
        /// The shortest press that is held, inclusive.
        public var hold = Microseconds.milliseconds(500)
        /// How often a button with a meaning of its own commands again while it is pressed; 0: never.
        public var repetition = Microseconds.zero

        /// 300 ms between clicks, held from 500 ms on.
        public init() {}
    }

    private enum State: Equatable {
        /// Nothing is under way.
        case resting
        /// Pressed, not held yet.
        case pressed
        /// Let go, and perhaps pressed again.
        case waiting
        /// Held, for a seek or for nothing.
        case held(RemoteSeek?)
    }

    /// Its times.
    public let times: Times
    /// What it means when it is pressed; ``RemoteKey/button``: the words above.
    public let key: RemoteKey
    private var contact: Debouncer
    private var state = State.resting
    private var presses: UInt8 = 0
    /// The press or the release that came last.
    private var changed = Instant.zero

    /// A button that is not pressed.
    public init(_ times: Times = Times(), key: RemoteKey = .button) {
        self.times = times
        self.key = key
        contact = Debouncer(time: times.debounce)
    }

    /// What its contact has done that no person does.
    public var counters: Debouncer.Counters { contact.counters }

    /// When it has to be told the time at the latest. (While the contact bounces nobody knows whether a word goes on.)
    public var deadline: Instant {
        contact.deadline < .never ? contact.deadline : lastChance + Microseconds(1)
    }

    /// The last instant at which what it waits for may still come.
    private var lastChance: Instant {
        switch state {
        case .pressed where key != .button:
            times.repetition > .zero ? changed + Microseconds(times.repetition.count - 1) : .never
        case .pressed: changed + Microseconds(times.hold.count - 1)
        case .waiting: changed + times.gap
        case .resting, .held: .never
        }
    }

    /// The button is pressed or let go at `now`.
    public mutating func set(_ isPressed: Bool, at now: Instant, tell: (RemoteCommand, Instant) -> Void) {
        settle(to: now, tell: tell)
        contact.set(isPressed, at: now)
        settle(to: now, tell: tell)
    }

    /// Lets time pass to `now`.
    public mutating func advance(to now: Instant, tell: (RemoteCommand, Instant) -> Void) {
        settle(to: now, tell: tell)
        if contact.deadline == .never { pass(to: now, tell: tell) }
    }

    /// It is gone: a seek ends, a word is forgotten.
    public mutating func lose(at now: Instant, tell: (RemoteCommand, Instant) -> Void) {
        advance(to: now, tell: tell)
        if case .held(let seek?) = state { tell(seek.end, now) }
        (state, presses) = (.resting, 0)
        contact.forget()
    }

    /// Takes a level that has come to count by `now`.
    private mutating func settle(to now: Instant, tell: (RemoteCommand, Instant) -> Void) {
        guard let instant = contact.advance(to: now) else { return }
        pass(to: instant, tell: tell)
        changed = instant
        guard key == .button else {
            state = contact.isPressed ? .pressed : .resting
            return press(contact.isPressed, at: instant, tell: tell)
        }
        if contact.isPressed {
            presses = state == .waiting ? min(presses, 3) &+ 1 : 1
            state = .pressed
        } else if case .held(let seek) = state {
            if let seek { tell(seek.end, instant) }
            state = .resting
        } else if state == .pressed {
            state = .waiting
        }
    }

    /// A button with a meaning of its own is pressed or let go.
    private func press(_ isPressed: Bool, at now: Instant, tell: (RemoteCommand, Instant) -> Void) {
        switch key {
        case .command(let command): if isPressed { tell(command, now) }
        case .volume: if isPressed { tell(.changeVolume, now) }
        case .seek(let seek): tell(isPressed ? seek.begin : seek.end, now)
        case .button: break
        }
    }

    /// What happens by itself up to `now`: a press becomes a held one, a word is over.
    private mutating func pass(to now: Instant, tell: (RemoteCommand, Instant) -> Void) {
        guard lastChance < now else { return }
        let instant = lastChance + Microseconds(1)
        if state == .pressed, key != .button {
            // (What was missed meanwhile is not made up for.)
            changed = now
            press(true, at: instant, tell: tell)
        } else if state == .pressed {
            let seek: RemoteSeek? = presses == 2 ? .forward : presses == 3 ? .backward : nil
            state = .held(seek)
            if let seek { tell(seek.begin, instant) }
        } else {
            state = .resting
            switch presses {
            case 1: tell(.togglePlayPause, instant)
            case 2: tell(.nextTrack, instant)
            case 3: tell(.previousTrack, instant)
            default: break
            }
        }
    }
}
