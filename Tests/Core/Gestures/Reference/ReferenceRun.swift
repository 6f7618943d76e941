import TestSupport

/// Plays a script on the engine and on the reference, and says where they differ.
///
/// The touches themselves (landings, ghosts, jumps, swapped identities, timeouts, velocities) are taken from the touch table,
/// whose rules have tests of their own; everything from there on the reference finds out for itself.
struct ReferenceRun {
    /// What the engine tells.
    private struct Told {
        var gestures: [GestureEvent] = []
        var controls: [ControlEvent] = []
        /// Who has handled the last action.
        var answerer: Responder?
    }
    /// The engine's handler: it keeps what it is told and answers as the script says.
    private struct Recorder: GestureHandler {
        let script: ReferenceScript
        mutating func handle(_ event: GestureEvent, into sink: inout Told) { sink.gestures.append(event) }
        mutating func handleControl(_ event: ControlEvent, into sink: inout Told) { sink.controls.append(event) }
        private func answers(_ responder: Responder) -> Bool {
            if case .zone(let zone) = responder {
                script.answering.contains(zone)
            } else {
                script.answering.contains(-1)
            }
        }
        mutating func answersControl(_ control: Int, as responder: Responder, into sink: inout Told) -> Bool {
            answers(responder)
        }
        mutating func handleAction(_ action: Int, responder: Responder, into sink: inout Told) -> Bool {
            if answers(responder) { sink.answerer = responder }
            return answers(responder)
        }
        mutating func canBecomeFirstResponder(_ zone: Int, into sink: inout Told) -> Bool {
            !script.stayingBehind.contains(zone)
        }
        mutating func canResignFirstResponder(_ zone: Int, into sink: inout Told) -> Bool {
            !script.stayingFirst.contains(zone)
        }
        mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool {
            script.shouldReceive(gesture, x: Double(location.x))
        }
        mutating func shouldBegin(gesture: Int) -> Bool { !script.gestures[gesture].isRefused }
    }
    /// The same, and it decides relations.
    private struct Decider: GestureHandler {
        static var decidesRelations: Bool { true }
        var recorder: Recorder
        mutating func handle(_ event: GestureEvent, into sink: inout Told) { recorder.handle(event, into: &sink) }
        mutating func handleControl(_ event: ControlEvent, into sink: inout Told) {
            recorder.handleControl(event, into: &sink)
        }
        mutating func answersControl(_ control: Int, as responder: Responder, into sink: inout Told) -> Bool {
            recorder.answersControl(control, as: responder, into: &sink)
        }
        mutating func handleAction(_ action: Int, responder: Responder, into sink: inout Told) -> Bool {
            recorder.handleAction(action, responder: responder, into: &sink)
        }
        mutating func canBecomeFirstResponder(_ zone: Int, into sink: inout Told) -> Bool {
            recorder.canBecomeFirstResponder(zone, into: &sink)
        }
        mutating func canResignFirstResponder(_ zone: Int, into sink: inout Told) -> Bool {
            recorder.canResignFirstResponder(zone, into: &sink)
        }
        mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool {
            recorder.shouldReceive(gesture: gesture, touch: touch, location: location, zone: zone)
        }
        mutating func shouldBegin(gesture: Int) -> Bool { recorder.shouldBegin(gesture: gesture) }
        private func says(_ pairs: [ReferenceScript.Pair], _ a: Int, _ b: Int, _ how: ReferenceScript.Pair.How) -> Bool
        {
            pairs.contains(.init(first: a, second: b, how: how))
        }
        mutating func shouldRequireFailure(gesture: Int, of other: Int) -> Bool {
            says(recorder.script.waits, gesture, other, .asked)
        }
        mutating func shouldBeRequiredToFail(gesture: Int, by other: Int) -> Bool {
            says(recorder.script.waits, other, gesture, .askedOfOther)
        }
        mutating func shouldRecognizeSimultaneously(gesture: Int, with other: Int) -> Bool {
            let together = recorder.script.together
            return says(together, gesture, other, .asked) || says(together, other, gesture, .askedOfOther)
        }
        mutating func canPrevent(gesture: Int, other: Int) -> Bool {
            !says(recorder.script.oneWay, gesture, other, .asked)
        }
        mutating func canBePrevented(gesture: Int, by other: Int) -> Bool {
            !says(recorder.script.oneWay, other, gesture, .askedOfOther)
        }
    }

