import TaplineCore
import TaplineFormats
import TaplineLinux

/// The socket at which a service takes commands, and those who follow what it does.
final class ControlSocket {
    /// Who is connected.
    let server: SocketServer
    /// Everything that some client follows.
    private(set) var followed = Follows()
    private var panel: FollowedPanel
    private var line = ByteLine()
    private var text: [UInt8] = []
    /// The bus's lines of the last identification: a recording of the bus begins with them.
    private var identification: [UInt8] = []

    /// Whether the last report had fingers.
    private var hasFingers = false
    /// What those who follow touches were sent last.
    private var sentReports: UInt32 = 0
    private var sentTouches = TouchSet()
    private var isFirst = true

    /// What plays, since when, and which of all that were told that is.
    var nowPlaying = NowPlaying()
    var playingChangedAt = Instant.zero
    var toldPlaying: UInt32 = 0
    /// How often somebody has told what plays.
    var order: UInt32 = 0

    /// The most connections at once.
    static var places: Int { 8 }
    /// How much of the identification is kept.
    private static var identificationBytes: Int { 4_096 }

    /// A socket at `path` for `panel`.
    ///
    /// - Throws: ``DeviceError`` where another program listens there, or it cannot be made.
    init(path: String, panel: FollowedPanel) throws(DeviceError) {
        server = try SocketServer(
            path: path, places: ControlSocket.places, takesCommands: true,
            refusal: "error: there are eight connections already\n")
        self.panel = panel
        text.reserveCapacity(LinePort.capacity)
        identification.reserveCapacity(ControlSocket.identificationBytes)
    }

    /// The panel is this one from now on: those who follow are greeted again.
    func reconfigure(_ panel: FollowedPanel, levels: OutputLevels, status: PanelStatus) {
        self.panel = panel
        for connection in server.connections where !connection.follows.isEmpty {
            begin(connection, levels: levels, status: status)
        }
    }

    /// Begins to send `connection` what it follows: the motion sensor's data every `interval`, 0: all.
    func add(
        _ connection: Connection, following follows: Follows, every interval: Microseconds = .zero,
        levels: OutputLevels, status: PanelStatus
    ) {
        connection.follows = follows
        connection.updates = UpdateInterval(interval)
        connection.awaitsLift = hasFingers
        begin(connection, levels: levels, status: status)
    }

    /// Sends a client that begins to follow what the panel is.
    func begin(_ connection: Connection, levels: OutputLevels, status: PanelStatus) {
        // (Whoever runs commands gets the configuration's digest, and nothing that they do not need.)
        guard connection.follows != .commands else {
            connection.port.send(&panel.greeting)
            return
        }
        text.removeAll(keepingCapacity: true)
        text += panel.text
        for index in 0..<levels.count {
            line.removeAll()
            if index > 0 { line.append(",") }
            line.append("{\"name\":")
            levels.write(index, into: &line)
            text.append(&line)
        }
        text.append("],")
        addValues(of: status)
        text.append(",")
        addDisabled(in: status)
        text.append(&panel.greeting)
        connection.port.send(text)
        connection.sentValues = status.controlValues
        if connection.follows.contains(.now) { sendPlaying(to: connection, at: MonotonicClock.now) }
        guard connection.follows.contains(.bus), !identification.isEmpty else { return }
        connection.port.send(identification)
    }

    /// Ends an object in `text` with what is disabled.
    private func addDisabled(in status: PanelStatus) {
        text.append("\"disabled\":{\"gestures\":[")
        for gesture in 0..<status.recognizerCount where status.states[gesture] == .disabled {
            add(status.gestures.gestures[gesture])
        }
        text.append("],\"zones\":[")
        for zone in status.disabledZones { add(status.gestures.zones[zone]) }
        text.append("]}}\n")
    }

    /// Adds the values of controls to `text`.
    private func addValues(of status: PanelStatus) {
        text.append("\"values\":{")
        for zone in status.zonesWithValues {
            line.removeAll()
            if text.last != UInt8(ascii: "{") { line.append(",") }
            line.appendQuoted(status.gestures.zones[zone])
            line.append(":")
            line.append(status.controlValues[zone], decimals: 4)
            text.append(&line)
        }
        text.append("}")
    }

