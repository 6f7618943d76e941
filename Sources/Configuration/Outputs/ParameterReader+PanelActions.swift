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

/// Whether what outputs disable can be enabled again by those that say so, whatever a person does first: all that may be
/// enabled and disabled at a time is tried, one event after another.
struct LockCheck {
    private struct Output {
        var isEnabled: Bool
        var targets: [(target: SwitchTarget, mark: YAMLMark)]
        /// The gestures and controls that do it, and at which moment.
        var sources: [Source]
        var trigger: LineTrigger
    }
    private enum Source: Hashable {
        case gesture(Int)
        case control(Int)
    }
    /// What a gesture or a control does at one moment: it happens while all that it `needs` is enabled.
    private struct Event {
        var needs: SwitchTargets
        var disables: SwitchTargets
        var enables: SwitchTargets
        /// The outputs that disable.
        var locks: [Int]
    }
    /// A target that a lock disables, and what stays locked because of it; nil: itself, as what enables it could not from the start.
    struct Problem {
        var disabled: SwitchTarget
        var locked: SwitchTarget?
        var mark: YAMLMark
    }

    /// So many combinations of what is enabled are tried; a configuration that has more is taken to be right.
    private static var mostStates: Int { 1_024 }

    private let zoneOf: [Int?]
    private let parents: [Int?]
    private let hidden: SwitchTargets
    private let off: SwitchTargets
    private var outputs: [Output] = []

    /// A check of gestures attached to these zones, and of zones that lie in these; of zones that are `hidden`, and of what is
    /// disabled from the start.
    init(gestures: [Int?], parents: [Int?], hidden: [Int], off: [SwitchTarget]) {
        zoneOf = gestures
        self.parents = parents
        self.hidden = SwitchTargets(hidden.map { .zone($0) })
        self.off = SwitchTargets(off)
    }

    /// An output that enables or disables `targets`.
    mutating func add(
        _ isEnabled: Bool, _ targets: [(target: SwitchTarget, mark: YAMLMark)], gestures: [Int], controls: [Int],
        trigger: LineTrigger
    ) {
        outputs.append(
            Output(
                isEnabled: isEnabled, targets: targets,
                sources: gestures.map { .gesture($0) } + controls.map { .control($0) }, trigger: trigger))
    }

    /// Whether one event may be both: a step of a control is also its click.
    private func overlap(_ one: LineTrigger, _ other: LineTrigger) -> Bool {
        one == other || fires(one, at: other) || fires(other, at: one)
    }

    /// Whether an output with this trigger does something at that one.
    private func fires(_ trigger: LineTrigger, at moment: LineTrigger) -> Bool {
        trigger == moment || trigger == .recognition && (moment == .increase || moment == .decrease)
    }

    /// What one event disables and enables, in the order of the file.
    func undone() -> [(target: SwitchTarget, mark: YAMLMark)] {
        outputs.filter { !$0.isEnabled }.flatMap { lock in
            let keys = outputs.filter {
                $0.isEnabled && overlap($0.trigger, lock.trigger) && $0.sources.contains(where: lock.sources.contains)
            }
            return lock.targets.filter { target, _ in
                keys.contains { $0.targets.contains { $0.target == target } }
            }
        }
    }

    /// What has to be enabled for `source`: itself, and the zones that it lies in.
    private func needs(_ source: Source) -> SwitchTargets {
        var needs = SwitchTargets()
        var zone: Int?
        switch source {
        case .gesture(let index):
            needs.insert(.gesture(index))
            zone = zoneOf[index]
        case .control(let index): zone = index
        }
        while let index = zone {
            needs.insert(.zone(index))
            zone = parents[index]
        }
        return needs
    }

    /// All that can happen: what lies in a hidden zone cannot.
    private func events() -> [Event] {
        var events: [Event] = []
        for (first, output) in outputs.enumerated() {
            for source in output.sources {
                let needs = needs(source)
                // (Each moment of a source once.)
                let isKnown = outputs[..<first].contains { $0.trigger == output.trigger && $0.sources.contains(source) }
                guard !isKnown, needs.isDisjoint(hidden) else { continue }
                var event = Event(needs: needs, disables: SwitchTargets(), enables: SwitchTargets(), locks: [])
                for (index, other) in outputs.enumerated()
                where other.sources.contains(source) && fires(other.trigger, at: output.trigger) {
                    let targets = SwitchTargets(other.targets.map { $0.target })
                    if other.isEnabled {
                        event.enables.formUnion(targets)
                    } else {
                        event.disables.formUnion(targets)
                        event.locks.append(index)
                    }
                }
                events.append(event)
            }
        }
        return events
    }

