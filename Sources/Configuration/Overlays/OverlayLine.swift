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
        /// Whether it stands in a `dtparam=` line: then it may be one of the computer's own.
        public let isOfOwnLine: Bool

        /// As it is written.
        public var text: String { value.map { "\(name)=\($0)" } ?? name }
    }

    /// What messages call lines that are no file.
    public static var file: String { "dtoverlay" }

    /// The overlay's name: `goodix`.
    public let name: String
    /// Where the name stands.
    public let nameMark: YAMLMark
    /// What stands behind `dtoverlay=`, as it is written: `goodix,interrupt=4`.
    public let source: String
    /// For which computers it counts: `all`, or a filter's name, `pi4`.
    public let section: String
    /// The parameters in their order; a later one wins.
    public internal(set) var parameters: [Parameter]
    /// Whether `dtparam=` lines that follow belong to it.
    var isOpen = true

    /// The line as `config.txt` would hold it.
    public var text: String {
        var text = "dtoverlay=\(name)"
        for parameter in parameters { text += ",\(parameter.text)" }
        return text
    }

    /// The overlay's name in a line, with or without `dtoverlay=` before it.
    public static func name(in line: String) -> String {
        var scanner = OverlayScanner(line, line: 1)
        _ = scanner.skip("dtoverlay=")
        return scanner.word(until: ",:")
    }

    /// Whether a parameter of this name is given, and not taken back.
    public func has(_ parameter: String) -> Bool {
        var has = false
        for given in parameters where given.name == parameter { has = OverlayImport.truth(given.value) ?? true }
        return has
    }
}

/// Walks along a line, and knows where it is.
struct OverlayScanner {
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

    /// What is left of the line.
    var text: String {
        var text = ""
        for scalar in scalars[position...] { text.unicodeScalars.append(scalar) }
        return text
    }

    /// The name in brackets that the line is; nil where it is none.
    var section: String? {
        guard !isAtEnd, scalars[position] == "[", scalars.last == "]" else { return nil }
        return String(text.dropFirst().dropLast())
    }

    /// Whether the line is a name, and perhaps parameters behind a comma or a colon: no other setting, and no sentence.
    var isBareName: Bool {
        var rest = self
        let name = rest.word(until: ",:")
        return !name.isEmpty && !name.utf8.contains(0x3D) && !name.utf8.contains(0x20)
    }

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

    /// The parameters from here to the line's end.
    mutating func parameters(ownLine isOfOwnLine: Bool) -> [OverlayLine.Parameter] {
        var parameters: [OverlayLine.Parameter] = []
        while !isAtEnd {
            let mark = mark
            let text = word(until: ",")
            skipSeparator()
            guard !text.isEmpty else { continue }
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            parameters.append(
                OverlayLine.Parameter(
                    name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : nil, mark: mark,
                    isOfOwnLine: isOfOwnLine))
        }
        return parameters
    }
}