    private(set) var told: [GestureEvent] = []
    private(set) var expected: [ReferenceEvent] = []
    /// Who answers, as it is and as it should be.
    private var answers: (told: [String], expected: [String]) = ([], [])

    /// - Parameter expected: another script for the reference, where a difference is wanted.
    init(_ script: ReferenceScript, expecting expected: ReferenceScript? = nil) {
        let recorder = Recorder(script: script)
        if script.decidesRelations {
            play(script, expecting: expected ?? script, Decider(recorder: recorder))
        } else {
            play(script, expecting: expected ?? script, recorder)
        }
    }

    private mutating func play<Handler: GestureHandler>(
        _ script: ReferenceScript, expecting expected: ReferenceScript, _ handler: Handler
    ) where Handler.Sink == Told {
        var player = Player(script, expecting: expected, handler)
        for ((time, step), (_, other)) in zip(script.steps, expected.steps) {
            player.play(step, expecting: other, at: Instant(microseconds: time))
        }
        player.report([], at: Instant(microseconds: (script.steps.last?.time ?? 0) + 10_000))
        player.stepDue(before: Instant(microseconds: 1_000_000_000_000))
        player.responders.end()
        (told, self.expected) = (player.told.gestures, player.reference.events)
        answers = (player.responders.told, player.responders.expected)
    }

    /// Both, with the touch table before them, at one time.
    private struct Player<Handler: GestureHandler>: ~Copyable where Handler.Sink == Told {
        private var table: TouchTable<10>
        private var engine:
            GestureEngine<StandardRecognizer, TouchStreams, StrokePaths, DelegateDecisions<12>, 12, 8, 0>
        private var handler: Handler
        private var watch: ReferenceWatch
        private var time = Instant.zero
        let reference: ReferenceEngine
        var responders: ReferenceResponders
        private(set) var told = Told()

        init(_ script: ReferenceScript, expecting expected: ReferenceScript, _ handler: Handler) {
            table = TouchTable(
                geometry: script.geometry, touchTimeout: script.touchTimeout.map { Microseconds($0) } ?? .unlimited)
            engine = GestureEngine(script.makeSetup())
            engine.explains = true
            self.handler = handler
            reference = ReferenceEngine(expected)
            responders = ReferenceResponders(expected)
            watch = ReferenceWatch(expected)
        }

