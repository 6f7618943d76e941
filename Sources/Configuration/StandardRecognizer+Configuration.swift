public import TaplineCore

extension StandardRecognizer: ConfigurableRecognizer {
    public static func kindNames() -> [String] {
        ["tap", "longPress", "pan", "edgePan", "swipe", "pinch", "rotation", "transform", "stroke"]
    }

    public static func make(
        kind: String, parameters reader: inout ParameterReader
    ) throws(ConfigurationErrors) -> StandardRecognizer {
        switch kind {
        case "longPress": .longPress(LongPressRecognizer(.init(&reader)))
        case "edgePan": .edgePan(EdgePanRecognizer(.init(&reader)))
        case "pinch": .pinch(PinchRecognizer(.init(&reader)))
        case "rotation": .rotation(RotationRecognizer(.init(&reader)))
        case "transform": .transform(TransformRecognizer(.init(&reader)))
        case "pan": .pan(PanRecognizer(.init(&reader)))
        case "stroke": .stroke(StrokeRecognizer(.init(&reader)))
        case "swipe": .swipe(SwipeRecognizer(.init(&reader)))
        default: .tap(TapRecognizer(.init(&reader)))
        }
    }
}
