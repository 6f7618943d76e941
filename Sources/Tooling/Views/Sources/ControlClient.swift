import CTaplineSystem
import CTaplineTool
import TaplineCore
public import TaplineDaemon
import TaplineFormats
import TaplineLinux

/// Asks a daemon on its control socket: one question, one answer.
public enum ControlClient {
    /// A daemon that does not answer for so long is hung.
    static var timeout: Microseconds { .milliseconds(3_000) }
    /// More lines than that no answer has.
    private static var mostLines: Int { 2_000 }

    /// The lines of the answer to `command`.
    ///
    /// - Throws: ``ServiceError``: exit code 69 where the daemon cannot be reached, refuses or does not answer.
    public static func ask(_ command: String, at path: String) throws(ServiceError) -> [String] {
        try ask(command, at: path, watching: -1) ?? []
    }

    /// What the daemon at `path` counts, `NAME VALUE` a line; none where it does not answer.
    public static func status(at path: String) -> [String] { (try? ask("status", at: path)) ?? [] }

    /// As ``ask(_:at:)``; nil where `signals`, the descriptor of `tapline_tool_signals_open`, asks the process to stop
    /// meanwhile.
    static func ask(_ command: String, at path: String, watching signals: Int32) throws(ServiceError) -> [String]? {
        let descriptor = tapline_unix_connect(path)
        guard descriptor >= 0 else { throw SourceReader.refused(path, -descriptor) }
        defer { tapline_close(descriptor) }
        let request = Array("\(command)\n".utf8)
        let status = unsafe request.withUnsafeBytes { unsafe tapline_unix_ask(descriptor, $0.baseAddress, $0.count) }
        guard status == 0 else { throw SourceReader.refused(path, -status) }
        let poller: Poller
        do throws(DeviceError) { poller = try Poller() } catch { throw ServiceError(error) }
        poller.watch(descriptor, tag: 0, reading: true)
        if signals >= 0 { poller.watch(signals, tag: 1, reading: true) }
        let end = MonotonicClock.now + timeout
        var assembler = LineAssembler()
        var isOfEvents = false
        var lines: [String] = []
        var ending: String?
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while ending == nil, lines.count < mostLines {
            let happened: Int
            do throws(DeviceError) { happened = try poller.wait(until: end) } catch { throw ServiceError(error) }
            // (What has come in time counts, also where this process is late.)
            guard MonotonicClock.now < (happened > 0 ? end + timeout : end) else { break }
            if signals >= 0 {
                switch tapline_tool_signals_next(signals) {
                case TAPLINE_TOOL_STOP: return nil
                case TAPLINE_TOOL_PAUSE: tapline_terminal_stop()
                default: break
                }
            }
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe tapline_read(descriptor, $0.baseAddress, $0.count)
            }
            if count == -11 { continue }
            guard count > 0 else { break }
            assembler.add(chunk[0..<Int(count)]) { line in
                let text = MessageDecoder.shown(line ?? [], longest: 1_000)
                guard ending == nil else { return }
                isOfEvents = isOfEvents || text.hasPrefix("{\"tapline\":\"events/")
                if text == "ok" || text.hasPrefix("error: ") { ending = text } else { lines.append(text) }
            }
        }
        guard let ending else {
            guard !isOfEvents else {
                throw ServiceError(
                    "\(path): this socket emits events; the one that answers is called control", .unavailable)
            }
            throw SourceReader.refused(path, SourceReader.nothingNow)
        }
        guard ending == "ok" else { throw ServiceError("\(path): \(ending.dropFirst(7))", .unavailable) }
        return lines
    }
}
