import CHeapCount
import Glibc
import TaplineSimulator
import TestSupport

/// Unoptimised Swift asks for memory of its own accord (boxes, witness tables), which says nothing of the firmware.
#if DEBUG
    private let isRelease = false
#else
    private let isRelease = true
#endif

/// Keeps every event in an array that grows: what nothing in the firmware may do.
private struct GrowingLog: EventLog {
    var gestures: [Int] = []
    mutating func note(_ event: GestureEvent) { gestures.append(event.gesture) }
}

/// Answers every question of an engine, now this way, now that.
private struct Answering: GestureHandler {
    /// Writes what is told.
    struct Sink {
        var events = 0
        var bytes = 0
        var format: EventsFormat
        var line = ByteLine()
    }

    static var decidesRelations: Bool { true }
    var random: SplitMix64
    /// How often each question was asked, in the order below.
    var questions = InlineArray<7, Int>(repeating: 0)

    private mutating func answer(_ question: Int, yes percent: Int) -> Bool {
        questions[question] += 1
        return random.next(below: 100) < percent
    }
    mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool {
        answer(0, yes: 90)
    }
    mutating func shouldBegin(gesture: Int) -> Bool { answer(1, yes: 90) }
    mutating func shouldRequireFailure(gesture: Int, of other: Int) -> Bool { answer(2, yes: 20) }
    mutating func shouldBeRequiredToFail(gesture: Int, by other: Int) -> Bool { answer(3, yes: 20) }
    mutating func shouldRecognizeSimultaneously(gesture: Int, with other: Int) -> Bool { answer(4, yes: 30) }
    mutating func canPrevent(gesture: Int, other: Int) -> Bool { answer(5, yes: 70) }
    mutating func canBePrevented(gesture: Int, by other: Int) -> Bool { answer(6, yes: 70) }

    mutating func handle(_ event: GestureEvent, into sink: inout Sink) {
        sink.events += 1
        sink.line.removeAll()
        sink.format.write(event, into: &sink.line)
        sink.bytes += sink.line.count
    }
}

@Suite(
    "Allocation", .serialized,
    .enabled(if: isRelease, "counted in release builds only: tools/test --only release"))
struct AllocationTests {
    /// Says with which seed something runs that may not return to say it later.
    private func fresh(_ name: String) -> UInt64 {
        let seed = Seed.fresh()
        print("\(name): seed \(seed)")
        fflush(nil)
        return seed
    }

    /// A name and a count in one line of the report.
    private func list(_ counts: [(name: String, count: Int)]) -> String {
        counts.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
    }

