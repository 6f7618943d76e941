import TaplineOutputs
import TaplineTouches

/// Outputs that the format has and this version does not do yet, by the key that names them.
private let laterOutputs = ["socket", "quadrature", "code", "uinput"]

extension ParameterReader {
    /// The value of `outputs`: lines and serial ports.
    mutating func outputs(
        gestures: [GestureOutline], zones: ZoneList, board: BoardDescription?
    ) -> (lines: [LineOutputDescription], serials: [SerialOutputDescription]) {
        let entries = entries("outputs", "outputs", capacity: .max)
        let serials = entries.filter { $0["serial"] != nil }
        let lines = entries.filter { $0["serial"] == nil }
        return (
            lineOutputs(
                first(ConfigurationLimits.outputLines, of: lines, "output lines"), gestures: gestures, zones: zones,
                board: board),
            serialOutputs(
                first(ConfigurationLimits.serialPorts, of: serials, "serial outputs"), gestures: gestures, zones: zones)
        )
    }

    /// The lines in `nodes`. Lines of `board` and lines used twice are refused.
    private mutating func lineOutputs(
        _ nodes: [YAMLNode], gestures: [GestureOutline], zones: ZoneList, board: BoardDescription?
    ) -> [LineOutputDescription] {
        var outputs: [LineOutputDescription] = []
        var used: [(line: String, by: String)] = []
        if let pin = board?.interruptPin { used.append((pin.line, "by the board as interrupt_pin")) }
        if let pin = board?.resetPin { used.append((pin.line, "by the board as reset_pin")) }
        for node in nodes {
            var reader = ParameterReader(node, what: "an output", panel: panel, problems: problems)
            let output = reader.lineOutput(gestures: gestures, zones: zones, used: &used)
            if reader.isLaterOutput() {
                problems = reader.finishWithoutUnknownKeys()
            } else {
                problems = reader.finish()
            }
            if let output { outputs.append(output) }
        }
        return outputs
    }

    /// Whether the output is one of ``laterOutputs``.
    private func isLaterOutput() -> Bool { laterOutputs.contains { contains($0) } }

    private mutating func lineOutput(
        gestures: [GestureOutline], zones: ZoneList, used: inout [(line: String, by: String)]
    ) -> LineOutputDescription? {
        for key in laterOutputs where contains(key) {
            refuse(
                at: entry(key)?.keyMark ?? mark, "output \(quoted(key)) is not in this version yet",
                suggestion: "there are lines, {on: NAME, line: GPIO23, pulse: 100ms}, and ports, {serial: /dev/ttyGS0}")
            return nil
        }
        let source = source(gestures: gestures, zones: zones)
        let line = required("line", example: "line: GPIO23").flatMap { unusedLine($0, used: &used) }
        let action = action(source: source?.source, controls: source?.controls ?? [], gestures: gestures, zones: zones)
        let trigger = trigger(
            source: source?.source, controls: source?.controls ?? [], action: action, gestures: gestures)
        let activeLow = activeLow()
        let drive: LineOutputDescription.Drive? = choice(
            "drive", [("push_pull", .pushPull), ("open_drain", .openDrain), ("open_source", .openSource)])
        let bias: LineOutputDescription.Bias? = choice(
            "bias", [("as_is", .asIs), ("disabled", .disabled), ("pull_up", .pullUp), ("pull_down", .pullDown)])
        guard let source, let line, let action else { return nil }
        return LineOutputDescription(
            source: source.source, controls: source.controls, line: line, action: action, trigger: trigger,
            activeLow: activeLow,
            drive: drive ?? .pushPull,
            bias: bias ?? .asIs)
    }

    private mutating func source(
        gestures: [GestureOutline], zones: ZoneList
    ) -> (source: LineOutputDescription.Source, controls: [Int])? {
        let isTouches = self.node("on")?.text == "touches"
        let zone = zoneOfTouches(isTouches: isTouches, among: zones.names)
        guard let node = required("on", example: "on: NAME of a gesture, or on: touches") else { return nil }
        if isTouches { return (zone.map { .zone($0) } ?? .touches, []) }
        return followed(node, gestures: gestures, zones: zones).map { (.gestures($0.gestures), $0.controls) }
    }

    /// The gestures and the controls that `on` names, as indices of gestures and of zones; nil where it names none.
    mutating func followed(
        _ node: YAMLNode, gestures: [GestureOutline], zones: ZoneList
    ) -> (gestures: [Int], controls: [Int])? {
        let controls = zones.controls
        let names = gestures.map { $0.name } + controls.map { zones.names[$0] }
        var found: (gestures: [Int], controls: [Int]) = ([], [])
        for element in indices(node, "on", controls.isEmpty ? "gesture" : "gesture or control", among: names) {
            if element.index < gestures.count {
                found.gestures.append(element.index)
            } else {
                found.controls.append(controls[element.index - gestures.count])
            }
        }
        return found.gestures.isEmpty && found.controls.isEmpty ? nil : found
    }

