import TaplineChipModels
import TaplineConfiguration
import TaplineCore
import TaplineSimulator

/// A board's motion sensor that is not there: a model of its chip, which a script turns and shakes over and over.
final class SimulatedSensor {
    private var bus: SimulatedBus<SensorModel>
    private let hasInterruptLine: Bool
    private var edges: UInt32 = 0
    private let script: MotionScript
    private let mounting: SensorMounting
    private let begin: Instant

    /// The chip that `sensor` describes, with the errors that its offset and scale put right.
    init(_ sensor: SensorDescription, moved script: MotionScript = .demo(), at now: Instant) {
        let configuration = sensor.driverConfiguration
        var model = SensorModel(sensor.settings.chip, address: configuration.address)
        model.interruptIsActiveHigh = configuration.interruptIsActiveHigh
        bus = SimulatedBus(chip: model)
        hasInterruptLine = configuration.hasInterruptLine
        self.script = script
        mounting = sensor.mounting
        begin = now
    }

    /// When something happens to it by itself.
    var deadline: Instant { bus.chip.nextEvent }

    /// Lets everything happen up to `now`, and returns whether the chip has announced data since the last time.
    func advance(to now: Instant) -> Bool {
        move(at: now)
        bus.chip.advance(to: now)
        defer { edges = bus.chip.interruptEdges }
        return hasInterruptLine && bus.chip.interruptEdges != edges
    }

    /// Carries a transfer out: the driver's next input.
    func perform(_ transfer: Transfer, at now: Instant, received: inout BusBytes) -> ControllerInput {
        move(at: now)
        return bus.carryOut(.transfer(transfer), at: now, received: &received) ?? .proceed
    }

    private func move(at now: Instant) {
        let length = max(script.end - .zero, Microseconds(1))
        let time = Instant(microseconds: (now - begin).count % length.count)
        bus.chip.move(script.reading(at: time), mounting: mounting, at: now)
    }
}
