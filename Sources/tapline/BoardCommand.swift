import ArgumentParser
import TaplineBoards
import TaplineService

/// `tapline board`.
struct BoardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Makes board files.", subcommands: [Import.self])

    /// `tapline board import`.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a board file of a dtoverlay line.",
            discussion: """
                Takes the line of config.txt that a touch panel has with the kernel's driver, and the dtparam lines that \
                follow it, and writes the same panel as a board (board/1) to the standard output:
                  tapline board import dtoverlay=goodix,interrupt=4,reset=17,sizex=800,sizey=480 > panel.yaml
                Known overlays: \(TouchOverlay.allNames.joined(separator: ", ")). Exit code 78 where the line is wrong.
                """)

        @Argument(help: "The dtoverlay line, then dtparam lines; - for lines of the standard input.")
        var lines: [String]

        func run() throws {
            try report { () throws(ServiceError) in
                var lines = lines
                if lines == ["-"] {
                    // (Not as characters: a carriage return and a line feed are one.)
                    let parts = try Files.read("-", limit: Files.largestText).split(
                        separator: 0x0A, omittingEmptySubsequences: false)
                    lines = parts.map { String(decoding: $0, as: UTF8.self) }
                }
                let board: OverlayImport
                do throws(ConfigurationErrors) {
                    board = try OverlayImport(lines)
                } catch {
                    throw ServiceError(error)
                }
                var output = OutputStream()
                output.write(board.boardText)
                try output.finish()
                var errors = OutputStream(descriptor: 2)
                for note in board.notes { errors.write("note: \(note)\n") }
                errors.flush()
            }
        }
    }
}
