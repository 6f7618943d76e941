import TaplineCore

/// What a service can be asked on its control socket or on a serial port.
enum Command: Equatable {
    case help, status, reload, cancel, levels, sleep, wake
    case explain(Bool)
    /// What is followed, and how often the motion sensor's data are; 0: each reading.
    case follow(Follows, every: Microseconds = .zero)
    /// A command to whatever plays, with its value.
    case remote(RemoteCommand, Float)
    /// What somebody plays: the session has the line.
    case now
    case states(isJSON: Bool)
    case setEnabled(Bool, Target)
    /// A control, and the value that it gets.
    case set(Name, Float)
    case become(Name)
    case resign
    /// The fingers on a simulated panel, all of them, in its raw px.
    case touch([Contact])
    /// What was said is none, and why.
    case wrong(String)

    /// A gesture or a zone, as it is called: `NAME`, or `zone NAME`.
    struct Target: Equatable {
        /// The whole; empty where that is longer than a name.
        var name: Name
        /// What stands behind `zone`; nil: it is no zone.
        var zone: Name?
    }

    /// The group whose members may give every command at a control socket, beside root and the daemon's own user.
    static var group: StaticString { "tapline-control" }

    /// Whether it only looks: whoever may connect may give it. The others change something.
    var onlyLooks: Bool {
        switch self {
        case .help, .status, .levels, .states, .follow, .wrong: true
        default: false
        }
    }

    /// The longest command, bytes.
    static var longest: Int { 80 }

    /// The commands, for who asks.
    static var manual: StaticString {
        """
        help                 these lines
        status               what is counted
        levels               the output lines: name, level, active or idle
        states [json]        gestures, zones, controls, first responder: where they stand
        enable NAME          a gesture, or zone NAME
        disable NAME         the same, until it is enabled or the daemon restarts
        set CONTROL VALUE    a switch 0 or 1, a slider, a stepper; segments and pages from 0
        become ZONE, resign  who is the first responder
        reload               reads the configuration again
        cancel               cancels every touch
        explain on|off       whether recognizers say why they fail
        sleep, wake          the controller
        touch ID X Y...      the fingers on a simulated panel, all of them, in its px
        remote COMMAND [X]   as a remote control: nextTrack, skip -15, changeVolume +1
        now OBJECT           on a socket: what a player plays, now {"state":"paused","title":"…"}
        follow THING...      on a socket: events touches contacts levels values explain bus
                             now commands, motion and its interval: follow motion 20ms

        """
    }

