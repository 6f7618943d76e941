import ArgumentParser
import TaplineConfiguration
import TaplineDaemon
import TaplineDiagnostics

/// `tapline board`.
struct BoardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Makes and changes board files.", subcommands: [Import.self, Set.self])

    /// `tapline board import`.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a board file of a dtoverlay line, or of a whole config.txt.",
            discussion: """
                Takes the line of config.txt that a touch panel has with the kernel's driver, and the dtparam lines that \
                follow it, and writes the same panel as a board (board/1) to the standard output:
                  tapline board import dtoverlay=goodix,interrupt=4,reset=17,sizex=800,sizey=480 > panel.yaml
                  tapline board import /boot/firmware/config.txt > panel.yaml
                Of a file everything else is passed over; where it has several touch overlays, they are listed.
                Known overlays: \(TouchOverlay.allNames.joined(separator: ", ")). Exit code 78 where the line is wrong.
                """)

        @Option(help: "The panel's raw pixels across and down, where the line does not say them: 1280x720.")
        var size: PanelSize?
        @Argument(help: "The dtoverlay line, then dtparam lines; or a file, - for the standard input.")
        var lines: [String]

        func run() throws {
            try report { () throws(ServiceError) in
                var output = OutputStream()
                var errors = OutputStream(descriptor: 2)
                try BoardImport.run(
                    lines, size: size.map { ($0.width, $0.height) }, output: &output, errors: &errors)
            }
        }
    }

    /// `tapline board set`.
    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Gives keys of a board file other values.",
            discussion: """
                Everything else in the file stays as it is, comments and style too; the file is replaced as a whole, or \
                stays as it was where the board would be wrong:
                  tapline board set --board panel.yaml interrupt_pin none
                  tapline board set --board panel.yaml addresses '[0x14]' transform.rotate 90
                What has changed is told, with the file. One in /usr/share belongs to a package: the command that copies it \
                to /etc/tapline/boards, where it is found first, is told instead.
                Exit code 78 where the board would be wrong, 77 where permission is missing or the file is a package's.
                """)

        @Option(help: "The board: a name, or a file. Its file is written.")
        var board: String
        @Argument(help: ArgumentHelp("Keys as in board/1, and their values.", valueName: "key value"))
        var settings: [String]

        func validate() throws {
            guard settings.count.isMultiple(of: 2) else {
                throw ValidationError(
                    "a key has no value: write KEY VALUE, in quotes where it has spaces: '[800, 480]'")
            }
        }

        func run() throws {
            try report { () throws(ServiceError) in
                var pairs: [(key: String, value: String)] = []
                for index in stride(from: 0, to: settings.count, by: 2) {
                    pairs.append((settings[index], settings[index + 1]))
                }
                var output = OutputStream()
                try BoardSetting.apply(pairs, toBoard: board, output: &output)
            }
        }
    }
}

/// So many raw pixels across and down: `1280x720`.
struct PanelSize: ExpressibleByArgument {
    let width: Int
    let height: Int

    init?(argument: String) {
        guard let size = BoardImport.size(argument) else { return nil }
        (width, height) = size
    }
}
