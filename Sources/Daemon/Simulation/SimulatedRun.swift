public import TaplineConfiguration
import TaplineCore
import TaplineLinux
public import TaplineSimulator

/// The whole runtime on a simulated panel: fingers of a script or a recording touch the registers of a GT911 or of a
/// FocalTech chip, and what the driver reads there becomes gestures, levels of lines, and bytes for serial ports. Nothing
/// real is touched: the text says what would go out.
public struct SimulatedRun<Kind: ConfigurableRecognizer>: Sendable {
    /// What runs.
    public let panel: Panel<Kind>
    /// The fingers, in the panel's raw pixels.
    public let script: FingerScript
    /// How it is reported.
    public var format = RunOptions.Format.text(isColoured: false)
    /// Whether the clock is the computer's, so that everything happens when it happens; otherwise as fast as it goes.
    public var isLive = true
    /// Whether failed and cancelled recognizers say why.
    public var explains = false
    /// Whether a real board's chip may be simulated, too.
    public var simulatesRealBoards = false

    /// A run of `panel` under the fingers of `script`.
    public init(panel: Panel<Kind>, script: FingerScript) {
        self.panel = panel
        self.script = script
    }

    /// Runs until the script is over and nothing is pending, or until the process is asked to stop; then every touch is
    /// cancelled and every line idle.
    ///
    /// - Parameter shouldStop: asked between two events.
    /// - Returns: whether the fingers made anything happen, or whoever asked to stop did not wait for it.
    /// - Throws: ``ServiceError`` where the output cannot be written or the board is not a simulated one.
    @discardableResult
    public func run(
        into output: inout OutputStream, shouldStop: () -> Bool = { false }
    ) throws(ServiceError) -> Bool {
        try run(into: &output, observer: nil, shouldStop: shouldStop)
    }

    /// The same, and `observer` looks at every touch.
    ///
    /// - Parameter chip: what is on the board; nil: the model of the board's chip.
    @discardableResult
    func run(
        into output: inout OutputStream, observer: TouchObserver?, chip: BoardChipModel? = nil, shouldStop: () -> Bool
    ) throws(ServiceError) -> Bool {
        guard let board = panel.board, board.bus == .simulated || simulatesRealBoards else {
            throw ServiceError(
                "the board \"\(panel.board?.name ?? "")\" is a real one: its fingers are real, too; for a simulated panel: "
                    + "--board simulated", .usage)
        }
        var device = try SimulatedDevice<_, _, SimulatedSink>(panel, on: board, chip: chip ?? board.chipModel)
        device.host.pipeline.gestures.explains = explains
        device.host.pipeline.gestures.emitsTouches = observer != nil
        var sink = SimulatedSink(panel: panel, format: format, output: output)
        sink.observer = observer
        sink.begin()

        let clockStart = MonotonicClock.now
        /// Sleeps until the run's clock shows `instant`. False: stop.
        func sleep(until instant: Instant, _ sink: inout SimulatedSink) -> Bool {
            guard !sink.output.isBroken else { return false }
            guard isLive else { return !shouldStop() }
            let wake = clockStart + (instant - .zero)
            if MonotonicClock.now < wake { sink.output.flush() }
            while MonotonicClock.now < wake {
                if shouldStop() { return false }
                MonotonicClock.wait(until: wake)
            }
            return !shouldStop()
        }

        device.start(into: &sink)
        let identity = device.host.pipeline.chip.identity
        sink.identified(identity.summary(on: board))
        let fingersStart = device.now
        if identity.isKnown { observer?.identified(identity, at: fingersStart) }
        // A recording's clock may have begun long before its first report.
        let scriptStart = max(script.start, .zero)
        let lead = min(scriptStart - .zero, .milliseconds(1_000))
        func instant(_ time: Instant) -> Instant { fingersStart + lead + (time - scriptStart) }
        device.motion.play(
            script.motion, from: script.motion.isRecorded ? instant(.zero) - .zero : .zero,
            asData: observer?.wantsMotion == true)
        device.remote.play(RemoteInput.demo(of: panel.configuration.remotes))
        // (A time so late that the clock ends before it never comes.)
        for frame in script.frames where instant(frame.time) < Self.endOfTime {
            // Up to the scan, not through its instant: there a report counts before the limits of taps and swipes.
            let now = instant(frame.time)
            guard passTime(of: &device, to: now + Microseconds(-1), into: &sink, sleep: sleep) else { break }
            device.touch(frame.contacts, at: now, into: &sink)
        }
        let end = max(instant(script.end), device.motion.end, device.remote.end)
        if end < Self.endOfTime { _ = passTime(of: &device, to: end, into: &sink, sleep: sleep) }
        while !shouldStop(), !sink.output.isBroken, device.motion.engineDeadline < Self.endOfTime {
            let next = device.motion.engineDeadline + Microseconds(1)
            guard passTime(of: &device, to: next, into: &sink, sleep: sleep) else { break }
        }
        device.stopMoving(into: &sink)
        // What is still pending: a tap that waits, a pulse that ends.
        // (Nobody touches the panel from now on, so it would rest; the script is over before.)
        while !shouldStop(), !sink.output.isBroken, device.host.pipeline.gestures.isPending {
            let next = device.host.pipeline.gestures.deadline
            guard passTime(of: &device, to: next, into: &sink, sleep: sleep) else { break }
        }
        device.end(into: &sink)
        sink.idleLines(at: device.now)
        output = sink.output
        try output.finish()
        return sink.hasEmitted || shouldStop()
    }

    /// Frames later than this are not played: 146,000 years, half the clock.
    private static var endOfTime: Instant { Instant(microseconds: .max / 2) }

    /// Lets everything happen up to `instant`, each at its time. False: stop.
    private func passTime(
        of device: inout SimulatedDevice<BoardChipModel, Kind, SimulatedSink>, to instant: Instant,
        into sink: inout SimulatedSink, sleep: (Instant, inout SimulatedSink) -> Bool
    ) -> Bool {
        while device.deadline < instant {
            let next = device.deadline
            guard sleep(next, &sink) else { return false }
            device.advance(to: next, into: &sink)
        }
        guard sleep(instant, &sink) else { return false }
        device.host.advance(to: instant, into: &sink)
        return true
    }
}

extension FingerScript {
    /// The demonstration, in the raw pixels of `board`.
    public static func demo(on board: BoardDescription?) -> FingerScript {
        guard let size = board?.panel else { return demo() }
        return demo(width: Float(size.rawWidth), height: Float(size.rawHeight))
    }
}
