import CTaplineMedia
import Glibc

/// The players of the session bus (MPRIS 2.2, specifications.freedesktop.org/mpris-spec).
struct MPRISLink: PlayerLink {
    static let name = ""
    private var bus: OpaquePointer?
    private var facts = tapline_player()

    init() {}

    var descriptor: Int32 { unsafe bus.map { unsafe tapline_mpris_descriptor($0) } ?? -1 }
    var events: Int16 { unsafe Int16(truncatingIfNeeded: bus.map { unsafe tapline_mpris_events($0) } ?? 0) }
    var deadline: Int64 { unsafe bus.map { unsafe tapline_mpris_deadline($0) } ?? .max }

    mutating func open() -> String? {
        var error: Int32 = 0
        unsafe bus = tapline_mpris_open(&error)
        return unsafe bus == nil ? "the session bus: \(unsafe String(cString: strerror(-error)))" : nil
    }

    mutating func work(isReady: Bool, at now: Int64) -> [PlayerNews]? {
        guard let bus = unsafe bus, unsafe tapline_mpris_work(bus) >= 0 else { return nil }
        var news: [PlayerNews] = []
        while true {
            let event = unsafe tapline_mpris_next(bus, &facts)
            let player = Player(&facts, at: now)
            switch event {
            case TAPLINE_PLAYER_CHANGED: news.append(.there(player))
            case TAPLINE_PLAYER_GONE: news.append(.gone(player.name))
            case TAPLINE_PLAYER_REFUSED: news.append(.refused(player.name, why: player.title))
            default: return news
            }
        }
    }

    mutating func give(_ call: PlayerCall, to player: Player) -> String? {
        guard let bus = unsafe bus else { return "the session bus is gone" }
        let name = player.name
        let error =
            switch call {
            case .play: unsafe tapline_mpris_call(bus, name, "Play")
            case .pause: unsafe tapline_mpris_call(bus, name, "Pause")
            case .toggle: unsafe tapline_mpris_call(bus, name, "PlayPause")
            case .stop: unsafe tapline_mpris_call(bus, name, "Stop")
            case .next: unsafe tapline_mpris_call(bus, name, "Next")
            case .previous: unsafe tapline_mpris_call(bus, name, "Previous")
            case .skip(let seconds): unsafe tapline_mpris_seek(bus, name, Int64(seconds * 1e6))
            case .position(let seconds):
                unsafe tapline_mpris_set_position(bus, name, player.track, Int64(seconds * 1e6))
            case .volume(let volume): unsafe tapline_mpris_set_volume(bus, name, volume)
            }
        return error < 0 ? unsafe String(cString: strerror(-error)) : nil
    }

    mutating func close() {
        unsafe tapline_mpris_close(bus)
        unsafe bus = nil
    }
}
