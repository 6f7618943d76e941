import CTaplineSystem
public import TaplineConfiguration
import TaplineLinux

/// The boards that can be named: the built-in simulated one, and the files in the boards' folders.
public struct BoardLibrary: Sendable {
    /// Where boards are looked for, in this order.
    public let folders: [String]
    /// Where files are that belong to packages, and where people's own boards are.
    package var packageFolder = "/usr/share/"
    package var ownFolder = "/etc/tapline/boards"

    /// The usual folders: those in the variable `TAPLINE_BOARDS` (separated by colons), `boards` in the working folder,
    /// `/etc/tapline/boards`, `/usr/share/tapline/boards`.
    public init() {
        let more = (Environment.value("TAPLINE_BOARDS") ?? "").split(separator: ":").map { String($0) }
        folders = more + ["boards", "/etc/tapline/boards", "/usr/share/tapline/boards"]
    }

    /// The names of all boards, sorted.
    public var names: [String] {
        var names = ["simulated"]
        for folder in folders {
            for name in DeviceFiles.names(in: folder) where name.hasSuffix(".yaml") {
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
            guard let bytes = try? Files.readText(path) else { continue }
            return try BoardDescription(bytes, file: path)
        }
        return name == "simulated" ? try BoardDescription.simulated() : nil
    }

    /// The board of a command line; what is wrong with it is not the configuration's fault. nil: none is named.
    ///
    /// - Throws: ``ServiceError`` with exit code 78 where there is none of this name, or its file is wrong; 74 or 77 where
    ///   it cannot be read.
    public func board(givenAs name: String?) throws(ServiceError) -> BoardDescription? {
        guard let name else { return nil }
        guard let found = try reading({ () throws(ConfigurationErrors) in try board(name) }) else {
            // (A file that is there and cannot be read says why.)
            if BoardLibrary.isPath(name), tapline_access(name) != -Errno.noSuchFile { _ = try Files.readText(name) }
            throw unknown(name)
        }
        return found
    }

    /// The file of the board that is called `name`, or is in the file `name`; nil where there is none.
    package func file(of name: String, beside folder: String = "") -> String? {
        paths(of: name, beside: folder).first { Files.exists($0) }
    }

    /// The file of the board called `name`, or in the file `name`, that a command is to write to.
    ///
    /// - Throws: ``ServiceError`` where there is none: exit code 78, 64 for the built-in board.
    package func fileToWrite(of name: String) throws(ServiceError) -> String {
        // (The file that ships beside it is a copy for people.)
        if name != "simulated", let path = file(of: name) { return path }
        guard name == "simulated" else { throw unknown(name) }
        throw ServiceError(
            "--board: the simulated board is built in and has no file to write to; name a board's file", .usage)
    }

    /// Refuses to write to the file at `path` where it is a package's: an upgrade would undo that.
    ///
    /// - Parameter command: what does the same with a copy, whose path it is given.
    /// - Throws: ``ServiceError``, exit code 77, with the command that copies it to where it is found first.
    package func requireOwn(_ path: String, command: (String) -> String) throws(ServiceError) {
        guard path.hasPrefix(packageFolder) else { return }
        let copy = "\(ownFolder)/\(DeviceFiles.lastName(of: path))"
        let isThere = Files.exists(copy)
        throw ServiceError(
            "\(path) belongs to a package, whose next version would replace it; "
                + (isThere
                    ? "there is a copy of your own: " : "copy it first: sudo install -D -m 644 \(path) \(copy) && ")
                + command(copy), .permission)
    }

    private func paths(of name: String, beside folder: String) -> [String] {
        guard BoardLibrary.isPath(name) else { return folders.map { "\($0)/\(name).yaml" } }
        return name.hasPrefix("/") || folder.isEmpty ? [name] : ["\(folder)/\(name)", name]
    }

    /// The boards that call themselves `title`, and the names under which they are found.
    func boards(called title: String) -> [(name: String, board: BoardDescription)] {
        names.compactMap { name in ((try? board(name)) ?? nil).map { (name, $0) } }.filter { $0.board.name == title }
    }

    /// The name under which the board that calls itself `title` is found; nil where none does.
    package func name(ofBoard title: String) -> String? { boards(called: title).first?.name }

    /// The error for a command line whose board, `name`, there is not.
    package func unknown(_ name: String) -> ServiceError {
        let nearest = BoardLibrary.isPath(name) ? nil : nearestName(to: name, among: names)
        let question = nearest.map { "did you mean \"\($0)\"? " } ?? ""
        return ServiceError(
            "--board: there is no board \"\(displayed(name))\"; \(question)\(whereabouts)", .badConfiguration)
    }

    /// The error for a configuration whose board there is not.
    func unknown(in source: ConfigurationSource) -> ConfigurationErrors {
        let name = source.boardName ?? ""
        if BoardLibrary.isPath(name) {
            return source.boardError("there is no file '\(name)'", suggestion: "a path is looked for beside this file")
        }
        if let file = file(of: name + ".yaml", beside: DeviceFiles.folder(of: source.document.file)),
            file != source.document.file
        {
            return source.boardError(
                "unknown board '\(displayed(name))'",
                suggestion: "there is a file: write board: \(DeviceFiles.lastName(of: file))")
        }
        let nearest = source.unknownBoard(among: names).errors[0]
        return source.boardError(
            nearest.message,
            suggestion:
                "\(nearest.suggestion); looked in \(folders.joined(separator: ", ")) (TAPLINE_BOARDS names more folders)"
        )
    }

    private static func isPath(_ name: String) -> Bool {
        name.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix(".yaml") || name.hasSuffix(".json")
    }
}
