/// Builds the tree of a ``YAMLDocument`` from libyaml's events.
struct YAMLTreeBuilder {
    private(set) var problems: Problems
    /// Where in the file each of its characters begins: libyaml counts these.
    private var offsets: [Int] = []

    init(file: String) { problems = Problems(file: file) }

    /// The one document in `bytes`, which stand in the file from `beginning` on.
    mutating func build(_ bytes: [UInt8], startingAt beginning: Int) throws(ConfigurationError) -> YAMLNode {
        for index in bytes.indices where bytes[index] & 0xC0 != 0x80 { offsets.append(beginning + index) }
        offsets.append(beginning + bytes.count)
        var events = YAMLEvents(bytes, file: problems.file)
        _ = try events.next()  // the stream's start
        guard case .documentStart = try events.next().kind else {
            throw error(.start, "the file is empty", "a board or a configuration begins with 'tapline: …'")
        }
        let root = try node(try events.next(), &events, depth: 0)
        _ = try events.next()  // the document's end
        let last = try events.next()
        guard case .streamEnd = last.kind else {
            throw error(last.mark, "a second document begins here", "a file holds one document; leave out '---'")
        }
        return root
    }

    private func error(_ mark: YAMLMark, _ message: String, _ suggestion: String) -> ConfigurationError {
        ConfigurationError(file: problems.file, mark: mark, message: message, suggestion: suggestion)
    }

    private mutating func node(
        _ event: YAMLEvent, _ events: inout YAMLEvents, depth: Int
    ) throws(ConfigurationError) -> YAMLNode {
        guard depth < YAMLDocument.maximumDepth else {
            throw error(
                event.mark, "lists and mappings lie too deep in each other",
                "at most \(YAMLDocument.maximumDepth) levels are read")
        }
        if event.hasAnchor {
            problems.add(event.mark, "anchors are not read", "write the value out in each place")
        }
        if event.hasTag {
            problems.add(event.mark, "tags are not read", "write the value without '!'")
        }
        let start = offset(event.start)
        var end = offset(event.end)
        let content: YAMLNode.Content
        switch event.kind {
        case .scalar(let text): content = .scalar(text)
        case .sequenceStart: content = .sequence(try elements(of: event, &end, &events, depth: depth + 1))
        case .mappingStart: content = .mapping(try entries(of: event, &end, &events, depth: depth + 1))
        case .alias:
            throw error(event.mark, "aliases are not read", "write the value out in each place")
        case .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
            // libyaml does not send these where a value belongs.
            throw error(event.mark, "a value is missing", "")
        }
        return YAMLNode(mark: event.mark, range: start..<max(start, end), content: content)
    }

    private func offset(_ index: Int) -> Int { offsets[min(max(index, 0), offsets.count - 1)] }

    /// The elements of the list that `start` begins, up to its `end`: of brackets the last one, else that of the last element.
    private mutating func elements(
        of start: YAMLEvent, _ end: inout Int, _ events: inout YAMLEvents, depth: Int
    ) throws(ConfigurationError) -> [YAMLNode] {
        var elements: [YAMLNode] = []
        while true {
            let event = try events.next()
            if case .sequenceEnd = event.kind {
                if start.isFlow { end = offset(event.end) }
                return elements
            }
            let element = try node(event, &events, depth: depth)
            end = element.range.upperBound
            elements.append(element)
        }
    }

    private mutating func entries(
        of start: YAMLEvent, _ end: inout Int, _ events: inout YAMLEvents, depth: Int
    ) throws(ConfigurationError) -> [YAMLNode.Entry] {
        var entries: [YAMLNode.Entry] = []
        while true {
            let event = try events.next()
            if case .mappingEnd = event.kind {
                if start.isFlow { end = offset(event.end) }
                return entries
            }
            let key = try node(event, &events, depth: depth)
            let value = try node(try events.next(), &events, depth: depth)
            end = value.range.upperBound
            guard let name = key.text else {
                problems.add(key.mark, "\(key.whatItIs) is no key", "a key is plain text")
                continue
            }
            guard entries.count < YAMLDocument.maximumKeys else {
                throw error(
                    key.mark, "a mapping has too many keys", "at most \(YAMLDocument.maximumKeys) are read")
            }
            if let first = entries.first(where: { $0.key == name }) {
                problems.add(
                    key.mark, "key \(quoted(name)) stands here a second time",
                    "the first is in line \(first.keyMark.line); keep one of them")
                continue
            }
            entries.append(YAMLNode.Entry(key: name, keyMark: key.mark, keyRange: key.range, value: value))
        }
    }
}
