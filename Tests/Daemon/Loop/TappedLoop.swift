import Foundation
import TaplineConfiguration
import TaplineLinux
import TaplineSimulator
import TestSupport

@testable import TaplineDaemon

/// Ends the run when a finger has landed and lifted.
final class UntilLift: TouchObserver {
    private(set) var addresses: [UInt8] = []
    private var hasLifted = false
    override var isDone: Bool { hasLifted }
    override func touch(_ event: TouchEvent) { if event.phase == .ended { hasLifted = true } }
    override func transfer(
        _ transfer: Transfer, _ outcome: ControllerInput, _ received: inout BusBytes, at now: Instant
    ) { addresses.append(transfer.address) }
}

/// The daemon's loop on the simulated board, which a finger taps once, with `other` beside the panel; `text` is the configuration.
func tappedLoop<Other: DeviceSource>(
    _ text: String, in folder: SocketFolder, beside other: Other?, observer: TouchObserver, opensPorts: Bool = false
) throws -> EventLoop<StandardRecognizer, Other> {
    let file = folder.path + "/c.yaml"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    var fingers = FingerScript()
    fingers.tap(x: 100, y: 100)
    let panel = try Panel<StandardRecognizer>(configuration: file)
    let board = try #require(panel.board)
    var options = RunOptions(format: .none)
    options.opensPorts = opensPorts
    let devices = try PanelDevices.open(panel, board, fingers: fingers, options: options)
    return EventLoop(
        panel: panel, board: board, source: PanelSource(configuration: file, board: nil), devices: devices,
        gestures: try panel.pipeline(for: DeviceSink.self), beside: other, options: options, observer: observer)
}

/// What a source in a test is not about.
extension DeviceSource {
    static func open(
        on board: BoardDescription, keeping old: Self?, _ surroundings: Surroundings
    ) throws(DeviceError) -> Self? { old }
    func isSame(as other: Self?) -> Bool { true }
    mutating func reconfigure(_ engine: MotionEngine, at now: Instant, into sink: inout Sink) {}
    mutating func readData(_ isWanted: Bool, at now: Instant, into sink: inout Sink) {}
    var movedAt: Instant { .never }
    var sensor: SensorStatus? { nil }
    mutating func listen() {}
    mutating func attend(at now: Instant, into sink: inout Sink) -> Instant? { nil }
    var attention: Instant { .never }
    mutating func perform(_ transfer: Transfer, at now: Instant, received: inout BusBytes) -> ControllerInput? { nil }
}
