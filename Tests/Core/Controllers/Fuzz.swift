import Foundation
import TestSupport

/// How much the randomized tests try, and with which numbers.
enum Fuzz {
    /// How many reports: `TAPLINE_FUZZ_REPORTS`, or a hundred thousand, a million in release.
    static var reports: Int {
        if let text = ProcessInfo.processInfo.environment["TAPLINE_FUZZ_REPORTS"], let count = Int(text) {
            return count
        }
        #if DEBUG
            return 100_000
        #else
            return 1_000_000
        #endif
    }

    /// Fresh, unless somebody repeats a run.
    static var seed: UInt64 { Seed.fresh() }
}
