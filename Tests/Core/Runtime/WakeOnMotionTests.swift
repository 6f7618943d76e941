import TaplineSimulator
import TestSupport

private struct Told: SensorSink, HostSink {
    var request: ControllerRequest? { didSet { if request != nil { requests += 1 } } }
    var requests = 0
    var presence: [Bool] = []
    var shakes: [ShakePhase] = []
    var touches: [TouchPhase] = []
    mutating func emit(_ event: MotionEvent) {
        if case .shake(_, let phase) = event.kind { shakes.append(phase) }
    }
    mutating func sensorFault(_ fault: ControllerFault, at now: Instant) {}
    mutating func sensor(isThere: Bool, at now: Instant) { presence.append(isThere) }
    mutating func emit(_ event: GestureEvent) {}
    mutating func emit(_ touch: TouchEvent) { touches.append(touch.phase) }
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
}

extension Instant {
    fileprivate static func seconds(_ s: Double) -> Instant { Instant(microseconds: Int64((s * 1e6).rounded())) }
    fileprivate var seconds: Double { Double(microseconds) / 1e6 }
}

/// A panel that sleeps after a minute's rest, beside a sensor that wakes it, as a loop has them.
private struct Bench: ~Copyable {
    typealias Panel = Pipeline<Goodix, StandardRecognizer, Told, 10, 8, 1, 0, 4>
    typealias Motion = MotionPipeline<SensorDriver, Told>

    var host: SharedBusHost<Panel, Motion, GT911Model, SensorModel>
    var told = Told()
    /// Whether the panel was let sleep, or woken, and when, in seconds.
    var changes: [(sleeps: Bool, at: Double)] = []
    /// How often the loop has had to wake because time has passed; interrupts lead to requests.
    var wakeUps = 0

    init(_ chip: SensorChip = .lis3dh, hasInterruptLine: Bool = true) throws {
        var settings = SensorSettings(chip)
        settings.wakeThreshold = 100
        var engine = MotionEngine()
        _ = engine.addShake(.standard)
        engine.begin(.shakes, at: .zero)
        engine.movementThreshold = 0.1
        let configuration = SensorDriver.Configuration(settings, hasInterruptLine: hasInterruptLine)
        var rest = PanelRest()
        _ = rest.append(RestStage(after: .milliseconds(60_000), event: 7, isSleeping: true))
        let gestures = try makeGestures(PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), for: Told.self, rest: rest)
        var bus = SimulatedBus(chip: ChipPair(GT911Model(), SensorModel(chip)))
        bus.bitsPerSecond = 400_000
        host = SharedBusHost(
            SourcePair(
                Panel(chip: Goodix(), gestures: gestures),
                Motion(SensorDriver(configuration: configuration), engine: engine)),
            bus: bus)
        host.hasInterruptLines.second = hasInterruptLine
        host.sources.first.gestures.emitsTouches = true
        host.start(into: &told)
    }

    var now: Double { host.now.seconds }
    var rest: PanelRest { host.sources.first.gestures.rest }
    var sensorMeasures: Bool { host.bus.chip.second.measures }

    /// Lives until `end`, in seconds.
    mutating func run(until end: Double) {
        let end = Instant.seconds(end)
        while host.now < end {
            keepRest()
            let next = min(host.deadline, end)
            // (What only a chip does wakes nobody.)
            if host.sources.deadline <= next { wakeUps += 1 }
            host.advance(to: next, into: &told)
        }
        keepRest()
    }

    private mutating func keepRest() {
        let movedAt = host.sources.second.engine.movedAt
        host.sources.first.gestures.setWakeable(movedAt < .never, at: host.now)
        host.sources.first.gestures.stir(movedAt: movedAt, at: host.now, into: &told)
        guard let sleeps = host.sources.first.keepRest(at: host.now, into: &told) else { return }
        changes.append((sleeps, now))
        host.advance(to: host.now, into: &told)
    }

    mutating func move(_ acceleration: SIMD3<Float>) {
        host.bus.chip.second.move(acceleration: acceleration, at: host.now)
        host.advance(to: host.now, into: &told)
    }

    /// A finger for 100 ms.
    mutating func touch() {
        for shown in [Contacts([Contact(id: 0, x: 100, y: 100)]), Contacts()] {
            host.touch(shown, at: .seconds(now + 0.05), into: &told)
            run(until: now + 0.05)
        }
    }
}

