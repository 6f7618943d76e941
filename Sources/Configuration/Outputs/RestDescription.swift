public import TaplineCore

/// What an untouched panel does after so long: all entries of `outputs` with `while: untouched` that have the same `after`. Its event
/// is called after its time, `untouched 30s`.
public struct RestDescription: Equatable, Sendable {
    /// After so long, 100 ms…24 h.
    public var after: Microseconds
    /// Whether the touch that ends it does nothing else.
    public var isSwallowing = true
    /// How often a chip without an interrupt line is asked meanwhile; nil: as the board says.
    public var poll: Microseconds?
    /// Whether the controller sleeps.
    public var isSleeping = false

    /// The kind of its event, and what `while` calls it.
    static var kind: String { "untouched" }
    /// What its event is called.
    public var name: String {
        let milliseconds = after.count / 1_000
        return milliseconds % 1_000 == 0 ? "untouched \(milliseconds / 1_000)s" : "untouched \(milliseconds)ms"
    }

    /// A time in whole ms, by which stages are called.
    static func whole(_ after: Microseconds) -> Microseconds { .milliseconds((after.count + 500) / 1_000) }
    static var times: ClosedRange<Microseconds> { .milliseconds(100)...(.milliseconds(86_400_000)) }
    static var polls: ClosedRange<Microseconds> { .milliseconds(10)...(.milliseconds(1_000)) }
}

/// What the light behind the panel does while nobody touches it.
public struct BacklightDescription: Equatable, Sendable {
    /// How bright it is in a stage of the rest.
    public struct Stage: Equatable, Sendable {
        /// The stage, by index in the configuration's rests.
        public var rest: Int
        /// In thousandths of what it is while the panel is awake, 0…999.
        public var level: UInt16
        /// How long it takes to get there, 0…60 s.
        public var fade: Microseconds
    }

    /// Its name in `/sys/class/backlight`; nil: the first one.
    public var name: String?
    /// What it is while the panel is awake, in thousandths of its most; nil: what it was when it was dimmed.
    public var awake: UInt16?
    /// Its stages, none of them twice.
    public var stages: [Stage] = []
}

extension ParameterReader {
    /// The stages of the rest in `outputs`, by their time, and their events behind those that there are. (Outputs are read
    /// later; what is wrong in them is said there.)
    mutating func rests(in outputs: YAMLNode?) -> [RestDescription] {
        guard case .sequence(let all)? = outputs?.content else { return [] }
        let followers = all.filter { $0["while"]?.text == RestDescription.kind }
        var rests: [RestDescription] = []
        var said: [(after: Microseconds, key: String, text: String)] = []
        for follower in followers {
            guard let after = follower["after"]?.text.flatMap({ Self.time(of: $0) }).map(RestDescription.whole),
                RestDescription.times.contains(after)
            else { continue }
            let place = rests.firstIndex { $0.after == after } ?? rests.count
            if place == rests.count { rests.append(RestDescription(after: after)) }
            for key in ["swallow", "poll"] {
                guard let node = follower[key], let text = node.text else { continue }
                if let other = said.first(where: { $0.after == after && $0.key == key }), other.text != text {
                    refuse(
                        at: node.mark, "an entry with the same 'after' says '\(key): \(other.text)'",
                        suggestion: "both are one stage: say it once")
                }
                said.append((after, key, text))
            }
            if follower["swallow"]?.truth == false { rests[place].isSwallowing = false }
            if follower["sleep"]?.truth == true { rests[place].isSleeping = true }
            rests[place].poll = follower["poll"]?.text.flatMap { Self.time(of: $0) } ?? rests[place].poll
        }
        rests.sort { $0.after < $1.after }
        let room = ConfigurationLimits.gestures - known.gestures.count
        if rests.count > min(PanelRest.capacity, room), let last = followers.last {
            refuse(
                at: last.mark, "there are \(rests.count) times after which an untouched panel does something",
                suggestion: room < PanelRest.capacity
                    ? "each is an event: at most \(ConfigurationLimits.gestures) have room"
                    : "at most \(PanelRest.capacity) have room")
            rests.removeLast(rests.count - max(0, min(PanelRest.capacity, room)))
        }
        for rest in rests {
            if let other = followers.first, known.gestures.contains(where: { $0.name == rest.name }) {
                refuse(
                    at: other.mark, "an event is called \(quoted(rest.name)), as that of an untouched panel is",
                    suggestion: "give that event another name")
            }
            var outline = GestureOutline(name: rest.name, kind: RestDescription.kind)
            outline.isContinuous = true
            known.gestures.append(outline)
        }
        known.rests = rests
        return rests
    }