    /// Armed from power-up on: whoever asks for memory ends the process there, with a core.
    @Test("none over 1,000,000 reports: every recognizer, every fault, every output, ports that are full")
    func pipeline() throws {
        var run = try EveryRun<NoLog>(seed: fresh("allocation"))
        let before = heap_count_allocations()
        heap_count_arm(1)
        run.start()
        run.run(reports: 1_000_000)
        heap_count_arm(0)
        let allocations = heap_count_allocations() - before

        let counters = run.host.pipeline.counters
        let recognitions = EveryGesture.allCases.map { ("\($0)", run.sink.recognitions[$0.rawValue]) }
        let changes = run.sink.changes.indices.map { ("\($0)", run.sink.changes[$0]) }
        let told = EveryZone.allCases.map { ("\($0)", run.sink.told[$0.rawValue]) }
        let controls = EveryZone.controls.map { ("\($0)", run.sink.controls[$0.rawValue]) }
        let troubles = Trouble.allCases.map { ("\($0)", run.troubles[$0.rawValue]) }
        let interferences = Interference.allCases.map { ("\($0)", run.interferences[$0.rawValue]) }
        print(
            """
            \(counters.reports) reports in \(run.scans) scans and \
            \(run.host.now.microseconds / 60_000_000) min, \(run.sink.events) events, \(run.sink.lines) lines \
            (\(run.sink.bytes) bytes): \(allocations) allocations
            recognized: \(list(recognitions))
            levels: \(list(changes))
            touches of zones: \(list(told)); of controls: \(list(controls)); actions: \(run.sink.performed)
            troubles: \(list(troubles))
            beside them: \(list(interferences))
            \(run.sink.faults) faults: \(counters); configurations written \(run.configurationsWritten), \
            taken \(run.configurationsTaken)
            """)
        #expect(allocations == 0)
        #expect(counters.reports >= 1_000_000)
        #expect(run.host.now > Instant(microseconds: 3_600_000_000))
        #expect(run.sink.open.isEmpty && run.sink.unpaid == 0 && run.sink.truncated == 0)
        #expect(run.host.pipeline.gestures.deadline == .never)
        // What was counted was worth counting.
        for (name, count) in recognitions { #expect(count > 150, "\(name)") }
        for (line, count) in changes { #expect(count > 150, "line \(line)") }
        for (zone, count) in told + controls { #expect(count > 150, "\(zone)") }
        for (name, count) in troubles + interferences { #expect(count > 100, "\(name)") }
        #expect(run.sink.performed > 150)
        // (An overrun is an input device's, lost firmware another family's; this board wants its configuration written.)
        #expect(
            run.sink.faultSorts == [.bus, .badReport, .notReady, .absent, .wrongIdentity, .reset, .storm, .refused])
        #expect(counters.busErrors > 300 && counters.badReports > 300 && counters.notReady > 300)
        #expect(counters.resets > 300 && counters.absences > 100 && counters.storms > 100)
        #expect(run.configurationsTaken > 300 && run.configurationsWritten > run.configurationsTaken)
        for i in run.sink.ports.indices {
            let port = run.sink.ports[i]
            print(
                """
                port \(i): \(port.taken) lines taken, \(port.refused) refused, \(port.skipped) skipped, \
                \(port.greetings) greetings
                """)
            #expect(port.taken > 100_000 && port.refused > 1_000 && port.skipped > 1_000 && port.greetings > 100)
        }
    }

    /// (A pipeline has its outputs in the delegate's place, and no answers: so this is an engine by itself.)
    @Test("none over 1,000,000 reports in an engine whose delegate answers every question")
    func delegate() throws {
        let seed = fresh("allocation with a delegate")
        let geometry = PanelGeometry(EveryRun<NoLog>.panel)
        var engine = GestureEngine<EveryKind, TouchStreams, StrokePaths, DelegateDecisions<24>, 24, 10, 2>(
            try makeEverySetup(geometry, isRelated: false))
        engine.explains = true
        var table = TouchTable<10>(geometry: geometry, touchTimeout: .milliseconds(5_000))
        var delegate = Answering(random: SplitMix64(seed: seed))
        var sink = Answering.Sink(format: EventsFormat(geometry: geometry, names: makeEveryName()))
        var fingers = RandomFingers(seed: seed)
        var hand = DeliberateFingers(seed: seed)
        var now = Instant.zero
        let before = heap_count_allocations()
        heap_count_arm(1)
        for report in 0..<1_000_000 {
            now = now + .milliseconds(10)
            while min(table.deadline, engine.deadline) < now {
                let next = min(table.deadline, engine.deadline)
                if table.deadline <= next {
                    table.advance(to: next)
                    engine.report(&table, &delegate, &sink)
                }
                engine.advance(to: next, &table, &delegate, &sink)
            }
            engine.advance(before: now, &table, &delegate, &sink)
            table.report(report / 1_000 % 2 == 0 ? hand.scan() : fingers.scan(), at: now)
            engine.report(&table, &delegate, &sink)
        }
        heap_count_arm(0)
        let allocations = heap_count_allocations() - before
        let questions = delegate.questions.indices.map { ("\($0)", delegate.questions[$0]) }
        print(
            """
            \(sink.events) events (\(sink.bytes) bytes): \(allocations) allocations
            questions: \(list(questions)); answers ignored: \(engine.ignoredAnswers)
            """)
        #expect(allocations == 0)
        #expect(sink.events > 100_000)
        #expect(engine.ignoredAnswers > 1_000)
        for (question, count) in questions { #expect(count > 3_000, "question \(question)") }
    }

    @Test("no fault of the chip is left out, and each trouble is the fault of its name")
    func everyFault() {
        func fields(_ faults: GT911Faults) -> [String: String] {
            var fields: [String: String] = [:]
            for child in [faults as Any, faults.common as Any].flatMap({ Mirror(reflecting: $0).children }) {
                fields[child.label ?? ""] = "\(child.value)"
            }
            fields["common"] = nil
            // (A GT911's model loses no pulse.)
            fields["losesLastPulse"] = nil
            return fields
        }
        let well = fields(GT911Faults())
        #expect(well.keys.sorted() == Trouble.allCases.map { "\($0)" }.sorted())
        var random = SplitMix64(seed: 2)
        for trouble in Trouble.allCases {
            var faults = GT911Faults()
            trouble.begin(with: &faults, &random)
            #expect(fields(faults)["\(trouble)"] != well["\(trouble)"], "\(trouble)")
        }
        #expect(Trouble.allCases.count == Trouble.count)
        #expect(Interference.allCases.count == Interference.count)
    }

    @Test("no kind of recognizer, no pattern and no trigger of lines is left out")
    func everyKind() {
        #expect(EveryGesture.allCases.count == EveryGesture.count)
        var kinds: Set<StandardRecognizer.Kind?> = []
        for gesture in EveryGesture.allCases {
            guard case .first(let recognizer) = gesture.recognizer else {
                kinds.insert(nil)
                continue
            }
            // A kind that is new does not compile here.
            switch recognizer.standardKind {
            case .tap, .longPress, .pan, .swipe, .edgePan, .pinch, .rotation, .transform, .stroke, .countedTap:
                kinds.insert(recognizer.standardKind)
            }
        }
        #expect(kinds.count == 11)
        var patterns: Set<Int> = []
        var triggers: Set<Int> = []
        let outputs = makeEveryOutput(for: EverySink<NoLog>.self)
        #expect(outputs.count == 16)
        for line in 0..<outputs.count {
            switch outputs[line].pattern {
            case .pulse: patterns.insert(0)
            case .hold: patterns.insert(1)
            case .toggle: patterns.insert(2)
            case .part: patterns.insert(3)
            case .bit: patterns.insert(4)
            case .latch: patterns.insert(5)
            }
            switch outputs[line].trigger {
            case .recognition: triggers.insert(0)
            case .tentative: triggers.insert(1)
            case .revocation: triggers.insert(2)
            case .increase: triggers.insert(3)
            case .decrease: triggers.insert(4)
            case .end: triggers.insert(5)
            }
        }
        #expect(patterns.count == 6 && triggers.count == 6)
    }

    @inline(never)
    private static func grow(_ numbers: inout [Int]) { numbers.append(numbers.count) }

    @Test("the counter counts: an array that grows")
    func control() {
        var numbers: [Int] = []
        let before = heap_count_allocations()
        AllocationTests.grow(&numbers)
        #expect(heap_count_allocations() > before)
        #expect(numbers.count == 1)
    }

    @Test("armed, the same run ends where its sink keeps events in an array")
    func armed() async throws {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            var run = try EveryRun<GrowingLog>(seed: 2)
            run.start()
            heap_count_arm(1)
            run.run(reports: 10_000)
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("heap_count: memory was asked for where none may be"))
    }
}
