import CTaplineSystem
public import TaplineCore

/// Waits for several descriptors and one deadline at once: `epoll`.
public final class Poller {
    /// What has happened to a watched descriptor.
    public struct Happening: Sendable {
        /// The tag that it is watched under.
        public let tag: UInt32
        /// There is something to read.
        public let isReadable: Bool
        /// There is room to write.
        public let isWritable: Bool
        /// It is broken, or its other end has gone.
        public let isGone: Bool
    }

    /// The most happenings reported at once; the others are reported by the next wait.
    public static var capacity: Int { 32 }

    private let descriptor: Int32
    private var happenings = [tapline_happening](repeating: tapline_happening(), count: Poller.capacity)

    /// Watches nothing yet.
    ///
    /// - Throws: ``DeviceError`` where the process has no descriptors left.
    public init() throws(DeviceError) {
        descriptor = tapline_poller_open()
        guard descriptor >= 0 else { throw DeviceError(path: "epoll", errno: -descriptor) }
    }

    deinit { tapline_close(descriptor) }

    /// Watches `watched` under `tag`, or watches it differently than before; that it breaks is always reported. A file is
    /// always ready and is not watched.
    public func watch(_ watched: Int32, tag: UInt32, reading: Bool = false, writing: Bool = false) {
        _ = tapline_poller_watch(descriptor, watched, tag, reading ? 1 : 0, writing ? 1 : 0)
    }

    /// Stops watching `watched`, which must still be open.
    public func forget(_ watched: Int32) { tapline_poller_forget(descriptor, watched) }

    /// Waits until something happens or it is `deadline`.
    ///
    /// - Returns: how much has happened; ``subscript(_:)`` says what. 0: it is `deadline`.
    /// - Throws: ``DeviceError`` where waiting is impossible.
    public func wait(until deadline: Instant) throws(DeviceError) -> Int {
        let count = unsafe happenings.withUnsafeMutableBufferPointer {
            unsafe tapline_poller_wait(descriptor, deadline.microseconds, $0.baseAddress, Int32($0.count))
        }
        guard count >= 0 else { throw DeviceError(path: "epoll", errno: -count) }
        return Int(count)
    }

    /// What has happened, 0 …< the last wait's count.
    public subscript(index: Int) -> Happening {
        let happening = happenings[index]
        return Happening(
            tag: happening.tag, isReadable: happening.is_readable != 0, isWritable: happening.is_writable != 0,
            isGone: happening.is_gone != 0)
    }
}
