import TaplineBoards
import TaplineControllers
import TaplineDevices
import TaplineGestures
import TaplineOutputs
import TaplineRuntime
import TaplineTouches

/// A panel on this computer's devices: the loop that waits for the interrupt line, one deadline, slow readers and
/// signals, and carries out what the pipeline wants.
///
/// One thread, run to completion. A report is: wait, read the edges, one or two transfers, look at the interrupt line's
/// level, set what has changed, write what is to be told; nothing else is asked of the kernel. Nothing is allocated after
/// the start but at a reload.
struct DeviceRun<Kind: ConfigurableRecognizer>: ~Copyable {
    /// Tags of watched descriptors; ports begin at `firstPort`.
    private enum Tag {
        static var signals: UInt32 { 0 }
        static var interrupt: UInt32 { 1 }
        static var console: UInt32 { 2 }
        static var firstPort: UInt32 { 3 }
    }

    /// An interrupt line that stays asserted is followed so often in a row; after that it is looked at as often as a
    /// panel without one is polled.
    private static var mostLooksInARow: Int { 8 }
    /// How long the end waits for slow readers.
    private static var drainPatience: Microseconds { .milliseconds(500) }

    private var panel: Panel<Kind>
    private let board: BoardDescription
    private let source: PanelSource
    private let options: RunOptions

    private var pipeline: StandardPipeline<BoardController, Kind, DeviceSink>
    private var sink: DeviceSink
    private let controller: ControllerConnection
    private let interrupt: InterruptLine?
    private let reset: OutputPin?

    private let poller: Poller
    private let signals: SignalQueue
    private var manager: ServiceManager
    private var received = BusBytes()
    private var counters = ServiceCounters()
    private var isIdentified = false
    /// The interrupt line's level is to be looked at when the driver waits.
    private var looksAtLevel = true
    private var looksInARow = 0
    /// When the driver last began to read because of an interrupt.
    private var lastLook = Instant(microseconds: .min)
    /// When the level of a line that stays asserted is looked at again.
    private var nextLook = Instant.never
    private var isConsoleWatched = false
    private var interruptIsDriven = false
    private var wantsReload = false
    private var wantsStop = false

    /// A run of `panel` on its open devices.
    init(
        panel: Panel<Kind>, board: BoardDescription, source: PanelSource, devices: PanelDevices,
        gestures: consuming StandardGesturePipeline<Kind, DeviceSink>, options: RunOptions,
        observer: TouchObserver? = nil
    ) {
        self.panel = panel
        self.board = board
        self.source = source
        self.options = options
        controller = devices.controller
        interrupt = devices.interrupt
        reset = devices.reset
        poller = devices.poller
        signals = devices.signals
        sink = DeviceSink(panel: panel, board: board, devices: devices, options: options)
        pipeline = StandardPipeline(chip: board.driver, gestures: gestures)
        pipeline.gestures.explains = options.explains
        if let observer {
            sink.observer = observer
            pipeline.gestures.tellsTouches = true
        }
        manager = ServiceManager()
    }

    /// Runs until the process is asked to stop; then every touch is cancelled, every line idle, and every reader has what
    /// he takes in half a second.
    ///
    /// - Throws: ``ServiceError``: a device that has failed for good, or an output that nobody reads any more.
    mutating func run() throws(ServiceError) {
        poller.watch(signals.descriptor, tag: Tag.signals, reading: true)
        watchInterrupt()
        if options.format != .none, sink.console.open() {
            sink.begin()
            poller.watch(sink.console.descriptor, tag: Tag.console)
        }
        var failure: DeviceError?
        do throws(DeviceError) {
            openPorts()
            pipeline.start(at: MonotonicClock.now, into: &sink)
            try carryOut()
            flush()
            manager.ready(status)
            while !wantsStop { try turn() }
        } catch {
            failure = error
        }
        stop()
        if let failure { throw ServiceError(failure) }
        if options.endsWithItsReader, sink.console.errno != 0 {
            throw ServiceError(file: sink.console.name, errno: sink.console.errno)
        }
    }

