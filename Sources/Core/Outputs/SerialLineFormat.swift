public import TaplineGestures
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

    private let names: EventNames
    private let geometry: PanelGeometry
    /// The number of the last line; the greeting has 0 and does not count.
    public private(set) var sequence: Int64 = 0

    /// A writer for a panel; places are told in its oriented pixels.
    public init(geometry: PanelGeometry, names: EventNames) {
        self.geometry = geometry
        self.names = names
    }

    /// Counts a line that could not be written: readers see the gap. One that was written and then dropped has counted.
    public mutating func skip() { sequence &+= 1 }

    /// Writes the greeting, `$TL,0,1,simulated*4F`: for a port that has just opened. `board` is the board's name in
    /// UTF-8, of which the first 63 bytes are told.
    public func greet(board: borrowing Span<UInt8>, into line: inout ByteLine) {
        let start = line.count
        line.append("$TL,0,")
        line.append(SerialLineFormat.version)
        line.append(",")
        for i in 0..<min(board.count, 63) { line.append(reservable: board[i]) }
        close(&line, from: start)
    }

    /// Writes a gesture's line, line end included.
    public mutating func write(_ event: GestureEvent, into line: inout ByteLine) {
        sequence &+= 1
        write(event, numbered: sequence, into: &line)
    }

    func write(_ event: GestureEvent, numbered sequence: Int64, into line: inout ByteLine) {
        let start = line.count
        line.append("$TL,")
        line.append(sequence)
        line.append(",")
        line.append(event.time.microseconds)
        line.append(",")
        line.append(reservable: names.gestures[event.gesture])
        line.append(",")
        line.append(reservable: event.kind)
        line.append(",")
        line.append(event.state.name)
        let place = geometry.pixels(event.location)
        line.append(field: place.x)
        line.append(field: place.y)
        if event.state != .failed { values(event.values, &line) }
        if let reason = event.reason {
            line.append(",")
            line.append(reason, names: names, as: .nmea)
        }
        close(&line, from: start)
    }

    /// A control's line: its name in the place of the gesture's.
    func write(_ event: ControlEvent, numbered sequence: Int64, into line: inout ByteLine) {
        let start = line.count
        line.append("$TL,")
        line.append(sequence)
        line.append(",")
        line.append(event.time.microseconds)
        line.append(",")
        line.append(reservable: names.zones[event.zone])
        line.append(",")
        line.append(event.control.name)
        line.append(",")
        line.append(event.action.name)
        let place = geometry.pixels(event.location)
        line.append(field: place.x)
        line.append(field: place.y)
        if event.control.isSlider {
            line.append(",")
            line.append(event.value, decimals: 4)
        }
        close(&line, from: start)
    }

    /// A touch's line: `touches` in the place of the gesture, which no gesture is called.
    func write(_ touch: TouchEvent, numbered sequence: Int64, into line: inout ByteLine) {
        let start = line.count
        line.append("$TL,")
        line.append(sequence)
        line.append(",")
        line.append(touch.time.microseconds)
        line.append(",touches,touch,")
        line.append(touch.phase.name)
        let place = geometry.pixels(touch.location)
        line.append(field: place.x)
        line.append(field: place.y)
        line.append(",")
        line.append(Int(truncatingIfNeeded: touch.identity))
        line.append(",")
        line.append(touch.tapCount)
        line.append(",")
        line.append(touch.touches)
        if touch.zone > 0 {
            line.append(",")
            line.append(reservable: names.zones[touch.zone])
        }
        close(&line, from: start)
    }

    private func values(_ values: GestureValues, _ line: inout ByteLine) {
        switch values {
        case .none: break
        case .tap(let taps), .longPress(let taps):
            line.append(",")
            line.append(taps)
        case .pan(let translation, let velocity):
            pixels(translation, &line)
            pixels(velocity, &line)
        case .edgePan(let edge, let translation, let velocity):
            line.append(",")
            line.append(edge.name)
            pixels(translation, &line)
            pixels(velocity, &line)
        case .swipe(let direction, let velocity):
            line.append(",")
            line.append(direction.name)
            pixels(velocity, &line)
        case .pinch(let figure, let velocity), .rotation(let figure, let velocity):
            line.append(field: figure, decimals: 4)
            line.append(field: velocity, decimals: 4)
        case .transform(
            let translation, let velocity, let scale, let radians, let scaleVelocity, let rotationVelocity):
            pixels(translation, &line)
            pixels(velocity, &line)
            line.append(field: scale, decimals: 4)
            line.append(field: radians, decimals: 4)
            line.append(field: scaleVelocity, decimals: 4)
            line.append(field: rotationVelocity, decimals: 4)
        case .stroke(let name, let score):
            line.append(",")
            line.append(reservable: name)
            line.append(field: score, decimals: 4)
        case .discretePinch(let isOutward):
            line.append(isOutward ? ",outward" : ",inward")
        }
    }

    /// Whole px, or px/s.
    private func pixels(_ vector: Vector, _ line: inout ByteLine) {
        let pixels = geometry.pixels(vector)
        line.append(field: pixels.x)
        line.append(field: pixels.y)
    }

    /// Ends the sentence whose `$` is at `start`.
    private func close(_ line: inout ByteLine, from start: Int) {
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
    /// Adds a comma and a number rounded to a whole one.
    fileprivate mutating func append(field number: Float) {
        append(",")
        append(rounded: number)
    }

    /// Adds a comma and a number.
    fileprivate mutating func append(field number: Float, decimals: Int) {
        append(",")
        append(number, decimals: decimals)
    }

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

    /// Adds a kind's name, of which the first 31 bytes count, as they do of a gesture's.
    fileprivate mutating func append(reservable text: StaticString) {
        append(reservable: Name(text))
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
