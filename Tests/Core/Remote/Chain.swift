import TestSupport

/// Responders of a test: who is asked one after the other, what each handles, and what each was offered.
struct Chain: RemoteResponders {
    var order = [1]
    var handled: [Int: Set<RemoteCommand>] = [1: Set(RemoteCommand.all)]
    var offered: [Int] = []
    var events: [RemoteEvent] = []

    func next(after responder: Int?) -> Int? {
        guard let responder else { return order.first }
        return order.firstIndex(of: responder).flatMap { $0 + 1 < order.count ? order[$0 + 1] : nil }
    }

    mutating func handle(_ event: RemoteEvent, responder: Int) -> Bool {
        offered.append(responder)
        if responder == order.first { events.append(event) }
        return handled[responder]?.contains(event.command) ?? false
    }

    var commands: [RemoteCommand] { events.map(\.command) }
}

extension RemoteCommand {
    static let all = (UInt8.min ... .max).compactMap { RemoteCommand(rawValue: $0) }
}

extension Instant {
    static func ms(_ count: Int64) -> Instant { Instant(microseconds: count * 1_000) }
}

extension RemoteEngine {
    /// An engine that somebody has asked for commands.
    static var receiving: RemoteEngine {
        var engine = RemoteEngine()
        engine.beginReceiving()
        return engine
    }
}
