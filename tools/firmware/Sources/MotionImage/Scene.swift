import TaplineChipModels
import TaplineCore

typealias Panel = Pipeline<Goodix, StandardRecognizer, MotionPrinter, 10, 8, 1, 0, 1>
typealias Sensor = MotionPipeline<SensorDriver, MotionPrinter>
typealias Host = SharedBusHost<Panel, Sensor, GT911Model, SensorModel>
typealias Setup = GestureSetup<StandardRecognizer, 8, 1, 0>

/// A panel with a GT911 and a LIS3DH on one bus of 400 kHz, both with interrupt lines: they are switched on, after 1 s a finger
/// touches the panel for 80 ms, after 2 s the device is shaken for 1 s with 5 Hz. Returns how many readings the sensor gave; nil:
/// the gestures do not fit into the engine.
@inline(never)
func play(isSilent: Bool) -> UInt32? {
    let geometry = PanelGeometry(width: 800, height: 480, pointsPerPixel: nil, pixelsPerPoint: Vector(x: 1, y: 1))
    var setup = Setup()
    var engine = MotionEngine()
    var names = MotionGestures(first: 1)
    guard addTap(to: &setup), let detector = engine.addShake(.standard),
        names.append(.shake(UInt8(truncatingIfNeeded: detector)))
    else { return nil }
    engine.begin(.shakes, at: .zero)
    let sensor = SensorDriver(
        configuration: SensorDriver.Configuration(SensorSettings(.lis3dh), hasInterruptLine: true))
    var bus = SimulatedBus(chip: ChipPair(GT911Model(configuration: chip()), SensorModel(.lis3dh)))
    bus.bitsPerSecond = 400_000
    var host = Host(
        SourcePair(
            Panel(chip: Goodix(), geometry: geometry, setup: setup, outputs: OutputBank()),
            Sensor(sensor, engine: engine)),
        bus: bus)
    var printer = MotionPrinter(geometry, isSilent: isSilent)
    host.start(into: &printer)
    touch(&host, &names, &printer)
    shake(&host, &names, &printer)
    advance(&host, to: .milliseconds(5_000), &names, &printer)
    return host.sources.second.reports
}

// (Small functions keep the stack small, see Replay.swift.)

private func addTap(to setup: inout Setup) -> Bool {
    do throws(Setup.Problem) { _ = try setup.add(.tap(TapRecognizer())) } catch { return false }
    return true
}

private func chip() -> GT911Model.Configuration {
    var chip = GT911Model.Configuration()
    (chip.width, chip.height) = (800, 480)
    return chip
}

@inline(never)
private func touch(_ host: inout Host, _ names: inout MotionGestures, _ printer: inout MotionPrinter) {
    advance(&host, to: .milliseconds(999), &names, &printer)
    var finger = Contacts()
    finger.append(Contact(id: 0, x: 400, y: 240))
    host.touch(finger, at: .zero + .milliseconds(1_000), into: &printer)
    host.touch(Contacts(), at: .zero + .milliseconds(1_080), into: &printer)
}

@inline(never)
private func shake(_ host: inout Host, _ names: inout MotionGestures, _ printer: inout MotionPrinter) {
    var way: Float = 2
    var start = Microseconds.milliseconds(2_000)
    while start < .milliseconds(3_000) {
        advance(&host, to: start, &names, &printer)
        host.bus.chip.second.move(acceleration: SIMD3(way, 0, 1), at: host.now)
        (way, start) = (-way, start + .milliseconds(100))
    }
    advance(&host, to: start, &names, &printer)
    host.bus.chip.second.move(acceleration: SIMD3(0, 0, 1), at: host.now)
}

/// Lets time pass, 10 ms at a time: what the sensor has told goes to the gestures.
@inline(never)
private func advance(
    _ host: inout Host, to end: Microseconds, _ names: inout MotionGestures, _ printer: inout MotionPrinter
) {
    let end = Instant.zero + end
    while host.now < end {
        host.advance(to: min(end, host.now + .milliseconds(10)), into: &printer)
        var told = printer.motion
        printer.motion.removeAll()
        host.sources.first.gestures.take(&told, as: &names, into: &printer)
    }
}
