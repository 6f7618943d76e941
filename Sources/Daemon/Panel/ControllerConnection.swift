import TaplineConfiguration
import TaplineCore
import TaplineLinux

/// What carries out the transfers of a panel's driver: a bus, an input device of the kernel's, or what simulates one.
enum ControllerConnection {
    case bus(I2CConnection)
    case input(EvdevConnection)
    case simulated(SimulatedController)
    /// There is no panel.
    case none

    /// How long the adapter of a bus that nobody else uses may wait: its usual second is a hundred missed reports.
    private static var exclusiveTimeoutMilliseconds: Int { 50 }

    /// Opens what `board` names.
    ///
    /// - Throws: ``DeviceError``: what is missing, and what would help.
    init(_ board: BoardDescription) throws(DeviceError) {
        guard board.hasPanel else {
            self = .none
            return
        }
        guard board.controller.family == .evdev else {
            self = .bus(
                try I2CConnection(
                    board.bus, addresses: board.addresses,
                    timeoutMilliseconds: board.exclusiveBus ? ControllerConnection.exclusiveTimeoutMilliseconds : nil))
            return
        }
        self = .input(try EvdevConnection(board.bus, grabs: board.grabs))
    }

    /// Carries a transfer out: the driver's next input. `received` holds what was read.
    func perform(_ transfer: Transfer, at now: Instant, received: inout BusBytes) -> ControllerInput {
        switch self {
        case .bus(let bus): bus.perform(transfer, at: now, received: &received)
        case .input(let input): input.perform(transfer, at: now, received: &received)
        case .simulated(let chip): chip.perform(.transfer(transfer), at: now, received: &received)
        case .none: .transferFailed(BusError(errno: Errno.noSuchDevice))
        }
    }

    /// How often the bus or the device has gone, since the start.
    var losses: UInt32 {
        switch self {
        case .bus(let bus): bus.losses
        case .input(let input): input.losses
        case .simulated, .none: 0
        }
    }

    /// What becomes readable when there is a report; -1 where a line says that, or nothing does.
    var descriptor: Int32 {
        switch self {
        case .bus, .simulated, .none: -1
        case .input(let input): input.descriptor
        }
    }

    /// What an input device calls itself.
    var name: String {
        switch self {
        case .bus, .simulated, .none: ""
        case .input(let input): input.name
        }
    }

    /// What is simulated; nil: it is real.
    var simulated: SimulatedController? {
        if case .simulated(let chip) = self { return chip }
        return nil
    }
}

extension BoardDescription {
    /// The board with what only its input device knows: how many pixels there are, where the board does not say, and how
    /// many mm.
    ///
    /// - Throws: ``ServiceError`` where the device is missing, or does not know either.
    func completed() throws(ServiceError) -> BoardDescription {
        if let missing = missingSize {
            throw ServiceError("\(missing.message); \(missing.suggestion)", .badConfiguration)
        }
        guard controller.family == .evdev, bus != .simulated, hasSizeOfDevice || panel.rawMillimetres == nil else {
            return self
        }
        // (simulated fingers need no device: where the board says its size, none is asked for the rest.)
        if !hasSizeOfDevice, SimulatedFingers.areChosen { return self }
        let axes = try withDevices { () throws(DeviceError) in
            try EvdevConnection(bus).axes()
        }
        var board = self
        if hasSizeOfDevice {
            guard axes.x.count > 0, axes.y.count > 0 else {
                throw ServiceError(
                    "\(bus): the device does not say how large it is; write it into the board: size: [800, 480]",
                    .badConfiguration)
            }
            board.panel.rawWidth = axes.x.count
            board.panel.rawHeight = axes.y.count
        }
        // (Drivers that make a resolution up make panels of a hair's breadth: what no board could say is not believed.)
        let plausible = 1.0...5_000
        if panel.rawMillimetres == nil, let width = axes.x.millimetres, let height = axes.y.millimetres,
            plausible.contains(width), plausible.contains(height)
        {
            board.panel.rawMillimetres = (width, height)
        }
        return board
    }
}
