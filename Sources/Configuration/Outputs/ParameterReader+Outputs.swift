import TaplineCore

extension ParameterReader {
    /// The value of `outputs`: lines and, after them, keys; serial ports, sockets and a touchscreen.
    mutating func outputs(board: BoardDescription?, wakes: Bool) -> (
        lines: [LineOutputDescription], actions: [PanelActionDescription], serials: [SerialOutputDescription],
        sockets: [SocketOutputDescription], commands: [CommandDescription],
        touchscreen: TouchscreenOutputDescription?
    ) {
        let entries = entries("outputs", "outputs", capacity: .max)
        let serials = entries.filter { $0["serial"] != nil }
        let sockets = entries.filter { $0["socket"] != nil && $0["serial"] == nil }
        let commands = entries.filter { $0["run"] != nil && $0["serial"] == nil && $0["socket"] == nil }
        let others = entries.filter { $0["serial"] == nil && $0["socket"] == nil && $0["run"] == nil }
        let isAction = { (node: YAMLNode) in Self.panelActionKeys.contains { node[$0] != nil } }
        let rest = others.filter { !isAction($0) }
        let isUntouched = { (node: YAMLNode) in
            node["while"]?.text == RestDescription.kind && node["line"] == nil && node["uinput"] == nil
        }
        let untouched = rest.filter(isUntouched)
        let ofRest = ["after", "backlight", "level", "fade", "awake", "poll", "sleep"]
        let lines = rest.filter { node in
            guard node["uinput"] == nil, !isUntouched(node) else { return false }
            if node["while"]?.text == RestDescription.kind {
                guard let other = ofRest.dropFirst().first(where: { node[$0] != nil }) else { return true }
                if ["level", "fade", "awake"].contains(other) {
                    refuse(
                        at: node.mark, "'\(other)' is of a backlight",
                        suggestion: "leave it out, or add {while: untouched, after: 30s, backlight: first, level: 20%}")
                } else {
                    refuse(
                        at: node.mark, "'line' and '\(other)' are two outputs of the same stage",
                        suggestion: "give each an entry with the same 'while' and 'after'")
                }
                return false
            }
            guard let key = ofRest.first(where: { node[$0] != nil }) else { return true }
            refuse(
                at: node["while"]?.mark ?? node.mark, "'\(key)' is of a panel that nobody touches",
                suggestion: "write while: untouched, and after: 30s")
            return false
        }
        let inputs = rest.filter { $0["uinput"] != nil }
        var levels = lineOutputs(
            first(ConfigurationLimits.outputLines, of: lines, "output lines"))
        let input = inputOutputs(inputs, board: board)
        levels += input.keys
        levels += restOutputs(untouched, board: board, wakes: wakes)
        let switching = others.filter(isAction)
        let actions = panelActions(switching)
        let count = levels.count + actions.count
        if count > max(ConfigurationLimits.outputLines, lines.count), let node = switching.last ?? inputs.last {
            refuse(
                at: node.mark,
                "there are \(count) output lines\(actions.isEmpty ? " and keys" : ", keys and panel actions")",
                suggestion: "at most \(ConfigurationLimits.outputLines) have room")
        }
        return (
            levels, actions,
            serialOutputs(
                first(ConfigurationLimits.serialPorts, of: serials, "serial outputs")),
            socketOutputs(
                first(ConfigurationLimits.sockets, of: sockets, "socket outputs")),
            self.commands(first(ConfigurationLimits.commands, of: commands, "commands")),
            input.touchscreen
        )
    }

    /// The lines in `nodes`. Lines that others have, and lines used twice, are refused.
    private mutating func lineOutputs(_ nodes: [YAMLNode]) -> [LineOutputDescription] {
        var outputs: [LineOutputDescription] = []
        var used = known.lines
        let groups = LineOutputDescription.groups
        var counts = groups.map { _ in 0 }
        for node in nodes {
            outputs += mapping(node, what: "an output") { reader in
                var found: [LineOutputDescription] = []
                if let group = groups.firstIndex(where: { reader.contains($0.key) }) {
                    found = groups[group].read(&reader, &used)
                    counts[group] += found.isEmpty ? 0 : 1
                } else if let line = reader.lineOutput(used: &used) {
                    found = [line]
                }
                let count = outputs.count + found.count
                if let full = counts.firstIndex(where: { $0 > ConfigurationLimits.lineGroups }) {
                    reader.refuse(
                        at: reader.mark, "there are too many outputs with '\(groups[full].key)'",
                        suggestion: "write at most \(ConfigurationLimits.lineGroups)")
                    counts = groups.map { _ in 0 }
                } else if count > ConfigurationLimits.outputLines {
                    reader.refuse(
                        at: reader.mark, "there are \(count) output lines up to here",
                        suggestion: "at most \(ConfigurationLimits.outputLines) have room")
                }
                return found
            }
        }
        return outputs
    }

