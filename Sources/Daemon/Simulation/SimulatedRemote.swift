import TaplineConfiguration
import TaplineCore

/// The remote controls of a device that is not there: what outputs give, and what happens to the devices, buttons and knobs that the
/// configuration names, as their keys and contacts would show it.
struct SimulatedRemote {
    var control: RemoteControl
    private var sources: RemoteSources
    /// What happens by itself, in order.
    private var script: [RemoteInput] = []

    /// Those of `configuration`. Nothing happens to them by itself.
    init<Kind: ConfigurableRecognizer>(_ configuration: Configuration<Kind>) {
        control = configuration.remoteControl()
        sources = RemoteSources(configuration.remotes)
    }

    /// This happens to them.
    mutating func play(_ script: [RemoteInput]) { self.script = script }

    var deadline: Instant { min(script.first?.time ?? .never, sources.deadline) }
    /// When it is over; the beginning where there is none.
    var end: Instant { script.last.map { $0.time + .milliseconds(1_000) } ?? .zero }

    /// Takes what has happened. What comes of it has to be taken before the next call.
    mutating func take(_ input: RemoteInput) { sources.take(input, &control) }

    /// Takes what has happened up to `now`; what it means goes to `gestures`.
    mutating func advance<Kind: ConfigurableRecognizer, Sink: SimulatedDeviceSink>(
        to now: Instant, _ gestures: inout StandardGesturePipeline<Kind, Sink>, into sink: inout Sink
    ) {
        while let next = script.first, next.time <= now {
            take(script.removeFirst())
            gestures.takeCommands(&control, into: &sink)
        }
        while sources.advance(to: now, &control) { gestures.takeCommands(&control, into: &sink) }
        gestures.takeCommands(&control, into: &sink)
    }
}

extension RemoteInput {
    /// What the devices, buttons and knobs of `remotes` do one after the other: next, and a seek; one click, two, and two of which
    /// the second is held, or one press; three steps clockwise and one back.
    static func demo(of remotes: RemotesDescription) -> [RemoteInput] {
        var script: [RemoteInput] = []
        var now = Instant.zero + .milliseconds(500)
        func add(_ index: Int, _ happening: Happening, for length: Int64) {
            script.append(RemoteInput(time: now, index: index, happening: happening))
            now = now + .milliseconds(length)
        }
        for (index, device) in remotes.devices.enumerated() {
            add(index, .came(device.isHeadset ? .headset : .keys, times: device.times), for: 0)
            for (key, length) in [(UInt16(163), Int64(100)), (208, 700)] {
                add(index, .key(key, 1), for: length)
                add(index, .key(key, 0), for: 500)
            }
        }
        for (index, button) in remotes.buttons.enumerated() {
            let hold = max(button.times.hold, button.times.repetition).count / 1_000 + 300
            let words = [[(100, 900)], [(100, 150), (100, 900)], [(100, 150), (hold, 900)]]
            for presses in button.key == .button ? words : [[(hold, 900)]] {
                for (down, up) in presses {
                    add(index, .contact(true), for: down)
                    add(index, .contact(false), for: Int64(up))
                }
            }
        }
        for index in remotes.encoders.indices {
            add(index, .turn(first: false, second: false), for: 0)
            for isClockwise in [true, true, true, false] {
                for level in [true, false] {
                    add(
                        index, isClockwise ? .turn(first: level, second: nil) : .turn(first: nil, second: level),
                        for: 20)
                    add(
                        index, isClockwise ? .turn(first: nil, second: level) : .turn(first: level, second: nil),
                        for: 20)
                }
                now = now + .milliseconds(200)
            }
        }
        return script
    }
}
