import CTaplineSystem
import TaplineConfiguration
import TaplineCore
import TaplineFormats
import TaplineLinux

// What the service manager, `status`, `metrics.prom` and the log get.

extension EventLoop {
    /// Notifies the service manager, once, that the panel is there.
    mutating func becomeReady() {
        readyAt = .never
        manager.ready(status)
        releaseCode()
    }

    /// What has run so far was for the start, a reload or a recovery, and not for touches: its code may go. (With memory
    /// locked, or in real time, none of it may be waited for later.)
    mutating func releaseCode() {
        guard !options.locksMemory, options.realtimePriority == nil else { return }
        tapline_let_go_of_code()
    }

    /// What the panel is doing, in a line.
    var status: String {
        mutating get {
            !board.hasPanel
                ? sink.sensorStatus
                : isIdentified
                    ? sources.first.chip.identity.summary(on: board, device: connection.name)
                    : "looking for the controller"
        }
    }

    /// Logs what was counted, in a line.
    mutating func logCounts() {
        gatherStatus(at: MonotonicClock.now)
        sink.log.answer(sink.status.summary)
    }

    /// Logs places that are touched like clockwork, as soon as their contacts are dropped.
    mutating func logLearnedPlaces() {
        guard sources.first.gestures.table.counters.periodic != toldPeriodic else { return }
        toldPeriodic = sources.first.gestures.table.counters.periodic
        let geometry = sources.first.gestures.table.geometry
        while let learned = sources.first.gestures.takeLearnedPlace() {
            sink.log.write(learned: geometry.pixels(learned.place), every: learned.period)
        }
    }

    /// Tells who follows levels what is disabled, when that has changed.
    mutating func tellDisabled(at now: Instant) {
        guard sources.first.gestures.engine.switches != toldSwitches else { return }
        toldSwitches = sources.first.gestures.engine.switches
        guard let control else { return }
        gatherStatus(at: now)
        control.emit(disabledIn: sink.status, at: now)
    }

    /// Tells who follows the values of controls what they are, when one has changed.
    mutating func tellValues(at now: Instant) {
        guard let control, control.followed.contains(.values) else { return }
        gatherValues()
        control.emit(valuesIn: sink.status, at: now)
    }

    /// Gathers the values of controls.
    private mutating func gatherValues() {
        for zone in 1..<max(1, sink.status.zoneCount + 1) {
            let control = sources.first.gestures.control(of: zone)
            sink.status.controlValues[zone] =
                control == nil || control == .button ? .nan : sources.first.gestures.controlValue(of: zone)
        }
    }

    /// Gathers what is counted.
    mutating func gatherStatus(at now: Instant) {
        sink.status.now = now
        sink.status.isReady = isIdentified
        sink.status.touches = sources.first.gestures.table.down.count
        sink.status.pipeline = sources.first.counters
        sink.status.table = sources.first.gestures.table.counters
        sink.status.delivery = sources.first.gestures.engine.delivery
        for index in 0..<sink.status.recognizerCount {
            sink.status.states[index] = sources.first.gestures.state(of: index) ?? .possible
        }
        for zone in 1..<max(1, sink.status.zoneCount + 1) {
            if sources.first.gestures.isEnabled(zone: zone) {
                sink.status.disabledZones.remove(zone)
            } else {
                sink.status.disabledZones.insert(zone)
            }
        }
        gatherValues()
        sink.status.responder = sources.first.gestures.firstResponder
        sink.status.sensor = sources.second?.sensor
        sink.status.lostTouches = sink.inputs.touchscreen?.lostTouches ?? 0
        sink.status.commands = remote.names.takeCommands ? remote.engine.counters : nil
        let lines = remotes?.lineCounts ?? (buttons: 0, encoders: 0)
        sink.status.remotes = (remoteSources.deviceCount, lines.buttons, lines.encoders)
        sink.status.buttons = remoteSources.buttonCounters
        sink.status.lostCodes = sources.first.gestures.outputs.lostCodes
        sink.status.lostEdges = interrupts.lostEdges
        sink.status.busLosses = connection.losses
        sink.status.refusedLines = sink.refusedLines
        sink.status.eventReaders = sink.sockets.reduce(0) { $0 + $1.server.count }
        let rest = sources.first.gestures.rest
        sink.status.rest = rest.isKept ? rest.state(at: now) : nil
        sink.status.playing = control?.nowPlaying ?? NowPlaying()
        sink.status.controlReaders = control?.server.count ?? 0
    }

    mutating func writeMetrics(at now: Instant) {
        guard metrics != nil else { return }
        gatherStatus(at: now)
        let before = metrics?.errno ?? 0
        metrics?.write(&sink.status, at: now)
        if let errno = metrics?.errno, errno != 0, errno != before {
            sink.log.write("\(DeviceError(path: options.service?.metrics ?? "", errno: errno).description)")
        }
    }
}
