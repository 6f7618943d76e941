public import TaplineCore

/// A command to whatever plays, as a configuration names it: an entry of `remote`. Outputs follow it by its name, as they do a
/// gesture.
public struct RemoteDescription: Equatable, Sendable {
    /// Its name, unique among gestures, too.
    public let name: String
    /// What it stands for.
    public let meaning: RemoteGestures.Meaning

    /// What files call the commands.
    static var commands: [(name: String, value: RemoteGestures.Meaning)] {
        let seeks: [RemoteGestures.Meaning] = [.seek(.forward), .seek(.backward)]
        let ends: [RemoteCommand] = [
            .beginSeekingForward, .endSeekingForward, .beginSeekingBackward, .endSeekingBackward,
        ]
        let plain = (UInt8.min ... .max).compactMap { RemoteCommand(rawValue: $0) }.filter { !ends.contains($0) }
        return (plain.map { .command($0) } + seeks).map { ($0.name.description, $0) }
    }
}

extension Configuration {
    /// How many events have names: gestures, and what is named as they are.
    public var eventCount: Int { gestures.count + remote.count + motion.count + rests.count }

    /// The commands that it names, for its pipeline.
    ///
    /// - Parameter counters: what has become of commands before a reload.
    public func remoteControl(keeping counters: RemoteCounters = RemoteCounters()) -> RemoteControl {
        var names = RemoteGestures(first: gestures.count)
        for entry in remote { _ = names.append(entry.meaning) }
        return RemoteControl(names: names, counters: counters)
    }
}

extension ParameterReader {
    /// What an output names with `while`.
    static var playing: String { "playing" }

    /// The event that something plays, behind those of `remote`, where one of `outputs` follows it and nothing else is called so.
    mutating func playing(in outputs: YAMLNode?) -> [RemoteDescription] {
        guard case .sequence(let all)? = outputs?.content,
            let follower = all.first(where: { $0["while"]?.text == Self.playing })
        else { return [] }
        guard !known.gestures.contains(where: { $0.name == Self.playing }) else {
            refuse(
                at: follower.mark, "'while: playing' is what plays, and an event is called so, too",
                suggestion: "give that event another name")
            return []
        }
        guard known.gestures.count < ConfigurationLimits.gestures else {
            refuse(
                at: follower.mark, "'while: playing' is one more event",
                suggestion: "at most \(ConfigurationLimits.gestures) have room")
            return []
        }
        var outline = GestureOutline(name: Self.playing, kind: Self.playing)
        outline.isContinuous = true
        known.gestures.append(outline)
        return [RemoteDescription(name: Self.playing, meaning: .playing)]
    }

    /// `while: playing`: the event that an output follows for as long as it lasts; nil where the key is missing.
    mutating func lasting() -> LineOutputDescription.Source? {
        guard let node = node("while") else { return playsOn() }
        if node.text == RestDescription.kind {
            return .gestures(rest().flatMap { event(ofRest: $0) }.map { [$0] } ?? [])
        }
        let index = known.gestures.firstIndex { $0.kind == Self.playing }
        if node.text == Self.playing { return .gestures(index.map { [$0] } ?? []) }
        refuse(
            at: node.mark, "'while' is \(node.whatItIs)",
            suggestion:
                "write while: playing, or while: untouched, after: 30s; a gesture holds a line with on: NAME and hold: true"
        )
        return .gestures([])
    }

    /// `on: playing`, where no event is called so: a `while` is meant.
    private mutating func playsOn() -> LineOutputDescription.Source? {
        guard let on = node("on"), on.text == Self.playing,
            !(known.gestures.map { $0.name } + known.zones.names).contains(Self.playing)
        else { return nil }
        for key in ["pulse", "hold", "toggle"] { _ = node(key) }
        refuse(
            at: on.mark, "no gesture is called 'playing'",
            suggestion: "write while: playing in the place of on and what the output does: active while a player plays")
        return .gestures([])
    }

    /// The command that `key` names as files do, one of `commands`.
    mutating func command(
        _ key: String, among commands: [(name: String, value: RemoteGestures.Meaning)] = RemoteDescription.commands
    ) -> RemoteGestures.Meaning? {
        guard let node = node(key) else { return nil }
        for seek in [RemoteSeek.forward, .backward]
        where [seek.begin, seek.end].contains(where: { $0.name.description == node.text }) {
            return refused(
                at: node.mark, "\(quoted(key)) is \(node.whatItIs), which only programs say",
                suggestion: "write \(RemoteGestures.Meaning.seek(seek).name.description): it begins and ends")
        }
        return choice(node, key, commands)
    }

    /// The value of `remote`.
    mutating func remote() -> [RemoteDescription] {
        let what = (one: "a remote command", many: "remote commands")
        return namedEvents("remote", of: what, most: RemoteGestures.capacity - 1) { reader in
            let isGiven = reader.required("command", example: "command: nextTrack") != nil
            let meaning = isGiven ? reader.command("command") : nil
            return (meaning?.name.description, meaning?.isContinuous, meaning)
        }.map { RemoteDescription(name: $0.name, meaning: $0.meaning) }
    }
}
