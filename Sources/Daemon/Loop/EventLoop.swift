import CTaplineSystem
import TaplineConfiguration
import TaplineCore
import TaplineLinux

/// The loop of a panel on this computer's devices: waits for the interrupt line, one deadline, slow readers and signals, and
/// performs what the sources want. Touch is one source; `Other` is what stands beside it on the same bus.
///
/// One thread, run to completion. A report is: wait, read the edges, a transfer or more, set the lines that change, read the
/// interrupt line's level, write what was emitted; nothing else is asked of the kernel. Nothing is allocated after the start
/// but at a reload. All of its functions and properties are mutating: a call of any other would copy the loop, 46 KB.
///
/// Its parts: this file, an iteration · ``InterruptWatch`` and `EventLoop+Transfers`, from edges to outcomes ·
/// `EventLoop+Readers`, what is written, and to whom · `EventLoop+Commands` · `EventLoop+Reload` · `EventLoop+Status`.
struct EventLoop<Kind: ConfigurableRecognizer, Other: DeviceSource>: ~Copyable {
    /// A service is ready when its controller answers, or after so long: the panel may come later.
    private static var controllerTimeout: Microseconds { .milliseconds(10_000) }
    /// How long the end waits for slow readers.
    private static var drainTimeout: Microseconds { .milliseconds(500) }

    var panel: Panel<Kind>
    var board: BoardDescription
    let source: PanelSource
    let options: RunOptions

    /// Touch, which goes first, and the other source, if there is one.
    var sources: ShippedSources<Kind, DeviceSink, Other>
    var sink: DeviceSink
    /// Commands to whatever plays.
    var remote: RemoteControl
    /// Whether something plays, as the configuration's event was told.
    var isPlaying = false
    /// The devices that they come from, and what these mean; nil: none are wanted.
    var remotes: RemoteDevices?
    var remoteSources: RemoteSources
    /// Who has begun seeks by commands, and the number of the last of them.
    var seekers: [RemoteSeeker] = []
    var lastHolder: UInt16 = 0
    /// What the configuration calls motion events.
    var motion: MotionGestures
    /// Whether somebody reads the sensor's data.
    var readsData = false
    /// Whether a command has sent the panel to sleep: neither that nor its end is logged.
    var wasSentToSleep = false
    /// How the panel is to be turned as soon as no finger is on it; nil: as it is.
    var wantedTurn: PanelGeometry.Rotation?
    let connection: ControllerConnection
    var interrupts: InterruptWatch
    let reset: OutputPin?

    let poller: Poller
    let signals: SignalQueue
    var manager: ServiceManager
    var received = BusBytes()
    var isIdentified = false
    /// How many periodic contacts had been dropped when the log was last told of their places.
    var toldPeriodic = CountStart.value
    /// How often something had been enabled or disabled when that was last told.
    var toldSwitches: UInt32 = 0
    var isConsoleWatched = false
    var wantsReload = false
    /// When a command may reload again.
    var reloadsAgainAt = Instant.zero
    var wantsStop = false
    /// The socket of commands, and all sockets.
    let control: ControlSocket?
    var servers: [SocketServer]
    var metrics: MetricsFile?
    /// When the service manager is notified at the latest that the panel is ready, ``Instant/never`` when it was.
    var readyAt = Instant.never

