import TaplineConfiguration
public import TaplineDaemon

/// Gives keys of a board's file other values.
public enum BoardSetting {
    /// Edits the file of the board called `name`, or in the file `name`: whole, or not at all. What has changed is reported.
    ///
    /// - Throws: ``ServiceError`` where there is no such file, it is a package's, it would be no board afterwards, or it
    ///   cannot be written.
    public static func apply(
        _ settings: [(key: String, value: String)], toBoard name: String, library: BoardLibrary = BoardLibrary(),
        output: inout OutputStream
    ) throws(ServiceError) {
        let path = try library.fileToWrite(of: name)
        var words = ""
        for (key, value) in settings { words += " \(Shell.word(key)) \(Shell.word(value))" }
        try library.requireOwn(path) { "sudo tapline board set --board \(Shell.word($0))" + words }
        let bytes = try Files.readText(path)
        let edited: BoardEdit
        do throws(ConfigurationErrors) {
            edited = try BoardEdit(bytes, file: path, settings: settings)
            _ = try FileCheck.look(atBoard: YAMLDocument(edited.bytes, file: path), file: path)
        } catch {
            throw ServiceError("\(ServiceError(error).description)\n\(path) is as it was", .badConfiguration)
        }
        if edited.bytes != bytes {
            try Files.requireReplaceable(path)
            try Files.replace(path, with: edited.bytes)
        }
        for change in edited.changes { output.write("\(path): \(change.key): \(told(change))\n") }
        try output.finish()
    }

    /// `GPIO4 -> none`
    private static func told(_ change: BoardEdit.Change) -> String {
        let new = displayed(change.new)
        guard let old = change.old else { return "\(new) (it was not there)" }
        return old == change.new ? "\(new), as before" : "\(displayed(old)) -> \(new)"
    }
}