    /// What locks disable, and all that it takes to enable it again.
    private func needed() -> SwitchTargets {
        var needed = SwitchTargets()
        for lock in outputs where !lock.isEnabled { needed.formUnion(SwitchTargets(lock.targets.map { $0.target })) }
        var before = SwitchTargets()
        while needed != before {
            before = needed
            for key in outputs where key.isEnabled && key.targets.contains(where: { before.contains($0.target) }) {
                for source in key.sources { needed.formUnion(needs(source)) }
            }
        }
        return needed
    }

    /// What is wrong, in the order of the file.
    func problems() -> [Problem] {
        let events = events()
        let needed = needed()
        // What is disabled, in each combination that may come about, and which event leads where: the first is the start.
        var states = [off]
        var places = [off: 0]
        var steps: [[(event: Int, to: Int)]] = []
        while steps.count < states.count {
            let disabled = states[steps.count]
            steps.append([])
            for (index, event) in events.enumerated() where event.needs.isDisjoint(disabled) {
                let next = disabled.subtracting(event.enables).union(event.disables)
                let place = places[next] ?? states.count
                if place == states.count {
                    guard place < LockCheck.mostStates else { return [] }
                    states.append(next)
                    places[next] = place
                }
                steps[steps.count - 1].append((index, place))
            }
        }
        // What an event yet to come enables, from each of them on.
        var open = [SwitchTargets](repeating: SwitchTargets(), count: states.count)
        var isChanged = true
        while isChanged {
            isChanged = false
            for state in states.indices.reversed() {
                var more = open[state]
                for step in steps[state] { more.formUnion(open[step.to].union(events[step.event].enables)) }
                isChanged = isChanged || more != open[state]
                open[state] = more
            }
        }
        var lost = [SwitchTargets](repeating: SwitchTargets(), count: events.count)
        for state in states.indices {
            for step in steps[state] {
                lost[step.event].formUnion(open[state].subtracting(open[step.to]).intersection(needed))
            }
        }
        return blame(events, lost, open: open[0])
    }

    /// The targets of locks because of which something is `lost` at an event, or, not being `open`, from the start.
    private func blame(_ events: [Event], _ lost: [SwitchTargets], open: SwitchTargets) -> [Problem] {
        let keys = outputs.filter { $0.isEnabled }
        let enabled = SwitchTargets(keys.flatMap { $0.targets.map { $0.target } })
        var problems: [Problem] = []
        for (index, lock) in outputs.enumerated() where !lock.isEnabled {
            var gone = SwitchTargets()
            for (event, lost) in zip(events, lost) where event.locks.contains(index) { gone.formUnion(lost) }
            for (target, mark) in lock.targets {
                if enabled.contains(target), !open.contains(target) {
                    problems.append(Problem(disabled: target, mark: mark))
                    continue
                }
                let locked = keys.filter { $0.sources.contains { needs($0).contains(target) } }
                    .flatMap { $0.targets.map { $0.target } }.first { gone.contains($0) }
                if let locked { problems.append(Problem(disabled: target, locked: locked, mark: mark)) }
            }
        }
        return problems
    }
}

/// A set of what can be enabled and disabled: a configuration has at most 32 gestures and 32 zones.
private struct SwitchTargets: Hashable {
    private var bits: UInt64 = 0

    init(_ targets: [SwitchTarget] = []) {
        for target in targets { insert(target) }
    }

    private static func bit(_ target: SwitchTarget) -> UInt64 {
        switch target {
        case .gesture(let index): index < 32 ? 1 << UInt64(index) : 0
        case .zone(let index): index < 32 ? 1 << UInt64(32 + index) : 0
        }
    }

    mutating func insert(_ target: SwitchTarget) { bits |= SwitchTargets.bit(target) }
    func contains(_ target: SwitchTarget) -> Bool { bits & SwitchTargets.bit(target) != 0 }
    func isDisjoint(_ other: SwitchTargets) -> Bool { bits & other.bits == 0 }
    mutating func formUnion(_ other: SwitchTargets) { bits |= other.bits }
    func union(_ other: SwitchTargets) -> SwitchTargets { made(bits | other.bits) }
    func subtracting(_ other: SwitchTargets) -> SwitchTargets { made(bits & ~other.bits) }
    func intersection(_ other: SwitchTargets) -> SwitchTargets { made(bits & other.bits) }

    private func made(_ bits: UInt64) -> SwitchTargets {
        var made = SwitchTargets()
        made.bits = bits
        return made
    }
}
