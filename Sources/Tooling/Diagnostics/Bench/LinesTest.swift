public import TaplineConfiguration
public import TaplineCore
public import TaplineDaemon
import TaplineLinux

/// `tapline lines test`: moves each output line of a configuration once, so that one sees what hangs on it.
public struct LinesTest<Kind: ConfigurableRecognizer>: Sendable {
    /// How long a line is active, and how long nothing moves between two.
    public static var pause: Microseconds { .milliseconds(500) }

    private let panel: Panel<Kind>

    /// A test of the lines of `panel`.
    public init(_ panel: Panel<Kind>) { self.panel = panel }

    /// Takes all lines, at their idle levels, and then makes one after the other active, for a moment, and idle again.
    /// Whatever happens, SIGINT and SIGTERM too, every line is left idle.
    ///
    /// - Throws: ``ServiceError``: exit code 64 for a simulated board, 69 or 77 for a line that cannot be had, before
    ///   any moves, 74 where the output has no reader, 78 where there are no lines.
    public func run(into output: inout OutputStream) throws(ServiceError) {
        guard panel.board?.bus != .simulated else {
            throw ServiceError(
                "the lines of the board \"\(panel.board?.name ?? "")\" are simulated: --board names a real one", .usage)
        }
        guard !panel.configuration.lineOutputs.isEmpty else {
            throw ServiceError(
                "the configuration moves no line; an output is - {on: tap, line: GPIO23, pulse: 100ms}",
                .badConfiguration)
        }
        StopSignals.catch()
        do throws(DeviceError) {
            let lines = try panel.lines(keeping: [], of: panel.configuration)
            let failure = move(lines, &output)
            for line in lines { try? line.set(.idle) }
            if let failure { throw failure }
        } catch {
            throw ServiceError(error)
        }
        try output.finish()
    }

    /// Moves each of `lines` and reports it; why that ended early, if a device is the reason.
    private func move(_ lines: [OutputPin], _ output: inout OutputStream) -> DeviceError? {
        let format = ConsoleFormat(.text(isColoured: output.wantsColour), panel: panel)
        do throws(DeviceError) {
            for (line, description) in zip(lines, panel.configuration.outputs) {
                for level in [OutputLevel.active, .idle] {
                    // (A line that is active becomes idle, also when the end has come.)
                    if level.isActive, StopSignals.haveCome || output.isBroken { return nil }
                    try line.set(level)
                    var text = ByteLine()
                    if format.emit(description, level: level, at: MonotonicClock.now, &text) { output.write(&text) }
                    output.flush()
                    wait()
                }
            }
            return nil
        } catch {
            return error
        }
    }

    private func wait() {
        let end = MonotonicClock.now + LinesTest.pause
        while MonotonicClock.now < end, !StopSignals.haveCome { MonotonicClock.wait(until: end) }
    }
}
