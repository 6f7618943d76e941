import TaplineGestures

/// Looks at the touches of a panel that runs, and says when it has seen enough.
class TouchObserver {
    init() {}

    /// A touch has changed.
    func touch(_ event: TouchEvent) {}

    /// Whether the run may end.
    var isDone: Bool { false }
}
