import TaplineCore
import TaplineLinux

/// A unix socket with a fixed number of places for those who connect; who finds none is told so and closed.
final class SocketServer {
    /// Where it is.
    var path: String { listener.path }
    /// The places; those that are taken have an open port.
    let connections: [Connection]
    private let listener: SocketListener
    private let refusal: StaticString
    private var isWatched = false

    /// The tag under which it is watched itself; its places have those before it.
    static var listening: UInt32 { 0xFF }

    /// A socket at `path` with so many places.
    ///
    /// - Parameter refusal: what those are told who find no place, line end included.
    /// - Throws: ``DeviceError`` where somebody listens there, or it cannot be made.
    init(path: String, places: Int, takesCommands: Bool, refusal: StaticString) throws(DeviceError) {
        listener = try SocketListener(path: path)
        self.refusal = refusal
        connections = (0..<places).map { _ in Connection(takesCommands: takesCommands) }
    }

    /// How many are connected.
    var count: Int { connections.reduce(0) { $0 + ($1.port.isOpen ? 1 : 0) } }

    /// Lines nobody took in time.
    var refusedLines: UInt32 { connections.reduce(0) { $0 &+ $1.port.refusedLines } }

    /// When it is to be asked again without anything happening.
    var deadline: Instant { listener.resumesAt }

    /// Takes the next who has connected, if there is one.
    ///
    /// - Returns: his place; nil: there is nobody, or no place for him.
    func accept(at now: Instant, _ poller: Poller) -> Connection? {
        guard let descriptor = listener.accept(at: now) else {
            // (Until there are descriptors again, he would only wake the loop.)
            if listener.resumesAt < .never, isWatched {
                poller.forget(listener.descriptor)
                isWatched = false
            }
            return nil
        }
        for connection in connections where !connection.port.isOpen {
            connection.adopt(descriptor)
            return connection
        }
        listener.refuse(descriptor, refusal)
        return nil
    }

    /// Has the poller wait for those who connect.
    func watch(_ poller: Poller, base: UInt32, at now: Instant) {
        if listener.resumesAt <= now { listener.resume() }
        guard !isWatched, listener.resumesAt == .never else { return }
        isWatched = true
        poller.watch(listener.descriptor, tag: base + SocketServer.listening, reading: true)
    }

    /// Has the poller be told anew: the tags have changed.
    func forgetTags() {
        isWatched = false
        for connection in connections { connection.forgetTag() }
    }

    /// Writes what is taken.
    func flush(_ poller: Poller, base: UInt32) {
        for (index, connection) in connections.enumerated() where connection.port.isOpen {
            connection.flush(poller, tag: base + UInt32(index))
        }
    }

    /// Lets go of the one at `index`, who has gone.
    func close(_ index: Int) {
        guard connections.indices.contains(index) else { return }
        connections[index].port.close(because: Errno.brokenPipe)
        connections[index].follows = []
    }

    /// Gives everybody until `deadline` to take what waits, and lets go of them.
    func end(at deadline: Instant) {
        for connection in connections {
            connection.port.drain(until: deadline)
            connection.port.close()
        }
    }
}
