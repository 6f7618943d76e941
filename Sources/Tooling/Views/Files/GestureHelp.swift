import TaplineConfiguration
import TaplineCore
public import TaplineDaemon

/// What a kind of gesture is configured by: the table of GESTURES.md, for a terminal.
public enum GestureHelp {
    /// The parameters of `kind`; nil: the kinds that there are.
    ///
    /// - Throws: ``ServiceError`` with exit code 64 for a kind that there is not.
    public static func text(of kind: String?) throws(ServiceError) -> String {
        let kinds = StandardRecognizer.kindNames()
        guard let kind else {
            return "Kinds of gestures; tapline help gesture KIND lists the parameters of one:\n  "
                + kinds.joined(separator: ", ") + "\n"
        }
        guard kinds.contains(kind) else {
            let nearest = nearestName(to: kind, among: kinds).map { "did you mean '\($0)'? " } ?? ""
            throw ServiceError(
                "there is no kind of gesture '\(printable(kind))'; \(nearest)there are \(kinds.joined(separator: ", "))",
                .usage)
        }
        var text = "- {name: NAME, kind: \(kind)} in the list gestures of a configuration, with any of:\n\n"
        for parameter in StandardRecognizer.parameters(of: kind) {
            let values = parameter.values.range + (parameter.word.map { ", or \($0)" } ?? "")
            text += "  \(parameter.name): \(values); without it \(parameter.standard)\n      \(parameter.help)\n"
        }
        return text + "\nKeys of all gestures, and who wins: GESTURES.md and FORMATS.md.\n"
    }
}
