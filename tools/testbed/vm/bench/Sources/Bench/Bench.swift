import CBench
import CKernelInterface
import Glibc
import TaplineChipModels
import TaplineCore
import TaplineSimulator

/// What scripts act on: here a real kernel.
typealias World = Bench

/// A program on a real kernel, and the panel around it: the chip behind a USB adapter, lines of gpio-sim, the far end of
/// its serial ports.
///
/// One thread: it waits for what the kernel asks the adapter, for what it tells of lines, for what the program writes, and
/// for the instants at which the chip, the fingers or the script do something by themselves.
final class Bench {
    let trace: TraceLog
    let panel: PanelDescription
    let lines: Lines
    let wires: [SerialWire]
    /// By the bus's path.
    private(set) var adapters: [(bus: String, adapter: USBAdapter)] = []
    let display: USBDisplay?
    private(set) var script: Script?

    /// One for each chip; one without a chip where there is none.
    let surfaces: [Surface]
    /// Which of them commands of the script are about.
    var chosen = 0
    var faults = BusFaults()
    /// A command of the script that is carried out in the middle of the next transfer that reads.
    var duringRead: String?
    /// When something went over the bus last.
    var lastTransfer = Instant.zero
    /// The transfer under way.
    var transfer = BusTransfer()

    private let arguments: [String]
    private(set) var pid: Int32 = 0
    private var ending: Int32 = -1
    /// The program's exit code once it has ended.
    private(set) var exitCode: Int32?
    private let captures: Bool
    private var outputs: [ProgramOutput] = []
    /// What the program wrote, until it is told.
    private let written = TraceLog()
    private let stopSignals: Int32
    private let kernel: KernelTrace
    private var polled: [pollfd] = []

    init(_ options: Options) throws(Complaint) {
        panel = options.panel
        arguments = options.program
        captures = options.captures
        trace = try TraceLog(path: options.trace)
        let name = "tapline-\(getpid())"
        kernel = try KernelTrace(name: name)
        lines = try Lines(panel.lines, name: name, trace: kernel)
        var wires: [SerialWire] = []
        for path in panel.terminals { wires.append(try SerialWire(path: path)) }
        self.wires = wires
        script = try options.script.map { path throws(Complaint) in try Script(path: path) }
        stopSignals = abi_stop_signals()
        surfaces = try makeSurfaces(panel)
        display = panel.hasDisplay ? USBDisplay() : nil
        for (line, consumer) in panel.taken { try take(line, consumer) }
        // Nobody drives the chips' lines yet.
        for surface in surfaces {
            if let pin = surface.interruptPin { try rest(pin, at: surface.interruptLevel) }
            if let pin = surface.resetPin { try rest(pin, at: true) }
        }
    }

    private func rest(_ pin: String, at level: Bool) throws(Complaint) {
        guard let index = lines.index(of: pin) else { throw Complaint("there is no line '\(pin)'") }
        try lines.pull(index, level)
    }

    /// Plugs the adapters and the display in, and waits until the kernel has found them.
    func plugIn() throws(Complaint) {
        for bus in panel.buses where !bus.smbusOnly {
            if !adapters.contains(where: { $0.bus == bus.path }) { adapters.append((bus.path, USBAdapter())) }
        }
        for (bus, adapter) in adapters where !adapter.isPluggedIn {
            try adapter.plugIn()
            let limit = Clock.now + .milliseconds(30_000)
            while adapter.device == nil {
                guard Clock.now < limit else { throw Complaint("the kernel does not find the adapter of \(bus)") }
                answerWaiting([], for: 20_000)
            }
            guard adapter.device == bus else {
                throw Complaint("the kernel calls the adapter \(adapter.device ?? ""), the panel \(bus)")
            }
            trace.add("plugged \(bus)")
        }
        if let driver = panel.driver { try bind(driver) }
        try plugInDisplay()
    }

    /// Plugs the display in, where there is one, and waits until the kernel has its backlight.
    func plugInDisplay() throws(Complaint) {
        guard let display, !display.isPluggedIn else { return }
        try display.plugIn()
        let limit = Clock.now + .milliseconds(30_000)
        while display.backlight == nil {
            guard Clock.now < limit else { throw Complaint("the kernel makes no backlight of the display") }
            answerWaiting([], for: 20_000)
        }
        trace.add("plugged \(display.backlight ?? "")")
    }

