/// Which gesture waits for which to fail. Those of a cycle would wait forever.
struct WaitingGraph {
    /// `from` waits for `to`, as is written at `mark`.
    struct Edge {
        let from: Int
        let to: Int
        let mark: YAMLMark
    }

    /// Gestures that wait for each other, each for the next and the last for the first.
    struct Cycle {
        let members: [Int]
        /// Where the last waits for the first.
        let mark: YAMLMark
    }

    private enum State { case unseen, onPath, done }

    private let edges: [Edge]
    private var states: [State]
    private var path: [Int] = []
    private var found: [Cycle] = []

    init(count: Int, edges: [Edge]) {
        self.edges = edges
        states = [State](repeating: .unseen, count: count)
    }

    /// All cycles that a walk from each gesture meets: at least one where there is any.
    mutating func cycles() -> [Cycle] {
        for start in states.indices where states[start] == .unseen { visit(start) }
        return found
    }

    // As deep as there are gestures at most.
    private mutating func visit(_ gesture: Int) {
        states[gesture] = .onPath
        path.append(gesture)
        for edge in edges where edge.from == gesture {
            switch states[edge.to] {
            case .unseen: visit(edge.to)
            case .onPath:
                let first = path.firstIndex(of: edge.to) ?? 0
                found.append(Cycle(members: Array(path[first...]), mark: edge.mark))
            case .done: break
            }
        }
        path.removeLast()
        states[gesture] = .done
    }
}
