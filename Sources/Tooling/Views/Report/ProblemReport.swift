import CTaplineSystem
import CTaplineTool
import TaplineConfiguration
import TaplineCore
public import TaplineDaemon
import TaplineFormats
import TaplineLinux

/// What a bug report needs, in one file: versions, board, configuration, counters, a recording and what the gestures make
/// of it; without what identifies a person or a computer.
public struct ProblemReport {
    /// A file of the report.
    public struct Entry: Sendable {
        /// Its name in the report.
        public var name: String
        /// What it is.
        public var meaning: String
        /// What it says, with nothing private.
        public var text: String
    }

    /// The files.
    public private(set) var entries: [Entry] = []
    /// What could not be had, and why.
    public private(set) var missing: [String] = []
    private var privacy: Privacy
    private var reported = ReportedText()

    /// - Parameters:
    ///   - panel: the name of a panel that runs, or ran, here; nil: none.
    ///   - configuration: the configuration's file; nil: that of the panel.
    ///   - board: a board's name or file; nil: the one that the configuration names.
    ///   - recording: a recording; nil: none.
    /// - Throws: ``ServiceError`` where a file that was named cannot be read.
    public init(
        panel: String?, configuration: String?, board: String?, recording: String?
    ) throws(ServiceError) {
        privacy = Privacy()
        reported.known = ProblemReport.boards
        add("versions.txt", "this version, the system and the computer's model", ProblemReport.versions)
        let config = configuration ?? panel.map { "/etc/tapline/\($0).yaml" }
        if let config, configuration != nil || Files.exists(config) {
            add("config.yaml", "the configuration", yaml(try Files.readText(config)))
        } else if let panel {
            missing.append("config.yaml: there is no /etc/tapline/\(panel).yaml; --config names another")
        }
        try addBoard(board, configuration: config)
        if let panel { addStatus(panel) }
        if let recording { try add(recording: recording, configuration: configuration ?? config, board: board) }
        // (The words are ours but for what is missing.)
        let readme =
            "What tapline report has packed:\n\n"
            + entries.map { "\($0.name.padded(to: 16)) \($0.meaning)\n" }.joined() + "\n"
            + "Names of the computer and its users, homes, addresses of networks, network cards and people, and serial\n"
            + "numbers of devices are left out, or stand as (host), (user), ~, (address), (mail) and (device). A name\n"
            + "that is a word of Tapline's own formats, such as panel or tap, stays where it is no path. Comments, the\n"
            + "source of a board, commands and what a recording says beside its data are left out whole, and names with\n"
            + "more than letters and figures in them are name1, name2. Plain ones, such as lamp, stay.\n"
            + (missing.isEmpty ? "" : "\nNot there:\n" + missing.map { "\(privacy.hide(in: $0))\n" }.joined())
        entries.append(Entry(name: "README.txt", meaning: "this list, and what was left out", text: readme))
    }

    private mutating func add(_ name: String, _ meaning: String, _ text: String, isMarkup: Bool = false) {
        let hidden = isMarkup ? privacy.hide(inMarkup: text) : privacy.hide(in: text)
        entries.append(Entry(name: name, meaning: meaning, text: hidden))
    }

    /// What of a configuration or a board goes into it; from then on the names in it are hidden everywhere.
    private mutating func yaml(_ bytes: [UInt8]) -> String {
        hiding { $0.yaml(bytes) }
    }

    private mutating func hiding(_ text: (inout ReportedText) -> String) -> String {
        let text = text(&reported)
        privacy.hide(names: reported.names)
        return text
    }

    /// The boards that come with Tapline, as configurations and as recordings call them.
    private static var boards: Set<String> {
        let library = BoardLibrary()
        var boards: Set = ["simulated"]
        for name in library.names {
            guard let file = library.file(of: name), isOurs(file) else { continue }
            boards.insert(name)
            if let board = try? library.board(name) { boards.insert(board.name) }
        }
        return boards
    }

    private static func isOurs(_ file: String) -> Bool {
        file.hasPrefix("/usr/share/tapline/") || file.hasPrefix("boards/")
    }

    private mutating func addBoard(_ board: String?, configuration: String?) throws(ServiceError) {
        var name = board
        if name == nil, let configuration, Files.exists(configuration) {
            // (One that is wrong belongs in a report, too; then its board is not known.)
            let panel = try? Panel<StandardRecognizer>(configuration: configuration)
            name = panel?.boardName
            if panel == nil {
                missing.append("board.yaml: the configuration names none that can be read; --board does")
            }
        }
        guard let name, !name.isEmpty, name != "simulated" else { return }
        let library = BoardLibrary()
        // (A path in a configuration is looked for beside it.)
        let folder = board == nil ? DeviceFiles.folder(of: configuration ?? "") : ""
        guard let file = library.file(of: name, beside: folder) else {
            guard board != nil else { return missing.append("board.yaml: there is no file for the board \(name)") }
            throw library.unknown(name)
        }
        // (One that comes with Tapline is no secret, and has a name by which it is known.)
        let text = try Files.readText(file)
        add("board.yaml", "the board", ProblemReport.isOurs(file) ? String(decoding: text, as: UTF8.self) : yaml(text))
    }

