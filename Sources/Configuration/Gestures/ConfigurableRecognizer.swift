public import TaplineCore

/// A recognizer that a `config/1` file can name.
///
/// A kind of one's own joins the library's with `EitherRecognizer`, which makes each by its name.
public protocol ConfigurableRecognizer: Recognizer {
    /// The kinds this type can make, in the order in which messages list them.
    static func kindNames() -> [String]

    /// A recognizer of `kind`, one of ``kindNames()``.
    ///
    /// Ask `parameters` once for every parameter of the kind. Wrong values need no `throw`: the reader keeps their
    /// errors and the recognizer made here is then thrown away.
    static func make(kind: String, parameters: inout ParameterReader) throws(ConfigurationErrors) -> Self
}