    /// Adds a name to a list in `text`.
    private func add(_ name: Name) {
        line.removeAll()
        if text.last != UInt8(ascii: "[") { line.append(",") }
        line.appendQuoted(name)
        text.append(&line)
    }

    /// Why `connection` may not give `command`: it lacks the right, or would follow from the one place that is kept for those who
    /// only give commands; nil: it may.
    func refusal(of command: Command, from connection: Connection) -> StaticString? {
        if !command.onlyLooks, !connection.isTrusted {
            return "only members of the group tapline-control may: sudo adduser USER tapline-control"
        }
        guard case .follow = command else { return nil }
        let others = server.connections.count { $0.port.isOpen && $0 !== connection && !$0.follows.isEmpty }
        return others < ControlSocket.places - 1 ? nil : "seven follow already; the last place is kept for commands"
    }

    /// Finds out what is followed.
    func refresh() {
        followed = []
        for connection in server.connections where connection.port.isOpen { followed.formUnion(connection.follows) }
    }

    /// Whether somebody follows the motion sensor's data.
    var hasMotionReaders: Bool { server.connections.contains { $0.port.isOpen && $0.follows.contains(.motion) } }

    // MARK: What is followed

    /// Passes a line of events on to those who follow them, and not why recognizers fail.
    func emit(_ line: inout ByteLine, isProgress: Bool, at now: Instant) {
        guard followed.contains(.events) else { return }
        for connection in server.connections
        where connection.follows.contains(.events) && !connection.follows.contains(.explain) {
            send(&line, to: connection, isProgress: isProgress, at: now)
        }
    }

    /// Sends an event with its reason to those that follow why.
    func explain(_ event: GestureEvent) {
        guard followed.contains(.explain) else { return }
        line.removeAll()
        guard panel.format.write(event, into: &line) else { return }
        let isReason = event.state == .failed || event.state == .cancelled || event.state == .revoked
        for connection in server.connections
        where connection.follows.contains(.explain) && (isReason || connection.follows.contains(.events)) {
            send(&line, to: connection, isProgress: event.isProgress, at: event.time)
        }
    }

    /// Sends what a control has done to those that follow events and why recognizers fail.
    func explain(_ event: ControlEvent) {
        guard followed.contains(.explain) else { return }
        line.removeAll()
        guard panel.format.write(event, into: &line) else { return }
        let both: Follows = [.explain, .events]
        for connection in server.connections where connection.follows.isSuperset(of: both) {
            send(&line, to: connection, isProgress: event.action == .change, at: event.time)
        }
    }

    /// Says which commands a gesture's event runs.
    func run(_ event: GestureEvent, numbered sequence: Int64) {
        run(event, numbered: sequence, at: event.time) { $0.counts(event) }
    }

    /// Says which commands a control's event runs.
    func run(_ event: ControlEvent, numbered sequence: Int64) {
        run(event, numbered: sequence, at: event.time) { $0.counts(event) }
    }

    private func run(
        _ event: some FormattedEvent, numbered sequence: Int64, at now: Instant, where counts: (FollowedCommand) -> Bool
    ) {
        guard followed.contains(.commands) else { return }
        for (index, command) in panel.commands.enumerated() where counts(command) {
            line.removeAll()
            panel.events.write(run: index, for: event, numbered: sequence, wanted: command.fields, into: &line)
            send(to: .commands, isProgress: event.isProgress, at: now)
        }
    }

    /// Sends the fingers of a report as the chip has them.
    func heard(_ contacts: inout Contacts, at now: Instant) {
        if contacts.count == 0 { forgetFingers() } else { hasFingers = true }
        guard followed.contains(.contacts) else { return }
        open(now)
        line.append("\"c\":[")
        for index in 0..<contacts.count {
            let contact = contacts[index]
            line.append(index > 0 ? ",[" : "[")
            line.append(contact.id)
            place(contact.x, contact.y)
            if contact.pressure > 0 {
                line.append(",")
                line.append(contact.pressure, decimals: 1)
            }
            line.append("]")
        }
        line.append("]}\n")
        send(to: .contacts, isProgress: false, at: now)
    }

