import TaplineCore

/// How fast the far end of a serial port reads: as fast as it can, or so many bytes a second, as many as a slow line
/// carries (960 at 9600 baud).
struct SlowReader {
    /// 0: as fast as it can.
    private let bytesPerSecond: Int
    private var next = Instant.zero

    /// How often it reads.
    private static let period = Microseconds.milliseconds(50)

    init(bytesPerSecond: Int = 0) { self.bytesPerSecond = bytesPerSecond }

    /// When it reads next, if it has to wait for that.
    func nextRead(after now: Instant) -> Instant? { bytesPerSecond > 0 && next > now ? next : nil }

    /// How many bytes it takes at once now.
    mutating func share(of most: Int, at now: Instant) -> Int {
        guard bytesPerSecond > 0 else { return most }
        guard next <= now else { return 0 }
        next = now + SlowReader.period
        return max(1, bytesPerSecond * Int(SlowReader.period.count) / 1_000_000)
    }
}
