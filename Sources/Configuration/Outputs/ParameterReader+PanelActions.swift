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
                + known.zones.descriptions.indices.filter { !known.zones.descriptions[$0].isEnabled }.map { .zone($0) })
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
        for element in elements(node, key) {
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

/// Whether what outputs disable can be enabled again by those that say so: nothing may disable the last gesture or control that
/// does it.
struct LockCheck {
    private struct Output {
        var isEnabled: Bool
        var targets: [(target: SwitchTarget, mark: YAMLMark)]
        /// The gestures and controls that do it, and at which moment.
        var gestures: [Int]
        var controls: [Int]
        var trigger: LineTrigger
        /// For each of them, what it needs to be enabled: itself, and the zones that it lies in.
        var triggers: [[SwitchTarget]]
    }
    /// A target that a lock disables, and what stays locked because of it; nil: itself, as what enables it could not from the start.
    struct Problem {
        var disabled: SwitchTarget
        var locked: SwitchTarget?
        var mark: YAMLMark
    }

    private let zoneOf: [Int?]
    private let parents: [Int?]
    private let hidden: Set<SwitchTarget>
    private let off: Set<SwitchTarget>
    private var outputs: [Output] = []

    /// A check of gestures attached to these zones, and of zones that lie in these; of zones that are `hidden`, and of what is
    /// disabled from the start.
    init(gestures: [Int?], parents: [Int?], hidden: [Int], off: [SwitchTarget]) {
        zoneOf = gestures
        self.parents = parents
        self.hidden = Set(hidden.map { .zone($0) })
        self.off = Set(off)
    }

    /// An output that enables or disables `targets`.
    mutating func add(
        _ isEnabled: Bool, _ targets: [(target: SwitchTarget, mark: YAMLMark)], gestures: [Int], controls: [Int],
        trigger: LineTrigger
    ) {
        let triggers =
            gestures.map { [SwitchTarget.gesture($0)] + chain(zoneOf[$0]) } + controls.map { chain($0) }
        outputs.append(
            Output(
                isEnabled: isEnabled, targets: targets, gestures: gestures, controls: controls, trigger: trigger,
                triggers: triggers))
    }

    /// Whether one event may be both: a step of a control is also its click.
    private func overlap(_ one: LineTrigger, _ other: LineTrigger) -> Bool {
        let steps: [LineTrigger] = [.increase, .decrease]
        return one == other || one == .recognition && steps.contains(other)
            || other == .recognition && steps.contains(one)
    }

    /// What one event disables and enables, in the order of the file.
    func undone() -> [(target: SwitchTarget, mark: YAMLMark)] {
        outputs.filter { !$0.isEnabled }.flatMap { lock in
            let keys = outputs.filter {
                $0.isEnabled && overlap($0.trigger, lock.trigger)
                    && ($0.gestures.contains(where: lock.gestures.contains)
                        || $0.controls.contains(where: lock.controls.contains))
            }
            return lock.targets.filter { target, _ in
                keys.contains { $0.targets.contains { $0.target == target } }
            }
        }
    }

    private func chain(_ zone: Int?) -> [SwitchTarget] {
        var chain: [SwitchTarget] = []
        var zone = zone
        while let index = zone {
            chain.append(.zone(index))
            zone = parents[index]
        }
        return chain
    }

    /// What `keys` can enable again where `disabled` is, whatever else is.
    private func free(_ keys: [Output], from disabled: Set<SwitchTarget>) -> Set<SwitchTarget> {
        var free: Set<SwitchTarget> = []
        func works(_ trigger: [SwitchTarget]) -> Bool {
            trigger.allSatisfy { !hidden.contains($0) && (!disabled.contains($0) || free.contains($0)) }
        }
        var size = -1
        while free.count > size {
            size = free.count
            for key in keys where key.triggers.contains(where: works) {
                for target in key.targets { free.insert(target.target) }
            }
        }
        return free
    }

    /// What `locks` disable, and all that it takes to enable it again.
    private func needed(_ locks: [Output], _ keys: [Output]) -> Set<SwitchTarget> {
        var needed = Set(locks.flatMap { $0.targets.map { $0.target } })
        var size = -1
        while needed.count > size {
            size = needed.count
            for key in keys where key.targets.contains(where: { needed.contains($0.target) }) {
                needed.formUnion(key.triggers.joined())
            }
        }
        return needed
    }

    /// What is wrong, in the order of the file.
    func problems() -> [Problem] {
        let locks = outputs.filter { !$0.isEnabled }
        let keys = outputs.filter { $0.isEnabled }
        let needed = needed(locks, keys)
        let disabled = off.union(locks.flatMap { $0.targets.map { $0.target } })
        let free = free(keys, from: disabled)
        // What nothing can enable, even if no lock disables anything.
        let dead = Set(keys.flatMap { $0.targets.map { $0.target } }).subtracting(self.free(keys, from: off))
        var problems: [Problem] = []
        for lock in locks {
            for (target, mark) in lock.targets where !free.contains(target) {
                if dead.contains(target) { problems.append(Problem(disabled: target, mark: mark)) }
                for key in keys where key.triggers.contains(where: { $0.contains(target) }) {
                    guard
                        let locked = key.targets.first(where: {
                            needed.contains($0.target) && disabled.contains($0.target) && !free.contains($0.target)
                                && !dead.contains($0.target)
                        })
                    else { continue }
                    problems.append(Problem(disabled: target, locked: locked.target, mark: mark))
                    break
                }
            }
        }
        return problems
    }
}
