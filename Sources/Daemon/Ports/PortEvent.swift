import TaplineCore
import TaplineLinux

/// An event as every port, socket and console is sent it. A source whose events are new makes them conform.
protocol PortEvent {
    /// When it happened.
    var time: Instant { get }
    /// Whether it is one of many on the way, which a slow reader may miss.
    var isProgress: Bool { get }
    /// Whether people are shown it in bold.
    var isHighlighted: Bool { get }
    /// Whether it is a touch: these are neither shown at the console nor sent to those who follow events.
    static var isTouch: Bool { get }
    /// Writes its line for a port. False: the port is not sent it, and nothing is counted.
    func write(as format: inout PortFormat, into line: inout ByteLine) -> Bool
    /// Writes its line of `events/1`.
    func write(as format: inout EventsFormat, into line: inout ByteLine)
    /// Writes its line for people.
    func write(as format: TextFormat, into line: inout ByteLine)
}

extension PortEvent {
    var isHighlighted: Bool { false }
    static var isTouch: Bool { false }
    var importance: LinePort.Importance { isProgress ? .progress : .news }
}

extension GestureEvent: PortEvent {
    var isProgress: Bool { state == .changed }
    var isHighlighted: Bool { isRecognition }
    func write(as format: inout PortFormat, into line: inout ByteLine) -> Bool { format.write(self, into: &line) }
    func write(as format: inout EventsFormat, into line: inout ByteLine) { format.write(self, into: &line) }
    func write(as format: TextFormat, into line: inout ByteLine) { format.write(self, into: &line) }
}

extension ControlEvent: PortEvent {
    var isProgress: Bool { action == .change }
    var isHighlighted: Bool { isClick }
    func write(as format: inout PortFormat, into line: inout ByteLine) -> Bool { format.write(self, into: &line) }
    func write(as format: inout EventsFormat, into line: inout ByteLine) { format.write(self, into: &line) }
    func write(as format: TextFormat, into line: inout ByteLine) { format.write(self, into: &line) }
}

/// A touch's change: on the panel, or, with `zone`, as the zone's own touch stream has it.
struct StreamedTouch: PortEvent {
    let touch: TouchEvent
    let zone: Int?

    var time: Instant { touch.time }
    var isProgress: Bool { touch.phase == .moved }
    static var isTouch: Bool { true }
    func write(as format: inout PortFormat, into line: inout ByteLine) -> Bool {
        format.write(touch, to: zone, into: &line)
    }
    func write(as format: inout EventsFormat, into line: inout ByteLine) {
        format.write(touch, to: zone, into: &line)
    }
    func write(as format: TextFormat, into line: inout ByteLine) { format.write(touch, into: &line) }
}

/// A sink that sends the same events to every kind of port.
protocol PortSink: EffectSink {
    /// Sends an event to whoever reads such events.
    mutating func write(_ event: some PortEvent)
}

extension PortSink {
    mutating func emit(_ event: GestureEvent) { write(event) }
    mutating func emit(_ event: ControlEvent) { write(event) }
    mutating func emit(_ touch: TouchEvent) { write(StreamedTouch(touch: touch, zone: nil)) }
    mutating func emit(_ touch: TouchEvent, to zone: Int) { write(StreamedTouch(touch: touch, zone: zone)) }
}