    /// No finger is down that landed unseen: clients that wait for that are sent fingers from now on.
    func forgetFingers() {
        guard hasFingers else { return }
        hasFingers = false
        for connection in server.connections { connection.awaitsLift = false }
    }

    /// Sends that a read has failed, or that every touch is cancelled.
    func writeTrace(isCancellation: Bool, at now: Instant) {
        guard followed.contains(.contacts) else { return }
        open(now)
        line.append(isCancellation ? "\"cancel\":true}\n" : "\"fault\":\"bus\"}\n")
        send(to: .contacts, isProgress: false, at: now)
    }

    /// Begins the line of the fingers that are down after so many reports; false: they have been sent already.
    @discardableResult
    func beginTouches(_ down: TouchSet, after reports: UInt32, at now: Instant) -> Bool {
        guard reports != sentReports || down != sentTouches else { return false }
        (sentReports, sentTouches, isFirst) = (reports, down, true)
        open(now)
        line.append("\"touches\":[")
        return true
    }

    /// Adds a finger.
    func add(_ touch: Touch) {
        line.append(isFirst ? "[" : ",[")
        isFirst = false
        line.append(Int(truncatingIfNeeded: touch.identity))
        let place = panel.geometry.pixels(touch.location)
        self.place(place.x, place.y)
        line.append("]")
    }

    /// Sends the fingers that were added.
    func endTouches(at now: Instant) {
        line.append("]}\n")
        send(to: .touches, isProgress: true, at: now)
    }

    /// Sends what the motion sensor has measured to those for whom it is time; each has numbers of its own.
    func emit(_ motion: DeviceMotion) {
        guard followed.contains(.motion) else { return }
        let now = motion.reading.time
        for connection in server.connections
        where connection.follows.contains(.motion) && connection.updates.isDue(at: now) {
            connection.motionLines += 1
            line.removeAll()
            panel.events.write(MotionDataEvent(motion), numbered: connection.motionLines, into: &line)
            send(&line, to: connection, isProgress: true, at: now)
        }
    }

    /// Sends the level of the line at `index`.
    func emit(_ levels: OutputLevels, line index: Int, at now: Instant) {
        guard followed.contains(.levels) else { return }
        open(now)
        line.append("\"line\":")
        levels.write(index, into: &line)
        line.append("\n")
        send(to: .levels, isProgress: false, at: now)
    }

    /// Sends what is disabled now.
    func emit(disabledIn status: PanelStatus, at now: Instant) {
        guard followed.contains(.levels) else { return }
        text.removeAll(keepingCapacity: true)
        open(now)
        text.append(&line)
        addDisabled(in: status)
        for connection in server.connections where connection.follows.contains(.levels) {
            send(text, to: connection, at: now)
        }
    }

    /// Sends the values of all controls to those who follow them, where one has changed since they were sent some. (A slow reader
    /// gets them once it has read on, as they are then: the last values always arrive.)
    func emit(valuesIn status: PanelStatus, at now: Instant) {
        for connection in server.connections
        where connection.follows.contains(.values) && !status.hasValues(connection.sentValues) {
            text.removeAll(keepingCapacity: true)
            open(now)
            text.append(&line)
            addValues(of: status)
            text.append("}\n")
            guard pays(connection, text.count, isProgress: true, at: now),
                connection.port.room - LinePort.capacity / 2 >= text.count
            else { continue }
            connection.port.send(text)
            connection.sentValues = status.controlValues
        }
    }

    /// Writes what waits for those who follow the values of controls.
    func flushValues() {
        for connection in server.connections where connection.follows.contains(.values) { connection.port.flush() }
    }

