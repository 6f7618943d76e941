import CBench
import CKernelInterface
import Glibc

/// The wire between the serial port that the program has and another one of this machine, which is read here. `PATH.far`
/// names the other one.
final class SerialWire {
    let path: String
    /// The far end; -1 while nobody has it open, and nothing is taken off the wire.
    private(set) var far: Int32 = -1
    var reader = SlowReader()
    private var lines = LineSplitter()
    private var settings = ""

    init(path: String) throws(Complaint) {
        self.path = path
        try open()
    }

    func open() throws(Complaint) {
        far = Glibc.open(path + ".far", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard far >= 0 else { throw Complaint("\(path).far: \(errorText(errno))") }
        let error = bench_make_raw(far)
        guard error == 0 else { throw Complaint("\(path).far: \(errorText(-error))") }
        tcflush(far, TCIOFLUSH)
    }

    func close() {
        Glibc.close(far)
        far = -1
    }

    /// Reads what the program wrote, and tells it line by line.
    func drain(_ trace: TraceLog) {
        guard far >= 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let share = reader.share(of: bytes.count, at: Clock.now)
            guard share > 0 else { return }
            let count = read(far, &bytes, share)
            guard count > 0 else { return }
            tellSettings(trace)
            for line in lines.split(bytes[..<count]) { trace.add("tty \(path) \(String.quoted(line))") }
        }
    }

    /// What came after the last line.
    func flush(_ trace: TraceLog) {
        if let rest = lines.rest() { trace.add("tty \(path) \(String.quoted(rest))") }
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(far, bytes, bytes.count)
    }

    private func tellSettings(_ trace: TraceLog) {
        let near = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard near >= 0 else { return }
        defer { Glibc.close(near) }
        var text = [CChar](repeating: 0, count: 64)
        abi_terminal_settings(near, &text, text.count)
        let now = text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        if now != settings { trace.add("tty \(path) settings \(now)") }
        settings = now
    }
}
