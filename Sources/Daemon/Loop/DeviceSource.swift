import TaplineConfiguration
import TaplineCore
import TaplineLinux

/// A source behind touch, with the devices of this computer that are its own. If one of its
/// devices fails, the run goes on without it.
///
/// The loop has one, or none, as an optional; several are a source that hands on to each.
protocol DeviceSource: EventSource where Sink == DeviceSink {
    /// Opens the devices that `board` has for such a source; nil: it has none.
    ///
    /// - Parameter old: the source of before a reload, which is returned where nothing has changed for it.
    /// - Throws: ``DeviceError``: what is missing, and what would help.
    static func open(on board: BoardDescription, keeping old: Self?, _ surroundings: Surroundings) throws(DeviceError)
        -> Self?
    /// Whether it is the very source that `other` is.
    func isSame(as other: Self?) -> Bool
    /// Goes on with what a configuration wants of motion; what was under way is interrupted.
    mutating func reconfigure(_ engine: MotionEngine, at now: Instant, into sink: inout Sink)
    /// Somebody reads what its motion sensor measures from now on, or nobody does any more.
    mutating func readData(_ isWanted: Bool, at now: Instant, into sink: inout Sink)
    /// When the device was last moved, as ``MotionEngine/movedAt`` says it.
    var movedAt: Instant { get }
    /// How its motion sensor is; nil: it has none.
    var sensor: SensorStatus? { get }
    /// Has the poller wait for its descriptors, under ``LoopTag/other``.
    mutating func listen()
    /// One of its descriptors is readable, or ``attention`` has come: when its interrupt came; nil: none did.
    mutating func attend(at now: Instant, into sink: inout Sink) -> Instant?
    /// When its devices want attention although nothing has happened to a descriptor.
    var attention: Instant { get }
    /// Carries out the transfer that it has asked for, where it does not go over the panel's bus: its next input.
    mutating func perform(_ transfer: Transfer, at now: Instant, received: inout BusBytes) -> ControllerInput?
}

/// Where a source's devices are opened.
struct Surroundings {
    let poller: Poller
    /// The panel's controller where chips are simulated, which moves with it; nil: they are real.
    let simulated: SimulatedController?
    /// Who uses lines, as `gpioinfo` shows it.
    let consumer: String
}
