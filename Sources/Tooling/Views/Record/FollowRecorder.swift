import CTaplineTool
public import TaplineCore
public import TaplineDaemon
import TaplineLinux

/// Records beside a running daemon: what its control socket reports of the fingers, or of the bus.
public struct FollowRecorder {
    private var recording: FollowedRecording
    private let loop: ViewLoop
    /// The recording is over after so long; nil: not by that.
    public var duration: Microseconds?

    /// - Parameters:
    ///   - source: the panel's control socket.
    ///   - withMotion: whether readings of its motion sensor are recorded with the fingers; it is powered meanwhile.
    /// - Throws: ``ServiceError`` where the daemon cannot be reached.
    public init(_ source: ViewSource, into file: RecordingFile, withMotion: Bool = false) throws(ServiceError) {
        recording = FollowedRecording(into: file, withMotion: withMotion)
        let fingers = withMotion ? "contacts motion" : "contacts"
        loop = try ViewLoop(SourceReader(source, follow: file.kind == .touches ? fingers : "bus"))
        loop.tellsLines = true
    }

    /// Records until the process is asked to stop, or the time is over.
    ///
    /// - Throws: ``ServiceError``: exit code 69 where the daemon ends or refuses, 74 where the file cannot be written.
    public mutating func run() throws(ServiceError) {
        let file = recording.file
        file.began = MonotonicClock.now
        let end = duration.map { MonotonicClock.now + $0 } ?? .never
        var isOver = false
        var loss: String?
        while !isOver, !file.isBroken, MonotonicClock.now < end {
            try loop.wait(until: min(end, MonotonicClock.now + .milliseconds(500))) { happening in
                switch happening {
                case .line(let line):
                    recording.take(line)
                    if let refusal = recording.refusal { (loss, isOver) = (refusal, true) }
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
}
