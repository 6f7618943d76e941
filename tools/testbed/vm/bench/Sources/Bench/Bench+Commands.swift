import CBench
import Glibc
import TaplineCore

// What scripts can do at this level only, and how this level does what all can.
extension Bench {
    /// The commands of this level.
    static let commands = ["bus", "display", "start", "run", "storm", "clock", "pull", "give", "tty"]

    /// Commands beside those of all levels:
    ///
    /// ```
    /// bus off · bus on          the adapter is pulled out, and plugged in again
    /// display off · display on  the same of the display
    /// run COMMAND               a command of the shell, which must end well, and within the time of a wait; its output is
    ///                           `beside` in the trace
    /// clock SECONDS             the wall clock jumps
    /// tty hangup · tty return   the USB controller with the serial adapter goes, and comes back
    /// ```
    ///
    /// - Returns: false when the command is unknown.
    func perform(_ command: ScriptLine) throws(Complaint) -> Bool {
        let words = command.arguments
        switch command.name {
        case "bus" where words.first == "off":
            for (bus, adapter) in adapters where adapter.isPluggedIn {
                adapter.pullOut()
                adapter.awaitRemoval()
                trace.add("unplugged \(bus)")
            }
        case "bus" where words.first == "on": try plugIn()
        case "display" where words.first == "off":
            display?.pullOut()
            display?.awaitRemoval()
            trace.add("unplugged the display")
        case "display" where words.first == "on": try plugInDisplay()
        case "start": try start()
        case "run":
            guard let patience = script?.patience else { return true }
            try runBeside(words.joined(separator: " "), patience: patience)
        case "storm":
            guard let pin = surface.interruptPin, let index = lines.index(of: pin) else {
                throw Complaint("the chip has no interrupt line")
            }
            let level = surface.interruptLevel
            for _ in 0..<(try command.number(0)) {
                try lines.pull(index, !level)
                try lines.pull(index, level)
            }
            trace.add("storm \(pin)")
        case "clock":
            let error = bench_step_clock(try command.number(0))
            guard error == 0 else { throw Complaint(errorText(-error)) }
        case "pull":
            guard let index = words.first.flatMap({ lines.index(of: $0) }) else {
                throw Complaint("there is no such line")
            }
            setInput(index, try command.number(1) == 1)
        case "give": if let index = words.first.flatMap({ lines.index(of: $0) }) { lines.give(index) }
        case "tty": try terminal(words)
        default: return false
        }
        return true
    }

    private func terminal(_ words: [String]) throws(Complaint) {
        guard let wire = wires.first else { throw Complaint("the panel has no tty") }
        switch words.first {
        case "hangup": try USBPort.switchOff()
        case "return": try USBPort.switchOn()
        case "stop-reading": wire.close()
        case "read" where wire.far < 0: try wire.open()
        case "read": wire.reader = SlowReader()
        case "slow": wire.reader = SlowReader(bytesPerSecond: words.last?.number ?? 960)
        case "send": wire.send(words.dropFirst().joined(separator: " "))
        default: throw Complaint("write: tty hangup, return, stop-reading, read, slow BYTES or send TEXT")
        }
    }

    /// Counts something of the program.
    func count(_ what: String) throws(Complaint) -> Int {
        let count = try countOfProcess(pid, what)
        trace.add("\(what) \(count)")
        return count
    }
}
