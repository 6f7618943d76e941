import Glibc
import TaplineCore

/// What happened, in order: a line for each thing, with the monotonic time in µs.
///
/// ```
/// 81234567 edge GPIO4 0
/// 81234600 i2c 0x5d w 814e r 81002000f000200000
/// 81234712 i2c 0x5d w 814e00
/// 81234730 line GPIO23 1
/// 81234760 tty /dev/ttyGS0 "$TL,12,…*5A\n"
/// ```
final class TraceLog {
    /// The lines, without their time.
    private(set) var lines: [String] = []
    private var times: [Int64] = []
    private var pending: [UInt8] = []
    private let fd: Int32

    /// One without a file.
    init() { fd = -1 }

    /// - Parameter path: the file that gets the trace too; nil: none.
    init(path: String?) throws(Complaint) {
        guard let path else {
            fd = -1
            return
        }
        fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard fd >= 0 else { throw Complaint("\(path): \(errorText(errno))") }
    }

    /// - Parameter time: when it happened, where that is known better than now.
    func add(_ line: String, at time: Instant? = nil) {
        add(line, (time ?? Clock.now).microseconds)
    }

    /// What was kept in another one until now follows, with its own times.
    func take(_ other: TraceLog) {
        for (line, time) in zip(other.lines, other.times) { add(line, time) }
        other.lines.removeAll(keepingCapacity: true)
        other.times.removeAll(keepingCapacity: true)
    }

    private func add(_ line: String, _ time: Int64) {
        lines.append(line)
        times.append(time)
        guard fd >= 0 else { return }
        pending += String(time).utf8
        pending.append(0x20)
        pending += line.utf8
        pending.append(0x0a)
        if pending.count > 1 << 16 { flush() }
    }

    func flush() {
        guard fd >= 0, !pending.isEmpty else { return }
        _ = write(fd, pending, pending.count)
        pending.removeAll(keepingCapacity: true)
    }

    /// The last lines, for whoever has to find out why nothing came.
    func tail(_ count: Int) -> String {
        let first = max(0, lines.count - count)
        return (first..<lines.count).map { "    \(times[$0]) \(lines[$0])\n" }.joined()
    }
}
