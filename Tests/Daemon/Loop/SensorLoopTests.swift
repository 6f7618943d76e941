import Foundation
import TaplineLinux
import TaplineSimulator
import TestSupport

@testable import TaplineDaemon

/// Ends the run after a while of the computer's clock.
private final class UntilAWhile: TouchObserver {
    private let end: Instant
    private(set) var addresses: Set<UInt8> = []
    private(set) var faults = 0
    /// How many of the sensor's readings end it before that.
    private let enough: Int
    private var readings = 0
    init(_ length: Microseconds, orReadings enough: Int = .max) {
        end = MonotonicClock.now + length
        self.enough = enough
    }
    override var wantsMotion: Bool { enough < .max }
    override func motion(_ reading: MotionReading) { readings += 1 }
    override var isDone: Bool { readings >= enough || MonotonicClock.now >= end }
    override var deadline: Instant { end }
    override func fault(_ fault: ControllerFault, at now: Instant) { faults += 1 }
    override func transfer(
        _ transfer: Transfer, _ outcome: ControllerInput, _ received: inout BusBytes, at now: Instant
    ) { addresses.insert(transfer.address) }
}

/// The daemon's loop with a motion sensor, simulated by the computer's clock.
@Suite struct SensorLoopTests {
    /// Runs a board, which has `sensors:`, until `observer` has seen enough; returns the sensor.
    private func run(
        _ folder: SocketFolder, sensors: String, controller: String? = nil, wants: Bool, _ observer: TouchObserver,
        service: ServiceFolder? = nil, options configured: String = "{}"
    ) throws -> MotionSource? {
        let panel =
            controller ?? "controller: gt911\nbus: simulated\naddresses: [0x5d]\nsize: [800, 480]\n"
        try "tapline: board/1\nname: t\nsource: t\n\(panel)sensors: \(sensors)\n"
            .write(toFile: folder.path + "/b.yaml", atomically: true, encoding: .utf8)
        let file = folder.path + "/c.yaml"
        try "tapline: config/1\nboard: b.yaml\noptions: \(configured)\ngestures: [{name: tap, kind: tap}]\n"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let loaded = try Panel<StandardRecognizer>(configuration: file)
        let board = try #require(loaded.board)
        var options = RunOptions(format: .none)
        options.service = service
        var script = FingerScript()
        script.motion = .demo()
        let devices = try PanelDevices.open(loaded, board, fingers: script, options: options)
        let motion = devices.motion
        var loop = EventLoop(
            panel: loaded, board: board, source: PanelSource(configuration: file, board: nil), devices: devices,
            gestures: try loaded.pipeline(for: DeviceSink.self), beside: motion, options: options, observer: observer)
        if wants { loop.sources.second?.readData(true, at: MonotonicClock.now, into: &loop.sink) }
        try loop.run()
        return motion
    }

