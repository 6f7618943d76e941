import TaplineGestures
public import TaplineTouches

/// Writes `$TL`, the format of small hosts: one sentence an event, read with one `sscanf`, legible in a terminal.
///
/// ```
/// $TL,12,480000,lamp,tap,ended,101,200,2*3C
/// ```
/// A sentence is that of NMEA 0183: `$`, fields between commas, `*`, the exclusive or of all bytes between `$` and `*`
/// as two hexadecimal digits, carriage return and line feed. Every byte of it is printable ASCII; of a name, NMEA's
/// reserved characters and whatever is not printable ASCII are written as NMEA does, as `^` and two digits. FORMATS.md
/// has the fields.
public struct SerialLineFormat: Sendable {
    /// The version that the greeting names.
    public static var version: Int { 1 }

    private var fields: EventFields
    /// The number of the last line; the greeting has 0 and does not count.
    public private(set) var sequence: Int64 = 0

    /// A writer for a panel; places are in its oriented pixels.
    public init(geometry: PanelGeometry, names: EventNames) {
        fields = EventFields(geometry: geometry, names: names)
    }

    /// Counts a line that could not be written: readers see the gap. One that was written and then dropped has counted.
    public mutating func skip() { sequence &+= 1 }

    /// Writes the greeting, `$TL,0,1,simulated*4F`: for a port that has just opened. `board` is the board's name in
    /// UTF-8, of which the first 63 bytes are written.
    public static func greet(board: borrowing Span<UInt8>, into line: inout ByteLine) {
        let start = line.count
        line.append("$TL,0,")
        line.append(SerialLineFormat.version)
        line.append(",")
        for i in 0..<min(board.count, 63) { line.append(reservable: board[i]) }
        close(&line, from: start)
    }

    /// Writes an event's line, line end included.
    public mutating func write(_ event: some FormattedEvent, into line: inout ByteLine) {
        sequence &+= 1
        SerialLineFormat.write(event, &fields, numbered: sequence, into: &line)
    }

    /// A control's name stands in the place of the gesture's; of a touch `touches`, which no gesture is called, and its number
    /// after its place.
    static func write(
        _ event: some FormattedEvent, _ fields: inout EventFields, numbered sequence: Int64, into line: inout ByteLine
    ) {
        let start = line.count
        var touch: EventFieldValue?
        line.append("$TL")
        event.forEachField(&fields, numbered: sequence) { field, value in
            switch field {
            case .touch:
                touch = value
                line.append(",touches,touch")
            case .to: break
            case .touches, .zone: if touch != nil { append(field, value, &line) }
            default: append(field, value, &line)
            }
            if field == .y, let touch { append(.touch, touch, &line) }
        }
        close(&line, from: start)
    }

    private static func append(_ field: EventField, _ value: EventFieldValue, _ line: inout ByteLine) {
        line.append(",")
        switch value {
        case .count(let number): line.append(number)
        case .whole(let number): line.append(number)
        case .number(let number) where field.row.content == .pixels: line.append(rounded: number)
        case .number(let number): line.append(number, decimals: 4)
        // (Only events that no port is sent as sentences have these.)
        case .numbers: break
        // (Of a kind's name the first 31 bytes count, as they do of a gesture's.)
        case .word(let word): line.append(reservable: Name(word))
        case .name(let name): line.append(reservable: name)
        case .reason(let reason, let subject): line.append(reason, of: subject, as: .nmea)
        // (Nobody else knows the names of a kind of one's own.)
        case .own(let own):
            line.append(reservable: own.name)
            line.append("=")
            switch own.content {
            case .count, .length: line.append(rounded: own.number)
            case .number: line.append(own.number, decimals: 4)
            case .word: line.append(reservable: own.word)
            }
        }
    }

    /// Ends the sentence whose `$` is at `start`.
    private static func close(_ line: inout ByteLine, from start: Int) {
        var sum: UInt8 = 0
        var index = start &+ 1
        while index < line.count {
            sum ^= line[index]
            index &+= 1
        }
        line.append("*")
        line.append(hexadecimal: sum)
        line.append("\r\n")
    }
}

extension ByteLine {
    /// Adds a byte of a name: one that NMEA 0183 reserves, or that is not printable ASCII, as `^` and two digits.
    mutating func append(reservable byte: UInt8) {
        let isReserved =
            switch byte {
            case UInt8(ascii: "$"), UInt8(ascii: "*"), UInt8(ascii: ","), UInt8(ascii: "!"), UInt8(ascii: "\\"),
                UInt8(ascii: "^"), UInt8(ascii: "~"):
                true
            default: byte < 0x20 || byte > 0x7E
            }
        guard isReserved else { return append(byte) }
        append("^")
        append(hexadecimal: byte)
    }

    /// Adds a name; `-` for an empty one, because `sscanf` finds no empty field.
    mutating func append(reservable name: Name) {
        if name.count == 0 { append("-") }
        for i in 0..<name.count { append(reservable: name[i]) }
    }

    /// Adds two upper-case hexadecimal digits.
    private mutating func append(digit: UInt8) {
        append(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "A") &+ (digit &- 10))
    }

    fileprivate mutating func append(hexadecimal byte: UInt8) {
        append(digit: byte >> 4)
        append(digit: byte & 0x0F)
    }
}
