import TaplineCore
import TaplineLinux

/// A place for somebody who connects to a socket.
final class Connection {
    /// Where his lines go.
    let port = LinePort(.connection)
    /// What he says, where he may.
    let session: CommandSession?
    /// What he follows.
    var follows = Follows()
    /// He follows contacts and was not there when the fingers landed that are down: he is told none until all have lifted.
    var awaitsLift = false
    /// Lines that were left out since it was told.
    var dropped: UInt32 = 0
    /// He is let go of when he has taken what waits.
    var isLeaving = false
    private var isWatched = false
    private var wasReading = false
    private var wasWriting = false

    /// An empty place.
    init(takesCommands: Bool) {
        session = takesCommands ? CommandSession(isTerminal: false) : nil
    }

    /// Somebody has come.
    func adopt(_ descriptor: Int32) {
        port.adopt(descriptor)
        session?.reset()
        follows = []
        awaitsLift = false
        dropped = 0
        isLeaving = false
        isWatched = false
    }

    /// The poller is told anew.
    func forgetTag() { isWatched = false }

    /// Writes what is taken, lets go of who has gone, and has the poller wait for what is wanted next.
    func flush(_ poller: Poller, tag: UInt32) {
        port.flush()
        if port.isOpen, isLeaving, !port.isPending { port.close() }
        guard port.isOpen else {
            follows = []
            return
        }
        let isReading = follows.isEmpty && !isLeaving && session?.isListening ?? false
        guard !isWatched || isReading != wasReading || port.isPending != wasWriting else { return }
        (isWatched, wasReading, wasWriting) = (true, isReading, port.isPending)
        poller.watch(port.descriptor, tag: tag, reading: isReading, writing: port.isPending)
    }
}
