import CTaplineSystem

/// SIGINT, SIGTERM and SIGHUP as a question instead of the process's end.
public enum StopSignals {
    /// From now on they only set a mark. (A closed pipe does not end the process either.)
    public static func `catch`() { tapline_catch_stop() }
    /// Whether one of them has come.
    public static var haveCome: Bool { tapline_stop_requested() != 0 }
}