    /// `after` and `swallow` of `while: untouched`: the stage, by index; nil where something is wrong.
    mutating func rest() -> Int? {
        let after = required("after", example: "after: 30s").flatMap { time($0, "after", in: RestDescription.times) }
        _ = boolean("swallow")
        return after.map(RestDescription.whole).flatMap { after in known.rests.firstIndex { $0.after == after } }
    }

    /// The event that lasts as long as the stage at index `rest`.
    func event(ofRest rest: Int) -> Int? { known.gestures.firstIndex { $0.name == known.rests[rest].name } }

    /// The entries of `outputs` that do more with an untouched panel than hold a line: the backlights among them.
    mutating func restOutputs(
        _ nodes: [YAMLNode], board: BoardDescription?, wakes: Bool
    ) -> [LineOutputDescription] {
        var lights: [BacklightDescription] = []
        for node in nodes {
            mapping(node, what: "an output") { reader in
                _ = reader.node("while")
                let rest = reader.rest()
                if let poll = reader.node("poll") {
                    _ = reader.time(poll, "poll", in: RestDescription.polls)
                    if let board, board.interruptPin != nil || board.controller.family == .evdev {
                        reader.refuse(
                            at: poll.mark,
                            "this board's chip says itself when there is something to read: it is not asked",
                            suggestion: "leave poll out")
                    }
                }
                let sleeps = reader.boolean("sleep") == true
                if sleeps, let board, board.controller.family == .evdev {
                    reader.refuse(
                        "sleep", "the controller is the kernel's, whose driver lets nobody send it to sleep",
                        suggestion: "leave sleep out")
                } else if sleeps, !wakes {
                    let motion = board?.sensors.isEmpty == false ? "" : ", for which the board needs a motion sensor"
                    reader.refuse(
                        "sleep", "nothing would wake the panel: a controller that sleeps notices no finger",
                        suggestion: "add to options 'wakeOn: remote', for any command of 'remote', or 'wakeOn: motion'"
                            + motion + "; or leave sleep out")
                }
                reader.light(in: rest, among: &lights)
            }
        }
        return lights.map { light in
            var output = LineConfiguration().line(light.name ?? "backlight", of: .gestures([]), .part)
            output.backlight = light
            return output
        }
    }

    /// `backlight`, `level`, `fade` and `awake` of an output in the stage at index `rest`.
    private mutating func light(in rest: Int?, among lights: inout [BacklightDescription]) {
        let entry = entry("backlight")
        let level = node("level").flatMap { percent($0, "level", in: 0...99.9) }
        let fade = time("fade", in: .zero...(.milliseconds(60_000)))
        let awake = node("awake").flatMap { percent($0, "awake", in: 1...100) }
        guard let entry else {
            for key in ["level", "fade", "awake"] where contains(key) {
                refuse(key, "'\(key)' is of a backlight", suggestion: "add backlight: first, or leave it out")
            }
            return
        }
        problems.note(entry.value, .values(.form("first, or a name in /sys/class/backlight")))
        let text = entry.value.text ?? ""
        let isMisspelled = text != "first" && nearestName(to: text, among: ["first", "true"]) != nil
        guard !isMisspelled, !text.isEmpty, text.utf8.count <= ConfigurationLimits.nameBytes,
            !text.utf8.contains(UInt8(ascii: "/")), text != ".", text != ".."
        else {
            return refuse(
                at: entry.value.mark, "'backlight' is \(entry.value.whatItIs)",
                suggestion: "write first, or a name that ls /sys/class/backlight shows")
        }
        _ = required("level", example: "level: 20%")
        let name = text == "first" ? nil : text
        let index = lights.firstIndex { $0.name == name } ?? lights.count
        guard index < PanelRest.backlights else {
            return refuse(
                at: entry.value.mark, "there are \(index + 1) backlights",
                suggestion: "at most \(PanelRest.backlights) have room")
        }
        if index == lights.count { lights.append(BacklightDescription(name: name)) }
        if let awake {
            if let other = lights[index].awake, other != awake {
                refuse("awake", "the same backlight has another brightness already", suggestion: "say it once")
            }
            lights[index].awake = awake
        }
        guard let rest, let level else { return }
        guard !lights[index].stages.contains(where: { $0.rest == rest }) else {
            return refuse(
                at: entry.value.mark, "the same backlight has a level at this time already",
                suggestion: "keep one of them")
        }
        lights[index].stages.append(.init(rest: rest, level: level, fade: fade ?? .zero))
    }

