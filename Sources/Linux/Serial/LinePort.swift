import CTaplineSystem
public import TaplineCore

/// Whole lines of text to a reader who may be slow, or gone: a serial port or the standard output.
///
/// Writing never waits. What the reader has not taken yet is kept in a buffer of fixed size; a line that does not fit is
/// refused whole, never cut, and counted. A port whose device has vanished is opened again, once a second, and then
/// says its greeting first.
public final class LinePort {
    /// Where the lines go.
    public enum Target: Equatable, Sendable {
        /// A serial port and its rate.
        case serial(path: String, baud: UInt32)
        /// An open file of this process: 1 is the standard output.
        case descriptor(Int32)
        /// Whoever has connected to a socket, see ``LinePort/adopt(_:)``.
        case connection
    }

    /// Whether a line may be given up for the sake of later ones.
    public enum Importance: Sendable {
        /// Only what was left out of it is missing: taken while the buffer is less than half full.
        case progress
        /// The reader should hear of it: taken while there is room.
        case news
    }

    /// Bytes that wait for the reader, at most: 16 KiB, a second and a half at 115,200 baud.
    public static var capacity: Int { 16_384 }

    /// Where the lines go.
    public let target: Target
    /// What to wait for, -1 while the port is closed.
    public private(set) var descriptor: Int32 = -1
    /// Why the port is closed, 0 while it is open: the kernel's error number.
    public private(set) var errno: Int32 = 0
    /// Lines that were refused since the start.
    public private(set) var refusedLines: UInt32 = 0

    private var buffer = [UInt8](repeating: 0, count: LinePort.capacity)
    /// Where the bytes that wait begin, and how many there are; the buffer is a ring.
    private var first = 0
    private var count = 0
    /// How the stream is kept from blocking, see `tapline_stream_manner`.
    private var manner: Int32 = 0

    /// A port that is not open yet.
    public init(_ target: Target) { self.target = target }

    deinit { close() }

    /// What messages call it.
    public var name: String {
        switch target {
        case .serial(let path, _): path
        case .descriptor(1): "standard output"
        case .descriptor(let number): "descriptor \(number)"
        case .connection: "a connection"
        }
    }

    /// Whether the port is open.
    public var isOpen: Bool { descriptor >= 0 }
    /// Whether there are bytes that the reader has not taken yet.
    public var isPending: Bool { count > 0 }
    /// How many bytes fit now.
    public var room: Int { LinePort.capacity - count }

    /// Opens the port. What waited has been forgotten.
    ///
    /// - Returns: whether it is open; ``errno`` says why not.
    public func open() -> Bool {
        guard descriptor < 0 else { return true }
        let opened =
            switch target {
            case .serial(let path, let baud): tapline_serial_open(path, baud)
            case .descriptor(let number): unsafe tapline_stream_open(number, &manner)
            case .connection: -Errno.notConnected
            }
        errno = opened < 0 ? -opened : 0
        guard opened >= 0 else { return false }
        descriptor = opened
        return true
    }

    /// Becomes the port of whoever is at the other end of a socket that does not block. What waited has been forgotten.
    public func adopt(_ connection: Int32) {
        close()
        manner = Int32(bitPattern: TAPLINE_STREAM_SOCKET.rawValue)
        descriptor = connection
        errno = 0
    }

    /// Takes what has come, at most as many bytes as `bytes` has; it does not wait.
    ///
    /// - Returns: how many there are; 0: none yet; nil: the other end has closed, or is broken.
    public func read(into bytes: inout [UInt8]) -> Int? {
        guard isOpen else { return nil }
        let got = unsafe bytes.withUnsafeMutableBytes { unsafe tapline_read(descriptor, $0.baseAddress, $0.count) }
        if got > 0 { return Int(got) }
        return got == -Int64(Errno.tryAgain) ? 0 : nil
    }

    /// Closes the port and forgets what waits: the lines would be stale when it returns.
    ///
    /// - Parameter errno: why; 0: because nobody needs it any more.
    public func close(because errno: Int32 = 0) {
        guard descriptor >= 0 else { return }
        // (Closing a serial port waits for what it has taken; nobody may be there to take it.)
        if case .serial = target { tapline_serial_settle(descriptor, 0) }
        tapline_close(descriptor)
        descriptor = -1
        self.errno = errno
        first = 0
        count = 0
    }

    /// Takes a line, or refuses it whole. ``flush()`` writes it. (`inout` because a borrowed line would be copied.)
    ///
    /// - Returns: whether it was taken; a line for a closed port is not.
    @discardableResult
    public func send(_ line: inout ByteLine, _ importance: Importance = .news) -> Bool {
        let limit = importance == .news ? LinePort.capacity : LinePort.capacity / 2
        guard isOpen, count + line.count <= limit else {
            refusedLines &+= 1
            return false
        }
        line.withBytes { put($0) }
        return true
    }

    /// Takes whole lines, or refuses all of them.
    @discardableResult
    public func send(_ lines: [UInt8]) -> Bool {
        guard isOpen, lines.count <= room else {
            refuse(lines.count { $0 == UInt8(ascii: "\n") })
            return false
        }
        put(lines.span)
        return true
    }

    /// Counts lines that are not even offered.
    public func refuse(_ lines: Int) { refusedLines &+= UInt32(clamping: lines) }

    /// Takes text, which ends in a line end, or refuses it whole.
    @discardableResult
    public func send(_ text: String) -> Bool {
        guard isOpen, count + text.utf8.count <= LinePort.capacity else {
            refusedLines &+= 1
            return false
        }
        put(text.utf8.span)
        return true
    }

    /// Adds bytes that fit.
    private func put(_ bytes: Span<UInt8>) {
        let end = (first + count) % LinePort.capacity
        let beforeTheTurn = min(bytes.count, LinePort.capacity - end)
        unsafe buffer.withUnsafeMutableBytes { ring in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: ring[end...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<beforeTheTurn]))
                unsafe ring.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[beforeTheTurn...]))
            }
        }
        count += bytes.count
    }

    /// Writes what the reader takes now. A port that turns out to be gone is closed.
    public func flush() {
        while count > 0, isOpen {
            let length = min(count, LinePort.capacity - first)
            let written = unsafe buffer.withUnsafeBytes {
                unsafe tapline_stream_write(
                    descriptor, manner, $0.baseAddress?.advanced(by: first), length)
            }
            guard written >= 0 else { return close(because: Int32(-written)) }
            guard written > 0 else { return }
            first += Int(written)
            if first == LinePort.capacity { first = 0 }
            count -= Int(written)
            // (Written in part: the rest is for when there is room.)
            if written < length { return }
        }
        if count == 0 { first = 0 }
    }

    /// Waits until everything is written, at most until `deadline`.
    public func drain(until deadline: Instant) {
        flush()
        while isPending, isOpen, tapline_stream_wait(descriptor, deadline.microseconds) != 0 { flush() }
        if isOpen, case .serial = target { tapline_serial_settle(descriptor, deadline.microseconds) }
    }
}

extension LinePort {
    /// Whether a port that could not be opened because of `errno` will not open by waiting: permission is missing, or
    /// it is no serial port.
    public static func isLasting(_ errno: Int32) -> Bool {
        errno == Errno.accessDenied || errno == Errno.notPermitted || errno == Errno.wrongFunction
            || errno == Errno.invalid || errno == Errno.isFolder
    }
}
