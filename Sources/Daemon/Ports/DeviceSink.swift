import TaplineConfiguration
import TaplineCore
import TaplineLinux

/// Carries a pipeline's requests out on this computer: sets lines at once, keeps the controller's request for the loop, and
/// hands events to whoever reads them.
struct DeviceSink: PortSink {
    /// The transfer or the line that a source wants; the loop takes it away.
    var request: ControllerRequest?
    /// The serial ports.
    private(set) var ports: [EventPort]
    /// The output lines, in the configuration's order.
    private(set) var lines: [OutputPin]
    /// The backlights among them.
    private(set) var lights: [PanelLight]
    /// When those that have not taken their level are given it again, ``Instant/never``: all have it.
    private(set) var lightsAgainAt = Instant.never
    /// The input devices that others read.
    private(set) var inputs: PanelInputs
    /// A line that could not be set: the run is over.
    private(set) var failure: DeviceError?
    /// The sockets of events; a service's own is the first.
    private(set) var sockets: [EventSocket]
    /// The socket of commands; nil: it is no service.
    let control: ControlSocket?
    /// What is counted, and the levels of the lines.
    var status = PanelStatus()
    private(set) var levels: OutputLevels
    /// Whether every reader is sent why recognizers fail or are cancelled.
    var explains: Bool
    /// The edge of the interrupt line that has had no effect yet, ``Instant/never``: there is none.
    var edge = Instant.never
    /// Whether something was emitted since the loop last wrote it out.
    var hasEmitted = false
    var log: ServiceLog
    /// Motion events that the gestures have not taken yet.
    var motion = MotionQueue()
    var given: [RemoteEvent] = []
    /// Where the motion sensor is, for messages, and whether it answers; nil: it has not been looked for.
    var sensorPlace = ""
    var sensorIsThere: Bool?
    /// Looks at touches, too; nil: nothing does.
    var observer: TouchObserver?

    /// The standard output.
    let console: LinePort
    private var format: ConsoleFormat
    private var line = ByteLine()

    /// What carries out the requests of `panel`.
    init<Kind>(panel: Panel<Kind>, board: BoardDescription, devices: borrowing PanelDevices, options: RunOptions) {
        console = LinePort(.descriptor(1))
        format = ConsoleFormat(options.format, panel: panel)
        levels = OutputLevels(panel.configuration.outputs)
        lines = devices.lines
        lights = devices.lights
        ports = devices.ports
        inputs = devices.inputs
        sockets = devices.sockets.events
        control = devices.sockets.control
        explains = options.explains
        status.name = options.service?.name ?? ""
        status.board = board.name
        status.startedAt = MonotonicClock.now
        status.reconfigure(
            panel.configuration.names, count: panel.configuration.eventCount,
            gestures: panel.configuration.gestures.count, zones: panel.configuration.zones.count)
        log = ServiceLog(program: options.program, board: board)
        awaitLights()
    }

