public import TaplineCore

extension GesturePipeline {
    /// Plays a recording of fingers from its first line to its last, then lets the clock run on until nothing is pending.
    public mutating func play(_ trace: Trace, into sink: inout Sink) {
        for index in 0..<trace.count {
            let line = trace[index]
            switch line.event {
            case .report(let contacts): report(contacts, at: line.time, into: &sink)
            case .fault: missReport(at: line.time, into: &sink)
            case .cancel: cancelTouches(at: line.time, into: &sink)
            }
        }
        while deadline < .never { advance(to: deadline, into: &sink) }
    }
}
