import CTaplineSystem

/// The process's environment.
package enum Environment {
    /// The value of a variable; nil: it is not set.
    package static func value(_ name: String) -> String? {
        unsafe tapline_environment(name).map { unsafe String(cString: $0) }
    }
}
