import CTaplineSystem
import TaplineClient

/// Commands to the daemon, one after the other over one connection, and who waits for the answers.
struct CommandLink {
    private(set) var panel: PanelConnection
    /// Requests whose commands have not been answered yet, in order.
    private var waiting: [UInt32] = []

    init(_ socket: String) { panel = PanelConnection(socket) }

    /// Gives a command for `request`; nil: nobody takes it. Else the descriptor to wait for, where the connection is new.
    mutating func give(_ command: String, for request: UInt32) -> (isNew: Bool, descriptor: Int32)? {
        let isNew = panel.descriptor < 0
        if isNew { _ = panel.open(at: tapline_now_us()) }
        guard panel.send(command + "\n") else {
            panel.close()
            return nil
        }
        waiting.append(request)
        return (isNew, panel.descriptor)
    }

    /// The answers that have come, to whom: empty, or why the command was refused.
    mutating func read() -> [(request: UInt32, error: String)] {
        guard panel.descriptor >= 0, let lines = panel.read() else {
            defer { waiting.removeAll() }
            return waiting.map { ($0, "the daemon has gone") }
        }
        var answers: [(UInt32, String)] = []
        for line in lines where !waiting.isEmpty {
            let text = String(decoding: line, as: UTF8.self)
            answers.append((waiting.removeFirst(), text == "ok" ? "" : text))
        }
        return answers
    }
}
