import TaplineConfiguration
import TaplineCore

/// What has happened to a device that commands come from.
struct RemoteInput: Equatable {
    enum Happening: Equatable {
        /// An input device has come to a place.
        case came(RemoteKey.Device, times: HeadsetButton.Times)
        /// It has gone.
        case went
        /// What it did was missed.
        case missed
        /// A key of its was pressed, 1, repeated, 2, or let go, 0.
        case key(UInt16, Int32)
        /// The contact of a button is closed, or open.
        case contact(Bool)
        /// A line of a knob has another level.
        case turn(first: Bool?, second: Bool?)
    }
    var time: Instant
    /// Which device, button or knob.
    var index: Int
    var happening: Happening
}

/// Where commands to whatever plays come from, without the devices: what their keys, contacts and steps mean. A value without
/// a clock.
struct RemoteSources {
    /// The input devices that are there, by their places; nil: nothing is.
    private var keypads = [RemoteKeypad?](repeating: nil, count: RemotesDescription.mostDevices)
    private var buttons: [RemoteKeypad]
    private var knobs: [RotaryEncoder]
    private let lines: [String]
    private let encoders: [RemotesDescription.Encoder]
    // (The numbers of sources: 0 are programs, 1 gestures.)
    private static var firstDevice: UInt8 { 16 }
    private static var firstButton: UInt8 { 32 }
    private static var firstKnob: UInt8 { 48 }

    init(_ description: RemotesDescription = RemotesDescription()) {
        buttons = description.buttons.enumerated().map { index, button in
            let source = Self.firstButton + UInt8(index)
            return RemoteKeypad(source: source, device: .headset, times: button.times, key: button.key)
        }
        lines = description.buttons.map { $0.line }
        encoders = description.encoders
        knobs = encoders.map { RotaryEncoder($0) }
    }

    /// How many input devices are there.
    var deviceCount: Int { keypads.count { $0 != nil } }

    /// What the contacts of buttons have done that no person does.
    var buttonCounters: [(line: String, contact: Debouncer.Counters)] {
        var counters: [(line: String, contact: Debouncer.Counters)] = []
        for index in buttons.indices { counters.append((lines[index], buttons[index].counters)) }
        return counters
    }

    /// Takes what has happened. What comes of it has to be taken from `remote` before the next call.
    mutating func take(_ input: RemoteInput, _ remote: inout RemoteControl) {
        let (index, now) = (input.index, input.time)
        switch input.happening {
        case .came(let kind, let times):
            keypads[index] = RemoteKeypad(source: Self.firstDevice + UInt8(index), device: kind, times: times)
        case .went:
            keypads[index]?.lose(in: &remote, at: now)
            keypads[index] = nil
        case .missed: keypads[index]?.lose(in: &remote, at: now)
        case .key(let code, let value): keypads[index]?.take(code, value, in: &remote, at: now)
        case .contact(let isClosed): remote.set(isClosed, of: &buttons[index], at: now)
        case .turn(let first, let second): turn(index, first, second, &remote, at: now)
        }
    }

    /// (Both levels are where it stands, without a step to there.)
    private mutating func turn(
        _ index: Int, _ first: Bool?, _ second: Bool?, _ remote: inout RemoteControl, at now: Instant
    ) {
        let encoder = encoders[index]
        if let first, let second {
            knobs[index] = RotaryEncoder(encoder, first: first, second: second)
        }
        var steps: Int32 = 0
        if let first, second == nil { steps = knobs[index].set(first: first, at: now) }
        if let second, first == nil { steps = knobs[index].set(second: second, at: now) }
        guard steps != 0 else { return }
        let source = Self.firstKnob + UInt8(index)
        if let range = encoder.command.values {
            let amount = min(max(Float(steps) * encoder.step, range.lowerBound), range.upperBound)
            remote.send(encoder.command, value: amount, from: source, at: now)
        } else {
            let isOnward = (steps > 0) == (encoder.step > 0)
            remote.send(isOnward ? .nextTrack : .previousTrack, from: source, at: now)
        }
    }

    /// When it has to be told the time at the latest.
    var deadline: Instant {
        var deadline = Instant.never
        for keypad in keypads { deadline = min(deadline, keypad?.deadline ?? .never) }
        for button in buttons { deadline = min(deadline, button.deadline) }
        return deadline
    }

    /// Lets time pass to `now` for one of them that is due, and returns whether one was. What comes of it has to be taken from
    /// `remote` before the next call.
    mutating func advance(to now: Instant, _ remote: inout RemoteControl) -> Bool {
        for place in keypads.indices where keypads[place]?.deadline ?? .never <= now {
            keypads[place]?.advance(in: &remote, to: now)
            return true
        }
        for index in buttons.indices where buttons[index].deadline <= now {
            remote.advance(&buttons[index], to: now)
            return true
        }
        return false
    }
}

extension RotaryEncoder {
    /// A knob as it is described, whose contacts are closed or open now.
    fileprivate init(_ knob: RemotesDescription.Encoder, first: Bool = false, second: Bool = false) {
        self.init(
            detents: knob.detents, acceleration: knob.acceleration, quick: knob.quick, first: first, second: second)
    }
}

extension RemoteKeypad {
    fileprivate mutating func take(_ code: UInt16, _ value: Int32, in remote: inout RemoteControl, at now: Instant) {
        remote.take(code: code, value: value, of: &self, at: now)
    }
    fileprivate mutating func lose(in remote: inout RemoteControl, at now: Instant) { remote.lose(&self, at: now) }
    fileprivate mutating func advance(in remote: inout RemoteControl, to now: Instant) {
        remote.advance(&self, to: now)
    }
}
