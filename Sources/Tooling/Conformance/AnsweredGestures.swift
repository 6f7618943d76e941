import TaplineConfiguration
import TaplineCore
import TaplineDaemon

/// From contacts to events with a delegate that answers: a pipeline has outputs in its place, and no answers.
struct AnsweredGestures: ~Copyable {
    private var table: TouchTable<16>
    private var engine: GestureEngine<StandardRecognizer, TouchStreams, StrokePaths, DelegateDecisions<32>, 32, 33, 64>
    private var delegate: ScriptedDelegate
    private var time = Instant.zero

    /// The gestures of a panel.
    ///
    /// - Throws: ``ServiceError`` where the engine refuses the configuration.
    init(
        _ panel: Panel<StandardRecognizer>, _ answers: [DelegateAnswer], touchTimeout: Microseconds?, explains: Bool
    ) throws(ServiceError) {
        let setup = try reading { () throws(ConfigurationErrors) in try panel.configuration.setup() }
        table = TouchTable(geometry: panel.geometry, touchTimeout: touchTimeout ?? .unlimited)
        engine = GestureEngine(setup)
        engine.explains = explains
        delegate = ScriptedDelegate(
            answers, names: panel.configuration.gestures.map { $0.name }, geometry: panel.geometry)
    }

    /// Plays a trace, then lets the clock run on until nothing is pending.
    mutating func play(_ trace: Trace, into collector: inout EventCollector) {
        for index in 0..<trace.count {
            let line = trace[index]
            runClock(until: line.time, &collector)
            if case .fault = line.event { continue }
            if case .reading = line.event { continue }
            time = max(time, line.time)
            engine.advance(before: time, &table, &delegate, &collector)
            if case .report(let contacts) = line.event {
                table.report(contacts, at: time)
            } else {
                table.cancelAll(at: time)
            }
            engine.report(&table, &delegate, &collector)
        }
        runClock(until: .never, &collector)
    }

    /// Lets everything happen that is due before `end`.
    private mutating func runClock(until end: Instant, _ collector: inout EventCollector) {
        while true {
            let next = min(table.deadline, engine.deadline)
            guard next < end else { return }
            time = max(time, next)
            if table.deadline <= time {
                table.advance(to: time)
                engine.report(&table, &delegate, &collector)
            }
            engine.advance(to: time, &table, &delegate, &collector)
        }
    }
}
