/// Where the values of a YAML file lie among its bytes, for edits that leave everything else as it is.
struct YAMLOutline {
    enum Content {
        case scalar(String)
        case sequence([YAMLOutline])
        case mapping([(key: YAMLOutline, value: YAMLOutline)])
    }

    /// The bytes from the first to behind the last one that belongs to the value. Comments and line ends behind a list or a
    /// mapping in block style do not.
    let range: Range<Int>
    let content: Content

    /// The outline of a file that ``YAMLDocument`` has read.
    init(_ bytes: [UInt8]) throws(ConfigurationError) {
        // libyaml counts characters, without a mark of the byte order.
        var offsets: [Int] = []
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for index in start..<bytes.count where bytes[index] & 0xC0 != 0x80 { offsets.append(index) }
        offsets.append(bytes.count)
        var events = YAMLEvents(Array(bytes[start...]), file: "")
        _ = try events.next()  // the stream's start
        _ = try events.next()  // the document's
        self = try YAMLOutline(try events.next(), &events, offsets)
    }

    private init(
        _ event: YAMLEvent, _ events: inout YAMLEvents, _ offsets: [Int]
    ) throws(ConfigurationError) {
        func offset(_ index: Int) -> Int { offsets[min(max(index, 0), offsets.count - 1)] }
        let start = offset(event.start)
        var end = offset(event.end)
        switch event.kind {
        case .scalar(let text): content = .scalar(text)
        case .sequenceStart:
            var elements: [YAMLOutline] = []
            var next = try events.next()
            while !next.isEnd {
                elements.append(try YAMLOutline(next, &events, offsets))
                next = try events.next()
            }
            end = event.isFlow ? offset(next.end) : elements.last?.range.upperBound ?? end
            content = .sequence(elements)
        case .mappingStart:
            var entries: [(key: YAMLOutline, value: YAMLOutline)] = []
            var next = try events.next()
            while !next.isEnd {
                let key = try YAMLOutline(next, &events, offsets)
                entries.append((key, try YAMLOutline(try events.next(), &events, offsets)))
                next = try events.next()
            }
            end = event.isFlow ? offset(next.end) : entries.last?.value.range.upperBound ?? end
            content = .mapping(entries)
        default: content = .scalar("")
        }
        range = start..<max(start, end)
    }

    /// The entry of `key` in a mapping; nil where there is none.
    func entry(_ key: String) -> (key: YAMLOutline, value: YAMLOutline)? {
        guard case .mapping(let entries) = content else { return nil }
        for entry in entries {
            if case .scalar(let text) = entry.key.content, text == key { return entry }
        }
        return nil
    }
}
