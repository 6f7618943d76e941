import TaplineTouches

/// Outputs that the format has and this version does not do yet, by the key that names them.
private let laterOutputs = ["serial", "socket", "toggle", "quadrature", "code", "uinput"]

extension ParameterReader {
    /// The value of `outputs`. Lines of `board` and lines used twice are refused.
    mutating func lineOutputs(gestures: [GestureOutline], board: BoardDescription?) -> [LineOutputDescription] {
        var outputs: [LineOutputDescription] = []
        var used: [(line: String, by: String)] = []
        if let pin = board?.interruptPin { used.append((pin.line, "by the board as interrupt_pin")) }
        if let pin = board?.resetPin { used.append((pin.line, "by the board as reset_pin")) }
        for node in entries("outputs", "outputs", capacity: ConfigurationLimits.outputLines) {
            var reader = ParameterReader(node, what: "an output", panel: panel, problems: problems)
            let output = reader.lineOutput(gestures: gestures, used: &used)
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
        gestures: [GestureOutline], used: inout [(line: String, by: String)]
    ) -> LineOutputDescription? {
        for key in laterOutputs where contains(key) {
            refuse(
                at: entry(key)?.keyMark ?? mark, "output \(quoted(key)) is not in this version yet",
                suggestion: "a line with pulse or hold is: {on: NAME, line: GPIO23, pulse: 100ms}")
            return nil
        }
        notInThisVersion(["zone"])
        let source = source(gestures: gestures)
        let line = required("line", example: "line: GPIO23").flatMap { unusedLine($0, used: &used) }
        let action = action(source: source, gestures: gestures)
        let activeLow = activeLow()
        let drive: LineOutputDescription.Drive? = choice(
            "drive", [("push_pull", .pushPull), ("open_drain", .openDrain), ("open_source", .openSource)])
        let bias: LineOutputDescription.Bias? = choice(
            "bias", [("as_is", .asIs), ("disabled", .disabled), ("pull_up", .pullUp), ("pull_down", .pullDown)])
        guard let source, let line, let action else { return nil }
        return LineOutputDescription(
            source: source, line: line, action: action, activeLow: activeLow, drive: drive ?? .pushPull,
            bias: bias ?? .asIs)
    }

    private mutating func source(gestures: [GestureOutline]) -> LineOutputDescription.Source? {
        guard let node = required("on", example: "on: NAME of a gesture, or on: touches") else { return nil }
        if node.text == "touches" { return .touches }
        var found: [Int] = []
        for element in indices(node, "on", "gesture", among: gestures.map { $0.name }) { found.append(element.index) }
        return found.isEmpty ? nil : .gestures(found)
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
        source: LineOutputDescription.Source?, gestures: [GestureOutline]
    ) -> LineOutputDescription.Action? {
        let pulse = node("pulse")
        let hold = entry("hold")
        if pulse != nil, let hold {
            refuse(at: hold.keyMark, "an output has pulse and hold", suggestion: "keep one of them")
            return nil
        }
        if let pulse {
            let range = Microseconds(100)...Microseconds.milliseconds(600_000)
            return time(pulse, "pulse", in: range).map { .pulse($0) }
        }
        guard let hold else {
            refuse(at: mark, "an output does nothing", suggestion: "add pulse: 100ms or hold: true")
            return nil
        }
        guard let isHeld = boolean("hold") else { return nil }
        guard isHeld else {
            refuse(at: hold.value.mark, "an output does nothing", suggestion: "write hold: true or pulse: 100ms")
            return nil
        }
        if case .gestures(let indices) = source {
            for index in indices where gestures[index].isContinuous == false {
                refuse(
                    at: hold.keyMark, "gesture \(quoted(gestures[index].name)) just happens: it would never let go",
                    suggestion: "write pulse: 100ms instead of hold")
                return nil
            }
        }
        return .hold
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
