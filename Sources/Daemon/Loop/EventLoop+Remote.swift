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
    var remoteDeadline: Instant { remotes.map { min($0.deadline, remoteSources.deadline) } ?? .never }

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
        remote = configuration.remoteControl(keeping: remote.engine.counters)
        guard next !== remotes else { return }
        remotes?.stopListening(for: next)
        remotes = next
        remoteSources = RemoteSources(configuration.remotes)
        remotes?.listen()
    }

    /// Tells what has come of commands.
    mutating func takeRemote() {
        sources.first.gestures.takeCommands(&remote, into: &sink)
        writeTouches()
    }
}
