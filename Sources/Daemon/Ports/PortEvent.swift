import TaplineCore
import TaplineLinux

/// An event as every port, socket and console is sent it. A source whose events are new makes them conform.
protocol PortEvent: FormattedEvent {
    /// When it happened.
    var time: Instant { get }
    /// Whether people are shown it in bold.
    var isHighlighted: Bool { get }
    /// Whether it is a touch: these are neither shown at the console nor sent to those who follow events.
    static var isTouch: Bool { get }
}

extension PortEvent {
    var isHighlighted: Bool { false }
    static var isTouch: Bool { false }
    var importance: LinePort.Importance { isProgress ? .progress : .news }
}

extension GestureEvent: PortEvent { var isHighlighted: Bool { isRecognition } }

extension ControlEvent: PortEvent { var isHighlighted: Bool { isClick } }

extension SensorEvent: PortEvent {}

extension StreamedTouch: PortEvent {
    var time: Instant { touch.time }
    static var isTouch: Bool { true }
}

/// A sink that sends the same events to every kind of port.
protocol PortSink: CommandSink {
    /// Sends an event to whoever reads such events.
    mutating func write(_ event: some PortEvent)
}

extension PortSink {
    mutating func emit(_ event: GestureEvent) { write(event) }
    mutating func emit(_ event: ControlEvent) { write(event) }
    static var emitsWholeEvents: Bool { true }
    mutating func emit(_ touch: TouchEvent) { write(StreamedTouch(touch: touch, zone: nil)) }
    mutating func emit(_ touch: TouchEvent, to zone: Int) { write(StreamedTouch(touch: touch, zone: zone)) }
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches) {
        write(StreamedTouch(touch: touch, zone: nil, event: &event))
    }
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches, to zone: Int) {
        write(StreamedTouch(touch: touch, zone: zone, event: &event))
    }
}
