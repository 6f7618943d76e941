/// The errors found so far while a file is read.
struct Problems: Sendable {
    /// More errors than anybody mends in one go are not kept.
    static var maximum: Int { 100 }

    let file: String
    private(set) var errors: [ConfigurationError] = []

    init(file: String) { self.file = file }

    mutating func add(_ mark: YAMLMark, _ message: String, _ suggestion: String = "") {
        guard errors.count < Problems.maximum else { return }
        errors.append(ConfigurationError(file: file, mark: mark, message: message, suggestion: suggestion))
    }

    /// Throws what was found, if anything was.
    func throwAny() throws(ConfigurationErrors) {
        if let found = ConfigurationErrors(errors) { throw found }
    }
}