    mutating func transfer(_ transfer: Transfer) { request = .transfer(transfer) }
    mutating func drive(_ line: ControllerLine, _ drive: LineDrive) { request = .line(line, drive) }
    mutating func fault(_ fault: ControllerFault, at now: Instant) {
        log.write(fault, at: now)
        // (Whatever is on the panel counts again.)
        if fault == .reset { control?.forgetFingers() }
        control?.writeTrace(isCancellation: fault == .reset, at: now)
        observer?.fault(fault, at: now)
    }
    mutating func heard(_ contacts: inout Contacts, at now: Instant) {
        control?.heard(&contacts, at: now)
        observer?.report(&contacts, at: now)
    }
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches) {
        write(StreamedTouch(touch: touch, zone: nil, event: &event))
        inputs.emit(touch)
        observer?.touch(touch)
    }
    mutating func emit(_ touch: TouchEvent, of event: inout EventTouches, to zone: Int) {
        write(StreamedTouch(touch: touch, zone: zone, event: &event))
        inputs.emit(touch, to: zone)
    }

    mutating func emit(_ event: GestureEvent) {
        if event.isRecognition { status.count(gesture: event.gesture) }
        control?.explain(event)
        guard explains || event.state != .failed else {
            hasEmitted = true
            return
        }
        var event = event
        if !explains { event.reason = nil }
        write(event)
        control?.run(event, numbered: sockets.first?.sequence ?? 0)
    }

    mutating func emit(_ event: ControlEvent) {
        control?.explain(event)
        write(event)
        control?.run(event, numbered: sockets.first?.sequence ?? 0)
    }

    mutating func write<Event: PortEvent>(_ event: Event) {
        hasEmitted = true
        for port in ports { port.emit(event) }
        for (index, socket) in sockets.enumerated() {
            let isFollowed = index == 0 && !Event.isTouch && control?.followed.contains(.events) == true
            if socket.emit(event, isFollowed: isFollowed), isFollowed {
                control?.emit(&socket.line, isProgress: event.isProgress, at: event.time)
            }
        }
        guard !Event.isTouch else { return }
        line.removeAll()
        if format.write(event, into: &line) { console.send(&line, event.importance) }
    }

    mutating func set(line index: Int, level: OutputLevel, at now: Instant) {
        write(line: index, level)
        // (Nobody need be told of each step of a fade.)
        if level.isPassing { return }
        recordLatency(at: MonotonicClock.now)
        control?.emit(levels, line: index, at: now)
        line.removeAll()
        if format.emit(levels[index], level: level, at: now, &line) { console.send(&line) }
    }

    /// Measures how long the first effect of an edge took.
    mutating func recordLatency(at now: Instant) {
        guard edge < .never else { return }
        status.latency.add(now - edge)
        edge = .never
    }

    /// Greets the reader of the standard output.
    mutating func begin() {
        line.removeAll()
        if format.begin(&line) { console.send(&line) }
    }

    /// Drives every line to its idle level, also when one of them cannot be.
    mutating func idleLines() {
        for line in lines {
            do throws(DeviceError) {
                try line.set(.idle)
            } catch {
                failure = failure ?? error
            }
        }
        for light in lights { setLight(light.line, .idle) }
    }

    /// Gives the readers of input devices what has gathered.
    mutating func flushInputs() {
        do throws(DeviceError) {
            try inputs.flush()
        } catch {
            failure = failure ?? error
        }
    }

    /// Gives a line its level and emits nothing.
    mutating func write(line index: Int, _ level: OutputLevel) {
        levels.set(index, level)
        do throws(DeviceError) {
            if let key = levels[index].key {
                inputs.keys?.set(key, isDown: level.isActive)
            } else if levels[index].backlight != nil {
                setLight(index, level)
            } else if index < lines.count {
                // (Those of a simulated panel are only reported. The configuration has GPIO lines before all other outputs.)
                try lines[index].set(level)
            }
        } catch {
            failure = failure ?? error
        }
    }

    /// Gives a backlight its level. (One that has gone is no reason to leave the panel alone: it is tried again.)
    private mutating func setLight(_ index: Int, _ level: OutputLevel) {
        guard let light = lights.first(where: { $0.line == index })?.light else { return }
        let wasBehind = light.isBehind
        do throws(DeviceError) {
            try light.set(level)
        } catch {
            if !wasBehind { log.write(error.description) }
            setLightsAgainLater()
        }
    }

    /// Says which lights are not there yet, and looks for them from now on.
    private mutating func awaitLights() {
        for light in lights where !light.light.isOpen { setLight(light.line, .idle) }
    }

    private mutating func setLightsAgainLater() {
        lightsAgainAt = min(lightsAgainAt, MonotonicClock.now + .retryPeriod)
    }

    /// Gives the lights that have not taken their level the one that they should have.
    mutating func setLightsAgain() {
        lightsAgainAt = .never
        for light in lights where light.light.isBehind { setLight(light.line, levels.level(light.line)) }
    }

    /// Lines that no reader took.
    var refusedLines: UInt32 {
        var sum = console.refusedLines &+ (control?.server.refusedLines ?? 0)
        for port in ports { sum &+= port.port.refusedLines }
        for socket in sockets { sum &+= socket.server.refusedLines }
        return sum
    }

    /// What a new configuration brings: its lines, its ports, its names.
    mutating func reconfigure(
        format: ConsoleFormat, outputs: [LineOutputDescription], lines: [OutputPin], lights: [PanelLight],
        ports: [EventPort],
        sockets: [EventSocket], inputs: PanelInputs
    ) {
        self.format = format
        levels = OutputLevels(outputs)
        self.lines = lines
        self.lights = lights
        for light in lights {
            do throws(DeviceError) {
                try light.light.change(awake: light.awake)
            } catch {
                log.write(error.description)
                setLightsAgainLater()
            }
        }
        awaitLights()
        self.ports = ports
        self.sockets = sockets
        self.inputs = inputs
        begin()
        for socket in sockets { socket.greet() }
    }

    /// Writes what the controller is.
    mutating func identified(_ identity: String) {
        log.identified()
        line.removeAll()
        if format.emit(identity, &line) { console.send(&line) } else { log.write(identity) }
    }
}
