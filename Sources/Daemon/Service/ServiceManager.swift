import CTaplineSystem
import TaplineCore
import TaplineLinux

/// What the service manager is notified of: systemd's `Type=notify` and `WatchdogSec=`, see sd_notify(3). Without one nothing is
/// reported.
struct ServiceManager: Sendable {
    /// When the manager wants to hear next that the loop turns, ``Instant/never`` where it does not ask.
    private(set) var deadline = Instant.never
    private let period: Microseconds

    /// Asks the environment whether somebody watches.
    init() {
        let period = tapline_watchdog_period_us()
        self.init(every: period > 0 ? Microseconds(max(period / 2, 1)) : .unlimited, from: MonotonicClock.now)
    }

    /// A manager that wants to hear so often that the loop turns.
    init(every period: Microseconds, from now: Instant) {
        self.period = period
        deadline = period < .unlimited ? now + period : .never
    }

    /// The panel runs: lines have their idle levels, and the controller is being looked after.
    func ready(_ status: String) { notify("READY=1\nSTATUS=\(status)") }
    /// What the panel is doing, in a line.
    func status(_ text: String) { notify("STATUS=\(text)") }
    /// The configuration is being read again; ``ready(_:)`` ends it.
    func reloading() { notify("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now.microseconds)") }
    /// The end has begun.
    func stopping() { notify("STOPPING=1") }

    /// Says that the loop turns and has done what was due at `now`, when it is time to. While something of it is not done, the
    /// manager hears nothing: it ends a process that never gets it done.
    ///
    /// - Parameter due: when the next thing is to be done.
    mutating func advance(to now: Instant, due: Instant) {
        guard deadline <= now, due > now else { return }
        notify("WATCHDOG=1")
        deadline = now + period
    }

    private func notify(_ text: String) { tapline_notify(text) }
}
