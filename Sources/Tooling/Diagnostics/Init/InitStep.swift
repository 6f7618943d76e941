/// One thing that `tapline init` does, and takes back.
public enum InitStep: Equatable, Sendable {
    /// The file at `path` gets these bytes; one that is there is kept beside it.
    case write(path: String, bytes: [UInt8])
    /// A command is run; no words: nothing. `undo` is run when it is taken back; no words: nothing.
    case run([String], undo: [String] = [])
}

/// What `tapline init` is about to do.
public struct InitPlan: Equatable, Sendable {
    /// How it ends.
    public enum Ending: Equatable, Sendable {
        /// The service runs.
        case service
        /// The computer starts again before it can go on.
        case restart
    }

    /// What was found, and is to be known, a line each.
    public var notes: [String] = []
    /// What is done, in this order.
    public var steps: [InitStep] = []
    /// How it ends.
    public var ending = Ending.service

    /// The longest file that is shown whole, in lines.
    private static var longest: Int { 12 }

    /// As a person reads it.
    ///
    /// - Parameter before: what a file holds; nil: there is none.
    func text(before: (String) -> [UInt8]?) -> String {
        var text = notes.map { "\(InitPlan.shown($0))\n" }.joined() + "This is what it does:\n"
        for step in steps {
            switch step {
            case .write(let path, let bytes):
                let old = before(path)
                let isLonger = old.map { bytes.starts(with: $0) } ?? false
                let rest = isLonger ? Array(bytes[(old ?? []).count...]) : bytes
                let what = old == nil ? "write" : isLonger ? "add to" : "replace"
                text += "  \(what) \(path)" + (old == nil ? "\n" : ", after a copy of it as it is\n")
                let lines = rest.split(separator: 0x0A).map {
                    InitPlan.shown(String(decoding: Array($0), as: UTF8.self))
                }
                text += lines.prefix(InitPlan.longest).map { "      \($0)\n" }.joined()
                if lines.count > InitPlan.longest { text += "      … \(lines.count) lines\n" }
            case .run(let words, _):
                if !words.isEmpty { text += "  run " + InitPlan.shell(words) + "\n" }
            }
        }
        return text
    }

    /// Words as a shell reads them.
    static func shell(_ words: [String]) -> String { words.map { Shell.word($0) }.joined(separator: " ") }

    /// A line without what moves a terminal's cursor.
    private static func shown(_ line: String) -> String {
        var shown = ""
        for scalar in line.unicodeScalars { shown.unicodeScalars.append(scalar.value < 0x20 ? "\u{FFFD}" : scalar) }
        return shown
    }
}
