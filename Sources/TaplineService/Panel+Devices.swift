import TaplineBoards
import TaplineControllers
import TaplineDevices
import TaplineOutputs

// A panel's devices on this computer.

extension Panel {
    /// The output lines, each at its idle level from the first moment. Those that the panel before a reload drove in the
    /// same way are kept with the level they have.
    ///
    /// - Throws: ``DeviceError`` where a line cannot be had.
    func lines(
        keeping old: [OutputPin], of configuration: Configuration<Kind>
    ) throws(DeviceError) -> [OutputPin] {
        var lines: [OutputPin] = []
        for output in self.configuration.outputs {
            guard let before = configuration.outputs.firstIndex(where: { $0.line == output.line }) else {
                lines.append(try OutputPin(output))
                continue
            }
            let past = configuration.outputs[before]
            guard past.activeLow == output.activeLow, past.drive == output.drive, past.bias == output.bias else {
                throw DeviceError(
                    device: output.line, reason: "a line in use cannot change how it is driven",
                    hint: "start anew to change active_low, idle, drive or bias")
            }
            lines.append(old[before])
        }
        return lines
    }

    /// The serial ports, open where that is possible now. Those that were there before a reload are not closed.
    ///
    /// - Throws: ``DeviceError`` where waiting for a port would not help: permission is missing, or it is none.
    func ports(keeping old: [EventPort]) throws(DeviceError) -> [EventPort] {
        var ports: [EventPort] = []
        for (serial, format) in zip(configuration.serials, configuration.portFormats(geometry: geometry)) {
            let target = LinePort.Target.serial(path: serial.path, baud: UInt32(serial.baud))
            let port = old.first { $0.port.target == target }?.port ?? LinePort(target)
            if !port.open(), LinePort.isLasting(port.errno) { throw DeviceError(path: serial.path, errno: port.errno) }
            ports.append(EventPort(port, format: format, greeting: greeting(of: format)))
        }
        return ports
    }
}

extension OutputPin {
    /// The line that `output` describes, at its idle level.
    ///
    /// - Throws: ``DeviceError`` where it cannot be had.
    convenience init(_ output: LineOutputDescription) throws(DeviceError) {
        let drive: OutputDrive =
            switch output.drive {
            case .pushPull: .pushPull
            case .openDrain: .openDrain
            case .openSource: .openSource
            }
        let bias: LineBias =
            switch output.bias {
            case .asIs: .asIs
            case .disabled: .disabled
            case .pullUp: .pullUp
            case .pullDown: .pullDown
            }
        try self.init(name: output.line, activeLow: output.activeLow, drive: drive, bias: bias)
    }
}

extension I2CConnection.Location {
    /// Where a board says that its bus is.
    init(_ bus: BusName) {
        switch bus {
        // (A simulated board is not run on devices; there is no such file.)
        case .simulated: self = .path("simulated")
        case .path(let path): self = .path(path)
        case .number(let number): self = .number(number)
        case .adapter(let name): self = .name(name)
        }
    }
}
