public import TaplineCore
public import TaplineFormats

extension GesturePipeline {
    /// Plays a recording from its first line to its last, then lets the clock run on until nothing is pending. Readings go to
    /// `motion`, whose events come under the names of `gestures`; an engine that nobody wants anything of leaves them out.
    ///
    /// - Parameters:
    ///   - after: called after each line, and after each deadline between two lines and behind the last one.
    ///   - turning: called where the device is held another way, as soon as no finger is on the panel.
    public mutating func play(
        _ trace: Trace, motion: MotionEngine = MotionEngine(), as gestures: MotionGestures = MotionGestures(),
        into sink: inout Sink, after: (inout GesturePipeline, inout Sink) -> Void = { _, _ in },
        turning: (PanelGeometry.Rotation, inout GesturePipeline, inout Sink) -> Void = { _, _, _ in }
    ) {
        var index = 0
        play(motion: motion, as: gestures, into: &sink, after: after, turning: turning) {
            guard index < trace.count else { return nil }
            defer { index += 1 }
            return trace[index]
        }
    }

    /// The same, line by line: `next` has the next one, nil at the end.
    public mutating func play(
        motion: MotionEngine, as gestures: MotionGestures, into sink: inout Sink,
        after: (inout GesturePipeline, inout Sink) -> Void = { _, _ in },
        turning: (PanelGeometry.Rotation, inout GesturePipeline, inout Sink) -> Void,
        lines next: () -> (time: Instant, event: Trace.Event)?
    ) {
        var (engine, names, told) = (motion, gestures, MotionQueue())
        var wantedTurn: PanelGeometry.Rotation?
        /// Lets everything happen that is due before `end`, in its order.
        func pass(until end: Instant, _ pipeline: inout GesturePipeline, _ sink: inout Sink) {
            while true {
                let next = min(engine.deadline, pipeline.deadline)
                guard next < end else { return }
                if engine.deadline <= next {
                    engine.advance(to: next, into: &told)
                    pipeline.take(&told, as: &names, into: &sink)
                }
                if pipeline.deadline <= next { pipeline.advance(to: next, into: &sink) }
                after(&pipeline, &sink)
            }
        }
        while let line = next() {
            pass(until: line.time, &self, &sink)
            switch line.event {
            case .report(let contacts): report(contacts, at: line.time, into: &sink)
            case .fault: missReport(at: line.time, into: &sink)
            case .cancel: cancelTouches(at: line.time, into: &sink)
            case .reading(let reading):
                engine.take(reading, into: &told)
                wantedTurn = told.turn ?? wantedTurn
                take(&told, as: &names, into: &sink)
            }
            if let turn = wantedTurn, table.isUntouched {
                wantedTurn = nil
                turning(turn, &self, &sink)
            }
            after(&self, &sink)
        }
        pass(until: .never, &self, &sink)
    }
}