    /// Sends the level of the interrupt line.
    func writeInterrupt(isHigh: Bool, at now: Instant) {
        guard followed.contains(.bus) else { return }
        open(now)
        line.append(isHigh ? "\"int\":1}\n" : "\"int\":0}\n")
        send(to: .bus, isProgress: false, at: now)
    }

    /// The controller is looked for again: what it said before no longer counts.
    func forgetIdentification() { identification.removeAll(keepingCapacity: true) }

    /// Sends a transfer that began at `now`, and its outcome.
    ///
    /// - Parameter identifies: whether it belongs to how the controller is found, which is kept for those who come later.
    func emit(
        _ transfer: Transfer, _ outcome: ControllerInput, _ received: inout BusBytes, at now: Instant,
        identifies: Bool = false
    ) {
        guard identifies || followed.contains(.bus) else { return }
        text.removeAll(keepingCapacity: true)
        open(now)
        text.append(&line)
        text.append("\"w\":\"")
        // (All that can be other than 0: `bus/1` has no more.)
        for i in 0..<min(transfer.written.count, ShortBytes.mostValues) { append(hex: transfer.written[i]) }
        text.append("\"")
        if case .transferFailed(let error) = outcome {
            text.append(",\"err\":\"")
            text.append(error.traceName)
            text.append("\"")
        } else if transfer.readCount > 0 {
            text.append(",\"r\":\"")
            for i in 0..<received.count { append(hex: received[i]) }
            text.append("\"")
        }
        text.append("}\n")
        if identifies {
            // (What counts is the attempt that succeeds.)
            let hasRoom = identification.count + text.count <= ControlSocket.identificationBytes
            if case .transferFailed = outcome { forgetIdentification() } else if hasRoom { identification += text }
        }
        for connection in server.connections where connection.follows.contains(.bus) {
            send(text, to: connection, at: now)
        }
    }

    private func append(hex byte: UInt8) {
        text.append(ControlSocket.digit(byte >> 4))
        text.append(ControlSocket.digit(byte & 15))
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x57 }

    // MARK: Lines

    private func open(_ now: Instant) {
        line.removeAll()
        line.append("{\"t\":")
        line.append(now.microseconds)
        line.append(",")
    }

    private func place(_ x: Float, _ y: Float) {
        line.append(",")
        line.append(x, decimals: 1)
        line.append(",")
        line.append(y, decimals: 1)
    }

    private func send(to follower: Follows, isProgress: Bool, at now: Instant) {
        for connection in server.connections
        where connection.follows.contains(follower) && !(follower == .contacts && connection.awaitsLift) {
            send(&line, to: connection, isProgress: isProgress, at: now)
        }
    }

    private func send(_ line: inout ByteLine, to connection: Connection, isProgress: Bool, at now: Instant) {
        guard pays(connection, line.count, isProgress: isProgress, at: now) else { return connection.port.refuse(1) }
        connection.port.send(&line, isProgress ? .progress : .news)
    }

    /// Sends a line, line end included.
    func send(_ text: [UInt8], to connection: Connection, at now: Instant) {
        guard pays(connection, text.count, isProgress: false, at: now) else { return connection.port.refuse(1) }
        connection.port.send(text)
    }

    /// Sends first how many lines were left out; false: there is no room for both.
    private func pays(_ connection: Connection, _ count: Int, isProgress: Bool, at now: Instant) -> Bool {
        guard connection.dropped > 0 else { return true }
        let room = connection.port.room - (isProgress ? LinePort.capacity / 2 : 0)
        guard room >= count + 64 else { return false }
        var debt = ByteLine()
        debt.append("{\"t\":")
        debt.append(now.microseconds)
        debt.append(",\"dropped\":")
        debt.append(Int64(connection.dropped))
        debt.append("}\n")
        connection.port.send(&debt)
        connection.reportDropped()
        return true
    }
}

extension BusError {
    /// What `bus/1` calls it.
    fileprivate var traceName: StaticString {
        switch kind {
        case .noAcknowledge: "nack"
        case .timeout: "timeout"
        case .arbitrationLost: "arbitration"
        case .unsupported: "unsupported"
        case .other: "eio"
        }
    }
}
