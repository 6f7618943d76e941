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
    private let geometry: PanelGeometry
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

    /// Writes a line's change, newline included; `isHigh` is the level it has now.
    public func write(line name: Name, isActive: Bool, isHigh: Bool, at now: Instant, into line: inout ByteLine) {
        time(now, into: &line)
        line.append("    ")
        let start = line.count
        line.append(name)
        pad(&line, to: start &+ 8)
        line.append(isActive ? "active, " : "idle, ")
        line.append(isHigh ? "high" : "low")
        end(&line)
    }

    /// `   1.090 s  tap         ended      at 200,144`
    fileprivate func begin(
        at time: Instant, _ state: StaticString, at location: Point, _ line: inout ByteLine,
        name: (inout ByteLine) -> Void
    ) {
        self.time(time, into: &line)
        let start = line.count
        name(&line)
        pad(&line, to: start &+ 12)
        line.append(state)
        pad(&line, to: start &+ 23)
        let place = geometry.pixels(location)
        line.append("at ")
        line.append(rounded: place.x)
        line.append(",")
        line.append(rounded: place.y)
    }

    private func end(_ line: inout ByteLine) { line.append(lineEnd == .terminal ? "\r\n" : "\n") }

    /// Seconds to a millisecond, in ten columns.
    private func time(_ now: Instant, into line: inout ByteLine) {
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

    fileprivate func values(_ values: GestureValues, into line: inout ByteLine) {
        var isSwipe = false
        var velocity = Vector.zero
        values.forEachField(in: geometry) { field, value in
            switch field {
            case .taps:
                guard case .count(let taps) = value, taps > 1 else { return }
                line.append(", ")
                line.append(taps)
                line.append(" taps")
            case .direction, .edge:
                guard case .word(let word) = value else { return }
                line.append(field == .edge ? ", from " : ", ")
                line.append(word)
                isSwipe = field == .direction
            case .name:
                guard case .name(let name) = value else { return }
                line.append(", ")
                line.append(name)
            case .dx:
                line.append(", moved ")
                line.append(rounded: value.figure)
            case .dy:
                line.append(",")
                line.append(rounded: value.figure)
            case .vx: velocity.x = value.figure
            case .vy:
                guard isSwipe else { return }
                velocity.y = value.figure
                line.append(" at ")
                line.append(rounded: velocity.length)
                line.append(" px/s")
            case .scale: append(", scale ", value.figure, decimals: 2, &line)
            case .score: append(", score ", value.figure, decimals: 2, &line)
            case .rotation:
                append(", turned ", value.figure * (180 / pi), decimals: 1, &line)
                line.append(" deg")
            // Not for people, or not among the values of gestures.
            case .scaleSpeed, .rotationSpeed, .scaleVelocity, .rotationVelocity, .sequence, .time, .gesture, .control,
                .touch, .kind, .state, .action, .phase, .touches, .x, .y, .zone, .value, .to, .why:
                break
            }
        }
    }

    fileprivate func append(_ word: StaticString, _ number: Float, decimals: Int, _ line: inout ByteLine) {
        line.append(word)
        line.append(number, decimals: decimals)
    }
}

extension GestureEvent {
    public func write(as format: TextFormat, into line: inout ByteLine) {
        format.begin(at: time, state.name, at: location, &line) { $0.append(format.names.gestures[gesture]) }
        if state != .failed {
            if touches > 1 {
                line.append(", ")
                line.append(touches)
                line.append(" fingers")
            }
            format.values(values, into: &line)
        }
        if let reason {
            line.append(": ")
            line.append(reason, names: format.names)
        }
    }
}

extension ControlEvent {
    public func write(as format: TextFormat, into line: inout ByteLine) {
        format.begin(at: time, action.name, at: location, &line) { $0.append(format.names.zones[zone]) }
        if control.isSlider { format.append(", value ", value, decimals: 2, &line) }
    }
}

extension StreamedTouch {
    public func write(as format: TextFormat, into line: inout ByteLine) {
        format.begin(at: touch.time, touch.phase.name, at: touch.location, &line) {
            $0.append("touch ")
            $0.append(Int(truncatingIfNeeded: touch.identity))
        }
        line.append(", touches ")
        line.append(touch.touches)
        line.append(", taps ")
        line.append(touch.tapCount)
        if touch.zone > 0 {
            line.append(", in ")
            line.append(format.names.zones[touch.zone])
        }
    }
}
