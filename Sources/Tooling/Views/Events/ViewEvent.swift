package import TaplineCore
import TaplineFormats

/// What a gesture, a control or a touch has done, as one of the formats reported it.
package struct ViewEvent: Equatable, Sendable {
    /// What the event is about.
    package enum Subject: Sendable {
        case gesture, control, touch
    }

    /// A value of the event's kind: `scale` and `1.2345`.
    package struct Value: Equatable, Sendable {
        /// The key of `events/1`.
        package var key: String
        /// The value as text, numbers without zeros at the end.
        package var text: String
    }

    /// What it is about.
    package var subject = Subject.gesture
    /// The line's number; nil in text, which has none.
    package var sequence: Int64?
    /// The report or the deadline that caused it, µs.
    package var time: Int64 = 0
    /// The gesture's or the control's name; of a touch its number.
    package var name = ""
    /// The kind: `tap`, `slider`, `touch`; empty in text.
    package var kind = ""
    /// The state, a control's action, a touch's phase.
    package var state = ""
    /// Fingers taking part; nil where it is not reported.
    package var touches: Int?
    /// Where, oriented px.
    package var x = 0.0
    /// Where, oriented px.
    package var y = 0.0
    /// The zone, where the gesture is attached to one.
    package var zone: String?
    /// The values of its kind, in the order in which they were reported.
    package var values: [Value] = []
    /// Why it failed, was cancelled or revoked.
    package var why: String?

    package init() {}

    /// The value of a field.
    package subscript(field: EventField) -> String? { values.first { $0.key == field.key }?.text }

    /// Whether it is one of many on the way: what people at a line of text do without.
    package var isProgress: Bool { state == "changed" || state == "moved" || subject == .control && state == "change" }

    /// Whether a recognition begins with it, or is all of it.
    package var isRecognition: Bool {
        subject == .gesture && (state == "began" || state == "ended" && isDiscrete || state == "confirmed")
    }

    /// Whether a gesture is complete with it, or a control has been used: its values are final.
    package var isComplete: Bool { subject != .touch && GestureCommands.usualStates.contains(state) }

    /// Whether its `ended` comes without a `began` before it.
    package var isDiscrete: Bool {
        switch kind {
        case "tap", "swipe", "stroke": true
        case "pinch": self[.direction] != nil
        default: false
        }
    }

    /// Its values for people, each with a comma in front: `, 2 fingers, scale 1.23`.
    package var summary: String {
        var text = ""
        if subject == .gesture, let touches, touches > 1 { text += ", \(touches) fingers" }
        for value in values {
            guard let field = EventField(key: value.key) else {
                // What a line of text has.
                if value.key == "text" { text += ", \(value.text)" }
                continue
            }
            switch field {
            case .taps:
                if let taps = Int(value.text), taps > 1 { text += ", \(taps) taps" }
            case .direction, .name: text += ", \(value.text)"
            case .edge: text += ", from \(value.text)"
            case .dx: text += ", moved \(shortened(value.text, 0)),\(shortened(self[.dy] ?? "0", 0))"
            case .scale, .score, .value: text += ", \(value.key) \(shortened(value.text, 2))"
            case .rotation:
                guard let radians = Double(value.text) else { continue }
                text += ", turned \(shortened(String(radians * 180 / .pi), 1)) deg"
            case .vx:
                guard kind == "swipe", let x = Double(value.text), let y = Double(self[.vy] ?? "0") else { continue }
                text += " at \(shortened(String((x * x + y * y).squareRoot()), 0)) px/s"
            // Said already, not for people, or not among values.
            case .dy, .vy, .scaleSpeed, .rotationSpeed, .scaleVelocity, .rotationVelocity, .sequence, .time, .gesture,
                .control, .touch, .kind, .state, .action, .phase, .touches, .x, .y, .zone, .to, .why:
                continue
            }
        }
        if let why { text += ": \(why)" }
        return text
    }
}
