import Glibc

/// Standard output or standard error of the program: passed on, and told line by line in the trace.
final class ProgramOutput {
    let name: String
    /// Our end; -1 after its end.
    private(set) var source: Int32
    /// The program's end.
    private(set) var sink: Int32
    private let copy: Int32
    private var lines = LineSplitter()

    /// - Parameter copy: where it is passed on to.
    init(name: String, copy: Int32) throws(Complaint) {
        self.name = name
        self.copy = copy
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Complaint("pipe: \(errorText(errno))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        (source, sink) = (ends[0], ends[1])
    }

    /// The program has its end.
    func closeSink() {
        close(sink)
        sink = -1
    }

    func drain(_ trace: TraceLog) {
        guard source >= 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(source, &bytes, bytes.count)
            if count > 0 {
                _ = write(copy, bytes, count)
                emit(lines.split(bytes[..<count]), trace)
            } else {
                guard count == 0 else { return }
                close(source)
                source = -1
                return flush(trace)
            }
        }
    }

    func flush(_ trace: TraceLog) { if let rest = lines.rest() { emit([rest], trace) } }

    private func emit(_ lines: [[UInt8]], _ trace: TraceLog) {
        for line in lines {
            trace.add("\(name) " + String(decoding: line.last == 0x0a ? line.dropLast() : line[...], as: UTF8.self))
        }
    }
}
