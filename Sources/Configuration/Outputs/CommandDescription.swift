public import TaplineCore
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
    /// The same gestures by their indices, and the controls.
    public var gestures: RecognizerSet
    public var controls: ZoneSet
    /// The states and actions that count.
    public var states: [String]
    /// The program and its arguments, 1…16, each a text of 1…255 bytes with fields of the event in braces.
    public var words: [String]
    /// The fields in their braces.
    public var fields: EventFieldSet

    /// When a gesture is complete, or a control was used, and the values are final.
    public static var usualStates: [String] { ["ended", "confirmed", "click", "on", "off"] }
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
                var fields = EventFieldSet()
                let words = run.compactMap { reader.commandWord($0, &fields) }
                guard let followed, words.count == run.count else { return nil }
                let names =
                    followed.gestures.map { reader.known.gestures[$0].name }
                    + followed.controls.map { reader.known.zones.names[$0] }
                return CommandDescription(
                    names: names, gestures: RecognizerSet(followed.gestures),
                    controls: ZoneSet(controls: followed.controls),
                    states: state.map { [$0] } ?? CommandDescription.usualStates, words: words, fields: fields)
            }
        }
    }

    /// A word of a command, whose braces hold `fields`.
    private mutating func commandWord(_ node: YAMLNode, _ fields: inout EventFieldSet) -> String? {
        guard let word = text(node, "run", limit: 255) else { return nil }
        var rest = word[...]
        while let brace = rest.firstIndex(of: "{") {
            rest = rest[rest.index(after: brace)...]
            if rest.first == "{" {
                rest.removeFirst()
                continue
            }
            let name = String(rest.prefix { $0 != "}" })
            guard let named = EventField.fields(ofCommand: name) else {
                return refused(
                    at: node.mark, "{\(displayed(name))} is no field of an event",
                    suggestion: suggestion(for: name, among: EventField.ofCommands.map { $0.key }))
            }
            fields = fields | named
        }
        return word
    }
}
