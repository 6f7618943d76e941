import TaplineFormats

/// What a monitor knows: folded from messages, drawn by ``MonitorScreen``. Everything in it is bounded.
package struct MonitorState: Sendable {
    /// How the source is.
    package enum Connection: Equatable, Sendable {
        case open
        /// It has gone, why, and is tried again.
        case lost(String)
        /// It has come to its end.
        case ended
    }
    /// A finger on the panel.
    package struct Finger: Equatable, Sendable {
        package var id: Int
        package var x: Double
        package var y: Double
    }
    /// A place where a finger has been.
    package struct TrailPoint: Sendable {
        package var id: Int
        package var x: Double
        package var y: Double
        /// When the monitor saw it, µs of the monitor's own clock.
        package var seen: Int64
        /// The way from the point before leads here.
        package var continues: Bool
    }
    /// A gesture, as it was reported last.
    package struct Gesture: Sendable {
        package var event: ViewEvent
        package var isRunning: Bool
        package var seen: Int64
        package var recognitions = 0
        package var cancellations = 0
    }
    /// A line of the log.
    package struct Entry: Sendable {
        package enum Tone: Sendable { case event, progress, level, note, problem }
        package var text: String
        package var tone: Tone
    }
    /// Why a candidate failed.
    package struct Failure: Sendable {
        package var time: Int64
        package var name: String
        package var why: String
    }

    /// What the source is called.
    package var source: String
    package var connection = Connection.open
    package private(set) var panel: ViewPanel?
    package private(set) var board = ""
    /// The farthest place reported, where no panel was.
    package private(set) var farthest = (x: 0.0, y: 0.0)
    package private(set) var fingers: [Finger] = []
    package private(set) var trail = Ring<TrailPoint>(capacity: 2_048)
    /// In the order in which they came first.
    package private(set) var gestures: [Gesture] = []
    package private(set) var lines: [ViewPanel.Line] = []
    /// What a player plays; empty: there is none.
    package private(set) var playing = ""
    package private(set) var log = Ring<Entry>(capacity: 500)
    package private(set) var failures = Ring<Failure>(capacity: 64)
    package private(set) var sequence = SequenceCheck()
    /// Events, also those on the way.
    package private(set) var events: Int64 = 0
    package private(set) var reports: Int64 = 0
    /// What the motion sensor measured last; nil where none tells anything.
    package private(set) var motion: ViewMotion?
    package private(set) var damaged: Int64 = 0
    package private(set) var leftOut: Int64 = 0
    package private(set) var reconnections: Int64 = 0
    package private(set) var busLines: Int64 = 0
    /// Events in the last whole second.
    package private(set) var rate = 0
    private var second: Int64 = .min
    private var eventsInSecond = 0
    /// The source reports fingers; else they are where gestures say.
    private var tellsFingers = false

    private static var mostGestures: Int { 64 }
    private static var mostLines: Int { 64 }

    package init(source: String) { self.source = source }

    /// Forgets what has gathered: counters, log, trails.
    package mutating func clear() {
        trail.removeAll()
        log.removeAll()
        failures.removeAll()
        gestures.removeAll { !$0.isRunning }
        for index in gestures.indices { (gestures[index].recognitions, gestures[index].cancellations) = (0, 0) }
        (events, reports, damaged, leftOut, reconnections, busLines) = (0, 0, 0, 0, 0, 0)
        sequence.forgetCounts()
    }

    /// Time passes: the rate is that of the last whole second.
    package mutating func pass(_ now: Int64) {
        guard now / 1_000_000 != second else { return }
        rate = now / 1_000_000 == second &+ 1 ? eventsInSecond : 0
        second = now / 1_000_000
        eventsInSecond = 0
    }

    /// The source has gone.
    package mutating func lose(_ why: String) {
        connection = .lost(why)
        fingers.removeAll(keepingCapacity: true)
        motion = nil
        playing = ""
        for index in gestures.indices { gestures[index].isRunning = false }
        note("\(source) has gone: \(why); waiting for it", .problem)
    }

    /// The source is there; `isNew`: for the first time.
    package mutating func comeBack(isNew: Bool) {
        connection = .open
        if !isNew { reconnections += 1 }
        note("\(source) is \(isNew ? "there" : "back")", .note)
    }

    /// Takes a message that came at `now`, µs of the monitor's own clock.
    package mutating func take(_ message: ViewMessage, at now: Int64) {
        pass(now)
        switch message {
        case .greeting(let board, let configuration): greet(board, configuration)
        case .panel(let panel):
            self.panel = panel
            lines = panel.lines
            if !panel.board.isEmpty { board = panel.board }
        case .event(let event): take(event, at: now)
        case .fingers(_, let list): take(list, at: now)
        case .motion(let motion): self.motion = motion
        case .sensor(let time, let number, let isThere):
            check(number)
            if !isThere { motion = nil }
            note(
                "\(MonitorText.time(time))  \(isThere ? "the motion sensor is there" : "the motion sensor is lost")",
                isThere ? .note : .problem)
        case .disabled(_, let zones): panel?.disabledZones = zones
        case .level(let time, let line, let isHigh, let isActive):
            set(line: line, isHigh: isHigh, isActive: isActive)
            note(MonitorText.line(time: time, line, isHigh: isHigh, isActive: isActive), .level)
        case .playing(_, let what):
            // (That there is no player is no news at the beginning.)
            if what != playing, let line = MonitorText.line(message) { note(line, .note) }
            playing = what
        case .bus(.header(let chip, let board)): greet(board.isEmpty ? chip : board, "")
        case .bus(.entry): busLines += 1
        case .disturbance(let time, let what): note("\(MonitorText.time(time))  \(what)", .problem)
        case .dropped(_, let count):
            leftOut = saturatingSum(leftOut, Int64(count))
        case .text(let text): note(text, .note)
        case .damaged(let why, let line):
            damaged += 1
            note("damaged: \(why): \(line)", .problem)
        case .run, .fragment, .unknown: break
        }
    }

    private mutating func greet(_ board: String, _ configuration: String) {
        sequence.begin(board, configuration)
        self.board = board
        let digest = configuration.isEmpty ? "" : ", \(configuration.prefix(15))"
        note("\(board)\(digest)", .note)
    }

    private mutating func take(_ event: ViewEvent, at now: Int64) {
        events += 1
        eventsInSecond += 1
        check(event.sequence)
        farthest = (max(farthest.x, event.x), max(farthest.y, event.y))
        switch event.subject {
        case .touch: follow(event, at: now)
        case .gesture where event.state == "failed":
            failures.append(Failure(time: event.time, name: event.name, why: event.why ?? ""))
        case .gesture, .control: update(event, at: now)
        }
        guard event.subject != .touch, event.state != "failed" else { return }
        if event.state == "cancelled" || event.state == "revoked", let why = event.why {
            failures.append(Failure(time: event.time, name: event.name, why: why))
        }
        if !event.isProgress { note(MonitorText.line(event), event.isRecognition ? .event : .progress) }
    }

    private mutating func check(_ number: Int64?) {
        if let news = sequence.check(number) { note(news, .problem) }
    }

    private mutating func update(_ event: ViewEvent, at now: Int64) {
        let isRunning = ["began", "changed", "tentative", "press", "change"].contains(event.state)
        let place: Int
        if let known = gestures.firstIndex(where: { $0.event.name == event.name && $0.event.subject == event.subject })
        {
            place = known
        } else if gestures.count < Self.mostGestures {
            place = gestures.count
            gestures.append(Gesture(event: event, isRunning: isRunning, seen: now))
        } else {
            return
        }
        // (What was running was recognized before, also where its kind just happens otherwise.)
        let isRecognition = event.isRecognition && !(event.state == "ended" && gestures[place].isRunning)
        gestures[place].event = event
        gestures[place].isRunning = isRunning
        gestures[place].seen = now
        if isRecognition || event.state == "click" { gestures[place].recognitions += 1 }
        if event.state == "cancelled" { gestures[place].cancellations += 1 }
        // Where nobody reports fingers, the middle of a gesture's fingers stands for them.
        guard !tellsFingers, event.subject == .gesture, event.touches != 0 else { return }
        let id = place
        if isRunning || event.isDiscrete { leaveTrail(id, event.x, event.y, at: now) }
        fingers.removeAll { $0.id == id }
        if isRunning { fingers.append(Finger(id: id, x: event.x, y: event.y)) }
    }

    private mutating func follow(_ event: ViewEvent, at now: Int64) {
        startTellingFingers()
        let id = Int(event.name) ?? 0
        let isThere = fingers.contains { $0.id == id }
        fingers.removeAll { $0.id == id }
        guard event.state == "began" || event.state == "moved" else { return }
        leaveTrail(id, event.x, event.y, at: now, continues: isThere)
        if fingers.count < 16 { fingers.append(Finger(id: id, x: event.x, y: event.y)) }
    }

    private mutating func take(_ list: [ViewMessage.Finger], at now: Int64) {
        startTellingFingers()
        reports += 1
        for finger in list {
            farthest = (max(farthest.x, finger.x), max(farthest.y, finger.y))
            leaveTrail(
                finger.id, finger.x, finger.y, at: now, continues: fingers.contains { $0.id == finger.id })
        }
        fingers.removeAll(keepingCapacity: true)
        for finger in list { fingers.append(Finger(id: finger.id, x: finger.x, y: finger.y)) }
    }

    private mutating func startTellingFingers() {
        guard !tellsFingers else { return }
        tellsFingers = true
        fingers.removeAll()
        trail.removeAll()
    }

    private mutating func leaveTrail(_ id: Int, _ x: Double, _ y: Double, at now: Int64, continues: Bool? = nil) {
        let isThere = continues ?? fingers.contains { $0.id == id }
        trail.append(TrailPoint(id: id, x: x, y: y, seen: now, continues: isThere))
    }

    private mutating func set(line name: String, isHigh: Bool?, isActive: Bool) {
        if let index = lines.firstIndex(where: { $0.name == name }) {
            lines[index].isActive = isActive
            lines[index].isHigh = isHigh ?? lines[index].isHigh
        } else if lines.count < Self.mostLines {
            lines.append(.init(name: name, isHigh: isHigh, isActive: isActive))
        }
    }

    private mutating func note(_ text: String, _ tone: Entry.Tone) { log.append(Entry(text: text, tone: tone)) }
}
