public import TaplineGestures
public import TaplineTouches

/// Writes events for people: one line each, readable on a serial console. Not stable; machines read `events/1`.
///
/// ```
///    1.090 s  tap         ended      at 200,144
/// ```
public struct TextFormat: Sendable {
    private var fields: EventFields

    /// A writer for a panel; places are reported in its oriented pixels.
    public init(geometry: PanelGeometry, names: EventNames) {
        fields = EventFields(geometry: geometry, names: names)
    }

    /// Writes what a terminal at the other end of a wire begins with: `Tapline, simulated`. `board` is the board's name in UTF-8,
    /// 1…63 bytes.
    public static func greet(board: borrowing Span<UInt8>, into line: inout ByteLine) {
        line.append("Tapline, ")
        for i in 0..<board.count { line.append(board[i]) }
        line.append("\r\n")
    }

    /// Writes an event's line, newline included.
    public mutating func write(_ event: some FormattedEvent, into line: inout ByteLine) {
        event.writeText(&fields, into: &line)
        line.append("\n")
    }

    /// Writes a line's change, newline included.
    public static func write(
        line name: Name, level: OutputLevel, isActiveLow: Bool, at now: Instant, into line: inout ByteLine
    ) {
        time(now, into: &line)
        line.append("    ")
        let start = line.count
        line.append(name)
        pad(&line, to: start &+ 8)
        line.append(level.name)
        line.append(", ")
        level.writeVoltage(isActiveLow: isActiveLow, into: &line)
        line.append("\n")
    }

    /// `   1.090 s  tap         ended      at 200,144`; without a place where there is none.
    fileprivate static func begin(
        at time: Instant, _ state: StaticString, at location: Point?, in geometry: PanelGeometry,
        _ line: inout ByteLine,
        name: (inout ByteLine) -> Void
    ) {
        TextFormat.time(time, into: &line)
        let start = line.count
        name(&line)
        pad(&line, to: start &+ 12)
        line.append(state)
        guard let location else { return }
        pad(&line, to: start &+ 23)
        let place = geometry.pixels(location)
        line.append("at ")
        line.append(rounded: place.x)
        line.append(",")
        line.append(rounded: place.y)
    }

    /// Seconds to a millisecond, in ten columns.
    fileprivate static func time(_ now: Instant, into line: inout ByteLine) {
        let milliseconds = now.microseconds / 1_000
        var seconds = ByteLine()
        seconds.append(milliseconds / 1_000)
        pad(&line, to: line.count &+ max(0, 4 &- seconds.count))
        for i in 0..<seconds.count { line.append(seconds[i]) }
        line.append(".")
        let rest = Int(truncatingIfNeeded: milliseconds % 1_000)
        if rest < 100 { line.append("0") }
        if rest < 10 { line.append("0") }
        line.append(rest)
        line.append(" s  ")
    }

    private static func pad(_ line: inout ByteLine, to column: Int) {
        repeat { line.append(UInt8(ascii: " ")) } while line.count < column
    }

    /// Adds a field as people are told of it, if they are.
    fileprivate static func append(_ field: EventField, _ value: EventFieldValue, _ line: inout ByteLine) {
        if case .own(let value) = value { return append(value, &line) }
        let row = field.row
        guard let prefix = row.prefix else { return }
        if case .count(let count) = value, count < 2 { return }
        line.append(prefix)
        switch value {
        case .count(let number): line.append(number)
        case .whole(let number): line.append(number)
        case .number(let number) where row.decimals == 0: line.append(rounded: number)
        case .number(let number): line.append(number * row.factor, decimals: row.decimals)
        case .numbers: break
        case .word(let word): line.append(word)
        case .name(let name): line.append(name)
        case .reason(let reason, let subject): line.append(reason, of: subject)
        case .own: break
        }
        line.append(row.suffix)
    }

    private static func append(_ own: OwnValue, _ line: inout ByteLine) {
        line.append(", ")
        line.append(own.name)
        line.append(" ")
        switch own.content {
        case .count, .length: line.append(rounded: own.number)
        case .number: line.append(own.number, decimals: 2)
        case .word: line.append(own.word)
        }
        if own.unit.count > 0 {
            line.append(" ")
            line.append(own.unit)
        }
    }

    fileprivate static func values(
        _ values: GestureValues, in geometry: PanelGeometry, into line: inout ByteLine
    ) {
        values.forEachField(in: geometry) { append($0, $1, &line) }
        if case .swipe(_, let velocity) = values {
            line.append(" at ")
            line.append(rounded: geometry.pixels(velocity).length)
            line.append(" px/s")
        }
    }
}

extension FormattedEvent {
    /// The time, and the fields that people are told of: an event that has no place.
    public func writeText(_ fields: inout EventFields, into line: inout ByteLine) {
        forEachField(&fields, numbered: 0) { field, value in
            if field == .time, case .whole(let time) = value {
                TextFormat.time(Instant(microseconds: time), into: &line)
            } else {
                TextFormat.append(field, value, &line)
            }
        }
    }
}

extension GestureEvent {
    public func writeText(_ fields: inout EventFields, into line: inout ByteLine) {
        // (A shake, a way to hold the panel, a command: of no fingers, nowhere.)
        let place = touches > 0 || location != .zero ? location : nil
        TextFormat.begin(at: time, state.name, at: place, in: fields.geometry, &line) {
            $0.append(fields.names.gesture(gesture))
        }
        if state != .failed {
            TextFormat.append(.touches, .count(touches), &line)
            TextFormat.values(values, in: fields.geometry, into: &line)
        }
        if let reason { TextFormat.append(.why, .reason(reason, fields.names.subject(of: reason)), &line) }
    }
}

extension ControlEvent {
    public func writeText(_ fields: inout EventFields, into line: inout ByteLine) {
        TextFormat.begin(at: time, action.name, at: location, in: fields.geometry, &line) {
            $0.append(fields.names.zone(zone))
        }
        if control.hasValue { TextFormat.append(.value, .number(value), &line) }
        if let responder { TextFormat.append(.responder, responder.value(names: fields.names), &line) }
    }
}

extension StreamedTouch {
    public func writeText(_ fields: inout EventFields, into line: inout ByteLine) {
        TextFormat.begin(at: touch.time, touch.phase.name, at: touch.location, in: fields.geometry, &line) {
            $0.append("touch ")
            $0.append(Int(truncatingIfNeeded: touch.identity))
        }
        line.append(", touches ")
        line.append(touch.touchesInPhase)
        line.append(", taps ")
        line.append(touch.tapCount)
        if touch.zone > 0 {
            line.append(", in ")
            line.append(fields.names.zone(touch.zone))
        }
    }
}
