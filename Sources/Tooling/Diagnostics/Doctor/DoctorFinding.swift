public import TaplineDaemon

/// What one check of the doctor says.
public struct DoctorFinding: Equatable, Sendable {
    /// What it means for the panel.
    public enum Weight: Equatable, Sendable {
        /// All is well.
        case fine
        /// It could not be looked at, or could be better; the panel works.
        case note
        /// The panel does not work, or not well. The exit code of a doctor who finds no other problem before.
        case problem(ExitCode)
    }

    /// What it means.
    public var weight: Weight
    /// What was looked at, one word: `bus`.
    public var subject: String
    /// What was found.
    public var text: String
    /// The command that fixes it; empty where nothing is to be fixed.
    public var command: String
    /// Lines beneath it: a picture, keys of a board.
    public var lines: [String] = []

    /// All is well with `subject`.
    static func fine(_ subject: String, _ text: String) -> DoctorFinding {
        DoctorFinding(weight: .fine, subject: subject, text: text, command: "")
    }

    /// Something about `subject` that `command` would show or better.
    static func note(_ subject: String, _ text: String, command: String) -> DoctorFinding {
        DoctorFinding(weight: .note, subject: subject, text: text, command: command)
    }

    /// Something is wrong with `subject`, and `command` fixes it.
    static func problem(
        _ subject: String, _ text: String, command: String, _ exitCode: ExitCode = .unavailable
    ) -> DoctorFinding {
        DoctorFinding(weight: .problem(exitCode), subject: subject, text: text, command: command)
    }
}
