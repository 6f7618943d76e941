import TaplineCore
import TaplineLinux

/// A unix socket with a fixed number of places for clients. A client that finds neither a free place nor an idle client is refused. One
/// that may give every command gets the place of one that may only read and follows nothing.
final class SocketServer {
    /// Where it is.
    var path: String { listener.path }
    /// The places; those that are taken have an open port.
    let connections: [Connection]
    /// A client waits to be let in.
    var hasWaiting = false
    private let listener: SocketListener
    private let refusal: StaticString
    private var isWatched = false

    /// The tag under which it is watched itself; its places have those before it.
    static var listening: UInt32 { 0xFF }

    /// A socket at `path` with so many places.
    ///
    /// - Parameter refusal: what a client is sent that finds no place, line end included.
    /// - Throws: ``DeviceError`` where somebody listens there, or it cannot be made.
    init(path: String, places: Int, takesCommands: Bool, refusal: StaticString) throws(DeviceError) {
        listener = try SocketListener(path: path)
        self.refusal = refusal
        connections = (0..<places).map { _ in Connection(takesCommands: takesCommands) }
    }

    /// How many are connected.
    var count: Int { connections.reduce(0) { $0 + ($1.port.isOpen ? 1 : 0) } }

    /// Whether a place is taken, as of the last flush.
    private(set) var hasClients = false

    /// Lines that no client took in time.
    var refusedLines: UInt32 { connections.reduce(0) { $0 &+ $1.port.refusedLines } }

    /// When it is to be asked again without anything happening.
    var deadline: Instant { listener.resumesAt }

    /// Lets the next client in, if one has connected.
    ///
    /// - Returns: its place; nil: there is none, or no place for it.
    func accept(at now: Instant, _ poller: Poller) -> Connection? {
        guard let descriptor = listener.accept(at: now) else {
            // (Until there are descriptors again, it would only wake the loop.)
            if listener.resumesAt < .never, isWatched {
                poller.forget(listener.descriptor)
                isWatched = false
            }
            return nil
        }
        let place =
            connections.first { !$0.port.isOpen }
            ?? connections.filter { $0.isIdle(at: now) }.min { $0.heardAt < $1.heardAt }
            ?? (SocketListener.isTrusted(descriptor, group: Command.group) ? connections.first { $0.mustYield } : nil)
        if let place {
            place.adopt(descriptor, at: now)
            hasClients = true
            return place
        }
        listener.refuse(descriptor, refusal)
        return nil
    }

    /// Has the poller wait for clients.
    func watch(_ poller: Poller, base: UInt32, at now: Instant) {
        if listener.resumesAt <= now { listener.resume() }
        guard !isWatched, listener.resumesAt == .never else { return }
        isWatched = true
        poller.watch(listener.descriptor, tag: base + SocketServer.listening, reading: true)
    }

    /// Everything is watched again: the tags have changed.
    func forgetTags() {
        isWatched = false
        for connection in connections { connection.forgetTag() }
    }

    /// Writes what is taken.
    func flush(_ poller: Poller, base: UInt32) {
        guard hasClients else { return }
        for (index, connection) in connections.enumerated() where connection.port.isOpen {
            connection.flush(poller, tag: base + UInt32(index))
        }
        hasClients = connections.contains { $0.port.isOpen }
    }

    /// Closes the place at `index`, whose client has gone.
    func close(_ index: Int) {
        guard connections.indices.contains(index) else { return }
        connections[index].port.close(because: Errno.brokenPipe)
        connections[index].follows = []
    }

    /// Gives every client until `deadline` to take what is written, and closes all.
    func end(at deadline: Instant) {
        for connection in connections {
            connection.port.drain(until: deadline)
            connection.port.close()
        }
    }
}
