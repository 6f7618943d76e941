public import TaplineGestures
public import TaplineTouches

/// Writes `events/1`: one JSON object a line, machine-readable, versioned.
public struct EventsFormat: Sendable {
    private var fields: EventFields
    /// The number of the last line; the greeting has none.
    public private(set) var sequence: Int64 = 0

    /// A writer for a panel; places are reported in its oriented pixels.
    public init(geometry: PanelGeometry, names: EventNames) {
        fields = EventFields(geometry: geometry, names: names)
    }

    /// Counts a line that could not be written: readers see the gap. One that was written and then dropped has counted.
    public mutating func skip() { sequence &+= 1 }

    /// Writes the greeting, newline included. `board` is the board's name in UTF-8, 1…63 bytes; `config` the
    /// configuration's digest, `sha256:…`, at most 71 bytes.
    public static func greet(board: borrowing Span<UInt8>, config: borrowing Span<UInt8>, into line: inout ByteLine) {
        line.append("{\"tapline\":\"events/1\",\"board\":\"")
        for i in 0..<board.count { line.appendEscaped(board[i]) }
        line.append("\",\"config\":\"")
        for i in 0..<config.count { line.appendEscaped(config[i]) }
        line.append("\",\"clock\":\"monotonic\"}\n")
    }

    /// Writes an event's line, newline included.
    public mutating func write(_ event: some FormattedEvent, into line: inout ByteLine) {
        sequence &+= 1
        write(event, numbered: sequence, into: &line)
    }

    /// Writes an event's line with a number of its own, newline included.
    public mutating func write(_ event: some FormattedEvent, numbered: Int64, into line: inout ByteLine) {
        event.writeObject(&fields, numbered: numbered, into: &line)
    }

    /// Writes the fields of an event, and those that no other format has.
    static func write(
        _ event: some FormattedEvent, _ fields: inout EventFields, numbered sequence: Int64, into line: inout ByteLine,
        more: (PanelGeometry, EventFieldVisitor) -> Void = { _, _ in }, rest: (inout ByteLine) -> Void = { _ in }
    ) {
        event.forEachField(&fields, numbered: sequence) {
            EventsFormat.append($0, $1, &line, begins: $0 == .sequence)
        }
        more(fields.geometry) { EventsFormat.append($0, $1, &line) }
        rest(&line)
        line.append("}\n")
    }

    /// Writes which command an event has run, and of the event no more than its time and `wanted`, newline included.
    public mutating func write(
        run index: Int, for event: some FormattedEvent, numbered sequence: Int64, wanted: EventFieldSet,
        into line: inout ByteLine
    ) {
        line.append("{\"run\":")
        line.append(index)
        event.forEachField(&fields, numbered: sequence) { field, value in
            if field == .time || wanted.contains(Int(field.rawValue)) { EventsFormat.append(field, value, &line) }
        }
        line.append("}\n")
    }

    private static func append(
        _ field: EventField, _ value: EventFieldValue, _ line: inout ByteLine, begins: Bool = false
    ) {
        if case .own(let value) = value { return append(value, &line) }
        let row = field.row
        line.append(begins ? UInt8(ascii: "{") : UInt8(ascii: ","))
        line.append(UInt8(ascii: "\""))
        line.append(row.key)
        line.append(UInt8(ascii: "\""))
        line.append(UInt8(ascii: ":"))
        switch value {
        case .count(let number): line.append(number)
        case .whole(let number): line.append(number)
        case .number(let number): line.append(number, decimals: row.content == .pixels ? 3 : 4)
        case .numbers(let numbers, let count):
            for i in 0..<count {
                line.append(i == 0 ? "[" : ",")
                line.append(numbers[i], decimals: 4)
            }
            line.append("]")
        case .name(let name): line.appendQuoted(name)
        case .word(let word):
            line.append("\"")
            line.append(word)
            line.append("\"")
        case .reason(let reason, let subject):
            line.append("\"")
            line.append(reason, of: subject)
            line.append("\"")
        case .own: break
        }
    }

    private static func append(_ own: OwnValue, _ line: inout ByteLine) {
        line.append(",")
        line.appendQuoted(own.name)
        line.append(":")
        switch own.content {
        case .count: line.append(rounded: own.number)
        case .length: line.append(own.number, decimals: 3)
        case .number: line.append(own.number, decimals: 4)
        case .word: line.appendQuoted(own.word)
        }
    }
}