    /// Waits for requests of the kernel to everything that is plugged in, and answers them.
    ///
    /// - Returns: which of `others` are ready.
    @discardableResult
    private func answerWaiting(_ others: [Int32], for microseconds: Int64) -> [Bool] {
        let sockets = adapters.map { $0.adapter.socket } + [display?.socket ?? -1]
        var ready = (others + sockets).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = abi_wait(&ready, UInt32(ready.count), microseconds)
        answerCables(ready[others.count...].map { $0.revents != 0 })
        return ready[..<others.count].map { $0.revents != 0 }
    }

    /// Answers those of the adapters, and of the display behind them, that have been asked something.
    private func answerCables(_ areAsked: [Bool]) {
        for (index, entry) in adapters.enumerated() where areAsked[index] { answer(entry.adapter, of: entry.bus) }
        if areAsked[adapters.count] { display?.answer(trace) }
    }

    /// The kernel is told that there is a chip, and its driver takes it.
    private func bind(_ driver: String) throws(Complaint) {
        guard let chip = panel.chip, chip.model == "gt911" else { throw Complaint("only a gt911 can be bound") }
        let number = chip.bus.reversed().prefix { $0.isNumber }.reversed()
        let name = "\(String(number))-00\(String.hex(chip.address))"
        let adapter = "/sys/bus/i2c/devices/i2c-\(String(number))"
        try runBeside("echo GDIX1001:00 0x\(String.hex(chip.address)) >\(adapter)/new_device")
        try runBeside("test -e /sys/bus/i2c/drivers/\(driver)/\(name)")
        trace.add("bound \(name) to \(driver)")
    }

    /// Runs a command of the shell until its end, while the panel lives on; what it prints goes into the trace.
    ///
    /// - Parameter patience: how long it may take.
    func runBeside(_ command: String, patience: Microseconds = .milliseconds(20_000)) throws(Complaint) {
        let limit = Clock.now + patience
        let output = try ProgramOutput(name: "beside", copy: STDERR_FILENO)
        let child = launch(["/bin/sh", "-c", command], output.sink, output.sink)
        guard child > 0 else { throw Complaint("'\(command)' cannot be started: \(errorText(-child))") }
        output.closeSink()
        let ending = bench_watch_process(child)
        while true {
            let ready = answerWaiting([ending, output.source], for: 10_000)
            guard Clock.now < limit else {
                kill(child, SIGKILL)
                _ = abi_exit_code(child)
                throw Complaint("'\(command)' has not ended within \(patience.count / 1_000_000) s")
            }
            advanceChips(to: Clock.now)
            output.drain(trace)
            if ready[0] { break }
        }
        close(ending)
        output.flush(trace)
        let code = abi_exit_code(child)
        guard code == 0 else { throw Complaint("'\(command)' ended with \(code)") }
    }

    // MARK: The program

    /// Starts the program, or starts it again.
    func start() throws(Complaint) {
        if captures {
            outputs = [
                try ProgramOutput(name: "stdout", copy: STDOUT_FILENO),
                try ProgramOutput(name: "stderr", copy: STDERR_FILENO),
            ]
        }
        pid = launch(arguments, outputs.first?.sink ?? -1, outputs.last?.sink ?? -1)
        guard pid > 0 else { throw Complaint("the program cannot be started: \(errorText(-pid))") }
        ending = bench_watch_process(pid)
        guard ending >= 0 else { throw Complaint("the program cannot be watched: \(errorText(-ending))") }
        for output in outputs { output.closeSink() }
        exitCode = nil
        trace.add("start \(arguments.joined(separator: " "))")
    }

    /// - Returns: the process, or a negative error number.
    private func launch(_ arguments: [String], _ output: Int32, _ errors: Int32) -> Int32 {
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return bench_start(pointers, output, errors)
    }

    func send(_ number: Int32) { kill(pid, number) }

    // MARK: The loop