/// `wakeOn` and `sleep`: a panel that rests sleeps until it is moved, and so does its sensor.
@Suite struct WakeOnMotionTests {
    /// All chips that a motion wakes.
    static let wakeful: [SensorChip] = [
        .lis3dh, .adxl345, .mma8451, .mpu6500, .icm20948, .lsm6ds3, .bmi160, .kx023, .msa311,
    ]

    @Test(arguments: wakeful)
    func panelAtRestSleepsWithoutAnyWakeUpUntilItIsMoved(_ chip: SensorChip) throws {
        var bench = try Bench(chip)
        bench.run(until: 30)
        // The sensor has gone to sleep first; the panel is awake.
        #expect(bench.rest.isAsleep == false && bench.told.presence == [true])
        bench.touch()
        #expect(bench.told.touches == [.began, .ended])
        bench.run(until: 100)
        #expect(bench.changes.count == 1 && bench.rest.isAsleep)
        #expect(bench.changes[0].sleeps && abs(bench.changes[0].at - 90.1) < 0.2, "\(bench.changes)")
        (bench.wakeUps, bench.told.requests) = (0, 0)
        bench.run(until: 2_000)
        #expect(bench.wakeUps == 0 && bench.told.requests == 0)
        bench.touch()
        #expect(bench.told.touches == [.began, .ended] && bench.rest.isAsleep, "who sleeps feels nobody")
        bench.move([0.5, 0, 1])
        bench.run(until: bench.now + 2)
        #expect(bench.changes.map(\.sleeps) == [true, false] && bench.changes[1].at < 2_000.7)
        bench.touch()
        #expect(bench.told.touches == [.began, .ended, .began, .ended])
        // And once more.
        bench.run(until: bench.now + 80)
        #expect(bench.changes.map(\.sleeps) == [true, false, true])
    }

    @Test func sensorThatHasWokenFindsShakes() throws {
        var bench = try Bench()
        bench.run(until: 100)
        #expect(bench.rest.isAsleep)
        for swing in 0..<30 {
            bench.move([swing.isMultiple(of: 2) ? 2 : -2, 0, 1])
            bench.run(until: bench.now + 0.1)
        }
        bench.move([0, 0, 1])
        bench.run(until: bench.now + 2)
        #expect(bench.told.shakes.first == .began && bench.told.shakes.count == 2, "\(bench.told.shakes)")
    }

    @Test(arguments: [SensorChip.lis3dh, .mpu6050])
    func sensorWithoutAnInterruptLineIsReadSlowlyAtRestAndWakesThePanelToo(_ chip: SensorChip) throws {
        var bench = try Bench(chip, hasInterruptLine: false)
        bench.run(until: 100)
        #expect(bench.changes.map(\.sleeps) == [true] && bench.sensorMeasures)
        bench.wakeUps = 0
        bench.run(until: 200)
        #expect((450...550).contains(bench.wakeUps), "\(bench.wakeUps) in 100 s")
        bench.move([0.3, 0, 1])
        bench.run(until: 201)
        #expect(bench.changes.map(\.sleeps) == [true, false] && bench.changes[1].at < 200.3)
        // Moved, it is read at its rate.
        bench.wakeUps = 0
        bench.run(until: 202)
        #expect(bench.wakeUps > 90)
    }

    @Test func whoFollowsDataKeepsTheSensorAwakeAndNotThePanel() throws {
        var bench = try Bench()
        bench.host.sources.second.begin(.data, at: bench.host.now)
        bench.run(until: 100)
        #expect(bench.rest.isAsleep && bench.sensorMeasures)
        let now = bench.host.now
        bench.host.sources.second.end(.data, at: now, into: &bench.told)
        bench.run(until: 105)
        bench.wakeUps = 0
        bench.run(until: 1_000)
        #expect(bench.rest.isAsleep && bench.wakeUps == 0)
        // Whoever wants data then gets them at once, and the panel sleeps on.
        bench.told.requests = 0
        bench.host.sources.second.begin(.data, at: bench.host.now)
        bench.run(until: 1_001)
        #expect(bench.rest.isAsleep && bench.told.requests > 50)
    }

    @Test func panelThatIsMovedOrTouchedDoesNotSleep() throws {
        var bench = try Bench()
        for step in 0..<20 {
            if step < 10 { bench.move([step.isMultiple(of: 2) ? 0.3 : 0, 0, 1]) } else { bench.touch() }
            bench.run(until: bench.now + 50)
        }
        #expect(bench.changes.isEmpty && bench.now > 900)
    }
}
