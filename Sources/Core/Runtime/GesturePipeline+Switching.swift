public import TaplineGestures
import TaplineOutputs
public import TaplineTouches

// What a program changes and reads of its gestures and zones while they run, by index: gestures as in the configuration, zones
// from 1 on, 0 is the panel.
extension GesturePipeline {
    /// Enables or disables gestures and zones; those that there are not are left alone. What is under way of a gesture or in a
    /// zone that is disabled ends at once.
    public mutating func setEnabled(
        _ isEnabled: Bool, gestures: RecognizerSet, zones: ZoneSet = ZoneSet(), at instant: Instant,
        into sink: inout Sink
    ) {
        catchUp(before: instant, into: &sink)
        setEnabledNow(isEnabled, gestures, zones, into: &sink)
        refreshDeadline()
    }

    /// Whether a gesture gets touches.
    public mutating func isEnabled(gesture: Int) -> Bool { engine.isEnabled(gesture: gesture) }
    /// Whether a zone gets touches: neither it nor a zone around it is disabled.
    public mutating func isEnabled(zone: Int) -> Bool { engine.isEnabled(zone: zone) }

    /// Whether a gesture was disabled while the pipeline ran, and not enabled since: a reload keeps it so.
    public mutating func isDisabledByHand(gesture: Int) -> Bool { engine.isDisabledByHand(gesture: gesture) }
    /// The same of a zone.
    public mutating func isDisabledByHand(zone: Int) -> Bool { engine.isDisabledByHand(zone: zone) }

    /// Where a gesture stands; nil where there is none.
    public mutating func state(of gesture: Int) -> RecognizerState? { engine.state(of: gesture) }

    /// The zone that gets actions without a target; nil: none.
    public var firstResponder: Int? { engine.firstResponder }

    /// Makes a zone the first responder; nil: none. A reload begins with the configuration's again. False, and nothing
    /// changed, where there is no such zone, it may not be it, or the sink says no.
    @discardableResult
    public mutating func makeFirstResponder(_ zone: Int?, into sink: inout Sink) -> Bool {
        engine.makeFirstResponder(zone, &outputs, &sink)
    }

    /// Sends an action without a target to the first responder and on up its chain. Whether somebody has handled it; if
    /// not, it is counted.
    @discardableResult
    public mutating func send(_ action: Int, into sink: inout Sink) -> Bool { engine.send(action, &outputs, &sink) }

    /// Asks the first responder and on up its chain who takes something, an event that no finger makes, and who that was.
    @discardableResult
    public mutating func findResponder(
        into sink: inout Sink, _ ask: (Responder, inout Sink) -> Bool
    ) -> Responder? {
        engine.findResponder(&outputs, &sink) { ask($1, &$2) }
    }
}
