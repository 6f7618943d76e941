import TaplineConfiguration
import TaplineCore
import TaplineFormats

extension Command {
    /// The command to whatever plays that is called so, with its value; nil: there is none, or its value is not right.
    static func remote(_ name: Name, value: Name) -> Command? {
        for number in UInt8(100)...255 {
            guard let command = RemoteCommand(rawValue: number) else { break }
            guard Name(command.name) == name else { continue }
            guard let range = command.values else { return value.count == 0 ? .remote(command, 0) : nil }
            guard let amount = amount(value), range.contains(amount) else { return nil }
            return .remote(command, amount)
        }
        return nil
    }

    /// What somebody is asked who has written `name` for a command to whatever plays; empty: nobody knows.
    static func remoteMeant(by name: Name) -> String {
        for seek in [RemoteSeek.forward, .backward] where Name(RemoteGestures.Meaning.seek(seek).name) == name {
            return "here that is \(seek.begin.name.description), and \(seek.end.name.description) when it is over; "
        }
        let commands = (UInt8.min ... .max).compactMap { RemoteCommand(rawValue: $0) }
        let names = commands.map { $0.name.description }
        let written = String(decoding: (0..<name.count).map { name[$0] }, as: UTF8.self)
        if let range = commands.first(where: { Name($0.name) == name })?.values {
            let (least, most) = (fixed(Double(range.lowerBound), places: 0), fixed(Double(range.upperBound), places: 0))
            return "\(written) takes a number from \(least) to \(most); "
        }
        guard !names.contains(written), let meant = meantName(by: written, among: names) else { return "" }
        return "did you mean \(meant)? "
    }

    /// The number that `text` writes: digits, with a sign and a point where they are wanted.
    static func amount(_ text: Name) -> Float? {
        var bytes: [UInt8] = []
        var digits = 0
        var points = 0
        for i in 0..<text.count {
            switch text[i] {
            case UInt8(ascii: "+") where i == 0: continue
            case UInt8(ascii: "-") where i == 0: break
            case UInt8(ascii: "."): points += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            default: return nil
            }
            bytes.append(text[i])
        }
        return digits > 0 && points <= 1 ? Float(decimal(bytes[...])) : nil
    }
}
