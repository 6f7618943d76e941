import TaplineChipModels
import TaplineConfiguration
import TaplineCore

/// Keeps what a rig's pipeline wants and tells.
struct VirtualPanelSink: HostSink {
    var wish: ControllerAction?
    private(set) var events: [VirtualPanelEvent] = []
    private(set) var controls: [String] = []
    private(set) var lineChanges: [VirtualPanelLineChange] = []
    private(set) var faults: [ControllerFault] = []

    private let gestures: [String]
    private let zones: [String]
    private let lines: [String]
    private var active: [Bool]
    private let paths: [String]
    private var ports: [PortFormat]
    private var sent: [[UInt8]]

    init<Kind>(_ panel: Panel<Kind>) {
        gestures = panel.configuration.gestures.map { $0.name }
        zones = panel.configuration.zones.map { $0.name }
        lines = panel.configuration.outputs.map { $0.line }
        active = Array(repeating: false, count: lines.count)
        paths = panel.configuration.serials.map { $0.path }
        ports = panel.configuration.portFormats(geometry: panel.geometry)
        sent = Array(repeating: [], count: ports.count)
        for index in ports.indices { keep(panel.greeting(of: ports[index]), sentTo: index) }
    }

    func isActive(_ line: String) -> Bool? {
        guard lines.contains(line) else { return nil }
        // Several outputs may share a line: it is active while one of them is.
        return lines.indices.contains { lines[$0] == line && active[$0] }
    }

    func sent(to port: String) -> String? {
        guard let index = paths.firstIndex(of: port) else { return nil }
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
        for index in active.indices where active[index] { set(line: index, active: false, at: now) }
    }

    private mutating func keep(_ line: ByteLine, sentTo port: Int) {
        for index in 0..<line.count { sent[port].append(line[index]) }
    }

    // MARK: The pipeline's sink

    mutating func emit(_ event: GestureEvent) {
        events.append(VirtualPanelEvent(gesture: gestures[event.gesture], event: event))
        for index in ports.indices {
            var line = ByteLine()
            if ports[index].write(event, into: &line) { keep(line, sentTo: index) }
        }
    }

    mutating func emit(_ event: ControlEvent) {
        // (Zone 0 is the whole panel.)
        controls.append(zones[event.zone - 1] + " " + event.action.name.description)
        for index in ports.indices {
            var line = ByteLine()
            if ports[index].write(event, into: &line) { keep(line, sentTo: index) }
        }
    }

    mutating func emit(_ touch: TouchEvent) { write(touch, to: nil) }
    mutating func emit(_ touch: TouchEvent, to zone: Int) { write(touch, to: zone) }

    private mutating func write(_ touch: TouchEvent, to zone: Int?) {
        for index in ports.indices {
            var line = ByteLine()
            if ports[index].write(touch, to: zone, into: &line) { keep(line, sentTo: index) }
        }
    }

    mutating func set(line index: Int, active isActive: Bool, at now: Instant) {
        active[index] = isActive
        lineChanges.append(VirtualPanelLineChange(time: now, line: lines[index], isActive: isActive))
    }

    mutating func fault(_ fault: ControllerFault, at now: Instant) { faults.append(fault) }
}