    /// The command that `line` is; nil for a line without a word.
    init?(_ line: inout ByteLine) {
        guard line.count <= Command.longest else {
            self = .wrong("a command has at most 80 bytes")
            return
        }
        var place = 0
        let first = Command.word(of: &line, from: &place)
        let behindFirst = place
        guard first.count > 0 else { return nil }
        let second = Command.word(of: &line, from: &place)
        if let plain = Command.plain(first) {
            self = second.count == 0 ? plain : .wrong("this command has nothing after it")
            return
        }
        if first == Name("explain") {
            let rest = Command.word(of: &line, from: &place)
            guard rest.count == 0, second == Name("on") || second == Name("off") else {
                self = .wrong("write explain on, or explain off")
                return
            }
            self = .explain(second == Name("on"))
        } else if first == Name("follow") {
            self = Command.follow(second, of: &line, from: &place)
        } else if first == Name("touch") {
            self = Command.touch(second, of: &line, from: &place)
        } else if first == Name("remote") {
            let value = Command.word(of: &line, from: &place)
            let rest = Command.word(of: &line, from: &place)
            let remote = rest.count == 0 ? Command.remote(second, value: value) : nil
            self =
                remote
                ?? .wrong(
                    Command.remoteMeant(by: second)
                        + """
                        write play, pause, stop, togglePlayPause, nextTrack, previousTrack, toggleMute, beginSeekingForward or \
                        Backward, endSeekingForward or Backward; with a number skip, changePosition, rating, changeVolume: \
                        remote skip 15
                        """)
        } else if first == Name("now") {
            // (A session at a socket does not come here with it.)
            self = .wrong(
                #"what plays is told at the control socket, with an object in JSON: now {"state":"playing"}"#)
        } else if first == Name("states") {
            let rest = Command.word(of: &line, from: &place)
            let isJSON = second == Name("json")
            self =
                rest.count == 0 && (isJSON || second.count == 0) ? .states(isJSON: isJSON) : .wrong("write states json")
        } else if first == Name("set") {
            self = Command.set(of: &line, from: behindFirst)
        } else if first == Name("enable") || first == Name("disable") || first == Name("become") {
            let target = Command.target(of: &line, from: behindFirst)
            if second.count == 0 {
                self =
                    first == Name("become")
                    ? .wrong("write the name of a zone") : .wrong("write the name of a gesture, or zone and its name")
            } else if first == Name("become") {
                self = .become(target.zone ?? target.name)
            } else {
                self = .setEnabled(first == Name("enable"), target)
            }
        } else {
            self = .wrong("there is no such command; help says which there are")
        }
    }

    /// What the rest of a line sets: its last word is the value, since names have spaces.
    private static func set(of line: inout ByteLine, from start: Int) -> Command {
        var end = line.count
        while end > start, isSpace(line[end - 1]) { end -= 1 }
        var last = end
        while last > start, !isSpace(line[last - 1]) { last -= 1 }
        let name = rest(of: &line, from: start, to: last)
        guard name.count > 0, let value = amount(rest(of: &line, from: last, to: end)) else {
            return .wrong("write the name of a control and a number: set volume 5")
        }
        return .set(name, value)
    }

    /// What the words from `first` on follow.
    private static func follow(_ first: Name, of line: inout ByteLine, from place: inout Int) -> Command {
        var follows = Follows()
        var interval: Microseconds?
        var word = first
        while word.count > 0 {
            if let one = Follows(word) {
                follows.formUnion(one)
            } else if let length = Command.interval(word), follows.contains(.motion), interval == nil {
                interval = length
            } else {
                return .wrong(
                    "there are events, touches, contacts, levels, values, explain, bus, now, commands and motion to follow, motion at 1ms to 60000ms"
                )
            }
            word = Command.word(of: &line, from: &place)
        }
        return follows.isEmpty
            ? .wrong("write what to follow: follow events levels") : .follow(follows, every: interval ?? .zero)
    }

    /// The fingers from `first` on: three numbers each.
    private static func touch(_ first: Name, of line: inout ByteLine, from place: inout Int) -> Command {
        var fingers: [Contact] = []
        var word = first
        while word.count > 0 {
            let across = Command.word(of: &line, from: &place)
            let down = Command.word(of: &line, from: &place)
            guard let id = amount(word), let x = amount(across), let y = amount(down), (0...15).contains(id),
                id == id.rounded(),
                (0...65_535).contains(x), (0...65_535).contains(y), !fingers.contains(where: { $0.id == Int32(id) })
            else {
                return .wrong(
                    "write a number, 0 to 15, x and y on the panel of each finger, none twice: touch 0 100 200 1 300 200"
                )
            }
            fingers.append(Contact(id: Int32(id), x: x, y: y))
            word = Command.word(of: &line, from: &place)
        }
        return .touch(fingers)
    }

    /// The interval that `word` writes, `20ms`; nil: none, or one beyond 1…60000 ms.
    private static func interval(_ word: Name) -> Microseconds? {
        var milliseconds: Int64 = 0
        let digits = word.count - 2
        guard (1...5).contains(digits), word[digits] == UInt8(ascii: "m"), word[digits + 1] == UInt8(ascii: "s") else {
            return nil
        }
        for i in 0..<digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(word[i]) else { return nil }
            milliseconds = milliseconds * 10 + Int64(word[i] - UInt8(ascii: "0"))
        }
        return (1...60_000).contains(milliseconds) ? .milliseconds(milliseconds) : nil
    }

