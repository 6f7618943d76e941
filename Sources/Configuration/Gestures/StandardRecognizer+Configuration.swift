public import TaplineCore

extension StandardRecognizer: ConfigurableRecognizer {
    /// The library's kinds, in the order in which messages list them; the file of each in `Parameters` reads it.
    private static var kinds: [(name: String, make: (inout ParameterReader) -> StandardRecognizer)] {
        [
            ("tap", { .tap(&$0) }),
            ("longPress", { .longPress(LongPressRecognizer(.init(&$0))) }),
            ("pan", { .pan(PanRecognizer(.init(&$0))) }),
            ("edgePan", { .edgePan(EdgePanRecognizer(.init(&$0))) }),
            ("swipe", { .swipe(SwipeRecognizer(.init(&$0))) }),
            ("pinch", { .pinch(PinchRecognizer(.init(&$0))) }),
            ("rotation", { .rotation(RotationRecognizer(.init(&$0))) }),
            ("transform", { .transform(TransformRecognizer(.init(&$0))) }),
            ("stroke", { .stroke(StrokeRecognizer(.init(&$0))) }),
        ]
    }

    public static func kindNames() -> [String] { kinds.map { $0.name } }

    public static func make(
        kind: String, parameters reader: inout ParameterReader
    ) throws(ConfigurationErrors) -> StandardRecognizer {
        for known in kinds where known.name == kind { return known.make(&reader) }
        return kinds[0].make(&reader)
    }
}
