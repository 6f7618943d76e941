import TaplineConfiguration
import TaplineCore
import TaplineFormats
public import TaplineSimulator

/// A recording that is read while it is played: of fingers a line at a time, however long it is; of a bus whole.
public final class RecordingReader {
    /// What it is. Of fingers it has only the panel: the lines come one at a time.
    public let recording: Recording
    private let lines: FileLines
    private var reader: TraceReader?
    /// Why ``next()`` found no more, where that is not the end.
    private(set) var failure: ServiceError?

    /// Opens the recording at `path`, of either kind; `-` is the standard input. A file is looked through first, so that nothing is
    /// played of one that is wrong somewhere.
    ///
    /// - Throws: ``ServiceError``: exit code 65 where it is no recording, 74 or 77 where it cannot be read.
    public convenience init(_ path: String) throws(ServiceError) {
        if path != "-", Files.isFile(path) {
            let first = try RecordingReader(FileLines(path), of: path)
            while first.next() != nil {}
            if let failure = first.failure { throw failure }
        }
        try self.init(FileLines(path), of: path)
    }

    private init(_ lines: FileLines, of path: String) throws(ServiceError) {
        self.lines = lines
        let file = Files.displayName(path)
        let header = try lines.next()
        let format = header.flatMap { Recording.format(of: $0) }
        var whole: [UInt8]?
        if let header, let format, format != "trace/1" { whole = try lines.all(from: header) }
        do throws(LineFormatError) {
            guard let header else { throw TraceReader.empty(file) }
            if let whole {
                recording = try Recording(whole, file: file)
            } else {
                // (Also what has no header: a trace is what most people mean.)
                let reader = try TraceReader(header, file: file)
                self.reader = reader
                recording = .touches(Trace(panel: reader.panel, board: reader.board))
            }
        } catch {
            throw ServiceError(error)
        }
    }

    /// Whether the next line has to be read, for which a pipe may have to be waited.
    var hasToRead: Bool { lines.hasToRead }

    /// The next line of fingers or motion; nil: there is none, or it cannot be read.
    func next() -> (time: Instant, event: Trace.Event)? {
        guard failure == nil, reader != nil else { return nil }
        do throws(ServiceError) {
            guard let line = try lines.next() else { return nil }
            do throws(LineFormatError) { return try reader?.read(line) } catch { throw ServiceError(error) }
        } catch {
            failure = error
            return nil
        }
    }
}
