import TaplineConfiguration

/// `tapline check`: looks at files, reports what is wrong in them.
public struct CheckRun {
    /// Boards, configurations and strokes.
    public var files: [String]
    /// The board for which configurations are checked: a name, or a file; nil: the one that they name.
    public var board: String?

    /// A run over the files.
    public init(files: [String], board: String? = nil) {
        self.files = files
        self.board = board
    }

    /// Looks at each file, and goes on where one is wrong.
    ///
    /// - Returns: ``ExitCode/done`` where nothing is wrong, 78 where a file is, else why the first could not be read.
    /// - Throws: ``ServiceError`` where the board is wrong, or the output cannot be written.
    public func run(into output: inout OutputStream, errors: inout OutputStream) throws(ServiceError) -> ExitCode {
        let library = BoardLibrary()
        let given = try library.board(givenAs: board)
        // (The board is checked as any file; what is in it is reported where it is among the files.)
        if let board, let file = library.file(of: board), !files.contains(file) {
            emit(try FileCheck.look(at: file, library: library).warnings, &errors)
        }
        var worst = ExitCode.done
        for file in files {
            do throws(ServiceError) {
                let found = try FileCheck.look(at: file, library: library, board: given)
                output.write(found.summary + "\n")
                emit(found.warnings, &errors)
            } catch {
                errors.write(error.description + "\n")
                if worst == .done || error.exitCode == .badConfiguration { worst = error.exitCode }
            }
        }
        errors.flush()
        try output.finish()
        return worst
    }

    private func emit(_ warnings: [ConfigurationError], _ errors: inout OutputStream) {
        for warning in warnings { errors.write(warning.description + "\n") }
    }
}