    /// Runs until the program has ended and the script is done.
    ///
    /// - Returns: the program's exit code.
    func run() throws(Complaint) -> Int32 {
        while true {
            var now = Clock.now
            advanceChips(to: now)
            for surface in surfaces {
                while max(surface.fingers.next, surface.unreadUntil) <= now {
                    scan(surface, at: now)
                    now = Clock.now
                }
            }
            try script?.advance(self)
            if let exitCode, script?.isDone ?? true { return exitCode }
            try wait()
        }
    }

    /// A surface is looked at: what its fingers do now becomes a report of its chip.
    func scan(_ surface: Surface, at now: Instant) {
        let seen = surface.fingers.scan(at: now)
        // A chip whose report nobody reads in time forgets it. This machine is slow, so that would be every tap: a finger
        // that has landed or lifted is waited for.
        if seen.count != surface.fingerCount { surface.unreadUntil = now + .milliseconds(300) }
        surface.fingerCount = seen.count
        surface.chip?.setFingers(seen, at: now)
        tellInterrupt(of: surface, at: now)
    }

    private func wait() throws(Complaint) {
        polled.removeAll(keepingCapacity: true)
        func add(_ fd: Int32) { polled.append(pollfd(fd: fd, events: Int16(POLLIN), revents: 0)) }
        add(stopSignals)
        add(exitCode == nil ? ending : -1)
        add(script?.input ?? -1)
        add(kernel.pipe)
        for chip in lines.chips { add(chip) }
        for output in outputs { add(output.source) }
        let now = Clock.now
        for wire in wires { add(wire.reader.nextRead(after: now) == nil ? wire.far : -1) }
        let first = polled.count
        for (_, adapter) in adapters { add(adapter.socket) }
        add(display?.socket ?? -1)

        var deadline = surfaces.reduce(script?.deadline ?? .never) { min($0, $1.nextEvent) }
        for wire in wires { deadline = min(deadline, wire.reader.nextRead(after: now) ?? .never) }
        let left = deadline < .never ? max(0, deadline.microseconds - Clock.now.microseconds) : -1
        guard abi_wait(&polled, UInt32(polled.count), left) > 0 else { return }

        if polled[0].revents != 0 { throw Complaint("interrupted") }
        hear()
        answerCables(polled[first...].map { $0.revents != 0 })
        if polled[2].revents != 0 { try script?.readMore() }
        if polled[1].revents != 0 { ended() }
    }

    /// Hears what the program did to lines, and what it wrote. Done before the bus is answered, this keeps their order. What it
    /// wrote is read first and told last: of the two, lines come first in the trace, even if this is interrupted.
    func hear() {
        for output in outputs { output.drain(written) }
        for wire in wires { wire.drain(written) }
        for event in kernel.read() {
            guard let index = lines.index(number: event.number) else { continue }
            switch event.change {
            case .level(let level): levelWasSet(index, level, at: event.time)
            case .direction(let isOutput): directionWasSet(index, isOutput: isOutput)
            }
        }
        for chip in lines.chips.indices { hearNews(ofChip: chip) }
        trace.take(written)
    }

    private func ended() {
        exitCode = abi_exit_code(pid)
        close(ending)
        // The last bytes are still on the wire.
        var ready = wires.map { pollfd(fd: $0.far, events: Int16(POLLIN), revents: 0) }
        repeat { hear() } while abi_wait(&ready, UInt32(ready.count), 100_000) > 0
        for output in outputs { output.flush(trace) }
        for wire in wires { wire.flush(trace) }
        trace.add("exit \(exitCode ?? -1)")
    }

    func cleanUp() {
        if exitCode == nil, pid > 0 { kill(pid, SIGKILL) }
        trace.flush()
        // (First: a program in the middle of a transfer ends when the adapter does.)
        for (_, adapter) in adapters where adapter.isPluggedIn { adapter.pullOut() }
        if let display, display.isPluggedIn { display.pullOut() }
        if exitCode == nil, pid > 0 { _ = abi_exit_code(pid) }
        for (_, adapter) in adapters { adapter.awaitRemoval() }
        display?.awaitRemoval()
        lines.remove()
        kernel.remove()
    }
}
