import TaplineConfiguration
import TaplineCore

/// What editors say of keys. Of a gesture's parameters their readers say it; here is the rest, by the key's path in a file.
struct SchemaHelp {
    /// A sentence, and the default as a file would give it.
    typealias Entry = (text: String, standard: String?)

    private var entries: [String: Entry] = [:]

    /// What is said of such files.
    init(of file: TaplineFileKind) {
        for (path, entry) in Self.rows {
            let parts = path.split(separator: " ")
            if parts.count == 1 || parts[0] == file.rawValue { entries[String(parts[parts.count - 1])] = entry }
        }
        for kind in StandardRecognizer.kindNames() {
            for parameter in StandardRecognizer.parameters(of: kind) {
                let text = parameter.help.prefix(1).uppercased() + parameter.help.dropFirst()
                var entry: Entry = (text, parameter.standard)
                if case .form = parameter.values { entry = ("\(text). By default \(parameter.standard)", nil) }
                entries["\(kind) gestures.\(parameter.name)"] = entry
            }
        }
    }

    /// What is said of the key at `path`, among the parameters of `kind` first.
    func entry(_ path: String, kind: String?) -> Entry? {
        kind.flatMap { entries["\($0) \(path)"] } ?? entries[path]
    }

    /// The rows of the table; a path with a file's kind in front is of these files only.
    static var rows: [(path: String, entry: Entry)] {
        table.split(separator: "\n").map { line in
            let parts = line.split(separator: "|", omittingEmptySubsequences: false).map { trimmed($0) }
            return (parts[0], (parts[2], parts[1].isEmpty ? nil : parts[1]))
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// Path, default, sentence.
    private static let table = [
        SchemaBoards.help, SchemaGestures.help, SchemaOutputs.help, SchemaRemotes.help,
        """
        tapline | | What the file is, and its version
        stroke/1 name | | What events call the stroke, or the strokes that have no name
        points | | The path from where the finger lands to where it lifts: [x, y], x to the right, y downwards, in any unit
        strokes | | Several strokes
        strokes.name | | What events call the stroke; without it the file's name
        strokes.points | | The path from where the finger lands to where it lifts
        """,
    ].joined(separator: "\n")
}
