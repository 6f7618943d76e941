public import TaplineConfiguration
public import TaplineCore
import TaplineLinux

/// A configuration and the panel it is for, loaded and checked: what a pipeline is made of.
public struct Panel<Kind: ConfigurableRecognizer>: Sendable {
    /// The board; nil where the panel is a trace's.
    public let board: BoardDescription?
    /// The panel's geometry.
    public var geometry: PanelGeometry { ways[way].geometry }
    /// Gestures, zones and outputs.
    public var configuration: Configuration<Kind> { ways[way].configuration }
    /// The board's name or path, as the command line or the configuration gives it; empty where neither does.
    package let boardName: String
    /// The digest of the configuration's text, `sha256:…`.
    public let digest: String
    /// How it is turned with the way the device is held.
    public var turn: PanelGeometry.Rotation { ways[way].turn }
    /// All ways to turn it, and the present one; upright alone where it does not turn.
    private let ways: [Way]
    private var way = 0

    /// A way to turn the panel: its pixels, and the configuration read for them.
    private struct Way: Sendable {
        var turn: PanelGeometry.Rotation
        var geometry: PanelGeometry
        var configuration: Configuration<Kind>
    }

    /// Loads a configuration for a panel.
    ///
    /// - Parameters:
    ///   - path: the configuration's file; nil: the built-in one.
    ///   - board: a board's name or path; nil: the one that the configuration names.
    ///   - trace: the panel of a trace, which needs no board.
    /// - Throws: ``ServiceError``: what is wrong with the files, exit code 78.
    public init(
        configuration path: String?, board name: String? = nil, trace: PanelGeometry.Description? = nil,
        library: BoardLibrary = BoardLibrary()
    ) throws(ServiceError) {
        let given = try library.board(givenAs: name)
        let bytes =
            if let path { try Files.readText(path) } else {
                Array(BuiltInConfiguration.text.utf8)
            }
        digest = "sha256:" + SHA256.hex(bytes)
        let source: ConfigurationSource
        var found: BoardDescription?
        do throws(ConfigurationErrors) {
            source = try ConfigurationSource(bytes, file: path ?? BuiltInConfiguration.name)
            if trace == nil {
                found = given
                if found == nil {
                    found = try Panel.board(of: source, in: library, folder: DeviceFiles.folder(of: path ?? ""))
                }
            }
        } catch {
            throw ServiceError(error)
        }
        boardName = name ?? source.boardName ?? ""
        var board = try found?.completed()
        do throws(ConfigurationErrors) {
            let panel = trace ?? board?.panel ?? PanelGeometry.Description(rawWidth: 1, rawHeight: 1)
            ways = try Configuration<Kind>.all(
                source, panel: panel, board: board, files: CompanionFiles(beside: path ?? "")
            ).map { Way(turn: $0.turn, geometry: $0.geometry, configuration: $0.configuration) }
        } catch {
            throw ServiceError(error)
        }
        board?.wakeSensors(from: ways[0].configuration.wakeThreshold)
        self.board = board
    }

    /// A panel on `board` without gestures, whose touches are looked at.
    init(on board: BoardDescription) throws(ServiceError) {
        let bytes = Array("tapline: config/1\n".utf8)
        self.board = board
        boardName = ""
        let geometry = PanelGeometry(board.panel)
        digest = "sha256:" + SHA256.hex(bytes)
        do throws(ConfigurationErrors) {
            let configuration = try Configuration<Kind>(
                ConfigurationSource(bytes, file: BuiltInConfiguration.name), panel: geometry, board: board)
            ways = [Way(turn: .none, geometry: geometry, configuration: configuration)]
        } catch {
            throw ServiceError(error)
        }
    }

    /// The same, turned so; nil: it is already, or does not turn.
    func turned(to turn: PanelGeometry.Rotation) -> Panel? {
        guard turn != self.turn, let next = ways.firstIndex(where: { $0.turn == turn }) else { return nil }
        var panel = self
        panel.way = next
        return panel
    }

    /// Puts its gestures, zones and outputs in the place of `old`, which `pipeline` runs: ``Configuration/replace``.
    func replace<Sink: EffectSink>(
        _ old: Configuration<Kind>, in pipeline: inout StandardGesturePipeline<Kind, Sink>,
        with setup: consuming GestureSetup<Kind, 32, 33, 64>, isTurned: Bool, at now: Instant, into sink: inout Sink
    ) {
        configuration.replace(
            old, in: &pipeline, with: setup, geometry: geometry, isTurned: isTurned, at: now, into: &sink)
    }

    /// The board that the configuration names.
    private static func board(
        of source: ConfigurationSource, in library: BoardLibrary, folder: String
    ) throws(ConfigurationErrors) -> BoardDescription {
        guard let wanted = source.boardName else {
            throw source.boardError(
                "no board is named", suggestion: "add 'board: simulated', or give --board on the command line")
        }
        if let board = try library.board(wanted, beside: folder) { return board }
        throw library.unknown(in: source)
    }

    /// From contacts to effects, ready to run.
    ///
    /// - Parameter touchTimeout: a touch that no report confirms for so long is cancelled; nil: as the board says.
    /// - Throws: ``ServiceError`` where the engine refuses the configuration.
    public func pipeline<Sink: EffectSink>(
        for sink: Sink.Type, touchTimeout: Microseconds? = nil
    ) throws(ServiceError) -> StandardGesturePipeline<Kind, Sink> {
        do throws(ConfigurationErrors) {
            var pipeline = StandardGesturePipeline<Kind, Sink>(
                geometry: geometry, touchTimeout: touchTimeout ?? board?.touchTimeout ?? .unlimited,
                setup: try configuration.setup(), outputs: configuration.outputBank(for: sink))
            if let board { pipeline.arm(with: board.ghostRules) }
            return pipeline
        } catch {
            throw ServiceError(error)
        }
    }

    /// What a port begins with, line end included.
    public func greeting(of port: PortFormat) -> ByteLine { port.greeting(board: board, digest: digest) }

    /// The first line of `events/1`, newline included.
    public var greeting: String {
        let line = greeting(of: PortFormat(kind: .jsonl, geometry: geometry, names: configuration.names))
        var bytes: [UInt8] = []
        for i in 0..<line.count { bytes.append(line[i]) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
