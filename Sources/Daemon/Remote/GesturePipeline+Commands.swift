import TaplineCore

/// A sink that keeps the commands that outputs give until somebody takes them.
protocol CommandSink: EffectSink {
    /// Commands that outputs have given and nobody has taken.
    var given: [RemoteEvent] { get set }
}

extension CommandSink {
    mutating func emit(_ command: RemoteEvent) { given.append(command) }
}

extension GesturePipeline where Sink: CommandSink {
    /// Tells what has come of commands, and gives those that outputs want.
    mutating func takeCommands(_ remote: inout RemoteControl, into sink: inout Sink) {
        take(from: &remote, into: &sink)
        while !sink.given.isEmpty {
            remote.give(sink.given.removeFirst())
            take(from: &remote, into: &sink)
        }
    }

    /// All is over: a seek ends, behind the gesture that holds it.
    mutating func endCommands(_ remote: inout RemoteControl, into sink: inout Sink) {
        takeCommands(&remote, into: &sink)
        remote.end(at: time)
        takeCommands(&remote, into: &sink)
    }
}
