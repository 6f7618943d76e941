import CKernelInterface
import Glibc
import TaplineChipModels
import TaplineCore

/// What scripts act on: here a emulated kernel interface.
typealias World = Supervisor

// What scripts can do at this level only, and how this level does what all can.
extension Supervisor {
    /// The error number of a transfer that no chip answers.
    static let noAnswer: Int32 = 121

    /// The commands of this level.
    static let commands = [
        "bus", "input", "unbind", "start", "storm", "lose", "pull", "give", "tty", "deny", "allow", "reads",
    ]

    /// - Returns: false when the command is unknown.
    func perform(_ command: ScriptLine) throws(Complaint) -> Bool {
        let words = command.arguments
        switch command.name {
        case "bus" where words.first == "off":
            for adapter in adapters {
                adapter.absence = words.count > 1 ? Int32(try command.number(1)) : EOPNOTSUPP
                tree.removeAdapter(adapter.description)
            }
        case "bus" where words.first == "on":
            for adapter in adapters {
                adapter.absence = nil
                try tree.addAdapter(adapter.description)
            }
        case "input":
            switch words.first {
            case "off": pullInput()
            case "on": try pushInput()
            case "hold": inputDevice?.isRead = false
            case "send":
                inputDevice?.isRead = true
                sendEvents()
            default: throw Complaint("write: input off, on, hold or send")
            }
        case "unbind": if let chip = panel.chip, let driver = panel.driver { tree.unbind(chip, driver: driver) }
        case "start":
            guard exitCode != nil else { throw Complaint("the program runs") }
            try start()
        case "storm":
            guard let pin = surface.interruptPin, let (chip, offset) = line(pin) else {
                throw Complaint("the chip has no interrupt line")
            }
            let level = surface.interruptLevel
            for _ in 0..<(try command.number(0)) {
                setInput(chip, offset, !level, at: Clock.now)
                setInput(chip, offset, level, at: Clock.now)
            }
            trace.add("storm \(pin)")
        case "lose": edgesToLose = try command.number(1)
        case "pull":
            let (chip, offset) = try namedLine(words)
            setInput(chip, offset, try command.number(1) == 1, at: Clock.now)
        case "give":
            let (chip, offset) = try namedLine(words)
            chip.lines[offset].consumer = nil
            chip.lines[offset].flags = 0
        case "tty": try terminal(words)
        case "deny": tree.denied.insert(words.joined(separator: " "))
        case "reads":
            let found = tree.line(words.first ?? "")
            guard found == words.dropFirst().joined(separator: " ") else {
                throw Complaint("\(words.first ?? "") reads \(found ?? "nothing")")
            }
        case "allow": tree.denied.remove(words.joined(separator: " "))
        default: return false
        }
        return true
    }

    private func namedLine(_ words: [String]) throws(Complaint) -> (chip: GPIOChip, offset: Int) {
        guard let name = words.first, let found = line(name) else { throw Complaint("there is no such line") }
        return found
    }

    private func terminal(_ words: [String]) throws(Complaint) {
        guard let terminal = terminals.first else { throw Complaint("the panel has no tty") }
        switch words.first {
        case "hangup":
            tree.remove(terminal.path)
            terminal.drain(trace)
            terminal.flush(trace)
            terminal.hangUp()
        case "return":
            try terminal.plugIn()
            try tree.file(terminal.path, "")
        case "stop-reading": terminal.isRead = false
        case "read":
            terminal.isRead = true
            terminal.reader = SlowReader()
        case "slow": terminal.reader = SlowReader(bytesPerSecond: words.last?.number ?? 960)
        case "send": terminal.send(words.dropFirst().joined(separator: " "))
        default: throw Complaint("write: tty hangup, return, stop-reading, read, slow BYTES or send TEXT")
        }
    }

    /// The level on a line's wire; nil: there is no such line.
    func level(of name: String) -> Bool? { line(name).map { $0.chip.lines[$0.offset].level } }

    /// The interrupt line keeps a level whatever the chip does, or follows it again.
    func holdInterrupt(at level: Bool?) {
        guard let pin = surface.interruptPin, let (lines, offset) = line(pin) else { return }
        surface.stuckInterrupt = level
        setInput(lines, offset, surface.interruptLevel, at: Clock.now)
    }

    /// A chip gives its interrupt line a level.
    func driveInterrupt(of surface: Surface, _ level: Bool, at time: Instant) {
        guard surface.stuckInterrupt == nil, let pin = surface.interruptPin, let (lines, offset) = line(pin) else {
            return
        }
        setInput(lines, offset, level, at: time)
    }

    /// Counts something of the program.
    func count(_ what: String) throws(Complaint) -> Int {
        let count = try countOfProcess(program.pid, what)
        trace.add("\(what) \(count)")
        return count
    }
}
