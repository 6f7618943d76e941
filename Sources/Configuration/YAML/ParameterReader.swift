public import TaplineCore

/// Hands out the values of one mapping by key, with their types, units and ranges checked.
///
/// The configuration of a recognizer asks for each of its parameters once, whether it is given or not:
/// ```swift
/// reader.integer("taps", &taps, in: 1...16, "how many taps in a row")
/// let width = reader.length("width", in: 1...100) ?? 30    // the same without a description
/// ```
/// Every method returns nil where the key is missing. Where its value is wrong it returns nil, too, and stores the error,
/// with its place and what would be right, until the whole file is read: one run shows all of them. Keys that were never
/// asked for are errors in the end, with the nearest valid name.
public struct ParameterReader {
    /// The panel that lengths are converted for.
    public let panel: PanelGeometry
    /// Where the mapping begins.
    public let mark: YAMLMark

    /// What the mapping is, for messages: "a gesture".
    private let what: String
    private let entries: [YAMLNode.Entry]
    private let isMapping: Bool
    private var valid: [String] = []
    /// What is missing: the keys any of which would do, and the error that says so, by its place among the problems.
    private var missing: [(keys: [String], error: Int)] = []
    var problems: Problems
    /// The templates of strokes that were named so far.
    var strokes = StrokeLibrary(files: .none)
    /// What `youth` of a gesture is where the file does not give it.
    var usualYouth = Youth.standard
    /// Whether fingers beyond those of a gesture do not exist for it.
    var ignoresExtraTouches = false
    /// What outputs may refer to.
    var known = KnownNames()
    /// The parameters that were asked for, where they are wanted instead of their values.
    var descriptions: [ParameterDescription]?

    init(_ node: YAMLNode, what: String, panel: PanelGeometry, problems: Problems) {
        self.what = what
        self.panel = panel
        self.problems = problems
        mark = node.mark
        if case .mapping(let entries) = node.content {
            self.entries = entries
            isMapping = true
        } else {
            entries = []
            isMapping = false
            self.problems.add(
                node.mark, "\(what) is expected, not \(node.whatItIs)", "write keys and values: {key: value, …}")
        }
    }

    /// Reads `node`, a mapping that messages call `what`, by a reader of its own. Descriptions of parameters in it begin
    /// with `prefix`.
    mutating func mapping<Result>(
        _ node: YAMLNode, what: String, prefix: String = "", _ read: (inout ParameterReader) -> Result
    ) -> Result {
        var reader = reader(of: node, what: what)
        let result = read(&reader)
        take(&reader, prefix: prefix)
        return result
    }

    // (Not in line: what is around it is made anew for each closure.)
    @inline(never)
    private func reader(of node: YAMLNode, what: String) -> ParameterReader {
        var reader = ParameterReader(node, what: what, panel: panel, problems: problems)
        reader.strokes = strokes
        reader.known = known
        if descriptions != nil { reader.descriptions = [] }
        return reader
    }

    @inline(never)
    private mutating func take(_ reader: inout ParameterReader, prefix: String) {
        for found in reader.descriptions ?? [] {
            descriptions?.append(
                ParameterDescription(
                    name: prefix + found.name, values: found.values, word: found.word, standard: found.standard,
                    help: found.help))
        }
        strokes = reader.strokes
        problems = reader.finish()
    }

    /// The errors with those of keys that were never asked for. Call it last.
    mutating func finish() -> Problems {
        problems.questions?.add(mark, .keys(valid, othersAreIgnored: false))
        for missed in missing.reversed() { _ = findMisspelt(missed) }
        for entry in entries where !valid.contains(entry.key) {
            problems.add(
                entry.keyMark, "unknown key \(quoted(entry.key)) in \(what)", suggestion(for: entry.key, among: valid))
        }
        return problems
    }

    /// The errors without a look at unasked keys, but for those that were meant to be what is missing.
    mutating func finishWithoutUnknownKeys() -> Problems {
        problems.questions?.add(mark, .keys(valid, othersAreIgnored: true))
        for missed in missing.reversed() {
            guard let entry = findMisspelt(missed) else { continue }
            problems.add(
                entry.keyMark, "unknown key \(quoted(entry.key)) in \(what)",
                suggestion(for: entry.key, among: missed.keys))
        }
        return problems
    }

    /// The unknown key that was meant to be what is missing, which then is no error of its own any more.
    private mutating func findMisspelt(_ missed: (keys: [String], error: Int)) -> YAMLNode.Entry? {
        for entry in entries where !valid.contains(entry.key) {
            let unspaced = missed.keys.first { entry.key.hasPrefix($0 + ":") }
            let other = synonym(of: entry.key, among: valid)
            guard let meant = unspaced ?? other ?? nearestName(to: entry.key, among: valid), missed.keys.contains(meant)
            else { continue }
            problems.remove(at: missed.error)
            if meant == "name", let name = entry.value.text { problems.refusedNames.append(name) }
            return entry
        }
        return nil
    }

    /// Adds the error that none of `keys` is given; a key that is one of them misspelt is reported in its place.
    mutating func lacks(_ keys: [String], _ message: String, suggestion: String) {
        let index = problems.errors.count
        problems.add(mark, message, suggestion)
        if problems.errors.count > index { missing.append((keys, index)) }
    }

    // MARK: Keys

    /// The value of `key`; asking makes the key a valid one.
    public mutating func node(_ key: String) -> YAMLNode? { entry(key)?.value }

    /// Whether `key` is given, without making it a valid one.
    func contains(_ key: String) -> Bool { entries.contains { $0.key == key } }

    mutating func entry(_ key: String) -> YAMLNode.Entry? {
        if !valid.contains(key) { valid.append(key) }
        for entry in entries where entry.key == key { return entry }
        return nil
    }

    /// Like ``node(_:)``, and an error where the key is missing; `example` shows what would be right.
    mutating func required(_ key: String, example: String) -> YAMLNode? {
        let found = node(key)
        if found == nil, isMapping { lacks([key], "\(what) has no \(quoted(key))", suggestion: "add \(example)") }
        return found
    }

    /// Adds an error at the value of `key`, or at the mapping where the key is missing.
    public mutating func refuse(_ key: String, _ message: String, suggestion: String) {
        problems.add(node(key)?.mark ?? mark, message, suggestion)
    }

    /// Adds an error at `place`.
    public mutating func refuse(at place: YAMLMark, _ message: String, suggestion: String) {
        problems.add(place, message, suggestion)
    }

    /// Adds an error at `place`, for what then cannot be read: nil.
    mutating func refused<Value>(at place: YAMLMark, _ message: String, suggestion: String) -> Value? {
        refuse(at: place, message, suggestion: suggestion)
        return nil
    }

    /// Adds an error at the value of `key`, for what then cannot be read: nil.
    mutating func refused<Value>(_ key: String, _ message: String, suggestion: String) -> Value? {
        refuse(key, message, suggestion: suggestion)
        return nil
    }
}
