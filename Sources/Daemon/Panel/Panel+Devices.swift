package import TaplineConfiguration
package import TaplineLinux

// A panel's devices on this computer.

extension Panel {
    /// The output lines, each at its idle level from the first moment. Those that the panel before a reload drove in the
    /// same way are kept with the level they have.
    ///
    /// - Throws: ``DeviceError`` where a line cannot be had.
    package func lines(
        keeping old: [OutputPin], of configuration: Configuration<Kind>, consumer: String = "tapline"
    ) throws(DeviceError) -> [OutputPin] {
        var lines: [OutputPin] = []
        let places = try places()
        for (output, place) in zip(self.configuration.lineOutputs, places) {
            guard let before = old.firstIndex(where: { $0.line.isSame(as: place) }) else {
                lines.append(try OutputPin(output, at: place, consumer: consumer))
                continue
            }
            let past = configuration.outputs[before]
            guard past.activeLow == output.activeLow, past.drive == output.drive, past.bias == output.bias else {
                throw DeviceError(
                    device: output.line, reason: "a line in use cannot change how it is driven",
                    hint: "restart to change active_low, idle, drive or bias")
            }
            lines.append(old[before])
        }
        return lines
    }

    /// The backlights that it dims; those of before a reload that are the same stay. What they were is kept in the service's folder of
    /// state, where it has one.
    ///
    /// - Throws: ``DeviceError`` where one cannot be had.
    func backlights(keeping old: [PanelLight]) throws(DeviceError) -> [PanelLight] {
        let memory = ServiceFolder.state
        var lights: [PanelLight] = []
        for (index, output) in configuration.outputs.enumerated() {
            guard let wanted = output.backlight else { continue }
            if let before = old.first(where: { $0.name == wanted.name }) {
                lights.append(PanelLight(line: index, name: wanted.name, awake: wanted.awake, light: before.light))
            } else {
                let light: Backlight
                do throws(DeviceError) {
                    light = try Backlight(wanted.name, awake: wanted.awake, memory: memory)
                } catch {
                    // (A display that is not there yet keeps the panel from nothing.)
                    guard error.errno == Errno.noSuchDevice else { throw error }
                    light = Backlight(awaiting: wanted.name, awake: wanted.awake, memory: memory)
                }
                if let other = lights.first(where: { $0.light.isOpen && light.isOpen && $0.light.name == light.name }) {
                    throw DeviceError(
                        device: light.name,
                        reason: "outputs dim it as \(other.name ?? "first") and as \(wanted.name ?? "first")",
                        hint: "write one of them")
                }
                lights.append(PanelLight(line: index, name: wanted.name, awake: wanted.awake, light: light))
            }
        }
        // One that a service which was killed has left dim, and nobody dims any more, is as bright as it was.
        for file in memory.map({ DeviceFiles.names(in: $0) }) ?? [] where file.hasPrefix("light.") {
            let name = String(file.dropFirst(6))
            if !lights.contains(where: { $0.light.name == name }) { _ = try? Backlight(name, memory: memory) }
        }
        return lights
    }

    /// Where the output lines are, none twice, and none that the board takes: one line has several names.
    ///
    /// - Throws: ``DeviceError`` for a line that there is not, or that is used twice.
    private func places() throws(DeviceError) -> [GPIOLineLocation] {
        var places: [GPIOLineLocation] = []
        var used: [GPIOLineLocation] = []
        // (What a computer does not have nobody can use: SDA1 is not everywhere.)
        let others = (board?.busLines ?? []) + (board?.takenLines ?? [])
        let outputs = configuration.lineOutputs
        let chips = outputs.isEmpty || others.isEmpty ? [] : GPIOLines.readChips().chips
        for line in others {
            if let place = try? GPIOLines.find(line, among: chips) { used.append(place) }
        }
        for (_, pin) in board?.pins ?? [] { used.append(try GPIOLines.locate(pin.line)) }
        for line in configuration.remotes.lines {
            let place = try GPIOLines.locate(line)
            if let other = used.first(where: { $0.isSame(as: place) }) {
                throw DeviceError(
                    device: place.description, reason: "the same line as \(other.name), which is used already",
                    hint: "use another line")
            }
            used.append(place)
        }
        for output in outputs {
            let place = try GPIOLines.locate(output.line)
            if let other = (used + places).first(where: { $0.isSame(as: place) }) {
                throw DeviceError(
                    device: place.description, reason: "the same line as \(other.name), which is used already",
                    hint: "use another line; several gestures share one with on: [a, b]")
            }
            places.append(place)
        }
        return places
    }

    /// The devices that commands come from, those of before a reload where nothing has changed; nil: none are wanted.
    ///
    /// - Parameter isSimulated: whether they are not there, and do what they can over and over.
    /// - Throws: ``DeviceError`` for a line that cannot be had.
    func remoteDevices(
        keeping old: RemoteDevices?, _ poller: Poller, _ consumer: String, isSimulated: Bool = false
    ) throws(DeviceError) -> RemoteDevices? {
        if configuration.remotes.isEmpty { return nil }
        if let old, old.description == configuration.remotes { return old }
        if isSimulated {
            return RemoteDevices(simulating: configuration.remotes, poller: poller, at: MonotonicClock.now)
        }
        return try RemoteDevices(
            configuration.remotes, keeping: old, poller: poller, consumer: consumer, at: MonotonicClock.now)
    }

    /// The serial ports, open where that is possible now. Those that were there before a reload are not closed.
    ///
    /// - Throws: ``DeviceError`` where waiting for a port would not help: permission is missing, or it is none.
    func ports(keeping old: [EventPort]) throws(DeviceError) -> [EventPort] {
        var ports: [EventPort] = []
        for (serial, format) in zip(configuration.serials, configuration.portFormats(geometry: geometry)) {
            let target = LinePort.Target.serial(path: serial.path, baud: UInt32(serial.baud))
            let before = old.first { $0.port.name == serial.path }?.port
            if let before, before.target != target {
                throw DeviceError(
                    device: serial.path, reason: "a port in use cannot change its rate",
                    hint: "restart to change baud")
            }
            let port = before ?? LinePort(target)
            let isKept = port.isOpen
            if !port.open(), LinePort.isLasting(port.errno) { throw DeviceError(path: serial.path, errno: port.errno) }
            let session = isKept ? old.first { $0.port === port }?.session : nil
            ports.append(
                EventPort(
                    port, format: format, greeting: greeting(of: format),
                    session: serial.takesCommands ? session ?? CommandSession(isTerminal: true) : nil))
        }
        return ports
    }
}

/// A backlight among the outputs of a panel.
struct PanelLight {
    /// Its index among the outputs.
    let line: Int
    /// What the configuration says of it.
    let name: String?
    let awake: UInt16?
    let light: Backlight
}

extension OutputPin {
    /// The line that `output` describes, which is at `place`, at its idle level.
    ///
    /// - Throws: ``DeviceError`` where it cannot be had.
    convenience init(
        _ output: LineOutputDescription, at place: GPIOLineLocation, consumer: String
    ) throws(DeviceError) {
        try self.init(
            line: place, activeLow: output.activeLow, drive: output.drive, bias: output.bias, consumer: consumer)
    }
}
