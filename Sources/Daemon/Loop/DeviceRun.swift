import CTaplineSystem
import TaplineConfiguration
import TaplineCore
import TaplineLinux

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
        /// Sockets have 256 tags each from here on, in the order of `servers`.
        static var firstServer: UInt32 { 0x100 }
    }

    /// An interrupt line that stays asserted is followed so often in a row; after that it is looked at as often as a
    /// panel without one is polled.
    private static var mostLooksInARow: Int { 8 }
    /// A service is ready when its controller answers, or after so long: the panel may come later.
    private static var patienceWithController: Microseconds { .milliseconds(10_000) }
    /// How long the end waits for slow readers.
    private static var drainPatience: Microseconds { .milliseconds(500) }

    private var panel: Panel<Kind>
    private let board: BoardDescription
    private let source: PanelSource
    private let options: RunOptions

    private var pipeline: ShippedPipeline<Kind, DeviceSink>
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
    /// Until when the interrupt line is not watched, because it storms; ``Instant/never``: it is.
    private var listensAgain = Instant.never
    private var isConsoleWatched = false
    private var interruptIsDriven = false
    private var wantsReload = false
    /// When a command may reload again.
    private var reloadsAgainAt = Instant.zero
    private var wantsStop = false
    /// The socket of commands, and the sockets of events.
    private let control: ControlSocket?
    private var servers: [SocketServer]
    private var metrics: MetricsFile?
    /// When the service manager is told at the latest that the panel is ready, ``Instant/never`` when it was.
    private var readyAt = Instant.never
    /// What those who follow touches were told of last.
    private var toldReports: UInt32 = 0
    private var toldTouches = TouchSet()
    private var interruptIsHigh = true

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
        pipeline = ShippedPipeline(chip: board.driver, gestures: gestures)
        pipeline.gestures.explains = options.explains
        control = devices.sockets.control
        servers = devices.sockets.events.map { $0.server }
        if let control { servers.append(control.server) }
        metrics = options.service.map { MetricsFile(path: $0.metrics) }
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
            readyAt = MonotonicClock.now + Self.patienceWithController
            pipeline.start(at: MonotonicClock.now, into: &sink)
            try carryOut()
            flush()
            manager.status(status)
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
        sink.flushInputs()
        leaveController()
        let deadline = now + Self.drainPatience
        sink.console.drain(until: deadline)
        for port in sink.ports { port.port.drain(until: deadline) }
        for server in servers { server.end(at: deadline) }
        writeMetrics(at: MonotonicClock.now)
        sink.log.write(counted)
        sink.log.drain(until: deadline)
    }

    /// Leaves the controller running, also from the middle of a reset: its reset line inactive, its interrupt line an
    /// input.
    private mutating func leaveController() {
        do throws(DeviceError) {
            try reset?.set(active: false)
            if interruptIsDriven { try interrupt?.drive(.release) }
        } catch {
            sink.log.write(error.description)
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
            default: break
            }
        }
        // The interrupt goes first: a deadline that came while it was on its way counts after its report.
        if wasInterrupted { try takeEdges() }
        stopListeningToStorms()
        let now = MonotonicClock.now
        try pass(now)
        if wantsReload { _ = try reload() }
        try serve(count, at: now)
        flush()
        if let failure = sink.failure { throw failure }
        if let observer = sink.observer, observer.isDone { wantsStop = true }
        if options.endsWithItsReader, sink.console.errno != 0 { wantsStop = true }
    }

    /// When something is to be done without anything happening.
    private var deadline: Instant {
        mutating get {
            var deadline = min(min(pipeline.deadline, nextLook), min(manager.deadline, listensAgain))
            for port in sink.ports { deadline = min(deadline, port.reopensAt) }
            for server in servers { deadline = min(deadline, server.deadline) }
            if let metrics { deadline = min(deadline, metrics.deadline) }
            if let pretended = controller.pretended { deadline = min(deadline, pretended.deadline) }
            if let observer = sink.observer { deadline = min(deadline, observer.deadline) }
            return min(deadline, readyAt)
        }
    }

    /// Does what is due at `now`.
    private mutating func pass(_ now: Instant) throws(DeviceError) {
        if pipeline.deadline <= now {
            pipeline.advance(to: now, into: &sink)
            tellTouches()
            try carryOut()
        }
        if let pretended = controller.pretended, pretended.deadline <= now {
            pretended.advance(to: now)
            try carryOut()
        }
        if nextLook <= now {
            nextLook = .never
            looksAtLevel = true
            // One more in the row: what a line that hangs hides is read.
            looksInARow = Self.mostLooksInARow - 2
            try carryOut()
        }
        if listensAgain <= now {
            listensAgain = .never
            watchInterrupt()
        }
        manager.advance(to: now)
        if readyAt <= now { becomeReady() }
        if let metrics, metrics.deadline <= now { writeMetrics(at: now) }
        for index in sink.ports.indices where sink.ports[index].reopensAt <= now { open(port: index, at: now) }
    }

    /// Tells the driver of an interrupt. Of several that have gathered only the last one's report is still there.
    private mutating func takeEdges() throws(DeviceError) {
        guard let interrupt else {
            // An input device can be read, or has gone, which shows when it is read.
            sink.edge = MonotonicClock.now
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
        tellInterruptLevel(isHigh: board.interruptPin?.activeLow == false, at: instant)
        // (An edge from before the last look: what it announces has been read already.)
        guard instant > lastLook else { return }
        if isPlausible { sink.edge = instant }
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
                    let began = MonotonicClock.now
                    let outcome = controller.carryOut(transfer, at: began, received: &received)
                    looksAtLevel = true
                    if interrupt != nil || controller.descriptor < 0 {
                        control?.emit(transfer, outcome, &received, at: began, identifies: !isIdentified)
                        sink.observer?.transfer(transfer, outcome, &received, at: began)
                    }
                    pipeline.complete(outcome, at: MonotonicClock.now, received: received, into: &sink)
                    tellTouches()
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
        if let pretended = controller.pretended { return isAsserted(by: pretended) }
        guard let interrupt, looksAtLevel, case .interrupt = pipeline.awaiting else { return false }
        looksAtLevel = false
        guard try interrupt.isAsserted() else {
            looksInARow = 0
            nextLook = .never
            tellInterruptLevel(isHigh: board.interruptPin?.activeLow != false, at: MonotonicClock.now)
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

    /// The same of a pretended controller.
    private mutating func isAsserted(by pretended: SimulatedController) -> Bool {
        guard case .interrupt(let until) = pipeline.awaiting else { return false }
        let now = MonotonicClock.now
        let isAsserted = pretended.interrupts(until: until, reports: pipeline.counters.reports, at: now)
        tellInterruptLevel(isHigh: isAsserted == (board.interruptPin?.activeLow == false), at: now)
        guard isAsserted else { return false }
        sink.edge = now
        pipeline.interrupt(at: now, into: &sink)
        return true
    }

    private mutating func tellInterrupt(at instant: Instant) {
        let now = MonotonicClock.now
        pipeline.interrupt(at: instant, into: &sink)
        if case .transfer = sink.wish { lastLook = now }
    }

    /// Drives one of the controller's lines.
    private mutating func set(_ line: ControllerLine, _ drive: LineDrive) throws(DeviceError) {
        if let pretended = controller.pretended {
            _ = pretended.carryOut(.line(line, drive), at: MonotonicClock.now, received: &received)
            return
        }
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

    /// A line that storms would wake the loop for each edge: while the driver ignores them it is not watched.
    private mutating func stopListeningToStorms() {
        guard let interrupt, listensAgain == .never, interrupt.descriptor >= 0 else { return }
        let until = pipeline.chip.ignoresInterruptsUntil
        guard until > MonotonicClock.now else { return }
        listensAgain = until
        poller.forget(interrupt.descriptor)
    }

    private func watchInterrupt() {
        guard listensAgain == .never else { return }
        // (An input device that nobody reads yet would only wake the loop.)
        let descriptor = interrupt?.descriptor ?? (isIdentified ? controller.descriptor : -1)
        if descriptor >= 0 { poller.watch(descriptor, tag: Tag.interrupt, reading: true) }
    }

    private mutating func noticeIdentity() {
        let identity = pipeline.chip.identity
        guard identity.isKnown != isIdentified else { return }
        isIdentified = identity.isKnown
        guard isIdentified else {
            control?.forgetIdentification()
            return
        }
        // (An input device that is back has another descriptor.)
        watchInterrupt()
        let summary = identity.summary(on: board, device: controller.name)
        sink.identified(summary)
        sink.status.controller = summary
        if let doubt = identity.doubt(about: board) { sink.log.write(doubt) }
        guard readyAt == .never else { return becomeReady() }
        manager.status(status)
        letGoOfCode()
    }

    /// Tells the service manager, once, that the panel is there.
    private mutating func becomeReady() {
        readyAt = .never
        manager.ready(status)
        letGoOfCode()
    }

    /// What has run so far was for the start, a reload or a recovery, and not for touches: its code may go. (Who wants memory
    /// locked, or real time, does not want to wait for any of it later.)
    private func letGoOfCode() {
        guard !options.locksMemory, options.realtimePriority == nil else { return }
        tapline_let_go_of_code()
    }

    /// What the panel is doing, in a line.
    private var status: String {
        isIdentified
            ? pipeline.chip.identity.summary(on: board, device: controller.name) : "looking for the controller"
    }

    /// What was counted, in a line.
    private var counted: String {
        counters.description(
            pipeline.counters, gestures: sink.status.recognized, refusedLines: sink.refusedLines,
            busLosses: controller.losses)
    }

    // MARK: Readers

    private func portForTag(_ tag: UInt32) -> EventPort? {
        let index = Int(tag) - Int(Tag.firstPort)
        return sink.ports.indices.contains(index) ? sink.ports[index] : nil
    }

    /// Writes what has gathered. Whoever does not take everything is waited for; whoever has gone is tried again later.
    private mutating func flush() {
        sink.flushInputs()
        sink.log.flush()
        flushSockets()
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
            sink.log.write(
                "\(port.port.name) has gone: \(DeviceError(path: "", errno: port.port.errno).reason); waiting for it")
        }
        if sink.hasEmitted { sink.takeEffect(at: now) }
        sink.hasEmitted = false
        sink.edge = .never
    }

    private func tellOfLostConsole() { sink.log.write("nobody reads the standard output any more") }

    /// Greets the readers that are there, and waits for the others.
    private mutating func openPorts() {
        let now = MonotonicClock.now
        for index in sink.ports.indices {
            open(port: index, at: now)
            let port = sink.ports[index].port
            if !port.isOpen { sink.log.write("\(DeviceError(path: port.name, errno: port.errno)); waiting for it") }
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
            case .report: sink.log.write(counted)
            }
        }
    }

    /// Reads the configuration again. Lines that stay keep their level, ports that stay are not closed; a configuration
    /// that is wrong is refused whole, and the present one goes on.
    ///
    /// - Returns: why it was refused; nil: it was not.
    private mutating func reload() throws(DeviceError) -> String? {
        wantsReload = false
        manager.reloading()
        defer { letGoOfCode() }
        do throws(ServiceError) {
            let next: Panel<Kind> = try source.loadAgain()
            try adopt(next)
            openPorts()
            sink.log.write("read the configuration again: \(plural(next.configuration.gestures.count, "gesture"))")
            manager.ready(status)
            writeMetrics(at: MonotonicClock.now)
            return nil
        } catch {
            sink.log.write("the configuration stays as it was: \(error.description)")
            manager.ready("\(status); the last reload was refused")
            return error.description
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
        let sockets: [EventSocket]
        let inputs: PanelInputs
        do throws(DeviceError) {
            let isReal = controller.pretended == nil
            sockets = try next.sockets(keeping: sink.sockets, options.service)
            ports = isReal ? try next.ports(keeping: sink.ports) : []
            lines = isReal ? try next.lines(keeping: sink.lines, of: old, consumer: options.consumer) : []
            inputs =
                isReal ? try next.inputs(keeping: sink.inputs, name: options.panelName(board)) : PanelInputs()
        } catch {
            throw ServiceError(error)
        }
        pipeline.gestures.reconfigure(setup, at: MonotonicClock.now, into: &sink) { bank in
            next.configuration.outputBank(resuming: bank, of: old)
        }
        pipeline.gestures.wakeTouch = next.configuration.wakeTouch
        // (What the cancellation said has been said to the readers of before.)
        flush()
        for port in sink.ports where port.port.isOpen { poller.forget(port.port.descriptor) }
        for line in sink.lines where !lines.contains(where: { $0 === line }) { try? line.set(active: false) }
        sink.reconfigure(
            format: ConsoleFormat(options.format, panel: next), outputs: next.configuration.outputs, lines: lines,
            ports: ports, sockets: sockets, inputs: inputs)
        servers = sockets.map { $0.server }
        if let control { servers.append(control.server) }
        for server in servers { server.forgetTags() }
        sink.status.reconfigure(next.configuration.names, count: next.configuration.gestures.count)
        for index in next.configuration.outputs.indices {
            sink.restore(line: index, active: pipeline.gestures.outputs[index].isActive)
        }
        panel = next
        control?.reconfigure(FollowedPanel(next, name: options.service?.name ?? ""), levels: sink.levels)
        for port in sink.ports { port.rewatch() }
    }

    // MARK: Sockets, and commands

    /// Deals with what has happened at sockets and ports, after the fingers have been.
    private mutating func serve(_ count: Int, at now: Instant) throws(DeviceError) {
        for index in 0..<count {
            let happening = poller[index]
            if happening.tag >= Tag.firstServer {
                take(happening, at: now)
            } else if happening.tag >= Tag.firstPort, let port = portForTag(happening.tag) {
                if happening.isGone { port.port.close(because: Errno.inputOutput) }
                if happening.isReadable { port.session?.read(port.port) }
            }
        }
        for port in sink.ports {
            if let session = port.session { try serve(session, port.port, nil) }
        }
        guard let control else { return }
        for connection in control.server.connections {
            if let session = connection.session { try serve(session, connection.port, connection) }
        }
        control.refresh()
        pipeline.gestures.explains = sink.explains || control.followed.contains(.explain)
    }

    /// Deals with what has happened at a socket.
    private func take(_ happening: Poller.Happening, at now: Instant) {
        let number = Int((happening.tag - Tag.firstServer) >> 8)
        guard servers.indices.contains(number) else { return }
        let server = servers[number]
        let place = happening.tag & 0xFF
        if place == SocketServer.listening {
            if let connection = server.accept(at: now, poller), number < sink.sockets.count {
                sink.sockets[number].greet(connection)
            }
        } else if Int(place) < server.connections.count {
            let connection = server.connections[Int(place)]
            if happening.isReadable { connection.session?.read(connection.port) }
            // (Whoever has said something and gone may still be answered: it is found out by writing.)
            if happening.isGone, !happening.isReadable { server.close(Int(place)) }
        }
    }

    /// Carries out what has been said in `session`, as far as answers are taken at `port`.
    private mutating func serve(
        _ session: CommandSession, _ port: LinePort, _ connection: Connection?
    ) throws(DeviceError) {
        while port.isOpen {
            if session.answer != nil {
                guard session.writeAnswer(to: port, &sink.status, sink.levels) else { return }
                session.answer = nil
            }
            if let connection, !connection.follows.isEmpty { return }
            guard let command = session.next() else { break }
            session.answer = try answer(to: command, connection)
        }
        if let connection, session.hasEnded, session.answer == nil { connection.isLeaving = true }
    }

    /// Carries a command out.
    private mutating func answer(
        to command: Command, _ connection: Connection?
    ) throws(DeviceError) -> CommandSession.Answer {
        var answer = CommandSession.Answer()
        let now = MonotonicClock.now
        switch command {
        case .help: answer.body = .help
        case .status:
            gatherStatus(at: now)
            answer.body = .status
        case .levels: answer.body = .levels
        case .reload:
            // (A reload cancels touches: whoever asks for one after the other must not keep the fingers out.)
            if now < reloadsAgainAt {
                answer.ending = .error("the last reload is less than a second ago")
                break
            }
            reloadsAgainAt = now + .milliseconds(1_000)
            if let refusal = try reload() { answer.ending = .refused(refusal) }
        case .cancel:
            pipeline.cancelTouches(at: now, into: &sink)
            control?.tellTrace(isCancellation: true, at: now)
            tellTouches()
        case .explain(let isWanted):
            sink.explains = isWanted
            pipeline.gestures.explains = isWanted
        case .sleep, .wake:
            control?.forgetFingers()
            if command == .sleep { pipeline.sleep(at: now, into: &sink) } else { pipeline.wakeUp(at: now, into: &sink) }
            tellTouches()
            try carryOut()
        case .follow(let follows):
            guard let connection else {
                answer.ending = .error("there is nothing to follow on a serial port")
                break
            }
            var line = ByteLine()
            line.append("ok\n")
            connection.port.send(&line)
            control?.add(connection, following: follows, levels: sink.levels)
            answer.isTaken = true
        case .wrong(let why): answer.ending = .error(why)
        }
        return answer
    }

    /// Writes what sockets take, and has the poller wait for what is wanted of them.
    private func flushSockets() {
        let now = MonotonicClock.now
        for (number, server) in servers.enumerated() {
            let base = Tag.firstServer + UInt32(number) << 8
            server.watch(poller, base: base, at: now)
            server.flush(poller, base: base)
        }
    }

    /// Tells those who follow touches the fingers after a report, or after they have been taken away.
    private mutating func tellTouches() {
        guard let control, control.followed.contains(.touches) else { return }
        let reports = pipeline.counters.reports
        let down = pipeline.gestures.table.down
        guard reports != toldReports || down != toldTouches else { return }
        (toldReports, toldTouches) = (reports, down)
        let now = pipeline.gestures.time
        control.beginTouches(at: now)
        var isFirst = true
        for slot in down {
            control.add(pipeline.gestures.touch(slot), isFirst: isFirst)
            isFirst = false
        }
        control.endTouches(at: now)
    }

    private mutating func tellInterruptLevel(isHigh: Bool, at now: Instant) {
        guard isHigh != interruptIsHigh else { return }
        interruptIsHigh = isHigh
        sink.observer?.interrupt(isHigh: isHigh, at: now)
        control?.tellInterrupt(isHigh: isHigh, at: now)
    }

    /// Gathers what is counted.
    private mutating func gatherStatus(at now: Instant) {
        sink.status.now = now
        sink.status.isReady = isIdentified
        sink.status.touches = pipeline.gestures.table.down.count
        sink.status.pipeline = pipeline.counters
        sink.status.table = pipeline.gestures.table.counters
        sink.status.delivery = pipeline.gestures.engine.delivery
        sink.status.lostTouches = sink.inputs.touchscreen?.lostTouches ?? 0
        sink.status.lostCodes = pipeline.gestures.outputs.lostCodes
        sink.status.lostEdges = counters.lostEdges
        sink.status.busLosses = controller.losses
        sink.status.refusedLines = sink.refusedLines
        sink.status.eventReaders = sink.sockets.reduce(0) { $0 + $1.server.count }
        sink.status.controlReaders = control?.server.count ?? 0
    }

    private mutating func writeMetrics(at now: Instant) {
        guard metrics != nil else { return }
        gatherStatus(at: now)
        let before = metrics?.errno ?? 0
        metrics?.write(&sink.status, at: now)
        if let errno = metrics?.errno, errno != 0, errno != before {
            sink.log.write("\(DeviceError(path: options.service?.metrics ?? "", errno: errno).description)")
        }
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