        /// - Parameter other: the same step of the reference's script.
        mutating func play(_ step: ReferenceScript.Step, expecting other: ReferenceScript.Step, at instant: Instant) {
            switch step {
            case .report(let fingers): return report(fingers, at: instant)
            case .fault: return stepDue(before: instant)
            case .time: return stepDue(before: instant + Microseconds(1))
            case .cancel, .enable, .become, .act: catchUp(before: instant)
            }
            switch step {
            case .enable(let isEnabled, let gestures, let zones):
                engine.setEnabled(
                    isEnabled, gestures: RecognizerSet(gestures), zones: ZoneSet(zones), &table, at: time, &handler,
                    &told)
                hear()
                guard case .enable = other else { return }
                reference.enable(isEnabled, gestures: gestures, zones: zones, at: time.microseconds)
                watch.enable(isEnabled, zones)
            case .become(let zone):
                let isAccepted = engine.makeFirstResponder(zone, &handler, &told)
                guard case .become = other else { return }
                responders.become(
                    zone, isAccepted: isAccepted, present: engine.firstResponder, at: time.microseconds)
            case .act:
                told.answerer = nil
                engine.send(1, &handler, &told)
                responders.act(answeredBy: told.answerer, at: time.microseconds)
            default:
                table.cancelAll(at: time)
                pass(isReport: false)
            }
        }
        mutating func report(_ fingers: [ReferenceScript.Finger], at instant: Instant) {
            catchUp(before: instant)
            table.report(Contacts(fingers.map { Contact(id: $0.id, x: $0.x, y: $0.y) }), at: time)
            pass(isReport: true)
        }
        /// Lets everything happen that is due before an instant.
        mutating func stepDue(before instant: Instant) {
            while next < instant { step(to: max(next, time)) }
        }
        private var next: Instant {
            mutating get {
                let expected = Instant(microseconds: reference.deadline ?? .max)
                return min(min(table.deadline, engine.deadline), expected)
            }
        }
        private mutating func catchUp(before instant: Instant) {
            stepDue(before: instant)
            time = max(time, instant)
            engine.advance(before: time, &table, &handler, &told)
            hear()
            reference.advance(before: time.microseconds)
        }
        private mutating func step(to instant: Instant) {
            time = instant
            if table.deadline <= instant {
                table.advance(to: instant)
                pass(isReport: false)
            }
            engine.advance(to: instant, &table, &handler, &told)
            hear()
            reference.advance(to: instant.microseconds)
        }
        private mutating func pass(isReport: Bool) {
            reference.take(watch.change(&table, isReport: isReport))
            engine.report(&table, &handler, &told)
            hear()
        }
        private mutating func hear() {
            for event in told.controls { responders.hear(event) }
            told.controls = []
        }
    }

    /// A gesture that is told out of turn, or whose `began` has no end.
    private var unpaid: String? {
        var begun: Set<Int> = []
        for event in told {
            let isBegun = begun.contains(event.gesture)
            switch event.state {
            case .began where !isBegun: begun.insert(event.gesture)
            case .ended, .cancelled: begun.remove(event.gesture)
            case .changed where isBegun: break
            case .failed where !isBegun: break
            default: return "out of turn: \(ReferenceRun.text(event))"
            }
        }
        return begun.min().map { "gesture \($0) has begun and never ends" }
    }

    /// The first difference, in words; nil where there is none.
    var difference: String? {
        if let unpaid { return unpaid }
        // Who fails first at one instant is nobody's affair.
        let fails = told.filter { $0.state == .failed }.map { "\($0.time.microseconds) \($0.gesture)" }
        let shouldFail = expected.filter { $0.state == .failed }.map { "\($0.time) \($0.gesture)" }
        let a = told.filter { $0.state != .failed }
        let b = expected.filter { $0.state != .failed }
        for i in 0..<max(a.count, b.count) {
            if i >= a.count { return "missing: \(ReferenceRun.text(b[i]))" }
            if i >= b.count { return "too much: \(ReferenceRun.text(a[i]))" }
            if !ReferenceRun.agree(a[i], b[i]) {
                return "engine: \(ReferenceRun.text(a[i]))\n  reference: \(ReferenceRun.text(b[i]))"
            }
        }
        if fails.sorted() != shouldFail.sorted() {
            let much = told.first {
                $0.state == .failed && !shouldFail.contains("\($0.time.microseconds) \($0.gesture)")
            }
            let few = shouldFail.first { !fails.contains($0) }
            return "failures: engine \(much.map(ReferenceRun.text) ?? "as often"), reference \(few ?? "-")"
        }
        let answer = zip(answers.told, answers.expected).first { $0 != $1 }
        return answer.map { "engine: \($0)\n  reference: \($1)" }
    }

