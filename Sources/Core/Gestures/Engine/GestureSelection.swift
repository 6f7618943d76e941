/// One gesture of a ``GestureSetup``, or every gesture of a kind: those that are there and those added later.
public enum GestureSelection: Sendable {
    /// The gesture at this index.
    case gesture(Int)
    /// Every gesture whose kind has this name.
    case kind(StaticString)

    /// Whether the gesture at `index`, of kind `name`, is among them.
    func contains(_ index: Int, kind name: StaticString) -> Bool {
        switch self {
        case .gesture(let other): index == other
        case .kind(let other): GestureSelection.isSame(name, other)
        }
    }

    /// Compares constant texts. (Their bytes live as long as the program: reading them is safe.)
    static func isSame(_ a: StaticString, _ b: StaticString) -> Bool {
        let count = a.utf8CodeUnitCount
        guard count == b.utf8CodeUnitCount else { return false }
        let (left, right) = unsafe (a.utf8Start, b.utf8Start)
        for i in 0..<count where unsafe left[i] != right[i] { return false }
        return true
    }
}
