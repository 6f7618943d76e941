import TestSupport

/// A sensor that is found in three transfers and then read each time in two, every 5 ms or at its interrupt.
private struct ThreeStepSensor: MotionSensor {
    var fault = ControllerFault.absent
    private(set) var identity = ControllerIdentity()
    private(set) var reading = MotionReading(at: .zero, acceleration: SIMD3(repeating: 0))
    private(set) var waitsUntil = Instant.never
    private var left = 0
    private var isReading = false
    private(set) var isAsleep = false
    var wakesOnMotion = false
    var reportTime: Instant { reading.time }
    var transfer: Transfer { Transfer(address: 0x18, written: ShortBytes(), readCount: 6) }

    mutating func step(
        _ input: ControllerInput, at now: Instant, received: inout BusBytes
    ) -> ControllerAction {
        switch input {
        case .start:
            (identity, left, isReading) = (ControllerIdentity(), 3, false)
            return .transfer
        case .transferred:
            left -= 1
            guard left == 0 else { return .transfer }
            identity.isKnown = true
            guard isReading else { return wait(now) }
            reading = MotionReading(at: now, acceleration: SIMD3(0, 1, 0), rotationRate: SIMD3(0, 0, 2))
            return .report
        case .transferFailed:
            identity = ControllerIdentity()
            return .fault
        case .proceed: return wait(now)
        case .sleep, .wakeUp:
            isAsleep = input == .sleep
            return wait(now)
        case .interrupt, .wake:
            guard !isAsleep else { return .wait }
            guard identity.isKnown else { return step(.start, at: now, received: &received) }
            (left, isReading) = (2, true)
            return .transfer
        case .lineSet: return .wait
        }
    }

    private mutating func wait(_ now: Instant) -> ControllerAction {
        waitsUntil = isAsleep ? .never : now + Microseconds(identity.isKnown ? 5_000 : 1_000_000)
        return .wait
    }
}

/// A panel that reads once at each interrupt.
private struct InterruptedPanel: Controller {
    var contacts = Contacts()
    private(set) var reportTime = Instant.zero
    var identity: ControllerIdentity { ControllerIdentity() }
    var transfer: Transfer { Transfer(address: 0x38, written: ShortBytes(), readCount: 2) }
    var waitsUntil: Instant { .never }

    mutating func step(_ input: ControllerInput, at now: Instant, received: inout BusBytes) -> ControllerAction {
        switch input {
        case .transferred: return .report
        case .interrupt:
            reportTime = now
            return .transfer
        default: return .wait
        }
    }
}

private struct Told: SensorSink, QuietSink {
    var wish: Transfer?
    var addresses: [UInt8] = []
    var readings: [MotionReading] = []
    var sensorFaults = 0
    var touchFaults = 0
    var presence: [Bool] = []
    mutating func transfer(_ transfer: Transfer) {
        #expect(wish == nil, "one transfer at a time")
        wish = transfer
        addresses.append(transfer.address)
    }
    mutating func emit(_ event: MotionEvent) {
        if case .data(let motion) = event.kind { readings.append(motion.reading) }
    }
    mutating func sensorFault(_ fault: ControllerFault, at now: Instant) { sensorFaults += 1 }
    mutating func sensor(isThere: Bool, at now: Instant) { presence.append(isThere) }
    mutating func fault(_ fault: ControllerFault, at now: Instant) { touchFaults += 1 }
}

/// A motion sensor beside touch in one loop.
@Suite struct MotionPipelineTests {
    private typealias Panel = Pipeline<InterruptedPanel, StandardRecognizer, Told, 5, 1, 1, 0, 1>
    private typealias Motion = MotionPipeline<ThreeStepSensor, Told>

    private func makePanel() throws -> Panel {
        var setup = GestureSetup<StandardRecognizer, 1, 1, 0>()
        _ = try setup.add(.tap(TapRecognizer()))
        return Panel(
            chip: InterruptedPanel(), geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup,
            outputs: OutputBank())
    }

    /// Lets the motion source run alone until `end`; transfers take no time, and fail from `failsFrom` on until `failsUntil`.
    private func run(
        _ motion: inout Motion, _ told: inout Told, from start: Int64 = 0, until end: Int64,
        failing: Range<Int64> = 0..<0
    ) {
        var now = Instant(microseconds: start)
        while now.microseconds < end {
            while told.wish != nil {
                told.wish = nil
                let fails = failing.contains(now.microseconds)
                motion.complete(
                    fails ? .transferFailed(BusError(errno: 121)) : .transferred, at: now, into: &told)
            }
            now = max(now, motion.deadline)
            if now.microseconds < end { motion.advance(to: now, into: &told) }
        }
    }

