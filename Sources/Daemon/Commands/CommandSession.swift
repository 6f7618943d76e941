import TaplineCore
import TaplineFormats
import TaplineLinux

/// Somebody who gives commands, on a connection or at a serial port: his lines as they come, one at a time, and the answer
/// as he takes it.
///
/// The next line is looked at when the answer to the one before has been taken: whoever does not read is not heard.
final class CommandSession {
    /// What an answer ends in.
    enum Ending {
        case ok
        case error(StaticString)
        case refused(String)
    }

    /// What is still to be written of an answer.
    struct Answer {
        /// What has lines before its end.
        enum Body: Equatable {
            case nothing, help, status, levels
            case states(isJSON: Bool)
        }
        var body = Body.nothing
        /// Where in the body it stands.
        var family = 0
        var item = 0
        var ending = Ending.ok
        /// It has been written already.
        var isTaken = false
    }

    /// Whether it is at a terminal: its lines end in CR LF, a `#` stands before each line of an answer, and there is nothing
    /// to follow.
    let isTerminal: Bool
    /// What is still to be written.
    var answer: Answer?
    private var buffer = [UInt8](repeating: 0, count: 128)
    private var chunk = [UInt8](repeating: 0, count: 64)
    private var first = 0
    private var count = 0
    private var line = ByteLine()
    /// What stands behind `now`, which is longer than other commands; nil: the line is another one.
    private var object: [UInt8]?
    /// The object of the last ``Command/now``.
    private(set) var playing: [UInt8] = []
    /// The line is too long; what is left of it is passed over.
    private var isTooLong = false
    /// Nothing more comes.
    private(set) var hasEnded = false
    /// How often somebody else has come: who has gone does not give commands any more.
    private(set) var turns: UInt32 = 0

    /// A session that has said nothing yet.
    init(isTerminal: Bool) { self.isTerminal = isTerminal }

    /// Forgets everything: somebody else is there.
    func reset() {
        answer = nil
        (first, count) = (0, 0)
        line.removeAll()
        (object, playing) = (nil, [])
        isTooLong = false
        hasEnded = false
        turns &+= 1
    }

    /// Whether an answer is not yet written to its end.
    var isAnswering: Bool { answer != nil }

    /// Whether it wants to hear more.
    var isListening: Bool { answer == nil && count == 0 && !hasEnded }

    /// Bytes that an answer may have wait before it goes on: events are never behind more than a few lines at a terminal.
    private var mostWaiting: Int { isTerminal ? 192 : LinePort.capacity / 2 }

    /// Writes of the answer what `port` takes now. True: it was the end.
    func writeAnswer(to port: LinePort, _ status: inout PanelStatus, _ levels: OutputLevels) -> Bool {
        guard var answer else { return true }
        if answer.isTaken { return true }
        var text = ByteLine()
        while LinePort.capacity - port.room < mostWaiting {
            text.removeAll()
            guard next(of: &answer, &status, levels, into: &text) else {
                switch answer.ending {
                case .ok: text.append("ok")
                case .error(let why):
                    text.append("error: ")
                    text.append(why)
                case .refused(let why):
                    text.append("error: ")
                    text.append(why)
                }
                text.append("\n")
                send(&text, to: port)
                port.flush()
                return true
            }
            send(&text, to: port)
            port.flush()
        }
        self.answer = answer
        return false
    }

    /// The next line of an answer's body; false: there is none.
    private func next(
        of answer: inout Answer, _ status: inout PanelStatus, _ levels: OutputLevels, into text: inout ByteLine
    ) -> Bool {
        switch answer.body {
        case .nothing: return false
        case .help: return text.append(line: answer.item.next(), of: Command.manual)
        case .levels:
            guard answer.item < levels.count else { return false }
            levels.emit(answer.item.next(), into: &text)
            return true
        case .states(let isJSON): return status.writeState(answer.item.next(), isJSON: isJSON, into: &text)
        case .status:
            while let family = PanelStatus.Family(rawValue: answer.family) {
                if status.write(family, answer.item.next(), prefix: "", into: &text) { return true }
                answer.family += 1
                answer.item = 0
            }
            return false
        }
    }

    /// Sends a line; at a terminal as one.
    private func send(_ text: inout ByteLine, to port: LinePort) {
        line.removeAll()
        if isTerminal { line.append("# ") }
        for i in 0..<text.count - 1 { line.append(text[i] == 0x0A ? 0x20 : text[i]) }
        line.append(isTerminal ? "\r\n" : "\n")
        port.send(&line)
        line.removeAll()
    }

    /// Takes what `port` has received, a little at a time.
    func read(_ port: LinePort) {
        guard isListening else { return }
        guard let got = port.read(into: &chunk) else {
            hasEnded = true
            return
        }
        (first, count) = (0, got)
        for i in 0..<got { buffer[i] = chunk[i] }
    }

    /// The next whole command of what was received; nil: there is none yet.
    func next() -> Command? {
        while count > 0 {
            let byte = buffer[first]
            first += 1
            count -= 1
            switch byte {
            case 0x0A, 0x0D:
                defer {
                    line.removeAll()
                    object = nil
                    isTooLong = false
                }
                if let object {
                    playing = object
                    return isTooLong ? .wrong("what plays has at most 8192 bytes") : .now
                }
                // (What begins so is not a person's: it comes back from a line that echoes.)
                let isEcho = line.count > 0 && (line[0] == 0x23 || line[0] == 0x24 || line[0] == 0x7B)
                if isTerminal, isEcho { continue }
                if isTooLong { return .wrong("a command has at most 80 bytes") }
                if let command = Command(&line) { return command }
            case _ where object != nil:
                if object?.count ?? 0 < NowPlaying.longestLine { object?.append(byte) } else { isTooLong = true }
            case 0x08, 0x7F: line.removeLast()
            default:
                if line.count < Command.longest { line.append(byte) } else { isTooLong = true }
                if !isTerminal, line.count == 4, line[0] == 0x6E, line[1] == 0x6F, line[2] == 0x77, line[3] == 0x20 {
                    object = []
                }
            }
        }
        return nil
    }
}

extension Int {
    /// The number, which then is one more.
    fileprivate mutating func next() -> Int {
        defer { self += 1 }
        return self
    }
}

extension ByteLine {
    /// Adds the line at `index` of `text`, line end included; false: it has not so many. (A StaticString's bytes live as
    /// long as the program: reading them is safe.)
    fileprivate mutating func append(line index: Int, of text: StaticString) -> Bool {
        let start = unsafe text.utf8Start
        var left = index
        var hasOne = false
        for i in 0..<text.utf8CodeUnitCount {
            let byte = unsafe start[i]
            if left == 0 {
                append(byte)
                hasOne = true
            }
            if byte == 0x0A { left -= 1 }
            if left < 0 { break }
        }
        return hasOne
    }
}
