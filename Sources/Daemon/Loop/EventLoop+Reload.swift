import TaplineConfiguration
import TaplineCore
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
            try adopt(next)
            openPorts()
            sink.log.write("read the configuration again: \(plural(next.configuration.gestures.count, "gesture"))")
            manager.ready(status)
            writeMetrics(at: MonotonicClock.now)
            return nil
        } catch {
            sink.log.write("the configuration stays as it was: \(error.description)")
            manager.ready("\(status); the last reload was refused")
            return error.description
        }
    }

    private mutating func adopt(_ next: Panel<Kind>) throws(ServiceError) {
        guard next.board == board else {
            throw ServiceError("the board has changed: restart to use it", .badConfiguration)
        }
        let setup = try reading { () throws(ConfigurationErrors) in try next.configuration.setup() }
        let old = panel.configuration
        let lines: [OutputPin]
        let ports: [EventPort]
        let sockets: [EventSocket]
        let inputs: PanelInputs
        do throws(DeviceError) {
            let isReal = controller.simulated == nil
            sockets = try next.sockets(keeping: sink.sockets, options.service)
            ports = isReal ? try next.ports(keeping: sink.ports) : []
            lines = isReal ? try next.lines(keeping: sink.lines, of: old, consumer: options.consumer) : []
            inputs =
                isReal ? try next.inputs(keeping: sink.inputs, name: options.panelName(board)) : PanelInputs()
        } catch {
            throw ServiceError(error)
        }
        sources.first.gestures.reconfigure(setup, at: MonotonicClock.now, into: &sink) { bank in
            next.configuration.outputBank(resuming: bank, of: old)
        }
        sources.first.gestures.wakeTouch = next.configuration.wakeTouch
        // (What the cancellation emitted goes to the readers of before.)
        flush()
        for port in sink.ports where port.port.isOpen { poller.forget(port.port.descriptor) }
        for line in sink.lines where !lines.contains(where: { $0 === line }) { try? line.set(.idle) }
        sink.reconfigure(
            format: ConsoleFormat(options.format, panel: next), outputs: next.configuration.outputs, lines: lines,
            ports: ports, sockets: sockets, inputs: inputs)
        servers = EventLoop.servers(sockets, control)
        for server in servers { server.forgetTags() }
        sink.status.reconfigure(next.configuration.names, count: next.configuration.gestures.count)
        for index in next.configuration.outputs.indices {
            sink.write(line: index, sources.first.gestures.outputs.level(index))
        }
        panel = next
        control?.reconfigure(FollowedPanel(next, name: options.service?.name ?? ""), levels: sink.levels)
        for port in sink.ports { port.rewatch() }
    }
}
