import Glibc
import TaplineCore
import TaplineSimulator

/// A line of a script: a name, and words behind it.
struct ScriptLine {
    let line: String
    let name: String
    let arguments: [String]

    init(_ line: String) {
        self.line = line
        let all = words(of: line)
        name = all[0]
        arguments = Array(all.dropFirst())
    }

    /// What stands behind the first `count` words, as it is written.
    func rest(_ count: Int) throws(Complaint) -> String {
        var text = line[...]
        for _ in 0..<count { text = text.drop { $0 != " " }.drop { $0 == " " } }
        guard !text.isEmpty else { throw Complaint("'\(name)' needs more words") }
        return String(text)
    }

    func number(_ index: Int) throws(Complaint) -> Int {
        guard index < arguments.count, let number = arguments[index].number else {
            throw Complaint("'\(name)' needs a number")
        }
        return number
    }

    func time(_ index: Int) throws(Complaint) -> Microseconds {
        guard index < arguments.count else { throw Complaint("'\(name)' needs a time: 600ms") }
        return try Script.time(arguments[index])
    }
}

// What each command does.
extension Script {
    /// The commands of every level; ``World/commands`` are those of one.
    static let common = [
        "wait", "seen", "wait-times", "pulse", "terminate", "hold", "quiet", "include", "repeat", "timeout", "mark",
        "never", "since-mark", "exactly",
        "at-least", "level", "fingers", "lift", "scan", "tap", "press", "swipe", "pan", "play", "sweep", "second",
        "fault", "motion", "reset", "during-read", "int", "take", "signal", "copy", "count", "most", "same", "near",
        "more",
    ]

    /// The complaint about a command that there is not.
    static func unknown(_ name: String) -> String {
        "what is '\(name)'? There are \((common + World.commands).joined(separator: ", "))"
    }

    func perform(_ line: String, _ world: World) throws(Complaint) {
        let command = ScriptLine(line)
        let (name, words) = (command.name, command.arguments)
        switch name {
        // Expectations
        case "wait": wait(.line(Pattern(try command.rest(1)), times: 1))
        case "seen": wait(.line(Pattern(try command.rest(1)), times: 1, keepsMark: true))
        case "wait-times": wait(.line(Pattern(try command.rest(2)), times: try command.number(0)))
        case "pulse": insert("wait line \(try command.rest(1)) 1", "wait line \(try command.rest(1)) 0")
        case "terminate": insert("signal TERM", "wait exit 0")
        case "hold": wait(.time(Clock.now + (try command.time(0))))
        case "quiet": wait(.quiet(try command.time(0)))
        case "include", "repeat": try include(words.last ?? "", times: name == "repeat" ? try command.number(0) : 1)
        case "timeout": patience = try command.time(0)
        case "mark": mark = world.trace.lines.count
        case "never": try expect(0...0, Pattern(try command.rest(1)), from: 0, world)
        case "since-mark": try expect(0...0, Pattern(try command.rest(2)), from: mark, world)
        case "exactly":
            try expect(try command.number(0)...(try command.number(0)), Pattern(try command.rest(2)), from: 0, world)
        case "at-least": try expect((try command.number(0))...Int.max, Pattern(try command.rest(2)), from: 0, world)
        case "level":
            for line in words.dropFirst() { try expect(try command.number(0) == 1, of: line, world) }

        // Fingers
        case "fingers": world.surface.fingers.put(try Script.contacts(words), at: Clock.now)
        case "lift": world.surface.fingers.put(Contacts(), at: Clock.now)
        case "scan": world.surface.fingers.interval = try command.time(0)
        case "tap", "press", "swipe", "pan", "play":
            world.surface.fingers.play(try script(name, words, world), at: Clock.now)
            wait(.fingers(world.surface))
        case "sweep":
            world.surface.fingers.sweep(
                from: Point(x: Float(try command.number(0)), y: Float(try command.number(1))),
                to: Point(x: Float(try command.number(2)), y: Float(try command.number(3))), at: Clock.now)

        case "second":
            world.chosen = 1
            defer { world.chosen = 0 }
            try perform(try command.rest(1), world)

        // Bus and chip
        case "fault" where words.first == "hang": world.faults.hang = try command.time(1)
        case "fault":
            let isNack = words.first == "nack"
            world.faults.error = isNack ? World.noAnswer : Int32(try command.number(1))
            world.faults.count = isNack ? try command.number(1) : try command.number(3)
        case "motion": try world.move(command)
        case "reset": world.resetChip()
        case "during-read": world.duringRead = try command.rest(1)

        // Lines
        case "int" where words.first == "stuck":
            world.holdInterrupt(at: try command.number(1) == 1)
        case "int" where words.first == "ok": world.holdInterrupt(at: nil)
        case "take":
            try world.take(try command.rest(1).split(separator: " ").first.map(String.init) ?? "", words.last ?? "")

        // The program and its surroundings
        case "signal":
            let signals = ["TERM": SIGTERM, "HUP": SIGHUP, "INT": SIGINT, "KILL": SIGKILL, "USR1": SIGUSR1]
            guard let signal = signals[words.first ?? ""] else { throw Complaint("no such signal") }
            world.trace.add("signal \(words[0])")
            world.send(signal)
        case "copy":
            guard words.count == 2 else { throw Complaint("write: copy FROM TO") }
            try put(try contents(of: words[0]), into: words[1] + ".new")
            guard Glibc.rename(words[1] + ".new", words[1]) == 0 else { throw Complaint(errorText(errno)) }
        case "count": counts[words.first ?? ""] = try world.count(words.first ?? "")
        case "most":
            let now = try world.count(words.first ?? "")
            guard now <= (try command.number(1)) else { throw Complaint("it is \(now)") }
        case "same", "near", "more":
            let now = try world.count(words.first ?? "")
            guard let before = counts[words.first ?? ""] else { throw Complaint("it was not counted before") }
            let percent = name == "same" ? 0 : Int(words.last?.dropLast() ?? "") ?? 0
            let (found, wanted) = name == "more" ? (now - before, try command.number(1)) : (now, before)
            guard abs(found - wanted) * 100 <= wanted * percent else { throw Complaint("\(now), and \(before) before") }
        default:
            guard try world.perform(command) else { throw Complaint(Script.unknown(name)) }
        }
    }

