import TaplineBoards
import TaplineGestures
import TaplineTouches

/// Checks one file: board, configuration or strokes.
public enum FileCheck {
    /// What is in the file at `path`, in one line.
    ///
    /// - Throws: ``ServiceError``: everything that is wrong in it, exit code 78, or why it cannot be read.
    public static func check(_ path: String, library: BoardLibrary) throws(ServiceError) -> String {
        let bytes = try Files.read(path, limit: Files.largestText)
        if bytes.starts(with: Array("{\"tapline\":".utf8)), !bytes.starts(with: Array("{\"tapline\":\"stroke/".utf8)) {
            throw ServiceError(
                "\(path):1: this is a recording, not a board or a configuration; run it: tapline replay \(path)",
                .badConfiguration)
        }
        do throws(ConfigurationErrors) {
            let document = try YAMLDocument(bytes, file: path)
            switch try TaplineFileKind(document) {
            case .board:
                let board = try BoardDescription(document)
                return "\(path): board \"\(board.name)\", \(board.controller.name), \(size(board))"
            case .stroke:
                let names = try StrokeFile(document).names
                return "\(path): \(plural(names.count, "stroke")): \(names.joined(separator: ", "))"
            case .configuration:
                let source = try ConfigurationSource(document)
                var board: BoardDescription?
                if let name = source.boardName {
                    board = try library.board(name, beside: Files.folder(of: path))
                    if board == nil { throw library.unknown(in: source) }
                }
                // Without a board a configuration is checked for a panel of the simulated size.
                let panel: BoardDescription
                if let board, !board.hasSizeOfDevice { panel = board } else { panel = try BoardDescription.simulated() }
                let configuration = try Configuration<StandardRecognizer>(
                    source, panel: PanelGeometry(panel.panel), board: board, files: CompanionFiles(beside: path))
                _ = try configuration.setup()
                let outputs = configuration.outputs.count + configuration.serials.count
                let on = board.map { "for board \"\($0.name)\", \(size($0))" } ?? "for no board in particular"
                return "\(path): configuration, \(plural(configuration.gestures.count, "gesture")), "
                    + "\(plural(configuration.zones.count, "zone")), "
                    + "\(plural(outputs, "output")), \(on)"
            }
        } catch {
            throw ServiceError(error)
        }
    }

    private static func size(_ board: BoardDescription) -> String {
        guard !board.hasSizeOfDevice else { return "as large as its device says" }
        let geometry = PanelGeometry(board.panel)
        let pixels = "\(Int(geometry.width))x\(Int(geometry.height)) px"
        return geometry.hasMillimetres ? pixels : "\(pixels); no active_area in mm: 1 px counts as 1 pt"
    }
}