    /// A loop for `panel` on its open devices.
    init(
        panel: Panel<Kind>, board: BoardDescription, source: PanelSource, devices: consuming PanelDevices,
        gestures: consuming StandardGesturePipeline<Kind, DeviceSink>, beside other: Other?, options: RunOptions,
        observer: TouchObserver? = nil
    ) {
        self.panel = panel
        self.board = board
        self.source = source
        self.options = options
        connection = devices.connection
        interrupts = InterruptWatch(
            devices.interrupt, poller: devices.poller, tag: LoopTag.interrupt)
        reset = devices.reset
        poller = devices.poller
        signals = devices.signals
        sink = DeviceSink(panel: panel, board: board, devices: devices, options: options)
        sources = ShippedSources(ShippedPipeline(chip: board.driver, gestures: gestures), other)
        sources.first.gestures.explains = options.explains
        remote = panel.configuration.remoteControl()
        remotes = devices.remotes
        remoteSources = RemoteSources(panel.configuration.remotes)
        motion = panel.configuration.motionGestures
        control = devices.sockets.control
        servers = EventLoop.servers(devices.sockets.events, devices.sockets.control)
        metrics = options.service.map { MetricsFile(path: $0.metrics) }
        if let observer {
            sink.observer = observer
            sources.first.gestures.emitsTouches = true
        }
        manager = ServiceManager()
        if panel.configuration.needsMotion {
            reconfigureMotion(panel.configuration.motionEngine(), at: MonotonicClock.now)
        }
        powerSensor(at: MonotonicClock.now)
    }

    static func servers(_ sockets: [EventSocket], _ control: ControlSocket?) -> [SocketServer] {
        sockets.map { $0.server } + (control.map { [$0.server] } ?? [])
    }

