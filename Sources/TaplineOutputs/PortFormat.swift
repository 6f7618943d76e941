public import TaplineGestures
public import TaplineTouches

/// What is written to one port: a format, the gestures that are told, and a sequence of its own.
public struct PortFormat: Sendable {
    /// The formats of ports.
    public enum Kind: Equatable, Sendable {
        /// `$TL` sentences, for small hosts.
        case line
        /// `events/1`, for machines that read JSON.
        case jsonl
        /// For people at a terminal: without `changed`, which nobody could read.
        case text
    }

    private enum Writer {
        case line(SerialLineFormat)
        case jsonl(EventsFormat)
        case text(TextFormat)
    }

    private var writer: Writer
    private let gestures: RecognizerSet

    /// A writer for a panel; places are told in its oriented pixels.
    ///
    /// - Parameter gestures: whose events are told; the others do not count.
    public init(
        kind: Kind, gestures: RecognizerSet = RecognizerSet(bits: .max), geometry: PanelGeometry, names: EventNames
    ) {
        self.gestures = gestures
        switch kind {
        case .line: writer = .line(SerialLineFormat(geometry: geometry, names: names))
        case .jsonl: writer = .jsonl(EventsFormat(geometry: geometry, names: names))
        case .text: writer = .text(TextFormat(geometry: geometry, names: names, lineEnd: .terminal))
        }
    }

    /// The format.
    public var kind: Kind {
        switch writer {
        case .line: .line
        case .jsonl: .jsonl
        case .text: .text
        }
    }

    /// Writes what a port begins with, when it opens and each time it has come back. It does not count: the sequence
    /// goes on.
    ///
    /// - Parameters:
    ///   - board: the board's name in UTF-8, 1…63 bytes.
    ///   - config: the configuration's digest, `sha256:…`, at most 71 bytes.
    public func greet(board: borrowing Span<UInt8>, config: borrowing Span<UInt8>, into line: inout ByteLine) {
        switch writer {
        case .line(let format): format.greet(board: board, into: &line)
        case .jsonl(let format): format.greet(board: board, config: config, into: &line)
        case .text(let format): format.greet(board: board, into: &line)
        }
    }

    /// Writes a gesture's line, line end included. False: the port does not tell this event, and nothing is counted.
    #if NOALLOC
        @_noAllocation
    #endif
    public mutating func write(_ event: GestureEvent, into line: inout ByteLine) -> Bool {
        guard gestures.contains(event.gesture) else { return false }
        switch writer {
        case .line(var format):
            format.write(event, into: &line)
            writer = .line(format)
        case .jsonl(var format):
            format.write(event, into: &line)
            writer = .jsonl(format)
        case .text(let format):
            guard event.state != .changed else { return false }
            format.write(event, into: &line)
        }
        return true
    }

    /// Counts a line that could not be written: readers see the gap, except people.
    public mutating func skip() {
        switch writer {
        case .line(var format):
            format.skip()
            writer = .line(format)
        case .jsonl(var format):
            format.skip()
            writer = .jsonl(format)
        case .text: break
        }
    }
}
