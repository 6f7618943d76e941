import Foundation
import TaplineConfiguration
import TestSupport

@testable import TaplineDaemon

// The daemon's part of a made-up source, in one file: its event, and its place in the sink. Nothing of touch knows of it.

private struct Beat: PortEvent {
    var time: Instant
    var isAnswered: Bool
    var isProgress: Bool { false }

    private var text: String { "{\"beat\":\(isAnswered)}\n" }
    func isFor(_ port: PortFormat.Selection) -> Bool { true }
    func forEachField(_ fields: inout EventFields, numbered sequence: Int64, _ visit: EventFieldVisitor) {}
    func writeObject(_ fields: inout EventFields, numbered sequence: Int64, into line: inout ByteLine) {
        line.append(text)
    }
    func writeText(_ fields: inout EventFields, into line: inout ByteLine) { line.append(text) }
}

/// Asks a device on the panel's bus for a byte every so often, and emits an event for each answer.
private struct Heartbeat: DeviceSource {
    let period: Microseconds
    private var next = Instant.never
    private(set) var isAwaitingOutcome = false

    init(every period: Microseconds) { self.period = period }

    var deadline: Instant { next }
    mutating func start(at now: Instant, into sink: inout DeviceSink) { next = now }
    mutating func interrupt(at now: Instant, into sink: inout DeviceSink) {}
    mutating func complete(
        _ outcome: ControllerInput, at now: Instant, received: inout BusBytes, into sink: inout DeviceSink
    ) {
        isAwaitingOutcome = false
        sink.write(Beat(time: now, isAnswered: outcome == .transferred))
    }
    mutating func advance(to now: Instant, into sink: inout DeviceSink) {
        guard next <= now else { return }
        next = now + period
        isAwaitingOutcome = true
        sink.transfer(Transfer(address: 0x68, written: ShortBytes(), readCount: 1))
    }
    mutating func end(at now: Instant, into sink: inout DeviceSink) {}
}

/// The daemon's loop with a second source on the panel's bus.
@Suite struct SecondSourceLoopTests {
    @Test func loopServesASecondSource() throws {
        let folder = SocketFolder()
        let observer = UntilLift()
        var loop = try tappedLoop(
            """
            tapline: config/1
            board: simulated
            gestures: [{name: tap, kind: tap}]
            outputs: [{socket: \(folder.path)/events}]

            """, in: folder, beside: Heartbeat(every: .milliseconds(100)), observer: observer)
        let client = try #require(SocketClient(folder.path + "/events"))
        try loop.run()
        let lines = client.lines()
        #expect(lines.filter { $0.contains("\"gesture\":\"tap\"") }.count == 1, "\(lines)")
        // (Fingers come after 1.5 s.)
        #expect(lines.filter { $0 == "{\"beat\":false}" }.count > 10, "\(lines)")
        #expect(Set(observer.addresses) == [0x5D, 0x68])
    }
}
