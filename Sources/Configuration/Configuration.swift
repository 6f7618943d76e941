public import TaplineCore

/// What a panel's gestures are and what they do: the content of a `config/1` file, as plain values.
///
/// Generic over the recognizers it can make: the library's own, or a user's enum that wraps them.
public struct Configuration<Kind: ConfigurableRecognizer>: Sendable {
    /// What `board:` names; nil where the file leaves it open.
    public let boardName: String?
    /// The zones, in the order of the file: later ones lie in front.
    public let zones: [ZoneDescription]
    /// The templates of strokes that the gestures compare with.
    public let templates: [StrokeTemplate]
    /// The gestures, in the order of the file.
    public let gestures: [GestureDescription<Kind>]
    /// The lines, in the order of the file, and behind them the keys.
    public let outputs: [LineOutputDescription]
    /// The serial ports, in the order of the file.
    public let serials: [SerialOutputDescription]
    /// The sockets, in the order of the file.
    public let sockets: [SocketOutputDescription]
    /// The touchscreen that others get; nil: none.
    public let touchscreen: TouchscreenOutputDescription?

    /// How long the panel rests before a finger only wakes it, ``Microseconds/unlimited``: every finger counts.
    public let wakeTouch: Microseconds

    /// The configuration in `source` for a panel.
    ///
    /// - Parameters:
    ///   - panel: what lengths in px and % are converted for.
    ///   - board: where given, its own lines are refused as outputs.
    ///   - files: the files that it may name: templates of strokes.
    /// - Throws: Everything that is wrong in the file and in those that it names.
    public init(
        _ source: ConfigurationSource, panel: PanelGeometry, board: BoardDescription? = nil,
        files: CompanionFiles = .none
    ) throws(ConfigurationErrors) {
        var reader = ParameterReader(
            source.document.root, what: "a configuration", panel: panel, problems: source.document.problems)
        reader.strokes = StrokeLibrary(files: files)
        _ = reader.node("tapline")
        boardName = reader.text("board")
        let wakeTouch = reader.options()
        // (A touchscreen of unclaimed touches needs every finger, and none that a gesture claims later.)
        let isPassedOn = ParameterReader.hasUnclaimedTouchscreen(source.document.root["outputs"])
        let zones = reader.zones(multipleTouch: isPassedOn)
        let gestures: GestureList<Kind> = reader.gestures(zones: zones, delaysBegan: isPassedOn)
        let relations = reader.relations(of: gestures.names)
        reader.known = KnownNames(gestures: gestures.outline, zones: zones)
        (outputs, serials, sockets, touchscreen) = reader.outputs(board: board)
        try reader.finish().throwAny()

        // Without an error nothing was left out: lists and indices agree.
        self.zones = zones.descriptions
        self.wakeTouch = wakeTouch ?? .unlimited
        templates = reader.strokes.templates
        var related = gestures.descriptions
        for index in related.indices { related[index].relations = relations[index] }
        self.gestures = related
    }
}

/// How much a configuration may hold: the capacities of the daemon's pipeline.
public enum ConfigurationLimits {
    /// The most zones.
    public static var zones: Int { 32 }
    /// The most gestures.
    public static var gestures: Int { 32 }
    /// The most templates of strokes.
    public static var templates: Int { 64 }
    /// The most output lines.
    public static var outputLines: Int { 16 }
    /// The most codes, and the most encoders.
    public static var lineGroups: Int { 2 }
    /// The most serial ports.
    public static var serialPorts: Int { 4 }
    /// The most sockets, beside a service's own.
    public static var sockets: Int { 4 }
    /// The longest name of a gesture or a zone, in bytes of UTF-8.
    public static var nameBytes: Int { 31 }
}
