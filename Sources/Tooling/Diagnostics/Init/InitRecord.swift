import TaplineDaemon
import TaplineFormats

/// What `tapline init` has done, in its order, as lines of `init/1`: so that `--undo` takes back exactly that.
struct InitRecord: Equatable {
    /// Something that was done.
    enum Entry: Equatable {
        /// A file was written: the digest of what it holds since; where what it held before is kept, nil: it was not there.
        case file(path: String, digest: String, backup: String?)
        /// A command, as a shell reads it, takes back what was done.
        case undo(String)
    }

    var entries: [Entry] = []

    /// Where the record of the panel `name` is.
    static func path(_ name: String) -> String { "/etc/tapline/\(name).init" }

    /// Nothing was done.
    init() {}

    /// Reads the `bytes` of `file`.
    ///
    /// - Throws: ``ServiceError`` with exit code 65 where a line is none of a record's.
    init(_ bytes: [UInt8], file: String) throws(ServiceError) {
        for (index, line) in bytes.split(separator: 0x0A).enumerated() {
            let value = try? JSONReader.read(line)
            if index == 0, value?["tapline"]?.text == "init/1" { continue }
            if index > 0, let path = value?["file"]?.text, let digest = value?["sha256"]?.text {
                entries.append(.file(path: path, digest: digest, backup: value?["backup"]?.text))
            } else if index > 0, let command = value?["undo"]?.text {
                entries.append(.undo(command))
            } else {
                throw ServiceError(
                    "\(file):\(index + 1): this is no line of a record of tapline init (init/1)", .badData)
            }
        }
    }

    /// The content of its file.
    var bytes: [UInt8] {
        var header = JSONObject()
        header.add("tapline", "init/1")
        var text = header.line
        for entry in entries {
            var line = JSONObject()
            switch entry {
            case .file(let path, let digest, let backup):
                line.add("file", path)
                line.add("sha256", digest)
                if let backup { line.add("backup", backup) }
            case .undo(let command): line.add("undo", command)
            }
            text += line.line
        }
        return Array(text.utf8)
    }
}
