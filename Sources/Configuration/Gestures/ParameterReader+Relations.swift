/// What relations may refer to: the gestures of a file, by name and by kind.
struct RelatedNames {
    let gestures: [String]
    /// nil where a gesture is of no kind that there is.
    let kinds: [String?]
    /// All kinds that there are.
    let known: [String]
}

/// A gesture that a relation refers to.
private struct Related {
    let index: Int
    let mark: YAMLMark
    /// Whether it is meant itself, and not only its kind.
    let isNamed: Bool
}

extension ParameterReader {
    /// The value of `relations`: one for each gesture, in their order.
    mutating func relations(of names: RelatedNames) -> [GestureRelations] {
        let gestures = names.gestures
        var relations = [GestureRelations](repeating: GestureRelations(), count: gestures.count)
        var waits: [WaitingGraph.Edge] = []
        // Every pair of gestures in every form would fit.
        for node in entries("relations", "relations", capacity: 256) {
            let (subjects, related) = mapping(node, what: "a relation") { reader in
                let subjects = reader.subjects(names)
                let related = GestureRelations.keys.map { reader.related($0, subjects, names) }
                if related.allSatisfy({ $0 == nil }) {
                    reader.lacks(
                        GestureRelations.keys, "a relation says nothing",
                        suggestion: "add one of \(listed(GestureRelations.keys))")
                }
                return (subjects, related)
            }
            for subject in subjects.map({ $0.index }) {
                for (key, others) in related.enumerated() {
                    for other in others ?? [] where other.index != subject {
                        relations[subject].insert(other.index, key: key)
                        if key == 0 {
                            waits.append(WaitingGraph.Edge(from: subject, to: other.index, mark: other.mark))
                        }
                    }
                }
            }
        }
        var graph = WaitingGraph(count: gestures.count, edges: waits)
        for cycle in graph.cycles() {
            let names = (cycle.members + [cycle.members[0]]).map { displayed(gestures[$0]) }
            refuse(
                at: cycle.mark, "gestures wait for each other: \(names.joined(separator: " → "))",
                suggestion: "leave out one requireToFail of them")
        }
        return relations
    }

    /// The gestures that a relation is of: those of `gesture`, or all of `kind`.
    private mutating func subjects(_ names: RelatedNames) -> [Related] {
        let gesture = node("gesture")
        let kind = node("kind")
        if gesture != nil, let kind {
            refuse(at: kind.mark, "a relation has a gesture and a kind", suggestion: "keep one of them")
        } else if let gesture {
            return indices(gesture, "gesture", "gesture", among: names.gestures).map {
                Related(index: $0.index, mark: $0.mark, isNamed: true)
            }
        } else if let kind {
            return members(of: kind, names)
        } else {
            _ = required("gesture", example: "gesture: NAME, or kind: KIND for all of a kind")
        }
        return []
    }

    /// The gestures that `key` means, none of them named as one of `subjects`; nil where the key is missing. A gesture
    /// that is there because of its kind has no relation to itself.
    private mutating func related(_ key: String, _ subjects: [Related], _ names: RelatedNames) -> [Related]? {
        guard let node = node(key) else { return nil }
        var others: [Related] = []
        for element in operands(node, key, among: names.gestures) {
            if case .mapping = element.content {
                others += mapping(element, what: "a kind of gestures") { reader in
                    reader.required("kind", example: "kind: KIND").map { reader.members(of: $0, names) } ?? []
                }
            } else if let index = index(of: element, "gesture", among: names.gestures) {
                if subjects.contains(where: { $0.index == index && $0.isNamed }) {
                    refuse(
                        at: element.mark, "gesture \(quoted(names.gestures[index])) is related to itself",
                        suggestion: "name another gesture in \(key)")
                } else {
                    others.append(Related(index: index, mark: element.mark, isNamed: true))
                }
            }
        }
        return others
    }

    /// The elements of a list of names and of `{kind: KIND}`, or a single one of them.
    private mutating func operands(_ node: YAMLNode, _ key: String, among names: [String]) -> [YAMLNode] {
        if case .mapping = node.content { return [node] }
        return elements(node, key, among: names)
    }

    /// All gestures of the kinds that `node` names.
    private mutating func members(of node: YAMLNode, _ names: RelatedNames) -> [Related] {
        var members: [Related] = []
        for kind in indices(node, "kind", "kind", among: names.known) {
            for index in names.kinds.indices where names.kinds[index] == names.known[kind.index] {
                members.append(Related(index: index, mark: kind.mark, isNamed: false))
            }
        }
        return members
    }
}
