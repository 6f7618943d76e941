/// What is refused, as the journal gets it: a few lines at once, then one in a while. The next line counts what was left out.
struct RefusalLog {
    /// So many lines at once.
    static let most = 8
    /// After so long one more, µs.
    static let pause: Int64 = 10_000_000

    private var left = RefusalLog.most
    private var countedFrom: Int64 = 0
    private var leftOut = 0

    /// The line about `refusal`; nil: there were enough.
    mutating func line(_ refusal: String, at now: Int64) -> String? {
        if left == RefusalLog.most { countedFrom = now }
        let more = (now - countedFrom) / RefusalLog.pause
        if more > 0 {
            left = Int(min(Int64(RefusalLog.most), Int64(left) + more))
            countedFrom += more * RefusalLog.pause
        }
        guard left > 0 else {
            leftOut += 1
            return nil
        }
        left -= 1
        defer { leftOut = 0 }
        return leftOut > 0 ? "\(refusal) (and \(leftOut) more were refused before)" : refusal
    }
}
