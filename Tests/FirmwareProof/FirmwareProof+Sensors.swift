// A motion sensor's driver, and the model of its chip: every input, so that all of both is specialised and thus proven.

public import TaplineChipModels
public import TaplineCore

/// Drives a sensor until it waits, and says what it measured last. It is compiled, never run.
public func useSensor(
    _ driver: inout SensorDriver, _ bus: inout SimulatedBus<SensorModel>, _ first: ControllerInput, at start: Instant,
    received: inout BusBytes
) -> MotionReading {
    var now = start
    var input: ControllerInput? = first
    bus.chip.move(acceleration: SIMD3(0, 0, 1), rotationRate: .zero, at: now)
    while let next = input {
        let request = driver.request(after: next, at: now, received: received)
        input = bus.carryOut(request, at: now, received: &received)
        now = bus.finished
    }
    return driver.reading
}

// A panel and a motion sensor on one bus: one loop, one transfer at a time, shakes and orientation as events beside gestures.

/// Touch, which goes first, and a sensor's readings.
public typealias ProofSources = SourcePair<ProofPipeline, MotionPipeline<SensorDriver, ProofSink>>

extension ProofSink: SensorSink {
    public mutating func emit(_ event: MotionEvent) {
        guard case .data(let motion) = event.kind else { return self.motion.emit(event) }
        write(MotionDataEvent(motion))
    }
    public mutating func sensorFault(_ fault: ControllerFault, at now: Instant) {}
    public mutating func sensor(isThere: Bool, at now: Instant) { write(SensorEvent(time: now, isThere: isThere)) }
}

/// `panel` and a sensor that is shaken and turned, and whose data somebody reads at 50 Hz. `names` gets what its events are
/// called.
public func makeProofSources(_ panel: consuming ProofPipeline, _ names: inout MotionGestures) -> ProofSources {
    var engine = MotionEngine()
    if let shake = engine.addShake(.standard) {
        engine.begin(.shakes, at: .zero)
        _ = names.append(.shake(UInt8(truncatingIfNeeded: shake)))
    }
    engine.updateInterval = .milliseconds(20)
    engine.begin(.orientation, at: .zero)
    _ = names.append(.orientation(1 << DeviceOrientation.landscapeLeft.rawValue))
    let sensor = SensorDriver(configuration: SensorDriver.Configuration(SensorSettings(.mpu6050)))
    return ProofSources(panel, MotionPipeline(sensor, engine: engine))
}

/// Every entry of both sources, as a main loop calls them; the next instant at which it must.
public func useSources(
    _ sources: inout ProofSources, _ names: inout MotionGestures, _ sink: inout ProofSink, _ outcome: ControllerInput,
    at now: Instant, received: inout BusBytes
) -> Instant {
    sources.start(at: now, into: &sink)
    sources.interrupt(at: now, into: &sink)
    sources.interruptSecond(at: now, into: &sink)
    sources.complete(outcome, at: now, received: &received, into: &sink)
    sources.advance(to: now, into: &sink)
    sources.second.begin(.data, at: now)
    sources.second.end(.data, at: now, into: &sink)
    sources.second.reconfigure(MotionEngine(), at: now, into: &sink)
    var told = sink.motion
    sink.motion.removeAll()
    sources.first.gestures.take(&told, as: &names, into: &sink)
    let next = sources.deadline
    if sources.isAwaitingOutcome { sources.end(at: now, into: &sink) }
    return next
}
