import CTaplineGPIO
public import TaplineCore

/// A GPIO line that somebody else drives, each of whose edges counts: a button, or one of a knob's two lines. It is not debounced.
public final class ContactLine {
    /// The resistor at the line.
    public let bias: LineBias
    private let held: HeldLine
    private var changes = [tapline_gpio_change](repeating: tapline_gpio_change(), count: 64)

    /// Holds a line that has been located.
    ///
    /// - Parameter consumer: what `gpioinfo` calls the line's user, at most 31 bytes.
    /// - Throws: ``DeviceError`` where it is used, or cannot report edges.
    public init(line: GPIOLineLocation, bias: LineBias, consumer: String = "tapline") throws(DeviceError) {
        var request = tapline_gpio_request()
        request.edge = 2
        request.bias = bias.rawValue
        held = try HeldLine(line, consumer: consumer, request)
        self.bias = bias
    }

    /// Where the line is.
    public var line: GPIOLineLocation { held.line }

    /// What is readable when an edge has come.
    public var descriptor: Int32 { held.descriptor }

    /// Takes the edges that have come by `now`, the oldest first; it does not wait.
    ///
    /// - Parameter take: gets each level, and when it came.
    /// - Returns: how many the kernel had to drop. (libgpiod 1 does not know: 0.)
    /// - Throws: ``DeviceError`` where the chip has gone.
    public func read(at now: Instant, _ take: (Bool, Instant) -> Void) throws(DeviceError) -> Int {
        var lost: UInt32 = 0
        let count = try unsafe held.ask { handle in
            unsafe changes.withUnsafeMutableBufferPointer {
                unsafe tapline_gpio_read_changes(handle, $0.baseAddress, Int32($0.count), &lost)
            }
        }
        for index in 0..<Int(count) {
            let time = Instant(microseconds: changes[index].time_us)
            // (An edge may have come since `now` was read.)
            take(changes[index].is_high != 0, time.isPlausible(at: now + .milliseconds(1_000)) ? time : now)
        }
        return Int(clamping: lost)
    }

    /// Whether the line is high now.
    ///
    /// - Throws: ``DeviceError`` where the chip has gone.
    public func isHigh() throws(DeviceError) -> Bool { try held.isHigh() }
}
