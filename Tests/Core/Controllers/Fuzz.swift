import TestSupport

/// How much the randomized tests try, and with which numbers.
enum Fuzz {
    /// How many reports: `TAPLINE_FUZZ_REPORTS`, or a hundred thousand, a million in release.
    static var reports: Int { Amount.wanted("TAPLINE_FUZZ_REPORTS", debug: 100_000, release: 1_000_000) }

    /// Fresh, unless somebody repeats a run.
    static var seed: UInt64 { Seed.fresh() }
}
