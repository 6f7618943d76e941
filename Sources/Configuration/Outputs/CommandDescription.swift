public import TaplineCore

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
    /// The states and actions that count; empty: those with which something ``isComplete(_:of:)``.
    public var states: [String]
    /// The program and its arguments, 1…16, each a text of 1…255 bytes with fields of the event in braces.
    public var template: CommandTemplate

    /// With these a gesture is complete, or a control was used, and the values are final. So they are with a slider's `release`;
    /// other controls have that after them, too, or where they were not used.
    public static var usualStates: [String] {
        ["ended", "confirmed", "click", "on", "off", "increase", "decrease", "select", "next", "previous"]
    }

    /// Whether something of `kind` is complete with this state or action.
    public static func isComplete(_ state: String, of kind: String) -> Bool {
        usualStates.contains(state) || state == "release" && kind == "slider"
    }
}

extension ParameterReader {
    /// The commands in `nodes`.
    mutating func commands(_ nodes: [YAMLNode]) -> [CommandDescription] {
        nodes.compactMap { node in
            mapping(node, what: "a command") { reader in
                if reader.contains("while") {
                    reader.refuse(
                        "while", "a command is run for an event",
                        suggestion:
                            "write {while: untouched, after: 30s} beside {on: untouched 30s, state: began, run: …}")
                }
                let followed = reader.required("on", example: "on: NAME of a gesture").flatMap { reader.followed($0) }
                let states = EventWords.states.filter { $0 != "failed" } + EventWords.actions
                let state: String? = reader.choice("state", states.map { (name: $0, value: $0) })
                if let state, let followed { reader.refuseMissing(state: state, of: followed) }
                var run: [YAMLNode] = []
                if let node = reader.node("run") {
                    reader.problems.note(node, .list(1...ConfigurationLimits.commandWords))
                    run = reader.elements(node, "run")
                }
                if let line = reader.node("run")?.text, line.contains(" ") {
                    reader.refuse(
                        "run", "'run' is one word with spaces: nothing is called so",
                        suggestion:
                            "write its words, run: [mpc, toggle]; for a shell run: [sh, -c, 'echo hello > /tmp/file']")
                }
                if let program = run.first?.text, program.hasPrefix("~") {
                    reader.refuse(
                        "run", "'\(program)': only a shell knows ~, and none runs it",
                        suggestion: "write the whole path: /usr/local/bin/NAME")
                }
                if run.count > ConfigurationLimits.commandWords {
                    reader.refuse(
                        "run", "the command has \(run.count) words",
                        suggestion: "at most \(ConfigurationLimits.commandWords); put the rest into a script")
                }
                let words = run.compactMap { reader.commandWord($0) }
                guard let followed, !words.isEmpty, words.count == run.count, let template = reader.template(words)
                else { return nil }
                reader.refuseMissingValues(template, of: followed)
                let names =
                    followed.gestures.map { reader.known.gestures[$0].name }
                    + followed.controls.map { reader.known.zones.names[$0] }
                return CommandDescription(
                    names: names, gestures: RecognizerSet(followed.gestures),
                    controls: ZoneSet(controls: followed.controls),
                    states: state.map { [$0] } ?? [], template: template)
            }
        }
    }

    /// A word of a command.
    private mutating func commandWord(_ node: YAMLNode) -> [CommandTemplate.Part]? {
        if case .mapping = node.content {
            return refused(at: node.mark, "a word of 'run' is no text", suggestion: "put a field in quotes: \"{x}\"")
        }
        guard let word = text(node, "run", limit: 255) else { return nil }
        do {
            return try CommandTemplate.parts(of: word)
        } catch .unknownField(let name) {
            return refused(
                at: node.mark, "{\(displayed(name))} is no field of an event",
                suggestion: ["action", "control"].contains(name)
                    ? "of a control {gesture} is the name, and {state} what it did"
                    : suggestion(for: name, among: CommandTemplate.placeholders))
        } catch {
            return refused(at: node.mark, "\(error)", suggestion: "{{ is a brace")
        }
    }

    /// The command of `words`.
    private mutating func template(_ words: [[CommandTemplate.Part]]) -> CommandTemplate? {
        do {
            return try CommandTemplate(words)
        } catch .code(let key) {
            return refused(
                "run", "{\(key)} would be a part of a program that is run, whatever it holds",
                suggestion: "pass it as an argument: run: [sh, -c, 'echo \"$1\"', sh, \"{\(key)}\"]")
        } catch {
            return refused("run", "\(error)", suggestion: "write its words, run: [mpc, toggle]")
        }
    }

    /// Refuses a state that nothing has that is followed: the command would never be run.
    private mutating func refuseMissing(state: String, of followed: (gestures: [Int], controls: [Int])) {
        let suggestion: String
        if EventWords.actions.contains(state) {
            guard followed.controls.isEmpty else { return }
            suggestion = "that is a control's; a gesture's is ended"
        } else if followed.gestures.isEmpty {
            suggestion = "that is a gesture's; a button's is click"
        } else {
            guard ["began", "changed"].contains(state),
                followed.gestures.allSatisfy({ known.gestures[$0].isContinuous == false })
            else { return }
            suggestion = "these gestures are over at once: ended"
        }
        refuse(
            "state", "nothing in 'on' has the state \(state): the command would never be run", suggestion: suggestion)
    }

    /// Refuses a value that nothing has that is followed: the command would never be run.
    private mutating func refuseMissingValues(
        _ template: CommandTemplate, of followed: (gestures: [Int], controls: [Int])
    ) {
        let kinds =
            followed.gestures.map { known.gestures[$0].kind }
            + followed.controls.map { known.zones.descriptions[$0].control?.name.description }
        // (What a kind of one's own has nobody knows.)
        guard !kinds.contains(nil) else { return }
        for case .value(let field) in template.words.joined() {
            let having = EventKind.kinds(with: field.key) + (field == .value ? EventWords.controlsWithValue : [])
            guard !having.isEmpty, !kinds.contains(where: { having.contains($0 ?? "") }) else { continue }
            refuse(
                "run", "no event of 'on' has {\(field.key)}: the command would never be run",
                suggestion: "those of \(listed(having)) have it")
        }
    }
}