    /// Cancels every touch, drives every line to its idle level, and gives readers time to take what waits.
    private mutating func stop() {
        manager.stopping()
        let now = MonotonicClock.now
        pipeline.end(at: now, into: &sink)
        let outputs = pipeline.gestures.outputs
        for index in 0..<outputs.count where outputs[index].isActive { sink.set(line: index, active: false, at: now) }
        sink.idleLines()
        leaveController()
        let deadline = now + Self.drainPatience
        sink.console.drain(until: deadline)
        for port in sink.ports { port.port.drain(until: deadline) }
        sink.log.tell(counted)
        sink.log.drain(until: deadline)
    }

    /// Leaves the controller running, also from the middle of a reset: its reset line inactive, its interrupt line an
    /// input.
    private mutating func leaveController() {
        do throws(DeviceError) {
            try reset?.set(active: false)
            if interruptIsDriven { try interrupt?.drive(.release) }
        } catch {
            sink.log.tell(error.description)
        }
    }

    // MARK: One turn

    /// Waits, and deals with what has happened.
    private mutating func turn() throws(DeviceError) {
        let count = try poller.wait(until: deadline)
        var wasInterrupted = false
        for index in 0..<count {
            switch poller[index].tag {
            case Tag.signals: takeSignals()
            case Tag.interrupt: wasInterrupted = true
            case Tag.console where poller[index].isGone:
                sink.console.close(because: Errno.brokenPipe)
                tellOfLostConsole()
            case Tag.console: break
            default:
                if poller[index].isGone { portForTag(poller[index].tag)?.port.close(because: Errno.inputOutput) }
            }
        }
        // The interrupt goes first: a deadline that came while it was on its way counts after its report.
        if wasInterrupted { try takeEdges() }
        try pass(MonotonicClock.now)
        if wantsReload { try reload() }
        flush()
        if let failure = sink.failure { throw failure }
        if let observer = sink.observer, observer.isDone { wantsStop = true }
        if options.endsWithItsReader, sink.console.errno != 0 { wantsStop = true }
    }

    /// When something is to be done without anything happening.
    private var deadline: Instant {
        mutating get {
            var deadline = min(min(pipeline.deadline, nextLook), manager.deadline)
            for port in sink.ports { deadline = min(deadline, port.reopensAt) }
            return deadline
        }
    }

    /// Does what is due at `now`.
    private mutating func pass(_ now: Instant) throws(DeviceError) {
        if pipeline.deadline <= now {
            pipeline.advance(to: now, into: &sink)
            try carryOut()
        }
        if nextLook <= now {
            nextLook = .never
            looksAtLevel = true
            // One more in the row: what a line that hangs hides is read.
            looksInARow = Self.mostLooksInARow - 2
            try carryOut()
        }
        manager.advance(to: now)
        for index in sink.ports.indices where sink.ports[index].reopensAt <= now { open(port: index, at: now) }
    }

    /// Tells the driver of an interrupt. Of several that have gathered only the last one's report is still there.
    private mutating func takeEdges() throws(DeviceError) {
        guard let interrupt else {
            // An input device can be read, or has gone, which shows when it is read.
            pipeline.interrupt(at: MonotonicClock.now, into: &sink)
            return try carryOut()
        }
        guard let edges = try interrupt.readEdges() else { return }
        counters.lostEdges &+= UInt32(clamping: edges.lost)
        looksInARow = 0
        // (A kernel whose edges have another clock: the time of waking is the best there is.)
        let now = MonotonicClock.now
        let isPlausible = edges.newest <= now && now - edges.newest < .milliseconds(10_000)
        let instant = isPlausible ? edges.newest : now
        // (An edge from before the last look: what it announces has been read already.)
        guard instant > lastLook else { return }
        tellInterrupt(at: instant)
        try carryOut()
    }

