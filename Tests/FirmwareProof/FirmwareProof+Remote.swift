// Commands to whatever plays, from keys, a headset's button and a knob.

public import TaplineCore

/// Keeps the last command that came to it.
public struct RemotePlayer: RemoteResponders {
    public var last = RemoteEvent(time: .zero, command: .stop)

    public init() {}
    public func next(after responder: Responder?) -> Responder? { responder == nil ? .application : nil }
    public mutating func handle(_ event: RemoteEvent, responder: Responder) -> Bool {
        last = event
        return true
    }
}

/// A device of each kind in front of one engine.
public struct RemoteDesk: Sendable {
    public var engine = RemoteEngine()
    public var keys = RemoteKeypad(source: 1, device: .headset)
    public var knob = RotaryEncoder(acceleration: 4)

    public init() {}

    /// Calls what there is.
    @inline(never)
    public mutating func useEveryEntry(_ player: inout RemotePlayer, code: UInt16, value: Int32, at now: Instant) {
        engine.beginReceiving()
        keys.take(code: code, value: value, at: now, &engine, to: &player)
        if keys.deadline <= now { keys.advance(to: now, &engine, to: &player) }
        let steps = knob.set(first: value == 1, at: now) &+ knob.set(second: value == 0, at: now)
        engine.send(.changeVolume, value: Float(Int(steps)), from: 2, at: now, to: &player)
        keys.lose(at: now, &engine, to: &player)
        engine.endReceiving(at: now, to: &player)
    }
}

/// Commands under the names of a configuration.
public func useEveryEntry(
    _ pipeline: inout ProofPipeline, _ sink: inout ProofSink, _ control: inout RemoteControl, at now: Instant
) {
    var names = RemoteGestures(first: 4)
    if names.append(.seek(.forward)), names.append(.command(.nextTrack)) { control = RemoteControl(names: names) }
    if names.append(.playing) { pipeline.gestures.take(isPlaying: true, as: names, at: now, into: &sink) }
    control.send(.beginSeekingForward, from: 1, at: now)
    pipeline.gestures.take(from: &control, into: &sink)
    control.lose(1, at: now)
    control.end(at: now)
    pipeline.gestures.take(from: &control, into: &sink)
}
