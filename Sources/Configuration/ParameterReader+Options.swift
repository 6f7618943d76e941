import TaplineCore

extension ParameterReader {
    /// The value of `options`: `youth`, what the parameter of that name is for gestures that do not give it, is kept for them;
    /// `wakeTouch`, how long a panel rests before a finger only wakes it, is returned; nil: every finger counts; and the name of
    /// the zone that is the first responder at the start; and whether the panel turns with the way the device is held.
    mutating func options() -> (wakeTouch: Microseconds?, firstResponder: YAMLNode?, followsOrientation: Bool) {
        guard let node = node("options") else { return (nil, nil, false) }
        if let text = node.text, text.isEmpty { return (nil, nil, false) }
        let (wakeTouch, youth, firstResponder, follows) = mapping(node, what: "options") {
            (
                $0.time("wakeTouch", in: .milliseconds(100)...(.milliseconds(86_400_000)), none: .unlimited),
                $0.youth(),
                $0.node("firstResponder"),
                $0.choice("orientation", [("fixed", false), ("follow", true)])
            )
        }
        usualYouth = youth ?? usualYouth
        return (wakeTouch, firstResponder, follows ?? false)
    }
}
