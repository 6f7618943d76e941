import TaplineConfiguration
import TaplineCore
import TaplineFormats

/// What a configuration has and nobody can use: zones beside the panel or behind others, and nothing at all.
enum UseCheck {
    /// A warning for each zone that no finger can reach on a panel of `geometry`.
    static func unreachable<Kind>(
        _ configuration: Configuration<Kind>, in root: YAMLNode, on geometry: PanelGeometry, file: String
    ) -> [ConfigurationError] {
        guard case .sequence(let nodes)? = root["zones"]?.content, nodes.count == configuration.zones.count else {
            return []
        }
        let zones = configuration.zones
        let corner = Point(
            x: geometry.width * geometry.pointsPerPixel.x, y: geometry.height * geometry.pointsPerPixel.y)
        var disabled: Set<Int> = []
        for action in configuration.actions {
            if case .setEnabled(false, _, let zones) = action.action { disabled.formUnion(zones) }
        }
        var warnings: [ConfigurationError] = []
        for index in zones.indices {
            let name = displayed(zones[index].name)
            if isApart(zones[index].shape, from: (.zero, corner)) {
                warnings += warning(
                    at: nodes[index], of: file, "zone '\(name)' lies outside the panel: no finger reaches it",
                    "the panel is \(Int(geometry.width))px wide and \(Int(geometry.height))px high, from 0 on; "
                        + "percentages are of it: [50%, 0%, 50%, 100%]")
            } else if let cover = cover(of: index, in: zones, disabled: disabled) {
                let other = displayed(zones[cover].name)
                warnings += warning(
                    at: nodes[index], of: file,
                    "zone '\(name)' lies behind '\(other)', whole: no finger reaches it while that is enabled",
                    "later zones lie in front: move '\(name)' below it in the file; of pages that take turns give all but one "
                        + "enabled: false")
            } else if let parent = zones[index].parent, isApart(zones[index].shape, from: zones[parent].shape.box) {
                warnings += warning(
                    at: nodes[index], of: file,
                    "zone '\(name)' lies outside its parent '\(displayed(zones[parent].name))': no finger reaches it",
                    "places are of the panel, not of the parent")
            }
        }
        return warnings
    }

    /// A warning for each rectangle that ends beyond the panel, and within it if its size were its other corner: somebody meant that.
    /// (Up to 1 % is rounding.)
    static func corners<Kind>(
        _ configuration: Configuration<Kind>, in root: YAMLNode, on geometry: PanelGeometry, file: String
    ) -> [ConfigurationError] {
        guard case .sequence(let nodes)? = root["zones"]?.content, nodes.count == configuration.zones.count else {
            return []
        }
        let width = geometry.width * geometry.pointsPerPixel.x * 1.01
        let height = geometry.height * geometry.pointsPerPixel.y * 1.01
        var warnings: [ConfigurationError] = []
        for (zone, node) in zip(configuration.zones, nodes) {
            guard case .rectangle(let origin, let size) = zone.shape, let rect = node["rect"],
                case .sequence(let parts) = rect.content, origin.x + size.x > width || origin.y + size.y > height,
                origin.x >= 0, origin.y >= 0, size.x <= width, size.y <= height,
                // (What would be left is no narrow strip: that is a size a little too large.)
                size.x - origin.x > width / 10, size.y - origin.y > height / 10
            else { continue }
            let texts = parts.map { $0.text ?? "" }
            let meant = [
                texts[0], texts[1], shortened(texts[2], to: 1 - origin.x / size.x),
                shortened(texts[3], to: 1 - origin.y / size.y),
            ]
            warnings += warning(
                at: rect, of: file, "zone '\(displayed(zone.name))' ends beyond the panel",
                "a rect is x, y, width, height: did you mean [\(meant.joined(separator: ", "))]?")
        }
        return warnings
    }

    /// A share of the length that `text` is, in its unit.
    private static func shortened(_ text: String, to share: Float) -> String {
        guard let length = Quantity(text) else { return text }
        return fixed(length.value * Double(share), places: 2) + length.unit
    }

    /// Whether nothing of `shape` is in the box: of polygons their own box counts.
    private static func isApart(_ shape: ZoneDescription.Shape, from box: (low: Point, high: Point)) -> Bool {
        switch shape {
        case .rectangle, .polygon:
            let own = shape.box
            return own.low.x >= box.high.x || own.high.x <= box.low.x || own.low.y >= box.high.y
                || own.high.y <= box.low.y
        case .circle(let center, let radius), .ring(let center, _, let radius):
            let across = max(box.low.x - center.x, center.x - box.high.x, 0)
            let down = max(box.low.y - center.y, center.y - box.high.y, 0)
            return across * across + down * down >= radius * radius
        }
    }

