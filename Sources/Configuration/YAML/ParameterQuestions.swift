/// What readers asked of a file, value by value: what files may hold, as those say who read them. For schemas; nobody else
/// wants it, and nothing is kept.
///
/// (One reader at a time writes it, as it reads one file after the other.)
package final class ParameterQuestions: @unchecked Sendable {
    /// What was asked of a value.
    package enum Question: Equatable {
        /// A scalar of these values.
        case values(ParameterValues)
        /// A text of so many bytes at most.
        case text(limit: Int)
        /// The name that something is given.
        case name
        /// A GPIO line.
        case line
        /// The name of something that there is, or an acceleration, g or m/s2.
        case reference
        /// An absolute path of so many bytes at most.
        case path(limit: Int)
        /// A list of so many elements.
        case list(ClosedRange<Int>)
        /// A list, or one of its elements in its place.
        case elements
        /// A mapping with these keys, in the order in which they were asked for.
        case keys([String], othersAreIgnored: Bool)
    }
    /// The questions in their order, and where the values stand in the file.
    package private(set) var asked: [(mark: YAMLMark, question: Question)] = []

    /// None yet.
    package init() {}

    func add(_ mark: YAMLMark, _ question: Question) { asked.append((mark, question)) }
}
