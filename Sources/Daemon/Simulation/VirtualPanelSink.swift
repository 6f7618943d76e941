import TaplineChipModels
import TaplineConfiguration
import TaplineCore

/// Collects what a virtual panel's pipeline wants and emits.
struct VirtualPanelSink: SimulatedDeviceSink {
    var request: ControllerRequest?
    var given: [RemoteEvent] = []
    /// (Readings can be had from the script.)
    var observer: TouchObserver? { nil }
    private(set) var events: [VirtualPanelEvent] = []
    private(set) var controls: [String] = []
    private(set) var lineChanges: [VirtualPanelLineChange] = []
    private(set) var faults: [ControllerFault] = []

    private let gestures: [String]
    private let zones: [String]
    private let lines: [String]
    private var levels: [OutputLevel]
    private var ports: SimulatedPorts
    private var sent: [[UInt8]]

    init<Kind>(_ panel: Panel<Kind>) {
        gestures = panel.configuration.events.map { $0.name }
        zones = panel.configuration.zones.map { $0.name }
        lines = panel.configuration.outputs.map { $0.line }
        levels = Array(repeating: .idle, count: lines.count)
        ports = SimulatedPorts(panel)
        sent = Array(repeating: [], count: ports.count)
        greet()
    }

    mutating func turn<Kind>(_ panel: Panel<Kind>) {
        ports = SimulatedPorts(panel)
        greet()
    }

    private mutating func greet() {
        for (index, greeting) in ports.greetings.enumerated() {
            var line = greeting
            sent[index].append(&line)
        }
    }

    func isActive(_ line: String) -> Bool? {
        guard lines.contains(line) else { return nil }
        // Several outputs may share a line: it is active while one of them is.
        return lines.indices.contains { lines[$0] == line && levels[$0].isActive }
    }

    func sent(to port: String) -> String? {
        guard let index = ports.paths.firstIndex(of: port) else { return nil }
        return String(decoding: sent[index], as: UTF8.self)
    }

    mutating func forget() {
        events = []
        controls = []
        lineChanges = []
        faults = []
        for index in sent.indices { sent[index] = [] }
    }

    mutating func idleLines(at now: Instant) {
        for index in levels.indices where levels[index].isActive { set(line: index, level: .idle, at: now) }
    }

    // MARK: The pipeline's sink

    mutating func emit(_ event: GestureEvent) {
        events.append(VirtualPanelEvent(gesture: gestures[event.gesture], event: event))
        write(event)
    }

    mutating func emit(_ event: ControlEvent) {
        // (Zone 0 is the whole panel.)
        controls.append(zones[event.zone - 1] + " " + event.action.name.description)
        write(event)
    }

    mutating func write(_ event: some PortEvent) {
        for index in 0..<ports.count {
            if var line = ports.line(of: event, at: index) { sent[index].append(&line) }
        }
    }

    mutating func set(line index: Int, level: OutputLevel, at now: Instant) {
        levels[index] = level
        lineChanges.append(VirtualPanelLineChange(time: now, line: lines[index], level: level))
    }

    mutating func fault(_ fault: ControllerFault, at now: Instant) { faults.append(fault) }
}
