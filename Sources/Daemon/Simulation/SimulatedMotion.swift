import TaplineConfiguration
import TaplineCore
import TaplineSimulator

/// A device moves as its script says, once: readings as its sensor would bring them, without the chip, which only a run by the
/// computer's clock has (``SimulatedSensor``).
struct SimulatedMotion<Kind: ConfigurableRecognizer> {
    private var panel: Panel<Kind>
    private var wantedTurn: PanelGeometry.Rotation?
    private var engine: MotionEngine
    private var names: MotionGestures
    private var told = MotionQueue()
    private var script = MotionScript()
    /// What the device's clock shows at the script's 0.
    private var origin = Microseconds.zero
    private let interval: Microseconds
    private let hasSensor: Bool
    private let hasGyroscope: Bool
    /// When the next reading comes, ``Instant/never`` where nobody wants any.
    private var nextReading = Instant.never

    /// The motion of `panel`, whose board may have a sensor. The device rests.
    init(_ panel: Panel<Kind>, on board: BoardDescription) {
        self.panel = panel
        engine = panel.configuration.motionEngine()
        names = panel.configuration.motionGestures
        let rate = max(board.sensors.first?.settings.rate ?? 0, 1)
        interval = Microseconds(Int64(1_000_000 / rate))
        hasSensor = !board.sensors.isEmpty
        hasGyroscope = board.sensors.first?.hasGyroscope ?? false
    }

    /// The device moves as `script` says, whose 0 is at `origin`.
    ///
    /// - Parameter isData: whether somebody wants the readings themselves.
    mutating func play(_ script: MotionScript, from origin: Microseconds, asData isData: Bool = false) {
        if isData { engine.begin(.data, at: .zero) }
        (self.script, self.origin) = (script, origin)
        if engine.isWanted, hasSensor { nextReading = script.start + origin }
    }

    var deadline: Instant { min(nextReading, engine.deadline) }
    /// When it is over; the beginning where nobody wants it.
    var end: Instant {
        guard nextReading < .never else { return .zero }
        return script.end + origin + (script.isRecorded ? Microseconds(1) : .zero)
    }
    /// When something happens that does not go on for ever.
    var pending: Instant { script.end > .zero || script.isRecorded ? deadline : engine.deadline }
    /// What the engine still waits for.
    var engineDeadline: Instant { engine.deadline }

    /// Takes the readings up to `now`; what they mean goes to `gestures`.
    mutating func advance<Sink: SimulatedDeviceSink>(
        to now: Instant, _ gestures: inout StandardGesturePipeline<Kind, Sink>, into sink: inout Sink
    ) {
        if engine.deadline <= now { engine.advance(to: now, into: &told) }
        while nextReading <= now {
            let time = Instant(microseconds: nextReading.microseconds - origin.count)
            var reading = script.reading(at: time)
            reading.time = nextReading
            if !hasGyroscope { reading.rotationRate = nil }
            if engine.wants(.data) { sink.observer?.motion(reading) }
            engine.take(reading, into: &told)
            nextReading = script.next(after: time, every: interval).map { $0 + origin } ?? .never
            wantedTurn = told.turn ?? wantedTurn
            gestures.take(&told, as: &names, into: &sink)
        }
        gestures.take(&told, as: &names, into: &sink)
        if panel.configuration.wakeThreshold > 0 { gestures.stir(movedAt: engine.movedAt, at: now, into: &sink) }
        turn(&gestures, at: now, into: &sink)
    }

    /// Turns the panel as soon as no finger is on it.
    private mutating func turn<Sink: SimulatedDeviceSink>(
        _ gestures: inout StandardGesturePipeline<Kind, Sink>, at now: Instant, into sink: inout Sink
    ) {
        guard let turn = wantedTurn, gestures.table.isUntouched else { return }
        wantedTurn = nil
        guard let next = panel.turned(to: turn),
            let setup = try? next.configuration.setup(resuming: &gestures, of: panel.configuration)
        else { return }
        next.replace(panel.configuration, in: &gestures, with: setup, isTurned: true, at: now, into: &sink)
        sink.turn(next)
        panel = next
    }

    /// The run is over: what has begun ends.
    mutating func stop<Sink: EffectSink>(
        at now: Instant, _ gestures: inout StandardGesturePipeline<Kind, Sink>, into sink: inout Sink
    ) {
        nextReading = .never
        engine.interrupt(at: now, into: &told)
        gestures.take(&told, as: &names, into: &sink)
    }
}
