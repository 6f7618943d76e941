public import TaplineGestures
import TaplineOutputs
public import TaplineRemote
public import TaplineTouches

/// What a configuration calls commands to whatever plays: entries behind its gestures, so that everything
/// that follows a gesture by its name follows them, too. A command is over at once; a seek begins and ends.
public struct RemoteGestures: Sendable {
    /// What an entry stands for.
    public enum Meaning: Equatable, Sendable {
        /// This command, which begins and ends no seek.
        case command(RemoteCommand)
        /// A seek from its begin to its end.
        case seek(RemoteSeek)
        /// No command, but what comes back: that something plays, from when it begins until it is over.
        case playing

        /// What files and events call it.
        public var name: StaticString {
            switch self {
            case .command(let command): command.name
            case .seek(.forward): "seekForward"
            case .seek(.backward): "seekBackward"
            case .playing: "playing"
            }
        }

        /// Whether it begins and ends; a command is over at once.
        public var isContinuous: Bool { if case .command = self { false } else { true } }

        /// The state of a gesture that `command` is to the entry; nil: it is nothing.
        fileprivate func state(of command: RemoteCommand) -> GestureState? {
            switch self {
            case .command(let own): own == command ? .ended : nil
            case .seek(let seek): seek.begin == command ? .began : seek.end == command ? .ended : nil
            case .playing: nil
            }
        }
    }
    /// The most entries: 16 commands, and that something plays.
    public static var capacity: Int { 17 }
    /// The index of the first one, among gestures.
    public let first: Int
    /// How many there are.
    public private(set) var count = 0
    private var meanings = InlineArray<17, Meaning>(repeating: .command(.play))

    /// No entries; the first one will have the index `first`.
    public init(first: Int = 0) { self.first = first }

    /// Adds an entry; false where there is no place left.
    public mutating func append(_ meaning: Meaning) -> Bool {
        guard count < RemoteGestures.capacity else { return false }
        meanings[count] = meaning
        count += 1
        return true
    }

    /// What `event` is to the entry at `index`, 0 ..< ``count``, if it is anything.
    public func gesture(_ index: Int, of event: RemoteEvent) -> GestureEvent? {
        guard let state = meanings[index].state(of: event.command) else { return nil }
        let hasValue = event.command.values != nil
        return gesture(
            index, state, at: event.time, values: hasValue ? .own(OwnValues("value", event.value)) : .none)
    }

    /// What it is to the entry at `index`, 0 ..< ``count``, that something plays from now on, or nothing any more.
    public func gesture(_ index: Int, isPlaying: Bool, at now: Instant) -> GestureEvent? {
        meanings[index] == .playing ? gesture(index, isPlaying ? .began : .ended, at: now) : nil
    }

    private func gesture(
        _ index: Int, _ state: GestureState, at now: Instant, values: GestureValues = .none
    ) -> GestureEvent {
        let meaning = meanings[index]
        return GestureEvent(
            time: now, gesture: first + index, zone: 0, kind: meaning.name, isContinuous: meaning.isContinuous,
            state: state, touches: 0, location: .zero, values: values)
    }

    /// Whether some entry is a command.
    public var takeCommands: Bool {
        for index in 0..<count where meanings[index] != .playing { return true }
        return false
    }

    /// Whether some entry names `command`.
    public func names(_ command: RemoteCommand) -> Bool {
        for index in 0..<count where meanings[index].state(of: command) != nil { return true }
        return false
    }
}

/// Commands as a panel takes them: asked for where the configuration names some, and told under those names.
public struct RemoteControl: Sendable {
    /// What became of them, and the seek that is under way.
    public private(set) var engine = RemoteEngine()
    /// What the configuration calls them.
    public let names: RemoteGestures
    private var waiting: Waiting