    @Test func sensorIsReadBesideThePanel() throws {
        let observer = UntilAWhile(.milliseconds(800))
        let motion = try #require(
            try run(
                SocketFolder(), sensors: "[{chip: lis3dh, rate: 200Hz, interrupt_pin: GPIO22}]", wants: true, observer))
        #expect(motion.pipeline.isThere == true)
        #expect(motion.pipeline.counters.reports > 50, "\(motion.pipeline.counters)")
        // (The observer looks at the panel's transfers.)
        #expect(observer.addresses == [0x5D])
    }

    private static func power(_ state: String) -> String { "sensor_state{chip=\"lis3dh\",state=\"\(state)\"} 1" }

    @Test func sensorIsPoweredWhileSomebodyFollowsItsData() throws {
        let folder = SocketFolder()
        var before = 0
        let visitors = Visitors(
            folder,
            [
                { $0.sees(Self.power("off"), as: "first") },
                { $0.come("slow", "follow motion 50ms") && $0.come("fast", "follow motion") },
                { $0.lines("slow").count > 5 && $0.lines("fast").count > 20 },
                { $0.sees(Self.power("ok"), as: "second") },
                // One who hangs up takes it from nobody else.
                { visitors in
                    before = visitors.lines("fast").count
                    return visitors.leave("slow")
                },
                { $0.lines("fast").count > before + 20 }, { $0.leave("fast") },
                { $0.sees(Self.power("off"), as: "third") },
            ])
        let motion = try run(
            folder, sensors: "[{chip: lis3dh, rate: 100Hz}]", wants: false, visitors,
            service: ServiceFolder(path: folder.path))
        #expect(visitors.hasFinished, "\(visitors.lines("slow")) \(visitors.lines("third"))")
        #expect(visitors.sample("sensor_readings_total", of: "first") == 0)
        #expect(visitors.sample("sensor_rate_hertz", of: "second") == 100)
        let readings = ["second", "third"].map { visitors.sample("sensor_readings_total", of: $0) ?? 0 }
        #expect(0 < readings[0] && readings[0] < readings[1], "\(readings)")
        #expect(try #require(motion).pipeline.engine.isWanted == false)
        let panel = visitors.lines("fast").first { $0.contains("panel/1") }
        #expect(panel?.contains(#""sensor":"lis3dh""#) == true)
    }

    /// The simulated device is turned to its side and back: the panel turns with it. Then the configuration is read again, and
    /// who follows data still gets them.
    @Test func panelTurnsWithTheWayTheDeviceIsHeld() throws {
        let folder = SocketFolder()
        func lines(_ visitors: Visitors, _ key: String) -> [String] {
            visitors.lines("one").filter { $0.contains(key) }
        }
        var before = 0
        let visitors = Visitors(
            folder,
            [
                { $0.come("one", "follow events motion") }, { lines($0, "panel/1").count == 3 },
                { $0.come("two", "reload") }, { $0.lines("two") == ["ok"] },
                { visitors in
                    before = lines(visitors, "\"a\":").count
                    return true
                },
                { lines($0, "\"a\":").count > before + 20 },
            ])
        let motion = try run(
            folder, sensors: "[{chip: lis3dh, rate: 100Hz}]", wants: false, visitors,
            service: ServiceFolder(path: folder.path), options: "{orientation: follow}")
        #expect(visitors.hasFinished, "\(visitors.lines("two"))")
        let sizes = lines(visitors, "panel/1").map { panel in
            panel.split(separator: ",").filter { $0.hasPrefix("\"width\"") || $0.hasPrefix("\"height\"") }
        }
        let (upright, turned) = (["\"width\":800", "\"height\":480"], ["\"width\":480", "\"height\":800"])
        #expect(sizes.map { $0.map { String($0) } } == [upright, turned, upright, upright])
        #expect(try #require(motion).pipeline.counters.reports > 300)
        let numbers = lines(visitors, "\"a\":").map { $0.split(separator: ",")[0] }
        #expect(numbers.last == "{\"seq\":\(numbers.count)", "none is missing")
    }

    @Test func boardWithoutASensorRefusesToBeFollowed() throws {
        let folder = SocketFolder()
        let visitors = Visitors(
            folder,
            [
                { $0.come("one", "follow motion") && $0.come("two", "follow events motion") },
                { $0.lines("one").count == 1 && $0.lines("two").count >= 3 },
            ])
        _ = try run(folder, sensors: "none", wants: false, visitors, service: ServiceFolder(path: folder.path))
        #expect(visitors.lines("one") == ["error: the board has no motion sensor"])
        #expect(visitors.lines("two").first == "ok", "beside others it is nothing")
    }

    @Test func whatACommandCannotFindIsAGestureOrAZone() throws {
        let folder = SocketFolder()
        let commands = ["disable nope", "disable zone nope", "enable zone nope", "become nope", "disable tap"]
        let visitors = Visitors(
            folder,
            [
                { visitors in commands.allSatisfy { visitors.come($0, $0) } },
                { visitors in commands.allSatisfy { !visitors.lines($0).isEmpty } },
            ])
        _ = try run(folder, sensors: "none", wants: false, visitors, service: ServiceFolder(path: folder.path))
        let zone = "error: there is no such zone (states lists all)"
        #expect(
            commands.map { visitors.lines($0).first }
                == [
                    "error: there is no such gesture (states lists all); a zone is named zone NAME", zone, zone, zone,
                    "ok",
                ])
    }

    @Test func sensorWithoutALineIsAsked() throws {
        let motion = try run(
            SocketFolder(), sensors: "[{chip: lis3dh, rate: 100Hz}]", wants: true,
            UntilAWhile(.milliseconds(60_000), orReadings: 31))
        #expect(try #require(motion).pipeline.counters.reports > 30)
    }

    @Test func nobodyWantsTheSensorSoItIsLeftAlone() throws {
        let motion = try run(
            SocketFolder(), sensors: "[{chip: lis3dh}]", wants: false, UntilAWhile(.milliseconds(300)))
        let sensor = try #require(motion)
        #expect(sensor.pipeline.isThere == nil && sensor.pipeline.counters.reports == 0)
    }

    @Test func sensorIsThereWithoutAPanel() throws {
        let observer = UntilAWhile(.milliseconds(60_000), orReadings: 21)
        let motion = try run(
            SocketFolder(), sensors: "[{chip: lis3dh, bus: simulated}]", controller: "controller: none\n", wants: true,
            observer)
        #expect(try #require(motion).pipeline.counters.reports > 20)
        #expect(observer.faults == 0 && observer.addresses.isEmpty)
    }

    @Test func boardWithoutSensorsHasNoSource() throws {
        #expect(try run(SocketFolder(), sensors: "none", wants: true, UntilAWhile(.milliseconds(50))) == nil)
    }
}
