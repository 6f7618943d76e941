import TaplineConfiguration
import TaplineCore
import TaplineLinux

// Commands to whatever plays.

extension EventLoop {
    /// Reads the devices that commands come from: `tag` has happened; nil: time has passed, and what came before is read first.
    mutating func readRemotes(_ tag: UInt32?, at now: Instant) {
        guard let remotes, tag.map(LoopTag.isRemote) ?? true else { return }
        remotes.read(tag, at: now)
        while let input = remotes.next(by: now) {
            remoteSources.take(input, &remote)
            takeRemote()
        }
        for message in remotes.messages { sink.log.write(message) }
        if !remotes.messages.isEmpty { remotes.messages.removeAll() }
    }

    /// When they want attention without anything happening.
    var remoteDeadline: Instant {
        mutating get { remotes.map { min($0.deadline, remoteSources.deadline) } ?? .never }
    }

    /// Does what is due of them.
    mutating func advanceRemotes(to now: Instant) {
        guard remoteDeadline <= now else { return }
        readRemotes(nil, at: now)
        while remoteSources.advance(to: now, &remote) { takeRemote() }
    }

    /// Takes commands from other devices, under other names; a seek that is under way ends.
    mutating func adoptRemotes(_ next: RemoteDevices?, of configuration: Configuration<Kind>, at now: Instant) {
        remote.end(at: now)
        takeRemote()
        setPlaying(false, at: now)
        seekers.removeAll()
        remote = configuration.remoteControl(keeping: remote.engine.counters)
        guard next !== remotes else { return }
        remotes?.stopListening(for: next)
        remotes = next
        remoteSources = RemoteSources(configuration.remotes)
        remotes?.listen()
    }

    /// The number under which whoever speaks in `session` now begins and ends seeks.
    mutating func holder(_ session: CommandSession, at port: LinePort) -> UInt16 {
        if let known = seekers.first(where: { $0.isThere && $0.session === session }) { return known.holder }
        lastHolder &+= 1
        seekers.append(RemoteSeeker(session: session, port: port, turn: session.turns, holder: lastHolder))
        return lastHolder
    }

    /// Ends what those hold of a seek who have gone. Whether there was one of them.
    mutating func endSeeksOfThoseWhoLeft(at now: Instant) -> Bool {
        guard seekers.contains(where: { !$0.isThere }) else { return false }
        for seeker in seekers where !seeker.isThere {
            guard let seek = remote.engine.seek else { break }
            remote.send(seek.end, from: RemoteSeeker.source, key: seeker.holder, at: now)
            takeRemote()
        }
        seekers.removeAll { !$0.isThere }
        return true
    }

    /// Tells what has come of commands.
    mutating func takeRemote() {
        sources.first.gestures.takeCommands(&remote, into: &sink)
        writeTouches()
    }
}

/// Somebody who has begun or ended a seek by a command, at a socket or a serial port: what is held of it goes with him.
struct RemoteSeeker {
    /// Programs, as a source of commands.
    static var source: UInt8 { 0 }
    let session: CommandSession
    let port: LinePort
    /// Who of those that have spoken in the session it is.
    let turn: UInt32
    /// His number among the holders of a seek.
    let holder: UInt16

    /// Whether he may say more.
    var isThere: Bool { port.isOpen && !session.hasEnded && session.turns == turn }
}
