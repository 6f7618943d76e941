import TaplineBoards

/// Says what is wrong with a board's computer, and what mends it: facts in, findings out.
///
/// Each check is a function of its own, in `Doctor+….swift`; the first of them say why the later ones have nothing to
/// look at.
public enum Doctor {
    /// The findings of all checks, in the order in which problems are to be mended.
    public static func examine(_ facts: MachineFacts) -> [DoctorFinding] {
        bus(facts) + permission(facts) + kernelDriver(facts) + lines(facts) + controller(facts) + size(facts)
            + interrupt(facts) + transfers(facts) + load(facts)
    }

    // MARK: Commands

    /// Adds a line to config.txt, which counts from the next start on.
    static func addToBoot(_ line: String, _ facts: MachineFacts) -> String {
        "echo \(Shell.quoted(line)) | sudo tee -a \(Shell.word(bootPath(facts))) && sudo reboot"
    }

    static func bootPath(_ facts: MachineFacts) -> String {
        facts.bootConfiguration?.path ?? "/boot/firmware/config.txt"
    }

    /// Replaces a key of the board's file.
    static func editBoard(_ key: String, _ value: String, _ facts: MachineFacts) -> String {
        "sed -i \(Shell.quoted("s|^\(key):.*|\(key): \(Shell.replacement(value))|")) \(Shell.word(boardFile(facts)))"
    }

    /// Leaves a key of the board's file out.
    static func dropFromBoard(_ key: String, _ facts: MachineFacts) -> String {
        "sed -i 's|^\(key):|# &|' \(Shell.word(boardFile(facts)))"
    }

    static func boardFile(_ facts: MachineFacts) -> String {
        facts.boardFile.isEmpty ? "boards/\(facts.boardName).yaml" : facts.boardFile
    }

    /// The board's addresses, `0x5d or 0x14`.
    static func addresses(_ facts: MachineFacts) -> String {
        facts.board.addresses.map { $0.hexadecimal }.joined(separator: " or ")
    }
}