    /// A later zone of the same parent, all of which lies in front of the one at `index`; nil: there is none, or an output disables it,
    /// as pages do. (A rectangle, as nearly always.)
    private static func cover(of index: Int, in zones: [ZoneDescription], disabled: Set<Int>) -> Int? {
        func takesTouches(_ zone: Int) -> Bool { zones[zone].isEnabled && !zones[zone].isHidden }
        guard takesTouches(index), !zones[index].isResponder else { return nil }
        let box = zones[index].shape.box
        return zones.indices[index...].dropFirst().first { other in
            guard zones[other].parent == zones[index].parent, takesTouches(other), !disabled.contains(other),
                case .rectangle(let origin, let size) = zones[other].shape
            else { return false }
            return box.low.x >= origin.x && box.low.y >= origin.y && box.high.x <= origin.x + size.x
                && box.high.y <= origin.y + size.y
        }
    }

    /// The warnings that need no panel.
    static func all<Kind>(
        _ configuration: Configuration<Kind>, on board: BoardDescription?, in root: YAMLNode, outputs: Int, file: String
    ) -> [ConfigurationError] {
        unheard(configuration, in: root, file: file) + asleep(configuration, in: root, file: file)
            + blind(configuration, on: board, in: root, file: file) + brighter(configuration, in: root, file: file)
            + pressed(configuration, in: root, file: file) + deaf(configuration, in: root, file: file)
            + empty(configuration, outputs: outputs, file: file)
    }

    /// A warning for each encoder of `remotes` with a command that no entry of `remote` names, and for each button with none that
    /// one names: nobody hears of what it gives.
    private static func unheard<Kind>(
        _ configuration: Configuration<Kind>, in root: YAMLNode, file: String
    ) -> [ConfigurationError] {
        guard case .sequence(let nodes)? = root["remotes"]?.content else { return [] }
        let names = configuration.remoteControl().names
        var warnings: [ConfigurationError] = []
        func warn(_ node: YAMLNode, _ what: String, _ command: RemoteCommand, or other: String? = nil) {
            let meaning: RemoteGestures.Meaning = command.begins.map { .seek($0) } ?? .command(command)
            warnings += warning(
                at: node, of: file, "no entry of 'remote' names \(what): nobody hears of it",
                "add remote: [{name: NAME, command: \(meaning.name.description)}]"
                    + (other.map { ", or to the button: command: \($0)" } ?? ""))
        }
        // (In the file's order, as the configuration has them.)
        var buttons = configuration.remotes.buttons[...]
        var encoders = configuration.remotes.encoders[...]
        for node in nodes {
            if node["button"] != nil, let button = buttons.popFirst() {
                let commands = button.commands
                if !commands.contains(where: names.names) {
                    let named = configuration.remote.map { $0.meaning }.first { $0.isOfButton && button.key == .button }
                    warn(node, "what the button commands", commands[0], or: named?.name.description)
                }
            } else if node["encoder"] != nil, let encoder = encoders.popFirst() {
                for command in encoder.commands where !names.names(command) {
                    warn(node, "\(command.name.description), which the encoder commands", command)
                }
            }
        }
        return warnings
    }

    /// A warning where a panel sleeps that only commands wake, and nothing here gives one of them: a program would have to.
    private static func asleep<Kind>(
        _ configuration: Configuration<Kind>, in root: YAMLNode, file: String
    ) -> [ConfigurationError] {
        guard configuration.rests.contains(where: { $0.isSleeping }), configuration.wakeThreshold == 0,
            configuration.remotes.devices.isEmpty, !configuration.wakesByMotionEvent,
            configuration.wakingRemotes == RemotesDescription.Waking()
        else { return [] }
        let wake = configuration.wakingCommands.first { $0.isOfButton }?.name.description
        return warning(
            at: root["options"], of: file, "the panel sleeps, and nothing here gives the commands that wake it",
            "add to remotes what gives one\(wake.map { ", {button: GPIO22, command: \($0)}" } ?? ""), a device or an encoder; "
                + "unless a program gives them")
    }

