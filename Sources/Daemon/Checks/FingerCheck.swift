import TaplineConfiguration

/// Gestures that want more fingers than a panel reports: they never happen on it. And those that keep a single finger from
/// whoever gets what nobody claims.
enum FingerCheck {
    /// A warning for each gesture of `configuration` that cannot happen on `board`.
    static func warnings(_ configuration: YAMLNode, for board: BoardDescription, file: String) -> [ConfigurationError] {
        guard case .sequence(let gestures)? = configuration["gestures"]?.content else { return [] }
        var warnings: [ConfigurationError] = []
        for gesture in gestures {
            let fingers = fingers(of: gesture)
            guard fingers > board.maximumFingers else { continue }
            let most = plural(board.maximumFingers, "finger")
            warnings.append(
                ConfigurationError(
                    file: file, mark: gesture.mark,
                    message:
                        "warning: gesture '\(gesture["name"]?.text ?? "")' needs \(fingers) fingers, and the board "
                        + "\"\(board.name)\" reports \(most) at most: it never happens",
                    suggestion: "write a gesture of \(most), or max_fingers into the board if the panel has more"))
        }
        return warnings
    }

    /// A warning for each gesture of two fingers that holds one back as long as it is there: a browser would scroll when
    /// the finger has lifted.
    static func heldBack(_ configuration: YAMLNode, file: String) -> [ConfigurationError] {
        guard ParameterReader.hasUnclaimedTouchscreen(configuration["outputs"]),
            case .sequence(let gestures)? = configuration["gestures"]?.content
        else { return [] }
        return gestures.filter {
            // (A finger that moves alone does not make these fail.)
            ["pinch", "rotation", "transform", "pan"].contains($0["kind"]?.text) && fingers(of: $0) > 1
                && $0["delaysBegan"] == nil && $0["cancelsTouches"]?.text != "false"
        }.map { gesture in
            ConfigurationError(
                file: file, mark: gesture.mark,
                message: "warning: gesture '\(gesture["name"]?.text ?? "")' holds back a single finger until it lifts",
                suggestion: "delaysBegan: false passes it on as it moves, and takes it away as a palm when the gesture "
                    + "is recognized; delaysBegan: true keeps it so")
        }
    }

    /// The fewest fingers with which the gesture begins.
    private static func fingers(of gesture: YAMLNode) -> Int {
        for key in ["touches", "minimumTouches"] {
            if let text = gesture[key]?.text, let count = Int(text) { return count }
        }
        return ["pinch", "rotation", "transform"].contains(gesture["kind"]?.text) ? 2 : 1
    }
}
