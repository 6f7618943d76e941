import Foundation

/// How much a randomized test tries.
public enum Amount {
    /// What the environment's `variable` says, such as `TAPLINE_FUZZ_REPORTS`; else `debug`, or in a release build `release`.
    public static func wanted(_ variable: String, debug: Int, release: Int) -> Int {
        #if DEBUG
            let usual = debug
        #else
            let usual = release
        #endif
        return ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
    }
}
