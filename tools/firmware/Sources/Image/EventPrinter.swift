import Console
import TaplineChipModels
import TaplineCore

/// Prints gestures as `events/1`.
struct EventPrinter: HostSink {
    typealias Streams = NoTouchStreams
    typealias Paths = NoStrokePaths
    var request: ControllerRequest?
    /// What the clock showed when the trace began: times are told from there.
    var start = Instant.zero
    /// Whether nothing is printed: while instructions are counted.
    private let isSilent: Bool
    private var format: EventsFormat
    private var line = ByteLine()

    init(_ geometry: PanelGeometry, isSilent: Bool) {
        self.isSilent = isSilent
        var names = EventNames()
        for gesture in namesOfGestures.indices { setName(namesOfGestures[gesture], ofGesture: gesture, in: &names) }
        format = EventsFormat(geometry: geometry, names: names)
    }

    /// (Out of line: the engine would have it in its own code.)
    @inline(never)
    mutating func emit(_ event: GestureEvent) {
        if isSilent { return }
        var event = event
        event.time = .zero + (event.time - start)
        line.removeAll()
        format.write(event, into: &line)
        write(line)
    }
    mutating func emit(_ touch: TouchEvent) {}
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) { write("fault\n") }
}
