import TaplineChipModels
import TaplineConfiguration
import TaplineCore

/// What takes the requests, events and levels of a device that is not there.
protocol SimulatedDeviceSink: HostSink, PortSink {
    /// Somebody who is told of readings, too; nil: nobody.
    var observer: TouchObserver? { get }
    /// The panel is turned: everybody is greeted, as after a reload.
    mutating func turn<Kind>(_ panel: Panel<Kind>)
}

/// A device that is not there: the model of its panel's chip beneath the driver, the gestures and the outputs that run on the device,
/// and beside it its motion and its remote controls. Its clock moves only when it is told to.
struct SimulatedDevice<Chip: ChipModel, Kind: ConfigurableRecognizer, Sink: SimulatedDeviceSink>: ~Copyable {
    var host: SimulatedHost<BoardController, Chip, Kind, Sink, 16, 32, 33, 64, 16>
    var motion: SimulatedMotion<Kind>
    var remote: SimulatedRemote

    /// The device of `panel` on `board`, whose controller is `chip`.
    init(_ panel: Panel<Kind>, on board: BoardDescription, chip: Chip) throws(ServiceError) {
        var bus = SimulatedBus(chip: chip)
        bus.hasInterruptLine = board.announcesReports
        host = SimulatedHost(
            pipeline: Pipeline(chip: board.driver, gestures: try panel.pipeline(for: Sink.self)), bus: bus)
        motion = SimulatedMotion(panel, on: board)
        remote = SimulatedRemote(panel.configuration)
    }

    /// Switches the power on, and lets the driver reset and identify its chip, for five seconds at most.
    mutating func start(into sink: inout Sink) {
        host.start(into: &sink)
        while !host.pipeline.chip.identity.isKnown, host.deadline <= Instant(microseconds: 5_000_000) {
            host.advance(to: host.deadline, into: &sink)
        }
    }

    /// What its clock shows.
    var now: Instant { host.now }

    /// When something happens by itself next.
    var deadline: Instant {
        mutating get { min(host.deadline, motion.deadline, remote.deadline) }
    }

    /// The panel's scan at `instant` shows these fingers, in raw pixels. (What is before it must have happened.)
    mutating func touch(_ fingers: Contacts, at instant: Instant, into sink: inout Sink) {
        host.touch(fingers, at: instant, into: &sink)
        takeCommands(into: &sink)
    }

    /// Lets everything happen that is due at `instant`, no later than the next ``deadline``.
    mutating func advance(to instant: Instant, into sink: inout Sink) {
        host.advance(to: instant, into: &sink)
        motion.advance(to: instant, &host.pipeline.gestures, into: &sink)
        remote.advance(to: instant, &host.pipeline.gestures, into: &sink)
        keepRest(into: &sink)
    }

    /// Tells what has come of commands.
    mutating func takeCommands(into sink: inout Sink) {
        host.pipeline.gestures.takeCommands(&remote.control, into: &sink)
        keepRest(into: &sink)
    }

    /// The controller sleeps and wakes as the panel rests.
    mutating func keepRest(into sink: inout Sink) {
        if host.pipeline.keepRest(at: now, into: &sink) != nil { host.advance(to: now, into: &sink) }
    }

    /// The device rests from now on: what has begun of its motion ends.
    mutating func stopMoving(into sink: inout Sink) { motion.stop(at: now, &host.pipeline.gestures, into: &sink) }

    /// Ends the run, as SIGTERM does: touches are cancelled, then the commands end that nothing holds any more.
    mutating func end(into sink: inout Sink) {
        stopMoving(into: &sink)
        host.pipeline.end(at: now, into: &sink)
        host.pipeline.gestures.endCommands(&remote.control, into: &sink)
    }
}
