public import TaplineTouches

/// A device with media keys: its keys go to the engine, its headset button through the language.
public struct RemoteKeypad: Sendable {
    /// Its number: what is held of it ends with it.
    public let source: UInt8
    /// What kind of device it is.
    public let device: RemoteKey.Device
    private var button: HeadsetButton
    /// How much of its command a press of its button asks for.
    private let value: Float

    /// A device of which nothing is pressed.
    ///
    /// - Parameter key: what its button means when it is pressed; ``RemoteKey/button``: a headset's words.
    public init(
        source: UInt8, device: RemoteKey.Device = .keys, times: HeadsetButton.Times = HeadsetButton.Times(),
        key: RemoteKey = .button
    ) {
        self.source = source
        self.device = device
        button = HeadsetButton(times, key: key)
        value = if case .volume(let step) = key { step } else { 0 }
    }

    /// What the contact of its button has done that no person does.
    public var counters: Debouncer.Counters { button.counters }

    /// When it has to be told the time at the latest.
    public var deadline: Instant { button.deadline }

    /// A key of the kernel's: `value` 1 is pressed, 2 repeated, 0 let go. Keys that are no media keys are nothing.
    public mutating func take<Responders: RemoteResponders & ~Copyable>(
        code: UInt16, value: Int32, at now: Instant, _ engine: inout RemoteEngine, to responders: inout Responders
    ) {
        guard let key = RemoteKey(code: code, of: device) else { return }
        if key == .button {
            if value != 2 { set(value == 1, at: now, &engine, to: &responders) }
        } else {
            engine.take(key, code: code, value: value, from: source, at: now, to: &responders)
        }
    }

    /// Its button is pressed or let go.
    public mutating func set<Responders: RemoteResponders & ~Copyable>(
        _ isPressed: Bool, at now: Instant, _ engine: inout RemoteEngine, to responders: inout Responders
    ) {
        button.set(isPressed, at: now) { engine.send($0, value: value, from: source, at: $1, to: &responders) }
    }

    /// Lets time pass to `now`.
    public mutating func advance<Responders: RemoteResponders & ~Copyable>(
        to now: Instant, _ engine: inout RemoteEngine, to responders: inout Responders
    ) {
        button.advance(to: now) { engine.send($0, value: value, from: source, at: $1, to: &responders) }
    }

    /// It is gone, or what it did was missed: nothing of it is held any more.
    public mutating func lose<Responders: RemoteResponders & ~Copyable>(
        at now: Instant, _ engine: inout RemoteEngine, to responders: inout Responders
    ) {
        button.lose(at: now) { engine.send($0, value: value, from: source, at: $1, to: &responders) }
        engine.lose(source, at: now, to: &responders)
    }
}
