public import TaplineGestures

extension StandardRecognizer: ConfigurableRecognizer {
    public static func kindNames() -> [String] { ["tap", "longPress", "pan", "swipe"] }

    public static func make(
        kind: String, parameters reader: inout ParameterReader
    ) throws(ConfigurationErrors) -> StandardRecognizer {
        switch kind {
        case "longPress": .longPress(LongPressRecognizer(.init(&reader)))
        case "pan": .pan(PanRecognizer(.init(&reader)))
        case "swipe": .swipe(SwipeRecognizer(.init(&reader)))
        default: .tap(TapRecognizer(.init(&reader)))
        }
    }
}
