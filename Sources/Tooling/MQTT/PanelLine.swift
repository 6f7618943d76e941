import TaplineCore
import TaplineFormats

/// What a line of a panel's stream (`follow events`) means for the broker.
enum PanelLine: Equatable {
    /// What the panel is: the stream has begun, or the configuration was read again.
    case panel(PanelFacts)
    /// The sequence of events begins (again).
    case greeting
    /// A gesture was recognised, a control used, or the panel is in another state: what it is called, and its event type.
    case recognised(name: String, type: String)
    /// What plays.
    case playing(NowPlaying)
    /// The values of all controls, by their names.
    case values([String: Double])
    /// The daemon has left out so many lines, because this side was slow.
    case dropped(Int)
    /// The daemon refuses.
    case refusal(String)
    /// Everything else: what has only begun, what goes on.
    case other

    /// Reads a line without its line feed.
    init(_ line: [UInt8]) {
        guard let value = try? JSONReader.read(line[...]), case .object = value else {
            let text = String(decoding: line, as: UTF8.self)
            self = text.hasPrefix("error: ") ? .refusal(String(text.dropFirst(7))) : .other
            return
        }
        if let format = value["tapline"]?.text {
            switch format {
            case "panel/1": self = .panel(PanelFacts(value))
            case "events/1": self = .greeting
            case "now/1": self = NowPlaying(value).map { .playing($0) } ?? .other
            default: self = .other
            }
        } else if let name = value[.gesture]?.text, let kind = value[.kind]?.text {
            let state = value[.state]?.text ?? ""
            if EventWords.lastingKinds.contains(kind) {
                // (A rest that is cancelled was ended by nobody.)
                let type = state == "cancelled" && kind != "untouched" ? "ended" : state
                self = EventTypes.of(kind).contains(type) ? .recognised(name: name, type: type) : .other
                return
            }
            // A tentative tap is confirmed, and never ended; everything else ends.
            guard state == "ended" || state == "confirmed" else {
                self = .other
                return
            }
            // (A kind of one's own may call one of its values so, too.)
            let direction = value[.direction]?.text.flatMap { EventTypes.of(kind).contains($0) ? $0 : nil }
            self = .recognised(name: name, type: direction ?? kind)
        } else if let name = value[.control]?.text, let kind = value[.kind]?.text,
            let action = value[.action]?.text
        {
            // (A slider whose finger was taken away keeps the value that it has then.)
            let type = kind == "slider" && action == "cancel" ? "release" : action
            self = EventTypes.of(kind).contains(type) ? .recognised(name: name, type: type) : .other
        } else if value["values"] != nil {
            self = .values(PanelFacts.values(value["values"]))
        } else if let count = value["dropped"]?.whole {
            self = .dropped(Int(min(max(0, count), Int64(UInt32.max))))
        } else {
            self = .other
        }
    }

    /// The message of a line that says what was recognised: the daemon's own, with what Home Assistant wants in front.
    ///
    /// - Parameter run: names the sequence that the line's number belongs to.
    static func message(_ line: [UInt8], type: String, run: String) -> [UInt8] {
        Array("{\"event_type\":\(json(type)),\"run\":\(json(run)),".utf8) + line.dropFirst()
    }
}