    /// The lines that `board` has for itself.
    static func taken(by board: BoardDescription?) -> UsedLines {
        var used: UsedLines = []
        for (key, pin) in board?.pins ?? [] { used.append((pin.line, "by the board as \(key)")) }
        for line in board?.takenLines ?? [] { used.append((line, "by the board, which has it in taken_lines")) }
        for line in board?.busLines ?? [] { used.append((line, "by the board's bus")) }
        return used
    }

    private mutating func lineOutput(used: inout UsedLines) -> LineOutputDescription? {
        if contains("off") { return latchedLine(used: &used) }
        let lasting = lasting()
        let source = lasting.map { ($0, []) } ?? source()
        let line = required(
            "line",
            example:
                "line: GPIO23, or what else it does: serial, socket, run, uinput, remote, code, quadrature, disable …"
        ).flatMap { unusedLine($0, used: &used) }
        let controls = source?.controls ?? []
        let action = lasting != nil ? .hold : action(source: source?.source, controls: controls)
        // (What lasts has no moment to choose, and nobody answers it.)
        let trigger =
            lasting != nil ? .recognition : trigger(source: source?.source, controls: controls, action: action)
        let configuration = lineConfiguration()
        let responder = lasting != nil ? nil : answeringResponder(source?.source, controls)
        guard let source, let line, let action else { return nil }
        var output = configuration.line(line, of: source.source, controls: controls, action, trigger)
        output.responder = responder
        return output
    }

    /// The line of `{on: up, off: down, line: GPIO23}`, with `pulse: 30min` for no longer.
    private mutating func latchedLine(used: inout UsedLines) -> LineOutputDescription? {
        let on = required("on", example: "on: NAME of a gesture or a control").flatMap { followed($0) }
        let off = required("off", example: "off: NAME of a gesture or a control").flatMap { followed($0, "off") }
        let line = required("line", example: "line: GPIO23").flatMap { unusedLine($0, used: &used) }
        let longest = self.node("pulse").map { pulse($0) } ?? .unlimited
        for key in ["hold", "toggle", "state", "zone", "inside"] where contains(key) {
            refuse(
                key, "a line with 'on' and 'off' has no \(quoted(key))",
                suggestion: "keep one of them: it is active from a recognition of 'on' to one of 'off'")
        }
        let configuration = lineConfiguration()
        let controls = ((on?.controls ?? []) + (off?.controls ?? [])).sorted()
        let gestures = ((on?.gestures ?? []) + (off?.gestures ?? [])).sorted()
        let responder = answeringResponder(on == nil || off == nil ? nil : .gestures(gestures), controls)
        guard let on, let off, let longest else { return nil }
        if !Set(on.gestures).isDisjoint(with: off.gestures) || !Set(on.controls).isDisjoint(with: off.controls) {
            return refused(
                "off", "what makes the line active cannot make it idle", suggestion: "write toggle: true without off")
        }
        if let slider = controls.first(where: { known.zones.descriptions[$0].isSlider }) {
            return refused(
                "on", "control \(quoted(known.zones.names[slider])) is a slider: nobody clicks it",
                suggestion: "name another one")
        }
        return line.map {
            var output = configuration.line(
                $0, of: .gestures(gestures), controls: controls,
                .latch(off: off.gestures, controls: off.controls, for: longest))
            output.responder = responder
            return output
        }
    }

    /// `responder`: the zone that has to answer the controls of an output, by index; nil: whoever does.
    mutating func answeringResponder(_ source: LineOutputDescription.Source?, _ controls: [Int]) -> Int? {
        guard let entry = entry("responder") else { return nil }
        if let source, source != .gestures([]) || controls.isEmpty {
            refuse(
                at: entry.keyMark, "only what controls do is answered by a responder",
                suggestion: "name controls alone in 'on', or leave responder out")
        }
        return index(of: entry.value, "zone", among: known.zones.names)
    }

