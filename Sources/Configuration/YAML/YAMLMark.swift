/// A place in a text file, as editors count: the first character is 1:1. Columns count characters, not bytes.
public struct YAMLMark: Equatable, Comparable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column in characters, from 1.
    public var column: Int

    /// The place `line`:`column`.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The first character of a file.
    public static var start: YAMLMark { YAMLMark(line: 1, column: 1) }

    public static func < (a: YAMLMark, b: YAMLMark) -> Bool {
        a.line == b.line ? a.column < b.column : a.line < b.line
    }
}
