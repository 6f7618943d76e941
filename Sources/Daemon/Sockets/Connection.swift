import TaplineCore
import TaplineLinux

/// A place for a client of a socket.
final class Connection {
    /// Where its lines go.
    let port = LinePort(.connection)
    /// Its commands, where they are taken.
    let session: CommandSession?
    /// What it follows.
    var follows = Follows()
    /// It follows contacts and was not there when the fingers landed that are down: it is sent none until all have lifted.
    var awaitsLift = false
    /// Which of the motion sensor's data it is sent, and how many it was.
    var updates = UpdateInterval()
    var motionLines: Int64 = 0
    /// The values of controls that it was sent last, by zone.
    var sentValues = PanelStatus.noValues
    /// How many of the lines that its port refused it has heard of.
    private var reported: UInt32 = 0
    /// What its client plays, where it has told that; it is over when the client goes.
    var playing: PlayingClient?
    /// When it last said something, or connected.
    private(set) var heardAt = Instant.zero
    /// It is closed as soon as everything for it is written.
    var isLeaving = false
    private var watch = PortWatch()

    /// An empty place.
    init(takesCommands: Bool) {
        session = takesCommands ? CommandSession(isTerminal: false) : nil
    }

    /// A client has connected.
    func adopt(_ descriptor: Int32, at now: Instant) {
        port.adopt(descriptor)
        heardAt = now
        session?.reset()
        follows = []
        awaitsLift = false
        motionLines = 0
        reportDropped()
        playing = nil
        isLeaving = false
        watch.forget()
    }

    /// Lines that were left out since the last report of that.
    var dropped: UInt32 { port.refusedLines &- reported }
    /// Its client is sent how many these are.
    func reportDropped() { reported = port.refusedLines }

    /// Reads what its client has said.
    func hear(at now: Instant) {
        heardAt = now
        session?.read(port)
    }

    /// Whether its client may give every command.
    var isTrusted: Bool { SocketListener.isTrusted(port.descriptor, group: Command.group) }

    /// Whether its client keeps a place for commands and gives none: another one who wants it gets it.
    func isIdle(at now: Instant) -> Bool { holdsOnlyAPlace && now - heardAt >= Connection.idleTime }

    /// Whether its client, which may only read, gives its place to one that may command.
    var mustYield: Bool { holdsOnlyAPlace && !isTrusted }

    /// Whether its client takes a place for commands, follows nothing, and plays nothing.
    private var holdsOnlyAPlace: Bool { session != nil && follows.isEmpty && playing == nil }

    /// How long a client that gives no commands keeps its place from others.
    private static var idleTime: Microseconds { .milliseconds(10_000) }

    /// The poller watches it under another tag.
    func forgetTag() { watch.forget() }

    /// Writes what the client takes, closes the place of one that has gone, and has the poller wait for what is next.
    func flush(_ poller: Poller, tag: UInt32) {
        port.flush()
        if port.isOpen, isLeaving, !port.isPending { port.close() }
        guard port.isOpen else {
            follows = []
            return
        }
        let isReading = follows.isEmpty && !isLeaving && session?.isListening ?? false
        watch.update(port, session, reading: isReading, poller, tag: tag)
    }
}