    private mutating func addStatus(_ panel: String) {
        do throws(ServiceError) {
            let lines = try ControlClient.ask("status", at: ViewSource.controlSocket(of: panel))
            // (What somebody listens to is nobody's business.)
            let counts = lines.filter { !$0.hasPrefix("now_playing") && !$0.hasPrefix("player_refusal") }
            let text = hiding { reported in counts.map { reported.status($0) + "\n" }.joined() }
            add("status.txt", "what the daemon has counted", text)
        } catch {
            missing.append("status.txt: \(error.description)")
        }
    }

    private mutating func add(
        recording path: String, configuration: String?, board: String?
    ) throws(ServiceError) {
        let bytes = try Files.read(path)
        let kind: Recording
        do throws(LineFormatError) {
            kind = try Recording(bytes, file: path)
        } catch {
            throw ServiceError(error)
        }
        let text = hiding { $0.recording(String(decoding: bytes, as: UTF8.self)) }
        add("recording.jsonl", "the recording", text)
        let isConfigured = configuration.map { Files.exists($0) } ?? false
        do throws(ServiceError) {
            // (A trace of another size than the board's is as the eye sees it.)
            var boardOfTrace = board
            if case .bus(let bus) = kind, bus.board != nil { boardOfTrace = nil }
            let config = isConfigured ? configuration : nil
            var replay = try Replay<StandardRecognizer>(
                kind, file: "recording.jsonl", configuration: config, board: boardOfTrace)
            replay.explains = true
            var output = OutputStream.kept()
            try replay.run(into: &output)
            add(
                "events.jsonl", "what its replay emits, and why gestures fail",
                String(decoding: output.keptBytes, as: UTF8.self))
            add(
                "picture.svg", "the picture of the recording",
                try Plot(path, configuration: config, board: boardOfTrace, title: "recording.jsonl").svg(),
                isMarkup: true)
        } catch {
            missing.append("events.jsonl, picture.svg: \(error.description)")
        }
    }

    private static var versions: String {
        var kernel = [CChar](repeating: 0, count: 256)
        unsafe tapline_kernel_text(&kernel)
        var text = "tapline \(TaplineVersion.text)\n"
        text += "kernel: \(String(decoding: kernel.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))\n"
        if let release = try? Files.readText("/etc/os-release") {
            for line in String(decoding: release, as: UTF8.self).split(separator: "\n")
            where line.hasPrefix("PRETTY_NAME=") {
                text += "system: \(line.dropFirst(12).filter { $0 != "\"" })\n"
            }
        }
        // (The model, not the serial number, which is the file beside it.)
        if let model = try? Files.readText("/proc/device-tree/model") {
            text += "model: \(String(decoding: model.prefix { $0 != 0 }, as: UTF8.self))\n"
        }
        return text
    }

    /// The list of what is in it, for people.
    public var list: String {
        var text = entries.map { "\($0.name.padded(to: 16)) \($0.text.utf8.count) bytes: \($0.meaning)\n" }.joined()
        for missing in missing { text += "not there: \(privacy.hide(in: missing))\n" }
        return text
    }

    /// Everything that is in it, for people who look before they send it.
    public var content: String {
        entries.map { "==> \($0.name) <==\n\($0.text)\($0.text.hasSuffix("\n") ? "" : "\n")\n" }.joined()
    }

    /// Writes the report to `path`, whole or not at all: a tar file packed by gzip, of nobody and of no time.
    ///
    /// - Throws: ``ServiceError``: exit code 69 where `tar` is missing, 74 or 77 where the file cannot be written.
    public func write(to path: String) throws(ServiceError) {
        let folder = try TemporaryFolder()
        let inner = "\(folder.path)/tapline-report"
        _ = tapline_make_folder(inner)
        for entry in entries { try WholeFile.put(Array(entry.text.utf8), to: "\(inner)/\(entry.name)") }
        // (A colon in a name is no other computer's.)
        let packed = "\(folder.path)/report.tar.gz"
        let code = Program.run([
            "tar", "--create", "--gzip", "--force-local", "--file=\(packed)", "--directory=\(folder.path)", "--owner=0",
            "--group=0", "--numeric-owner", "--mtime=@0", "--sort=name", "--mode=u=rwX,go=rX", "tapline-report",
        ])
        guard code == 0 else {
            throw code.map { ServiceError("\(path): tar failed with exit code \($0)", .inputOutput) }
                ?? ServiceError("tar is missing: sudo apt install tar gzip", .unavailable)
        }
        try WholeFile.put(Files.read(packed), to: path)
    }
}
