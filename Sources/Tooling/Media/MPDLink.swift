import CTaplineMedia
import TaplineClient
import TaplineFormats

/// One MPD (protocol at mpd.readthedocs.io).
struct MPDLink: PlayerLink {
    /// What its player is called.
    static let name = "mpd"
    private var connection: OpaquePointer?
    private var facts = tapline_player()
    /// It has been told to do something, or has just been found: what it plays is to be asked.
    private var hasChanged = false

    init() {}

    var descriptor: Int32 { unsafe connection.map { unsafe tapline_mpd_descriptor($0) } ?? -1 }
    var events: Int16 { 1 }
    var deadline: Int64 { hasChanged ? 0 : .max }

    mutating func open() -> String? {
        var why = [CChar](repeating: 0, count: 256)
        unsafe connection = tapline_mpd_open(&why)
        hasChanged = true
        guard unsafe connection == nil else { return nil }
        let reason = String(decoding: why.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return "MPD at \(MPDPlace().name): \(reason)"
    }

    mutating func work(isReady: Bool, at now: Int64) -> [PlayerNews]? {
        guard let connection = unsafe connection else { return nil }
        if isReady, unsafe tapline_mpd_work(connection) < 0 { return nil }
        guard isReady || hasChanged else { return [] }
        hasChanged = false
        let status = unsafe tapline_mpd_ask(connection, &facts)
        if status < 0 { return nil }
        // (Refused: a password is wanted, or it does not let this be asked. It is asked again after the next command.)
        if status > 0 { return [.refused(MPDLink.name, why: why)] }
        return [.there(Player(&facts, name: MPDLink.name, at: now))]
    }

    private var why: String { unsafe connection.map { unsafe String(cString: tapline_mpd_error($0)) } ?? "" }

    mutating func give(_ call: PlayerCall, to player: Player) -> String? {
        let (command, value): (tapline_mpd_command, Double) =
            switch call {
            case .play: (TAPLINE_MPD_PLAY, 0)
            case .pause: (TAPLINE_MPD_PAUSE, 0)
            case .toggle: (player.state == .playing ? TAPLINE_MPD_PAUSE : TAPLINE_MPD_PLAY, 0)
            case .stop: (TAPLINE_MPD_STOP, 0)
            case .next: (TAPLINE_MPD_NEXT, 0)
            case .previous: (TAPLINE_MPD_PREVIOUS, 0)
            case .skip(let seconds): (TAPLINE_MPD_SKIP, seconds)
            case .position(let seconds): (TAPLINE_MPD_POSITION, seconds)
            case .volume(let volume): (TAPLINE_MPD_VOLUME, volume)
            }
        hasChanged = true
        guard let connection = unsafe connection else { return "MPD is gone" }
        return unsafe tapline_mpd_tell(connection, command, value) == 0 ? nil : why
    }

    mutating func close() {
        unsafe tapline_mpd_close(connection)
        unsafe connection = nil
    }
}

/// Where libmpdclient looks for an MPD: what the variables MPD_HOST and MPD_PORT say.
struct MPDPlace {
    /// A name, an address, or a socket: a path, or `@` and an abstract name.
    private let host: String
    private let port: String
    private var isSocket: Bool { host.first == "/" || host.first == "@" }

    init(
        host: String? = ClientProgram.environment("MPD_HOST"), port: String? = ClientProgram.environment("MPD_PORT")
    ) {
        let host = host ?? "localhost"
        // (An `@` ends a password, unless it is the first.)
        let end = host.firstIndex(of: "@").flatMap { $0 == host.startIndex ? nil : host.index(after: $0) }
        self.host = String(host[(end ?? host.startIndex)...])
        self.port = port ?? ""
    }

    /// What messages call it: without the password.
    var name: String {
        if host.isEmpty { return "MPD_HOST, which is empty" }
        return port.isEmpty || isSocket ? host : "\(host) port \(port)"
    }

    /// What is wrong with the variables, and what would be right; nil: nothing.
    var mistake: String? {
        guard !isSocket else { return nil }
        if host.contains("/") { return "MPD_HOST is a name, an address or a socket's path alone: MPD_HOST=localhost" }
        if host.count(where: { $0 == ":" }) == 1 {
            return "the port is a variable of its own: MPD_HOST=\(host.prefix { $0 != ":" }), then MPD_PORT"
        }
        guard port.isEmpty || (1...65_535).contains(Int(port) ?? 0) else {
            return "MPD_PORT is '\(port)'; write a number from 1 to 65535"
        }
        return nil
    }
}
