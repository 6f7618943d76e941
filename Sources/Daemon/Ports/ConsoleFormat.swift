package import TaplineConfiguration
package import TaplineCore

/// What a person or a program at the standard output gets of a run: gestures, and for people levels of lines.
package struct ConsoleFormat: Sendable {
    private let kind: RunOptions.Format
    private let greeting: String
    private var text: TextFormat
    private var events: EventsFormat

    /// A console for the gestures of `panel`.
    package init<Kind>(_ kind: RunOptions.Format, panel: Panel<Kind>) {
        self.kind = kind
        greeting = panel.greeting
        let names = panel.configuration.names
        text = TextFormat(geometry: panel.geometry, names: names)
        events = EventsFormat(geometry: panel.geometry, names: names)
    }

    /// Whether `line` has something to report before the first event: the greeting of `events/1`.
    func begin(_ line: inout ByteLine) -> Bool {
        guard kind == .jsonl else { return false }
        line.append(greeting)
        return true
    }

    /// Writes an event's line; false: it is not shown.
    mutating func write(_ event: some PortEvent, into line: inout ByteLine) -> Bool {
        switch kind {
        case .none: return false
        case .jsonl: events.write(event, into: &line)
        case .text:
            guard !event.isProgress else { return false }
            colour(event.isHighlighted ? "\u{1b}[1m" : "", &line) { text.write(event, into: &$0) }
        }
        return true
    }

    /// Whether a line's level is reported, and if so how.
    package func emit(
        _ output: LineOutputDescription, level: OutputLevel, at now: Instant, _ line: inout ByteLine
    ) -> Bool {
        guard case .text = kind else { return false }
        colour(level.isActive ? "\u{1b}[32m" : "\u{1b}[2m", &line) {
            TextFormat.write(
                line: Name(output.line), level: level, isActiveLow: output.activeLow, at: now, into: &$0)
        }
        return true
    }

    /// Whether the controller's identity is reported, and if so how.
    func emit(_ identity: String, _ line: inout ByteLine) -> Bool {
        guard case .text = kind else { return false }
        line.append(identity)
        line.append("\n")
        return true
    }

    /// Whether what a serial port would be sent is reported, and if so how: in the column of the lines' names.
    func emit(_ sent: inout ByteLine, sentTo path: String, _ line: inout ByteLine) -> Bool {
        guard case .text(let isColoured) = kind else { return false }
        sent.removeLineEnd()
        if isColoured { line.append("\u{1b}[2m") }
        line.append("                ")
        line.append(path)
        line.append("  ")
        for i in 0..<sent.count { line.append(sent[i]) }
        line.append("\n")
        if isColoured { line.append("\u{1b}[0m") }
        return true
    }

    private func colour(_ code: StaticString, _ line: inout ByteLine, _ write: (inout ByteLine) -> Void) {
        guard kind == .text(isColoured: true), code.utf8CodeUnitCount > 0 else { return write(&line) }
        line.append(code)
        write(&line)
        line.append("\u{1b}[0m")
    }
}

extension ByteLine {
    /// Adds text.
    mutating func append(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }
}
