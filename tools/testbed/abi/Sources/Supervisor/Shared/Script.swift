import Glibc
import TaplineCore

/// What happens to the panel and the program, and what is expected of them: a command a line, done in order.
///
/// ```
/// wait TEXT              until a line of the trace, after the one that was waited for last, holds the text; * is anything
/// wait-times N TEXT      until there are so many of them
/// seen TEXT              until there is one, and later waits look where they would have without it: the order is free
/// pulse LINE             until the line has gone to 1, and then to 0
/// quiet 50ms             until nothing has gone over the bus for so long
/// hold 600ms             lets time pass
/// timeout 30s            how long a wait may last, 20 s by default
/// mark                   waits look at what comes from now on
/// never TEXT             no line of the whole trace holds the text
/// since-mark never TEXT  none since the mark, or the last line that was waited for
/// exactly N TEXT         so many lines of the trace do; at-least N TEXT
/// level 0 LINE…          the lines have this level now
/// fingers 0:100,200 1:300,200   these fingers are down: number, raw x, raw y; scanned every 10 ms
/// lift                   none is
/// scan 2ms               the time between two scans
/// tap X Y [80ms] · swipe X Y X Y [180ms] · pan X Y X Y [1s] · press X Y [800ms]
/// sweep X Y X Y          one finger goes back and forth until `lift`
/// play TRACE.jsonl       a trace/1, in real time
/// second COMMAND         the same on the second chip of the panel: fingers, lift, scan, tap and so on, reset, int
/// fault nack N · fault errno E next N · fault hang 4s · bus off [E] · bus on · reset chip
/// motion turn landscapeLeft 400ms · motion shake 4 1s (so many times a second) · motion away · motion back     (the sensor)
/// during-read COMMAND    that happens in the middle of the next transfer that reads: after the chip's answer, before it is told
/// input off · input on · input hold · input send      (nobody reads its events; they are sent)
/// int stuck LEVEL · int ok · storm N (so many pulses, as fast as it goes) · lose edges N · pull LINE LEVEL
/// take LINE CONSUMER · give LINE · unbind · deny PATH · allow PATH
/// reads PATH TEXT        the first line of this file is so
/// start                  the program, which has ended, once more
/// terminate              asks the program to stop, and waits until it has ended with exit code 0
/// signal TERM · tty hangup|return|stop-reading|read · tty slow 960 (bytes a second) · tty send TEXT     (the first terminal)
/// count fds|wakeups|memory|own-memory   a line in the trace; same fds: as it was counted last; near memory 5%; most memory 3000;
///                        more wakeups 200 2%: so many since it was counted last
/// count allocations|requests     the same of the heap, where heap.c is preloaded
/// include FILE           the commands of another file in the same folder; repeat N FILE: so many times
/// copy FROM TO           a file is replaced, in one step
/// ```
///
/// A file is read whole before the program starts, those that it includes too: an unknown word is told then.
/// A wait that is not fulfilled in time, or that the program's end makes hopeless, fails the scenario.
final class Script {
    enum Waiting {
        case line(Pattern, times: Int, keepsMark: Bool = false)
        case time(Instant)
        /// The fingers on this surface are done.
        case fingers(Surface)
        /// Nothing goes over the bus for so long.
        case quiet(Microseconds)
    }
    private struct Command {
        /// `FILE:LINE`.
        var place: String
        var text: String
    }
    /// Where commands come from while they are read from standard input.
    private(set) var input: Int32 = -1
    var readsStandardInput: Bool { path == "-" }
    private let path: String
    private var commands: [Command] = []
    private var next = 0
    private var lineCount = 0
    private var unread = LineSplitter()

    var waiting: Waiting?
    private var since = Instant.zero
    private var lastTransfer = Instant.zero
    /// How long a wait may last.
    var patience = Microseconds.milliseconds(20_000)
    /// Lines of the trace before this one are not looked at any more.
    var mark = 0
    private var looked = 0
    private var found = 0
    /// What was counted last, by its name.
    var counts: [String: Int] = [:]

    /// How many files include this one.
    private let depth: Int
    private static let deepest = 8

    init(path: String, depth: Int = 0) throws(Complaint) {
        self.path = path
        self.depth = depth
        guard depth < Script.deepest else { throw Complaint("\(path): files include each other") }
        if path == "-" {
            input = STDIN_FILENO
        } else {
            try add(try contents(of: path)[...])
            try addRest()
        }
    }

