import TaplineConfiguration
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
    package var isComplete: Bool { subject != .touch && CommandDescription.isComplete(state, of: kind) }

    /// Whether its `ended` comes without a `began` before it.
    package var isDiscrete: Bool { EventKind.named(kind, values: values.count)?.isContinuous == false }

    /// Its values for people, each with a comma in front: `, 2 fingers, scale 1.23`.
    package var summary: String {
        var text = subject == .gesture && (touches ?? 0) > 1 ? ", \(touches ?? 0) fingers" : ""
        for value in values {
            guard let row = EventField(key: value.key)?.row else {
                // What a line of text has, or a value of a kind of one's own.
                text += value.key == "text" ? ", \(value.text)" : ", \(value.key) \(value.text)"
                continue
            }
            guard let prefix = row.prefix, row.content != .count || Int(value.text) ?? 0 > 1 else { continue }
            text += "\(prefix)\(shown(value.text, row))\(row.suffix)"
        }
        if kind == "swipe", let x = Double(self[.vx] ?? ""), let y = Double(self[.vy] ?? "0") {
            text += " at \(shortened(String((x * x + y * y).squareRoot()), 0)) px/s"
        }
        if let why { text += ": \(why)" }
        return text
    }

    private func shown(_ text: String, _ row: EventFieldRow) -> String {
        guard row.content == .pixels || row.content == .number, let number = Double(text) else { return text }
        return shortened(row.factor == 1 ? text : String(number * Double(row.factor)), row.decimals)
    }
}
