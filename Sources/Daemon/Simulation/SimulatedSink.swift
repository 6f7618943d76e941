import TaplineChipModels
import TaplineConfiguration
import TaplineCore
import TaplineLinux

/// Takes what a simulated run's pipeline wants, and writes what it emits; for people also what serial ports would be sent.
struct SimulatedSink: SimulatedDeviceSink {
    var request: ControllerRequest?
    var given: [RemoteEvent] = []
    var output: OutputStream
    /// Whether the fingers have made anything happen.
    private(set) var hasEmitted = false
    /// Looks at touches, too; nil: nobody does.
    var observer: TouchObserver?
    private var format: ConsoleFormat
    private let kind: RunOptions.Format
    private let lines: [LineOutputDescription]
    private var levels: [OutputLevel]
    private var ports: SimulatedPorts

    init<Kind>(panel: Panel<Kind>, format: RunOptions.Format, output: OutputStream) {
        self.format = ConsoleFormat(format, panel: panel)
        lines = panel.configuration.outputs
        levels = lines.map { $0.idleLevel }
        kind = format
        ports = Self.ports(panel)
        self.output = output
    }

    /// The ports of `panel`, and what the touchscreen of others would get, as text.
    private static func ports<Kind>(_ panel: Panel<Kind>) -> SimulatedPorts {
        var ports = SimulatedPorts(panel)
        guard let touches = panel.configuration.touchscreenTouches else { return ports }
        ports.append(
            UinputDevice.path,
            PortFormat(
                kind: .text, gestures: RecognizerSet(), controls: ZoneSet(), touches: touches, geometry: panel.geometry,
                names: panel.configuration.names))
        return ports
    }

    /// The panel is turned: everybody is greeted, as after a reload.
    mutating func turn<Kind>(_ panel: Panel<Kind>) {
        format = ConsoleFormat(kind, panel: panel)
        ports = Self.ports(panel)
        begin()
    }

    mutating func begin() {
        write { $0.begin(&$1) }
        for (index, greeting) in ports.greetings.enumerated() {
            var sent = greeting
            show(&sent, sentTo: index)
        }
    }

    mutating func identified(_ identity: String) { write { $0.emit(identity, &$1) } }

    mutating func write<Event: PortEvent>(_ event: Event) {
        if !Event.isTouch {
            hasEmitted = true
            write { $0.write(event, into: &$1) }
        }
        for index in 0..<ports.count {
            guard var sent = ports.line(of: event, at: index) else { continue }
            hasEmitted = true
            show(&sent, sentTo: index)
        }
    }

    private mutating func show(_ sent: inout ByteLine, sentTo port: Int) {
        let path = ports.paths[port]
        write { $0.emit(&sent, sentTo: path, &$1) }
    }

    /// Writes the line that `content` makes, if it makes one.
    private mutating func write(_ content: (inout ConsoleFormat, inout ByteLine) -> Bool) {
        var line = ByteLine()
        if content(&format, &line) { output.write(&line) }
    }

    mutating func set(line index: Int, level: OutputLevel, at now: Instant) {
        hasEmitted = true
        levels[index] = level
        if level.isPassing { return }
        let description = lines[index]
        write { $0.emit(description, level: level, at: now, &$1) }
    }

    /// Drives every line to its idle level.
    mutating func idleLines(at now: Instant) {
        for index in levels.indices where levels[index].isActive {
            set(line: index, level: lines[index].idleLevel, at: now)
        }
    }

    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches) {
        write(StreamedTouch(touch: touch, zone: nil, event: &event))
        observer?.touch(touch)
    }
    mutating func heard(_ contacts: inout Contacts, at now: Instant) { observer?.report(&contacts, at: now) }
}
