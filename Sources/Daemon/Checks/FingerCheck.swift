import TaplineConfiguration
import TaplineCore
import TaplineFormats

/// Gestures that want more fingers than a panel reports: they never happen on it. And those that keep a single finger from
/// whoever gets what nobody claims.
struct FingerCheck {
    /// The gestures of a configuration, with what the file has of each.
    private let gestures: [(gesture: GestureDescription<StandardRecognizer>, node: YAMLNode)]
    private let file: String

    /// Looks at the gestures of `configuration`, which `root` is.
    init(_ configuration: Configuration<StandardRecognizer>, in root: YAMLNode, file: String) {
        self.file = file
        guard case .sequence(let nodes)? = root["gestures"]?.content else {
            gestures = []
            return
        }
        gestures = zip(configuration.gestures, nodes).map { ($0, $1) }
    }

    /// A warning for each gesture that cannot happen on `board`.
    func warnings(for board: BoardDescription) -> [ConfigurationError] {
        gestures.filter { $0.gesture.recognizer.fewestTouches > board.maximumFingers }.map { gesture, node in
            let most = counted(board.maximumFingers, "finger")
            return ConfigurationError(
                file: file, mark: node.mark,
                message:
                    "warning: gesture '\(gesture.name)' needs \(gesture.recognizer.fewestTouches) fingers, and the board "
                    + "\"\(board.name)\" reports \(most) at most: it never happens",
                suggestion: "write a gesture of \(most), or max_fingers into the board if the panel has more")
        }
    }

    /// A warning for each gesture of several fingers that holds one back as long as it is there: a browser would scroll when
    /// the finger has lifted.
    func heldBack() -> [ConfigurationError] {
        gestures.filter { gesture, node in
            // (A finger that moves alone does not make these fail, nor does time.)
            gesture.recognizer.fewestTouches > 1 && gesture.recognizer.traits.contains(.noDeadline)
                && node["delaysBegan"] == nil && node["cancelsTouches"]?.text != "false"
        }.map { gesture, node in
            ConfigurationError(
                file: file, mark: node.mark,
                message: "warning: gesture '\(gesture.name)' holds back a single finger until it lifts",
                suggestion: "delaysBegan: false passes it on as it moves, and takes it away as a palm when the gesture "
                    + "is recognized; delaysBegan: true keeps it so")
        }
    }
}
