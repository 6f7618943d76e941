import TaplineConfiguration

/// What the values at one place of a file may be: what their readers asked for, put together from several files.
struct SchemaShape {
    /// What scalars may be.
    var scalars: [ParameterQuestions.Question] = []
    /// Words that mean something else than other scalars there.
    var words: [String] = []
    /// Whether there may be nothing.
    var isEmpty = false
    var list: SchemaList?
    /// Alternatives: mappings that have different keys.
    var mappings: [SchemaMapping] = []

    /// Neither scalar nor list nor mapping: no reader has asked.
    var isUnknown: Bool { scalars.isEmpty && words.isEmpty && !isEmpty && list == nil && mappings.isEmpty }
}

/// A list.
struct SchemaList {
    var counts: ClosedRange<Int>
    /// Whether an element may stand in the place of the list.
    var allowsOne = false
    /// What each element may be; one for all unless there are as many as elements.
    var elements: [SchemaShape]
}

/// A mapping.
struct SchemaMapping {
    /// In the order of the reader.
    var keys: [String]
    var othersAreIgnored: Bool
    /// What tells it from others in the same place.
    var kind: String?
    /// The values of those keys that were given.
    var values: [String: SchemaShape] = [:]
    /// The keys that were always given.
    var required: [String]

    func isLike(_ other: SchemaMapping) -> Bool { kind == other.kind && keys.sorted() == other.keys.sorted() }
}

extension SchemaShape {
    /// The shape of `node`, of which this was `asked`.
    init(_ node: YAMLNode, _ asked: (YAMLNode) -> [ParameterQuestions.Question]) {
        let questions = asked(node)
        switch node.content {
        case .scalar(let text):
            for question in questions {
                switch question {
                case .values(.word(let names)): words += names.filter { !words.contains($0) }
                case .values, .text, .name, .line, .reference, .path: scalars.append(question)
                case .list, .elements, .keys: break
                }
            }
            // (A text that a narrower question follows.)
            if scalars.contains(where: { $0.isNarrowText }) {
                scalars.removeAll { if case .text = $0 { true } else { false } }
            }
            isEmpty = text.isEmpty
            if !isEmpty, scalars.isEmpty, words.isEmpty { words = [text] }
            if questions.contains(.elements), !isEmpty {
                var one = self
                one.list = nil
                list = SchemaList(counts: 1...Int.max, allowsOne: true, elements: [one])
                (scalars, words) = ([], [])
            }
        case .sequence(let nodes):
            var counts = 1...Int.max
            for case .list(let range) in questions { counts = range }
            var elements = nodes.map { SchemaShape($0, asked) }
            if counts.lowerBound < counts.upperBound || counts.lowerBound == 1 {
                elements = [elements.reduce(into: SchemaShape()) { $0.add($1) }]
            }
            list = SchemaList(counts: counts, allowsOne: questions.contains(.elements), elements: elements)
        case .mapping(let entries):
            // (A kind that is one of many words tells nothing.)
            let kind = node["kind"].flatMap { asked($0).isEmpty ? $0.text : nil }
            var mapping = SchemaMapping(
                keys: [], othersAreIgnored: false, kind: kind, required: entries.map { $0.key })
            for case .keys(let keys, let ignores) in questions {
                (mapping.keys, mapping.othersAreIgnored) = (keys, ignores)
            }
            for entry in entries { mapping.values[entry.key] = SchemaShape(entry.value, asked) }
            mappings = [mapping]
        }
    }

    /// Lets the values be what `other` says, too.
    mutating func add(_ other: SchemaShape, oneMapping: Bool = false) {
        for scalar in other.scalars {
            if let index = scalars.firstIndex(where: { $0.union(scalar) != nil }) {
                scalars[index] = scalars[index].union(scalar) ?? scalar
            } else {
                scalars.append(scalar)
            }
        }
        words += other.words.filter { !words.contains($0) }
        isEmpty = isEmpty || other.isEmpty
        if var own = list, let others = other.list {
            own.add(others)
            list = own
        } else {
            list = list ?? other.list
        }
        for mapping in other.mappings {
            if let index = mappings.firstIndex(where: { oneMapping || $0.isLike(mapping) }) {
                mappings[index].add(mapping)
            } else {
                mappings.append(mapping)
            }
        }
    }
}

extension SchemaList {
    mutating func add(_ other: SchemaList) {
        // (A count that a reader named stands against none.)
        if other.counts.upperBound < .max || counts.upperBound == .max {
            counts =
                counts.upperBound == .max
                ? other.counts
                : min(counts.lowerBound, other.counts.lowerBound)...max(counts.upperBound, other.counts.upperBound)
        }
        allowsOne = allowsOne || other.allowsOne
        if elements.count == other.elements.count {
            for index in elements.indices { elements[index].add(other.elements[index]) }
        } else {
            elements = [(elements + other.elements).reduce(into: SchemaShape()) { $0.add($1) }]
        }
    }
}

extension SchemaMapping {
    mutating func add(_ other: SchemaMapping) {
        keys += other.keys.filter { !keys.contains($0) }
        for (key, shape) in other.values { values[key, default: SchemaShape()].add(shape) }
        required.removeAll { !other.required.contains($0) }
    }
}

extension ParameterQuestions.Question {
    var isNarrowText: Bool {
        switch self {
        case .name, .line, .reference, .path: true
        default: false
        }
    }

    /// What allows both; nil where these are of different kinds.
    func union(_ other: Self) -> Self? {
        switch (self, other) {
        case (.text(let a), .text(let b)): .text(limit: max(a, b))
        case (.values(.integer(let a)), .values(.integer(let b))): .values(.integer(a.union(b)))
        case (.values(.number(let a)), .values(.number(let b))): .values(.number(a.union(b)))
        case (.values(.length(let a)), .values(.length(let b))): .values(.length(a.union(b)))
        case (.values(.time(let a)), .values(.time(let b))): .values(.time(a.union(b)))
        case (.values(.angle(let a)), .values(.angle(let b))): .values(.angle(a.union(b)))
        default: self == other ? self : nil
        }
    }
}

extension ClosedRange {
    fileprivate func union(_ other: Self) -> Self {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}
