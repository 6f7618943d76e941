/// The first place where what happened is not what is expected.
struct Difference {
    /// The line of the file of expectations, from 1.
    var line: Int
    /// What is expected, as it stands there; nil: nothing more.
    var expected: String?
    /// What happened; nil: nothing more.
    var got: String?
    /// The keys that differ.
    var keys: [String] = []
    /// The event before, where the difference is the step from it.
    var before: String?
}
