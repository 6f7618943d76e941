public import TaplineConfiguration
import TaplineCore
import TaplineFormats

/// JSON Schemas (draft-07) of the files that people write, for editors: what the readers of those files ask for while they read
/// ``SchemaExamples``, with what ``SchemaHelp`` says of each key.
///
/// They accept what `tapline check` accepts, and refuse unknown keys, wrong types and units, misspelt words and numbers out of
/// range. What refers to something else in the file, to the board or to the panel's size is left to `check`.
public struct JSONSchema {
    private let kind: TaplineFileKind
    private let shape: SchemaShape
    private let help: SchemaHelp
    /// Keys that a reader asks for and no example gives, by their paths: their values would not be known.
    public private(set) var unanswered: [String] = []
    /// Keys that nothing is said of, by their paths.
    public private(set) var undescribed: [String] = []
    /// Keys that something is said of, by their paths.
    private(set) var described: Set<String> = []
    /// What is wrong in the examples.
    public private(set) var errors: [ConfigurationError] = []
    /// The schema, as a file has it.
    public private(set) var text = ""

    /// The schema of such files.
    public init(of kind: TaplineFileKind) {
        self.kind = kind
        help = SchemaHelp(of: kind)
        var shape = SchemaShape()
        for (number, example) in SchemaExamples.texts(of: kind).enumerated() {
            do throws(ConfigurationErrors) {
                var document = try YAMLDocument(Array(example.utf8), file: "example \(number + 1)")
                let questions = ParameterQuestions()
                document.tell(questions)
                try Self.read(document, as: kind)
                var asked: [Place: [ParameterQuestions.Question]] = [:]
                for (mark, question) in questions.asked { asked[Place(mark), default: []].append(question) }
                let found = SchemaShape(document.root) { node in
                    asked[Place(node.mark)]?.filter { $0.isAnswered(by: node) } ?? []
                }
                shape.add(found, oneMapping: kind == .board)
            } catch {
                errors += error.errors
            }
        }
        self.shape = shape
        text = schema().written() + "\n"
    }

    private static func read(_ document: YAMLDocument, as kind: TaplineFileKind) throws(ConfigurationErrors) {
        let files = CompanionFiles { _ in .file(name: "z.json", bytes: Array(SchemaExamples.stroke.utf8)) }
        switch kind {
        case .board: _ = try BoardDescription(document)
        case .stroke: _ = try StrokeFile(document)
        case .configuration:
            let panel = PanelGeometry(.init(rawWidth: 800, rawHeight: 480))
            _ = try Configuration<StandardRecognizer>(ConfigurationSource(document), panel: panel, files: files)
        }
    }

    // MARK: Writing

    private typealias Members = [(key: String, value: SchemaJSON)]

    private mutating func schema() -> SchemaJSON {
        let name = kind.rawValue.split(separator: "/")[0]
        let head: Members = [
            ("$schema", .text("http://json-schema.org/draft-07/schema#")),
            ("$id", .text("urn:tapline:schema:\(kind.rawValue)")),
            ("title", .text("Tapline \(name)")),
        ]
        return .object(head + members(of: shape, path: "", kind: nil, name: nil))
    }

    /// What may stand at `path`; a gesture's or a motion event's `kind` says whose parameters are there.
    private mutating func members(of shape: SchemaShape, path: String, kind: String?, name: String?) -> Members {
        var single = shape
        single.list = nil
        if let list = shape.list, list.allowsOne, list.elements.count == 1 { single.add(list.elements[0]) }
        var alternatives = alternatives(of: single, path: path, kind: kind)
        if let list = shape.list { alternatives.append(members(of: list, path: path, kind: kind)) }
        let described = name.map { description(of: $0, shape, path: path, kind: kind) } ?? []
        guard alternatives.count != 1 else { return described + alternatives[0] }
        return described + [("anyOf", .array(alternatives.map { .object($0) }))]
    }

    private mutating func alternatives(of shape: SchemaShape, path: String, kind: String?) -> [Members] {
        var all: [Members] = []
        if !shape.words.isEmpty {
            all.append([("enum", ParameterQuestions.Question.enumeration(shape.words))])
        }
        all += shape.scalars.map { $0.schema }
        if shape.isEmpty { all.append([("type", .text("null"))]) }
        for mapping in shape.mappings {
            all.append(members(of: mapping, beside: shape.mappings, path: path, kind: kind))
        }
        return all
    }

