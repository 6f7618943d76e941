import TaplineCore
import TaplineLinux

/// A socket of events: every line is written once, and sent to each reader.
final class EventSocket {
    /// Who reads.
    let server: SocketServer
    private var format: PortFormat
    private var greeting: ByteLine
    /// The line that was written last.
    var line = ByteLine()

    /// The number of the last event, written or not.
    var sequence: Int64 { format.sequence }

    /// The most readers at once.
    static var places: Int { 8 }

    /// A socket at `path`.
    ///
    /// - Throws: ``DeviceError`` where another program listens there, or it cannot be made.
    convenience init(path: String, format: PortFormat, greeting: ByteLine) throws(DeviceError) {
        let server = try SocketServer(
            path: path, places: EventSocket.places, takesCommands: false,
            refusal: format.kind == .jsonl
                ? "{\"tapline\":\"events/1\",\"error\":\"there are eight readers already\"}\n"
                : "# there are eight readers already\n")
        self.init(server, format: format, greeting: greeting)
    }

    /// The same where the socket is there already: after a reload.
    init(_ server: SocketServer, format: PortFormat, greeting: ByteLine) {
        self.server = server
        self.format = format
        self.greeting = greeting
    }

    /// Greets every reader: a reload has made it another stream.
    func greet() {
        for connection in server.connections where connection.port.isOpen { greet(connection) }
    }

    /// Greets one.
    func greet(_ connection: Connection) { connection.port.send(&greeting) }

    /// Sends an event to every reader. Where there is none it is counted, and written only if somebody follows it elsewhere.
    ///
    /// - Returns: whether ``line`` is the event's; false also for one that is none for this socket.
    @discardableResult
    func emit(_ event: some PortEvent, isFollowed: Bool = false) -> Bool {
        guard isFollowed || server.hasClients else {
            _ = format.count(event)
            return false
        }
        line.removeAll()
        guard format.write(event, into: &line) else { return false }
        for connection in server.connections where connection.port.isOpen {
            connection.port.send(&line, event.importance)
        }
        return true
    }
}
