import TaplineCore

/// How long effects took, counted in buckets.
struct LatencyHistogram: Equatable, Sendable {
    /// The buckets' upper limits, µs, inclusive; beyond the last there is one more.
    static var limits: InlineArray<10, Int64> { [250, 500, 1_000, 2_000, 3_000, 5_000, 7_500, 10_000, 20_000, 50_000] }

    private var counts = InlineArray<11, UInt32>(repeating: CountStart.value)
    /// All of them together, µs.
    private(set) var sum: Int64 = 0

    static func == (a: LatencyHistogram, b: LatencyHistogram) -> Bool {
        for i in 0...10 where a.counts[i] != b.counts[i] { return false }
        return a.sum == b.sum
    }

    /// Counts one; less than nothing counts as nothing.
    mutating func add(_ latency: Microseconds) {
        let us = max(latency.count, 0)
        var bucket = 0
        while bucket < 10, us > LatencyHistogram.limits[bucket] { bucket += 1 }
        counts[bucket] &+= 1
        sum &+= us
    }

    /// How many took no longer than the limit of the bucket at `index`; 10: all.
    func cumulative(_ index: Int) -> Int64 {
        var sum: Int64 = 0
        for i in 0...min(index, 10) { sum += Int64(counts[i]) }
        return sum
    }
}
