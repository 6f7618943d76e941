import TaplineFormats

/// Lines for people, as `tapline run` writes them.
package enum MonitorText {
    /// Seconds to a millisecond, in eight columns.
    package static func time(_ time: Int64) -> String { seconds(time).padded(to: 8, inFront: true) + " s" }

    /// `   1.090 s  tap         ended      at 200,144, 2 fingers`
    package static func line(_ event: ViewEvent) -> String {
        let name = event.subject == .touch ? "touch \(event.name)" : event.name
        // (A gesture of no fingers, nowhere: a shake, a panel that nobody touches. A sentence does not say how many fingers.)
        let isNowhere = event.subject == .gesture && event.touches == 0 && event.x == 0 && event.y == 0
        let place = isNowhere ? "" : " at \(whole(event.x)),\(whole(event.y))"
        let state = isNowhere ? event.state : event.state.padded(to: 10)
        return time(event.time) + "  " + name.padded(to: 11) + " " + state + place + event.summary
    }

    /// `   1.517 s      GPIO23  active, high`
    package static func line(time now: Int64, _ line: String, isHigh: Bool?, isActive: Bool) -> String {
        let level = isHigh.map { $0 ? ", high" : ", low" } ?? ""
        return time(now) + "      " + line.padded(to: 7) + " " + (isActive ? "active" : "idle") + level
    }

    /// What a message says, for people at plain lines; nil for what they do without.
    package static func line(_ message: ViewMessage) -> String? {
        switch message {
        case .greeting(let board, let configuration):
            "# " + board + (configuration.isEmpty ? "" : ", configuration " + configuration)
        case .panel(let panel): "# panel" + description(panel)
        case .event(let event): line(event)
        case .fingers(let time, let fingers):
            self.time(time) + "  fingers     "
                + (fingers.isEmpty
                    ? "none" : fingers.map { "\($0.id) at \(whole($0.x)),\(whole($0.y))" }.joined(separator: "  "))
        case .level(let time, let line, let isHigh, let isActive):
            self.line(time: time, line, isHigh: isHigh, isActive: isActive)
        case .playing(let time, let what): self.time(time) + "  " + (what.isEmpty ? "nothing plays" : what)
        case .disturbance(let time, let what): self.time(time) + "  " + what
        case .bus(.header(let chip, let board)): "# bus of \(chip)\(board.isEmpty ? "" : ", \(board)")"
        case .text(let text): text
        case .sensor(let time, _, let isThere): self.time(time) + (isThere ? "  sensor there" : "  sensor lost")
        case .run, .motion, .disabled, .bus(.entry), .dropped, .damaged, .fragment, .unknown: nil
        }
    }

    /// ` lamp, HyperPixel 4, 800x480 px, 86x52 mm`
    package static func description(_ panel: ViewPanel) -> String {
        var text = ""
        for word in [panel.name, panel.board, panel.chip] where !word.isEmpty { text += " \(word)," }
        text += " \(whole(panel.width))x\(whole(panel.height)) px"
        if let size = panel.millimetres { text += ", \(whole(size.width))x\(whole(size.height)) mm" }
        return text
    }

    static func whole(_ value: Double) -> String { shortened(String(value), 0) }
}
