import TaplineCore
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
        guard let control else { return }
        for connection in control.server.connections {
            if let session = connection.session { try serve(session, connection.port, connection) }
        }
        control.refresh()
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
            session.answer = try answer(to: command, connection)
        }
        if let connection, session.hasEnded, session.answer == nil { connection.isLeaving = true }
    }

    /// Runs a command.
    private mutating func answer(
        to command: Command, _ connection: Connection?
    ) throws(DeviceError) -> CommandSession.Answer {
        var answer = CommandSession.Answer()
        let now = MonotonicClock.now
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
        case .sleep, .wake:
            control?.forgetFingers()
            if command == .sleep {
                sources.first.sleep(at: now, into: &sink)
            } else {
                sources.first.wakeUp(at: now, into: &sink)
            }
            writeTouches()
            try drainRequests()
        case .follow(let follows):
            guard let connection else {
                answer.ending = .error("there is nothing to follow on a serial port")
                break
            }
            var line = ByteLine()
            line.append("ok\n")
            connection.port.send(&line)
            control?.add(connection, following: follows, levels: sink.levels)
            answer.isTaken = true
        case .wrong(let why): answer.ending = .error(why)
        }
        return answer
    }
}