    static func agree(_ a: GestureEvent, _ b: ReferenceEvent) -> Bool {
        guard a.time.microseconds == b.time, a.gesture == b.gesture, "\(a.state)" == b.state.rawValue,
            a.touches == b.touches
        else { return false }
        func near(_ a: Float, _ b: Double, _ tolerance: Double) -> Bool { abs(Double(a) - b) <= tolerance }
        switch (a.values, b.values) {
        case (.tap(let taps), .taps(let expected)), (.longPress(let taps), .taps(let expected)):
            return taps == expected
        case (.pan(let way, _), .translation(let expected)), (.edgePan(_, let way, _), .translation(let expected)):
            return near(way.x, expected.x, 0.02) && near(way.y, expected.y, 0.02)
        case (.swipe(let direction, _), .direction(let expected)): return "\(direction)" == expected
        case (.pinch(let scale, _), .scale(let expected)): return near(scale, expected, 0.001 * max(1, expected))
        case (.discretePinch(let isOutward), .outward(let expected)): return isOutward == expected
        case (.rotation(let radians, _), .radians(let expected)): return near(radians, expected, 0.001)
        case (.transform(let way, _, let scale, let radians, _, _), .transform(let place, let factor, let angle)):
            return near(way.x, place.x, 0.02) && near(way.y, place.y, 0.02)
                && near(scale, factor, 0.001 * max(1, factor)) && near(radians, angle, 0.001)
        case (.stroke(let name, let score), .corner): return name == Name("corner") && score == 1
        default: return false
        }
    }
    static func text(_ event: GestureEvent) -> String {
        let reason = event.reason.map { " \($0)" } ?? ""
        return "\(event.time.microseconds) \(event.gesture) \(event.state) \(event.touches) \(event.values)\(reason)"
    }
    static func text(_ event: ReferenceEvent) -> String {
        "\(event.time) \(event.gesture) \(event.state) \(event.touches) \(event.values)"
    }
}

/// Watches a touch table and says what changed, finger by finger.
struct ReferenceWatch {
    private let script: ReferenceScript
    private var disabledZones: Set<Int> = []
    private var report = 0
    private var reportTimes: [Int64] = [.min]
    private var lifts: [(time: Int64, place: ReferencePlace)] = []

    init(_ script: ReferenceScript) { self.script = script }

    mutating func enable(_ isEnabled: Bool, _ zones: [Int]) {
        if isEnabled { disabledZones.subtract(zones) } else { disabledZones.formUnion(zones) }
    }

    mutating func change<let capacity: Int>(_ table: inout TouchTable<capacity>, isReport: Bool) -> ReferenceChange {
        let time = table.time.microseconds
        if isReport {
            report += 1
            reportTimes.append(time)
        }
        func place(_ point: Point) -> ReferencePlace { ReferencePlace(x: Double(point.x), y: Double(point.y)) }
        var change = ReferenceChange(time: time, report: report, isReport: isReport)
        change.awaitsProof = table.awaitsProof
        if report > 1 { change.interval = reportTimes[report] - reportTimes[report - 1] }
        let changes = table.changes
        change.isEmpty = changes.all.isEmpty
        for slot in changes.ended { lifts.append((time, place(table[slot].location))) }
        for slot in changes.began {
            let touch = table[slot]
            let start = place(touch.start)
            let landing = touch.startTime.microseconds
            let since = lifts.filter { ($0.place - start).length <= 45 + referenceTolerance && $0.time <= landing }
                .map { landing - $0.time }.min()
            change.landed.append(
                ReferenceFinger(
                    number: touch.identity, startTime: landing,
                    zone: script.hit(x: start.x, y: start.y, without: disabledZones),
                    landingReport: reportTimes.lastIndex(of: landing)!, place: start, sinceLift: since,
                    tapCount: Int(touch.tapCount), isProven: changes.proven.contains(slot)))
        }
        for slot in table.down { change.places.append((table[slot].identity, place(table[slot].location))) }
        for slot in changes.ended { change.lifted.append(table[slot].identity) }
        for slot in table.down | changes.ended {
            let velocity = table.velocity(of: slot, at: table.time)
            change.velocities.append(
                (table[slot].identity, ReferencePlace(x: Double(velocity.x), y: Double(velocity.y))))
        }
        for slot in changes.cancelled { change.cancelled.append(table[slot].identity) }
        return change
    }
}
