import TaplineCore

extension GesturePipeline where Sink: PortSink {
    /// Tells what has come of commands, and gives those that outputs want.
    mutating func takeCommands(_ remote: inout RemoteControl, into sink: inout Sink) {
        take(from: &remote, into: &sink)
        while !sink.given.isEmpty {
            remote.give(sink.given.removeFirst())
            take(from: &remote, into: &sink)
        }
    }
}
