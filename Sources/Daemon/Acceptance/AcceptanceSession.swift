import TaplineCore
import TaplineFormats

/// Asks somebody for the steps of an acceptance, and records what the panel makes of them.
///
/// Plain lines, one for each step and one for what came of it: they read the same on a serial console and in a file.
final class AcceptanceSession: TouchObserver {
    private(set) var record: AcceptanceRecord
    private(set) var output: OutputStream
    /// What is being asked for; nil: the chip was not identified yet.
    private(set) var walk: AcceptanceWalk?
    /// When the present step was asked for, again too, and how often any was.
    private(set) var asked = (at: Instant.zero, times: 0)
    private let geometry: PanelGeometry
    private let start: Instant

    /// How long a chip is waited for, and how much is recorded at the most.
    private static var patience: Microseconds { .milliseconds(10_000) }
    private static var mostEntries: Int { 200_000 }

    /// Begins at `start`, by the clock of what it observes.
    init(_ head: AcceptanceRecord.Head, _ geometry: PanelGeometry, output: OutputStream, at start: Instant) {
        record = AcceptanceRecord(head)
        self.geometry = geometry
        self.output = output
        self.start = start
        super.init()
    }

    override var isDone: Bool {
        if output.isBroken || record.entries.count >= Self.mostEntries || hasGivenUp { return true }
        guard let walk else { return false }
        return walk.present == nil
    }
    /// The chip did not identify itself.
    private var hasGivenUp = false

    override var deadline: Instant { isDone ? .never : walk?.deadline ?? start + Self.patience }

    override func identified(_ identity: ControllerIdentity, at now: Instant) {
        guard walk == nil else { return }
        record.identity = AcceptanceRecord.Identity(identity)
        record.head.address = identity.address
        walk = AcceptanceWalk(record.steps, at: now)
        ask(at: now)
    }

    override func advance(to now: Instant) {
        if walk == nil, now - start >= Self.patience { hasGivenUp = true }
        if let progress = walk?.pass(to: now) { tell(progress, at: now) }
    }

    override func report(_ contacts: inout Contacts, at now: Instant) {
        guard !isDone else { return }
        record.append(.report(Self.places(&contacts)), at: now, since: start)
        if let progress = walk?.take(contacts.count, at: now) { tell(progress, at: now) }
    }

    /// The fingers of a report, as the file says them.
    static func places(_ contacts: inout Contacts) -> [Contact] {
        func rounded(_ place: Float) -> Float { (place * 100).rounded() / 100 }
        var places: [Contact] = []
        for index in 0..<contacts.count {
            let contact = contacts[index]
            places.append(Contact(id: contact.id, x: rounded(contact.x), y: rounded(contact.y)))
        }
        return places
    }

    override func transfer(
        _ transfer: Transfer, _ outcome: ControllerInput, _ received: inout BusBytes, at now: Instant
    ) {
        var error: BusError?
        if case .transferFailed(let failure) = outcome { error = failure }
        let read = error == nil && transfer.readCount > 0 ? (0..<received.count).map { received[$0] } : []
        take(
            .transfer(written: (0..<transfer.written.count).map { transfer.written[$0] }, read: read, error: error),
            at: now)
    }

    override func interrupt(isHigh: Bool, at now: Instant) { take(.interrupt(isHigh: isHigh), at: now) }

    /// What went over the wires.
    func take(_ event: BusTrace.Event, at now: Instant) {
        guard !isDone else { return }
        record.append(.bus(event), at: now, since: start)
        guard case .transfer(_, let read, let error) = event, error != nil || !read.isEmpty else { return }
        if let progress = walk?.take(isAnswered: error == nil, at: now) { tell(progress, at: now) }
    }

    private func tell(_ progress: AcceptanceWalk.Progress, at now: Instant) {
        switch progress {
        case .going: return
        case .done: say("  done")
        case .missed: say("  not seen in \(AcceptanceWalk.patience.count / 1_000_000) s: left out")
        case .again(let reason): say("  \(reason): once more")
        }
        ask(at: now)
    }

    private func ask(at now: Instant) {
        guard let walk else { return }
        guard let step = walk.present else { return record.append(.end, at: now, since: start) }
        record.append(.step(walk.index), at: now, since: start)
        say("\(walk.index + 1) of \(walk.steps.count): \(words(step))")
        asked = (now, asked.times + 1)
    }

    private func words(_ step: AcceptanceStep) -> String {
        switch step.kind {
        case .corner(let x, let y):
            let place = geometry.pixels(geometry.point(ofRawX: x, y: y))
            let across = fixed(Double(place.x / geometry.width) * 100, places: 0)
            let down = fixed(Double(place.y / geometry.height) * 100, places: 0)
            return "touch the picture \(across)% from the left, \(down)% from the top; hold still for a moment, lift"
        case .taps: return "tap three times in the middle"
        case .draw: return "draw with one finger for two seconds, lift"
        case .fingers(let count): return "lay \(count) fingers on the panel at once, hold for a second, lift all"
        case .rest: return "leave the panel alone for \(AcceptanceWalk.rest.count / 1_000_000) seconds"
        case .cable: return "hold a finger on the panel and pull its cable; wait for some seconds, and put it back"
        }
    }

    private func say(_ text: String) {
        output.write(text + "\n")
        output.flush()
    }
}
