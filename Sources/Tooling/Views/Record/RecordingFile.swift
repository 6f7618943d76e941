import CTaplineSystem
import CTaplineTool
import TaplineConfiguration
public import TaplineCore
public import TaplineDaemon
import TaplineFormats
import TaplineLinux
public import TaplineSimulator

/// A recording that is being written: whole lines only, so that it is complete whenever it ends.
public final class RecordingFile {
    /// What is recorded.
    public enum Kind: Sendable {
        /// Fingers: `trace/1`.
        case touches
        /// What goes over the chip's wires: `bus/1`.
        case bus
    }

    /// What is recorded.
    public let kind: Kind
    private let path: String
    private let replaces: Bool
    private var descriptor: Int32 = 1
    private var failure: ServiceError?
    private var output: ViewOutput
    private var errors = ViewOutput(descriptor: 2)
    private var hasHeader = false
    /// Whether the file was not there before.
    private var isMade = false
    private var firstTime: Int64?
    /// Since when it is recorded; nil: not by the computer's clock.
    var began: Instant?
    /// The time of the last line, µs.
    private(set) var lastTime: Int64 = 0
    private var lines: Int64 = 0
    /// How many of them are the motion sensor's.
    private var readings: Int64 = 0
    private var fingers = 0
    private var missing: Int64 = 0
    private var nextProgress = Instant(microseconds: .min)

    /// A recording at `path`; `-` is the standard output. A new file is there from now on, so that nobody else takes its name, and is
    /// gone again where nothing comes; one that is replaced stays until there is something to record.
    ///
    /// - Throws: ``ServiceError`` with exit code 74 where the file is there already and `replaces` is false, or cannot be made.
    public init(_ path: String, kind: Kind, replaces: Bool) throws(ServiceError) {
        self.path = path
        self.kind = kind
        self.replaces = replaces
        output = ViewOutput()
        guard path != "-" else { return }
        let kind = tapline_file_kind(path)
        guard kind != TAPLINE_FILE_FOLDER.rawValue else {
            throw ServiceError(file: path, errno: Errno.isFolder, isWritten: true)
        }
        // (A pipe is opened when somebody reads it: while signals still end the process.)
        if kind < 0 && !replaces || kind == TAPLINE_FILE_PIPE.rawValue { try open() }
        if !replaces, kind == TAPLINE_FILE_PLAIN.rawValue { throw isThere }
    }

    private func open() throws(ServiceError) {
        guard path != "-", descriptor <= 2 else { return }
        // (Meanwhile somebody else may have made it.)
        let kind = tapline_file_kind(path)
        let isNew = !replaces && (kind < 0 || kind == TAPLINE_FILE_PLAIN.rawValue)
        descriptor = tapline_create(path, isNew)
        guard descriptor >= 0 else {
            if descriptor == -Errno.busy {
                throw ServiceError("\(path): somebody records into it; take another name", .inputOutput)
            }
            throw descriptor == -Errno.fileExists
                ? isThere : ServiceError(file: path, errno: -descriptor, isWritten: true)
        }
        isMade = isNew
        output = ViewOutput(descriptor: descriptor)
    }

    private var isThere: ServiceError {
        ServiceError("\(path): is there already; take another name, or --force to replace it", .inputOutput)
    }

    /// Records the panel of a board, without a daemon.
    ///
    /// - Parameters:
    ///   - name: what the command line calls the board.
    ///   - withMotion: whether readings of its motion sensor are recorded, too.
    ///   - duration: how long; nil: until the process is asked to stop.
    /// - Throws: ``ServiceError``: exit code 69 or 77 for devices, 74 where the file cannot be written.
    public func record(
        _ recording: BoardRecording, named name: String, withMotion: Bool, fingers: FingerScript?, isLive: Bool,
        duration: Microseconds?
    ) throws(ServiceError) {
        let header = self.header(of: recording.board, named: name)
        try recording.run(
            isBus: kind == .bus, withMotion: withMotion, fingers: fingers, isLive: isLive, length: duration
        ) { line in
            self.begin(header)
            self.write(line.text, at: line.time, fingers: line.fingers, isReading: line.isReading)
            self.tellProgress(at: MonotonicClock.now)
            return !self.isBroken
        }
        try finish()
    }

