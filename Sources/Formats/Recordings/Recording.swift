/// A recording of either kind; its header says which.
public enum Recording: Sendable {
    /// Fingers: `trace/1`.
    case touches(Trace)
    /// What went over a chip's wires: `bus/1`.
    case bus(BusTrace)

    /// The format that the first line of a file says it has; nil: it is no object with one.
    package static func format(of bytes: [UInt8]) -> String? {
        var lines = LineSplitter(bytes)
        return lines.next().flatMap { format(of: $0) }
    }

    /// The format that `line` says it has.
    package static func format(of line: LineSplitter.Line) -> String? {
        (try? JSONReader.read(line.bytes))?["tapline"]?.text
    }

    /// Reads a whole file.
    ///
    /// - Throws: ``LineFormatError`` naming the line: what is wrong, or that the header's format is neither.
    public init(_ bytes: [UInt8], file: String) throws(LineFormatError) {
        var lines = LineSplitter(bytes)
        if let first = lines.next(), let format = Recording.format(of: first) {
            switch format {
            case "trace/1": break
            case "bus/1":
                self = .bus(try BusTrace(bytes, file: file))
                return
            default:
                throw LineFormatError(
                    file: file, line: first.number,
                    message: "the format is \"\(format)\"; this version reads \"trace/1\" and \"bus/1\"")
            }
        }
        // Also what has no header: a trace is what most people mean.
        self = .touches(try Trace(bytes, file: file))
    }
}
