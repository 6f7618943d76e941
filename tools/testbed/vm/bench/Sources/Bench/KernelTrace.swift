import Glibc
import TaplineCore

/// The kernel's own report of what happens to lines: an instance of its trace, with the events of the GPIO subsystem.
final class KernelTrace {
    enum Change {
        case level(Bool)
        case direction(isOutput: Bool)
    }
    struct Event {
        var process: Int32
        /// The kernel's number of the line.
        var number: Int
        var change: Change
        var time: Instant
    }
    /// Readable when something has happened.
    let pipe: Int32
    private let folder: String
    private var lines = LineSplitter()

    private static let instances = "/sys/kernel/tracing/instances"

    init(name: String) throws(Complaint) {
        folder = "\(KernelTrace.instances)/\(name)"
        try makeFolder(folder)
        // (One event wakes a reader, not a half-full buffer.)
        try put("0".utf8, into: "\(folder)/buffer_percent")
        try put("mono".utf8, into: "\(folder)/trace_clock")
        pipe = open("\(folder)/trace_pipe", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard pipe >= 0 else { throw Complaint("\(folder)/trace_pipe: \(errorText(errno))") }
        try put("1".utf8, into: "\(folder)/events/gpio/enable")
    }

    /// What has happened since the last time, in order.
    func read() -> [Event] {
        var events: [Event] = []
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(pipe, &bytes, bytes.count)
            guard count > 0 else { return events }
            for line in lines.split(bytes[..<count]) {
                if let event = KernelTrace.event(String(decoding: line, as: UTF8.self)) { events.append(event) }
            }
        }
    }

    /// `<...>-151 [001] ….. 16.387795: gpio_value: 513 set 1`, `… gpio_direction: 513 out (0)`: the process, the time, what
    /// it did; the number in brackets is an error.
    private static func event(_ line: String) -> Event? {
        let words = line.split { $0 == " " || $0 == "\n" }
        guard let place = words.firstIndex(where: { $0 == "gpio_value:" || $0 == "gpio_direction:" }),
            place > 1, place + 3 < words.count, let number = Int(words[place + 1]),
            let microseconds = Int64(words[place - 1].filter { $0.isNumber }),
            let process = words[0].split(separator: "-").last.flatMap({ Int32($0) })
        else { return nil }
        let change: Change
        switch (words[place], words[place + 2], words[place + 3]) {
        case ("gpio_value:", "set", let level): change = .level(level == "1")
        case ("gpio_direction:", let direction, "(0)"): change = .direction(isOutput: direction == "out")
        default: return nil
        }
        return Event(process: process, number: number, change: change, time: Instant(microseconds: microseconds))
    }

    func remove() {
        close(pipe)
        rmdir(folder)
    }
}
