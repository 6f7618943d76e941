import TaplineClient

/// Values that controls are to have: the daemon is told one after the other, of each control the newest.
///
/// Each has a connection of its own: the one that follows the panel takes no commands.
struct ControlCommands {
    /// What became of one.
    enum Outcome: Equatable {
        case set(String)
        /// The control, and why not.
        case refused(String, String)
    }

    /// How long the daemon may take to answer, µs.
    private static let patience: Int64 = 5_000_000
    private let socket: String
    private var waiting: [(name: String, value: String)] = []
    /// What the daemon is being told.
    private var asked = ""
    private var connection: PanelConnection?
    private var answersBy: Int64 = 0

    init(socket: String) { self.socket = socket }

    /// What to wait for; -1: nothing.
    var descriptor: Int32 { connection?.descriptor ?? -1 }
    /// When there is something to do, µs of the monotonic clock.
    var deadline: Int64 { connection != nil ? answersBy : waiting.isEmpty ? .max : 0 }

    /// The control `name` is to have `value`; what it was to have before and has not yet is over.
    mutating func append(_ name: String, _ value: String) {
        waiting.removeAll { $0.name == name }
        waiting.append((name, value))
    }

    /// The daemon is not there any more: nothing waits for it.
    mutating func removeAll() {
        waiting = []
        end()
    }

    /// Tells the daemon the next one, if it is time, or gives up one that it does not answer.
    mutating func advance(at now: Int64) -> Outcome? {
        guard now >= deadline else { return nil }
        if connection != nil { return refused("the daemon does not answer") }
        let next = waiting.removeFirst()
        asked = next.name
        var connection = PanelConnection(socket, asking: "set \(next.name) \(next.value)\n")
        _ = connection.open(at: now)
        guard connection.descriptor >= 0 else { return refused("the daemon's control socket takes nobody") }
        self.connection = connection
        answersBy = now + ControlCommands.patience
        return nil
    }

    /// Reads the daemon's answer, as far as it has come.
    mutating func read() -> Outcome? {
        guard connection != nil else { return nil }
        guard let lines = connection?.read() else { return refused("the daemon has ended the connection") }
        guard let answer = lines.first else { return nil }
        let text = String(decoding: answer, as: UTF8.self)
        guard text == "ok" else { return refused(ControlCommands.why(text)) }
        end()
        return .set(asked)
    }

    /// What a person is told of an answer that is an error.
    private static func why(_ answer: String) -> String {
        let why = answer.dropFirst("error: ".count)
        // (The service has no user that could be added to the group.)
        return why.hasPrefix("only members of the group")
            ? "only members of the group tapline-control may; the service becomes one by mqtt-commands.conf, see Documentation/MQTT.md"
            : printable(String(why))
    }

    private mutating func refused(_ why: String) -> Outcome {
        end()
        return .refused(asked, why)
    }

    private mutating func end() {
        connection?.close()
        connection = nil
    }
}
