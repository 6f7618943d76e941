public import TaplineConfiguration
import TaplineCore
import TaplineFormats
import TaplineLinux

/// Checks one file: board, configuration or strokes.
public enum FileCheck {
    /// What is in the file at `path`, in one line.
    ///
    /// - Throws: ``ServiceError``: everything that is wrong in it, exit code 78, or why it cannot be read.
    public static func check(_ path: String, library: BoardLibrary) throws(ServiceError) -> String {
        try look(at: path, library: library).summary
    }

    /// What is in the file at `path`, in one line, and what is unlikely to be right.
    ///
    /// - Parameter board: what a configuration is checked for; nil: the board that it names.
    /// - Throws: ``ServiceError``: everything that is wrong in it, exit code 78, or why it cannot be read.
    public static func look(
        at path: String, library: BoardLibrary, board given: BoardDescription? = nil
    ) throws(ServiceError) -> (summary: String, warnings: [ConfigurationError]) {
        let bytes = try Files.readText(path)
        // (A board, a configuration or strokes may be JSON, too.)
        if let format = Recording.format(of: bytes), ["trace/1", "bus/1", "events/1"].contains(format) {
            let what =
                format == "events/1"
                ? "what a panel has emitted, not a board or a configuration; show it: tapline monitor"
                : "a recording, not a board or a configuration; run it: tapline replay"
            throw ServiceError("\(path):1: this is \(what) \(path)", .badConfiguration)
        }
        do throws(ConfigurationErrors) {
            let document = try YAMLDocument(bytes, file: path)
            switch try TaplineFileKind(document) {
            case .board:
                let (board, warnings) = try look(atBoard: document, file: path)
                let chip = board.hasPanel ? "\(board.controller.name), " : ""
                return ("\(path): board \"\(board.name)\", \(chip)\(size(board))", warnings)
            case .stroke:
                let names = try StrokeFile(document).names
                return ("\(path): \(counted(names.count, "stroke")): \(names.joined(separator: ", "))", [])
            case .configuration:
                let source = try ConfigurationSource(document)
                var board = given
                if given == nil, let name = source.boardName {
                    board = try library.board(name, beside: DeviceFiles.folder(of: path))
                    if board == nil { throw library.unknown(in: source) }
                }
                if let missing = board?.missingSize {
                    throw ConfigurationErrors(
                        ConfigurationError(
                            file: path, mark: document.root["board"]?.mark ?? .start, message: missing.message,
                            suggestion: missing.suggestion))
                }
                // Without a board a configuration is checked for a panel of the simulated size.
                let panel: BoardDescription
                if let board, !board.hasSizeOfDevice { panel = board } else { panel = try BoardDescription.simulated() }
                var lines = LineCheck(file: path)
                lines.look(atConfiguration: document.root)
                let ways = try all(lines) { () throws(ConfigurationErrors) in
                    let ways = try Configuration<StandardRecognizer>.all(
                        source, panel: panel.panel, board: board, files: CompanionFiles(beside: path))
                    for way in ways { _ = try way.configuration.setup() }
                    return ways
                }
                let configuration = ways[0].configuration
                let outputs =
                    if case .sequence(let entries)? = document.root["outputs"]?.content { entries.count } else { 0 }
                let on = board.map { "for board \"\($0.name)\", \(size($0))" } ?? "for no board in particular"
                return (
                    "\(path): configuration, \(counted(configuration.gestures.count, "gesture")), "
                        + "\(counted(configuration.zones.count, "zone")), "
                        + "\(counted(outputs, "output")), \(on)",
                    lines.warnings + warnings(ways, on: board, in: document.root, outputs: outputs, file: path)
                )
            }
        } catch {
            throw ServiceError(error)
        }
    }

    /// What is unlikely to be right in a configuration for `board`, in all ways to hold the panel.
    private static func warnings(
        _ ways: [Configuration<StandardRecognizer>.Turned], on board: BoardDescription?, in root: YAMLNode,
        outputs: Int,
        file: String
    ) -> [ConfigurationError] {
        let (configuration, geometry) = (ways[0].configuration, ways[0].geometry)
        let hasSize = board.map { !$0.hasSizeOfDevice } ?? false
        let fingers = FingerCheck(configuration, in: root, file: file)
        var warnings: [ConfigurationError] = []
        if hasSize {
            let unreachable = ways.map {
                UseCheck.unreachable($0.configuration, in: root, on: $0.geometry, file: file)
            }
            warnings += unreachable.first { !$0.isEmpty } ?? []
            warnings += UseCheck.corners(configuration, in: root, on: geometry, file: file)
        }
        warnings += UseCheck.all(configuration, on: board, in: root, outputs: outputs, file: file)
        warnings += board.map { fingers.warnings(for: $0) } ?? []
        warnings += NeverCheck(ways, in: root, file: file).warnings(hasSize: hasSize)
        warnings += ParameterReader.hasUnclaimedTouchscreen(root["outputs"]) ? fingers.heldBack() : []
        return warnings
    }

    /// What `read` makes; where it or `lines` has found something wrong, all of that in the file's order.
    private static func all<Content>(
        _ lines: LineCheck, _ read: () throws(ConfigurationErrors) -> Content
    ) throws(ConfigurationErrors) -> Content {
        var found = lines.errors
        do throws(ConfigurationErrors) {
            let content = try read()
            if found.isEmpty { return content }
        } catch {
            for other in error.errors
            where !found.contains(where: { $0.line == other.line && $0.column == other.column }) {
                found.append(other)
            }
        }
        throw ConfigurationErrors(all: found) ?? ConfigurationErrors(found[0])
    }

    /// The board in `document`, with what is unlikely to be right in it.
    ///
    /// - Throws: Everything that is wrong in it, the names of its lines too.
    package static func look(
        atBoard document: YAMLDocument, file: String
    ) throws(ConfigurationErrors) -> (board: BoardDescription, warnings: [ConfigurationError]) {
        var lines = LineCheck(file: file)
        lines.look(at: document.root)
        let board = try all(lines) { () throws(ConfigurationErrors) in try BoardDescription(document) }
        var warnings = lines.warnings
        if let missing = board.missingSize {
            warnings.append(
                ConfigurationError(
                    file: file, mark: document.root["size"]?.mark ?? .start,
                    message: "warning: \(missing.message)", suggestion: missing.suggestion))
        }
        if board.ghostRules.dropsPeriodic, board.isReadTooSeldomForPeriods {
            warnings.append(
                ConfigurationError(
                    file: file, mark: document.root["ghosts"]?.mark ?? .start,
                    message:
                        "warning: 'periodic' learns nothing of reads \(board.idlePollPeriod.count / 1_000) ms apart",
                    suggestion: "add poll: {idle: 10ms}"))
        }
        return (board, warnings)
    }

    private static func size(_ board: BoardDescription) -> String {
        guard board.hasPanel else { return "no panel, \(counted(board.sensors.count, "sensor"))" }
        if board.missingSize != nil { return "of unknown size" }
        guard !board.hasSizeOfDevice else { return "as large as its device says" }
        let geometry = PanelGeometry(board.panel)
        let pixels = "\(Int(geometry.width))x\(Int(geometry.height)) px"
        return geometry.hasMillimetres ? pixels : "\(pixels); no active_area in mm: 1 px counts as 1 pt"
    }
}
