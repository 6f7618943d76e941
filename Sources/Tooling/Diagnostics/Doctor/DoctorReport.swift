import TaplineDaemon

/// Findings as text for people.
struct DoctorReport {
    /// The findings, in their order.
    let findings: [DoctorFinding]
    /// Whether the reader sees colours.
    let isColoured: Bool

    /// A line for each finding, and one for the command that fixes it.
    var text: String {
        var text = ""
        for finding in findings {
            let (word, colour) =
                switch finding.weight {
                case .fine: ("fine", "\u{1b}[32m")
                case .note: ("note", "\u{1b}[33m")
                case .problem: ("PROBLEM", "\u{1b}[1;31m")
                }
            text += DoctorReport.padded(isColoured ? "\(colour)\(word)\u{1b}[0m" : word, word, to: 9)
            text += DoctorReport.padded(finding.subject, finding.subject, to: 12) + finding.text + "\n"
            for line in finding.lines { text += String(repeating: " ", count: 21) + line + "\n" }
            if !finding.command.isEmpty {
                text += String(repeating: " ", count: 21) + "\(isColoured ? "\u{1b}[1m" : "")\(finding.command)"
                text += "\(isColoured ? "\u{1b}[0m" : "")\n"
            }
        }
        return text
    }

    /// How the doctor ends: as the first problem says.
    var exitCode: ExitCode {
        for finding in findings {
            if case .problem(let code) = finding.weight { return code }
        }
        return .done
    }

    /// `text`, which looks like `shown`, with spaces to so many columns.
    private static func padded(_ text: String, _ shown: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(1, columns - shown.utf8.count))
    }
}
