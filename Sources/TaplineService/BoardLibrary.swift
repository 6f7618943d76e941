import CTaplineSystem
public import TaplineBoards

/// The boards that can be named: the built-in simulated one, and the files in the boards' folders.
public struct BoardLibrary: Sendable {
    /// Where boards are looked for, in this order.
    public let folders: [String]

    /// The usual folders: those in the variable `TAPLINE_BOARDS` (separated by colons), `boards` in the working folder,
    /// `/etc/tapline/boards`, `/usr/share/tapline/boards`.
    public init() {
        var folders: [String] = []
        if let more = unsafe tapline_environment("TAPLINE_BOARDS") {
            folders += unsafe String(cString: more).split(separator: ":").map { String($0) }
        }
        self.folders = folders + ["boards", "/etc/tapline/boards", "/usr/share/tapline/boards"]
    }

    /// The names of all boards, sorted.
    public var names: [String] {
        var names = ["simulated"]
        for folder in folders {
            for name in Files.names(in: folder) where name.hasSuffix(".yaml") {
                let board = String(name.dropLast(5))
                if !names.contains(board) { names.append(board) }
            }
        }
        return names.sorted()
    }

    /// What boards there are and where they were looked for, for messages.
    public var whereabouts: String {
        "there are \(names.joined(separator: ", ")); looked in \(folders.joined(separator: ", ")) "
            + "(TAPLINE_BOARDS names more folders, separated by colons)"
    }

    /// The board that is called `name`, or is in the file `name` (a path is looked for beside the file that names it
    /// first, then in the working folder). Nil where there is none.
    ///
    /// - Throws: Everything that is wrong in its file.
    public func board(_ name: String, beside folder: String = "") throws(ConfigurationErrors) -> BoardDescription? {
        for path in paths(of: name, beside: folder) where Files.exists(path) {
            guard let bytes = try? Files.read(path, limit: Files.largestText) else { continue }
            return try BoardDescription(bytes, file: path)
        }
        return name == "simulated" ? try BoardDescription.simulated() : nil
    }

    /// The file of the board that is called `name`, or is in the file `name`; nil where there is none.
    package func file(of name: String) -> String? { paths(of: name, beside: "").first { Files.exists($0) } }

    private func paths(of name: String, beside folder: String) -> [String] {
        guard BoardLibrary.isPath(name) else { return folders.map { "\($0)/\(name).yaml" } }
        return name.hasPrefix("/") || folder.isEmpty ? [name] : ["\(folder)/\(name)", name]
    }

    /// The error for a configuration whose board there is not.
    func unknown(in source: ConfigurationSource) -> ConfigurationErrors {
        let name = source.boardName ?? ""
        if BoardLibrary.isPath(name) {
            return source.boardError("there is no file '\(name)'", suggestion: "a path is looked for beside this file")
        }
        let nearest = source.unknownBoard(among: names).errors[0]
        return source.boardError(
            nearest.message,
            suggestion: "\(nearest.suggestion); looked in \(folders.joined(separator: ", "))")
    }

    private static func isPath(_ name: String) -> Bool {
        name.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix(".yaml")
    }
}
