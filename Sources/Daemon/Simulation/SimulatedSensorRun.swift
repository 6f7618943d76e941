import TaplineConfiguration
import TaplineCore
import TaplineLinux
import TaplineSimulator

/// A board's motion sensor alone, simulated: the driver that the daemon has, and a model of the chip, which a script moves once.
struct SimulatedSensorRun {
    private var pipeline: MotionPipeline<SensorDriver, ObservedReadings>
    private let observer: TouchObserver
    private let chip: SimulatedSensor
    private let end: Instant

    /// How long a transfer takes: some ten bytes at 400 kHz.
    private static var transferTime: Microseconds { Microseconds(250) }

    /// A run whose chip has the errors that `sensor` puts right, and whose driver reads it as `plain` says.
    init(
        _ sensor: SensorDescription, readAs plain: SensorDescription, moved script: MotionScript,
        observer: TouchObserver
    ) {
        pipeline = MotionPipeline(SensorDriver(configuration: plain.driverConfiguration), mounting: plain.mounting)
        self.observer = observer
        chip = SimulatedSensor(sensor, moved: script, from: .zero, every: script.end - .zero, at: .zero)
        end = script.end
    }

    /// Runs until the script is over.
    ///
    /// - Parameters:
    ///   - isLive: whether it waits for the computer's clock.
    ///   - shouldStop: asked between two events.
    mutating func run(isLive: Bool, shouldStop: () -> Bool) {
        let clockStart = MonotonicClock.now
        var sink = ObservedReadings(observer: observer)
        var now = Instant.zero
        var received = BusBytes()
        pipeline.begin(.data, at: now)
        pipeline.start(at: now, into: &sink)
        while now < end, !shouldStop() {
            if let transfer = sink.wanted {
                sink.wanted = nil
                let outcome = chip.perform(transfer, at: now, received: &received)
                now = now + Self.transferTime
                pipeline.complete(outcome, at: now, received: &received, into: &sink)
                continue
            }
            now = max(now, min(min(pipeline.deadline, chip.deadline), end))
            let wake = clockStart + (now - .zero)
            while isLive, MonotonicClock.now < wake, !shouldStop() { MonotonicClock.wait(until: wake) }
            if chip.advance(to: now) { pipeline.interrupt(at: now, into: &sink) }
            pipeline.advance(to: now, into: &sink)
        }
    }
}

/// Hands a sensor's data to an observer.
private struct ObservedReadings: SensorSink {
    let observer: TouchObserver
    var wanted: Transfer?

    mutating func transfer(_ transfer: Transfer) { wanted = transfer }
    mutating func emit(_ event: MotionEvent) {
        if case .data(let data) = event.kind { observer.motion(data.reading) }
    }
    mutating func drive(_ line: ControllerLine, _ drive: LineDrive) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
    mutating func sensorFault(_ fault: ControllerFault, at now: Instant) {}
    mutating func sensor(isThere: Bool, at now: Instant) {}
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func emit(_ event: GestureEvent) {}
    mutating func emit(_ touch: TouchEvent) {}
}
