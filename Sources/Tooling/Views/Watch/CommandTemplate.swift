import TaplineCore
public import TaplineDaemon
import TaplineFormats

/// A command whose words hold placeholders: `notify-send {gesture}`. It is divided into words once, before anything is
/// filled in, so that no value of an event can make words of its own; no shell sees it. A value that would make an option of a
/// word, or lead to another program, is found by ``danger(in:)``.
public struct CommandTemplate: Equatable, Sendable {
    private enum Part: Equatable, Sendable {
        case text(String)
        case value(EventField)
    }
    private var words: [[Part]] = []

    /// What may stand in braces.
    public static var placeholders: [String] { EventField.ofCommands.map { $0.key } }

    /// Words are divided by spaces; `'…'` and `"…"` hold a word together, `\` takes the next character as it is (in `'…'`
    /// it is one), `{{` and `}}` are braces.
    ///
    /// - Throws: ``ServiceError`` with exit code 64: a quote without its end, a placeholder that there is not, no word.
    public init(_ text: String) throws(ServiceError) {
        var word: [Part]?
        var gathered = ""
        var quote: Character?
        var rest = text[...]
        func close(_ word: inout [Part]?, _ gathered: inout String) {
            if !gathered.isEmpty { word = (word ?? []) + [.text(gathered)] }
            gathered = ""
        }
        while let character = rest.popFirst() {
            switch character {
            case "\\" where quote != "'":
                guard let next = rest.popFirst() else { throw Self.wrong("a \\ stands at the end") }
                gathered.append(next)
            case "'" where quote != "\"", "\"" where quote != "'":
                quote = quote == nil ? character : nil
                // (Two quotes are an empty word.)
                word = word ?? []
            case "{" where rest.first == "{", "}" where rest.first == "}":
                gathered.append(character)
                rest.removeFirst()
            case "{":
                guard let end = rest.firstIndex(of: "}") else { throw Self.wrong("a { has no }") }
                let name = String(rest[..<end])
                guard let field = EventField.ofCommands.first(where: { $0.key == name }) else {
                    throw Self.wrong(
                        "there is no {\(name)}; there are \(Self.placeholders.joined(separator: ", ")), and {{ is a brace"
                    )
                }
                rest = rest[rest.index(after: end)...]
                close(&word, &gathered)
                word = (word ?? []) + [.value(field)]
            case " ", "\t", "\n":
                guard quote == nil else {
                    gathered.append(character)
                    continue
                }
                close(&word, &gathered)
                if let word { words.append(word) }
                word = nil
            default: gathered.append(character)
            }
        }
        guard quote == nil else { throw Self.wrong("a quote has no end") }
        close(&word, &gathered)
        if let word { words.append(word) }
        guard let program = words.first else { throw Self.wrong("it is empty") }
        guard !program.isEmpty else { throw Self.wrong("the program's name is empty") }
        if let field = codeThatIsFilledIn() {
            throw ServiceError(
                "--exec: {\(field.key)} would be a part of a program that is run, whatever it holds; pass it as an argument: "
                    + "sh -c 'echo \"$1\"' sh {\(field.key)}", .usage)
        }
    }

    /// Programs that take a program as a word, behind an option that ends in one of the letters; ssh takes all words for one.
    private static let interpreters: [(names: [String], letters: String)] = [
        (["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "busybox", "su", "runuser", "script"], "c"),
        (["flock", "python", "python3"], "c"), (["perl", "ruby", "node", "lua", "php"], "er"), (["ssh", "eval"], ""),
    ]

    /// The placeholder in a word that a shell or another interpreter would run; nil: there is none.
    private func codeThatIsFilledIn() -> EventField? {
        var letters: String?
        var isCode = false
        for word in words {
            var text = ""
            var field: EventField?
            for part in word {
                switch part {
                case .text(let part): text += part
                case .value(let value): field = field ?? value
                }
            }
            let isLong = text.hasPrefix("--command")
            let isShort = text.hasPrefix("-") && !text.hasPrefix("--")
            let namesCode = isLong || isShort && (letters ?? "").contains { $0 == text.last }
            if let field, let letters, isCode || namesCode || letters.isEmpty { return field }
            isCode = letters != nil && namesCode
            let name = text.split(separator: "/").last.map { String($0) } ?? ""
            if let found = Self.interpreters.first(where: { $0.names.contains(name) }) {
                (letters, isCode) = (found.letters, false)
            }
        }
        return nil
    }

    /// The same of words that are divided already; only braces mean something in them.
    ///
    /// - Throws: As ``init(_:)``.
    public init(words: [String]) throws(ServiceError) {
        let escaped = words.map { word in word.map { " \t\n'\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() }
        try self.init(escaped.joined(separator: " "))
    }

    private static func wrong(_ what: String) -> ServiceError {
        ServiceError("--exec: \(what); write --exec 'PROGRAM WORD {gesture} …'", .usage)
    }

    /// The field that `event` does not report and that is all of a word: the command would run with an empty one. nil: none.
    package func missing(in event: ViewEvent) -> String? {
        for word in words where !word.isEmpty {
            var lacking: EventField?
            let isEmpty = word.allSatisfy { part in
                guard case .value(let field) = part else { return false }
                lacking = lacking ?? field
                return value(field, event).isEmpty
            }
            if isEmpty, let lacking { return lacking.key }
        }
        return nil
    }

    /// The words for `event`: what it does not report is empty.
    package func words(for event: ViewEvent) -> [String] {
        words.map { word in
            var text = ""
            for part in word {
                switch part {
                case .text(let part): text += part
                case .value(let field): text += value(field, event)
                }
            }
            return text
        }
    }

    /// The value of `event` that would do more than fill a place, and what: one that makes an option of a word because it begins
    /// it with `-` and is no number, one with a slash in the program's name. nil: none does.
    package func danger(in event: ViewEvent) -> String? {
        for (index, word) in words.enumerated() {
            var isBeginning = true
            for part in word {
                guard case .value(let field) = part else {
                    isBeginning = false
                    continue
                }
                let text = value(field, event)
                if isBeginning, text.hasPrefix("-"), field.row.content == .word || Double(text) == nil {
                    return "{\(field.key)} is '\(text)', an option"
                }
                if index == 0, text.contains("/") { return "{\(field.key)} is '\(text)', another program" }
                if !text.isEmpty { isBeginning = false }
            }
        }
        return nil
    }

    private func value(_ field: EventField, _ event: ViewEvent) -> String {
        switch field {
        case .gesture: event.name
        case .kind: event.kind
        case .state: event.state
        case .sequence: event.sequence.map { String($0) } ?? ""
        case .time: String(event.time)
        case .x: shortened(String(event.x), 1)
        case .y: shortened(String(event.y), 1)
        case .zone: event.zone ?? ""
        case .touches: event.touches.map { String($0) } ?? ""
        case .why: event.why ?? ""
        default: event[field] ?? ""
        }
    }
}
