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

    private let names: EventNames
    private let geometry: PanelGeometry
    private let lineEnd: LineEnd

    /// A writer for a panel; places are told in its oriented pixels.
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

    /// Writes a gesture's line, newline included.
    public func write(_ event: GestureEvent, into line: inout ByteLine) {
        time(event.time, into: &line)
        let start = line.count
        line.append(names.gestures[event.gesture])
        pad(&line, to: start &+ 12)
        line.append(event.state.name)
        pad(&line, to: start &+ 23)
        let place = geometry.pixels(event.location)
        line.append("at ")
        line.append(rounded: place.x)
        line.append(",")
        line.append(rounded: place.y)
        if event.state != .failed { values(event, into: &line) }
        if let reason = event.reason {
            line.append(": ")
            line.append(reason, names: names)
        }
        end(&line)
    }

    /// Writes a control's line, newline included.
    public func write(_ event: ControlEvent, into line: inout ByteLine) {
        time(event.time, into: &line)
        let start = line.count
        line.append(names.zones[event.zone])
        pad(&line, to: start &+ 12)
        line.append(event.action.name)
        pad(&line, to: start &+ 23)
        let place = geometry.pixels(event.location)
        line.append("at ")
        line.append(rounded: place.x)
        line.append(",")
        line.append(rounded: place.y)
        if event.control.isSlider {
            line.append(", value ")
            line.append(event.value, decimals: 2)
        }
        end(&line)
    }

    /// Writes a touch's line, newline included.
    public func write(_ touch: TouchEvent, into line: inout ByteLine) {
        time(touch.time, into: &line)
        let start = line.count
        line.append("touch ")
        line.append(Int(truncatingIfNeeded: touch.identity))
        pad(&line, to: start &+ 12)
        line.append(touch.phase.name)
        pad(&line, to: start &+ 23)
        let place = geometry.pixels(touch.location)
        line.append("at ")
        line.append(rounded: place.x)
        line.append(",")
        line.append(rounded: place.y)
        line.append(", touches ")
        line.append(touch.touches)
        line.append(", taps ")
        line.append(touch.tapCount)
        if touch.zone > 0 {
            line.append(", in ")
            line.append(names.zones[touch.zone])
        }
        end(&line)
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

    private func values(_ event: GestureEvent, into line: inout ByteLine) {
        if event.touches > 1 {
            line.append(", ")
            line.append(event.touches)
            line.append(" fingers")
        }
        switch event.values {
        case .none: break
        case .tap(let taps), .longPress(let taps):
            if taps > 1 {
                line.append(", ")
                line.append(taps)
                line.append(" taps")
            }
        case .edgePan(let edge, let translation, _):
            line.append(", from ")
            line.append(edge.name)
            moved(translation, into: &line)
        case .pinch(let scale, _): scaled(scale, into: &line)
        case .stroke(let name, let score):
            line.append(", ")
            line.append(name)
            line.append(", score ")
            line.append(score, decimals: 2)
        case .discretePinch(let isOutward):
            line.append(isOutward ? ", outward" : ", inward")
        case .rotation(let radians, _): turned(radians, into: &line)
        case .transform(let translation, _, let scale, let radians, _, _):
            moved(translation, into: &line)
            scaled(scale, into: &line)
            turned(radians, into: &line)
        case .pan(let translation, _):
            moved(translation, into: &line)
        case .swipe(let direction, let velocity):
            line.append(", ")
            line.append(direction.name)
            line.append(" at ")
            line.append(rounded: geometry.pixels(velocity).length)
            line.append(" px/s")
        }
    }

    private func scaled(_ scale: Float, into line: inout ByteLine) {
        line.append(", scale ")
        line.append(scale, decimals: 2)
    }

    private func turned(_ radians: Float, into line: inout ByteLine) {
        line.append(", turned ")
        line.append(radians * (180 / pi), decimals: 1)
        line.append(" deg")
    }

    private func moved(_ translation: Vector, into line: inout ByteLine) {
        let way = geometry.pixels(translation)
        line.append(", moved ")
        line.append(rounded: way.x)
        line.append(",")
        line.append(rounded: way.y)
    }
}
