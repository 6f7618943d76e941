/// What is wrong in a file of lines, and where.
public struct LineFormatError: Error, Sendable, CustomStringConvertible {
    /// The file's name as it was given.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// What is wrong, and what would be right.
    public var message: String

    /// A message about a line.
    public init(file: String, line: Int, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    /// `file:line: message`.
    public var description: String { "\(file):\(line): \(message)" }
}
