import TaplineCore
import TaplineLinux

/// A reader of events: a serial port, and the format in which it gets them.
final class EventPort {
    /// Where the bytes go.
    let port: LinePort
    private var format: PortFormat
    private let greeting: ByteLine
    private var line = ByteLine()
    /// When a port that is not open is tried again, ``Instant/never`` while it is open.
    private(set) var reopensAt = Instant.never
    private var wasOpen = false
    private var watch = PortWatch()
    /// The commands of its reader; nil: none are taken.
    let session: CommandSession?

    /// A reader at `port`, which may be open already.
    init(_ port: LinePort, format: PortFormat, greeting: ByteLine, session: CommandSession? = nil) {
        self.session = session
        self.port = port
        self.format = format
        self.greeting = greeting
    }

    /// Opens the port and greets its reader. False: it cannot be opened now, and is tried again later.
    func open(at now: Instant) -> Bool {
        let isKept = port.isOpen
        guard port.open() else {
            reopensAt = now + .retryPeriod
            return false
        }
        reopensAt = .never
        line = greeting
        port.send(&line)
        wasOpen = true
        watch.forget()
        // (Whoever has been there all the time may have said more than the reload.)
        if !isKept { session?.reset() }
        return true
    }

    /// Sends an event, unless it is none for this port. One that was written counts, also where there is no room for it:
    /// the reader sees the gap.
    func emit(_ event: some PortEvent) {
        line.removeAll()
        if format.write(event, into: &line) { port.send(&line, event.importance) }
    }

    /// Writes what the reader takes, and has the poller wait for room where that is not everything.
    ///
    /// - Returns: whether the port has just been lost; it is tried again later.
    func flush(at now: Instant, _ poller: Poller, tag: UInt32) -> Bool {
        port.flush()
        guard port.isOpen else {
            guard wasOpen else { return false }
            wasOpen = false
            reopensAt = now + .retryPeriod
            return true
        }
        watch.update(port, session, reading: session?.isListening ?? false, poller, tag: tag)
        return false
    }

    /// It is watched again: the tags have changed.
    func rewatch() { watch.forget() }
}
