import TaplineConfiguration
import TaplineCore
import TaplineFormats
import TaplineLinux

/// Reports on the standard error what happens to the devices: each kind of trouble once, then with how often it has come
/// since, after ten seconds, twice as long each time, and at last once an hour. All lines together have a limit, too.
struct ServiceLog {
    /// What is reported about a kind of fault.
    struct Memory {
        var toldAt = Instant.never
        var seenAt = Instant.never
        /// How long it is not reported again.
        var quiet = ServiceLog.leastQuiet
        var untold = 0

        /// Notes that it has come once more; whether that is to be reported, with how many that were not.
        mutating func isTold(at now: Instant) -> Int? {
            defer { seenAt = now }
            if toldAt == .never || now - seenAt >= ServiceLog.mostQuiet {
                self = Memory(toldAt: now)
                return 0
            }
            guard now - toldAt >= quiet else {
                untold &+= 1
                return nil
            }
            defer { (toldAt, quiet, untold) = (now, min(quiet + quiet, ServiceLog.mostQuiet), 0) }
            return untold
        }
    }

    /// The time for which a kind of fault that was reported is not reported again: at first, and when it goes on and on. One
    /// that has not come for an hour is news.
    private static var leastQuiet: Microseconds { .milliseconds(10_000) }
    private static var mostQuiet: Microseconds { .milliseconds(3_600_000) }

    private let program: String
    /// The standard error; who does not read it does not hold the panel up.
    private let port = LinePort(.descriptor(2))
    /// Where the controller is looked for: `0x5d or 0x14 on bus 1`.
    private let place: String
    /// Raw pixels across and down, as the board has them: `800 × 480`.
    private let size: String
    /// The controller is an input device of the kernel's.
    private let isInput: Bool
    private var memories = [Memory](repeating: Memory(), count: 11)
    /// No device acknowledges, and that was reported.
    private var isAbsent = false
    private var budget = LogBudget()

    /// A log of the program of this name, which runs a panel on `board`.
    init(program: String, board: BoardDescription) {
        self.program = program
        _ = port.open()
        size = "\(board.panel.rawWidth) × \(board.panel.rawHeight)"
        isInput = board.controller.family == .evdev
        place = isInput ? "\(board.bus)" : "\(ChipAddresses(board.addresses)?.text ?? "") on bus \(board.bus)"
    }

    /// Reports a line, within the limit of all lines.
    mutating func write(_ text: String) {
        guard let leftOut = budget.take(at: MonotonicClock.now) else { return }
        if leftOut > 0 { answer("\(leftOut) lines were left out here: there were too many") }
        answer(text)
    }

    /// Reports a line that somebody has asked for.
    func answer(_ text: String) {
        port.send("\(program): \(text)\n")
        port.flush()
    }

    /// Writes what the reader did not take when it was reported.
    func flush() { if port.isPending { port.flush() } }
    /// Waits until the reader has taken everything, at most until `deadline`.
    func drain(until deadline: Instant) { port.drain(until: deadline) }

    /// The chip has been identified: its next absence is news.
    mutating func identified() { isAbsent = false }

    /// Reports a fault, unless it was reported a short while ago.
    mutating func write(_ fault: ControllerFault, at now: Instant) {
        let kind: Int
        let text: String
        switch fault {
        case .bus(let error):
            kind = 0
            text = "a transfer failed: \(error.reason); it is tried again"
        case .badReport:
            kind = 1
            text = "a report made no sense and was dropped: too many fingers, one finger twice, or a wrong checksum"
        case .offPanel(let x, let y):
            kind = 10
            text =
                "a report was dropped: a contact at \(x), \(y), off the \(size) raw pixels of the panel. Is the board's size the "
                + "controller's?"
        case .notReady:
            kind = 2
            text =
                "an interrupt without a report; if that goes on: is interrupt_pin the right line, and its active level?"
        case .absent where isInput:
            kind = 3
            text =
                "the input device \(place) is not there; still looking for it. ls -l /dev/input/by-path shows which are"
        case .absent:
            kind = 3
            text =
                "no controller answers at \(place); still looking for it. Is it powered and wired? i2cdetect shows who answers"
        case .wrongIdentity:
            kind = 4
            text =
                "who answers at \(place) is not this board's controller; still looking for it. tapline detect says who is "
                + "there; a clone that does not say what it is: identity: any in the board's file"
        case .noFirmware:
            kind = 6
            text = "the controller at \(place) has no firmware; only its maker's tool can load it"
        case .reset:
            kind = 5
            text =
                isInput
                ? "the input device \(place) is queried again; touches are cancelled"
                : "the controller is being reset; touches are cancelled"
        case .overrun:
            kind = 7
            text = "reports were lost because nobody read them in time; the fingers are read again"
        case .interruptStorm:
            kind = 9
            text =
                "interrupts come in storms; the controller is polled for a second at a time until they stop. Is interrupt_pin "
                + "the right line, connected, and biased as its board says?"
        case .configurationDiffers:
            kind = 8
            text =
                "the controller's configuration is not the board's; to write the board's: "
                + "controller_configuration: {write: true, …}"
        case .configurationRefused:
            kind = 8
            text =
                "the controller did not take the board's configuration and goes on with its own; is it this panel's, "
                + "and its version not below the controller's?"
        }
        if kind == 3 {
            if isAbsent { return }
            isAbsent = true
        }
        write(text, ofKind: kind, at: now)
    }

    /// Reports a place that is touched like clockwork, oriented px, once its contacts are dropped.
    mutating func write(learned place: Point, every period: Microseconds) {
        write(ServiceLog.text(learned: place, every: period))
    }

    static func text(learned place: Point, every period: Microseconds) -> String {
        // (A wrong calibration puts a place anywhere.)
        func whole(_ length: Float) -> Int { Int(max(-99_999, min(99_999, length.rounded()))) }
        return
            "a contact comes back to (\(whole(place.x)), \(whole(place.y))) every \(seconds(period.count)) s: "
            + "from now on it is no touch (periodic: drop)"
    }

    private mutating func write(_ text: String, ofKind kind: Int, at now: Instant) {
        guard let untold = memories[kind].isTold(at: now) else { return }
        write(untold == 0 ? text : "\(text) (and \(untold) more since the last time)")
    }
}

extension BusError {
    /// The kernel's words and number: `Remote I/O error (121)`.
    var reason: String { "\(DeviceError(path: "", errno: errno).reason) (\(errno))" }
}
