import TaplineCore

/// What a service can be asked on its control socket or on a serial port.
enum Command: Equatable {
    case help, status, reload, cancel, levels, sleep, wake
    case explain(Bool)
    case follow(Follows)
    /// What was said is none, and why.
    case wrong(StaticString)

    /// The longest command, bytes.
    static var longest: Int { 80 }

    /// The commands, for who asks.
    static var manual: StaticString {
        """
        help                 these lines
        status               what is counted
        levels               the output lines: name, level, active or idle
        reload               reads the configuration again
        cancel               cancels every touch
        explain on|off       whether recognizers say why they fail
        sleep, wake          the controller
        follow THING...      on a socket: events touches contacts levels explain bus

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
            var follows = Follows()
            var word = second
            while word.count > 0 {
                guard let one = Follows(word) else {
                    self = .wrong("there are events, touches, contacts, levels, explain and bus to follow")
                    return
                }
                follows.formUnion(one)
                word = Command.word(of: &line, from: &place)
            }
            self = follows.isEmpty ? .wrong("write what to follow: follow events levels") : .follow(follows)
        } else {
            self = .wrong("there is no such command; help says which there are")
        }
    }

    /// The command of one word that is called so.
    private static func plain(_ name: Name) -> Command? {
        if name == Name("status") { return .status }
        if name == Name("levels") { return .levels }
        if name == Name("reload") { return .reload }
        if name == Name("cancel") { return .cancel }
        if name == Name("sleep") { return .sleep }
        if name == Name("wake") { return .wake }
        return name == Name("help") ? .help : nil
    }

    static func == (a: Command, b: Command) -> Bool {
        switch (a, b) {
        case (.help, .help), (.status, .status), (.reload, .reload), (.cancel, .cancel), (.levels, .levels),
            (.sleep, .sleep), (.wake, .wake), (.wrong, .wrong):
            true
        case (.explain(let a), .explain(let b)): a == b
        case (.follow(let a), .follow(let b)): a == b
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
    let rawValue: UInt8

    static let events = Follows(rawValue: 1)
    static let touches = Follows(rawValue: 2)
    static let contacts = Follows(rawValue: 4)
    static let levels = Follows(rawValue: 8)
    static let explain = Follows(rawValue: 16)
    static let bus = Follows(rawValue: 32)
}

extension Follows {
    /// The thing that is called so; nil: there is none.
    init?(_ name: Name) {
        if name == Name("events") {
            self = .events
        } else if name == Name("touches") {
            self = .touches
        } else if name == Name("contacts") {
            self = .contacts
        } else if name == Name("levels") {
            self = .levels
        } else if name == Name("explain") {
            self = .explain
        } else if name == Name("bus") {
            self = .bus
        } else {
            return nil
        }
    }
}
