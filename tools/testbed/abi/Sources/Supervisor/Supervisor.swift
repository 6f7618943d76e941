import CKernelInterface
import Glibc
import TaplineChipModels
import TaplineCore
import TaplineSimulator

/// A program, and the world that it sees.
///
/// One thread: it waits for the program's calls, for what the program writes, for descriptors that the program closes,
/// and for the instants at which the chip, the fingers or the script do something by themselves.
final class Supervisor {
    let trace: TraceLog
    let tree: FakeTree
    let panel: PanelDescription
    let adapters: [I2CAdapter]
    let gpioChips: [GPIOChip]
    let terminals: [Terminal]
    let inputDevice: InputDevice?
    private(set) var script: Script?

    /// One for each chip; one without a chip where there is none.
    let surfaces: [Surface]
    /// Which of them commands of the script are about.
    var chosen = 0
    var faults = BusFaults()
    /// A command of the script that is carried out in the middle of the next transfer that reads.
    var duringRead: String?
    /// How many of the next edges get lost: the kernel counts them, the program does not get them.
    var edgesToLose = 0

    /// When something went over the bus last.
    var lastTransfer = Instant.zero

    /// The descriptors that the program has from us, by what file they are.
    var handles: [UInt64: Handle] = [:] { didSet { watched = Array(handles.values) } }
    /// The same, in the order in which they are waited for.
    private var watched: [Handle] = []
    private var polled: [pollfd] = []
    /// Answers that wait until a transfer is over.
    var lateAnswers: [(due: Instant, id: UInt64, value: Int64)] = []

    private let arguments: [String]
    private(set) var program = abi_program()
    /// The program's exit code once it has ended.
    private(set) var exitCode: Int32?
    private let captures: Bool
    private var outputs: [ProgramOutput] = []
    private var stopSignals: Int32 = -1
    private var isInterrupted = false

    init(_ options: Options) throws(Complaint) {
        let panel = options.panel
        self.panel = panel
        arguments = options.program
        captures = options.captures
        trace = try TraceLog(path: options.trace)
        tree = try FakeTree()
        adapters = panel.buses.map { I2CAdapter($0) }
        gpioChips = panel.lines.map { GPIOChip($0) }
        inputDevice = panel.input.map { InputDevice($0) }
        var terminals: [Terminal] = []
        for path in panel.terminals { terminals.append(try Terminal(path: path)) }
        self.terminals = terminals
        script = try options.script.map { path throws(Complaint) in try Script(path: path) }
        surfaces = try makeSurfaces(panel)
        try buildTree()
        for (line, consumer) in panel.taken { try take(line, consumer) }
        // The interrupt lines rest before anybody looks at them.
        for surface in surfaces {
            guard let pin = surface.interruptPin, let (chip, offset) = line(pin) else { continue }
            chip.lines[offset].level = surface.chip?.interruptIsActiveHigh == false
        }
    }

    private func buildTree() throws(Complaint) {
        for bus in panel.buses { try tree.addAdapter(bus) }
        for lines in panel.lines { try tree.addLines(lines) }
        if let input = panel.input { try tree.addInput(input) }
        if panel.hasUinput { try tree.device("/dev/uinput", major: 10, minor: 223) }
        for terminal in terminals { try tree.file(terminal.path, "") }
        for (path, text) in panel.files { try tree.file(path, text) }
        for (path, target) in panel.links { try tree.link(path, to: target) }
        if let chip = panel.chip, let driver = panel.driver { try tree.bind(chip, driver: driver) }
    }

    // MARK: The program

    /// Starts the program, or, when it has ended, starts it again.
    func start() throws(Complaint) {
        if captures {
            outputs = [
                try ProgramOutput(name: "stdout", copy: STDOUT_FILENO),
                try ProgramOutput(name: "stderr", copy: STDERR_FILENO),
            ]
        }
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        let input = script?.readsStandardInput == true ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1
        let error = abi_start(
            pointers, input, outputs.first?.sink ?? -1, outputs.last?.sink ?? -1, &program)
        guard error == 0 else { throw Complaint("the program cannot be started: \(errorText(-error))") }
        if input >= 0 { close(input) }
        if stopSignals < 0 { stopSignals = abi_stop_signals() }
        exitCode = nil
        for output in outputs { output.closeSink() }
        trace.add("start \(arguments.joined(separator: " "))")
    }

    func send(_ number: Int32) { kill(program.pid, number) }

    // MARK: The loop

    /// Runs until the program has ended and the script is done.
    ///
    /// - Returns: the program's exit code.
    func run() throws(Complaint) -> Int32 {
        while true {
            try advance()
            if let exitCode, script?.isDone ?? true { return exitCode }
            try wait()
        }
    }

    /// Does everything that is due.
    private func advance() throws(Complaint) {
        var now = Clock.now
        advanceChips(to: now)
        for surface in surfaces {
            while surface.fingers.next <= now {
                scan(surface, at: now)
                now = Clock.now
            }
        }
        if let first = lateAnswers.first, first.due <= now {
            lateAnswers.removeFirst()
            abi_answer(program.listener, first.id, first.value)
        }
        try script?.advance(self)
    }

