public import TaplineControllers
public import TaplineMotion
public import TaplineTouches

/// The driver of a motion sensor that a driver of the kernel has already: it reads the buffer of an IIO device.
///
/// Its interrupt is that the device can be read; a transfer takes one reading of it (``readingSize`` bytes), or lets go of the
/// device (none), which stops the kernel's measuring. Nothing waits longer than until the next reading.
public struct KernelSensorDriver: BusDriver, Sendable {
    private enum State { case off, reading, watching, reporting, reportingFault, lettingGo, waitingToRetry, sleeping }

    /// A reading: six Floats, least significant byte first: acceleration, m/s², then rotation rate, rad/s; three where none is
    /// measured. (In the units of the kernel's Documentation/ABI/testing/sysfs-bus-iio.)
    public static var readingSize: Int { 24 }
    /// EAGAIN
    private static var tryAgain: Int32 { 11 }
    private static var standardGravity: Float { 9.806_65 }

    public private(set) var identity = ControllerIdentity()
    public private(set) var waitsUntil = Instant.never
    public private(set) var fault = ControllerFault.absent
    /// What was measured last, along the device's own axes.
    public private(set) var reading = MotionReading(at: .zero, acceleration: .zero)
    private var state = State.off
    private var sleeps = false
    private var announced = Instant.zero

    /// The driver of a device that has not been read yet.
    public init() {}

    public var reportTime: Instant { reading.time }

    public var transfer: Transfer {
        Transfer(address: 0, written: ShortBytes(), readCount: state == .reading ? Self.readingSize : 0)
    }

    public mutating func step(
        _ input: ControllerInput, at now: Instant, received: inout BusBytes
    ) -> ControllerAction {
        switch (input, state) {
        case (.start, _), (.wakeUp, .sleeping):
            sleeps = false
            return read(announced: now)
        case (.interrupt, .watching), (.interrupt, .waitingToRetry): return read(announced: now)
        case (.wake, .waitingToRetry) where now >= waitsUntil: return read(announced: now)
        // (Nothing came for so long: the device is silent.)
        case (.wake, .watching) where now >= waitsUntil: return lose(.reset)
        case (.sleep, .watching), (.sleep, .waitingToRetry):
            sleeps = true
            return enter(.lettingGo)
        case (.proceed, .reporting): return enter(.reading)
        case (.proceed, .reportingFault): return enter(.lettingGo)
        case (.transferred, .reading): return take(&received, at: now)
        case (.transferFailed(let error), .reading): return failed(error, at: now)
        case (.transferred, .lettingGo), (.transferFailed, .lettingGo):
            waitsUntil = sleeps ? .never : now + .retryPeriod
            return enter(sleeps ? .sleeping : .waitingToRetry)
        default: return action
        }
    }

    /// What comes next in this state: the same every time it is asked.
    private var action: ControllerAction {
        switch state {
        case .reading, .lettingGo: .transfer
        case .reporting: .report
        case .reportingFault: .fault
        case .off, .watching, .waitingToRetry, .sleeping: .wait
        }
    }

    private mutating func enter(_ next: State) -> ControllerAction {
        state = next
        return action
    }

    private mutating func read(announced instant: Instant) -> ControllerAction {
        announced = instant
        return enter(.reading)
    }

    private mutating func take(_ received: inout BusBytes, at now: Instant) -> ControllerAction {
        guard received.count == Self.readingSize || received.count == Self.readingSize / 2 else {
            return lose(.badReport)
        }
        let rate: SIMD3<Float>? = received.count == Self.readingSize ? vector(&received, at: 12) : nil
        reading = MotionReading(
            at: announced, acceleration: vector(&received, at: 0) / Self.standardGravity, rotationRate: rate)
        identity.isKnown = true
        return enter(.reporting)
    }

    private func vector(_ received: inout BusBytes, at index: Int) -> SIMD3<Float> {
        var values = SIMD3<Float>.zero
        for axis in 0..<3 {
            var bits: UInt32 = 0
            for byte in 0..<4 { bits |= UInt32(received[index &+ 4 &* axis &+ byte]) << UInt32(8 &* byte) }
            let value = Float(bitPattern: bits)
            values[axis] = value.isFinite ? value : 0
        }
        return values
    }

    private mutating func failed(_ error: BusError, at now: Instant) -> ControllerAction {
        guard error.errno == Self.tryAgain else { return lose(.reset) }
        // Everything has been read.
        waitsUntil = now + .retryPeriod
        return enter(.watching)
    }

    /// The device has gone, or says nothing: it is looked for until it is back.
    private mutating func lose(_ why: ControllerFault) -> ControllerAction {
        fault = identity.isKnown ? why : .absent
        identity.isKnown = false
        return enter(.reportingFault)
    }
}
