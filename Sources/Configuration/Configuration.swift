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
    /// The commands to whatever plays, in the order of the file; outputs and names count them behind the gestures.
    public let remote: [RemoteDescription]
    /// Where the commands come from, but for those that programs and gestures give.
    public let remotes: RemotesDescription
    /// The motion events, in the order of the file; outputs and names count them behind the commands.
    public let motion: [MotionDescription]
    /// The lines, in the order of the file, and behind them the keys.
    public let outputs: [LineOutputDescription]
    /// What outputs do to the panel itself, in the order of the file.
    public let actions: [PanelActionDescription]
    /// The zone that is the first responder at the start, by index; nil: none.
    public let firstResponder: Int?
    /// The serial ports, in the order of the file.
    public let serials: [SerialOutputDescription]
    /// The sockets, in the order of the file.
    public let sockets: [SocketOutputDescription]
    /// What a service beside the daemon runs, in the order of the file.
    public let commands: [CommandDescription]
    /// The touchscreen that others get; nil: none.
    public let touchscreen: TouchscreenOutputDescription?

    /// Whether zones and directions turn with the way the device is held.
    public let followsOrientation: Bool

    /// What an untouched panel does, by time; outputs and names count its events behind those of motion.
    public let rests: [RestDescription]
    /// The events that wake it as a finger does, by index.
    public let wakers: [Int]
    /// Which of ``remotes`` give commands that wake it.
    public let wakingRemotes: RemotesDescription.Waking
    /// How long after it has woken a panel that rested swallows fingers that land.
    public let grace: Microseconds

    /// From which change of acceleration on the device counts as moved, which wakes a sleeping panel, g; 0: nothing wakes it.
    public let wakeThreshold: Float

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
        let options = reader.options()
        let follows = options.followsOrientation
        // (A touchscreen of unclaimed touches needs every finger, and none that a gesture claims later.)
        let isPassedOn = ParameterReader.hasUnclaimedTouchscreen(source.document.root["outputs"])
        let zones = reader.zones(multipleTouch: isPassedOn)
        let gestures: GestureList<Kind> = reader.gestures(zones: zones, delaysBegan: isPassedOn)
        reader.known = KnownNames(gestures: gestures.outline, zones: zones, recognizers: gestures.outline.count)
        remote = reader.remote() + reader.playing(in: source.document.root["outputs"])
        reader.known.commands = remote.map { $0.meaning }
        remotes = reader.remotes(board: board)
        motion = reader.motion()
        let relations = reader.relations(of: gestures.names)
        let wakes = options.wakeThreshold > 0
        if !motion.isEmpty || follows || wakes, let lacking = board?.lacks(.orientation) {
            reader.refuse(motion.isEmpty ? "options" : "motion", lacking.message, suggestion: lacking.suggestion)
        }
        for required in options.required {
            guard let lacking = board?.lacks(required.interest) else { continue }
            reader.refuse(at: required.mark, lacking.message, suggestion: lacking.suggestion)
        }
        wakers = reader.wakers(options.wakers)
        let (meanings, first) = (reader.known.commands, gestures.outline.count)
        wakingRemotes = remotes.waking(
            by: wakers.filter { meanings.indices.contains($0 - first) }.map { meanings[$0 - first] })
        rests = reader.rests(in: source.document.root["outputs"])
        firstResponder = options.firstResponder.flatMap { reader.responder($0) }
        (outputs, actions, serials, sockets, commands, touchscreen) = reader.outputs(
            board: board, wakes: options.wakes)
        if follows, touchscreen != nil {
            reader.refuse(
                "options", "'orientation: follow' and a touchscreen for others turn the same fingers twice",
                suggestion: "leave one of them out: whoever reads a touchscreen turns it himself")
        }
        for key in ["ghosts", "mask"] where reader.contains(key) {
            reader.refuse(
                key, "'\(key)' is a key of boards",
                suggestion: "tapline board set --board FILE \(key) VALUE, or in its file")
        }
        try reader.finish().throwAny()

        // Without an error nothing was left out: lists and indices agree.
        self.zones = zones.descriptions
        (wakeThreshold, grace) = (options.wakeThreshold, options.grace)
        followsOrientation = follows
        templates = reader.strokes.templates
        var related = gestures.descriptions
        for index in related.indices { related[index].relations = relations[index] }
        self.gestures = related
    }
}

extension Configuration {
    /// The events of ``remote``, by index.
    private var commandEvents: Range<Int> { gestures.count..<gestures.count + remote.count }
    /// Whether a command wakes a panel that sleeps, and whether an event of motion does.
    public var wakesByCommand: Bool { wakers.contains { commandEvents.contains($0) } }
    /// The commands among what wakes it.
    public var wakingCommands: [RemoteGestures.Meaning] {
        wakers.filter { commandEvents.contains($0) }.map { remote[$0 - commandEvents.lowerBound].meaning }
    }
    public var wakesByMotionEvent: Bool { wakers.contains { !commandEvents.contains($0) } }
}

/// How much a configuration may hold: the capacities of the daemon's pipeline.
public enum ConfigurationLimits {
    /// The most zones.
    public static var zones: Int { 32 }
    /// The most corners of all polygons together.
    public static var polygonCorners: Int { 64 }
    /// The most gestures.
    public static var gestures: Int { 32 }
    /// The most templates of strokes.
    public static var templates: Int { 64 }
    /// The most output lines, keys and panel actions.
    public static var outputLines: Int { 16 }
    /// The most codes, and the most encoders.
    public static var lineGroups: Int { 2 }
    /// The most serial ports.
    public static var serialPorts: Int { 4 }
    /// The most commands, and the most words of each.
    public static var commands: Int { 32 }
    public static var commandWords: Int { 16 }
    /// The most sockets, beside a service's own.
    public static var sockets: Int { 4 }
    /// The longest name of a gesture or a zone, in bytes of UTF-8.
    public static var nameBytes: Int { 31 }
}