    /// Carries wishes out until the driver waits and the interrupt line is idle.
    private mutating func carryOut() throws(DeviceError) {
        repeat {
            while let wish = sink.wish {
                sink.wish = nil
                switch wish {
                case .transfer(let transfer):
                    let outcome = controller.carryOut(transfer, at: MonotonicClock.now, received: &received)
                    looksAtLevel = true
                    pipeline.complete(outcome, at: MonotonicClock.now, received: received, into: &sink)
                case .line(let line, let drive):
                    try set(line, drive)
                    pipeline.complete(.lineSet, at: MonotonicClock.now, received: received, into: &sink)
                default: break
                }
            }
            noticeIdentity()
        } while try isStillAsserted()
    }

    /// Whether the interrupt line is asserted after a transfer: then the driver has been told of another interrupt.
    ///
    /// The kernel tells edges; an edge that was missed, or came while nobody could hear it, shows in the level only.
    private mutating func isStillAsserted() throws(DeviceError) -> Bool {
        guard let interrupt, looksAtLevel, case .interrupt = pipeline.awaiting else { return false }
        looksAtLevel = false
        guard try interrupt.isAsserted() else {
            looksInARow = 0
            nextLook = .never
            return false
        }
        looksInARow += 1
        guard looksInARow < Self.mostLooksInARow else {
            let isTouched = !pipeline.gestures.table.down.isEmpty
            nextLook = MonotonicClock.now + (isTouched ? board.activePollPeriod : board.idlePollPeriod)
            return false
        }
        tellInterrupt(at: MonotonicClock.now)
        return true
    }

    private mutating func tellInterrupt(at instant: Instant) {
        let now = MonotonicClock.now
        pipeline.interrupt(at: instant, into: &sink)
        if case .transfer = sink.wish { lastLook = now }
    }

    /// Drives one of the controller's lines.
    private mutating func set(_ line: ControllerLine, _ drive: LineDrive) throws(DeviceError) {
        switch line {
        case .reset:
            // A reset line that is active high goes through an inverter.
            try reset?.drive(board.resetPin?.activeLow == false ? drive.inverted : drive)
        case .interrupt:
            interruptIsDriven = drive != .release
            try interrupt?.drive(drive)
            // With libgpiod 1 the line has another descriptor now.
            watchInterrupt()
        }
    }

    private func watchInterrupt() {
        // (An input device that nobody reads yet would only wake the loop.)
        let descriptor = interrupt?.descriptor ?? (isIdentified ? controller.descriptor : -1)
        if descriptor >= 0 { poller.watch(descriptor, tag: Tag.interrupt, reading: true) }
    }

    private mutating func noticeIdentity() {
        let identity = pipeline.chip.identity
        guard identity.isKnown != isIdentified else { return }
        isIdentified = identity.isKnown
        guard isIdentified else { return }
        // (An input device that is back has another descriptor.)
        watchInterrupt()
        sink.identified(identity.summary(on: board, device: controller.name))
        if let doubt = identity.doubt(about: board) { sink.log.tell(doubt) }
        manager.status(status)
    }

    /// What the panel is doing, in a line.
    private var status: String {
        isIdentified
            ? pipeline.chip.identity.summary(on: board, device: controller.name) : "looking for the controller"
    }

    /// What was counted, in a line.
    private var counted: String {
        var refusedLines = sink.console.refusedLines
        for port in sink.ports { refusedLines &+= port.port.refusedLines }
        return counters.description(
            pipeline.counters, gestures: sink.recognitions, refusedLines: refusedLines, busLosses: controller.losses)
    }

    // MARK: Readers

    private func portForTag(_ tag: UInt32) -> EventPort? {
        let index = Int(tag) - Int(Tag.firstPort)
        return sink.ports.indices.contains(index) ? sink.ports[index] : nil
    }

