import CKernelInterface
import Glibc

/// A serial port: a pseudo-terminal whose other end is read here. It can be full, be pulled out, and come back.
final class Terminal {
    let path: String
    /// Our end; -1 while it is pulled out.
    private(set) var master: Int32 = -1
    /// The program's end, kept open so that a program that closes it is no hang-up.
    private var slave: Int32 = -1
    /// The path of the program's end.
    private(set) var device = ""
    /// Whether anybody reads; otherwise it runs full.
    var isRead = true
    var reader = SlowReader()
    private var lines = LineSplitter()
    private var settings = ""

    init(path: String) throws(Complaint) {
        self.path = path
        try plugIn()
    }

    func plugIn() throws(Complaint) {
        var name = [CChar](repeating: 0, count: 64)
        master = abi_terminal(&name, name.count)
        guard master >= 0 else { throw Complaint("no pseudo-terminal: \(errorText(-master))") }
        device = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        slave = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC)
        settings = ""
        isRead = true
        reader = SlowReader()
    }

    func hangUp() {
        close(slave)
        close(master)
        (master, slave) = (-1, -1)
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Reads what the program wrote, and tells it line by line.
    func drain(_ trace: TraceLog) {
        guard master >= 0, isRead else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let share = reader.share(of: bytes.count, at: Clock.now)
            guard share > 0 else { return }
            let count = read(master, &bytes, share)
            guard count > 0 else { return }
            tellSettings(trace)
            for line in lines.split(bytes[..<count]) { trace.add("tty \(path) \(String.quoted(line))") }
        }
    }

    /// What came after the last line.
    func flush(_ trace: TraceLog) {
        if let rest = lines.rest() { trace.add("tty \(path) \(String.quoted(rest))") }
    }

    private func tellSettings(_ trace: TraceLog) {
        var text = [CChar](repeating: 0, count: 64)
        abi_terminal_settings(master, &text, text.count)
        let now = text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        if now != settings { trace.add("tty \(path) settings \(now)") }
        settings = now
    }
}
