public import TaplineCore

/// The templates that the gestures of a configuration name, gathered while it is read.
struct StrokeLibrary {
    let files: CompanionFiles
    private(set) var templates: [StrokeTemplate] = []
    /// What has been read, by its name in the configuration and the number of points made of it.
    private var known: [(name: String, points: Int, set: TemplateSet)] = []

    init(files: CompanionFiles) { self.files = files }

    /// The templates that `name` has brought in already.
    func set(of name: String, points: Int) -> TemplateSet? {
        known.first { $0.name == name && $0.points == points }?.set
    }

    /// Takes the templates of `name` in; nil, and nothing taken, where they have no room.
    mutating func add(_ new: [StrokeTemplate], name: String, points: Int) -> TemplateSet? {
        guard templates.count + new.count <= ConfigurationLimits.templates else { return nil }
        var set = TemplateSet()
        for template in new {
            set.insert(templates.count)
            templates.append(template)
        }
        known.append((name, points, set))
        return set
    }
}

extension ParameterReader {
    /// What is built in.
    private static var builtInStrokes: [String] { ["checkmark"] }

    /// The strokes of the keys `templates` or `template`, `checkmark` and files of them (one or a list), as templates of
    /// `points` points: what the engine will call them. Nil where neither key is given.
    public mutating func strokeTemplates(points: Int) -> TemplateSet? {
        guard let several = node("templates") else {
            return node("template").map { strokeTemplates($0, "template", points: points) }
        }
        if let one = entry("template") {
            refuse(
                at: one.keyMark, "'template' and 'templates' are given", suggestion: "keep one of them")
        }
        return strokeTemplates(several, "templates", points: points)
    }

    /// The built-in checkmark.
    mutating func checkmark(points: Int) -> TemplateSet {
        let name = ParameterReader.builtInStrokes[0]
        return strokes.set(of: name, points: points)
            ?? strokes.add(ParameterReader.checkmarks(points), name: name, points: points) ?? TemplateSet()
    }

    private static func checkmarks(_ points: Int) -> [StrokeTemplate] {
        [.checkmark(points: points), .bentCheckmark(points: points)]
    }

    private mutating func strokeTemplates(_ node: YAMLNode, _ key: String, points: Int) -> TemplateSet {
        var set = TemplateSet()
        for element in elements(node, key) {
            guard let name = text(element, key, limit: 255) else { continue }
            if let known = strokes.set(of: name, points: points) {
                set |= known
                continue
            }
            guard let templates = templates(name, at: element.mark, points: points) else { continue }
            guard let added = strokes.add(templates, name: name, points: points) else {
                refuse(
                    at: element.mark, "there are more than \(ConfigurationLimits.templates) templates of strokes",
                    suggestion: "at most \(ConfigurationLimits.templates) have room")
                continue
            }
            set |= added
        }
        return set
    }

    /// The templates that `name` stands for, or nil and an error.
    private mutating func templates(_ name: String, at mark: YAMLMark, points: Int) -> [StrokeTemplate]? {
        if ParameterReader.builtInStrokes.contains(name) { return ParameterReader.checkmarks(points) }
        // A file has an ending or a folder.
        guard name.utf8.contains(UInt8(ascii: ".")) || name.utf8.contains(UInt8(ascii: "/")) else {
            let nearest = suggestion(for: name, among: ParameterReader.builtInStrokes)
            return refused(at: mark, "unknown template \(quoted(name))", suggestion: "\(nearest), or a file: z.json")
        }
        switch strokes.files.read(name) {
        case .unreadable(let reason):
            return refused(
                at: mark, "template \(quoted(name)) cannot be read: \(reason)",
                suggestion: "write checkmark, or the path of a stroke/1 file as seen from this one")
        case .file(let file, let bytes):
            do throws(ConfigurationErrors) {
                return try StrokeFile(YAMLDocument(bytes, file: file)).templates(points: points)
            } catch {
                problems.add(error, ofCompanion: file)
                return nil
            }
        }
    }
}
