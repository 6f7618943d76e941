import CTaplineSystem
import CTaplineTool
package import TaplineCore
package import TaplineDaemon
import TaplineFormats
import TaplineLinux

/// Reads messages from a source, and opens it again when it has gone.
package final class SourceReader {
    /// What has become of the source.
    package enum Outcome: Equatable {
        /// Nothing more for now.
        case quiet
        /// It has gone; it is tried again.
        case lost(String)
        /// Nothing more will come.
        case ended
        /// It cannot be read on: the kernel's number for why.
        case failed(errno: Int32)
    }

    /// The kernel's number for "not now": nothing to read, nobody who accepts.
    static var nothingNow: Int32 { 11 }

    package private(set) var source: ViewSource
    /// What a control socket is asked to report.
    private let follow: String
    /// The open file; -1 while there is none.
    package private(set) var descriptor: Int32 = -1
    private var lines = LineAssembler()
    private var decoder = MessageDecoder()
    /// Whether a control socket has yet to agree to what it was asked.
    private(set) var awaitsAnswer = false
    /// When a daemon that has not answered yet counts as hung.
    package private(set) var answerDeadline = Instant.never
    private var refusal: String?
    private var chunk = [UInt8](repeating: 0, count: 65_536)

    /// A reader of `source`; a control socket is asked to `follow` these things.
    package init(_ source: ViewSource, follow: String) {
        self.source = source
        self.follow = follow
    }

    deinit { close() }

    /// Whether it is a file, which can always be read and is never waited for.
    package private(set) var isFile = false

    /// Opens the source.
    ///
    /// - Throws: ``ServiceError``: exit code 69, 74 or 77: why it cannot be opened.
    package func open() throws(ServiceError) {
        close()
        if case .awaited(let path, let baud) = source {
            let found = try ViewSource.named(path, baud: baud, mayBeAbsent: true)
            guard found != source else { throw ServiceError("\(path): nothing is there yet", .unavailable) }
            // (Somebody has only begun to write it.)
            try found.requireEvents()
            source = found
        }
        switch source {
        case .standardInput: descriptor = 0
        case .awaited: break
        case .file(let path):
            descriptor = tapline_open(path)
            if descriptor < 0 { throw ServiceError(file: path, errno: -descriptor) }
        case .serial(let path, let baud):
            descriptor = tapline_serial_open(path, baud)
            if descriptor < 0 { throw ServiceError(DeviceError(path: path, errno: -descriptor)) }
            decoder = MessageDecoder(joinsStream: true)
        case .events(let path), .control(let path):
            descriptor = tapline_unix_connect(path)
            if descriptor < 0 { throw Self.refused(path, -descriptor) }
        }
        isFile = !source.mayReturn && tapline_is_always_ready(descriptor) != 0
        guard case .control(let path) = source else { return }
        let request = Array("follow \(follow)\n".utf8)
        let status = unsafe request.withUnsafeBytes { unsafe tapline_unix_ask(descriptor, $0.baseAddress, $0.count) }
        guard status == 0 else { throw Self.refused(path, -status) }
        awaitsAnswer = true
        answerDeadline = MonotonicClock.now + ControlClient.timeout
    }

    /// What `errno` means where a socket was to be connected or asked; ``nothingNow`` where nobody listens.
    static func refused(_ path: String, _ errno: Int32) -> ServiceError {
        if errno == nothingNow { return ServiceError("\(path): \(noAnswer)", .unavailable) }
        let error = DeviceError(path: path, errno: errno)
        if errno == 2, path.hasSuffix("/control") {
            return ServiceError(
                "\(path): \(error.reason); no daemon serves in this folder: start it, as taplined --name NAME or tapline run --sockets FOLDER",
                .unavailable)
        }
        guard errno == 111 else { return ServiceError(error) }
        guard tapline_file_kind(path) == TAPLINE_FILE_SOCKET.rawValue else {
            return ServiceError("\(path): this is no socket of a daemon", .unavailable)
        }
        // ECONNREFUSED: the socket is there, its daemon is not.
        return ServiceError(
            "\(path): \(error.reason); its daemon has ended: systemctl status 'tapline@*'", .unavailable)
    }

    private static var noAnswer: String {
        "no answer from its daemon; it may hang: systemctl status 'tapline@*' says so, systemctl restart tapline@NAME fixes it"
    }

    /// Gives up a daemon that has not answered in time: why; nil while there is time.
    package func giveUp(at now: Instant) -> String? {
        guard now >= answerDeadline else { return nil }
        close()
        return Self.noAnswer
    }

    package func close() {
        if descriptor > 0 { tapline_close(descriptor) }
        descriptor = -1
        lines.removeAll()
        decoder = MessageDecoder()
        awaitsAnswer = false
        answerDeadline = .never
        refusal = nil
    }

    /// Reads what is there, once, and understands it.
    package func read(_ take: (ViewMessage) -> Void) -> Outcome {
        readLines { line in take(decoder.decode(line)) }
    }

    /// Reads what is there, once; nil stands for a line that is too long.
    package func readLines(_ take: ([UInt8]?) -> Void) -> Outcome {
        guard descriptor >= 0 else { return .quiet }
        let count = unsafe chunk.withUnsafeMutableBytes {
            unsafe tapline_read(descriptor, $0.baseAddress, $0.count)
        }
        if count == -Int64(Self.nothingNow) { return .quiet }
        guard count > 0 else { return finish(errno: Int32(clamping: -count), take) }
        lines.add(chunk[0..<Int(count)]) { line in pass(line, take) }
        guard let refusal else { return .quiet }
        close()
        return .lost(refusal)
    }

    private func finish(errno: Int32, _ take: ([UInt8]?) -> Void) -> Outcome {
        if !source.mayReturn {
            lines.finish { line in pass(line, take) }
            close()
            return errno == 0 ? .ended : .failed(errno: errno)
        }
        close()
        return .lost(errno == 0 ? "it was closed" : DeviceError(path: "", errno: errno).reason)
    }

    /// Passes a line on, but for the answer to what a control socket was asked.
    private func pass(_ line: [UInt8]?, _ take: ([UInt8]?) -> Void) {
        guard refusal == nil else { return }
        guard awaitsAnswer else { return take(line) }
        awaitsAnswer = false
        answerDeadline = .never
        let answer = MessageDecoder.shown(line ?? [], longest: 200)
        if answer != "ok" { refusal = answer.hasPrefix("error: ") ? String(answer.dropFirst(7)) : answer }
    }
}
