import TaplineFormats

/// Draws a monitor: a pure function of what is known, the time, and the size of the terminal.
package struct MonitorScreen: Sendable {
    /// Whether only ASCII is shown: a terminal whose locale is not UTF-8, or a console whose font has no dots.
    package var isASCII: Bool
    /// Whether the view stands still.
    package var isPaused = false

    /// A gesture that is over is shown so long, µs.
    private static var afterglow: Int64 { 3_000_000 }
    /// The right column needs so many characters.
    private static var columnWidth: Int { 30 }

    package init(isASCII: Bool) { self.isASCII = isASCII }

    /// The screen at `now`, µs of the monitor's own clock.
    package func draw(_ state: MonitorState, at now: Int64, width: Int, height: Int) -> Screen {
        var screen = Screen(width: width, height: height)
        title(state, &screen)
        let last = screen.height - 1
        var logTop = 1
        if screen.width >= 60, screen.height >= 16 {
            // Two thirds for the picture; of a high terminal more.
            let rows = max((screen.height - 2) * 2 / 3, 14)
            let panel = state.panel ?? unknownPanel(state)
            let picture = PanelPicture(
                panel, columns: screen.width - Self.columnWidth - 1, rows: rows, isASCII: isASCII)
            let side = (picture.map { $0.columns + 3 }) ?? 0
            picture?.draw(state, at: now, left: 0, top: 1, on: &screen)
            column(state, at: now, left: side, top: 1, rows: rows, &screen)
            logTop = 1 + rows
        }
        log(state, top: logTop, bottom: last, &screen)
        foot(state, last, &screen)
        return screen
    }

    /// As large as fingers have gone, and at least a bit.
    private func unknownPanel(_ state: MonitorState) -> ViewPanel {
        ViewPanel(width: max(state.farthest.x + 1, 320), height: max(state.farthest.y + 1, 200))
    }

    private func title(_ state: MonitorState, _ screen: inout Screen) {
        var text = " tapline "
        if let panel = state.panel {
            text += MonitorText.description(panel)
        } else {
            text += " \(state.board.isEmpty ? "no greeting yet" : state.board), size unknown"
        }
        for x in 0..<screen.width { screen.put(" ", x: x, y: 0, style: .reversed) }
        let status: String
        switch state.connection {
        case .open: status = isPaused ? " paused " : ""
        case .lost: status = " waiting for it "
        case .ended: status = " the end "
        }
        // A long path makes room: its end says most.
        let ending = "\(status.isEmpty ? " " : ":")\(status)"
        let room = max(screen.width - text.count - ending.count - 2, 16)
        let isCut = state.source.count > room
        let source = " " + (isCut ? "…" + state.source.suffix(room - 1) : state.source) + ending
        let end = max(screen.width - source.count, screen.width / 3)
        put(source, x: end, y: 0, style: .reversed, limit: screen.width, &screen)
        put(text, x: 0, y: 0, style: .reversed, limit: end, &screen)
    }

    /// Gestures, lines, counters, failures: each gets what it needs, the last ones what is left.
    private func column(
        _ state: MonitorState, at now: Int64, left: Int, top: Int, rows: Int, _ screen: inout Screen
    ) {
        let counters = counters(state)
        let lines = state.lines
        let shown = state.gestures.filter { $0.isRunning || now - $0.seen < Self.afterglow }
        let failures = min(state.failures.count, rows > 20 ? 8 : 2)
        let width = screen.width - left
        // Lines stand beside each other where they are many.
        let lineWidth = 15
        let inRow = max(1, width / lineWidth)
        let lineRows = min((lines.count + inRow - 1) / inRow, rows > 20 ? 8 : 3)
        var used = (lines.isEmpty ? 0 : lineRows + 1) + counters.count + 1 + (failures > 0 ? failures + 1 : 0)
        // Where there is no room for a horizon, the axes are a line.
        let horizonRows = state.motion == nil ? 0 : rows - used - 4 >= HorizonPicture.rows ? HorizonPicture.rows : 1
        if horizonRows > 0 { used += horizonRows + 1 }
        let gestureRows = max(rows - used - 1, 2)
        var y = top
        heading("Gestures", left, &y, &screen)
        if shown.isEmpty { put("none", x: left, y: y, style: .faint, &screen) }
        for gesture in shown.suffix(gestureRows) {
            draw(gesture, left, y, &screen)
            y += 1
        }
        y = top + 1 + gestureRows
        if !lines.isEmpty {
            heading("Lines", left, &y, &screen)
            for (index, line) in lines.prefix(lineRows * inRow).enumerated() {
                let x = left + index % inRow * lineWidth
                let level = line.isHigh.map { $0 ? "high" : "low" } ?? (line.isActive ? "active" : "idle")
                let mark = isASCII ? (line.isActive ? "*" : "-") : (line.isActive ? "●" : "○")
                put(
                    "\(mark) \(line.name) \(level)", x: x, y: y + index / inRow,
                    style: line.isActive ? .good : .plain, limit: x + lineWidth - 1, &screen)
            }
            y += lineRows
        }
        if let motion = state.motion {
            let picture = HorizonPicture(motion: motion, isASCII: isASCII)
            heading("Motion", left, &y, &screen)
            if horizonRows > 1 {
                picture.draw(left: left, top: y, limit: screen.width, on: &screen)
            } else {
                put(picture.axesAlone, x: left, y: y, &screen)
            }
            y += horizonRows
        }
        heading("Counters", left, &y, &screen)
        for counter in counters {
            put(counter.text, x: left, y: y, style: counter.isProblem ? .bad : .plain, &screen)
            y += 1
        }
        guard failures > 0 else { return }
        heading("Why candidates failed", left, &y, &screen)
        for index in (state.failures.count - failures)..<state.failures.count where y < top + rows {
            let failure = state.failures[index]
            put("\(failure.name): \(failure.why)", x: left, y: y, style: .warning, &screen)
            y += 1
        }
    }

    private func heading(_ text: String, _ x: Int, _ y: inout Int, _ screen: inout Screen) {
        put(text, x: x, y: y, style: .strong, &screen)
        y += 1
    }

    private func draw(_ gesture: MonitorState.Gesture, _ x: Int, _ y: Int, _ screen: inout Screen) {
        let event = gesture.event
        // (The state says less than the values while it runs.)
        let state = gesture.isRunning && event.state != "tentative" ? "" : " \(event.state)"
        var text = "\(event.name)\(state)"
        text += event.summary.isEmpty ? "" : event.summary
        put(text, x: x, y: y, style: gesture.isRunning ? .good : .faint, &screen)
    }

    private func counters(_ state: MonitorState) -> [(text: String, isProblem: Bool)] {
        var rows: [(text: String, isProblem: Bool)] = []
        var flow = "\(counted(state.events, "event")), \(state.rate)/s"
        if state.reports > 0 { flow += ", \(counted(state.reports, "report"))" }
        rows.append((flow, false))
        let sequence = state.sequence
        rows.append(
            (
                sequence.missing > 0
                    ? "\(sequence.missing) missing in \(counted(sequence.gaps, "gap"))" : "none missing",
                sequence.missing > 0
            ))
        rows.append(("\(state.damaged) damaged", state.damaged > 0))
        if state.leftOut > 0 { rows.append(("\(state.leftOut) left out by the daemon", true)) }
        if state.busLines > 0 { rows.append(("\(counted(state.busLines, "transfer"))", false)) }
        if state.reconnections > 0 { rows.append(("reconnected \(counted(state.reconnections, "time"))", false)) }
        let names = state.gestures.filter { $0.recognitions > 0 || $0.cancellations > 0 }.map {
            "\($0.event.name) \($0.recognitions)" + ($0.cancellations > 0 ? " (\($0.cancellations) cancelled)" : "")
        }
        if !names.isEmpty { rows.append((names.joined(separator: "  "), false)) }
        if !state.playing.isEmpty { rows.append((state.playing, false)) }
        return rows
    }

    private func log(_ state: MonitorState, top: Int, bottom: Int, _ screen: inout Screen) {
        let rows = max(bottom - top, 0)
        let count = min(rows, state.log.count)
        for row in 0..<count {
            let entry = state.log[state.log.count - count + row]
            let style: ScreenStyle =
                switch entry.tone {
                case .event: .strong
                case .progress: .plain
                case .level: .good
                case .note: .faint
                case .problem: .bad
                }
            put(entry.text, x: 1, y: top + row, style: style, &screen)
        }
    }

    private func foot(_ state: MonitorState, _ y: Int, _ screen: inout Screen) {
        var text = " q quit   space \(isPaused ? "go on" : "pause")   c clear"
        if screen.width < 60 || screen.height < 16 { text = " q quit   (80x24 shows the picture)" }
        if case .lost(let why) = state.connection { text += "   \(why)" }
        put(text, x: 0, y: y, style: .faint, &screen)
    }

    private func put(
        _ text: String, x: Int, y: Int, style: ScreenStyle = .plain, limit: Int = .max, _ screen: inout Screen
    ) {
        let end = screen.put(text, x: x, y: y, style: style, limit: limit, isASCII: isASCII)
        // What was cut ends in a mark.
        let bound = min(limit, screen.width)
        if end < x + text.unicodeScalars.count, end >= bound - 1, bound > x {
            screen.put(isASCII ? ">" : "…", x: bound - 1, y: y, style: style)
        }
    }
}
