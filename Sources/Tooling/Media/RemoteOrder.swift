import TaplineCore
import TaplineFormats

/// A command to whatever plays, as a panel's daemon tells it.
struct RemoteOrder: Equatable {
    var command: RemoteCommand
    /// How much of it.
    var value = 0.0
}

/// Finds commands among a panel's events. A command that a configuration names twice is told under both names, and meant once.
struct RemoteOrderReader {
    private var last: (time: Int64, kind: String, state: String, name: String)?

    /// The command that a line of `events/1` is; nil: none.
    mutating func read(_ line: JSONReader.Value) -> RemoteOrder? {
        guard let name = line[.gesture]?.text, let kind = line[.kind]?.text, let state = line[.state]?.text,
            let time = line["t"]?.whole,
            let order = RemoteOrderReader.order(kind, state, line[.value]?.double ?? 0)
        else { return nil }
        if let last, last.time == time, last.kind == kind, last.state == state, last.name != name { return nil }
        last = (time, kind, state, name)
        return order
    }

    private static func order(_ kind: String, _ state: String, _ value: Double) -> RemoteOrder? {
        for seek in [RemoteSeek.forward, .backward]
        where kind == RemoteGestures.Meaning.seek(seek).name.description {
            switch state {
            case "began": return RemoteOrder(command: seek.begin)
            case "ended", "cancelled": return RemoteOrder(command: seek.end)
            default: return nil
            }
        }
        guard state == "ended" else { return nil }
        for number in UInt8(100)...UInt8.max {
            guard let command = RemoteCommand(rawValue: number) else { return nil }
            guard command.name.description == kind else { continue }
            if let range = command.values, !range.contains(Float(value)) { return nil }
            switch command {
            // (No player takes a rating, and seeks have kinds of their own.)
            case .rating, .beginSeekingForward, .endSeekingForward, .beginSeekingBackward, .endSeekingBackward:
                return nil
            default: return RemoteOrder(command: command, value: value)
            }
        }
        return nil
    }
}
