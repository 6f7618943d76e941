/// A `dtoverlay=` line of a Raspberry Pi's `config.txt`, and the `dtparam=` lines that belong to it: the overlay's name
/// and its parameters, as they are written.
///
/// The firmware takes a comma or a colon after the name, and parameters with or without a value.
public struct OverlayLine: Equatable, Sendable {
    /// A parameter: `interrupt=4`, or `invx` alone.
    public struct Parameter: Equatable, Sendable {
        /// The name: `interrupt`.
        public let name: String
        /// What stands after the equals sign; nil where there is none.
        public let value: String?
        /// Where it stands.
        public let mark: YAMLMark

        /// As it is written.
        public var text: String { value.map { "\(name)=\($0)" } ?? name }
    }

    /// What messages call the lines.
    static var file: String { "dtoverlay" }
    /// The longest line that is read, in bytes. (The firmware's own limit is about a hundred.)
    private static var longest: Int { 1_024 }

    /// The overlay's name: `goodix`.
    public let name: String
    /// Where the name stands.
    public let nameMark: YAMLMark
    /// The parameters in their order; a later one wins.
    public let parameters: [Parameter]

    /// The line as `config.txt` would hold it.
    public var text: String {
        var text = "dtoverlay=\(name)"
        for parameter in parameters { text += ",\(parameter.text)" }
        return text
    }

    /// Reads `lines`: one that names an overlay, with or without `dtoverlay=` before it, then any that begin with
    /// `dtparam=`. Empty lines and comments are passed over.
    ///
    /// - Throws: What is no such line, as `dtoverlay:LINE:COLUMN: …`.
    public init(_ lines: [String]) throws(ConfigurationErrors) {
        var problems = Problems(file: OverlayLine.file)
        var found: (name: String, mark: YAMLMark)?
        var parameters: [Parameter] = []
        for (index, line) in lines.enumerated() {
            var scanner = OverlayScanner(line, line: index + 1)
            guard !scanner.isBlank else { continue }
            guard line.utf8.count <= OverlayLine.longest, !scanner.holdsControls else {
                problems.add(
                    scanner.mark, "this is no line of config.txt",
                    "write one line of at most \(OverlayLine.longest) bytes: dtoverlay=goodix,interrupt=4,reset=17")
                continue
            }
            let isParameters = scanner.skip("dtparam=")
            if !isParameters {
                _ = scanner.skip("dtoverlay=")
                let mark = scanner.mark
                let name = scanner.word(until: ",:")
                guard !name.isEmpty, !name.utf8.contains(0x3D), !name.utf8.contains(0x20) else {
                    problems.add(
                        mark, "\(quoted(line)) names no overlay", "write dtoverlay=NAME,PARAMETER=VALUE,…")
                    continue
                }
                guard found == nil else {
                    problems.add(
                        mark, "a second overlay, \(quoted(name)), stands here",
                        "a board has one controller: import each overlay by itself")
                    continue
                }
                found = (name, mark)
                scanner.skipSeparator()
            }
            while !scanner.isAtEnd {
                let mark = scanner.mark
                let text = scanner.word(until: ",")
                scanner.skipSeparator()
                guard !text.isEmpty else { continue }
                let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                parameters.append(
                    Parameter(
                        name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : nil, mark: mark))
            }
        }
        if found == nil, problems.errors.isEmpty {
            problems.add(.start, "no overlay is named", "write dtoverlay=NAME,PARAMETER=VALUE,…")
        }
        try problems.throwAny()
        name = found?.name ?? ""
        nameMark = found?.mark ?? .start
        self.parameters = parameters
    }
}

/// Walks along a line, and knows where it is.
private struct OverlayScanner {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private let line: Int

    init(_ text: String, line: Int) {
        var scalars = Array(text.unicodeScalars)
        while let last = scalars.last, last == " " || last == "\t" || last == "\r" || last == "\n" {
            scalars.removeLast()
        }
        self.scalars = scalars
        self.line = line
        while position < scalars.count, scalars[position] == " " || scalars[position] == "\t" { position += 1 }
    }

    var mark: YAMLMark { YAMLMark(line: line, column: position + 1) }
    var isAtEnd: Bool { position >= scalars.count }
    var holdsControls: Bool { scalars.contains(where: isControl) }
    var isBlank: Bool { isAtEnd || scalars[position] == "#" }

    /// Passes `prefix` if it stands here.
    mutating func skip(_ prefix: String) -> Bool {
        let prefix = Array(prefix.unicodeScalars)
        guard position + prefix.count <= scalars.count else { return false }
        for index in prefix.indices where scalars[position + index] != prefix[index] { return false }
        position += prefix.count
        return true
    }

    mutating func skipSeparator() { if !isAtEnd { position += 1 } }

    /// What stands before the next of `separators`, or the end.
    mutating func word(until separators: String) -> String {
        var word = ""
        while !isAtEnd, !separators.unicodeScalars.contains(scalars[position]) {
            word.unicodeScalars.append(scalars[position])
            position += 1
        }
        return word
    }
}
