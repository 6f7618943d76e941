extension ParameterReader {
    /// The value of `relations`: one for each of `gestures`, in their order.
    mutating func relations(gestures: [String]) -> [GestureRelations] {
        var relations = [GestureRelations](repeating: GestureRelations(), count: gestures.count)
        var waits: [WaitingGraph.Edge] = []
        // Every pair of gestures in every form would fit.
        for node in entries("relations", "relations", capacity: 256) {
            var reader = ParameterReader(node, what: "a relation", panel: panel, problems: problems)
            var subjects: [Int] = []
            if let node = reader.required("gesture", example: "gesture: NAME") {
                for found in reader.indices(node, "gesture", "gesture", among: gestures) {
                    subjects.append(found.index)
                }
            }
            let requireToFail = reader.related("requireToFail", subjects, gestures)
            let simultaneousWith = reader.related("simultaneousWith", subjects, gestures)
            let cannotPrevent = reader.related("cannotPrevent", subjects, gestures)
            let cannotBePreventedBy = reader.related("cannotBePreventedBy", subjects, gestures)
            if requireToFail == nil, simultaneousWith == nil, cannotPrevent == nil, cannotBePreventedBy == nil {
                reader.refuse(
                    at: node.mark, "a relation says nothing",
                    suggestion: "add one of requireToFail, simultaneousWith, cannotPrevent, cannotBePreventedBy")
            }
            problems = reader.finish()
            for subject in subjects {
                for other in requireToFail ?? [] {
                    insert(other.index, into: &relations[subject].requireToFail)
                    waits.append(WaitingGraph.Edge(from: subject, to: other.index, mark: other.mark))
                }
                for other in simultaneousWith ?? [] { insert(other.index, into: &relations[subject].simultaneousWith) }
                for other in cannotPrevent ?? [] { insert(other.index, into: &relations[subject].cannotPrevent) }
                for other in cannotBePreventedBy ?? [] {
                    insert(other.index, into: &relations[subject].cannotBePreventedBy)
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

    /// The gestures that `key` names, none of them one of `subjects`; nil where the key is missing.
    private mutating func related(
        _ key: String, _ subjects: [Int], _ gestures: [String]
    ) -> [(index: Int, mark: YAMLMark)]? {
        guard let node = node(key) else { return nil }
        var others: [(index: Int, mark: YAMLMark)] = []
        for other in indices(node, key, "gesture", among: gestures) {
            if subjects.contains(other.index) {
                refuse(
                    at: other.mark, "gesture \(quoted(gestures[other.index])) is related to itself",
                    suggestion: "name another gesture in \(key)")
            } else {
                others.append(other)
            }
        }
        return others
    }

    private func insert(_ index: Int, into indices: inout [Int]) {
        guard !indices.contains(index) else { return }
        indices.append(index)
        indices.sort()
    }
}
