/// What a player is asked to do.
enum PlayerCall: Equatable {
    case play, pause, toggle, stop, next, previous
    /// On by so many seconds, back where they are negative.
    case skip(Double)
    /// To so many seconds from the beginning.
    case position(Double)
    /// 0…1.
    case volume(Double)
}

/// What is heard of players.
enum PlayerNews {
    case there(Player)
    case gone(String)
    case refused(String, why: String)
}

/// The way to players: a bus, or one daemon of music.
protocol PlayerLink {
    /// What to wait for, -1 without a connection; the events of poll(2), and until when at the latest, µs.
    var descriptor: Int32 { get }
    var events: Int16 { get }
    var deadline: Int64 { get }
    /// What is said to be there where nothing can be reached; empty: nothing particular.
    static var name: String { get }
    /// Connects; why not, where that fails.
    mutating func open() -> String?
    /// Does what there is to do, and says what is new; nil: the connection has gone.
    mutating func work(isReady: Bool, at now: Int64) -> [PlayerNews]?
    /// Asks a player for something; why it is refused, where that is known at once.
    mutating func give(_ call: PlayerCall, to player: Player) -> String?
    /// Ends the connection.
    mutating func close()
}
