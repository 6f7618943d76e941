import Foundation
public import TaplineChipModels

/// The number that a randomized test begins with.
public enum Seed {
    /// `TAPLINE_FUZZ_SEED`, which repeats a run; else `TAPLINE_FRESH_SEED`, which `tools/test` makes of the sources, so
    /// that each change is tried with numbers of its own and the same change everywhere with the same; else any.
    public static func fresh() -> UInt64 {
        let environment = ProcessInfo.processInfo.environment
        let said = environment["TAPLINE_FUZZ_SEED"] ?? environment["TAPLINE_FRESH_SEED"]
        return said.flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
    }

    /// Random numbers that begin with ``fresh()``, which is printed.
    public static func random(_ what: String) -> SplitMix64 {
        let seed = fresh()
        print("\(what): seed \(seed) (TAPLINE_FUZZ_SEED repeats it)")
        return SplitMix64(seed: seed)
    }
}
