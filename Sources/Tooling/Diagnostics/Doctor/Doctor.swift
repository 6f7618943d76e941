import TaplineConfiguration

/// Says what is wrong with a board's computer, and what fixes it: facts in, findings out.
///
/// Each check is a function of its own, in `Doctor+….swift`; the first of them say why the later ones have nothing to
/// look at.
public enum Doctor {
    /// The findings of all checks, in the order in which problems are to be fixed.
    public static func examine(_ facts: MachineFacts) -> [DoctorFinding] {
        examineUntouched(facts) + examineTouched(facts)
    }

    /// The findings that nobody needs to touch the panel for.
    public static func examineUntouched(_ facts: MachineFacts) -> [DoctorFinding] {
        bus(facts) + permission(facts) + kernelDriver(facts) + lines(facts) + ports(facts) + remotes(facts)
            + sensors(facts) + running(facts) + controller(facts) + size(facts)
    }

    /// The findings about what was seen while the panel was watched.
    public static func examineTouched(_ facts: MachineFacts) -> [DoctorFinding] {
        interrupt(facts) + transfers(facts) + load(facts) + buttons(facts) + untouched(facts)
    }

    // MARK: Commands

    /// Looks again, where a human has to do something first.
    static func again(_ facts: MachineFacts) -> String {
        "tapline doctor --board \(Shell.word(facts.boardName))"
            + (facts.configurationFile.isEmpty ? "" : " --config \(Shell.word(facts.configurationFile))")
    }

    /// Gives keys of the board's file other values. A file of a package's is copied first: the copy is found before it.
    static func editBoard(_ settings: [(key: String, value: String)], _ facts: MachineFacts) -> String {
        var words = ""
        for (key, value) in settings { words += " \(key) \(Shell.word(value))" }
        let file = boardFile(facts)
        guard file.hasPrefix("/usr/") else {
            return "\(facts.canWriteBoard ? "" : "sudo ")tapline board set --board \(Shell.word(file))" + words
        }
        let name = file.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: Array($0), as: UTF8.self) }
        let copy = "/etc/tapline/boards/\(name ?? "board.yaml")"
        return "sudo install -D -m 644 \(Shell.word(file)) \(Shell.word(copy)) && sudo tapline board set --board "
            + Shell.word(copy) + words
    }

    static func editBoard(_ key: String, _ value: String, _ facts: MachineFacts) -> String {
        editBoard([(key, value)], facts)
    }

    static func boardFile(_ facts: MachineFacts) -> String {
        facts.boardFile.isEmpty ? "boards/\(facts.boardName).yaml" : facts.boardFile
    }

    /// The board's addresses, `0x5d or 0x14`.
    static func addresses(_ facts: MachineFacts) -> String {
        facts.board.addresses.map { $0.hexadecimal }.joined(separator: " or ")
    }
}
