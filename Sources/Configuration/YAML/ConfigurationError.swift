/// One thing that is wrong in a board or configuration file, with its place and what would be right.
public struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file's name as it was given.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int
    /// What is wrong.
    public let message: String
    /// What would be right; empty where nothing sensible can be said.
    public let suggestion: String

    /// An error at `mark` of `file`.
    public init(file: String, mark: YAMLMark, message: String, suggestion: String = "") {
        self.file = file
        line = mark.line
        column = mark.column
        self.message = message
        self.suggestion = suggestion
    }

    /// `file:line:column: what is wrong; what would be right`, in one line.
    public var description: String {
        let place = "\(file):\(line):\(column): \(message)"
        return suggestion.isEmpty ? place : "\(place); \(suggestion)"
    }
}
