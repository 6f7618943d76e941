import ArgumentParser
import TaplineConfiguration
import TaplineDaemon
import TaplineDiagnostics

/// `tapline schema`.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON Schema of a kind of file, for editors.",
        discussion: """
            Draft-07, with a sentence, the values and the default of each key. Packages have all three in \
            /usr/share/tapline/schemas. With a YAML language server, the first line of a file names its schema:
              # yaml-language-server: $schema=/usr/share/tapline/schemas/config.json

            What the schema refuses, tapline check refuses, too; names, lines and places only check can compare.
            """)

    /// What files can be.
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case board, config, stroke

        var file: TaplineFileKind {
            switch self {
            case .board: .board
            case .config: .configuration
            case .stroke: .stroke
            }
        }
    }
    @Argument(help: "What the files are: board (board/1), config (config/1), stroke (stroke/1).")
    var kind: Kind

    func run() throws {
        try report { () throws(ServiceError) in
            var output = OutputStream()
            output.write(JSONSchema(of: kind.file).text)
            try output.finish()
        }
    }
}
