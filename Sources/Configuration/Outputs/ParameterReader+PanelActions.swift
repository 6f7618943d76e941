import TaplineCore

// Outputs that do something to the panel itself.
extension ParameterReader {
    /// The keys that make an output one of these.
    static var panelActionKeys: [String] { ["disable", "enable", "become", "resign", "remote"] }

    /// The actions in `nodes`, each of which has one of the keys.
    mutating func panelActions(_ nodes: [YAMLNode]) -> [PanelActionDescription] {
        var actions: [PanelActionDescription] = []
        var locks = LockCheck(
            gestures: known.gestures.map { $0.zone }, parents: known.zones.descriptions.map { $0.parent },
            hidden: known.zones.descriptions.indices.filter { known.zones.descriptions[$0].isHidden },
            off: known.gestures.indices.filter { !known.gestures[$0].isEnabled }.map { .gesture($0) }
                + known.zones.descriptions.indices.filter { !known.zones.descriptions[$0].isEnabled }.map { .zone($0) },
            steppers: known.zones.controls.filter {
                switch known.zones.descriptions[$0].control {
                case .stepper, .pageControl: true
                default: false
                }
            })
        for node in nodes {
            actions += mapping(node, what: "an output") { reader in
                let source = reader.source()
                if let source, case .gestures = source.source {
                } else if source != nil {
                    reader.refuse(
                        "on", "fingers do nothing to the panel itself", suggestion: "name gestures or controls")
                }
                let trigger = reader.trigger(source: source?.source, controls: source?.controls ?? [], action: nil)
                var found: [PanelActionDescription.Action] = []
                for (key, isEnabled) in [("disable", false), ("enable", true)] {
                    guard let list = reader.node(key) else { continue }
                    let targets = reader.switched(list, key)
                    if case .gestures(let gestures)? = source?.source {
                        locks.add(
                            isEnabled, targets, gestures: gestures, controls: source?.controls ?? [], trigger: trigger)
                    }
                    found.append(
                        .setEnabled(
                            isEnabled, gestures: targets.compactMap { $0.target.gesture },
                            zones: targets.compactMap { $0.target.zone }))
                }
                if let responder = reader.responder("become") { found.append(.makeFirstResponder(responder)) }
                if let resigns = reader.boolean("resign") {
                    if !resigns { reader.refuse("resign", "resign: false does nothing", suggestion: "leave it out") }
                    found.append(.makeFirstResponder(nil))
                }
                if let command = reader.givenCommand(gestures: source?.source, controls: source?.controls ?? []) {
                    found.append(command)
                }
                guard let source, case .gestures(let gestures) = source.source else { return [] }
                return found.map {
                    PanelActionDescription(
                        gestures: gestures, controls: source.controls, trigger: trigger, action: $0)
                }
            }
        }
        for (target, mark) in locks.undone() {
            refuse(
                at: mark, "\(named(target)) would be disabled and enabled by the same event",
                suggestion: "let another gesture enable it")
        }
        for problem in locks.problems() {
            let thing = named(problem.disabled)
            guard let locked = problem.locked else {
                refuse(
                    at: problem.mark,
                    "\(thing) would be disabled for good: what enables it again is disabled from the start, or hidden",
                    suggestion: "let a gesture do it that is enabled, on the panel or in a zone that takes touches")
                continue
            }
            refuse(
                at: problem.mark, "\(thing) would be disabled, and with it what enables \(named(locked)) again",
                suggestion: "leave \(thing) out, or let a gesture that stays enabled do it")
        }
        return actions
    }

    /// The index of the zone that `key` names, which may be the first responder; nil where the key is missing.
    mutating func responder(_ key: String) -> Int? {
        node(key).flatMap { responder($0) }
    }

    /// The index of the zone that `node` names, which may be the first responder.
    mutating func responder(_ node: YAMLNode) -> Int? {
        guard let zone = index(of: node, "zone", among: known.zones.names) else { return nil }
        guard known.zones.descriptions[zone].isResponder else {
            return refused(
                at: node.mark, "zone \(quoted(known.zones.names[zone])) cannot be the first responder",
                suggestion: "add responder: true to the zone")
        }
        return zone
    }

    /// The gestures and zones in the list `node`: names of gestures, and `zone NAME`.
    private mutating func switched(_ node: YAMLNode, _ key: String) -> [(target: SwitchTarget, mark: YAMLMark)] {
        var found: [(target: SwitchTarget, mark: YAMLMark)] = []
        let gestures = known.gestures.prefix(known.recognizers).map { $0.name }
        let zones = known.zones.names.map { "zone " + $0 }
        let others = known.gestures.dropFirst(known.recognizers).map { $0.name }
        for element in elements(node, key, among: gestures + zones) {
            if let name = element.text, known.zones.names.contains(name),
                !known.gestures.contains(where: { $0.name == name })
            {
                refuse(
                    at: element.mark, "unknown gesture or zone \(quoted(name))",
                    suggestion: "it is a zone: write \(key): zone \(displayed(name))")
                continue
            }
            if let name = element.text, others.contains(name) {
                refuse(
                    at: element.mark, "\(quoted(name)) is no gesture of fingers: it cannot be disabled",
                    suggestion: "leave it out")
                continue
            }
            guard let index = index(of: element, "gesture or zone", among: gestures + zones) else { continue }
            found.append((index < gestures.count ? .gesture(index) : .zone(index - gestures.count), element.mark))
        }
        return found
    }

    private func named(_ target: SwitchTarget) -> String {
        switch target {
        case .gesture(let index): quoted(known.gestures[index].name)
        case .zone(let index): quoted("zone " + known.zones.names[index])
        }
    }
}

/// What can be enabled and disabled, by index in the configuration.
enum SwitchTarget: Hashable {
    case gesture(Int)
    case zone(Int)

    var gesture: Int? { if case .gesture(let index) = self { index } else { nil } }
    var zone: Int? { if case .zone(let index) = self { index } else { nil } }
}
