import CTaplineGPIO
public import TaplineCore

/// A GPIO line that Tapline drives: an output that follows gestures, or a controller's reset line.
///
/// What a line does after it has been let go of is its chip's concern (the Pi 5's keeps the level): set the level that
/// it is to keep before.
public final class OutputPin {
    /// Whether 0 V is "active".
    public let isActiveLow: Bool
    private let held: HeldLine

    /// Holds the line named `name`, as ``GPIOLines/locate(_:)`` understands names.
    ///
    /// - Parameters:
    ///   - activeLow: whether 0 V is "active".
    ///   - active: what the line is from the first moment.
    ///   - consumer: what `gpioinfo` calls the line's user, at most 31 bytes.
    /// - Throws: ``DeviceError`` where there is no such line, where it is used, or cannot be driven so.
    public convenience init(
        name: String, activeLow: Bool, drive: OutputDrive = .pushPull, bias: LineBias = .asIs, active: Bool = false,
        consumer: String = "tapline"
    ) throws(DeviceError) {
        try self.init(
            line: GPIOLines.locate(name), activeLow: activeLow, drive: drive, bias: bias, active: active,
            consumer: consumer)
    }

    /// Holds a line that has been located; the rest as above.
    ///
    /// - Throws: ``DeviceError`` where it is used, or cannot be driven so.
    public init(
        line: GPIOLineLocation, activeLow: Bool, drive: OutputDrive = .pushPull, bias: LineBias = .asIs,
        active: Bool = false, consumer: String = "tapline"
    ) throws(DeviceError) {
        let request = tapline_gpio_request(
            offset: line.offset, is_output: 1, is_active: active ? 1 : 0, edge: 0, is_active_low: activeLow ? 1 : 0,
            drive: drive.rawValue, bias: bias.rawValue)
        held = try HeldLine(line, consumer: consumer, request)
        self.isActiveLow = activeLow
    }

    /// Where the line is.
    public var line: GPIOLineLocation { held.line }

    /// Gives the line its level.
    ///
    /// - Throws: ``DeviceError`` where the chip has gone.
    public func set(_ level: OutputLevel) throws(DeviceError) { try held.set(isActive: level.isActive) }

    /// Drives the line to a level, whatever it means, or makes it an input, until it is driven or set again.
    ///
    /// - Throws: ``DeviceError`` where the chip has gone or the line cannot be an input.
    public func drive(_ drive: LineDrive) throws(DeviceError) {
        switch drive {
        case .low: try set(OutputLevel(isActive: isActiveLow))
        case .high: try set(OutputLevel(isActive: !isActiveLow))
        case .release: try held.listen()
        }
    }
}
