public import TaplineCore

/// The pipeline of the daemon.
public typealias ShippedPipeline<Kind: Recognizer, Sink: EffectSink> = StandardPipeline<BoardController, Kind, Sink>

/// What the daemon's `EventLoop` drives, and what `tools/bench` measures: touch, and another source that may be there.
public typealias ShippedSources<Kind: Recognizer, Sink: EffectSink, Other: EventSource<Sink>> =
    SourcePair<ShippedPipeline<Kind, Sink>, Other?>

/// A board's driver: of a chip of whatever family, or of an input device of the kernel's.
///
/// One type for all boards: what is built around a driver, the loop and the pipeline, is there once, and so is the driver
/// of all chips.
public struct BoardController: Controller {
    @usableFromInline var chip: ChipDriver<BoardFamily>
    @usableFromInline var device: EvdevDriver
    @usableFromInline let isDevice: Bool

    /// In the place of a driver where there is no panel: it never asks for anything. (A device's, that is never told to start.)
    init() {
        chip = ChipDriver()
        device = EvdevDriver()
        isDevice = true
    }

    /// The driver of the chip that `configuration` describes.
    public init<Family: ChipFamily>(_ configuration: ChipDriver<Family>.Configuration)
    where Family.Report == ChipReport {
        chip = ChipDriver(configuration)
        device = EvdevDriver()
        isDevice = false
    }

    /// The driver of an input device, in the place of a chip's.
    public init(_ configuration: EvdevDriver.Configuration) {
        chip = ChipDriver()
        device = EvdevDriver(configuration: configuration)
        isDevice = true
    }

    // (In line in whatever module, so that nothing is copied.)

    @inlinable @inline(__always)
    public mutating func step(
        _ input: ControllerInput, at now: Instant, received: inout BusBytes
    ) -> ControllerAction {
        isDevice ? stepDevice(input, at: now, &received) : chip.step(input, at: now, received: &received)
    }

    @inlinable @inline(__always)
    public mutating func step(_ input: ControllerInput, at now: Instant) -> ControllerAction {
        isDevice ? stepDevice(input, at: now) : chip.step(input, at: now)
    }

    @inlinable @inline(never)
    mutating func stepDevice(_ input: ControllerInput, at now: Instant) -> ControllerAction {
        var nothing = BusBytes()
        return stepDevice(input, at: now, &nothing)
    }

    @inlinable @inline(never)
    mutating func stepDevice(
        _ input: ControllerInput, at now: Instant, _ received: inout BusBytes
    ) -> ControllerAction {
        let action = device.step(input, at: now, received: &received)
        // (Fingers lie at one place, whoever reports them.)
        if action == .report { chip.contacts.copy(&device.contacts) }
        return action
    }

    @inlinable @inline(__always)
    public var transfer: Transfer {
        mutating get { isDevice ? device.transfer : chip.transfer }
    }
    @inlinable
    public var line: ControllerLine { isDevice ? device.line : chip.line }
    @inlinable
    public var drive: LineDrive { isDevice ? device.drive : chip.drive }
    @inlinable
    public var waitsUntil: Instant { isDevice ? device.waitsUntil : chip.waitsUntil }
    @inlinable
    public var fault: ControllerFault { isDevice ? device.fault : chip.fault }
    @inlinable
    public var contacts: Contacts {
        get { chip.contacts }
        _modify { yield &chip.contacts }
    }
    @inlinable
    public var reportTime: Instant { isDevice ? device.reportTime : chip.reportTime }
    @inlinable @inline(__always)
    public var ignoresInterruptsUntil: Instant {
        isDevice ? device.ignoresInterruptsUntil : chip.ignoresInterruptsUntil
    }
    public mutating func pollIdle(every period: Microseconds?) { chip.pollIdle(every: period) }
    @inlinable
    public var identity: ControllerIdentity { isDevice ? device.identity : chip.identity }
}
