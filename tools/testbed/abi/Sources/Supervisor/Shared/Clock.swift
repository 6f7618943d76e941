import Glibc
import TaplineCore

/// The clock that the program, the chip and the trace share: CLOCK_MONOTONIC.
enum Clock {
    static var now: Instant { Instant(microseconds: nanoseconds / 1_000) }

    static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
