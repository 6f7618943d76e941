import TestSupport

/// A recognizer that does what it is told, by the number of reports since its finger landed.
struct Scripted: Recognizer {
    var kind: StaticString = "scripted"
    var isContinuous = false
    /// The report at which it is ready, counted from 1.
    var readyAt = Int.max
    /// The report at which it fails; it fails at the lift in any case if it is not ready by then.
    var failsAt = Int.max
    /// The report from which it is no longer what it was when it became ready.
    var lapsesAt = Int.max
    /// The report from which it is undecided, until it is ready or fails.
    var undecidedAt = Int.max
    /// Whether it waits while another is undecided.
    var leavesFirst = false
    var traits: RecognizerTraits { leavesFirst ? .leavesFirstToMovement : .none }
    var preventsOthers = true
    var action: Control.Action?
    private var reports = 0

    init(_ change: (inout Scripted) -> Void = { _ in }) { change(&self) }

    static var filler: Scripted { Scripted() }
    func canPrevent(_ other: Scripted) -> Bool { preventsOthers }

    mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer { .take }

    mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        if mine.intersects(table.changes.moved) { reports += 1 }
        if reports >= failsAt { return .failed(.wrongDirection) }
        if reports >= readyAt { return .ready }
        if (mine - table.changes.ended).isEmpty { return .failed(.liftedEarly) }
        return reports >= undecidedAt ? .undecided : .possible
    }

    func isStillReady<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool { reports < lapsesAt }

    func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action? { action }

    mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress { (mine - table.changes.ended).isEmpty ? .ended : .unchanged }

    func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot { GestureSnapshot(touches: mine.count, location: .zero, values: .none) }

    mutating func reset() { reports = 0 }
}

/// A delegate that answers from lists of pairs (first, second), and notes what it is asked.
struct Answers: GestureHandler {
    struct Pair: Hashable {
        var first: Int
        var second: Int
        init(_ first: Int, _ second: Int) { (self.first, self.second) = (first, second) }
    }

    static var decidesRelations: Bool { true }
    var refused: Set<Int> = []
    var requires: Set<Pair> = []
    var isRequiredBy: Set<Pair> = []
    var together: Set<Pair> = []
    var cannotPrevent: Set<Pair> = []
    var cannotBePreventedBy: Set<Pair> = []
    var asked: [String] = []

    mutating func shouldBegin(gesture: Int) -> Bool {
        asked.append("begin \(gesture)")
        return !refused.contains(gesture)
    }
    mutating func shouldRequireFailure(gesture: Int, of other: Int) -> Bool {
        asked.append("require \(gesture) \(other)")
        return requires.contains(Pair(gesture, other))
    }
    mutating func shouldBeRequiredToFail(gesture: Int, by other: Int) -> Bool {
        asked.append("required \(gesture) \(other)")
        return isRequiredBy.contains(Pair(gesture, other))
    }
    mutating func shouldRecognizeSimultaneously(gesture: Int, with other: Int) -> Bool {
        asked.append("together \(gesture) \(other)")
        return together.contains(Pair(gesture, other))
    }
    mutating func canPrevent(gesture: Int, other: Int) -> Bool {
        asked.append("prevent \(gesture) \(other)")
        return !cannotPrevent.contains(Pair(gesture, other))
    }
    mutating func canBePrevented(gesture: Int, by other: Int) -> Bool {
        asked.append("prevented \(gesture) \(other)")
        return !cannotBePreventedBy.contains(Pair(gesture, other))
    }

    /// Told in full: time in ms, gesture, state, reason.
    mutating func handle(_ event: GestureEvent, into sink: inout [String]) {
        if event.state == .changed { return }
        let reason = event.reason.map { " \($0.code)" } ?? ""
        sink.append("\(event.time.microseconds / 1_000) \(event.gesture) \(event.state)\(reason)")
    }
}

typealias ScriptedSetup = GestureSetup<Scripted, 8, 4, 0>

/// An engine of scripted recognizers, and fingers.
struct ScriptedPanel: ~Copyable {
    private var engine: GestureEngine<Scripted, TouchStreams, StrokePaths, DelegateDecisions<8>, 8, 4, 0>
    private var table = TouchTable<8>(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)))
    private var fingers: [(id: Int32, x: Float)] = []
    private var time: Int64 = 0
    var answers: Answers
    private(set) var story: [String] = []

    init(_ setup: ScriptedSetup, _ answers: Answers = Answers()) {
        engine = GestureEngine(setup)
        engine.explains = true
        self.answers = answers
    }

    var ignoredAnswers: UInt32 { engine.ignoredAnswers }

    private mutating func report(at ms: Int64) {
        time = ms
        let now = Instant(microseconds: ms * 1_000)
        engine.advance(before: now, &table, &answers, &story)
        let contacts = Contacts(fingers.map { Contact(id: $0.id, x: $0.x, y: 100) })
        table.report(contacts, at: now)
        engine.report(&table, &answers, &story)
    }

    mutating func down(_ ms: Int64, id: Int32 = 0, x: Float = 100) {
        fingers.append((id, x))
        report(at: ms)
    }
    /// Every finger moves a little, so many times, `period` µs apart.
    mutating func move(_ times: Int, every period: Int64 = 10_000) {
        for i in 1...times {
            for i in fingers.indices { fingers[i].x += 1 }
            report(at: time + (period * Int64(i)) / 1_000 - (period * Int64(i - 1)) / 1_000)
        }
    }
    mutating func up(id: Int32 = 0) {
        fingers.removeAll { $0.id == id }
        report(at: time + 10)
    }
    /// One finger, down at `ms`, ten steps, up.
    mutating func drag(from ms: Int64 = 0, x: Float = 100) {
        down(ms, x: x)
        move(10)
        up()
    }
    /// What became of `gesture`, without its index.
    func story(of gesture: Int) -> [String] {
        story.compactMap { line in
            let words = line.split(separator: " ")
            guard words[1] == "\(gesture)" else { return nil }
            return ([words[0]] + words[2...]).joined(separator: " ")
        }
    }
}

/// Where two recognizers sit.
enum Arrangement: CaseIterable {
    case sameZone, firstNearer, secondNearer

    /// Zones of a setup; the first recognizer's zone and the second's.
    func zones(_ setup: inout ScriptedSetup) throws -> (Int, Int) {
        let inner = try setup.add(
            Zone(shape: .rectangle(from: Point(x: 0, y: 0), to: Point(x: 400, y: 480))))
        return switch self {
        case .sameZone: (0, 0)
        case .firstNearer: (inner, 0)
        case .secondNearer: (0, inner)
        }
    }
}
