import TestSupport

/// The state machines of all kinds as one SVG: arrows are what the table `StateMachine` allows.
struct StateMachinePicture {
    /// A kind of gesture.
    struct Kind {
        var name: String
        var machine: StateMachine
        /// What recognizes it, in a line or two.
        var recognized: [String]
        /// The codes with which it fails by itself.
        var reasons: [String]
    }

    typealias Place = (x: Double, y: Double)
    static let width = 960.0
    static let rowHeight = 140.0
    static let top = 90.0
    /// Half of a state's box.
    static let half: Place = (44, 14)

    var kinds: [Kind]

    static let allStates = (0...UInt8.max).compactMap { GestureState(rawValue: $0) }

    /// All states of a machine, `possible` first.
    static func states(of machine: StateMachine) -> [GestureState?] {
        var reached: [GestureState?] = [nil]
        var next = 0
        while next < reached.count {
            for state in Self.allStates where machine.allows(reached[next], to: state) {
                if !reached.contains(state) { reached.append(state) }
            }
            next += 1
        }
        return reached
    }

    private static func place(of state: GestureState?, in machine: StateMachine) -> Place {
        switch state {
        case nil: (180, 62)
        case .failed: (180, 118)
        case .began, .tentative: (520, 62)
        case .changed: (690, 36)
        case .cancelled, .revoked: (860, 112)
        case .confirmed: (860, 62)
        case .ended: machine == .discrete ? (520, 62) : (860, 62)
        }
    }

    var svg: String {
        let height = Self.top + Self.rowHeight * Double(kinds.count)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(height))" \
            width="\(Int(Self.width))" height="\(Int(height))" role="img">
            <title>The state machines of all kinds of gestures</title>
            <style>
              .paper { fill: #ffffff; }
              text { fill: #1f2328; font: 13px system-ui, sans-serif; }
              .kind { font-weight: 600; font-size: 13.5px; }
              .state, .when { text-anchor: middle; }
              .when, .note { font-size: 12px; }
              .why { font: 11px ui-monospace, monospace; }
              rect.state { fill: #eef3fb; stroke: #59636e; }
              rect.end { fill: #d8f0dd; stroke-width: 2.5; }
              rect.bad { fill: #fbe4e1; stroke-width: 2.5; }
              path { fill: none; stroke: #59636e; stroke-width: 1.3; }
              path.head { fill: #59636e; stroke: none; }
              .rule { stroke: #59636e; stroke-opacity: 0.3; }
              @media (prefers-color-scheme: dark) {
                .paper { fill: #0d1117; }
                text { fill: #e6edf3; }
                rect.state { fill: #1c2a3f; stroke: #9198a1; }
                rect.end { fill: #17351f; }
                rect.bad { fill: #42201d; }
                path { stroke: #9198a1; }
                path.head { fill: #9198a1; }
                .rule { stroke: #9198a1; }
              }
            </style>
            <defs>
              <marker id="head" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" orient="auto">
                <path class="head" d="M0 0.5 L8 4 L0 7.5 z"/>
              </marker>
            </defs>
            <rect class="paper" width="100%" height="100%"/>
            <text class="note" x="20" y="28">A thick border is an end: the recognizer stays there until the fingers of \
            its sequence are up, and is then possible again.</text>
            <text class="note" x="20" y="48">Beside failed are the codes with which the kind itself gives up. Any may also \
            fail by others or from outside:</text>
            <text class="why" x="20" y="68">preventedBy · requiredToFail · control · refused · disabled · touchCancelled · \
            fingersUp</text>

            """
        for (index, kind) in kinds.enumerated() {
            text += "<g transform=\"translate(0 \(Int(Self.top + Self.rowHeight * Double(index))))\">\n"
            text += "<path class=\"rule\" d=\"M0 0 H\(Int(Self.width))\"/>\n"
            text += "<text class=\"kind\" x=\"20\" y=\"67\">\(kind.name)</text>\n"
            text += draw(kind)
            text += "</g>\n"
        }
        return text + "</svg>\n"
    }

    private func draw(_ kind: Kind) -> String {
        var text = ""
        let states = Self.states(of: kind.machine)
        for state in states {
            for next in Self.allStates where kind.machine.allows(state, to: next) {
                text += arrow(from: state, to: next, in: kind.machine)
            }
        }
        for state in states {
            let (x, y) = Self.place(of: state, in: kind.machine)
            let isEnd = state.map(StateMachine.isEnd) ?? false
            let isBad = state == .failed || state == .cancelled || state == .revoked
            let name = state.map { "\($0.name)" } ?? "possible"
            text += "<rect class=\"state\(isBad ? " bad" : isEnd ? " end" : "")\" x=\"\(Int(x - Self.half.x))\" "
            text += "y=\"\(Int(y - Self.half.y))\" width=\"\(Int(2 * Self.half.x))\" "
            text += "height=\"\(Int(2 * Self.half.y))\" rx=\"6\"/>"
            text += "<text class=\"state\" x=\"\(Int(x))\" y=\"\(Int(y + 4))\">\(name)</text>\n"
        }
        for (line, words) in kind.recognized.enumerated() {
            let y = 55 - 16 * (kind.recognized.count - 1 - line)
            text += "<text class=\"when\" x=\"350\" y=\"\(y)\">\(words)</text>\n"
        }
        text += "<text class=\"why\" x=\"240\" y=\"122\">\(kind.reasons.joined(separator: " · "))</text>\n"
        return text
    }

    /// From border to border, straight; from a state to itself, a bow above it.
    private func arrow(from state: GestureState?, to next: GestureState, in machine: StateMachine) -> String {
        let a = Self.place(of: state, in: machine)
        let b = Self.place(of: next, in: machine)
        let way: String
        if state == next {
            let y = Int(a.y - Self.half.y)
            way = "M\(Int(a.x - 16)) \(y) c-14 -26 46 -26 32 0"
        } else {
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            // The share of the way that lies in a box.
            let inside = min(dx == 0 ? 1 : Self.half.x / abs(dx), dy == 0 ? 1 : Self.half.y / abs(dy))
            func point(_ share: Double) -> String { "\(Int(a.x + dx * share)) \(Int(a.y + dy * share))" }
            way = "M\(point(inside)) L\(point(1 - inside))"
        }
        return "<path d=\"\(way)\" marker-end=\"url(#head)\"/>\n"
    }
}
