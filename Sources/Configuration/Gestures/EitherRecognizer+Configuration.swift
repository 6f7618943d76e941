public import TaplineCore

/// The kinds of both, by their names; a name that both know is the first's.
extension EitherRecognizer: ConfigurableRecognizer where First: ConfigurableRecognizer, Second: ConfigurableRecognizer {
    public static func kindNames() -> [String] { First.kindNames() + Second.kindNames() }

    public static func make(
        kind: String, parameters: inout ParameterReader
    ) throws(ConfigurationErrors) -> EitherRecognizer {
        if First.kindNames().contains(kind) { return .first(try First.make(kind: kind, parameters: &parameters)) }
        return .second(try Second.make(kind: kind, parameters: &parameters))
    }
}