    /// What the output follows: gestures, controls or fingers.
    mutating func source() -> (source: LineOutputDescription.Source, controls: [Int])? {
        let isTouches = self.node("on")?.text == "touches"
        let zone = zoneOfTouches(isTouches: isTouches)
        let inside = zoneOfTouches("inside", isTouches: isTouches)
        guard let node = required("on", example: "on: NAME of a gesture, or on: touches") else { return nil }
        if zone != nil, inside != nil {
            refuse(
                "inside", "an output has zone and inside",
                suggestion: "keep zone for the touches that landed in it, inside for the fingers that are in it")
        }
        if isTouches { return (inside.map { .inside($0) } ?? zone.map { .zone($0) } ?? .touches, []) }
        return followed(node).map { (.gestures($0.gestures), $0.controls) }
    }

    /// The gestures and the controls that `on` names, as indices of gestures and of zones; nil where it names none.
    mutating func followed(_ node: YAMLNode, _ key: String = "on") -> (gestures: [Int], controls: [Int])? {
        let controls = known.zones.controls
        let names = known.gestures.map { $0.name } + controls.map { known.zones.names[$0] }
        var found: (gestures: [Int], controls: [Int]) = ([], [])
        for element in indices(node, key, controls.isEmpty ? "gesture" : "gesture or control", among: names) {
            if element.index < known.gestures.count {
                found.gestures.append(element.index)
            } else {
                found.controls.append(controls[element.index - known.gestures.count])
            }
        }
        return found.gestures.isEmpty && found.controls.isEmpty ? nil : found
    }

    /// The index of the zone whose own touch stream an output follows, or with `inside` whose fingers; nil where `key` is not given. It
    /// goes with `on: touches` only.
    mutating func zoneOfTouches(_ key: String = "zone", isTouches: Bool) -> Int? {
        guard let entry = entry(key) else { return nil }
        guard isTouches else {
            return refused(
                at: entry.keyMark, "\(quoted(key)) without 'on: touches'",
                suggestion:
                    "gestures name their zone themselves; write on: touches for what the zone gets of fingers")
        }
        return index(of: entry.value, "zone", among: known.zones.names)
    }

    mutating func unusedLine(_ node: YAMLNode, used: inout UsedLines, isInput: Bool = false) -> String? {
        if case .sequence = node.content {
            return refused(
                at: node.mark, "'line' is a list",
                suggestion: "write an output for each line, or code: [GPIO20, GPIO21], a number on several")
        }
        guard let line = lineName(node, "line") else { return nil }
        for other in used where HeaderPins.isSameLine(other.line, line) {
            let name = other.line == line ? "already" : "\(other.line), which is already"
            return refused(
                at: node.mark, "line \(quoted(line)) is \(name) used \(other.by)",
                suggestion: isInput
                    ? "use another line"
                    : HeaderPins.areAllTaken(byBoard: used)
                        ? "this board leaves no line of the header: a serial port emits gestures too, "
                            + "{serial: /dev/ttyUSB0, format: jsonl}, or use a line of another chip"
                        : "use another line; several gestures share one with on: [a, b]")
        }
        used.append((line, "by the output in line \(mark.line)"))
        return line
    }

    /// What the output does: `pulse`, `hold` or `toggle`.
    mutating func action(source: LineOutputDescription.Source?, controls: [Int]) -> LineOutputDescription.Action? {
        let given = ["pulse", "hold", "toggle"].compactMap { entry($0) }
        guard let first = given.first else {
            lacks(
                ["pulse", "hold", "toggle"], "an output does nothing",
                suggestion: "add pulse: 100ms, hold: true or toggle: true")
            return nil
        }
        guard given.count == 1 else {
            return refused(
                at: given[1].keyMark, "an output has \(first.key) and \(given[1].key)", suggestion: "keep one of them")
        }
        let sliders = controls.filter { known.zones.descriptions[$0].isSlider }
        if let slider = sliders.first, first.key != "hold" {
            return refused(
                at: first.keyMark, "control \(quoted(known.zones.names[slider])) is a slider: nobody clicks it",
                suggestion: "write hold: true: active while it is pressed")
        }
        if first.key == "pulse" { return pulse(first.value).map { .pulse($0) } }
        guard let isWanted = boolean(first.key) else { return nil }
        guard isWanted else {
            return refused(
                at: first.value.mark, "an output does nothing",
                suggestion: "write \(first.key): true or pulse: 100ms")
        }
        if first.key == "toggle" { return .toggle }
        if case .gestures(let indices) = source {
            for index in indices where known.gestures[index].isContinuous == false && !known.gestures[index].isTentative
            {
                return refused(
                    at: first.keyMark,
                    "gesture \(quoted(known.gestures[index].name)) just happens: it would never let go",
                    suggestion: "write pulse: 100ms or toggle: true instead of hold")
            }
        }
        return .hold
    }

