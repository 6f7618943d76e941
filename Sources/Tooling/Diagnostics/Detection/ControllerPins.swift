import TaplineConfiguration
import TaplineCore
import TaplineLinux

/// The lines between a controller and this computer, held: none, one or both.
struct ControllerPins {
    let interrupt: InterruptLine?
    private let reset: OutputPin?
    /// An inverter stands before the chip's reset.
    private let resetIsInverted: Bool

    /// No lines.
    init() {
        interrupt = nil
        reset = nil
        resetIsInverted = false
    }

    /// The lines of `board`.
    ///
    /// - Throws: ``DeviceError`` where one cannot be had.
    init(_ board: BoardDescription) throws(DeviceError) {
        if let pin = board.interruptPin {
            interrupt = try InterruptLine(name: pin.line, activeLow: pin.activeLow)
        } else {
            interrupt = nil
        }
        if let pin = board.resetPin {
            reset = try OutputPin(name: pin.line, activeLow: pin.activeLow)
        } else {
            reset = nil
        }
        resetIsInverted = board.resetPin?.activeLow == false
    }

    /// Whether no line is held.
    var isEmpty: Bool { interrupt == nil && reset == nil }

    /// Drives one of them, as the driver requests.
    func set(_ line: ControllerLine, _ drive: LineDrive) {
        switch (line, drive) {
        case (.interrupt, _): try? interrupt?.drive(drive)
        case (.reset, .release): try? reset?.drive(.release)
        case (.reset, .low): try? reset?.drive(resetIsInverted ? .high : .low)
        case (.reset, .high): try? reset?.drive(resetIsInverted ? .low : .high)
        }
    }

    /// Leaves the controller running: its reset inactive, its interrupt an input.
    func leave() {
        try? reset?.set(.idle)
        try? interrupt?.drive(.release)
    }
}
