import Glibc

/// A file of another computer, as ssh hands it over.
struct RemoteFile {
    /// What ssh writes comes here.
    let output: Int32
    /// Requests that wait for it.
    var waiting: [UInt32]
    private(set) var bytes: [UInt8] = []
    private static let longest = 4 << 20

    init(_ output: Int32, for request: UInt32) { (self.output, waiting) = (output, [request]) }

    /// Reads what has come; whether it was the end, or too much.
    mutating func read() -> Bool {
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe Glibc.read(output, &part, part.count)
            if count < 0 { return errno != EAGAIN && errno != EINTR }
            if count == 0 { return true }
            bytes += part[..<count]
            guard bytes.count <= RemoteFile.longest else { return true }
        }
    }
}
