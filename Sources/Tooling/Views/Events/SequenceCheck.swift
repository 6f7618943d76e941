import TaplineFormats

/// Notices lines that are missing: a sequence counts up by one a line.
package struct SequenceCheck: Sendable {
    /// The last number; nil before the first.
    private var last: Int64?
    /// Lines that are missing, in how many gaps.
    package private(set) var missing: Int64 = 0
    package private(set) var gaps = 0
    /// What the stream is of.
    private var stream = ""

    package init() {}

    /// A stream begins: a sequence of its own, unless it is of the same panel and configuration, as after a port was opened again.
    package mutating func begin(_ board: String, _ configuration: String) {
        if !stream.isEmpty, stream != board + configuration { last = nil }
        stream = board + configuration
    }

    /// What was missing so far does not count any more.
    package mutating func forgetCounts() { (missing, gaps) = (0, 0) }

    /// What there is to say of the lines that are missing before the one numbered `sequence`; nil: none are.
    package mutating func check(_ sequence: Int64?) -> String? {
        guard let sequence else { return nil }
        let missing = take(sequence)
        return missing > 0 ? "\(counted(missing, "line")) missing before \(sequence)" : nil
    }

    /// How many lines are missing before the one numbered `sequence`. A number that is not above the last one begins a
    /// sequence again, as a reload does; the first one of all begins anywhere, because a reader may come late.
    package mutating func take(_ sequence: Int64) -> Int64 {
        defer { last = sequence }
        guard let last, sequence > last else { return 0 }
        let (next, overflow) = sequence.subtractingReportingOverflow(last)
        let count = overflow ? .max : next - 1
        guard count > 0 else { return 0 }
        missing = saturatingSum(missing, count)
        gaps += 1
        return count
    }
}
