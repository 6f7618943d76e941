import CTaplineSystem
import TaplineCore
import TaplineLinux

/// `metrics.prom`: what is counted, for Prometheus's text format 0.0.4, written whole every ten seconds.
/// (https://prometheus.io/docs/instrumenting/exposition_formats/)
struct MetricsFile {
    /// The time between two writings.
    static var period: Microseconds { .milliseconds(10_000) }

    private let path: String
    private let beside: String
    private var text: [UInt8] = []
    /// When it is written next.
    private(set) var deadline = Instant.zero
    /// Why it could not be written the last time; 0: it was.
    private(set) var errno: Int32 = 0

    /// The file at `path`.
    init(path: String) {
        self.path = path
        beside = path + ".new"
        text.reserveCapacity(24_576)
    }

    /// Writes what `status` says.
    mutating func write(_ status: inout PanelStatus, at now: Instant) {
        deadline = now + MetricsFile.period
        text.removeAll(keepingCapacity: true)
        var family: PanelStatus.Family? = .info
        while let present = family {
            var line = ByteLine()
            line.append("# HELP tapline_")
            line.append(present.name)
            line.append(" ")
            line.append(present.meaning)
            line.append("\n# TYPE tapline_")
            line.append(present.name)
            line.append(" ")
            line.append(present.type)
            line.append("\n")
            text.append(&line)
            var index = 0
            line.removeAll()
            while status.write(present, index, prefix: "tapline_", into: &line) {
                text.append(&line)
                line.removeAll()
                index += 1
            }
            family = present.next
        }
        errno = -(unsafe text.withUnsafeBytes { unsafe tapline_put_file(path, beside, $0.baseAddress, $0.count) })
    }
}

extension [UInt8] {
    /// Adds a line. (`inout` because a borrowed line would be copied for every byte.)
    mutating func append(_ line: inout ByteLine) {
        for i in 0..<line.count { append(line[i]) }
    }

    /// Adds constant text. (A StaticString's bytes live as long as the program: reading them is safe.)
    mutating func append(_ text: StaticString) {
        let start = unsafe text.utf8Start
        for i in 0..<text.utf8CodeUnitCount { unsafe append(start[i]) }
    }
}
