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
    /// When the script began for the first time, where in it that is, and after how long it begins again.
    private let begin: Instant
    private let start: Instant
    private let period: Microseconds

    /// The chip that `sensor` describes, moved as the script says that touches `controller`: what was recorded with its fingers goes
    /// with them.
    convenience init(_ sensor: SensorDescription, beside controller: SimulatedController, at now: Instant) {
        let (fingers, script) = (controller.fingers, controller.fingers.motion)
        if script.isRecorded {
            self.init(
                sensor, moved: script, from: fingers.start, every: fingers.period, at: controller.firstRound)
        } else {
            self.init(sensor, moved: script, from: .zero, every: script.end - .zero, at: now)
        }
    }

    /// The chip that `sensor` describes, with the errors that its offset and scale put right.
    init(
        _ sensor: SensorDescription, moved script: MotionScript, from start: Instant, every period: Microseconds,
        at now: Instant
    ) {
        let configuration = sensor.driverConfiguration
        var model = SensorModel(sensor.settings.chip, address: configuration.address)
        model.interruptIsActiveHigh = configuration.interruptIsActiveHigh
        bus = SimulatedBus(chip: model)
        hasInterruptLine = configuration.hasInterruptLine
        self.script = script
        mounting = sensor.mounting
        begin = now
        self.start = start
        self.period = max(period, Microseconds(1))
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
        let time = Microseconds(max(now - begin, .zero).count % period.count)
        bus.chip.move(script.reading(at: start + time), mounting: mounting, at: now)
    }
}