    /// Runs until the process is asked to stop; then every touch is cancelled, every line idle, and every reader has what
    /// it takes in half a second.
    ///
    /// - Throws: ``ServiceError``: a device that has failed for good, or an output that nobody reads any more.
    mutating func run() throws(ServiceError) {
        poller.watch(signals.descriptor, tag: LoopTag.signals, reading: true)
        listenForInterrupts()
        sources.second?.listen()
        remotes?.listen()
        if options.format != .none, sink.console.open() {
            sink.begin()
            poller.watch(sink.console.descriptor, tag: LoopTag.console)
        }
        var failure: DeviceError?
        do throws(DeviceError) {
            openPorts()
            readyAt = MonotonicClock.now + Self.controllerTimeout
            if board.hasPanel {
                sources.start(at: MonotonicClock.now, into: &sink)
            } else {
                sources.second.start(at: MonotonicClock.now, into: &sink)
                becomeReady()
            }
            try drainRequests()
            readRemotes(nil, at: MonotonicClock.now)
            flush()
            manager.status(status)
            while !wantsStop { try iterate() }
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
        setPlaying(false, at: now)
        sources.end(at: now, into: &sink)
        takeMotion()
        // (A gesture that gave a command ends before it.)
        takeRemote()
        remote.end(at: now)
        takeRemote()
        let outputs = sources.first.gestures.outputs
        for index in 0..<outputs.count where outputs[index].isActive {
            sink.set(line: index, level: .idle, at: now)
        }
        sink.idleLines()
        sink.flushInputs()
        leaveController()
        let deadline = now + Self.drainTimeout
        sink.console.drain(until: deadline)
        for port in sink.ports { port.port.drain(until: deadline) }
        for server in servers { server.end(at: deadline) }
        // (Whoever reads the file from now on is to see that nobody asks the controller any more.)
        isIdentified = false
        writeMetrics(at: MonotonicClock.now)
        logCounts()
        sink.log.drain(until: deadline)
    }

    /// Leaves the controller running, also from the middle of a reset: its reset line inactive, its interrupt line an
    /// input.
    private mutating func leaveController() {
        do throws(DeviceError) {
            try reset?.set(.idle)
            try interrupts.release()
        } catch {
            sink.log.write(error.description)
        }
    }

    // MARK: One iteration

    /// Waits, and deals with what has happened.
    private mutating func iterate() throws(DeviceError) {
        let count = try poller.wait(until: deadline)
        var wasInterrupted = false
        var concernsOther = false
        var concernsRemote = false
        for index in 0..<count {
            switch poller[index].tag {
            case LoopTag.signals: takeSignals()
            case LoopTag.interrupt: wasInterrupted = true
            case LoopTag.other: concernsOther = true
            case LoopTag.console where poller[index].isGone:
                sink.console.close(because: Errno.brokenPipe)
                logLostConsole()
            default: concernsRemote = concernsRemote || LoopTag.isRemote(poller[index].tag)
            }
        }
        // The interrupt goes first: a deadline that came while it was on its way counts after its report.
        if wasInterrupted { try takeEdges() }
        let now = MonotonicClock.now
        interrupts.pauseListening(until: sources.first.chip.ignoresInterruptsUntil, at: now)
        if concernsOther || otherAttention <= now { try attendToOther(at: now) }
        try runTimers(now)
        takeMotion()
        try keepRest(at: now)
        turnPanel()
        logLearnedPlaces()
        if concernsRemote { for index in 0..<count { readRemotes(poller[index].tag, at: now) } }
        advanceRemotes(to: now)
        if wantsReload { _ = try reload() }
        try serve(count, at: now)
        _ = try settle(at: now)
        flush(at: now)
        // (Writing finds out who has gone: what they played or sought is over.)
        if !seekers.isEmpty || control != nil, try settle(at: now) { flush() }
        if let failure = sink.failure { throw failure }
        if let observer = sink.observer {
            observer.advance(to: now)
            if observer.isDone { wantsStop = true }
        }
        if manager.deadline <= now { manager.advance(to: now, due: workDeadline) }
        if options.endsWithItsReader, sink.console.errno != 0 { wantsStop = true }
    }

    /// Tells what has come of commands and of those who gave them, and wakes a panel that sleeps where they wake it. Whether there is something
    /// to write.
    private mutating func settle(at now: Instant) throws(DeviceError) -> Bool {
        let hasEnded = endSeeksOfThoseWhoLeft(at: now)
        if !sink.given.isEmpty { takeRemote() }
        let hasTold = tellPlaying()
        tellDisabled(at: now)
        tellValues(at: now)
        noteWakers(at: now)
        guard !sources.first.followsRest else { return hasEnded || hasTold }
        try keepRest(at: MonotonicClock.now)
        return true
    }

    /// When something is to be done without anything happening.
    private var deadline: Instant { mutating get { min(workDeadline, manager.deadline) } }

    /// The same without what the service manager is told.
    private var workDeadline: Instant {
        mutating get {
            var deadline = min(sources.deadline, interrupts.deadline)
            deadline = min(deadline, min(otherAttention, remoteDeadline))
            for port in sink.ports { deadline = min(deadline, port.reopensAt) }
            deadline = min(deadline, sink.lightsAgainAt)
            for server in servers { deadline = min(deadline, server.deadline) }
            if let metrics { deadline = min(deadline, metrics.deadline) }
            if let simulated = connection.simulated { deadline = min(deadline, simulated.deadline) }
            if let observer = sink.observer { deadline = min(deadline, observer.deadline) }
            return min(deadline, readyAt)
        }
    }

    /// When the other source's devices want attention.
    private var otherAttention: Instant { mutating get { sources.second?.attention ?? .never } }

    /// Does what is due at `now`.
    private mutating func runTimers(_ now: Instant) throws(DeviceError) {
        if sources.deadline <= now {
            sources.advance(to: now, into: &sink)
            writeTouches()
            try drainRequests()
        }
        if let simulated = connection.simulated, simulated.deadline <= now {
            simulated.advance(to: now)
            try drainRequests()
        }
        if interrupts.takeDueLevelRead(at: now) { try drainRequests() }
        if interrupts.endPause(at: now) { listenForInterrupts() }
        if readyAt <= now { becomeReady() }
        if let metrics, metrics.deadline <= now { writeMetrics(at: now) }
        for index in sink.ports.indices where sink.ports[index].reopensAt <= now { open(port: index, at: now) }
        if sink.lightsAgainAt <= now { sink.setLightsAgain() }
    }

    /// Hands on what the motion sensor has told, if it has told anything.
    mutating func takeMotion() {
        guard sink.motion.count > 0 else { return }
        var told = sink.motion
        sink.motion.removeAll()
        wantedTurn = told.turn ?? wantedTurn
        sources.first.gestures.take(&told, as: &motion, into: &sink)
        writeTouches()
    }

    /// Lets the controller follow the panel's rest, and wakes the panel when the device is moved.
    mutating func keepRest(at now: Instant) throws(DeviceError) {
        noteWakers(at: now)
        if panel.configuration.wakeThreshold > 0 {
            sources.first.gestures.stir(movedAt: sources.second?.movedAt ?? .never, at: now, into: &sink)
        }
        guard let sleeps = sources.first.keepRest(at: now, into: &sink) else { return }
        if !sources.first.gestures.rest.isSent, !wasSentToSleep {
            sink.log.write(
                sleeps
                    ? "the panel sleeps until it is woken"
                    : sources.first.gestures.rest.isWakeable
                        ? "the panel wakes" : "the panel wakes: nothing is there any more that would wake it")
        }
        wasSentToSleep = sources.first.gestures.rest.isSent
        control?.forgetFingers()
        writeTouches()
        try drainRequests()
    }

    /// A panel that nothing would wake does not sleep.
    private mutating func noteWakers(at now: Instant) {
        guard panel.configuration.wakeThreshold > 0 || !panel.configuration.wakers.isEmpty else { return }
        sources.first.gestures.setWakeable(isWakeable, at: now)
    }

    /// Whether something is there that wakes a panel that sleeps. (A sensor that is lost notices nothing. Where no remote is wanted,
    /// programs give the commands.)
    private var isWakeable: Bool {
        mutating get {
            if panel.configuration.wakeThreshold > 0, sources.second?.movedAt ?? .never < .never { return true }
            if panel.configuration.wakesByMotionEvent, sources.second?.sensor?.isThere == true { return true }
            return panel.configuration.wakesByCommand && remotes?.mayWake(panel.configuration.wakingRemotes) != false
        }
    }

    /// The sensor goes on with what a configuration wants of it, and with whoever follows its data.
    mutating func reconfigureMotion(_ engine: MotionEngine, at now: Instant) {
        sources.second?.reconfigure(engine, at: now, into: &sink)
        readsData = false
        powerSensor(at: now)
    }

    /// Asks for the sensor's data as long as somebody follows them.
    mutating func powerSensor(at now: Instant) {
        let isWanted = control?.hasMotionReaders == true || sink.observer?.wantsMotion == true
        guard isWanted != readsData else { return }
        readsData = isWanted
        sources.second?.readData(isWanted, at: now, into: &sink)
    }

    private mutating func takeSignals() {
        while let request = signals.next() {
            switch request {
            case .stop: wantsStop = true
            case .reload: wantsReload = true
            case .report: logCounts()
            }
        }
    }
}

/// The tags of the descriptors that the loop watches.
enum LoopTag {
    static var signals: UInt32 { 0 }
    static var interrupt: UInt32 { 1 }
    static var console: UInt32 { 2 }
    /// Serial ports have one each from here on.
    static var firstPort: UInt32 { 3 }
    /// Where commands come from: input devices that come and go, those that are there, and lines.
    static var remoteChanges: UInt32 { 0x40 }
    static func remoteDevice(_ place: Int) -> UInt32 { 0x41 + UInt32(place) }
    static func remoteLine(_ index: Int) -> UInt32 { 0x60 + UInt32(index) }
    /// Whether it is one of these.
    static func isRemote(_ tag: UInt32) -> Bool { (0x40..<0x80).contains(tag) }
    /// What the source behind touch waits for.
    static var other: UInt32 { 0xFF }
    /// Sockets have 256 each from here on, in the order of ``EventLoop/servers``.
    static var firstServer: UInt32 { 0x100 }

    static func port(_ index: Int) -> UInt32 { firstPort + UInt32(index) }
    static func server(_ index: Int) -> UInt32 { firstServer + UInt32(index) << 8 }
}
