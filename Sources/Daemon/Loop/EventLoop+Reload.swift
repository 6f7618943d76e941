import TaplineConfiguration
import TaplineCore
import TaplineFormats
import TaplineLinux

extension EventLoop {
    /// Reads the configuration again. Lines that stay keep their level, ports that stay are not closed; a configuration
    /// that is wrong is refused whole, and the present one goes on.
    ///
    /// - Returns: why it was refused; nil: it was not.
    mutating func reload() throws(DeviceError) -> String? {
        wantsReload = false
        manager.reloading()
        defer { releaseCode() }
        do throws(ServiceError) {
            let next: Panel<Kind> = try source.loadAgain()
            try adopt(next.turned(to: panel.turn) ?? next)
            openPorts()
            sink.log.write("read the configuration again: \(counted(next.configuration.gestures.count, "gesture"))")
            manager.ready(status)
            writeMetrics(at: MonotonicClock.now)
            return nil
        } catch {
            sink.log.write("the configuration stays as it was: \(error.description)")
            manager.ready("\(status); the last reload was refused")
            return error.description
        }
    }

    /// Turns the panel with the way the device is held, as soon as no finger is on it.
    mutating func turnPanel() {
        guard let turn = wantedTurn, sources.first.gestures.table.isUntouched else { return }
        wantedTurn = nil
        guard let next = panel.turned(to: turn) else { return }
        do throws(ServiceError) {
            try adopt(next, isTurned: true)
            openPorts()
            sink.log.write("the panel is turned: \(Int(next.geometry.width))x\(Int(next.geometry.height)) px")
        } catch {
            sink.log.write("the panel is not turned: \(error.description)")
        }
    }

    /// Goes on with `next`.
    ///
    /// - Parameter isTurned: it is the same configuration for a turned panel: what others than fingers do goes on.
    private mutating func adopt(_ next: Panel<Kind>, isTurned: Bool = false) throws(ServiceError) {
        guard let nextBoard = next.board, nextBoard.hasSamePanel(as: board) else {
            throw ServiceError("the board has changed: restart to use it", .badConfiguration)
        }
        let old = panel.configuration
        let setup = try reading { () throws(ConfigurationErrors) in
            try next.configuration.setup(resuming: &sources.first.gestures, of: old)
        }
        let lines: [OutputPin]
        let lights: [PanelLight]
        let ports: [EventPort]
        let sockets: [EventSocket]
        let inputs: PanelInputs
        let remotes: RemoteDevices?
        var other = sources.second
        do throws(DeviceError) {
            let isReal = connection.simulated == nil
            other = try Other.open(
                on: nextBoard, keeping: sources.second,
                Surroundings(poller: poller, simulated: connection.simulated, consumer: options.consumer))
            sockets = try next.sockets(keeping: sink.sockets, options.service)
            ports = isReal || options.opensPorts ? try next.ports(keeping: sink.ports) : []
            lines = isReal ? try next.lines(keeping: sink.lines, of: old, consumer: options.consumer) : []
            lights = isReal ? try next.backlights(keeping: sink.lights) : []
            inputs =
                isReal ? try next.inputs(keeping: sink.inputs, name: options.panelName(board)) : PanelInputs()
            remotes = try next.remoteDevices(keeping: self.remotes, poller, options.consumer, isSimulated: !isReal)
        } catch {
            throw ServiceError(error)
        }
        if !isTurned {
            adoptRemotes(remotes, of: next.configuration, at: MonotonicClock.now)
            if old.needsMotion || next.configuration.needsMotion {
                reconfigureMotion(next.configuration.motionEngine(), at: MonotonicClock.now)
            }
            takeMotion()
            motion = next.configuration.motionGestures
        }
        next.replace(
            old, in: &sources.first.gestures, with: setup, isTurned: isTurned, at: MonotonicClock.now, into: &sink)
        if !(other?.isSame(as: sources.second) ?? (sources.second == nil)) {
            let now = MonotonicClock.now
            sources.second.end(at: now, into: &sink)
            sources.second = other
            reconfigureMotion(next.configuration.motionEngine(), at: now)
            sources.second?.listen()
            sources.second.start(at: now, into: &sink)
        }
        board = nextBoard
        // (What the cancellation emitted goes to the readers of before.)
        flush()
        for port in sink.ports where port.port.isOpen { poller.forget(port.port.descriptor) }
        for line in sink.lines where !lines.contains(where: { $0 === line }) { try? line.set(.idle) }
        sink.reconfigure(
            format: ConsoleFormat(options.format, panel: next), outputs: next.configuration.outputs, lines: lines,
            lights: lights, ports: ports, sockets: sockets, inputs: inputs)
        servers = EventLoop.servers(sockets, control)
        for server in servers { server.forgetTags() }
        sink.status.reconfigure(
            next.configuration.names, count: next.configuration.eventCount,
            gestures: next.configuration.gestures.count, zones: next.configuration.zones.count)
        for index in next.configuration.outputs.indices {
            sink.write(line: index, sources.first.gestures.outputs.level(index))
        }
        panel = next
        gatherStatus(at: MonotonicClock.now)
        control?.reconfigure(
            FollowedPanel(next, name: options.service?.name ?? ""), levels: sink.levels, status: sink.status)
        for port in sink.ports { port.rewatch() }
        readRemotes(nil, at: MonotonicClock.now)
    }
}
