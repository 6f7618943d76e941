import CTaplineSystem
import CTaplineTool
import Glibc
import TaplineFormats

/// A connection to the control socket of a panel's daemon. It asks one thing, is read line by line, and is made again a while
/// after it has gone.
package struct PanelConnection {
    /// How long a daemon that is not there is left alone, µs.
    private static let pause: Int64 = 1_000_000
    private let path: String
    private let question: String
    private var lines = LineAssembler()
    private var saidThatItIsGone = false
    /// Whether the daemon has yet to agree to the question.
    private var awaitsAnswer = false

    /// What to wait for; -1 without a connection.
    package private(set) var descriptor: Int32 = -1
    private var opensAt: Int64 = 0
    /// When it is to be opened, µs of the monotonic clock; never while it is open.
    package var deadline: Int64 { descriptor < 0 ? opensAt : .max }

    /// No connection yet to the socket at `path`.
    ///
    /// - Parameter question: what is sent first, line ends included.
    package init(_ path: String, asking question: String = "") { (self.path, self.question) = (path, question) }

    /// Connects and asks; what there is to report of it. A daemon that is not there is reported once.
    package mutating func open(at now: Int64) -> String? {
        opensAt = now + PanelConnection.pause
        let descriptor = unsafe tapline_unix_connect(path)
        guard descriptor >= 0 else {
            defer { saidThatItIsGone = true }
            return saidThatItIsGone ? nil : "\(path): \(unsafe String(cString: strerror(-descriptor))); trying again"
        }
        self.descriptor = descriptor
        lines = LineAssembler()
        awaitsAnswer = !question.isEmpty
        if awaitsAnswer, !send(question) { close() }
        return nil
    }

    /// Sends all of `text`; false where there is no connection, or the daemon does not take it.
    package func send(_ text: String) -> Bool {
        unsafe descriptor >= 0 && tapline_unix_ask(descriptor, text, text.utf8.count) == 0
    }

    /// The lines that have come; nil: the daemon has gone.
    package mutating func read() -> [[UInt8]]? {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return [] }
            saidThatItIsGone = true
            close()
            return nil
        }
        var complete: [[UInt8]] = []
        lines.add(bytes[..<count]) { if let line = $0 { complete.append(line) } }
        guard awaitsAnswer, let answer = complete.first else { return complete }
        awaitsAnswer = false
        let isAnswer = answer == Array("ok".utf8) || answer.starts(with: "error: ".utf8)
        return isAnswer
            ? complete
            : [Array("error: this socket tells events alone; the control socket beside it is called control".utf8)]
    }

    /// The daemon has said what was asked for: that it has gone is news again.
    ///
    /// - Returns: whether it had been reported as gone.
    @discardableResult package mutating func wasAnswered() -> Bool {
        defer { saidThatItIsGone = false }
        return saidThatItIsGone
    }

    /// Ends the connection, and makes none for so many pauses.
    package mutating func close(pauses: Int64 = 1) {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
        opensAt = tapline_now_us() + pauses * PanelConnection.pause
    }
}
