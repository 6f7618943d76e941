import TaplineLinux
import TestSupport

@testable import TaplineDaemon

/// People at the loop's sockets, who do one thing after the other: each is tried until it is done.
final class Visitors: TouchObserver {
    private let folder: String
    private var steps: [(Visitors) -> Bool]
    private let end = MonotonicClock.now + .milliseconds(30_000)
    private var clients: [String: SocketClient] = [:]
    private var heard: [String: [String]] = [:]

    init(_ folder: SocketFolder, _ steps: [(Visitors) -> Bool]) {
        self.folder = folder.path
        self.steps = steps
    }
    override var deadline: Instant { MonotonicClock.now + .milliseconds(5) }
    override var isDone: Bool {
        for (name, client) in clients { heard[name, default: []] += client.lines() }
        while let step = steps.first, step(self) { steps.removeFirst() }
        return hasFinished || MonotonicClock.now >= end
    }
    var hasFinished: Bool { steps.isEmpty }
    /// Somebody connects and says something.
    func come(_ name: String, _ text: String) -> Bool {
        clients[name] = SocketClient(folder + "/control")
        clients[name]?.write(text + "\n")
        return true
    }
    func leave(_ name: String) -> Bool {
        clients.removeValue(forKey: name)?.end()
        return true
    }
    func lines(_ name: String) -> [String] { heard[name] ?? [] }
    /// The value of the sample that begins so, in the answer to a status.
    func sample(_ name: String, of visitor: String) -> Int? {
        lines(visitor).first { $0.hasPrefix(name) }.flatMap { Int($0.split(separator: " ").last ?? "") }
    }
    /// Asks for the status until it has `line`.
    func sees(_ line: String, as name: String) -> Bool {
        guard lines(name).contains("ok") else {
            return lines(name).isEmpty && clients[name] == nil ? !come(name, "status") : false
        }
        if lines(name).contains(line) { return leave(name) }
        heard[name] = []
        _ = leave(name)
        return false
    }
}
