import ArgumentParser
import TaplineDaemon
import TaplineViews

/// `tapline report`.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Packs what a bug report needs into one file.",
        discussion: """
            Versions of Tapline, kernel and system, the computer's model, the configuration, the board, what the daemon has \
            counted, and, with a recording, what its replay tells and a picture of it:
              tapline record lamp swipe.jsonl
              tapline report lamp --recording swipe.jsonl -o report.tar.gz
            It tells what is in the file. Names of the computer and its users, homes, addresses of networks, network cards \
            and people, and serial numbers of devices are left out, but not a name that is a word of Tapline's own formats \
            (a computer called panel). Comments, commands and the source of a board are left out whole, names with more than \
            letters and figures in them are name1, name2; plain ones, such as lamp, stay. --show writes everything that would \
            be packed to the standard output.

            A configuration that is wrong is packed, too. Exit code 65 for a recording that is wrong, 78 for a board that is unknown, 69 where tar is missing, 74 where the file is there \
            already or cannot be written, 77 where permission is missing.
            """)

    @Option(help: "The configuration. Without it: that of the panel.")
    var config: String?
    @Option(help: "The board: a name, or a file. Without it: the one that the configuration names.")
    var board: String?
    @Option(help: "The recording (trace/1 or bus/1) that shows what goes wrong.")
    var recording: String?
    @Option(name: [.customShort("o", allowingJoined: true), .long], help: "The file, which ends in .tar.gz.")
    var output: String?
    @Flag(help: "Write everything to the standard output, and no file.")
    var show = false
    @Flag(help: "Replace a file that is there already.")
    var force = false
    @Argument(help: "The name of the panel.")
    var panel: String?

    func validate() throws {
        guard (output == nil) == show else {
            throw ValidationError("write -o FILE.tar.gz, or --show to look at what would be in it")
        }
        guard output?.hasSuffix(".tar.gz") ?? true else {
            throw ValidationError("--output is '\(output ?? "")'; write a name that ends in .tar.gz")
        }
    }

    func run() throws {
        try report { () throws(ServiceError) in
            if let path = output { try WholeFile.require(path, replaces: force) }
            let packed = try ProblemReport(
                panel: panel, configuration: config, board: board, recording: recording)
            var text = OutputStream()
            if let path = output {
                try packed.write(to: path)
                text.write(packed.list)
                text.write("\(path): written; look at it: tar -xzOf \(path)\n")
            } else {
                text.write(packed.content)
            }
            try text.finish()
        }
    }
}