    /// The index of the zone whose own touch stream an output follows; nil where `zone` is not given. It goes with
    /// `on: touches` only.
    mutating func zoneOfTouches(isTouches: Bool, among zones: [String]) -> Int? {
        guard let entry = entry("zone") else { return nil }
        guard isTouches else {
            refuse(
                at: entry.keyMark, "'zone' without 'on: touches'",
                suggestion:
                    "gestures name their zone themselves; write on: touches for what the zone is told of fingers")
            return nil
        }
        return index(of: entry.value, "zone", among: zones)
    }

    private mutating func unusedLine(_ node: YAMLNode, used: inout [(line: String, by: String)]) -> String? {
        guard let line = lineName(node, "line") else { return nil }
        for other in used where other.line == line {
            refuse(
                at: node.mark, "line \(quoted(line)) is already used \(other.by)",
                suggestion: "use another line; several gestures share one with on: [a, b]")
            return nil
        }
        used.append((line, "by the output in line \(mark.line)"))
        return line
    }

    private mutating func action(
        source: LineOutputDescription.Source?, controls: [Int], gestures: [GestureOutline], zones: ZoneList
    ) -> LineOutputDescription.Action? {
        let given = ["pulse", "hold", "toggle"].compactMap { entry($0) }
        guard let first = given.first else {
            refuse(at: mark, "an output does nothing", suggestion: "add pulse: 100ms, hold: true or toggle: true")
            return nil
        }
        guard given.count == 1 else {
            refuse(
                at: given[1].keyMark, "an output has \(first.key) and \(given[1].key)", suggestion: "keep one of them")
            return nil
        }
        let sliders = controls.filter { zones.descriptions[$0].isSlider }
        if let slider = sliders.first, first.key != "hold" {
            refuse(
                at: first.keyMark, "control \(quoted(zones.names[slider])) is a slider: nobody clicks it",
                suggestion: "write hold: true: active while it is pressed")
            return nil
        }
        if first.key == "pulse" {
            let range = Microseconds(100)...Microseconds.milliseconds(600_000)
            return time(first.value, "pulse", in: range).map { .pulse($0) }
        }
        guard let isWanted = boolean(first.key) else { return nil }
        guard isWanted else {
            refuse(
                at: first.value.mark, "an output does nothing",
                suggestion: "write \(first.key): true or pulse: 100ms")
            return nil
        }
        if first.key == "toggle" { return .toggle }
        if case .gestures(let indices) = source {
            for index in indices where gestures[index].isContinuous == false && !gestures[index].isTentative {
                refuse(
                    at: first.keyMark, "gesture \(quoted(gestures[index].name)) just happens: it would never let go",
                    suggestion: "write pulse: 100ms or toggle: true instead of hold")
                return nil
            }
        }
        return .hold
    }

    /// `state`: which moment of a tentative tap counts.
    private mutating func trigger(
        source: LineOutputDescription.Source?, controls: [Int], action: LineOutputDescription.Action?,
        gestures: [GestureOutline]
    ) -> LineTrigger {
        let states: [(name: String, value: LineTrigger)] = [
            ("tentative", .tentative), ("confirmed", .recognition), ("revoked", .revocation),
        ]
        guard let entry = entry("state"), let trigger = choice("state", states) else { return .recognition }
        if action == .hold {
            refuse(
                at: entry.keyMark, "a held line has no 'state': it is active from tentative to confirmed or revoked",
                suggestion: "write pulse: 100ms or toggle: true instead of hold, or leave state out")
        }
        guard case .gestures(let indices) = source else {
            if source != nil { refuse(at: entry.keyMark, "fingers have no 'state'", suggestion: "leave it out") }
            return trigger
        }
        if !controls.isEmpty { refuse(at: entry.keyMark, "controls have no 'state'", suggestion: "leave it out") }
        for index in indices where gestures[index].isContinuous != nil && !gestures[index].isTentative {
            refuse(
                at: entry.keyMark, "gesture \(quoted(gestures[index].name)) is no tentative tap: it has no such states",
                suggestion: "write tentative: true in a gesture of kind tap, or leave state out")
            break
        }
        return trigger
    }

    /// `active_low` and `idle` say the same thing: which level means that nothing happens.
    private mutating func activeLow() -> Bool {
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
