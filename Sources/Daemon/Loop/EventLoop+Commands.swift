import TaplineConfiguration
import TaplineCore
import TaplineFormats
import TaplineLinux

// Commands, at sockets and at serial ports.

extension EventLoop {
    /// Deals with what has happened at sockets and ports, after the fingers have been.
    mutating func serve(_ count: Int, at now: Instant) throws(DeviceError) {
        for index in 0..<count {
            let happening = poller[index]
            let port = Int(happening.tag) - Int(LoopTag.firstPort)
            if happening.tag >= LoopTag.firstServer {
                take(happening, at: now)
            } else if sink.ports.indices.contains(port) {
                let port = sink.ports[port]
                if happening.isGone { port.port.close(because: Errno.inputOutput) }
                if happening.isReadable { port.session?.read(port.port) }
            }
        }
        for port in sink.ports {
            if let session = port.session { try serve(session, port.port, nil) }
        }
        // (What clients followed is forgotten one turn after the last has gone.)
        guard let control, control.server.hasClients || !control.followed.isEmpty else { return }
        for connection in control.server.connections {
            if let session = connection.session { try serve(session, connection.port, connection) }
        }
        control.refresh()
        powerSensor(at: now)
        sources.first.gestures.explains = sink.explains || control.followed.contains(.explain)
    }

    /// Runs the commands that have come in `session`, as far as answers are taken at `port`.
    private mutating func serve(
        _ session: CommandSession, _ port: LinePort, _ connection: Connection?
    ) throws(DeviceError) {
        while port.isOpen {
            if session.answer != nil {
                guard session.writeAnswer(to: port, &sink.status, sink.levels) else { return }
                session.answer = nil
            }
            if let connection, !connection.follows.isEmpty { return }
            guard let command = session.next() else { break }
            session.answer = try answer(to: command, session, port, connection)
        }
        if let connection, session.hasEnded, session.answer == nil { connection.isLeaving = true }
    }

    /// Runs a command.
    private mutating func answer(
        to command: Command, _ session: CommandSession, _ port: LinePort, _ connection: Connection?
    ) throws(DeviceError) -> CommandSession.Answer {
        var answer = CommandSession.Answer()
        let now = MonotonicClock.now
        if let connection, let refusal = control?.refusal(of: command, from: connection) {
            answer.ending = .error(refusal)
            return answer
        }
        switch command {
        case .help: answer.body = .help
        case .status:
            gatherStatus(at: now)
            answer.body = .status
        case .levels: answer.body = .levels
        case .reload:
            // (A reload cancels touches: one after the other would keep the fingers out.)
            if now < reloadsAgainAt {
                answer.ending = .error("the last reload is less than a second ago")
                break
            }
            reloadsAgainAt = now + .milliseconds(1_000)
            if let refusal = try reload() { answer.ending = .refused(refusal) }
        case .cancel:
            sources.first.cancelTouches(at: now, into: &sink)
            control?.writeTrace(isCancellation: true, at: now)
            writeTouches()
        case .explain(let isWanted):
            sink.explains = isWanted
            sources.first.gestures.explains = isWanted
        case .states(let isJSON):
            gatherStatus(at: now)
            answer.body = .states(isJSON: isJSON)
        case .setEnabled, .set, .become, .resign:
            if let refusal = change(command, at: now) { answer.ending = .error(refusal) }
            // (Who has set a value and follows values hears of it before the answer.)
            tellValues(at: now)
            control?.flushValues()
        case .sleep:
            if let refusal = try sleep(at: now) { answer.ending = .error(refusal) }
        case .wake:
            sources.first.gestures.stir(at: now, into: &sink)
            try keepRest(at: now)
        case .follow(let follows, let interval):
            guard let connection else {
                answer.ending = .error("there is nothing to follow on a serial port")
                break
            }
            // (Beside others motion is nothing, so that a monitor need not ask before.)
            guard follows != .motion || sources.second?.sensor != nil else {
                answer.ending = .error("the board has no motion sensor")
                break
            }
            var line = ByteLine()
            line.append("ok\n")
            connection.port.send(&line)
            begin(connection, following: follows, every: interval, at: now)
            answer.isTaken = true
        case .remote(let command, let value):
            guard remote.names.takeCommands else {
                answer.ending = .error("the configuration names no remote commands")
                break
            }
            let isOfASeek = command.begins != nil || command.ends != nil
            let holder = isOfASeek ? holder(session, at: port) : 0
            remote.send(command, value: value, from: RemoteSeeker.source, key: holder, at: now)
            takeRemote()
        case .touch(let fingers):
            if let refusal = try touch(fingers, at: now) { answer.ending = .error(refusal) }
        case .now: answer.ending = take(connection)
        case .wrong(let why): answer.ending = .refused(why)
        }
        return answer
    }

