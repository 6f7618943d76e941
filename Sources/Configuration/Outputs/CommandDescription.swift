import TaplineCore
import TaplineFormats

/// A program that a service beside the daemon runs for gestures: an entry of `outputs`. The daemon itself runs nothing.
///
/// ```yaml
/// - {on: lamp, run: [mpc, next]}
/// - {on: [zoom, turn], run: [/usr/local/bin/picture, --scale, "{scale}"], state: changed}
/// ```
public struct CommandDescription: Equatable, Sendable {
    /// The gestures and controls that count, by name, in the order of the file.
    public var names: [String]
    /// The state or action that counts; nil: that of a gesture that is complete, of a control that was used.
    public var state: String?
    /// The program and its arguments, 1…16, each a text of 1…255 bytes with fields of the event in braces.
    public var words: [String]
}

extension ParameterReader {
    /// The commands in `nodes`.
    mutating func commands(_ nodes: [YAMLNode]) -> [CommandDescription] {
        nodes.compactMap { node in
            mapping(node, what: "a command") { reader in
                let followed = reader.required("on", example: "on: NAME of a gesture").flatMap { reader.followed($0) }
                let states = EventWords.states.filter { $0 != "failed" } + EventWords.actions
                let state: String? = reader.choice("state", states.map { (name: $0, value: $0) })
                let run = reader.node("run").map { reader.elements($0, "run") } ?? []
                if run.count > ConfigurationLimits.commandWords {
                    reader.refuse(
                        "run", "the command has \(run.count) words",
                        suggestion: "at most \(ConfigurationLimits.commandWords); put the rest into a script")
                }
                let words = run.compactMap { reader.commandWord($0) }
                guard let followed, words.count == run.count else { return nil }
                let names =
                    followed.gestures.map { reader.known.gestures[$0].name }
                    + followed.controls.map { reader.known.zones.names[$0] }
                return CommandDescription(names: names, state: state, words: words)
            }
        }
    }

    /// A word of a command, whose braces hold fields.
    private mutating func commandWord(_ node: YAMLNode) -> String? {
        guard let word = text(node, "run", limit: 255) else { return nil }
        var rest = word[...]
        while let brace = rest.firstIndex(of: "{") {
            rest = rest[rest.index(after: brace)...]
            if rest.first == "{" {
                rest.removeFirst()
                continue
            }
            let name = String(rest.prefix { $0 != "}" })
            guard EventField.ofCommands.contains(where: { $0.key == name }) else {
                return refused(
                    at: node.mark, "{\(displayed(name))} is no field of an event",
                    suggestion: suggestion(for: name, among: EventField.ofCommands.map { $0.key }))
            }
        }
        return word
    }
}
