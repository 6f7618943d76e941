package import TaplineCore

/// A command whose words hold fields of an event in braces: `notify-send {gesture}`. It is divided into words once, before
/// anything is filled in, so that no value of an event can make words of its own; no shell sees it.
public struct CommandTemplate: Equatable, Sendable {
    package enum Part: Equatable, Sendable {
        case text(String)
        case value(EventField)
    }
    package private(set) var words: [[Part]]

    /// What may stand in braces.
    public static var placeholders: [String] { EventField.ofCommands.map { $0.key } }

    /// Words are divided by spaces; `'…'` and `"…"` hold a word together, `\` takes the next character as it is (in `'…'`
    /// it is one), `{{` and `}}` are braces.
    ///
    /// - Throws: ``CommandTemplateError``.
    public init(_ line: String) throws(CommandTemplateError) {
        let words = try Self.divided(line)
        try self.init(try words.map { word throws(CommandTemplateError) in try Self.parts(of: word) })
    }

    /// The same of the parts of words, ``parts(of:)``.
    init(_ words: [[Part]]) throws(CommandTemplateError) {
        self.words = words
        guard let program = words.first else { throw .malformed("it is empty") }
        guard !program.isEmpty else { throw .malformed("the program's name is empty") }
        guard program.contains(where: { if case .text = $0 { true } else { false } }) else {
            throw .malformed("the program's name is a value: whatever is called so would be run")
        }
        if let field = codeThatIsFilledIn() { throw .code(field.key) }
    }

    /// The words of `line`; braces that stand for themselves are doubled in them.
    private static func divided(_ line: String) throws(CommandTemplateError) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = line[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\" where quote != "'":
                guard let next = rest.popFirst() else { throw .malformed("a \\ stands at the end") }
                word = (word ?? "") + ("{}".contains(next) ? "\(next)\(next)" : "\(next)")
            case "'" where quote != "\"", "\"" where quote != "'":
                quote = quote == nil ? character : nil
                // (Two quotes are an empty word.)
                word = word ?? ""
            case " " where quote == nil, "\t" where quote == nil, "\n" where quote == nil:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + "\(character)"
            }
        }
        guard quote == nil else { throw .malformed("a quote has no end") }
        if let word { words.append(word) }
        return words
    }

    /// The texts and fields of `word`.
    static func parts(of word: String) throws(CommandTemplateError) -> [Part] {
        var parts: [Part] = []
        var text = ""
        var rest = word[...]
        while let character = rest.popFirst() {
            if character == rest.first, "{}".contains(character) {
                rest.removeFirst()
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else { throw .malformed("a { has no }") }
                let name = String(rest[..<end])
                guard let field = EventField.ofCommands.first(where: { $0.key == name }) else {
                    throw .unknownField(name)
                }
                if !text.isEmpty { parts.append(.text(text)) }
                parts.append(.value(field))
                text = ""
                rest = rest[rest.index(after: end)...]
                continue
            }
            text.append(character)
        }
        if !text.isEmpty { parts.append(.text(text)) }
        return parts
    }

    /// The fields that an event is asked for.
    package var fields: EventFieldSet {
        var fields = EventFieldSet()
        for case .value(let field) in words.joined() {
            if let named = EventField.fields(ofCommand: field.key) { fields = fields | named }
        }
        return fields
    }

    /// Programs that run a word of theirs as a program, and the letters of the options before it; none: all words may be one. A
    /// name stands for those that begin with it and a figure, `python` for `python3.11`.
    private static let interpreters: [(names: [String], letters: String)] = [
        (
            [
                "sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "csh", "tcsh", "fish", "busybox", "su",
                "runuser", "script",
                "flock", "python", "pypy", "vim", "vi", "ex", "expect",
            ], "cC"
        ),
        (["perl", "ruby", "node", "nodejs", "lua", "php"], "eErp"),
        (["ssh", "eval", "watch", "awk", "gawk", "mawk", "sed", "xargs", "find", "parallel", "tclsh"], ""),
    ]
    /// Programs that run another one: what follows is a program.
    private static let wrappers = ["env", "sudo", "doas", "nice", "nohup", "timeout", "setsid", "xargs"]
    /// Options of those that take a program by a whole word.
    private static let longOptions = ["--command", "--session-command", "--eval", "--print", "--run", "--init-command"]

    /// The field in a word that a shell or another interpreter would run; nil: there is none. (Before a value there must be the
    /// program, as it stands, and the name that it gets as its first argument: `sh -c 'echo "$1"' sh {gesture}`.)
    private func codeThatIsFilledIn() -> EventField? {
        var letters: String?
        // Whether the word is the name of a program that is run.
        var isProgram = true
        // How many words must still come, as they stand, before one may be a value; nil: no program has been announced.
        var wanted: Int?
        for word in words {
            var text = ""
            var field: EventField?
            for part in word {
                switch part {
                case .text(let part): text += part
                case .value(let value): field = field ?? value
                }
            }
            let isOption = text.hasPrefix("-") || text.hasPrefix("+")
            let isLong = Self.longOptions.contains { text.hasPrefix($0) }
            let isShort = isOption && !text.hasPrefix("--")
            let announces = isLong || isShort && (letters ?? "").contains { text.contains($0) }
            if let field, let letters, (wanted ?? 0) > 0 || announces || letters.isEmpty { return field }
            if announces, letters != nil {
                wanted = 2
            } else if let left = wanted, left > 0 {
                // (An option among them, whose own word may follow, makes one more.)
                wanted = isOption ? (isShort && text.contains { "oO".contains($0) } ? left + 1 : left) : left - 1
            }
            let name = (text.split(separator: "/").last ?? "").prefix { !("0"..."9").contains($0) && $0 != "." }
            if let found = Self.interpreters.first(where: { $0.names.contains(String(name)) }),
                isProgram || !found.letters.isEmpty
            {
                (letters, wanted) = (found.letters, nil)
            }
            isProgram =
                isProgram
                && (isOption || Self.wrappers.contains(String(name)) || text.contains("=")
                    || (text.utf8.first.map { (0x30...0x39).contains($0) } ?? false))
        }
        return nil
    }
}

/// Why a text is no ``CommandTemplate``.
public enum CommandTemplateError: Error, Equatable, CustomStringConvertible {
    /// A quote or brace without its end, no word, no program; what is wrong.
    case malformed(String)
    /// There is no such field.
    case unknownField(String)
    /// This field would be a part of a program that a shell or another interpreter runs.
    case code(String)

    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .malformed(let what): what
        case .unknownField(let name):
            "there is no {\(displayed(name))}; there are \(listed(CommandTemplate.placeholders)), and {{ is a brace"
        case .code(let key):
            "{\(key)} would be a part of a program that is run, whatever it holds; pass it as an argument: "
                + "sh -c 'echo \"$1\"' sh {\(key)}"
        }
    }
}