    /// A warning where a panel that rests is asked too seldom for what its board wants dropped.
    private static func blind<Kind>(
        _ configuration: Configuration<Kind>, on board: BoardDescription?, in root: YAMLNode, file: String
    ) -> [ConfigurationError] {
        guard let board, board.ghostRules.dropsPeriodic, board.interruptPin == nil,
            let poll = configuration.rests.compactMap({ $0.poll }).max(), poll > .milliseconds(10)
        else { return [] }
        return warning(
            at: root["outputs"], of: file,
            "of reads \(poll.count / 1_000) ms apart 'periodic: drop' of the board learns nothing",
            "leave poll out, or mask the place in the board")
    }

    /// Warnings of buttons that are always pressed, and of those that repeat too slowly to keep a panel awake.
    private static func pressed<Kind>(
        _ configuration: Configuration<Kind>, in root: YAMLNode, file: String
    ) -> [ConfigurationError] {
        guard case .sequence(let nodes)? = root["remotes"]?.content else { return [] }
        var warnings: [ConfigurationError] = []
        let buttons = zip(nodes.filter { $0["button"] != nil }, configuration.remotes.buttons)
        for (index, (node, button)) in buttons.enumerated() {
            let (isLow, bias) = (button.wiring.activeLow, button.wiring.bias)
            if isLow && bias == .pullDown || !isLow && bias == .pullUp {
                warnings += warning(
                    at: node, of: file,
                    "the resistor at line '\(displayed(button.line))' presses the button while nobody does",
                    isLow
                        ? "write bias: pull_up, or active_low: false where the line is high when it counts"
                        : "write bias: pull_down")
            }
            if let rest = configuration.rests.first, configuration.wakingRemotes.buttons & 1 << index != 0,
                button.times.repetition >= rest.after
            {
                warnings += warning(
                    at: node, of: file, "the panel rests between two commands of line '\(displayed(button.line))'",
                    "write a repeat that is shorter than 'after' of the first stage")
            }
        }
        return warnings
    }

    /// A warning where the controller sleeps before the light has its last level: it would be deaf and bright.
    private static func deaf<Kind>(
        _ configuration: Configuration<Kind>, in root: YAMLNode, file: String
    ) -> [ConfigurationError] {
        guard let asleep = configuration.rests.firstIndex(where: { $0.isSleeping }),
            configuration.outputs.contains(where: { $0.backlight?.stages.contains { $0.rest > asleep } == true })
        else { return [] }
        return warning(
            at: root["outputs"], of: file,
            "the controller sleeps from '\(configuration.rests[asleep].name)' on, before the light has its last level",
            "let it sleep in the last stage")
    }

    /// A warning where a light gets brighter the longer nobody touches the panel.
    private static func brighter<Kind>(
        _ configuration: Configuration<Kind>, in root: YAMLNode, file: String
    ) -> [ConfigurationError] {
        configuration.outputs.compactMap { $0.backlight }.flatMap { light in
            let stages = light.stages.sorted { $0.rest < $1.rest }
            guard let (earlier, later) = zip(stages, stages.dropFirst()).first(where: { $0.level < $1.level }) else {
                return [ConfigurationError]()
            }
            guard case .sequence(let outputs)? = root["outputs"]?.content else { return [] }
            return warning(
                at: outputs.first { $0["backlight"] != nil }, of: file,
                "the longer nobody touches the panel, the brighter is its light: "
                    + "\(decimal(Double(earlier.level) / 10))% from '\(configuration.rests[earlier.rest].name)' on, and "
                    + "\(decimal(Double(later.level) / 10))% from '\(configuration.rests[later.rest].name)' on",
                "let it be darker from stage to stage")
        }
    }

    /// A warning where nothing can come of a configuration.
    private static func empty<Kind>(
        _ configuration: Configuration<Kind>, outputs: Int, file: String
    ) -> [ConfigurationError] {
        guard configuration.events.isEmpty, outputs == 0, !configuration.zones.contains(where: { $0.control != nil })
        else { return [] }
        return warning(
            at: nil, of: file, "there is no gesture, no control and no output: nothing happens",
            "write gestures: [{name: tap, kind: tap}]")
    }

    /// The warning of `message`, where `node` stands, or at the file's start.
    private static func warning(
        at node: YAMLNode?, of file: String, _ message: String, _ suggestion: String
    ) -> [ConfigurationError] {
        [
            ConfigurationError(
                file: file, mark: node?.mark ?? .start, message: "warning: \(message)", suggestion: suggestion)
        ]
    }
}
