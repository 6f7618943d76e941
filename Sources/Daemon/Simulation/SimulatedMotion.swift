import TaplineConfiguration
import TaplineCore
import TaplineSimulator

/// The device of a simulated run moves as its script says, once: readings as its sensor would bring them, without the chip, which
/// only a run by the computer's clock has (``SimulatedSensor``).
struct SimulatedMotion<Kind: ConfigurableRecognizer> {
    private var panel: Panel<Kind>
    private var wantedTurn: PanelGeometry.Rotation?
    private var engine: MotionEngine
    private var names: MotionGestures
    private var told = MotionQueue()
    private let script: MotionScript
    /// What the run's clock shows at the script's 0.
    private let origin: Microseconds
    private let interval: Microseconds
    private let hasGyroscope: Bool
    /// When the next reading comes, ``Instant/never`` where nobody wants any.
    private var nextReading = Instant.never

    /// The motion of `panel`, whose board may have a sensor; `observer` may want its data.
    init(
        _ panel: Panel<Kind>, on board: BoardDescription, moved script: MotionScript, from origin: Microseconds,
        _ observer: TouchObserver?
    ) {
        self.panel = panel
        self.script = script
        self.origin = script.isRecorded ? origin : .zero
        engine = panel.configuration.motionEngine()
        names = panel.configuration.motionGestures
        if observer?.wantsMotion == true { engine.begin(.data, at: .zero) }
        let rate = max(board.sensors.first?.settings.rate ?? 0, 1)
        interval = Microseconds(Int64(1_000_000 / rate))
        hasGyroscope = board.sensors.first?.hasGyroscope ?? false
        if engine.isWanted, !board.sensors.isEmpty { nextReading = script.start + self.origin }
    }

    var deadline: Instant { min(nextReading, engine.deadline) }
    /// When it is over; the beginning where nobody wants it.
    var end: Instant {
        guard nextReading < .never else { return .zero }
        return script.end + origin + (script.isRecorded ? Microseconds(1) : .zero)
    }
    /// What the engine still waits for.
    var engineDeadline: Instant { engine.deadline }

    /// Takes the readings up to `now`; what they mean goes to `gestures`.
    mutating func advance(
        to now: Instant, _ gestures: inout StandardGesturePipeline<Kind, SimulatedSink>, into sink: inout SimulatedSink
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
    private mutating func turn(
        _ gestures: inout StandardGesturePipeline<Kind, SimulatedSink>, at now: Instant, into sink: inout SimulatedSink
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
    mutating func stop(
        at now: Instant, _ gestures: inout StandardGesturePipeline<Kind, SimulatedSink>, into sink: inout SimulatedSink
    ) {
        nextReading = .never
        engine.interrupt(at: now, into: &told)
        gestures.take(&told, as: &names, into: &sink)
    }
}
