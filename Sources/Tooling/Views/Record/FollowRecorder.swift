import CTaplineTool
public import TaplineCore
public import TaplineDaemon
import TaplineFormats
import TaplineLinux
import TaplineSimulator

/// Records beside a running daemon: what its control socket reports of the fingers, or of the bus.
public struct FollowRecorder {
    private let file: RecordingFile
    private let loop: ViewLoop
    /// The recording is over after so long; nil: not by that.
    public var duration: Microseconds?

    /// Whether readings of the motion sensor are recorded, too.
    private let withMotion: Bool
    /// Why there is nothing to record, which shows when the panel describes itself.
    private var refusal: String?

    /// - Parameters:
    ///   - source: the panel's control socket.
    ///   - withMotion: whether readings of its motion sensor are recorded with the fingers; it is powered meanwhile.
    /// - Throws: ``ServiceError`` where the daemon cannot be reached.
    public init(_ source: ViewSource, into file: RecordingFile, withMotion: Bool = false) throws(ServiceError) {
        self.file = file
        self.withMotion = withMotion
        let fingers = withMotion ? "contacts motion" : "contacts"
        loop = try ViewLoop(SourceReader(source, follow: file.kind == .touches ? fingers : "bus"))
        loop.tellsLines = true
    }

    /// Records until the process is asked to stop, or the time is over.
    ///
    /// - Throws: ``ServiceError``: exit code 69 where the daemon ends or refuses, 74 where the file cannot be written.
    public mutating func run() throws(ServiceError) {
        let end = duration.map { MonotonicClock.now + $0 } ?? .never
        var isOver = false
        var loss: String?
        while !isOver, !file.isBroken, MonotonicClock.now < end {
            try loop.wait(until: min(end, MonotonicClock.now + .milliseconds(500))) { happening in
                switch happening {
                case .line(let line):
                    take(line)
                    if refusal != nil { (loss, isOver) = (refusal, true) }
                case .lost(let why): (loss, isOver) = (why, true)
                case .stop, .ended: isOver = true
                case .pause: tapline_terminal_stop()
                default: break
                }
            }
            file.tellProgress(at: MonotonicClock.now)
        }
        if let loss, !file.hasBegun { throw ServiceError("\(loop.reader.source.name): \(loss)", .unavailable) }
        try file.finish()
        if let loss {
            throw ServiceError(
                "\(loop.reader.source.name): \(loss); the recording is complete up to there", .unavailable)
        }
    }

    private mutating func take(_ line: [UInt8]) {
        guard let value = try? JSONReader.read(line[...]) else { return file.miss(1) }
        if let format = value["tapline"]?.text {
            if format == "panel/1" { begin(value) }
            return
        }
        guard let time = value["t"]?.whole else { return file.miss(1) }
        if let count = value["dropped"]?.whole {
            file.miss(Int(clamping: count))
            // Of fingers nobody knows anything meanwhile: that is what a failed read says, too.
            if file.kind == .touches { file.write("{\"t\":\(time),\"fault\":\"bus\"}", at: time) }
            return
        }
        if value["a"] != nil {
            guard let reading = try? Trace.reading(value, at: .init(microseconds: max(time, file.lastTime))) else {
                return file.miss(1)
            }
            let text = "{\"t\":\(reading.time.microseconds),\(Trace.text(of: reading))}"
            return file.write(text, at: reading.time.microseconds, isReading: true)
        }
        var fingers: Int?
        if case .array(let contacts)? = value["c"] { fingers = contacts.count }
        // (An edge may be older than the transfer that was reported before it, or the reading of another source.)
        let text = String(decoding: line, as: UTF8.self)
        guard file.kind == .bus || withMotion, time < file.lastTime, let comma = text.firstIndex(of: ",") else {
            return file.write(text, at: time, fingers: fingers)
        }
        file.write("{\"t\":\(file.lastTime)\(text[comma...])", at: file.lastTime, fingers: fingers)
    }

    private mutating func begin(_ panel: JSONReader.Value) {
        if withMotion, panel["sensor"] == nil {
            refusal = "its board has no motion sensor"
            return
        }
        let board = panel["board"]?.text ?? ""
        guard file.kind == .touches else {
            let address = panel["address"]?.text.flatMap { Int($0.dropFirst(2), radix: 16) } ?? 0
            return file.begin(
                RecordingHeader.bus(
                    chip: panel["chip"]?.text ?? "", address: address, board: BoardLibrary().name(ofBoard: board)))
        }
        let width = panel["width"]?.whole ?? 1
        let height = panel["height"]?.whole ?? 1
        let rawWidth = panel["raw_width"]?.whole ?? width
        let rawHeight = panel["raw_height"]?.whole ?? height
        var millimetres: (width: Double, height: Double)?
        if let across = panel["width_mm"]?.double, let down = panel["height_mm"]?.double {
            // A panel that is turned by a quarter has its axes swapped.
            let isSwapped = rawWidth == height && rawHeight == width && width != height
            millimetres = isSwapped ? (down, across) : (across, down)
        }
        file.begin(
            RecordingHeader.trace(
                width: Int(clamping: rawWidth), height: Int(clamping: rawHeight), millimetres: millimetres, board: board
            ))
    }
}
