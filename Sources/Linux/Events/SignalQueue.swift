import CTaplineSystem

/// The signals that a service is asked by, as something to wait for: `signalfd`.
public final class SignalQueue {
    /// What a signal asks for.
    public enum Request: Equatable, Sendable {
        /// SIGTERM, SIGINT: end.
        case stop
        /// SIGHUP: read the configuration again.
        case reload
        /// SIGUSR1: report the counters.
        case report
    }

    /// What to wait for: readable when a signal has come.
    public let descriptor: Int32

    /// From now on the signals only queue up here. (A closed pipe does not end the process either.)
    ///
    /// - Throws: ``DeviceError`` where the process has no descriptors left.
    public init() throws(DeviceError) {
        descriptor = tapline_signals_open()
        guard descriptor >= 0 else { throw DeviceError(path: "signalfd", errno: -descriptor) }
    }

    deinit { tapline_close(descriptor) }

    /// The next request that has come, nil for none.
    public func next() -> Request? {
        switch tapline_signals_next(descriptor) {
        case 0: nil
        case 1: .reload
        case 10: .report
        default: .stop
        }
    }
}
