/// Notices lines that are missing: a sequence counts up by one a line.
package struct SequenceCheck: Sendable {
    /// The last number; nil before the first.
    private var last: Int64?
    /// Lines that are missing, in how many gaps.
    package private(set) var missing: Int64 = 0
    package private(set) var gaps = 0

    package init() {}

    /// Another sequence begins: of another configuration, or another start of the daemon.
    package mutating func restart() { last = nil }

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