    private func expect(_ level: Bool, of line: String, _ world: World) throws(Complaint) {
        guard let found = world.level(of: line) else { throw Complaint("there is no line '\(line)'") }
        guard found == level else { throw Complaint("the level of \(line) is \(found ? 1 : 0)") }
    }

    private func expect(
        _ range: ClosedRange<Int>, _ pattern: Pattern, from first: Int, _ world: World
    ) throws(Complaint) {
        let lines = world.trace.lines[first...]
        let count = lines.count { !$0.hasPrefix("> ") && pattern.matches($0) }
        guard range.contains(count) else { throw Complaint("it is there \(count) times") }
    }

    // MARK: Fingers

    static func time(_ text: String) throws(Complaint) -> Microseconds {
        for (unit, factor) in [("ms", 1_000), ("us", 1), ("s", 1_000_000)] where text.hasSuffix(unit) {
            guard let count = Int64(text.dropLast(unit.count)) else { break }
            return Microseconds(count * Int64(factor))
        }
        throw Complaint("'\(text)' is no time: write 600ms")
    }

    private static func contacts(_ words: [String]) throws(Complaint) -> Contacts {
        var contacts = Contacts()
        for word in words {
            guard let (id, place) = word.halves(":"), let (x, y) = place.halves(","), let id = Int32(id),
                let x = Float(x), let y = Float(y)
            else { throw Complaint("'\(word)' is no finger: write 0:100,200") }
            contacts.append(Contact(id: id, x: x, y: y, pressure: 40))
        }
        return contacts
    }

    private func script(_ name: String, _ words: [String], _ world: World) throws(Complaint) -> FingerScript {
        if name == "play" {
            guard let path = words.first, let chip = world.surface.description else {
                throw Complaint("write: play TRACE.jsonl")
            }
            do throws(LineFormatError) {
                let bytes: [UInt8]
                do throws(Complaint) { bytes = try contents(of: path) } catch {
                    throw LineFormatError(file: path, line: 0, message: error.message)
                }
                return try Trace(bytes, file: path).script(width: chip.width, height: chip.height)
            } catch {
                throw Complaint("\(error)")
            }
        }
        let places = words.prefix { Float($0) != nil }.compactMap { Float($0) }
        guard places.count == (name == "tap" || name == "press" ? 2 : 4) else {
            throw Complaint("'\(name)' needs places")
        }
        let usual: [String: Int64] = ["tap": 80, "press": 800, "swipe": 180, "pan": 1_000]
        var duration = Microseconds.milliseconds(usual[name]!)
        if places.count < words.count { duration = try Script.time(words[places.count]) }
        var script = FingerScript(rateHz: Int(1_000_000 / world.surface.fingers.interval.count))
        switch name {
        case "swipe":
            script.swipe(fromX: places[0], y: places[1], toX: places[2], y: places[3], duration: duration)
        case "pan": script.pan(fromX: places[0], y: places[1], toX: places[2], y: places[3], duration: duration)
        default: script.hold(x: places[0], y: places[1], duration: duration)
        }
        return script
    }
}
