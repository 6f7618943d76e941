import CTaplineTool
import TaplineCore
public import TaplineDaemon
import TaplineFormats

/// What `-F` makes of an event: a text in which specifiers stand for its values, as gpiomon has them.
public struct EventTemplate: Sendable {
    private enum Part: Sendable {
        case text(String)
        case specifier(Character)
    }
    private var parts: [Part] = []

    /// The specifiers, and what they stand for.
    public static var specifiers: [(name: Character, meaning: String)] {
        [
            ("g", "gesture, control or touch"), ("k", "kind"), ("s", "state"), ("x", "place across, px"),
            ("y", "place down, px"), ("z", "zone"), ("f", "fingers taking part"), ("d", "direction or edge"),
            ("v", "values as key=value"), ("w", "why"), ("q", "number in the sequence"), ("t", "time, µs"),
            ("S", "time, seconds"), ("U", "when it came, UTC"), ("L", "when it came, local time"),
            ("%", "a percent sign"),
        ]
    }

    /// - Throws: ``ServiceError`` with exit code 64 for a specifier that there is not.
    public init(_ text: String) throws(ServiceError) {
        var gathered = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                gathered.append(character)
                continue
            }
            guard let name = rest.popFirst(), EventTemplate.specifiers.contains(where: { $0.name == name }) else {
                let valid = EventTemplate.specifiers.map { "%\($0.name)" }.joined(separator: " ")
                throw ServiceError("--format: a % is followed by no specifier of \(valid)", .usage)
            }
            parts.append(.text(gathered))
            gathered = ""
            parts.append(name == "%" ? .text("%") : .specifier(name))
        }
        parts.append(.text(gathered))
    }

    /// The line for `event`, without its end.
    package func text(_ event: ViewEvent) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let part): text += part
            case .specifier(let name): text += value(name, event)
            }
        }
        return text
    }

    private func value(_ name: Character, _ event: ViewEvent) -> String {
        switch name {
        case "g": event.name
        case "k": event.kind
        case "s": event.state
        case "x": shortened(String(event.x), 1)
        case "y": shortened(String(event.y), 1)
        case "z": event.zone ?? ""
        case "f": event.touches.map { String($0) } ?? ""
        case "d": event[.direction] ?? event[.edge] ?? ""
        case "v": event.values.map { "\($0.key)=\($0.text)" }.joined(separator: " ")
        case "w": event.why ?? ""
        case "q": event.sequence.map { String($0) } ?? ""
        case "t": String(event.time)
        case "S": seconds(event.time)
        case "U": EventTemplate.calendar(isLocal: false)
        default: EventTemplate.calendar(isLocal: true)
        }
    }

    /// Now, to a microsecond.
    static func calendar(isLocal: Bool) -> String {
        var text = [CChar](repeating: 0, count: 40)
        unsafe tapline_calendar_text(tapline_calendar_us(), isLocal ? 1 : 0, &text)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
