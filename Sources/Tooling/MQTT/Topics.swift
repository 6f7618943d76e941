/// Where a panel's messages go.
struct Topics: Equatable {
    /// The first part of all: `tapline` unless the settings say otherwise.
    var prefix: String
    /// Home Assistant's: `homeassistant` unless the settings say otherwise.
    var discovery: String
    /// The panel's name.
    var panel: String
    /// The computer's word: panels of two computers may have one name.
    var computer: String

    var availability: String { "\(prefix)/\(word(panel))/availability" }
    /// How many gestures were given up while the broker was away.
    var lost: String { "\(prefix)/\(word(panel))/lost" }
    /// What plays.
    var playing: String { "\(prefix)/\(word(panel))/now" }
    /// Who publishes all this: the client's name.
    var client: String { "\(prefix)/\(word(panel))/client" }
    /// The events of one gesture.
    func events(of component: String) -> String { "\(prefix)/\(word(panel))/event/\(component)" }
    /// What the control of that word is at.
    func control(_ word: String) -> String { "\(prefix)/\(self.word(panel))/control/\(word)" }
    /// Where a broker's clients say what it is to be at.
    func command(_ word: String) -> String { control(word) + "/set" }
    /// All of these.
    var commands: String { command("+") }
    /// The word of the control that a message to `topic` is for; nil: it is no command.
    func commanded(by topic: String) -> String? {
        let (front, end) = (control(""), "/set")
        guard topic.hasPrefix(front), topic.hasSuffix(end), topic.utf8.count > front.utf8.count + end.utf8.count else {
            return nil
        }
        return String(topic.dropFirst(front.count).dropLast(end.count))
    }
    /// The discovery of a device with all that belongs to it (Home Assistant 2024.11 and later).
    var device: String { "\(discovery)/device/\(identity)/config" }
    /// The device's own name among all.
    var identity: String { "tapline_\(word(panel))" + (computer.isEmpty ? "" : "_\(computer)") }
    /// What the client is called where the settings do not say.
    var clientName: String { "tapline-mqtt-\(word(panel))" + (computer.isEmpty ? "" : "-\(computer)") }

    /// A name as a part of a topic and of an identifier: letters, digits, `-` and `_` stay, every other byte becomes `_` and
    /// its two hexadecimal digits. So does a `_` that such digits follow: two names never become one.
    func word(_ name: String) -> String {
        let bytes = Array(name.utf8)
        var out = ""
        for (place, byte) in bytes.enumerated() {
            let looksEncoded =
                byte == UInt8(ascii: "_") && bytes[(place + 1)...].prefix(2).count { Topics.isDigit($0) } == 2
            switch byte {
            case UInt8(ascii: "-"),
                UInt8(ascii: "_") where !looksEncoded, _ where Topics.isLetterOrDigit(byte):
                out.unicodeScalars.append(Unicode.Scalar(byte))
            default: out += "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return out
    }

    /// Whether `text` can be what ``word(_:)`` made of a name.
    func isWord(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || Topics.isLetterOrDigit($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
