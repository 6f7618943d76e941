import CTaplineGPIO
public import TaplineCore

/// A GPIO line of this computer that this program holds, until the end of this value.
struct HeldLine: ~Copyable {
    let line: GPIOLineLocation
    private let handle: OpaquePointer

    /// Holds `line` as `request` says; the request's offset is the line's.
    ///
    /// - Parameter consumer: what `gpioinfo` calls the line's user, at most 31 bytes.
    /// - Throws: ``DeviceError`` where it is used, or cannot do what is asked of it.
    init(_ line: GPIOLineLocation, consumer: String, _ request: tapline_gpio_request) throws(DeviceError) {
        var request = request
        request.offset = line.offset
        var handle: OpaquePointer?
        let status = unsafe tapline_gpio_hold(line.chipPath, consumer, request, &handle)
        guard status == 0, let handle = unsafe handle else { throw DeviceError(line: line, errno: -status) }
        self.line = line
        unsafe self.handle = handle
    }

    deinit { unsafe tapline_gpio_release(handle) }

    /// What is readable when an edge has come; -1 for none.
    var descriptor: Int32 { unsafe tapline_gpio_descriptor(handle) }

    /// What `call` of the line's handle returns, 0 or more.
    ///
    /// - Throws: ``DeviceError`` where it is an error number: the chip has gone, or the line cannot do it.
    @discardableResult
    func ask(_ call: (OpaquePointer) -> Int32) throws(DeviceError) -> Int32 {
        let status = unsafe call(handle)
        guard status >= 0 else { throw DeviceError(line: line, errno: -status) }
        return status
    }

    /// Whether the line is high now.
    func isHigh() throws(DeviceError) -> Bool { try unsafe ask { unsafe tapline_gpio_level($0) } != 0 }

    /// Makes the line active or inactive; an input becomes an output.
    func set(isActive: Bool) throws(DeviceError) { try unsafe ask { unsafe tapline_gpio_set($0, isActive ? 1 : 0) } }

    /// Makes the line an input.
    func listen() throws(DeviceError) { try unsafe ask { unsafe tapline_gpio_listen($0) } }
}

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
    /// - Throws: ``DeviceError`` where there is no such line, where it is used, or cannot report edges.
    public init(name: String, activeLow: Bool, consumer: String = "tapline") throws(DeviceError) {
        var request = tapline_gpio_request()
        request.edge = activeLow ? -1 : 1
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