    /// Commands that somebody handles and nobody has told yet. (A call tells four at most: a word that is over, its seek, whose
    /// place another one takes, and the end of that.)
    private struct Waiting: RemoteResponders, Sendable {
        let names: RemoteGestures
        var events = InlineArray<8, RemoteEvent>(repeating: RemoteEvent(time: .zero, command: .play))
        var count = 0

        func next(after responder: Bool?) -> Bool? { responder == nil ? true : nil }
        mutating func handle(_ event: RemoteEvent, responder: Bool) -> Bool {
            guard names.names(event.command), count < 8 else { return false }
            events[count] = event
            count += 1
            return true
        }
    }

    /// Commands that are called `names`; without one nobody asks for any.
    ///
    /// - Parameter counters: what has become of commands so far.
    public init(names: RemoteGestures = RemoteGestures(), counters: RemoteCounters = RemoteCounters()) {
        self.names = names
        engine = RemoteEngine(counters: counters)
        waiting = Waiting(names: names)
        if names.takeCommands { engine.beginReceiving() }
    }

    /// Takes a command of the source `source`; see ``RemoteEngine/send(_:value:from:key:at:to:)``.
    public mutating func send(
        _ command: RemoteCommand, value: Float = 0, from source: UInt8, key: UInt16 = 0, at now: Instant
    ) {
        engine.send(command, value: value, from: source, key: key, at: now, to: &waiting)
    }

    /// Takes a command that an output gives.
    public mutating func give(_ event: RemoteEvent) {
        send(event.command, value: event.value, from: 1, key: event.giver, at: event.time)
    }

    /// A key of `keypad` does something; see ``RemoteKeypad/take(code:value:at:_:to:)``.
    public mutating func take(code: UInt16, value: Int32, of keypad: inout RemoteKeypad, at now: Instant) {
        keypad.take(code: code, value: value, at: now, &engine, to: &waiting)
    }

    /// The button of `keypad` is pressed or let go.
    public mutating func set(_ isPressed: Bool, of keypad: inout RemoteKeypad, at now: Instant) {
        keypad.set(isPressed, at: now, &engine, to: &waiting)
    }

    /// Time passes for `keypad`.
    public mutating func advance(_ keypad: inout RemoteKeypad, to now: Instant) {
        keypad.advance(to: now, &engine, to: &waiting)
    }

    /// `keypad` is gone, or what it did was missed: nothing of it is held any more.
    public mutating func lose(_ keypad: inout RemoteKeypad, at now: Instant) {
        keypad.lose(at: now, &engine, to: &waiting)
    }

    /// A device is gone: what it held of a seek is let go.
    public mutating func lose(_ source: UInt8, at now: Instant) { engine.lose(source, at: now, to: &waiting) }

    /// Nobody wants commands any more, as before a reload and at the end: a seek ends.
    public mutating func end(at now: Instant) { engine.endReceiving(at: now, to: &waiting) }

    fileprivate mutating func next() -> RemoteEvent? {
        guard waiting.count > 0 else { return nil }
        let first = waiting.events[0]
        waiting.count -= 1
        for i in 0..<waiting.count { waiting.events[i] = waiting.events[i + 1] }
        return first
    }
}

extension GesturePipeline {
    /// Takes the commands that `control` has taken, under the names of the configuration: they go to the lines and the writers
    /// of events as gestures do, and to the first responder and on up its chain until somebody handles them.
    public mutating func take(from control: inout RemoteControl, into sink: inout Sink) {
        while let event = control.next() {
            for index in 0..<control.names.count {
                if let gesture = control.names.gesture(index, of: event) { take(gesture, into: &sink) }
            }
        }
    }

    /// Something plays from now on, or nothing any more: what `names` call that begins or ends, as a gesture does.
    public mutating func take(isPlaying: Bool, as names: RemoteGestures, at now: Instant, into sink: inout Sink) {
        for index in 0..<names.count {
            if let gesture = names.gesture(index, isPlaying: isPlaying, at: now) { take(gesture, into: &sink) }
        }
    }
}
