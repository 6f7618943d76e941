import TaplineConfiguration
public import TaplineDaemon

/// Makes a board file of a dtoverlay line, or of a whole config.txt.
public enum BoardImport {
    /// Writes the board to `output`, and notes to `errors`.
    ///
    /// - Parameters:
    ///   - lines: a dtoverlay line, then dtparam lines; or one file, `-` for the standard input.
    ///   - size: the panel's raw pixels across and down, where the line does not say them.
    /// - Throws: ``ServiceError``: exit code 78 where the line is wrong, 74 where the file cannot be read.
    public static func run(
        _ lines: [String], size: (width: Int, height: Int)?, output: inout OutputStream, errors: inout OutputStream
    ) throws(ServiceError) {
        let boot = try source(lines)
        let board = try reading { () throws(ConfigurationErrors) in
            try OverlayImport(boot, size: size.map { ($0.width, $0.height) })
        }
        output.write(board.boardText)
        try output.finish()
        for note in board.notes { errors.write("note: \(note)\n") }
        errors.flush()
    }

    /// The pixels of `text`, 1 to 65535 each: `1280x720`.
    public static func size(_ text: String) -> (width: Int, height: Int)? {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]), (1...65_535).contains(width),
            (1...65_535).contains(height)
        else { return nil }
        return (width, height)
    }

    /// What is read: a file, or the lines themselves.
    private static func source(_ lines: [String]) throws(ServiceError) -> BootConfiguration {
        let first = lines.first ?? ""
        // (A line of config.txt has no slash, and does not end like a file.)
        let isFile = lines.count == 1 && (first == "-" || first.contains("/") || first.hasSuffix(".txt"))
        if isFile, !first.hasPrefix("dtoverlay=") {
            return BootConfiguration(try Files.readText(first), file: first == "-" ? OverlayLine.file : first)
        }
        return BootConfiguration(Array(lines.map { $0 + "\n" }.joined().utf8), file: OverlayLine.file)
    }
}
