import TaplineCore

/// Whether what outputs disable can be enabled again by those that say so, whatever a person does first: all that may be
/// enabled and disabled at a time is tried, one event after another, and two at once where each would prevent the other.
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
    /// A target that a lock disables, and what stays locked because of it; nil: itself, as what enables it never can.
    struct Problem {
        var disabled: SwitchTarget
        var locked: SwitchTarget?
        var mark: YAMLMark
    }

    /// So many combinations of what is enabled are tried; a configuration that has more is taken to be right.
    private static var mostStates: Int { 4_096 }

    /// What has come of trying.
    private struct Trial {
        /// The targets that are lost at each event: nothing can enable them any more.
        var lost: [SwitchTargets]
        /// What an event yet to come enables, from the start on.
        var open = SwitchTargets()
        /// The outputs that disable something at some event that can happen.
        var locks: Set<Int> = []
    }

    private let zoneOf: [Int?]
    private let parents: [Int?]
    private let hidden: SwitchTargets
    private let off: SwitchTargets
    /// The controls that only go up and down.
    private let steppers: Set<Int>
    private var outputs: [Output] = []

    /// A check of gestures attached to these zones, and of zones that lie in these; of zones that are `hidden`, of what is
    /// disabled from the start, and of the zones that are steppers or pages.
    init(gestures: [Int?], parents: [Int?], hidden: [Int], off: [SwitchTarget], steppers: [Int]) {
        zoneOf = gestures
        self.parents = parents
        self.hidden = SwitchTargets(hidden.map { .zone($0) })
        self.off = SwitchTargets(off)
        self.steppers = Set(steppers)
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
        fires(one, at: other) || fires(other, at: one)
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
        var known: [(source: Source, moment: LineTrigger)] = []
        for output in outputs {
            for source in output.sources where !needs(source).intersects(hidden) {
                for moment in moments(of: output, source) where !known.contains(where: { $0 == (source, moment) }) {
                    known.append((source, moment))
                    events.append(event(source, moment))
                }
            }
        }
        return events
    }

    /// When `source` does what `output` waits for: a stepper only goes up or down.
    private func moments(of output: Output, _ source: Source) -> [LineTrigger] {
        guard output.trigger == .recognition, case .control(let zone) = source, steppers.contains(zone) else {
            return [output.trigger]
        }
        return [.increase, .decrease]
    }

    private func event(_ source: Source, _ moment: LineTrigger) -> Event {
        var event = Event(needs: needs(source), disables: SwitchTargets(), enables: SwitchTargets(), locks: [])
        for (index, output) in outputs.enumerated()
        where output.sources.contains(source) && fires(output.trigger, at: moment) {
            let targets = SwitchTargets(output.targets.map { $0.target })
            if output.isEnabled {
                event.enables |= targets
            } else {
                event.disables |= targets
                event.locks.append(index)
            }
        }
        return event
    }

    /// With two at once where each would prevent the other: outputs do what they do only when a report is over.
    private func withPairs(_ events: [Event]) -> [Event] {
        var all = events
        for (index, one) in events.enumerated() {
            for other in events[(index + 1)...]
            where one.disables.intersects(other.needs) && other.disables.intersects(one.needs) {
                all.append(
                    Event(
                        needs: one.needs | other.needs, disables: one.disables | other.disables,
                        enables: one.enables | other.enables, locks: one.locks + other.locks))
            }
        }
        return all
    }

    /// What locks disable, and all that it takes to enable it again.
    private func needed() -> SwitchTargets {
        var needed = SwitchTargets()
        for lock in outputs where !lock.isEnabled { needed |= SwitchTargets(lock.targets.map { $0.target }) }
        var before = SwitchTargets()
        while needed != before {
            before = needed
            for key in outputs where key.isEnabled && key.targets.contains(where: { before.contains($0.target) }) {
                for source in key.sources { needed |= needs(source) }
            }
        }
        return needed
    }

    /// What is wrong, in the order of the file.
    func problems() -> [Problem] {
        let events = withPairs(events())
        guard let trial = tried(events) else { return [] }
        let keys = outputs.filter { $0.isEnabled }
        let enabled = SwitchTargets(keys.flatMap { $0.targets.map { $0.target } })
        var problems: [(output: Int, problem: Problem)] = []
        var explained: Set<Int> = []
        for (index, lock) in outputs.enumerated() where !lock.isEnabled {
            let at = events.indices.filter { events[$0].locks.contains(index) && !trial.lost[$0].isEmpty }
            var gone = SwitchTargets()
            for event in at { gone |= trial.lost[event] }
            for (target, mark) in lock.targets {
                if trial.locks.contains(index), enabled.contains(target), !trial.open.contains(target) {
                    problems.append((index, Problem(disabled: target, mark: mark)))
                    continue
                }
                let locked = keys.filter { $0.sources.contains { needs($0).contains(target) } }
                    .flatMap { $0.targets.map { $0.target } }.first { gone.contains($0) }
                guard let locked else { continue }
                problems.append((index, Problem(disabled: target, locked: locked, mark: mark)))
                explained.formUnion(at)
            }
        }
        // What is lost by way of something else.
        for index in events.indices where !explained.contains(index) {
            guard let lock = events[index].locks.first, let (target, mark) = outputs[lock].targets.first,
                let locked = keys.flatMap({ $0.targets.map { $0.target } }).first(where: trial.lost[index].contains),
                !problems.contains(where: { $0.output == lock })
            else { continue }
            problems.append((lock, Problem(disabled: target, locked: locked, mark: mark)))
        }
        return problems.sorted { $0.output < $1.output }.map { $0.problem }
    }

    /// Tries every event in every combination of what is disabled that may come about; nil: there are too many.
    private func tried(_ events: [Event]) -> Trial? {
        var states = [off]
        var places = [off.bits: 0]
        var steps: [[(event: Int, to: Int)]] = []
        while steps.count < states.count {
            let disabled = states[steps.count]
            steps.append([])
            for (index, event) in events.enumerated() where !event.needs.intersects(disabled) {
                let next = (disabled - event.enables) | event.disables
                let place = places[next.bits] ?? states.count
                if place == states.count {
                    guard place < LockCheck.mostStates else { return nil }
                    states.append(next)
                    places[next.bits] = place
                }
                steps[steps.count - 1].append((index, place))
            }
        }
        let open = yetToCome(steps) { events[$0].enables }
        let closing = yetToCome(steps) { events[$0].disables }
        let needed = needed()
        var trial = Trial(lost: [SwitchTargets](repeating: SwitchTargets(), count: events.count), open: open[0])
        for state in states.indices {
            for step in steps[state] {
                // (What stays enabled for good is not lost.)
                let inDanger = (states[step.to] | closing[step.to]) & needed
                trial.lost[step.event] |= (open[state] - open[step.to]) & inDanger
                trial.locks.formUnion(events[step.event].locks)
            }
        }
        return trial
    }

    /// What events yet to come do, from each combination on.
    private func yetToCome(
        _ steps: [[(event: Int, to: Int)]], _ effect: (Int) -> SwitchTargets
    ) -> [SwitchTargets] {
        var all = [SwitchTargets](repeating: SwitchTargets(), count: steps.count)
        var isChanged = true
        while isChanged {
            isChanged = false
            for state in steps.indices.reversed() {
                var more = all[state]
                for step in steps[state] { more |= all[step.to] | effect(step.event) }
                isChanged = isChanged || more != all[state]
                all[state] = more
            }
        }
        return all
    }
}

/// A set of what can be enabled and disabled: a configuration has at most 32 gestures and 32 zones. (One that has more is refused.)
private typealias SwitchTargets = BitSet<UInt64>

extension BitSet<UInt64> {
    fileprivate init(_ targets: [SwitchTarget]) {
        self.init()
        for target in targets { insert(target) }
    }
    fileprivate mutating func insert(_ target: SwitchTarget) { target.member.map { insert($0) } }
    fileprivate func contains(_ target: SwitchTarget) -> Bool { target.member.map { contains($0) } ?? false }
}

extension SwitchTarget {
    /// Its place in a set.
    fileprivate var member: Int? {
        switch self {
        case .gesture(let index): index < 32 ? index : nil
        case .zone(let index): index < 32 ? 32 + index : nil
        }
    }
}