    /// A share in thousandths, written in %.
    private mutating func percent(_ node: YAMLNode, _ name: String, in range: ClosedRange<Double>) -> UInt16? {
        let share: Double? = value(node, name, .quantity(range, units: ["%"]), in: range) { text in
            Quantity(text).flatMap { $0.unit == "%" || $0.unit.isEmpty && $0.value == 0 ? $0.value : nil }
        }
        // (A level that is not 0 shines.)
        return share.map { $0 > 0 ? max(1, UInt16(($0 * 10).rounded())) : 0 }
    }

    /// What `wakeOn` names beside motion, which wakes a resting panel: events by index.
    mutating func wakers(_ nodes: [YAMLNode]) -> [Int] {
        var wakers: [Int] = []
        let others = known.gestures.indices.dropFirst(known.recognizers).filter {
            known.gestures[$0].kind != RestDescription.kind
        }
        let names = others.map { known.gestures[$0].name }
        for node in nodes {
            if node.text == "remote" {
                // (Commands stand between the gestures and what comes of motion.)
                let first = known.recognizers
                wakers += (first..<first + known.commands.count).filter { known.gestures[$0].kind != Self.playing }
                if known.commands.allSatisfy({ $0 == .playing }) {
                    refuse(
                        at: node.mark, "no remote command has a name: none is taken",
                        suggestion: "add remote: [{name: next, command: nextTrack}]")
                }
            } else if node.text == "touch" {
                refuse(
                    at: node.mark, "a finger wakes a panel that rests anyway, and never a controller that sleeps",
                    suggestion: "write motion, remote, or the name of a command or of an event of motion")
            } else if names.isEmpty {
                refuse(
                    at: node.mark,
                    "'wakeOn' is \(node.whatItIs), and there is no event of motion and no remote command",
                    suggestion: "write motion, or give one a name first: motion: [{name: shake, kind: shake}]; a "
                        + "finger wakes a panel that rests anyway")
            } else if let index = index(of: node, "event of motion or command", among: names) {
                wakers.append(others[index])
            }
        }
        return wakers
    }
}

extension Configuration {
    /// How its panel rests.
    var panelRest: PanelRest {
        var rest = PanelRest()
        rest.grace = grace
        rest.wakers = RecognizerSet(wakers)
        for (index, stage) in rests.enumerated() {
            _ = rest.append(
                RestStage(
                    after: stage.after, event: firstRest + index, isSwallowing: stage.isSwallowing, poll: stage.poll,
                    isSleeping: stage.isSleeping))
        }
        for (index, output) in outputs.enumerated() {
            guard let description = output.backlight else { continue }
            var light = BacklightOutput(line: index)
            for stage in description.stages { light.set(stage.level, in: stage.rest, fade: stage.fade) }
            _ = rest.append(light)
        }
        return rest
    }

    /// The index of the first event of an untouched panel, behind all others.
    var firstRest: Int { gestures.count + remote.count + motion.count }
}