    /// How long a line is active at a time.
    mutating func pulse(_ node: YAMLNode) -> Microseconds? {
        time(node, "pulse", in: Microseconds(100)...Microseconds.milliseconds(3_600_000))
    }

    /// `state`: which moment of a gesture, or of a control, counts.
    mutating func trigger(
        source: LineOutputDescription.Source?, controls: [Int], action: LineOutputDescription.Action?
    ) -> LineTrigger {
        let states: [(name: String, value: LineTrigger)] = [
            ("tentative", .tentative), ("confirmed", .recognition), ("revoked", .revocation), ("increase", .increase),
            ("decrease", .decrease), ("next", .increase), ("previous", .decrease), ("ended", .end),
        ]
        guard let entry = entry("state"), let trigger = choice("state", states) else { return .recognition }
        if trigger == .increase || trigger == .decrease {
            return stepTrigger(trigger, entry, source: source, controls: controls, action: action)
        }
        if action == .hold {
            refuse(
                at: entry.keyMark,
                "a held line has no 'state': it is active from began to ended or cancelled, of a tentative tap "
                    + "from tentative to confirmed or revoked",
                suggestion: "write pulse: 100ms or toggle: true instead of hold, or leave state out")
        }
        guard case .gestures(let indices) = source else {
            if source != nil { refuse(at: entry.keyMark, "fingers have no 'state'", suggestion: "leave it out") }
            return trigger
        }
        if !controls.isEmpty { refuse(at: entry.keyMark, "controls have no 'state'", suggestion: "leave it out") }
        for index in indices where trigger == .end && known.gestures[index].isContinuous == false {
            refuse(
                at: entry.keyMark,
                "gesture \(quoted(known.gestures[index].name)) just happens: it is over as it is recognized",
                suggestion: "leave state out")
            return trigger
        }
        for index in indices
        where trigger != .end && known.gestures[index].isContinuous != nil && !known.gestures[index].isTentative {
            refuse(
                at: entry.keyMark,
                "gesture \(quoted(known.gestures[index].name)) is no tentative tap: it has no such states",
                suggestion:
                    "leave state out, or write state: ended where it goes on; the others are of a tap with tentative: true"
            )
            break
        }
        return trigger
    }

    /// `state` of a stepper's or a page control's steps one way.
    private mutating func stepTrigger(
        _ trigger: LineTrigger, _ entry: YAMLNode.Entry, source: LineOutputDescription.Source?, controls: [Int],
        action: LineOutputDescription.Action?
    ) -> LineTrigger {
        let isPage = entry.value.text == "next" || entry.value.text == "previous"
        let fitting = controls.allSatisfy {
            switch known.zones.descriptions[$0].control {
            case .stepper: !isPage
            case .pageControl: isPage
            default: false
            }
        }
        if source != .gestures([]) || !fitting || action == .hold {
            refuse(
                at: entry.keyMark,
                "state \(entry.value.text ?? "") is of \(isPage ? "a pageControl" : "a stepper") alone",
                suggestion: "name such controls in on, with pulse: 20ms or toggle: true")
        }
        return trigger
    }

    /// `active_low` and `idle` say the same thing: which level means that nothing happens.
    mutating func activeLow() -> Bool {
        let activeLow = boolean("active_low")
        let idleHigh: Bool? = choice("idle", [("low", false), ("high", true)])
        if let activeLow, let idleHigh, activeLow != idleHigh {
            refuse(
                "idle", "the idle level is the active one too",
                suggestion: "active_low: true goes with idle: high, active_low: false with idle: low")
        }
        return activeLow ?? idleHigh ?? false
    }
}