    var isDone: Bool { waiting == nil && next == commands.count && input < 0 }

    /// When it has to be looked at, whatever happens.
    var deadline: Instant {
        switch waiting {
        case nil: .never
        case .time(let instant): instant
        case .line, .fingers: since + patience
        case .quiet(let length): min(max(lastTransfer, since) + length, since + patience)
        }
    }

    func readMore() throws(Complaint) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(input, &bytes, bytes.count)
        guard count > 0 else {
            input = -1
            return try addRest()
        }
        try add(bytes[..<count])
    }

    private func add(_ bytes: ArraySlice<UInt8>) throws(Complaint) {
        for line in unread.split(bytes) { try addLine(line) }
    }

    private func addRest() throws(Complaint) { if let rest = unread.rest() { try addLine(rest) } }

    private func addLine(_ line: [UInt8]) throws(Complaint) {
        lineCount += 1
        let text = String(decoding: line.last == 0x0a ? line.dropLast() : line[...], as: UTF8.self)
        let content = text.drop { $0 == " " }
        if !content.isEmpty, !content.hasPrefix("#") {
            let command = Command(place: "\(path):\(lineCount)", text: String(content))
            // (Who types commands is told when it is their turn.)
            if path != "-" { try check(command) }
            commands.append(command)
        }
    }

    /// Refuses a command that there is not, before anything has begun.
    private func check(_ command: Command) throws(Complaint) {
        var all = words(of: command.text)
        // (These are followed by another one.)
        while all.count > 1, all[0] == "second" || all[0] == "during-read" { all.removeFirst() }
        let name = all.first ?? ""
        guard Script.common.contains(name) || World.commands.contains(name) else {
            throw Complaint("\(command.place): \(command.text)\n  \(Script.unknown(name))")
        }
        if name == "include" || name == "repeat", let file = all.dropFirst().last {
            _ = try Script(path: folder + file, depth: depth + 1)
        }
    }

    private var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

    /// Goes on as far as it can.
    func advance(_ world: World) throws(Complaint) {
        while true {
            if let waiting {
                guard try isOver(waiting, world) else { return }
                self.waiting = nil
            }
            guard next < commands.count else {
                // A program that nobody ends any more has so long to end by itself.
                if input < 0, world.exitCode == nil {
                    wait(.line(Pattern("exit "), times: 1))
                    continue
                }
                return
            }
            next += 1
            world.trace.add("> \(commands[next - 1].text)")
            do throws(Complaint) {
                try perform(commands[next - 1].text, world)
            } catch {
                throw complaint(error.message, world)
            }
        }
    }

    /// The commands of another file come next, so many times.
    func include(_ name: String, times: Int) throws(Complaint) {
        let others = try Script(path: folder + name).commands
        for _ in 0..<times { commands.insert(contentsOf: others, at: next) }
    }

    /// What one command stands for comes next.
    func insert(_ lines: String...) {
        let place = commands[next - 1].place
        commands.insert(contentsOf: lines.map { Command(place: place, text: $0) }, at: next)
    }

    func wait(_ waiting: Waiting) {
        self.waiting = waiting
        since = Clock.now
        looked = mark
        found = 0
    }

    private func isOver(_ waiting: Waiting, _ world: World) throws(Complaint) -> Bool {
        switch waiting {
        case .time(let instant): return Clock.now >= instant
        case .quiet(let length):
            lastTransfer = world.lastTransfer
            if Clock.now >= max(lastTransfer, since) + length { return true }
        case .fingers(let surface):
            if !surface.fingers.isPlaying { return true }
        case .line(let pattern, let times, let keepsMark):
            while looked < world.trace.lines.count {
                let line = world.trace.lines[looked]
                looked += 1
                guard !line.hasPrefix("> "), pattern.matches(line) else { continue }
                found += 1
                if found == times {
                    if !keepsMark { mark = looked }
                    return true
                }
            }
            if let code = world.exitCode {
                throw complaint("the program has ended with exit code \(code)", world)
            }
        }
        if Clock.now >= since + patience {
            let seconds = patience.count / 1_000_000
            throw complaint(
                "this did not happen within \(seconds) s" + (found > 0 ? ", only \(found) times" : ""), world)
        }
        return false
    }

    private func complaint(_ message: String, _ world: World) -> Complaint {
        let place = next > 0 ? "\(commands[next - 1].place): \(commands[next - 1].text)" : path
        return Complaint("\(place)\n  \(message). The trace's end:\n\(world.trace.tail(30))")
    }
}
