import TaplineSimulator
import TestSupport

private struct Told: SensorSink, HostSink {
    var request: ControllerRequest?
    var longestOfSensor = 0
    var sensorAddress: UInt8 = 0
    var readings = 0
    var reports: [Int] = []
    var presence: [Bool] = []
    var touchFaults = 0
    var sensorFaults = 0
    mutating func transfer(_ transfer: Transfer) {
        request = .transfer(transfer)
        if transfer.address == sensorAddress { longestOfSensor = max(longestOfSensor, transfer.bits) }
    }
    mutating func emit(_ event: MotionEvent) { readings += 1 }
    mutating func sensorFault(_ fault: ControllerFault, at now: Instant) { sensorFaults += 1 }
    mutating func sensor(isThere: Bool, at now: Instant) { presence.append(isThere) }
    mutating func emit(_ event: GestureEvent) {}
    mutating func emit(_ touch: TouchEvent) {}
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) { touchFaults += 1 }
    mutating func heard(_ contacts: inout Contacts, at now: Instant) { reports.append(contacts.count) }
}

/// Ten fingers and a sensor on one bus of 400 kHz.
@Suite struct SharedBusTests {
    private typealias Panel = Pipeline<Goodix, StandardRecognizer, Told, 10, 8, 1, 0, 4>
    private typealias Motion = MotionPipeline<SensorDriver, Told>
    private typealias Host = SharedBusHost<Panel, Motion?, RecordedChip<GT911Model>, UnreliableSensor>

    /// A sensor whose cable may be out.
    private struct UnreliableSensor: BusChip {
        var model: SensorModel
        var isUnplugged = false
        var nextEvent: Instant { model.nextEvent }
        var interruptIsAsserted: Bool { !isUnplugged && model.interruptIsAsserted }
        var interruptEdges: UInt32 { isUnplugged ? 0 : model.interruptEdges }
        mutating func advance(to now: Instant) { model.advance(to: now) }
        mutating func drive(_ line: ControllerLine, _ drive: LineDrive, at now: Instant) {}
        mutating func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
            isUnplugged ? BusError(errno: 121) : model.transfer(transfer, at: now, into: &bytes)
        }
    }

    private static var bitsPerSecond: Int { 400_000 }

    /// Ten fingers that move, at 100 Hz from 500 ms on for a second, beside `chip`, which somebody wants so long after the start;
    /// nil: there is none.
    private func run(
        _ chip: SensorChip?, wantedAfter delay: Microseconds = .zero, unpluggedAfter: Int? = nil
    ) throws -> (trace: [BusEntry], told: Told) {
        var panel = GT911Model.Configuration()
        (panel.width, panel.height, panel.maximumContacts) = (800, 480, 10)
        var driver = Goodix.Configuration()
        driver.maximumContacts = 10
        var told = Told()
        var motion: Motion?
        var model = SensorModel(chip ?? .lis3dh)
        if let chip {
            var settings = SensorSettings(chip)
            settings.rate = 200
            let configuration = SensorDriver.Configuration(settings, interruptIsActiveHigh: true)
            model.interruptIsActiveHigh = true
            motion = Motion(SensorDriver(configuration: configuration))
            told.sensorAddress = configuration.address
        }
        let touch = Panel(
            chip: Goodix(configuration: driver),
            gestures: try makeGestures(PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), for: Told.self))
        var bus = SimulatedBus(
            chip: ChipPair(RecordedChip(GT911Model(configuration: panel)), UnreliableSensor(model: model)))
        bus.bitsPerSecond = Self.bitsPerSecond
        var host = Host(SourcePair(touch, motion), bus: bus)
        host.start(into: &told)
        host.advance(to: .zero + delay, into: &told)
        let now = host.now
        host.sources.second?.begin(MotionInterest.data, at: now)
        host.advance(to: Instant(microseconds: 499_000), into: &told)
        host.bus.chip.first.forgetEntries()
        told.reports = []
        for scan in 0..<100 {
            if scan == unpluggedAfter { host.bus.chip.second.isUnplugged = true }
            var fingers = Contacts()
            for finger in 0..<10 {
                fingers.append(
                    Contact(id: Int32(finger), x: Float(40 + 70 * finger + scan % 50), y: Float(100 + scan % 70)))
            }
            host.touch(fingers, at: Instant(microseconds: 500_000 + Int64(scan) * 10_000), into: &told)
        }
        host.advance(to: Instant(microseconds: 1_510_000), into: &told)
        return (host.bus.chip.first.transfers, told)
    }

    /// When transfers with the panel's chip began.
    private func times(_ trace: [BusEntry]) -> [Int64] {
        trace.compactMap { entry in
            if case .transfer(0x5D, _, _, _) = entry.kind { entry.time.microseconds } else { nil }
        }
    }

    @Test(arguments: [SensorChip.lis3dh, .adxl345, .mpu6050, .lsm6ds3])
    func noTouchIsReadLaterThanBesideNobodyByMoreThanOneTransferOfTheSensor(chip: SensorChip) throws {
        let alone = try run(nil)
        let expected = times(alone.trace)
        #expect(alone.told.reports.count == 100 && expected.count >= 200)
        var random = SplitMix64(seed: 19)
        var latest = Int64(0)
        for _ in 0..<25 {
            let delay = Microseconds(Int64(random.next(below: 5_000)))
            let both = try run(chip, wantedAfter: delay)
            let found = times(both.trace)
            #expect(both.told.reports == alone.told.reports && both.told.touchFaults == 0)
            #expect(both.told.readings > 150, "\(both.told.readings) readings")
            #expect(found.count == expected.count, "delay \(delay.count)")
            let longest = Int64((both.told.longestOfSensor * 1_000_000 + Self.bitsPerSecond - 1) / Self.bitsPerSecond)
            for (with, without) in zip(found, expected) {
                #expect(with >= without && with - without <= longest, "seed 19, delay \(delay.count)")
                latest = max(latest, with - without)
            }
        }
        // (They do meet: a sensor that never delays anything would prove nothing.)
        #expect(latest > 0)
    }

    @Test func lostSensorDoesNotDisturbTheFingers() throws {
        let alone = try run(nil)
        let both = try run(.lis3dh, unpluggedAfter: 30)
        #expect(both.told.reports == alone.told.reports && both.told.touchFaults == 0)
        #expect(both.told.presence == [true, false] && both.told.sensorFaults > 0)
    }
}
