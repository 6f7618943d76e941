import CTaplineSystem
public import TaplineCore
import TaplineLinux

/// Buffered output to a file descriptor. The first error is kept, and nothing more is written after it. A process that is
/// asked to stop (``StopSignals``) gives up a reader who takes nothing for a second.
public struct OutputStream: Sendable {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// The kernel's number of the first error, 0 for none.
    public private(set) var errno: Int32 = 0

    /// Output to the open file `descriptor`: 1 is the standard output, 2 the standard error.
    public init(descriptor: Int32 = 1) {
        self.descriptor = descriptor
        buffer.reserveCapacity(65_536 + ByteLine.capacity)
    }

    /// Output that is kept for ``keptBytes``.
    package static func kept() -> OutputStream { OutputStream(descriptor: -1) }

    /// Writes a text to the standard error at once.
    public static func writeError(_ text: String) {
        var errors = OutputStream(descriptor: 2)
        errors.write(text)
        errors.flush()
    }

    /// What was written to output that is kept.
    package var keptBytes: [UInt8] { descriptor < 0 ? buffer : [] }

    /// Whether a person reads it.
    public var isTerminal: Bool { tapline_is_terminal(descriptor) != 0 }

    /// Whether it is a terminal whose user has not said `NO_COLOR` (a value that is not empty, as no-color.org says).
    public var wantsColour: Bool {
        isTerminal && (Environment.value("NO_COLOR") ?? "").isEmpty
    }

    /// Adds a line, which stays as it is. (`inout` because a borrowed buffer would be copied for every byte.)
    public mutating func write(_ line: inout ByteLine) {
        for i in 0..<line.count { buffer.append(line[i]) }
        if buffer.count >= 65_536 { flush() }
    }

    /// Adds text.
    public mutating func write(_ text: String) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= 65_536 { flush() }
    }

    /// Writes what has gathered.
    public mutating func flush() {
        guard descriptor >= 0 else { return }
        if errno == 0, !buffer.isEmpty {
            var written = 0
            errno =
                -(unsafe buffer.withUnsafeBytes {
                    unsafe tapline_output_write(descriptor, $0.baseAddress, $0.count, &written)
                })
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Whether nobody will read what is still to come: an error, the reader has gone, or the process is asked to stop.
    public var isBroken: Bool { errno != 0 }

    /// Writes what has gathered and says whether everything arrived.
    ///
    /// - Throws: ``ServiceError`` with exit code 74.
    public mutating func finish() throws(ServiceError) {
        flush()
        if errno != 0 { throw ServiceError.output(errno) }
    }
}

extension ServiceError {
    /// Not all of the standard output was taken: the kernel's number says why.
    package static func output(_ errno: Int32) -> ServiceError {
        errno == Errno.cancelled
            ? ServiceError("standard output: nobody reads it, and the rest of it is lost", .inputOutput)
            : ServiceError(file: "standard output", errno: errno)
    }
}