    private func header(of board: BoardDescription, named name: String) -> String {
        switch kind {
        case .touches:
            RecordingHeader.trace(
                width: board.panel.rawWidth, height: board.panel.rawHeight,
                millimetres: board.panel.rawMillimetres.map { (Double($0.0), Double($0.1)) }, board: board.name)
        case .bus:
            RecordingHeader.bus(
                chip: board.controller.name, address: Int(board.addresses.first ?? 0), board: name)
        }
    }

    deinit {
        if descriptor > 2 { tapline_close(descriptor) }
        if isMade && !hasHeader { _ = tapline_remove(path) }
    }

    /// Whether nobody takes what is written.
    public var isBroken: Bool { output.isBroken || failure != nil }
    /// Whether the header has been written.
    var hasBegun: Bool { hasHeader }

    /// Writes the header, once.
    func begin(_ header: String) {
        guard !hasHeader else { return }
        hasHeader = true
        do throws(ServiceError) {
            try open()
        } catch {
            failure = error
            return
        }
        output.write(header + "\n")
    }

    /// Writes a line of the time `time`, µs; one whose time runs backwards counts as one that is missing.
    ///
    /// - Parameters:
    ///   - fingers: how many are down; nil where the line does not say.
    ///   - isReading: whether it is one of the motion sensor.
    func write(_ line: String, at time: Int64, fingers: Int? = nil, isReading: Bool = false) {
        guard failure == nil else { return }
        guard hasHeader, time >= 0, time >= lastTime else {
            missing += 1
            return
        }
        lastTime = time
        firstTime = firstTime ?? time
        lines += 1
        if isReading { readings += 1 }
        if let fingers { self.fingers = fingers }
        output.write(line + "\n")
    }

    /// Notes that so many lines were left out by the source.
    func miss(_ count: Int) {
        missing = saturatingSum(missing, Int64(count))
    }

    /// Says to who looks at a terminal how far it is, twice a second, and writes what has gathered.
    func tellProgress(at now: Instant) {
        guard now >= nextProgress else { return }
        nextProgress = now + .milliseconds(500)
        output.flush()
        guard errors.isTerminal else { return }
        errors.write(
            "\r\u{1B}[K\(figures)\(kind == .touches ? ", \(counted(fingers, "finger")) down" : ""); control-C ends it"
        )
        errors.flush()
    }

    private var figures: String {
        // (What a daemon knew of its controller before has the times of then.)
        let elapsed = began.map { (MonotonicClock.now - $0).count } ?? .max
        let length = min(lastTime - (firstTime ?? lastTime), elapsed)
        let motion = readings > 0 ? ", \(counted(readings, "reading")) of motion" : ""
        return "\(fixed(Double(length) / 1e6, places: 1)) s, "
            + counted(lines - readings, kind == .touches ? "report" : "line") + motion
    }

    /// Writes what is left and says what there is.
    ///
    /// - Throws: ``ServiceError`` with exit code 74 where it could not be written, 65 where nothing came.
    package func finish() throws(ServiceError) {
        if let failure { throw failure }
        output.flush()
        if errors.isTerminal { errors.write("\r\u{1B}[K") }
        guard path != "-" else { return try finishOutput() }
        guard output.errno == 0 else { throw cutBack() }
        try summarize()
    }

    private func finishOutput() throws(ServiceError) {
        try output.finish()
        if output.errno != 0 { throw ServiceError.output(output.errno) }
        try summarize()
    }

    /// What was written when there was no more room is a recording up to its last whole line.
    private func cutBack() -> ServiceError {
        let error = ServiceError(file: path, errno: output.errno, isWritten: true)
        // (Not even the header: a new file goes again.)
        hasHeader = output.wholeLines > 0
        guard hasHeader, tapline_cut(descriptor, output.wholeLines) == 0 else { return error }
        return ServiceError("\(error.description); the recording is complete up to there", error.exitCode)
    }

    private func summarize() throws(ServiceError) {
        guard hasHeader else { throw ServiceError("\(path): nothing was recorded", .badData) }
        errors.write("\(path == "-" ? "recorded" : path): \(figures)\n")
        if lines == 0, let began {
            let seconds = fixed(Double((MonotonicClock.now - began).count) / 1e6, places: 3)
            errors.write("note: nothing happened in these \(seconds) s\n")
        }
        if missing > 0 {
            errors.write(
                "note: \(counted(missing, "line")) could not be recorded: the panel emitted faster than they were read\n"
            )
        }
        errors.flush()
    }
}
