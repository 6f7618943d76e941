public import TaplineGestures
public import TaplineTouches

/// Writes events for people: one line each, readable on a serial console. Not stable; machines read `events/1`.
///
/// ```
///    1.090 s  tap         ended      at 200,144
/// ```
public struct TextFormat: Sendable {
    /// What ends a line.
    public enum LineEnd: Sendable {
        /// A line feed: files and pipes.
        case file
        /// Carriage return and line feed: terminals at the other end of a wire, where no kernel adds the first.
        case terminal
    }

    fileprivate let names: EventNames
    fileprivate let geometry: PanelGeometry
    private let lineEnd: LineEnd

    /// A writer for a panel; places are reported in its oriented pixels.
    public init(geometry: PanelGeometry, names: EventNames, lineEnd: LineEnd = .file) {
        self.geometry = geometry
        self.names = names
        self.lineEnd = lineEnd
    }

    /// Writes what a terminal begins with: `Tapline, simulated`. `board` is the board's name in UTF-8, 1…63 bytes.
    public func greet(board: borrowing Span<UInt8>, into line: inout ByteLine) {
        line.append("Tapline, ")
        for i in 0..<board.count { line.append(board[i]) }
        end(&line)
    }

    /// Writes an event's line, newline included.
    public func write(_ event: some FormattedEvent, into line: inout ByteLine) {
        event.write(as: self, into: &line)
        end(&line)
    }

    /// Writes a touch's line, newline included.
    public func write(_ touch: TouchEvent, into line: inout ByteLine) {
        write(StreamedTouch(touch: touch, zone: nil), into: &line)
    }

    /// Writes a line's change, newline included.
    public func write(
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
        end(&line)
    }

    /// `   1.090 s  tap         ended      at 200,144`; without a place where there is none.
    fileprivate func begin(
        at time: Instant, _ state: StaticString, at location: Point?, _ line: inout ByteLine,
        name: (inout ByteLine) -> Void
    ) {
        self.time(time, into: &line)
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

    private func end(_ line: inout ByteLine) { line.append(lineEnd == .terminal ? "\r\n" : "\n") }

    /// Seconds to a millisecond, in ten columns.
    fileprivate func time(_ now: Instant, into line: inout ByteLine) {
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

    private func pad(_ line: inout ByteLine, to column: Int) {
        repeat { line.append(UInt8(ascii: " ")) } while line.count < column
    }

    /// Adds a field as people are told of it, if they are.
    fileprivate func append(_ field: EventField, _ value: EventFieldValue, _ line: inout ByteLine) {
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
        case .reason(let reason): line.append(reason, names: names)
        case .own: break
        }
        line.append(row.suffix)
    }

    private func append(_ own: OwnValue, _ line: inout ByteLine) {
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

    fileprivate func values(_ values: GestureValues, into line: inout ByteLine) {
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
    public func write(as format: TextFormat, into line: inout ByteLine) {
        forEachField(EventFields(geometry: format.geometry, names: format.names), numbered: 0) { field, value in
            if field == .time, case .whole(let time) = value {
                format.time(Instant(microseconds: time), into: &line)
            } else {
                format.append(field, value, &line)
            }
        }
    }
}

extension GestureEvent {
    public func write(as format: TextFormat, into line: inout ByteLine) {
        // (A shake, a way to hold the panel, a command: of no fingers, nowhere.)
        let place = touches > 0 || location != .zero ? location : nil
        format.begin(at: time, state.name, at: place, &line) { $0.append(format.names.gestures[gesture]) }
        if state != .failed {
            format.append(.touches, .count(touches), &line)
            format.values(values, into: &line)
        }
        if let reason { format.append(.why, .reason(reason), &line) }
    }
}

extension ControlEvent {
    public func write(as format: TextFormat, into line: inout ByteLine) {
        format.begin(at: time, action.name, at: location, &line) { $0.append(format.names.zones[zone]) }
        if control.hasValue { format.append(.value, .number(value), &line) }
        if let responder { format.append(.responder, responder.value(names: format.names), &line) }
    }
}

extension StreamedTouch {
    public func write(as format: TextFormat, into line: inout ByteLine) {
        format.begin(at: touch.time, touch.phase.name, at: touch.location, &line) {
            $0.append("touch ")
            $0.append(Int(truncatingIfNeeded: touch.identity))
        }
        line.append(", touches ")
        line.append(touch.touchesInPhase)
        line.append(", taps ")
        line.append(touch.tapCount)
        if touch.zone > 0 {
            line.append(", in ")
            line.append(format.names.zones[touch.zone])
        }
    }
}
