import CTaplineSystem
public import TaplineCore

/// A unix socket at which a service is to be had: who connects is accepted, never waited for.
public final class SocketListener {
    /// Where it is.
    public let path: String
    /// What to wait for: readable when somebody connects.
    public let descriptor: Int32
    /// When it is asked again after the process had no descriptor left, ``Instant/never`` where it can be.
    public private(set) var resumesAt = Instant.never

    /// How long those who connect wait when the process has no descriptor left.
    private static var timeout: Microseconds { .milliseconds(1_000) }

    /// Makes the socket at `path`, for its folder's group. One that a dead process has left is replaced.
    ///
    /// - Throws: ``DeviceError`` where somebody listens there, or it cannot be made.
    public init(path: String) throws(DeviceError) {
        // (Nothing is set before the last throw: what is set is taken down again, and this may be somebody else's.)
        let made = tapline_socket_listen(path)
        guard made >= 0 else { throw SocketListener.error(path, -made) }
        self.path = path
        descriptor = made
    }

    deinit {
        tapline_socket_remove(path)
        tapline_close(descriptor)
    }

    /// The next who has connected; nil: nobody has, or the process has no descriptor left, and is asked again later.
    public func accept(at now: Instant) -> Int32? {
        let connection = tapline_socket_accept(descriptor)
        if connection >= 0 { return connection }
        // (Whoever has gone in between is no reason to wait.)
        switch -connection {
        case Errno.tooManyFiles, Errno.tooManyFilesOfAll, Errno.noMemory, Errno.noBuffers:
            resumesAt = now + SocketListener.timeout
        default: break
        }
        return nil
    }

    /// Writes to a client why there is no place for it, and closes. (A StaticString's bytes live as long as
    /// the program: reading them is safe.)
    public func refuse(_ connection: Int32, _ why: StaticString) {
        _ = unsafe tapline_stream_write(
            connection, Int32(bitPattern: TAPLINE_STREAM_SOCKET.rawValue), why.utf8Start, why.utf8CodeUnitCount)
        tapline_close(connection)
    }

    /// Whether who is at the other end of `connection` may command: root, the user of this process, members of `group`.
    public static func isTrusted(_ connection: Int32, group: StaticString) -> Bool {
        unsafe group.utf8Start.withMemoryRebound(to: CChar.self, capacity: group.utf8CodeUnitCount + 1) {
            unsafe tapline_socket_is_trusted(connection, $0)
        }
    }

    /// Is asked again.
    public func resume() { resumesAt = .never }

    private static func error(_ path: String, _ errno: Int32) -> DeviceError {
        var error = DeviceError(path: path, errno: errno)
        switch errno {
        case Errno.addressInUse:
            error.reason = "somebody serves there already"
            error.hint = "ss -xlp shows who listens; every panel needs a name of its own"
        case Errno.noSocket: error.hint = "a file is in the way; remove it, or use another path"
        case Errno.nameTooLong: error.hint = "the path of a socket has at most 107 bytes"
        case Errno.noSuchFile: error.hint = "make its folder first, or use a path in /run/tapline/NAME"
        case Errno.notPermitted:
            error.reason = "its folder is another user's, or anybody may write into it: anything could be put there"
            error.hint = "use a folder of this user's, or of root's, that nobody else writes into (chmod o-w)"
        case Errno.accessDenied: error.hint = "the folder must be this user's; a service gets one by RuntimeDirectory="
        default: break
        }
        return error
    }
}
