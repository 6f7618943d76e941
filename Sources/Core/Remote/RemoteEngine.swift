public import TaplineTouches

/// Who may handle commands, and in which order they are asked: the first responder, and on up its chain.
public protocol RemoteResponders: ~Copyable {
    /// One of them.
    associatedtype Responder
    /// Who is asked after `responder`, nil: nobody. After nil comes the first responder.
    func next(after responder: Responder?) -> Responder?
    /// Offers a command. Whether it is handled: the others are not asked then.
    mutating func handle(_ event: RemoteEvent, responder: Responder) -> Bool
}

/// What became of commands; the counts wrap.
public struct RemoteCounters: Equatable, Sendable {
    /// Delivered, and handled by somebody.
    public var handled: UInt32 = 0
    /// Delivered, and handled by nobody.
    public var unhandled: UInt32 = 0
    /// Not delivered: nobody had asked for commands.
    public var unasked: UInt32 = 0
    /// Seeks that were not begun, because as many keys as can be remembered were held already.
    public var lost: UInt32 = 0

    /// Nothing yet.
    public init() {}
}

/// Delivers commands while somebody has asked for them, and sees to it that each begin of a seek is ended once. A value
/// without a clock.
///
/// A seek goes on while some key of its direction is held. One in the other direction takes its place. It also ends when the
/// device of its last key is gone, and when nobody wants commands any more.
public struct RemoteEngine: Sendable {
    /// A key that holds the present seek.
    private struct Hold {
        var source: UInt8 = 0
        var key: UInt16 = 0
    }

    /// The most keys that hold a seek at once.
    public static var holds: Int { 8 }
    /// What became of commands.
    public private(set) var counters = RemoteCounters()
    /// The seek that is under way.
    public private(set) var seek: RemoteSeek?
    private var holds = InlineArray<8, Hold>(repeating: Hold())
    private var held = 0
    private var receivers: UInt32 = 0
    /// When the last command was given: times that run backwards count as this one.
    private var time = Instant.zero

    /// An engine that nobody has asked for commands.
    ///
    /// - Parameter counters: what has become of commands so far.
    public init(counters: RemoteCounters = RemoteCounters()) { self.counters = counters }

    /// Whether somebody has asked for commands.
    public var isReceiving: Bool { receivers > 0 }

    /// Somebody asks for commands, until ``endReceiving(at:to:)`` is called as often.
    public mutating func beginReceiving() {
        if receivers < .max { receivers += 1 }
    }

    /// Somebody does not want commands any more. More ends than begins change nothing.
    public mutating func endReceiving<Responders: RemoteResponders & ~Copyable>(
        at now: Instant, to responders: inout Responders
    ) {
        guard receivers > 0 else { return }
        if receivers == 1 { endSeek(at: now, to: &responders) }
        receivers -= 1
    }

    /// Takes what a key of the kernel's does: `value` 1 is pressed, 2 repeated while it is held, 0 let go.
    ///
    /// - Returns: false for a key that ``HeadsetButton`` has to hear of.
    @discardableResult
    public mutating func take<Responders: RemoteResponders & ~Copyable>(
        _ key: RemoteKey, code: UInt16, value: Int32, from source: UInt8, at now: Instant,
        to responders: inout Responders
    ) -> Bool {
        switch key {
        case .button: return false
        case .command(let command):
            if value == 1 { send(command, from: source, at: now, to: &responders) }
        case .volume(let step):
            if value != 0 { send(.changeVolume, value: step, from: source, at: now, to: &responders) }
        case .seek(let seek):
            if value == 1 { send(seek.begin, from: source, key: code, at: now, to: &responders) }
            if value == 0 { send(seek.end, from: source, key: code, at: now, to: &responders) }
        }
        return true
    }

    /// Takes a command, which the key `key` of the device `source` gave.
    public mutating func send<Responders: RemoteResponders & ~Copyable>(
        _ command: RemoteCommand, value: Float = 0, from source: UInt8, key: UInt16 = 0, at now: Instant,
        to responders: inout Responders
    ) {
        if let ended = command.ends {
            if seek == ended { release(source, key: key, at: now, to: &responders) }
        } else if !isReceiving {
            counters.unasked &+= 1
        } else if let begun = command.begins {
            begin(begun, Hold(source: source, key: key), at: now, to: &responders)
        } else {
            deliver(RemoteEvent(time: now, command: command, value: value), to: &responders)
        }
    }

    /// A device is gone, or what it did was missed: nothing of it is held any more.
    public mutating func lose<Responders: RemoteResponders & ~Copyable>(
        _ source: UInt8, at now: Instant, to responders: inout Responders
    ) {
        release(source, key: nil, at: now, to: &responders)
    }

    private mutating func begin<Responders: RemoteResponders & ~Copyable>(
        _ begun: RemoteSeek, _ hold: Hold, at now: Instant, to responders: inout Responders
    ) {
        if seek != begun { endSeek(at: now, to: &responders) }
        for i in 0..<held where holds[i].source == hold.source && holds[i].key == hold.key { return }
        guard held < RemoteEngine.holds else {
            counters.lost &+= 1
            return
        }
        holds[held] = hold
        held += 1
        guard seek == nil else { return }
        seek = begun
        deliver(RemoteEvent(time: now, command: begun.begin), to: &responders)
    }

    /// Forgets the holds of `source`, those of one key or all. The last one ends the seek.
    private mutating func release<Responders: RemoteResponders & ~Copyable>(
        _ source: UInt8, key: UInt16?, at now: Instant, to responders: inout Responders
    ) {
        var left = 0
        for i in 0..<held {
            let hold = holds[i]
            if hold.source == source, key == nil || key == hold.key { continue }
            holds[left] = hold
            left += 1
        }
        held = left
        if held == 0 { endSeek(at: now, to: &responders) }
    }

    private mutating func endSeek<Responders: RemoteResponders & ~Copyable>(
        at now: Instant, to responders: inout Responders
    ) {
        guard let over = seek else { return }
        (seek, held) = (nil, 0)
        deliver(RemoteEvent(time: now, command: over.end), to: &responders)
    }

    private mutating func deliver<Responders: RemoteResponders & ~Copyable>(
        _ event: RemoteEvent, to responders: inout Responders
    ) {
        time = max(time, event.time)
        let event = RemoteEvent(time: time, command: event.command, value: event.value)
        var responder = responders.next(after: nil)
        // (A chain that comes back to itself is broken: the bound keeps it from taking the processor with it.)
        for _ in 0..<64 {
            guard let asked = responder else { break }
            if responders.handle(event, responder: asked) {
                counters.handled &+= 1
                return
            }
            responder = responders.next(after: asked)
        }
        counters.unhandled &+= 1
    }
}