    /// What the rest of a line names: names have spaces.
    private static func target(of line: inout ByteLine, from start: Int) -> Target {
        var place = start
        let whole = rest(of: &line, from: start)
        guard word(of: &line, from: &place) == Name("zone") else { return Target(name: whole) }
        let zone = rest(of: &line, from: place)
        return Target(name: whole, zone: zone.count > 0 ? zone : nil)
    }

    /// The rest of a line, up to `end`, without the spaces around it; empty where that is longer than a name.
    private static func rest(of line: inout ByteLine, from start: Int, to end: Int? = nil) -> Name {
        var place = start
        var end = end ?? line.count
        while place < end, isSpace(line[place]) { place += 1 }
        while end > place, isSpace(line[end - 1]) { end -= 1 }
        var name = Name()
        while place < end {
            guard name.append(line[place]) else { return Name() }
            place += 1
        }
        return name
    }

    /// The command of one word that is called so.
    private static func plain(_ name: Name) -> Command? {
        switch name {
        case Name("status"): .status
        case Name("levels"): .levels
        case Name("reload"): .reload
        case Name("cancel"): .cancel
        case Name("sleep"): .sleep
        case Name("wake"): .wake
        case Name("resign"): .resign
        case Name("help"): .help
        default: nil
        }
    }

    /// (All that are wrong are equal.)
    static func == (a: Command, b: Command) -> Bool {
        switch (a, b) {
        case (.help, .help), (.status, .status), (.reload, .reload), (.cancel, .cancel), (.levels, .levels),
            (.sleep, .sleep), (.wake, .wake), (.wrong, .wrong), (.resign, .resign), (.now, .now):
            true
        case (.states(let a), .states(let b)): a == b
        case (.setEnabled(let a, let target), .setEnabled(let b, let other)): a == b && target == other
        case (.become(let a), .become(let b)): a == b
        case (.touch(let a), .touch(let b)): a == b
        case (.set(let a, let x), .set(let b, let y)): a == b && x == y
        case (.explain(let a), .explain(let b)): a == b
        case (.follow(let a, let x), .follow(let b, let y)): a == b && x == y
        case (.remote(let a, let x), .remote(let b, let y)): a == b && x == y
        default: false
        }
    }

    /// The next word, moved behind; empty at the end. One that is longer than a name is cut, and so is no command.
    private static func word(of line: inout ByteLine, from place: inout Int) -> Name {
        var word = Name()
        while place < line.count, isSpace(line[place]) { place += 1 }
        while place < line.count, !isSpace(line[place]) {
            word.append(line[place])
            place += 1
        }
        return word
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// What a connection that follows gets.
struct Follows: OptionSet {
    let rawValue: UInt16

    static let events = Follows(rawValue: 1)
    static let touches = Follows(rawValue: 2)
    static let contacts = Follows(rawValue: 4)
    static let levels = Follows(rawValue: 8)
    static let explain = Follows(rawValue: 16)
    static let bus = Follows(rawValue: 32)
    static let motion = Follows(rawValue: 64)
    static let now = Follows(rawValue: 128)
    static let commands = Follows(rawValue: 256)
    static let values = Follows(rawValue: 512)
}

extension Follows {
    /// The thing that is called so; nil: there is none.
    init?(_ name: Name) {
        switch name {
        case Name("events"): self = .events
        case Name("touches"): self = .touches
        case Name("contacts"): self = .contacts
        case Name("levels"): self = .levels
        case Name("explain"): self = .explain
        case Name("bus"): self = .bus
        case Name("motion"): self = .motion
        case Name("now"): self = .now
        case Name("commands"): self = .commands
        case Name("values"): self = .values
        default: return nil
        }
    }
}
