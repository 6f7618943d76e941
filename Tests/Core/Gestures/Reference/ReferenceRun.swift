import TaplineCore

/// Plays a script on the engine and on the reference, and says where they differ.
///
/// The touches themselves (landings, ghosts, jumps, swapped identities, timeouts) are taken from the touch table, whose
/// rules have tests of their own; everything from there on the reference finds out for itself.
struct ReferenceRun {
    /// The engine's handler: it keeps what it is told and answers as the script says.
    private struct Recorder: GestureHandler {
        let script: ReferenceScript
        mutating func handle(_ event: GestureEvent, into sink: inout [GestureEvent]) { sink.append(event) }
        mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool {
            script.shouldReceive(gesture, x: Double(location.x))
        }
        mutating func shouldBegin(gesture: Int) -> Bool { !script.gestures[gesture].isRefused }
    }
    /// The same, and it decides relations.
    private struct Decider: GestureHandler {
        static var decidesRelations: Bool { true }
        var recorder: Recorder
        mutating func handle(_ event: GestureEvent, into sink: inout [GestureEvent]) {
            recorder.handle(event, into: &sink)
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
    ) where Handler.Sink == [GestureEvent] {
        var table = TouchTable<10>(
            geometry: script.geometry, touchTimeout: script.touchTimeout.map { Microseconds($0) } ?? .unlimited)
        var engine = GestureEngine<StandardRecognizer, TouchStreams, StrokePaths, DelegateDecisions<12>, 12, 8, 0>(
            script.makeSetup())
        engine.explains = true
        var recorder = handler
        var events: [GestureEvent] = []
        let reference = ReferenceEngine(expected)
        var watch = ReferenceWatch(script)
        var time = Instant.zero

        func pass(isReport: Bool) {
            reference.take(watch.change(&table, isReport: isReport))
            engine.report(&table, &recorder, &events)
        }
        func step(to instant: Instant) {
            time = instant
            if table.deadline <= instant {
                table.advance(to: instant)
                pass(isReport: false)
            }
            engine.advance(to: instant, &table, &recorder, &events)
            reference.advance(to: instant.microseconds)
        }
        func next() -> Instant {
            let expected = Instant(microseconds: reference.deadline ?? .max)
            return min(min(table.deadline, engine.deadline), expected)
        }
        func stepDue(before instant: Instant) {
            while next() < instant { step(to: max(next(), time)) }
        }
        func catchUp(before instant: Instant) {
            stepDue(before: instant)
            time = max(time, instant)
            engine.advance(before: time, &table, &recorder, &events)
            reference.advance(before: time.microseconds)
        }
        func report(_ fingers: [ReferenceScript.Finger], at instant: Instant) {
            catchUp(before: instant)
            var contacts = Contacts()
            for finger in fingers { contacts.append(Contact(id: finger.id, x: finger.x, y: finger.y)) }
            table.report(contacts, at: time)
            pass(isReport: true)
        }

        for (at, step) in script.steps {
            let instant = Instant(microseconds: at)
            switch step {
            case .report(let fingers): report(fingers, at: instant)
            case .fault: stepDue(before: instant)
            case .cancel:
                catchUp(before: instant)
                table.cancelAll(at: time)
                pass(isReport: false)
            case .time: stepDue(before: instant + Microseconds(1))
            }
        }
        report([], at: Instant(microseconds: (script.steps.last?.time ?? 0) + 10_000))
        stepDue(before: Instant(microseconds: 1_000_000_000_000))
        (told, self.expected) = (events, reference.events)
    }

    /// The first difference, in words; nil where there is none.
    var difference: String? {
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
        return nil
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
    private var report = 0
    private var reportTimes: [Int64] = [.min]
    private var lifts: [(time: Int64, place: ReferencePlace)] = []

    init(_ script: ReferenceScript) { self.script = script }

    mutating func change<let capacity: Int>(_ table: inout TouchTable<capacity>, isReport: Bool) -> ReferenceChange {
        let time = table.time.microseconds
        if isReport {
            report += 1
            reportTimes.append(time)
        }
        func place(_ point: Point) -> ReferencePlace { ReferencePlace(x: Double(point.x), y: Double(point.y)) }
        var change = ReferenceChange(time: time, report: report, isReport: isReport)
        change.awaitsProof = table.awaitsProof
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
                    number: touch.identity, startTime: landing, zone: script.hit(x: start.x, y: start.y),
                    landingReport: reportTimes.lastIndex(of: landing)!, place: start, sinceLift: since,
                    isProven: changes.proven.contains(slot)))
        }
        for slot in table.down { change.places.append((table[slot].identity, place(table[slot].location))) }
        for slot in changes.ended {
            change.lifted.append(table[slot].identity)
        }
        for slot in changes.cancelled { change.cancelled.append(table[slot].identity) }
        return change
    }
}
