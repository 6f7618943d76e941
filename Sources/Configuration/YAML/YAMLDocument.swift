/// A YAML file as a tree whose nodes know their places.
///
/// The part of YAML that board and configuration files need: scalars, lists and mappings in block and flow style,
/// one document per file. Anchors, aliases, merge keys, tags and keys that are not plain text are refused: nothing a
/// panel needs is written with them, and a small file cannot grow large. Bounds: ``maximumBytes``, ``maximumDepth``,
/// ``maximumKeys``.
public struct YAMLDocument: Sendable {
    /// The largest file that is read, in bytes.
    public static var maximumBytes: Int { 256 * 1024 }
    /// How deep lists and mappings may lie in each other.
    public static var maximumDepth: Int { 16 }
    /// The most keys of one mapping.
    public static var maximumKeys: Int { 128 }

    /// The file's name, for messages.
    public let file: String
    /// The file's one value.
    public let root: YAMLNode
    /// What is wrong although the tree could be built (keys given twice, anchors, tags), in the order of the file.
    /// Whoever reads the tree adds its own errors to these.
    public var errors: [ConfigurationError] { problems.errors }

    private(set) var problems: Problems

    /// Whoever reads the tree tells `questions` what it asks for.
    package mutating func tell(_ questions: ParameterQuestions) { problems.questions = questions }

    /// Reads `bytes`, UTF-8, as the content of `file` (a name for messages; nothing is opened).
    ///
    /// - Throws: The first place where the bytes are no YAML, are larger or deeper than the bounds, or hold no
    ///   document or more than one.
    public init(_ bytes: [UInt8], file: String) throws(ConfigurationErrors) {
        let hasByteOrderMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        let beginning = hasByteOrderMark ? 3 : 0
        let content = Array(bytes[beginning...])
        guard content.count <= YAMLDocument.maximumBytes else {
            throw ConfigurationErrors(
                file: file, .start, "the file has \(content.count) bytes",
                "at most \(YAMLDocument.maximumBytes) are read")
        }
        var builder = YAMLTreeBuilder(file: file)
        let root: YAMLNode
        do throws(ConfigurationError) {
            root = try builder.build(content, startingAt: beginning)
        } catch {
            // What the tree had collected so far stands before the place where reading stopped.
            throw ConfigurationErrors(builder.problems.errors + [error]) ?? ConfigurationErrors(error)
        }
        self.file = file
        self.root = root
        problems = builder.problems
    }
}
