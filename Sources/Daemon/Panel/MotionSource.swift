import TaplineConfiguration
import TaplineCore
import TaplineLinux

/// The motion sensor of a board, on this computer: its own connection to the bus, its own interrupt line. (On the panel's bus,
/// too: the kernel lets one transfer follow the other.)
///
/// Nothing that happens to it ends the run. A sensor or a bus that has gone is looked for again, and a line that has gone
/// leaves the driver to ask.
final class MotionSource: DeviceSource {
    /// What the board says of it.
    let description: SensorDescription
    private(set) var pipeline: MotionPipeline<BoardSensor, DeviceSink>
    private let connection: SensorConnection
    private let poller: Poller
    private var interrupts: InterruptWatch?
    /// Why a sensor of the kernel's cannot be read, as it was told.
    private var toldProblem = ""

    /// What carries out a sensor's transfers.
    private enum SensorConnection {
        case bus(I2CConnection)
        case kernel(IIOConnection)
        case simulated(SimulatedSensor)
    }

    static func open(
        on board: BoardDescription, keeping old: MotionSource?, _ surroundings: Surroundings
    ) throws(DeviceError) -> MotionSource? {
        guard let sensor = board.sensors.first else { return nil }
        if let old, old.description == sensor { return old }
        return try MotionSource(sensor, from: old, surroundings)
    }

    func isSame(as other: MotionSource?) -> Bool { self === other }

    /// (A bus or a line that stays is not opened twice.)
    private init(
        _ sensor: SensorDescription, from old: MotionSource?, _ surroundings: Surroundings
    ) throws(DeviceError) {
        let configuration = sensor.driverConfiguration
        let before = old?.description
        if let controller = surroundings.simulated {
            connection = .simulated(SimulatedSensor(sensor, beside: controller, at: MonotonicClock.now))
        } else if sensor.isOfTheKernel {
            if let old, case .kernel = old.connection, before?.device == sensor.device,
                before?.settings == sensor.settings
            {
                connection = old.connection
            } else {
                connection = .kernel(
                    try IIOConnection(
                        name: sensor.device, rate: sensor.settings.rate, hasGyroscope: sensor.hasGyroscope))
            }
        } else if let old, case .bus = old.connection, before?.bus == sensor.bus, before?.addresses == sensor.addresses,
            before?.settings.chip == sensor.settings.chip
        {
            connection = old.connection
        } else {
            connection = .bus(try I2CConnection(sensor.bus, addresses: configuration.addresses.list))
        }
        let pin = surroundings.simulated == nil ? sensor.interruptPin : nil
        if let pin, let watch = old?.interrupts, let line = watch.line,
            line.isActiveLow == pin.activeLow, line.line.isSame(as: try GPIOLines.locate(pin.line))
        {
            interrupts = watch
        } else if let pin {
            interrupts = InterruptWatch(
                try InterruptLine(name: pin.line, activeLow: pin.activeLow, consumer: surroundings.consumer),
                poller: surroundings.poller, tag: LoopTag.other)
        }
        description = sensor
        poller = surroundings.poller
        let driver =
            if case .kernel = connection { BoardSensor(KernelSensorDriver()) } else { BoardSensor(configuration) }
        pipeline = MotionPipeline(driver, mounting: sensor.mounting)
    }

    func reconfigure(_ engine: MotionEngine, at now: Instant, into sink: inout DeviceSink) {
        pipeline.reconfigure(engine, at: now, into: &sink)
    }

    var sensor: SensorStatus? {
        let settings = description.settings
        return SensorStatus(
            chip: description.kind, rate: settings.rate, isThere: pipeline.isThere,
            isWanted: pipeline.engine.isWanted,
            counters: pipeline.counters)
    }

    /// (The chip is awake as long as somebody reads.)
    func readData(_ isWanted: Bool, at now: Instant, into sink: inout DeviceSink) {
        if isWanted { pipeline.begin(.data, at: now) } else { pipeline.end(.data, at: now, into: &sink) }
    }

    var movedAt: Instant { pipeline.engine.movedAt }

    // MARK: The source

    var isAwaitingOutcome: Bool { pipeline.isAwaitingOutcome }
    var deadline: Instant { pipeline.deadline }
    func start(at now: Instant, into sink: inout DeviceSink) {
        sink.sensorPlace = description.place
        pipeline.start(at: now, into: &sink)
    }
    func interrupt(at now: Instant, into sink: inout DeviceSink) { pipeline.interrupt(at: now, into: &sink) }
    func complete(
        _ outcome: ControllerInput, at now: Instant, received: inout BusBytes, into sink: inout DeviceSink
    ) {
        if case .kernel(let device) = connection { tell(device.problem, into: &sink) }
        pipeline.complete(outcome, at: now, received: &received, into: &sink)
    }
    /// (It is looked for once a second: the same is told once.)
    private func tell(_ problem: DeviceError?, into sink: inout DeviceSink) {
        let text = problem?.description ?? ""
        if !text.isEmpty, text != toldProblem { sink.log.write(text) }
        toldProblem = text
    }
    func advance(to now: Instant, into sink: inout DeviceSink) { pipeline.advance(to: now, into: &sink) }
    func end(at now: Instant, into sink: inout DeviceSink) {
        pipeline.end(at: now, into: &sink)
        if case .kernel(let device) = connection { device.letGo() }
    }

    // MARK: Its devices

    func perform(_ transfer: Transfer, at now: Instant, received: inout BusBytes) -> ControllerInput? {
        switch connection {
        case .bus(let bus): return bus.perform(transfer, at: now, received: &received)
        case .kernel(let device):
            let before = device.descriptor
            defer { if device.descriptor != before { listen() } }
            return device.perform(transfer, at: now, received: &received)
        case .simulated(let chip): return chip.perform(transfer, at: now, received: &received)
        }
    }

    func listen() {
        guard case .kernel(let device) = connection else {
            interrupts?.listen(otherwise: -1)
            return
        }
        if device.descriptor >= 0 { poller.watch(device.descriptor, tag: LoopTag.other, reading: true) }
    }

    var attention: Instant {
        if case .simulated(let chip) = connection { return chip.deadline }
        return interrupts?.deadline ?? .never
    }

    func attend(at now: Instant, into sink: inout DeviceSink) -> Instant? {
        if case .simulated(let chip) = connection { return chip.advance(to: now) ? now : nil }
        if case .kernel(let device) = connection { return device.descriptor >= 0 ? now : nil }
        if interrupts?.endPause(at: now) == true { listen() }
        defer { interrupts?.pauseListening(until: pipeline.sensor.ignoresInterruptsUntil, at: now) }
        do throws(DeviceError) {
            return try interrupts?.readEdges()?.time
        } catch {
            // (Closed, or it would wake the loop for ever.)
            interrupts = nil
            sink.log.write("\(error.description); the sensor's data is asked for from now on")
            return nil
        }
    }
}

extension SensorDescription {
    /// How the sensor's driver is set up.
    var driverConfiguration: SensorDriver.Configuration {
        var configuration = SensorDriver.Configuration(
            settings, hasInterruptLine: interruptPin != nil, interruptIsActiveHigh: interruptPin?.activeLow == false)
        if let given = ChipAddresses(addresses) { configuration.addresses = given }
        return configuration
    }

    /// Where it is, for messages: `lis3dh at 0x18 or 0x19 on bus 1`.
    var place: String {
        if isOfTheKernel { return device.map { "\($0) of the kernel" } ?? "of the kernel (iio)" }
        return "\(chipName) at \(driverConfiguration.addresses.text) on bus \(bus)"
    }
}
