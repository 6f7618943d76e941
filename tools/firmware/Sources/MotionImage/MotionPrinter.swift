import Console
import TaplineChipModels
import TaplineCore

/// Prints gestures and shakes as `events/1`.
struct MotionPrinter: HostSink, SensorSink {
    typealias Streams = NoTouchStreams
    typealias Paths = NoStrokePaths
    var request: ControllerRequest?
    /// What the sensor's readings mean, until the gestures take it.
    var motion = MotionQueue()
    /// Whether nothing is printed: while instructions are counted.
    private let isSilent: Bool
    private var format: EventsFormat
    private var line = ByteLine()

    init(_ geometry: PanelGeometry, isSilent: Bool) {
        self.isSilent = isSilent
        var names = EventNames()
        setName("tap", ofGesture: 0, in: &names)
        setName("shake", ofGesture: 1, in: &names)
        format = EventsFormat(geometry: geometry, names: names)
    }

    mutating func emit(_ event: GestureEvent) { print(event) }
    mutating func emit(_ event: MotionEvent) { motion.emit(event) }
    mutating func sensor(isThere: Bool, at now: Instant) { print(SensorEvent(time: now, isThere: isThere)) }
    mutating func emit(_ touch: TouchEvent) {}
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) { write("fault\n") }
    mutating func sensorFault(_ fault: ControllerFault, at now: Instant) { write("sensor fault\n") }

    /// (Out of line: the engine would have it in its own code.)
    @inline(never)
    private mutating func print(_ event: some FormattedEvent) {
        if isSilent { return }
        line.removeAll()
        format.write(event, into: &line)
        write(line)
    }
}