    /// A surface is looked at: what its fingers do now becomes a report of its chip, or of the kernel's driver.
    func scan(_ surface: Surface, at now: Instant) {
        let seen = surface.fingers.scan(at: now)
        surface.chip?.setFingers(seen, at: now)
        setInput(seen, at: now)
        tellInterrupt(of: surface, at: now)
    }

    private var deadline: Instant {
        var next = surfaces.reduce(.never) { min($0, $1.nextEvent) }
        if let first = lateAnswers.first { next = min(next, first.due) }
        let now = Clock.now
        for terminal in terminals { next = min(next, terminal.reader.nextRead(after: now) ?? .never) }
        return min(next, script?.deadline ?? .never)
    }

    private func wait() throws(Complaint) {
        // The listener comes first: what the program did before it asked is then seen before the answer.
        polled.removeAll(keepingCapacity: true)
        func add(_ fd: Int32) { polled.append(pollfd(fd: fd, events: Int16(POLLIN), revents: 0)) }
        add(exitCode == nil ? program.listener : -1)
        add(exitCode == nil ? program.pidfd : -1)
        add(stopSignals)
        add(script?.input ?? -1)
        for output in outputs { add(output.source) }
        let now = Clock.now
        for terminal in terminals {
            add(terminal.isRead && terminal.reader.nextRead(after: now) == nil ? terminal.master : -1)
        }
        let first = polled.count
        let handles = watched
        for handle in handles { add(handle.socket) }

        let deadline = deadline
        let left = deadline < .never ? max(0, deadline.microseconds - Clock.now.microseconds) : -1
        if left != 0, script?.isDone ?? true { trace.flush() }
        let count = abi_wait(&polled, UInt32(polled.count), left)
        guard count > 0 else { return }

        if polled[2].revents != 0 { try passSignal() }
        for output in outputs { output.drain(trace) }
        for terminal in terminals { terminal.drain(trace) }
        for (index, handle) in handles.enumerated() where polled[first + index].revents != 0 {
            if case .uinput(let device) = handle.kind { readUinput(device, handle) }
            if polled[first + index].revents & Int16(POLLHUP | POLLERR) != 0 {
                closed(handle)
            } else {
                refuseBytes(from: handle)
            }
        }
        if polled[0].revents & Int16(POLLIN) != 0 { handleRequest() }
        if polled[3].revents != 0 { try script?.readMore() }
        if polled[1].revents != 0 { ended() }
    }

    /// Whoever stops the supervisor stops the program, which ends in its own way; the script is over. A second time ends
    /// both.
    private func passSignal() throws(Complaint) {
        var information = [UInt32](repeating: 0, count: 32)
        guard read(stopSignals, &information, 128) == 128, !isInterrupted else {
            throw Complaint("interrupted")
        }
        isInterrupted = true
        script = nil
        send(Int32(information[0]))
    }

    /// A write to an adapter or a chip of lines: it is not trapped, and nobody should need it.
    private func refuseBytes(from handle: Handle) {
        let count = abi_discard(handle.socket)
        if count > 0 { trace.add("unanswered write of \(count) bytes to \(handle.name)") }
    }

    private func ended() {
        exitCode = abi_exit_code(program.pid)
        for output in outputs {
            output.drain(trace)
            output.flush(trace)
        }
        for terminal in terminals {
            terminal.drain(trace)
            terminal.flush(trace)
        }
        for handle in handles.values { closed(handle) }
        close(program.listener)
        close(program.pidfd)
        lateAnswers.removeAll()
        trace.add("exit \(exitCode ?? -1)")
    }

    private func closed(_ handle: Handle) {
        trace.add("close \(handle.name)")
        if case .request(let request) = handle.kind { release(request) }
        if case .input(let device) = handle.kind { device.isGrabbed = false }
        if case .uinput(let device) = handle.kind {
            readUinput(device, handle)
            if device.isCreated { trace.add("uinput \(device.title) gone") }
        }
        close(handle.socket)
        handles[handle.file] = nil
    }

    // MARK: Requests

    private func handleRequest() {
        var request = abi_request()
        guard abi_receive(program.listener, &request) == 0 else { return }
        switch request.kind {
        case ABI_IOCTL: handleIoctl(request)
        case ABI_OTHER: abi_continue(program.listener, request.id)
        default: handlePath(request)
        }
    }

    private func handleIoctl(_ request: abi_request) {
        let file = abi_file_of(request.pid, request.fd)
        guard let handle = handles[file] else { return abi_continue(program.listener, request.id) }
        let answer: Int64
        switch handle.kind {
        case .adapter(let adapter): answer = i2c(request, handle, adapter)
        case .lines(let chip): answer = gpio(request, chip)
        case .request(let lines): answer = gpio(request, lines)
        case .input(let device): answer = input(request, device)
        case .uinput(let device): answer = uinput(request, device)
        }
        if answer != Supervisor.isLate { abi_answer(program.listener, request.id, answer) }
    }

    /// The answer comes when the transfer is over.
    static let isLate = Int64.min

    func cleanUp() {
        if exitCode == nil, program.pid > 0 {
            kill(program.pid, SIGKILL)
            _ = abi_exit_code(program.pid)
        }
        trace.flush()
        tree.remove()
    }
}
