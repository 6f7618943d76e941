public import TaplineCore

/// Something that is done to the panel itself, to its gestures, zones and responders: an entry of `outputs`.
///
/// ```yaml
/// - {on: lock, disable: [lamp, zone kitchen]}      # as by the command `disable`
/// - {on: unlock, enable: [lamp, zone kitchen]}
/// - {on: [left, right], become: kitchen}           # the zone is the first responder
/// - {on: done, resign: true}                       # nobody is
/// - {on: flick, remote: nextTrack}                 # whatever plays is commanded
/// - {on: back, remote: skip, value: -15}
/// ```
public struct PanelActionDescription: Equatable, Sendable {
    /// What is done.
    public enum Action: Equatable, Sendable {
        /// Gestures and zones, by index of the configuration's, are enabled or disabled.
        case setEnabled(Bool, gestures: [Int], zones: [Int])
        /// The zone at this index becomes the first responder; nil: nobody is.
        case makeFirstResponder(Int?)
        /// A command to whatever plays is given, with a value where it has one; of a seek its begin, and later its end.
        case give(RemoteCommand, Float)
    }

    /// The gestures that do it, as indices into the configuration's gestures, ascending, none twice.
    public var gestures: [Int]
    /// The controls whose click does it, as indices into the configuration's zones, ascending, none twice.
    public var controls: [Int]
    /// Which moment of its gestures does it.
    public var trigger: LineTrigger
    /// What is done.
    public var action: Action

    /// Adds it to `bank`, behind its lines.
    func append<Sink: OutputSink, let lines: Int>(to bank: inout OutputBank<Sink, lines>) {
        let done: PanelAction =
            switch action {
            case .setEnabled(let isEnabled, let gestures, let zones):
                .setEnabled(isEnabled, gestures: RecognizerSet(gestures), zones: ZoneSet(controls: zones))
            case .makeFirstResponder(let zone): .makeFirstResponder(zone.map { $0 + 1 })
            case .give(let command, let value): .give(command, value)
            }
        _ = bank.append(
            LineOutput(
                gestures: RecognizerSet(gestures), controls: ZoneSet(controls: controls), action: done,
                trigger: trigger))
    }
}
