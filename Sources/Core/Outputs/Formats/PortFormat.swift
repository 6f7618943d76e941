public import TaplineGestures
public import TaplineTouches

/// What is written to one port: a format, the events that are sent, and a sequence of its own.
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

    /// Which touches are sent.
    public enum Touches: Equatable, Sendable {
        /// Every change of a touch on the panel, as it happens.
        case all
        /// The own touch stream of the zone at this index.
        case zone(Int)
    }

    /// What decides which events a port is sent. (Apart: the names would be copied with it.)
    public struct Selection: Sendable {
        /// The format.
        public let kind: Kind
        let gestures: RecognizerSet
        let controls: ZoneSet
        let touches: Touches?

        /// Whether the events of every gesture are sent.
        public var isForEveryGesture: Bool { gestures.bits == .max }
    }

    private let selection: Selection
    private var fields: EventFields
    /// The number of the last line; the greeting has none. In text it does not show.
    public private(set) var sequence: Int64 = 0

    /// A writer for a panel; places are in its oriented pixels.
    ///
    /// - Parameters:
    ///   - gestures: whose events are sent; the others do not count.
    ///   - controls: the zones of the controls whose events are sent.
    ///   - touches: which touches are sent; nil: none.
    public init(
        kind: Kind, gestures: RecognizerSet = RecognizerSet(bits: .max), controls: ZoneSet = ZoneSet(bits: .max),
        touches: Touches? = nil,
        geometry: PanelGeometry, names: EventNames
    ) {
        selection = Selection(kind: kind, gestures: gestures, controls: controls, touches: touches)
        fields = EventFields(geometry: geometry, names: names)
    }

    /// The format.
    public var kind: Kind { selection.kind }

    /// Writes what a port begins with, when it opens and each time it has come back. It does not count: the sequence
    /// goes on.
    ///
    /// - Parameters:
    ///   - board: the board's name in UTF-8, 1…63 bytes.
    ///   - config: the configuration's digest, `sha256:…`, at most 71 bytes.
    public func greet(board: borrowing Span<UInt8>, config: borrowing Span<UInt8>, into line: inout ByteLine) {
        switch selection.kind {
        case .line: SerialLineFormat.greet(board: board, into: &line)
        case .jsonl: EventsFormat.greet(board: board, config: config, into: &line)
        case .text: TextFormat.greet(board: board, into: &line)
        }
    }

    /// Writes an event's line, line end included. False: the port is not sent this event, and nothing is counted.
    public mutating func write(_ event: some FormattedEvent, into line: inout ByteLine) -> Bool {
        guard count(event) else { return false }
        switch selection.kind {
        case .line: SerialLineFormat.write(event, &fields, numbered: sequence, into: &line)
        case .jsonl: event.writeObject(&fields, numbered: sequence, into: &line)
        case .text:
            event.writeText(&fields, into: &line)
            line.append("\r\n")
        }
        return true
    }

    /// Counts a line that could not be written: readers see the gap. One that was written and then dropped has counted.
    public mutating func skip() { sequence &+= 1 }

    /// Counts an event's line and does not write it, where nobody reads. False: the port is not sent this event.
    public mutating func count(_ event: some FormattedEvent) -> Bool {
        guard event.isFor(selection) else { return false }
        skip()
        return true
    }
}
