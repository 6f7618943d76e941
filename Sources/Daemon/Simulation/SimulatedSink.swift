import TaplineChipModels
import TaplineConfiguration
import TaplineCore
import TaplineLinux

/// Takes what a simulated run's pipeline wants, and tells it; to people also what serial ports would be sent.
struct SimulatedSink: HostSink {
    var wish: ControllerAction?
    var output: OutputStream
    /// Whether the fingers have made anything happen.
    private(set) var hasTold = false
    /// Who looks at touches besides; nil: nobody.
    var observer: TouchObserver?
    private var format: ConsoleFormat
    private let lines: [LineOutputDescription]
    private var active: [Bool]
    private let paths: [String]
    private var ports: [PortFormat]
    private let portGreetings: [ByteLine]
    private var line = ByteLine()

    init<Kind>(panel: Panel<Kind>, format: RunOptions.Format, output: OutputStream) {
        self.format = ConsoleFormat(format, panel: panel)
        lines = panel.configuration.outputs
        active = Array(repeating: false, count: lines.count)
        var paths = panel.configuration.serials.map { $0.path }
        var ports = panel.configuration.portFormats(geometry: panel.geometry)
        portGreetings = ports.map { panel.greeting(of: $0) }
        // (What the touchscreen of others would get, as text.)
        if let touches = panel.configuration.touchscreenTouches {
            paths.append(UinputDevice.path)
            ports.append(
                PortFormat(
                    kind: .text, gestures: RecognizerSet(), controls: ZoneSet(), touches: touches,
                    geometry: panel.geometry, names: panel.configuration.names))
        }
        (self.paths, self.ports) = (paths, ports)
        self.output = output
    }

    mutating func begin() {
        line.removeAll()
        if format.begin(&line) { output.write(&line) }
        for index in portGreetings.indices {
            var sent = portGreetings[index]
            show(&sent, sentTo: index)
        }
    }

    mutating func identified(_ identity: String) {
        line.removeAll()
        if format.emit(identity, &line) { output.write(&line) }
    }

    mutating func emit(_ event: GestureEvent) {
        hasTold = true
        line.removeAll()
        if format.emit(event, &line) { output.write(&line) }
        for index in ports.indices {
            var sent = ByteLine()
            if ports[index].write(event, into: &sent) { show(&sent, sentTo: index) }
        }
    }

    mutating func emit(_ event: ControlEvent) {
        hasTold = true
        line.removeAll()
        if format.emit(event, &line) { output.write(&line) }
        for index in ports.indices {
            var sent = ByteLine()
            if ports[index].write(event, into: &sent) { show(&sent, sentTo: index) }
        }
    }

    private mutating func show(_ sent: inout ByteLine, sentTo port: Int) {
        line.removeAll()
        if format.emit(&sent, sentTo: paths[port], &line) { output.write(&line) }
    }

    mutating func set(line index: Int, active isActive: Bool, at now: Instant) {
        hasTold = true
        active[index] = isActive
        line.removeAll()
        if format.emit(lines[index], isActive: isActive, at: now, &line) { output.write(&line) }
    }

    /// Drives every line to its idle level.
    mutating func idleLines(at now: Instant) {
        for index in active.indices where active[index] { set(line: index, active: false, at: now) }
    }

    mutating func fault(_ fault: ControllerFault, at now: Instant) {}
    mutating func emit(_ touch: TouchEvent) {
        show(touch, to: nil)
        observer?.touch(touch)
    }
    mutating func heard(_ contacts: inout Contacts, at now: Instant) {
        observer?.report(&contacts, at: now)
    }
    mutating func emit(_ touch: TouchEvent, to zone: Int) { show(touch, to: zone) }

    private mutating func show(_ touch: TouchEvent, to zone: Int?) {
        for index in ports.indices {
            var sent = ByteLine()
            if ports[index].write(touch, to: zone, into: &sent) {
                hasTold = true
                show(&sent, sentTo: index)
            }
        }
    }
}
