import TaplineBoards
import TaplineControllers
import TaplineDevices
import TaplineGestures
import TaplineOutputs
import TaplineRuntime
import TaplineTouches

/// Carries a pipeline's wishes out on this computer: sets lines at once, keeps the controller's wish for the loop, and
/// hands events to whoever reads them.
struct DeviceSink: EffectSink {
    /// The transfer or the line that the driver wants; the loop takes it away.
    var wish: ControllerAction?
    /// Who reads events, besides the standard output.
    private(set) var ports: [EventPort]
    /// The output lines, in the configuration's order.
    private(set) var lines: [OutputPin]
    /// A line that could not be set: the run is over.
    private(set) var failure: DeviceError?
    /// Gestures recognized since the start.
    private(set) var recognitions: UInt32 = 0
    var log: ServiceLog
    /// Who looks at touches besides; nil: nobody.
    var observer: TouchObserver?

    /// The standard output.
    let console: LinePort
    private var format: ConsoleFormat
    private var outputs: [LineOutputDescription]
    private var line = ByteLine()

    /// What carries out the wishes of `panel`.
    init<Kind>(panel: Panel<Kind>, board: BoardDescription, devices: PanelDevices, options: RunOptions) {
        console = LinePort(.descriptor(1))
        format = ConsoleFormat(options.format, panel: panel)
        outputs = panel.configuration.outputs
        lines = devices.lines
        ports = devices.ports
        log = ServiceLog(program: options.program, board: board)
    }

    mutating func transfer(_ transfer: Transfer) { wish = .transfer(transfer) }
    mutating func drive(_ line: ControllerLine, _ drive: LineDrive) { wish = .line(line, drive) }
    mutating func fault(_ fault: ControllerFault, at now: Instant) { log.tell(fault, at: now) }
    mutating func tell(_ touch: TouchEvent) {
        for port in ports { port.tell(touch) }
        observer?.touch(touch)
    }
    mutating func tell(_ touch: TouchEvent, to zone: Int) {
        for port in ports { port.tell(touch, to: zone) }
    }

    mutating func tell(_ event: GestureEvent) {
        if event.isRecognition { recognitions &+= 1 }
        for port in ports { port.tell(event) }
        line.removeAll()
        if format.tell(event, &line) { console.send(&line, event.state == .changed ? .progress : .news) }
    }

    mutating func tell(_ event: ControlEvent) {
        for port in ports { port.tell(event) }
        line.removeAll()
        if format.tell(event, &line) { console.send(&line, event.action == .change ? .progress : .news) }
    }

    mutating func set(line index: Int, active isActive: Bool, at now: Instant) {
        restore(line: index, active: isActive)
        line.removeAll()
        if format.tell(outputs[index], isActive: isActive, at: now, &line) { console.send(&line) }
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
                try line.set(active: false)
            } catch {
                failure = failure ?? error
            }
        }
    }

    /// Gives a line its level without telling anybody.
    mutating func restore(line index: Int, active isActive: Bool) {
        do throws(DeviceError) {
            try lines[index].set(active: isActive)
        } catch {
            failure = failure ?? error
        }
    }

    /// What a new configuration brings: its lines, its ports, its names.
    mutating func reconfigure(
        format: ConsoleFormat, outputs: [LineOutputDescription], lines: [OutputPin], ports: [EventPort]
    ) {
        self.format = format
        self.outputs = outputs
        self.lines = lines
        self.ports = ports
        begin()
    }

    /// Tells what the controller said of itself.
    mutating func identified(_ identity: String) {
        log.identified()
        line.removeAll()
        if format.tell(identity, &line) { console.send(&line) } else { log.tell(identity) }
    }
}