    private mutating func members(of list: SchemaList, path: String, kind: String?) -> Members {
        var members: Members = [("type", .text("array"))]
        if list.counts.lowerBound > 0 { members.append(("minItems", .raw("\(list.counts.lowerBound)"))) }
        if list.counts.upperBound < .max { members.append(("maxItems", .raw("\(list.counts.upperBound)"))) }
        var elements = list.elements.map {
            SchemaJSON.object(self.members(of: $0, path: path, kind: kind, name: nil))
        }
        if let first = elements.first?.written(), elements.allSatisfy({ $0.written() == first }) {
            elements = [elements[0]]
        }
        if !elements.isEmpty { members.append(("items", elements.count == 1 ? elements[0] : .array(elements))) }
        return members
    }

    /// Without the keys that make it `others`.
    private mutating func members(
        of mapping: SchemaMapping, beside others: [SchemaMapping], path: String, kind: String?
    ) -> Members {
        let elsewhere = mapping.keys.filter { key in
            mapping.values[key] == nil && others.contains { $0.values[key] != nil }
        }
        let kind = mapping.kind ?? kind
        var properties: Members = []
        for key in mapping.keys where !elsewhere.contains(key) {
            let place = path.isEmpty ? key : path + "." + key
            guard let shape = mapping.values[key], !shape.isUnknown else {
                unanswered.append(place + (kind.map { " of \($0)" } ?? ""))
                continue
            }
            properties.append((key, .object(members(of: shape, path: place, kind: kind, name: key))))
        }
        let required = mapping.keys.filter { mapping.required.contains($0) }
        return [("type", .text("object"))] + (required.isEmpty ? [] : [("required", .texts(required))])
            + (mapping.othersAreIgnored ? [] : [("additionalProperties", .raw("false"))])
            + [("properties", .object(properties))]
    }

    /// A sentence, the range, and the default.
    private mutating func description(of key: String, _ shape: SchemaShape, path: String, kind: String?) -> Members {
        guard let entry = help.entry(path, kind: kind) else {
            undescribed.append(path + (kind.map { " of \($0)" } ?? ""))
            return []
        }
        described.insert(path)
        var ranges: [String] = []
        let scalars = shape.scalars + (shape.list.map { $0.elements.flatMap { $0.scalars } } ?? [])
        for case let range? in scalars.map({ $0.range }) where !ranges.contains(range) { ranges.append(range) }
        var text = entry.text
        if !ranges.isEmpty { text += " (" + ranges.joined(separator: "; ") + ")" }
        var members: Members = [("description", .text(text))]
        if let standard = entry.standard { members.append(("default", Self.value(standard))) }
        return members
    }

    /// A default as a file gives it, as JSON.
    private static func value(_ text: String) -> SchemaJSON {
        guard let node = try? YAMLDocument(Array(text.utf8), file: "").root else { return .text(text) }
        return value(node)
    }

    private static func value(_ node: YAMLNode) -> SchemaJSON {
        switch node.content {
        case .scalar(let text):
            let isNumber =
                text.utf8.contains { (0x30...0x39).contains($0) }
                && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "-.".utf8.contains($0) }
            return isNumber || text == "true" || text == "false" ? .raw(text) : .text(text)
        case .sequence(let nodes): return .array(nodes.map { value($0) })
        case .mapping(let entries): return .object(entries.map { ($0.key, value($0.value)) })
        }
    }
}

/// A place in a file, to find what was asked there.
private struct Place: Hashable {
    let line: Int
    let column: Int

    init(_ mark: YAMLMark) { (line, column) = (mark.line, mark.column) }
}

extension ParameterQuestions.Question {
    /// Whether it was asked of `node`, and not of the mapping or list that begins at the same place.
    fileprivate func isAnswered(by node: YAMLNode) -> Bool {
        switch (self, node.content) {
        case (.keys, .mapping), (.list, .sequence), (.elements, _): true
        case (.keys, _), (.list, _), (_, .mapping), (_, .sequence): false
        default: true
        }
    }
}
