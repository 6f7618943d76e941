/// Everything that was found wrong in one file: at least one error, in the order of the file.
public struct ConfigurationErrors: Error, Equatable, Sendable, CustomStringConvertible {
    /// The errors, sorted by line and column, those in files that the file names last; never empty.
    public let errors: [ConfigurationError]

    /// A single error.
    public init(_ error: ConfigurationError) { errors = [error] }

    /// A single error at `mark` of `file`.
    init(file: String, _ mark: YAMLMark, _ message: String, _ suggestion: String = "") {
        self.init(ConfigurationError(file: file, mark: mark, message: message, suggestion: suggestion))
    }

    /// Errors of one file; nil for none.
    package init?(all errors: [ConfigurationError]) { self.init(errors, andThen: []) }

    /// The errors of a reader that found some, and those of other files behind them; nil for none.
    init?(_ errors: [ConfigurationError], andThen more: [ConfigurationError] = []) {
        guard !errors.isEmpty || !more.isEmpty else { return nil }
        let sorted = errors.sorted { a, b in
            a.line == b.line ? a.column < b.column : a.line < b.line
        }
        self.errors = sorted + more
    }

    /// The same with `note` behind each message.
    func noting(_ note: String) -> ConfigurationErrors {
        let noted = errors.map { error in
            ConfigurationError(
                file: error.file, mark: YAMLMark(line: error.line, column: error.column), message: error.message + note,
                suggestion: error.suggestion)
        }
        return ConfigurationErrors(all: noted) ?? self
    }

    /// One line per error.
    public var description: String {
        var text = ""
        for error in errors {
            if !text.isEmpty { text += "\n" }
            text += error.description
        }
        return text
    }
}
