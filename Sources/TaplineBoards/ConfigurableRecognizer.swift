public import TaplineGestures

/// A recognizer that a `config/1` file can name.
///
/// A user's own kinds are an enum that wraps ``TaplineGestures/StandardRecognizer``: it adds its names to
/// ``kindNames()`` and hands every other kind on.
public protocol ConfigurableRecognizer: Recognizer {
    /// The kinds this type can make, in the order in which messages list them.
    static func kindNames() -> [String]

    /// A recognizer of `kind`, one of ``kindNames()``.
    ///
    /// Ask `parameters` once for every parameter of the kind. Wrong values need no `throw`: the reader keeps their
    /// errors and the recognizer made here is then thrown away.
    static func make(kind: String, parameters: inout ParameterReader) throws(ConfigurationErrors) -> Self
}
