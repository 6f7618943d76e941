import TaplineCore
import TaplineLinux

// What is written: to the log, the console, serial ports and sockets.

extension EventLoop {
    /// Writes what has gathered. A reader that does not take everything is waited for; one that has gone is tried again
    /// later.
    mutating func flush(at now: Instant = MonotonicClock.now) {
        sink.flushInputs()
        sink.log.flush()
        flushSockets(at: now)
        let console = sink.console
        let wasOpen = console.isOpen
        console.flush()
        if wasOpen, !console.isOpen { logLostConsole() }
        if console.isOpen, console.isPending != isConsoleWatched {
            isConsoleWatched = console.isPending
            poller.watch(console.descriptor, tag: LoopTag.console, writing: isConsoleWatched)
        }
        for (index, port) in sink.ports.enumerated() where port.flush(at: now, poller, tag: LoopTag.port(index)) {
            sink.log.write(
                "\(port.port.name) has gone: \(DeviceError(path: "", errno: port.port.errno).reason); waiting for it")
        }
        if sink.hasEmitted { sink.recordLatency(at: MonotonicClock.now) }
        sink.hasEmitted = false
        sink.edge = .never
    }

    mutating func logLostConsole() { sink.log.write("nobody reads the standard output any more") }

    /// Greets the readers of the ports that are there, and waits for the others.
    mutating func openPorts() {
        let now = MonotonicClock.now
        for index in sink.ports.indices {
            open(port: index, at: now)
            let port = sink.ports[index].port
            if !port.isOpen { sink.log.write("\(DeviceError(path: port.name, errno: port.errno)); waiting for it") }
        }
    }

    /// Opens a port and greets its reader, or tries again later.
    mutating func open(port index: Int, at now: Instant) {
        let port = sink.ports[index]
        guard port.open(at: now) else { return }
        _ = port.flush(at: now, poller, tag: LoopTag.port(index))
    }

    /// Writes what sockets take, lets a client in, and has the poller wait for what is wanted of them.
    private mutating func flushSockets(at now: Instant) {
        for (number, server) in servers.enumerated() {
            server.watch(poller, base: LoopTag.server(number), at: now)
            server.flush(poller, base: LoopTag.server(number))
            // (Who connects finds the place that another has left at the same moment.)
            guard server.hasWaiting else { continue }
            server.hasWaiting = false
            guard let connection = server.accept(at: now, poller) else { continue }
            if number < sink.sockets.count { sink.sockets[number].greet(connection) }
            server.flush(poller, base: LoopTag.server(number))
        }
    }

    /// Deals with what has happened at a socket.
    mutating func take(_ happening: Poller.Happening, at now: Instant) {
        let number = Int((happening.tag - LoopTag.firstServer) >> 8)
        guard servers.indices.contains(number) else { return }
        let server = servers[number]
        let place = happening.tag & 0xFF
        if place == SocketServer.listening {
            server.hasWaiting = true
        } else if Int(place) < server.connections.count {
            let connection = server.connections[Int(place)]
            if happening.isReadable { connection.hear(at: now) }
            // (A client that has sent something and gone may still be answered: writing finds out.)
            if happening.isGone, !happening.isReadable { server.close(Int(place)) }
        }
    }

    /// Sends those who follow touches the fingers after a report, or after they have been taken away.
    mutating func writeTouches() {
        guard let control, control.followed.contains(.touches) else { return }
        let down = sources.first.gestures.table.down
        let now = sources.first.gestures.time
        guard control.beginTouches(down, after: sources.first.counters.reports, at: now) else { return }
        for slot in down { control.add(sources.first.gestures.touch(slot)) }
        control.endTouches(at: now)
    }
}