    /// Sends the panel to sleep; why that is refused.
    private mutating func sleep(at now: Instant) throws(DeviceError) -> StaticString? {
        guard board.controller.family != .evdev || sources.first.gestures.rest.isKept else {
            return "the kernel's driver has the chip, and no stage of the panel's rest is configured"
        }
        sources.first.gestures.sendToRest(at: now, into: &sink)
        try keepRest(at: now)
        return nil
    }

    /// Somebody touches the simulated panel; why that is refused.
    private mutating func touch(_ fingers: [Contact], at now: Instant) throws(DeviceError) -> StaticString? {
        guard let simulated = connection.simulated, board.bus == .simulated else {
            return "the panel is a real one: its fingers are real, too"
        }
        let (width, height) = (Float(board.panel.rawWidth), Float(board.panel.rawHeight))
        guard fingers.count <= board.maximumFingers, fingers.allSatisfy({ $0.x < width && $0.y < height }) else {
            return "these are more fingers than the panel takes, or one is beside it"
        }
        simulated.touch(fingers, at: now)
        remotes?.goesOn = false
        try drainRequests()
        return nil
    }

    /// Takes what somebody plays.
    private mutating func take(_ connection: Connection?) -> CommandSession.Ending {
        guard let connection, let session = connection.session, let told = NowPlaying(session.playing[...]) else {
            return .error(
                "write an object with a state, texts, and numbers from 0 to 1000000: now {\"state\":\"playing\",\"title\":\"...\"}"
            )
        }
        control?.tell(told, from: connection)
        return .ok
    }

    /// Tells those who follow what plays, and what the configuration has for that; whether there was something to tell.
    mutating func tellPlaying() -> Bool {
        guard let control else { return false }
        let now = MonotonicClock.now
        let wasTold = control.refreshPlaying(at: now)
        let plays = control.nowPlaying.state == .playing
        guard plays != isPlaying else { return wasTold }
        setPlaying(plays, at: now)
        return true
    }

    /// Something plays from now on, or nothing any more.
    mutating func setPlaying(_ plays: Bool, at now: Instant) {
        guard plays != isPlaying else { return }
        isPlaying = plays
        sources.first.gestures.take(isPlaying: plays, as: remote.names, at: now, into: &sink)
        writeTouches()
    }

    /// Begins to send `connection` what it follows, every `interval` what the motion sensor says.
    private mutating func begin(
        _ connection: Connection, following follows: Follows, every interval: Microseconds, at now: Instant
    ) {
        gatherStatus(at: now)
        control?.add(connection, following: follows, every: interval, levels: sink.levels, status: sink.status)
    }

    /// Changes what somebody has named; why that is refused.
    private mutating func change(_ command: Command, at now: Instant) -> StaticString? {
        switch command {
        case .setEnabled(let isEnabled, let target): setEnabled(isEnabled, target, at: now)
        case .set(let name, let value): setControl(name, to: value, at: now)
        case .become(let name): makeFirstResponder(name)
        default:
            sources.first.gestures.makeFirstResponder(nil, into: &sink) ? nil : "the first responder does not resign"
        }
    }

    /// Enables or disables what somebody has named; why that is refused.
    private mutating func setEnabled(_ isEnabled: Bool, _ target: Command.Target, at now: Instant) -> StaticString? {
        var gestures = RecognizerSet()
        var zones = ZoneSet()
        if let gesture = sink.status.gesture(named: target.name) {
            gestures.insert(gesture)
        } else if let zone = target.zone.flatMap({ sink.status.zone(named: $0) }) {
            zones.insert(zone)
        } else {
            return target.zone == nil
                ? "there is no such gesture (states lists all); a zone is named zone NAME"
                : "there is no such zone (states lists all)"
        }
        sources.first.gestures.setEnabled(isEnabled, gestures: gestures, zones: zones, at: now, into: &sink)
        writeTouches()
        return nil
    }

    /// Gives the control that somebody has named a value; why that is refused.
    private mutating func setControl(_ name: Name, to value: Float, at now: Instant) -> StaticString? {
        guard let zone = sink.status.zone(named: name) else { return "there is no such control (states lists all)" }
        return sources.first.gestures.setControlValue(value, of: zone, at: now, into: &sink)
            ? nil : "this zone has no value: it is no control, or a button"
    }

    /// Makes the zone that somebody has named the first responder; why that is refused.
    private mutating func makeFirstResponder(_ name: Name) -> StaticString? {
        guard let zone = sink.status.zone(named: name) else { return "there is no such zone (states lists all)" }
        return sources.first.gestures.makeFirstResponder(zone, into: &sink)
            ? nil : "this zone cannot be the first responder; it needs responder: true"
    }
}
