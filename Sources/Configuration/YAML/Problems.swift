/// The errors found so far while a file is read.
struct Problems: Sendable {
    /// Further errors are not stored.
    static var maximum: Int { 100 }

    let file: String
    private(set) var errors: [ConfigurationError] = []
    /// Errors in files that this one names, those of one file together.
    private var companions: [(file: String, errors: [ConfigurationError])] = []

    /// Names of gestures and zones that were refused: a reference to one is no further error.
    var refusedNames: [String] = []

    /// Where what is asked of the file is wanted: nearly never.
    var questions: ParameterQuestions?

    init(file: String) { self.file = file }

    /// Says what is asked of `node`.
    func note(_ node: YAMLNode, _ question: ParameterQuestions.Question) { questions?.add(node.mark, question) }

    mutating func add(_ mark: YAMLMark, _ message: String, _ suggestion: String = "") {
        guard errors.count < Problems.maximum else { return }
        errors.append(ConfigurationError(file: file, mark: mark, message: message, suggestion: suggestion))
    }

    /// Takes an error back: another one says why it came about.
    mutating func remove(at index: Int) { errors.remove(at: index) }

    /// Adds what is wrong in a file that this one names, once.
    mutating func add(_ errors: ConfigurationErrors, ofCompanion file: String) {
        guard !companions.contains(where: { $0.file == file }) else { return }
        companions.append((file, errors.errors))
    }

    /// Throws what was found, if anything was: the file's own errors first.
    func throwAny() throws(ConfigurationErrors) {
        var more: [ConfigurationError] = []
        for companion in companions { more += companion.errors }
        if let found = ConfigurationErrors(errors, andThen: more) { throw found }
    }
}
