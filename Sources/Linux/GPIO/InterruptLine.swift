import CTaplineGPIO
public import TaplineCore

/// A controller's interrupt line: an input that reports the one edge at which an interrupt begins, with the kernel's
/// time on the monotonic clock, never debounced. For a reset it can be driven.
public final class InterruptLine {
    /// Whether 0 V means that an interrupt is pending.
    public let isActiveLow: Bool
    private let held: HeldLine

    /// Holds the line named `name`, as ``GPIOLines/locate(_:)`` understands names.
    ///
    /// - Parameters:
    ///   - activeLow: whether 0 V means that an interrupt is pending: then falling edges are reported, else rising ones.
    ///   - consumer: what `gpioinfo` calls the line's user, at most 31 bytes.
    ///   - bias: the resistor at the line.
    /// - Throws: ``DeviceError`` where there is no such line, where it is used, or cannot report edges.
    public init(
        name: String, activeLow: Bool, consumer: String = "tapline", bias: LineBias = .asIs
    ) throws(DeviceError) {
        var request = tapline_gpio_request()
        request.edge = activeLow ? -1 : 1
        request.bias = bias.rawValue
        held = try HeldLine(GPIOLines.locate(name), consumer: consumer, request)
        self.isActiveLow = activeLow
    }

    /// Where the line is.
    public var line: GPIOLineLocation { held.line }

    /// What is readable when an edge has come. With libgpiod 1 it is closed and -1 while the line is driven, and a new one
    /// after ``drive(_:)``, perhaps of the same number: whoever waits for it must watch it again.
    public var descriptor: Int32 { held.descriptor }

    /// Takes the edges that have come; it does not wait.
    ///
    /// - Returns: how many, 1 or more, when the newest came, on the monotonic clock, and how many the kernel had to drop
    ///   (libgpiod 1 does not know: 0); nil: none has come.
    /// - Throws: ``DeviceError`` where the chip has gone.
    public func readEdges() throws(DeviceError) -> (count: Int, newest: Instant, lost: UInt32)? {
        var newest: Int64 = 0
        var lost: UInt32 = 0
        let count = try unsafe held.ask { unsafe tapline_gpio_read_edges($0, &newest, &lost) }
        return count == 0 ? nil : (Int(count), Instant(microseconds: newest), lost)
    }

    /// Whether an interrupt is pending now, by the line's level.
    ///
    /// - Throws: ``DeviceError`` where the chip has gone.
    public func isAsserted() throws(DeviceError) -> Bool { try held.isHigh() != isActiveLow }

    /// Drives the line to a level, or makes it the interrupt line again. libgpiod 2 does it in one call of the kernel;
    /// libgpiod 1 must let go of the line in between, when nobody drives it and somebody could take it.
    ///
    /// - Throws: ``DeviceError`` where the line cannot be an output.
    public func drive(_ drive: LineDrive) throws(DeviceError) {
        switch drive {
        case .low: try held.set(isActive: false)
        case .high: try held.set(isActive: true)
        case .release: try held.listen()
        }
    }
}
