import ArgumentParser
import TaplineService

/// `tapline check`.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says what is wrong in boards, configurations and strokes.",
        discussion: "Errors are file:line:column: what is wrong; what would be right. Exit code 78 where there is one.")

    @Argument(help: "Boards (board/1), configurations (config/1) and strokes (stroke/1).")
    var files: [String]

    func run() throws {
        var output = OutputStream()
        var errors = OutputStream(descriptor: 2)
        var worst: TaplineService.ExitCode?
        let library = BoardLibrary()
        for file in files {
            do throws(ServiceError) {
                output.write(try FileCheck.check(file, library: library) + "\n")
            } catch {
                errors.write(error.description + "\n")
                if worst == nil || error.exitCode == .badConfiguration { worst = error.exitCode }
            }
        }
        errors.flush()
        try report { () throws(ServiceError) in try output.finish() }
        if let worst { throw ArgumentParser.ExitCode(worst.rawValue) }
    }
}
