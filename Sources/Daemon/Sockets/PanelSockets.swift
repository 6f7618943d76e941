import TaplineConfiguration
import TaplineCore
import TaplineLinux

/// The sockets of a panel that runs: events for programs, and commands where it is a service.
struct PanelSockets {
    /// Where events are sent; a service's own is the first.
    let events: [EventSocket]
    /// Where commands are taken; nil: it is no service.
    let control: ControlSocket?

    /// Makes the sockets of `panel`.
    ///
    /// - Throws: ``DeviceError`` where one cannot be made.
    init<Kind>(_ panel: Panel<Kind>, _ service: ServiceFolder?) throws(DeviceError) {
        control =
            if let service {
                try ControlSocket(path: service.control, panel: FollowedPanel(panel, name: service.name))
            } else { nil }
        events = try panel.sockets(keeping: [], service)
    }
}

extension Panel {
    /// The sockets to which events are sent, a service's own first. Those that were there before a reload keep their
    /// readers.
    ///
    /// - Throws: ``DeviceError`` where one cannot be made.
    func sockets(keeping old: [EventSocket], _ service: ServiceFolder?) throws(DeviceError) -> [EventSocket] {
        var sockets: [EventSocket] = []
        if let service {
            sockets.append(try socket(service.events, eventFormat, keeping: old))
        }
        for (output, format) in zip(configuration.sockets, configuration.socketFormats(geometry: geometry)) {
            // (The service's own is the same, where it does not get something else.)
            if output.path == service?.events {
                guard output.format == .jsonl, output.gestures == nil, output.touches == nil else {
                    throw DeviceError(
                        device: output.path, reason: "the service's own socket has every event, as events/1",
                        hint: "use another path for less: \(output.path)-\(configuration.sockets.count)")
                }
                continue
            }
            sockets.append(try socket(output.path, format, keeping: old))
        }
        return sockets
    }

    private func socket(
        _ path: String, _ format: PortFormat, keeping old: [EventSocket]
    ) throws(DeviceError) -> EventSocket {
        if let before = old.first(where: { $0.server.path == path }) {
            return EventSocket(before.server, format: format, greeting: greeting(of: format))
        }
        return try EventSocket(path: path, format: format, greeting: greeting(of: format))
    }
}
