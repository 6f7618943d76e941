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
            var reader = ParameterReader(node, what: "a relation", panel: panel, problems: problems)
            let subjects = reader.subjects(names)
            let requireToFail = reader.related("requireToFail", subjects, names)
            let simultaneousWith = reader.related("simultaneousWith", subjects, names)
            let cannotPrevent = reader.related("cannotPrevent", subjects, names)
            let cannotBePreventedBy = reader.related("cannotBePreventedBy", subjects, names)
            if requireToFail == nil, simultaneousWith == nil, cannotPrevent == nil, cannotBePreventedBy == nil {
                reader.lacks(
                    ["requireToFail", "simultaneousWith", "cannotPrevent", "cannotBePreventedBy"],
                    "a relation says nothing",
                    suggestion: "add one of requireToFail, simultaneousWith, cannotPrevent, cannotBePreventedBy")
            }
            problems = reader.finish()
            for subject in subjects {
                let one = subject.index
                for other in requireToFail ?? [] where other.index != one {
                    insert(other.index, into: &relations[one].requireToFail)
                    waits.append(WaitingGraph.Edge(from: one, to: other.index, mark: other.mark))
                }
                for other in simultaneousWith ?? [] where other.index != one {
                    insert(other.index, into: &relations[one].simultaneousWith)
                }
                for other in cannotPrevent ?? [] where other.index != one {
                    insert(other.index, into: &relations[one].cannotPrevent)
                }
                for other in cannotBePreventedBy ?? [] where other.index != one {
                    insert(other.index, into: &relations[one].cannotBePreventedBy)
                }
            }
        }
        var graph = WaitingGraph(count: gestures.count, edges: waits)
        for cycle in graph.cycles() {
            var way = ""
            for index in cycle.members { way += "\(displayed(gestures[index])) → " }
            way += displayed(gestures[cycle.members[0]])
            refuse(
                at: cycle.mark, "gestures wait for each other: \(way)",
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
        for element in operands(node, key) {
            if case .mapping = element.content {
                var reader = ParameterReader(element, what: "a kind of gestures", panel: panel, problems: problems)
                var members: [Related] = []
                if let kind = reader.required("kind", example: "kind: KIND") {
                    members = reader.members(of: kind, names)
                }
                problems = reader.finish()
                others += members
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
    private mutating func operands(_ node: YAMLNode, _ key: String) -> [YAMLNode] {
        if case .mapping = node.content { return [node] }
        return elements(node, key)
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

    private func insert(_ index: Int, into indices: inout [Int]) {
        guard !indices.contains(index) else { return }
        indices.append(index)
        indices.sort()
    }
}
