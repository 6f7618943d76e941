import Foundation
import TaplineLinux
import TestSupport

@testable import TaplineDaemon

/// Wants to be asked all the time; whether it gets done what it wants to do is told.
private struct Chore: DeviceSource {
    let isDone: Bool
    private var next = Instant.never

    init(isDone: Bool) { self.isDone = isDone }

    var deadline: Instant { next }
    var isAwaitingOutcome: Bool { false }
    mutating func start(at now: Instant, into sink: inout DeviceSink) { next = now + .milliseconds(10) }
    mutating func interrupt(at now: Instant, into sink: inout DeviceSink) {}
    mutating func complete(
        _ outcome: ControllerInput, at now: Instant, received: inout BusBytes, into sink: inout DeviceSink
    ) {}
    mutating func advance(to now: Instant, into sink: inout DeviceSink) {
        if isDone, next <= now { next = now + .milliseconds(10) }
    }
    mutating func end(at now: Instant, into sink: inout DeviceSink) {}
}

/// The watchdog hears that all that was due is done, not only that the loop turns.
@Suite struct WatchdogTests {
    @Test("a loop that turns, and never gets done what is due, does not feed the watchdog", arguments: [true, false])
    func watchdogIsFedForWork(isDone: Bool) throws {
        let text = "tapline: config/1\nboard: simulated\ngestures: [{name: tap, kind: tap}]\n"
        var loop = try tappedLoop(text, in: SocketFolder(), beside: Chore(isDone: isDone), observer: UntilLift())
        let manager = ServiceManager(every: .milliseconds(100), from: MonotonicClock.now)
        loop.manager = manager
        try loop.run()
        #expect((loop.manager.deadline > manager.deadline) == isDone)
    }
}
