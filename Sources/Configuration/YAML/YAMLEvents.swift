import CYaml

/// One piece of a YAML file as libyaml finds it.
struct YAMLEvent {
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd
        case scalar(String)
        case alias
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd
    }
    let kind: Kind
    let mark: YAMLMark
    var hasAnchor = false
    var hasTag = false
    /// Characters of the file before it and before what follows it.
    var start = 0
    var end = 0
    /// Whether a list or a mapping is written with brackets.
    var isFlow = false

}

/// libyaml's parser over bytes in memory: the only file that touches the C library.
struct YAMLEvents: ~Copyable {
    private let file: String
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutablePointer<UInt8>
    private let count: Int
    private let isReady: Bool

    init(_ bytes: [UInt8], file: String) {
        self.file = file
        count = bytes.count
        // libyaml stores the address of its input and of itself, so both get a place of their own.
        input = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
        for index in bytes.indices { input[index] = bytes[index] }
        input[bytes.count] = 0
        parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        isReady = yaml_parser_initialize(parser) != 0
        if isReady {
            yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(parser, input, bytes.count)
        }
    }

    deinit {
        if isReady { yaml_parser_delete(parser) }
        parser.deallocate()
        input.deallocate()
    }

    /// The next piece, or where and why the bytes are no YAML.
    mutating func next() throws(ConfigurationError) -> YAMLEvent {
        var raw = yaml_event_t()
        guard isReady, yaml_parser_parse(parser, &raw) != 0 else { throw syntaxError() }
        defer { yaml_event_delete(&raw) }
        var event = YAMLEvents.event(raw)
        event.start = Int(raw.start_mark.index)
        event.end = Int(raw.end_mark.index)
        return event
    }

    private static func event(_ raw: yaml_event_t) -> YAMLEvent {
        let mark = YAMLMark(libyaml: raw.start_mark)
        switch raw.type {
        case YAML_STREAM_START_EVENT: return YAMLEvent(kind: .streamStart, mark: mark)
        case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, mark: mark)
        case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, mark: mark)
        case YAML_ALIAS_EVENT: return YAMLEvent(kind: .alias, mark: mark)
        case YAML_SCALAR_EVENT:
            let scalar = raw.data.scalar
            let text = String(
                decoding: UnsafeBufferPointer(start: scalar.value, count: Int(scalar.length)), as: UTF8.self)
            return YAMLEvent(
                kind: .scalar(text), mark: mark, hasAnchor: scalar.anchor != nil, hasTag: scalar.tag != nil)
        case YAML_SEQUENCE_START_EVENT:
            let sequence = raw.data.sequence_start
            return YAMLEvent(
                kind: .sequenceStart, mark: mark, hasAnchor: sequence.anchor != nil, hasTag: sequence.tag != nil,
                isFlow: sequence.style == YAML_FLOW_SEQUENCE_STYLE)
        case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, mark: mark)
        case YAML_MAPPING_START_EVENT:
            let mapping = raw.data.mapping_start
            return YAMLEvent(
                kind: .mappingStart, mark: mark, hasAnchor: mapping.anchor != nil, hasTag: mapping.tag != nil,
                isFlow: mapping.style == YAML_FLOW_MAPPING_STYLE)
        case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, mark: mark)
        default: return YAMLEvent(kind: .streamEnd, mark: mark)
        }
    }

    private func syntaxError() -> ConfigurationError {
        guard isReady, parser.pointee.error != YAML_MEMORY_ERROR else {
            return ConfigurationError(file: file, mark: .start, message: "out of memory")
        }
        var what = "unreadable YAML"
        if let problem = parser.pointee.problem { what = String(cString: problem) }
        guard parser.pointee.error != YAML_READER_ERROR else {
            return ConfigurationError(
                file: file, mark: mark(ofByte: Int(parser.pointee.problem_offset)), message: what,
                suggestion: "a file is text in UTF-8 without control characters")
        }
        let mark = YAMLMark(libyaml: parser.pointee.problem_mark)
        // libyaml reports where it stopped and where the list or mapping began: the fault lies between.
        var start = ""
        if parser.pointee.context != nil {
            let context = YAMLMark(libyaml: parser.pointee.context_mark)
            if context < mark { start = "from \(context.line):\(context.column) " }
        }
        return ConfigurationError(file: file, mark: mark, message: what, suggestion: advice(line: mark.line, start))
    }

    /// The place of the byte at `offset`.
    private func mark(ofByte offset: Int) -> YAMLMark {
        var mark = YAMLMark.start
        for index in 0..<min(max(offset, 0), count) {
            let byte = input[index]
            if byte == 0x0A || (byte == 0x0D && input[index + 1] != 0x0A) {
                mark = YAMLMark(line: mark.line + 1, column: 1)
            } else if byte & 0xC0 != 0x80 {
                mark.column += 1
            }
        }
        return mark
    }

    /// What most often fixes a syntax error near `line` in something that begins at `start`.
    private func advice(line: Int, _ start: String) -> String {
        var current = 1
        let brace = UInt8(ascii: "{")
        for index in 0..<count {
            if input[index] == 0x0A { current += 1 }
            if input[index] == 0x09, current == line || current == line - 1 { return "indent with spaces, not tabs" }
            if current == line, index > 0, input[index - 1] == 0x0A, input[index] == brace, input[0] == brace {
                return "JSON on every line is a recording; a configuration or a board is YAML"
            }
        }
        return "look at the indentation, quotes and brackets \(start)up to here"
    }
}

extension YAMLMark {
    /// libyaml counts from 0.
    fileprivate init(libyaml mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}