    /// Writes what has gathered. Whoever does not take everything is waited for; whoever has gone is tried again later.
    private mutating func flush() {
        sink.log.flush()
        let console = sink.console
        let wasOpen = console.isOpen
        console.flush()
        if wasOpen, !console.isOpen { tellOfLostConsole() }
        if console.isOpen, console.isPending != isConsoleWatched {
            isConsoleWatched = console.isPending
            poller.watch(console.descriptor, tag: Tag.console, writing: isConsoleWatched)
        }
        let now = MonotonicClock.now
        for (index, port) in sink.ports.enumerated()
        where port.flush(at: now, poller, tag: Tag.firstPort + UInt32(index)) {
            sink.log.tell(
                "\(port.port.name) has gone: \(DeviceError(path: "", errno: port.port.errno).reason); waiting for it")
        }
    }

    private func tellOfLostConsole() { sink.log.tell("nobody reads the standard output any more") }

    /// Greets the readers that are there, and waits for the others.
    private mutating func openPorts() {
        let now = MonotonicClock.now
        for index in sink.ports.indices {
            open(port: index, at: now)
            let port = sink.ports[index].port
            if !port.isOpen { sink.log.tell("\(DeviceError(path: port.name, errno: port.errno)); waiting for it") }
        }
    }

    /// Opens a port and greets its reader, or tries again later.
    private mutating func open(port index: Int, at now: Instant) {
        let tag = Tag.firstPort + UInt32(index)
        guard sink.ports[index].open(at: now) else { return }
        sink.ports[index].watch(poller, tag: tag)
        _ = sink.ports[index].flush(at: now, poller, tag: tag)
    }

    // MARK: Signals

    private mutating func takeSignals() {
        while let request = signals.next() {
            switch request {
            case .stop: wantsStop = true
            case .reload: wantsReload = true
            case .report: sink.log.tell(counted)
            }
        }
    }

    /// Reads the configuration again. Lines that stay keep their level, ports that stay are not closed; a configuration
    /// that is wrong is refused whole, and the present one goes on.
    private mutating func reload() throws(DeviceError) {
        wantsReload = false
        manager.reloading()
        do throws(ServiceError) {
            let next: Panel<Kind> = try source.loadAgain()
            try adopt(next)
            openPorts()
            sink.log.tell("read the configuration again: \(plural(next.configuration.gestures.count, "gesture"))")
            manager.ready(status)
        } catch {
            sink.log.tell("the configuration stays as it was: \(error.description)")
            manager.ready("\(status); the last reload was refused")
        }
    }

    private mutating func adopt(_ next: Panel<Kind>) throws(ServiceError) {
        guard next.board == board else {
            throw ServiceError("the board has changed: start anew to use it", .badConfiguration)
        }
        let setup: GestureSetup<Kind, 32, 33, 64>
        do throws(ConfigurationErrors) {
            setup = try next.configuration.setup()
        } catch {
            throw ServiceError(error)
        }
        let old = panel.configuration
        let lines: [OutputPin]
        let ports: [EventPort]
        do throws(DeviceError) {
            ports = try next.ports(keeping: sink.ports)
            lines = try next.lines(keeping: sink.lines, of: old)
        } catch {
            throw ServiceError(error)
        }
        pipeline.gestures.reconfigure(setup, at: MonotonicClock.now, into: &sink) { bank in
            next.configuration.outputBank(resuming: bank, of: old)
        }
        // (What the cancellation said has been said to the readers of before.)
        flush()
        for port in sink.ports where port.port.isOpen { poller.forget(port.port.descriptor) }
        for line in sink.lines where !lines.contains(where: { $0 === line }) { try? line.set(active: false) }
        sink.reconfigure(
            format: ConsoleFormat(options.format, panel: next), outputs: next.configuration.outputs, lines: lines,
            ports: ports)
        for index in lines.indices { sink.restore(line: index, active: pipeline.gestures.outputs[index].isActive) }
        panel = next
    }
}

extension LineDrive {
    fileprivate var inverted: LineDrive {
        switch self {
        case .low: .high
        case .high: .low
        case .release: .release
        }
    }
}
