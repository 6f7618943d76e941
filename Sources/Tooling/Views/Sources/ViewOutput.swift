import CTaplineSystem
import CTaplineTool
import TaplineDaemon
import TaplineLinux

/// Buffered output of a view to a file, a pipe or a terminal whose reader may stand still: the process can be stopped all the
/// same. The first error is kept, and nothing more is written after it.
struct ViewOutput {
    /// The open file.
    let descriptor: Int32
    private var buffer: [UInt8] = []
    /// The kernel's number of the first error, 0 for none.
    private(set) var errno: Int32 = 0
    /// Bytes that have been written, and those of them that are whole lines.
    private var written: Int64 = 0
    private(set) var wholeLines: Int64 = 0

    /// Output to the open file `descriptor`: 1 is the standard output, 2 the standard error.
    init(descriptor: Int32 = 1) { self.descriptor = tapline_output_open(descriptor) }

    /// Whether a person reads it at a terminal that can be drawn on.
    var isTerminal: Bool { tapline_is_terminal(descriptor) != 0 && !["", "dumb"].contains(Self.variable("TERM")) }

    /// Whether it is a terminal whose user has not said `NO_COLOR` (a value that is not empty, as no-color.org says).
    var wantsColour: Bool { isTerminal && Self.variable("NO_COLOR").isEmpty }

    /// Whether nobody will read what is still to come: an error, the reader has gone, or the process is asked to stop.
    var isBroken: Bool { errno != 0 }

    /// Whether something of what was written last has not been taken yet.
    var isPending: Bool { !buffer.isEmpty }

    static func variable(_ name: String) -> String { Environment.value(name) ?? "" }

    /// Adds text.
    mutating func write(_ text: String) {
        guard errno == 0 else { return }
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= 65_536 { flush() }
    }

    /// Writes what has gathered, however long it takes: until the process is asked to stop.
    mutating func flush() {
        guard errno == 0, !buffer.isEmpty else { return }
        var count = 0
        let status = unsafe buffer.withUnsafeBytes {
            unsafe tapline_tool_write(descriptor, $0.baseAddress, $0.count, &count)
        }
        note(count)
        errno = -status
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes as much as is taken at once; the rest waits.
    mutating func push() {
        while errno == 0, !buffer.isEmpty {
            let count = unsafe buffer.withUnsafeBytes {
                unsafe tapline_output_put(descriptor, $0.baseAddress, $0.count)
            }
            if count == -Int64(Errno.tryAgain) { return }
            guard count > 0 else {
                errno = Int32(clamping: -count)
                return
            }
            note(Int(count))
            buffer.removeFirst(Int(count))
        }
    }

    /// Forgets what has not been taken.
    mutating func dropPending() { buffer.removeAll(keepingCapacity: true) }

    private mutating func note(_ count: Int) {
        if let end = buffer[..<count].lastIndex(of: 0x0A) { wholeLines = written + Int64(end) + 1 }
        written += Int64(count)
    }

    /// Writes what has gathered and says whether everything arrived. Where the reader has gone the process ends as filters do,
    /// by SIGPIPE.
    ///
    /// - Throws: ``ServiceError`` with exit code 74.
    mutating func finish() throws(ServiceError) {
        flush()
        if errno == Errno.brokenPipe { tapline_tool_end_by_pipe() }
        if errno != 0, errno != Errno.cancelled { throw ServiceError.output(errno) }
    }
}
