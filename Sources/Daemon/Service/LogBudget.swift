import TaplineCore

/// How many lines a log may have: so many at once, and then one every half a minute, so that whatever goes on for years fills
/// no disk.
struct LogBudget {
    static var most: Int { 200 }
    static var period: Microseconds { .milliseconds(30_000) }

    private var lines = LogBudget.most
    private var countedAt = Instant.zero
    private var leftOut = 0

    /// Takes room for a line.
    ///
    /// - Returns: how many lines found none before it; nil: nor does this one.
    mutating func take(at now: Instant) -> Int? {
        let periods = max((now - countedAt).count, 0) / LogBudget.period.count
        if periods > 0 {
            lines = Int(min(Int64(lines) + periods, Int64(LogBudget.most)))
            countedAt = countedAt + Microseconds(periods * LogBudget.period.count)
        }
        guard lines > 0 else {
            leftOut &+= 1
            return nil
        }
        lines -= 1
        defer { leftOut = 0 }
        return leftOut
    }
}