    @Test func touchWaitsForOneTransferOfTheSensorAndNotForARow() throws {
        var motion = Motion(ThreeStepSensor())
        motion.begin(.data, at: .zero)
        var told = Told()
        var sources = SourcePair(try makePanel(), motion)
        func at(_ us: Int64) -> Instant { Instant(microseconds: us) }
        func complete(_ us: Int64) {
            told.wish = nil
            sources.complete(.transferred, at: at(us), into: &told)
        }
        sources.start(at: .zero, into: &told)
        #expect(told.addresses == [0x18])
        // The finger comes while the first of three transfers is under way.
        sources.interrupt(at: at(100), into: &told)
        complete(300)
        #expect(told.addresses == [0x18, 0x38] && sources.first.chip.reportTime == at(100))
        complete(500)
        #expect(sources.deadline <= at(500))
        sources.advance(to: at(500), into: &told)
        #expect(told.addresses == [0x18, 0x38, 0x18])
        // And between two of them: nothing is under way, so it goes at once.
        complete(800)
        sources.interrupt(at: at(800), into: &told)
        #expect(told.addresses == [0x18, 0x38, 0x18, 0x38])
    }

    @Test func nobodyWantsItSoNothingGoesOverTheBus() {
        var motion = Motion(ThreeStepSensor())
        var told = Told()
        motion.start(at: .zero, into: &told)
        #expect(motion.deadline == .never && told.addresses.isEmpty && motion.isThere == nil)
    }

    @Test func sensorIsAwakeOnlyWhileItIsWanted() {
        var motion = Motion(ThreeStepSensor())
        var told = Told()
        motion.start(at: .zero, into: &told)
        motion.begin(.data, at: .zero)
        run(&motion, &told, until: 100_000)
        #expect(told.presence == [true] && told.readings.count == 19)
        motion.end(.data, at: Instant(microseconds: 100_000), into: &told)
        run(&motion, &told, from: 100_000, until: 1_000_000)
        let (transfers, readings) = (told.addresses.count, told.readings.count)
        #expect(motion.sensor.isAsleep && motion.deadline == .never)
        motion.begin(.data, at: Instant(microseconds: 1_000_000))
        run(&motion, &told, from: 1_000_000, until: 1_100_000)
        #expect(told.addresses.count > transfers && told.readings.count > readings && !motion.sensor.isAsleep)
        #expect(told.presence == [true])
    }

    @Test func lostSensorSaysSoOnceAndComesBackAndFingersHearNothing() {
        var motion = Motion(ThreeStepSensor())
        var told = Told()
        motion.start(at: .zero, into: &told)
        motion.begin(.data, at: .zero)
        run(&motion, &told, until: 20_000_000, failing: 3_000_000..<12_000_000)
        #expect(told.presence == [true, false, true])
        #expect(told.sensorFaults >= 9 && told.touchFaults == 0)
        #expect(told.readings.contains { $0.time.microseconds > 19_000_000 })
    }

    @Test func sensorThatWasNeverThereSaysSoOnce() {
        var motion = Motion(ThreeStepSensor())
        var told = Told()
        motion.start(at: .zero, into: &told)
        motion.begin(.data, at: .zero)
        run(&motion, &told, until: 20_000_000, failing: 0..<20_000_000)
        #expect(told.presence == [false] && told.readings.isEmpty)
    }

    @Test func readingsAreInTheDevicesFrame() {
        var mounting = SensorMounting()
        // The chip's y axis points to the device's left.
        (mounting.x, mounting.y) = (SIMD3(0, -1, 0), SIMD3(1, 0, 0))
        mounting.offset = SIMD3(0, 0.5, 0)
        mounting.scale = SIMD3(1, 2, 1)
        var motion = Motion(ThreeStepSensor(), mounting: mounting)
        var told = Told()
        motion.start(at: .zero, into: &told)
        motion.begin(.data, at: .zero)
        run(&motion, &told, until: 20_000)
        #expect(told.readings.first?.acceleration == SIMD3(-1, 0, 0))
        #expect(told.readings.first?.rotationRate == SIMD3(0, 0, 2))
    }
}
