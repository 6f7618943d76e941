import CTaplineSystem
import CTaplineTool
import TaplineCore
public import TaplineDaemon
import TaplineLinux

/// Reports what a daemon counts, once or every second.
public struct StatusView {
    /// Whether it is reported again every second, until the process is asked to stop.
    public var repeats = false
    /// Whether it is reported as JSON, an object a line.
    public var isJSON = false

    /// A view for people, once.
    public init() {}

    /// Reports it of the panel whose control socket is at `path`.
    ///
    /// - Throws: ``ServiceError``: exit code 69 where the daemon cannot be reached, 74 where the output is not taken.
    public func run(_ path: String) throws(ServiceError) {
        var output = ViewOutput()
        guard repeats else {
            write(try Self.known(try ControlClient.ask("status", at: path), at: path), &output)
            return try output.finish()
        }
        let signals = tapline_tool_signals_open()
        guard signals >= 0 else { throw ServiceError(DeviceError(path: "signalfd", errno: -signals)) }
        defer { tapline_close(signals) }
        let poller: Poller
        do throws(DeviceError) { poller = try Poller() } catch { throw ServiceError(error) }
        poller.watch(signals, tag: 0, reading: true)
        var isFirst = true
        var next = MonotonicClock.now
        while !output.isBroken {
            do throws(ServiceError) {
                guard let answer = try ControlClient.ask("status", at: path, watching: signals) else {
                    return try output.finish()
                }
                let lines = try Self.known(answer, at: path)
                // The cursor goes home, what is behind it is cleared (ECMA-48: CUP, ED).
                if output.isTerminal {
                    output.write("\u{1B}[H\u{1B}[J")
                } else if !isFirst, !isJSON {
                    output.write("\n")
                }
                write(lines, &output)
            } catch {
                // One that never was there is an error, one that restarts is waited for.
                if isFirst { throw error }
                output.write("\(output.isTerminal ? "\u{1B}[H\u{1B}[J" : "")# \(error.description); waiting for it\n")
            }
            isFirst = false
            output.flush()
            next = max(next + .milliseconds(1_000), MonotonicClock.now)
            while MonotonicClock.now < next {
                do throws(DeviceError) { _ = try poller.wait(until: next) } catch { throw ServiceError(error) }
                switch tapline_tool_signals_next(signals) {
                case TAPLINE_TOOL_STOP: return try output.finish()
                case TAPLINE_TOOL_PAUSE: tapline_terminal_stop()
                default: break
                }
            }
        }
        try output.finish()
    }

    /// The lines, where a daemon of ours has said them.
    private static func known(_ lines: [String], at path: String) throws(ServiceError) -> [String] {
        guard lines.contains(where: { $0.hasPrefix("info{") }) else {
            throw ServiceError(
                "\(path): what answers there has no status; is it a control socket of Tapline?", .unavailable)
        }
        return lines
    }

    private func write(_ lines: [String], _ output: inout ViewOutput) {
        let reading = StatusReading(lines)
        output.write(isJSON ? reading.jsonLine : reading.text)
    }
}
