import TaplineCore

// Input devices of the kernel's among the outputs: a touchscreen, and keys.
extension ParameterReader {
    /// How long a key is down that a gesture presses which just happens.
    private static var keystroke: Microseconds { .milliseconds(20) }

    /// The touchscreen and the keys in `nodes`, which name `uinput`.
    mutating func inputOutputs(_ nodes: [YAMLNode], board: BoardDescription?) -> (
        touchscreen: TouchscreenOutputDescription?, keys: [LineOutputDescription]
    ) {
        var touchscreens: [(description: TouchscreenOutputDescription, line: Int)] = []
        var keys: [LineOutputDescription] = []
        var used: UsedLines = []
        for node in nodes {
            mapping(node, what: "an output") { reader in
                if reader.node("uinput")?.text == "touchscreen" {
                    let description = reader.touchscreen(board: board)
                    if let other = touchscreens.first {
                        reader.refuse(
                            "uinput", "there is a touchscreen already, the output in line \(other.line)",
                            suggestion: "keep one of them")
                    }
                    touchscreens.append((description, reader.mark.line))
                } else if let key = reader.keyOutput(used: &used) {
                    keys.append(key)
                }
            }
        }
        return (touchscreens.first?.description, keys)
    }

    /// `{uinput: touchscreen}`, with `unclaimed`, `on: touches` and `zone`.
    private mutating func touchscreen(board: BoardDescription?) -> TouchscreenOutputDescription {
        let isUnclaimed = boolean("unclaimed") ?? true
        let on = node("on")
        if let on, on.text != "touches" {
            refuse(
                at: on.mark, "a touchscreen gets touches, not gestures",
                suggestion: "leave 'on' out; a gesture presses a key: {on: NAME, uinput: KEY_ENTER}")
        }
        let zoneMark = entry("zone")?.keyMark
        let zone = zoneOfTouches(isTouches: true)
        if let zoneMark, !isUnclaimed {
            refuse(
                at: zoneMark, "'zone' with unclaimed: false",
                suggestion: "every touch has no zone: leave one of them out")
        }
        if let board, board.controller.family == .evdev, !board.grabs {
            refuse(
                "uinput", "others would get the fingers of \(displayed(board.name)) twice, from its own device, too",
                suggestion: "add grab: true to the board: tapline board set --board FILE grab true")
        }
        return TouchscreenOutputDescription(touches: isUnclaimed ? zone.map { .zone($0) } : .all)
    }

    /// `{on: NAME, uinput: KEY_ENTER}`, which is also written `{on: NAME, uinput: key, code: KEY_ENTER}`.
    private mutating func keyOutput(used: inout UsedLines) -> LineOutputDescription? {
        var name = node("uinput")
        if name?.text == "key" { name = required("code", example: "code: KEY_PLAYPAUSE") }
        let key = name.flatMap { keyName($0, used: &used) }
        let lasting = lasting()
        let source = lasting.map { ($0, []) } ?? source()
        let hasAction = !["pulse", "hold", "toggle"].compactMap { entry($0) }.isEmpty
        let controls = source?.controls ?? []
        let action =
            hasAction
            ? action(source: source?.source, controls: controls)
            : source.flatMap { keyAction($0.source, controls) }
        let trigger =
            lasting != nil ? .recognition : trigger(source: source?.source, controls: controls, action: action)
        let responder = lasting != nil ? nil : answeringResponder(source?.source, controls)
        guard let key, let source, let action else { return nil }
        var output = LineConfiguration().line(key, of: source.source, controls: controls, action, trigger)
        output.key = KeyNames.code(of: key)
        output.responder = responder
        return output
    }

    /// What a key does where the output does not name it: it is down while a continuous gesture or a finger lasts, and
    /// pressed once by what just happens.
    private mutating func keyAction(
        _ source: LineOutputDescription.Source, _ controls: [Int]
    ) -> LineOutputDescription.Action? {
        guard case .gestures(let indices) = source else { return .hold }
        let lasting = indices.filter { known.gestures[$0].isContinuous == true }
        let sliders = controls.filter { known.zones.descriptions[$0].isSlider }
        if lasting.isEmpty, sliders.isEmpty { return .pulse(Self.keystroke) }
        if lasting.count == indices.count, sliders.count == controls.count { return .hold }
        return refused(
            "on", "some of these last and some just happen: when is the key down?",
            suggestion: "write an output for each, or pulse: 20ms")
    }

    /// The name of a key that no other output presses.
    private mutating func keyName(_ node: YAMLNode, used: inout UsedLines) -> String? {
        if problems.questions != nil { problems.note(node, .values(.word(KeyNames.all))) }
        guard let name = node.text, KeyNames.code(of: name) != nil else {
            let text = node.text ?? ""
            let near =
                nearestName(to: text, among: ["touchscreen"] + KeyNames.all).map { "did you mean \(quoted($0))? " }
                ?? ""
            return refused(
                at: node.mark, "the kernel knows no key \(node.text == nil ? node.whatItIs : quoted(text))",
                suggestion: near
                    + "write touchscreen, or a key as input-event-codes.h names it: KEY_ENTER, KEY_VOLUMEUP")
        }
        if let other = used.first(where: { $0.line == name }) {
            return refused(
                at: node.mark, "key \(quoted(name)) is already pressed \(other.by)",
                suggestion: "several gestures share one with on: [a, b]")
        }
        used.append((name, "by the output in line \(mark.line)"))
        return name
    }

    /// Whether `outputs` have a touchscreen that gets what no gesture claims: then gestures hold touches back until they
    /// have decided.
    package static func hasUnclaimedTouchscreen(_ outputs: YAMLNode?) -> Bool {
        guard case .sequence(let elements)? = outputs?.content else { return false }
        return elements.contains { $0["uinput"]?.text == "touchscreen" && $0["unclaimed"]?.text != "false" }
    }
}
