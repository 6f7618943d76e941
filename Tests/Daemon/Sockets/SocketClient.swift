import Foundation
import Glibc

/// Somebody at the other end of a unix socket, who reads and writes when the test says so.
final class SocketClient {
    private(set) var descriptor: Int32

    /// Connects to the socket at `path`; nil: nobody listens there.
    init?(_ path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { place in
            place.copyBytes(from: Array(path.utf8) + [0])
        }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            close(descriptor)
            return nil
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { end() }

    /// Closes.
    func end() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Says that nothing more comes, and goes on reading.
    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Writes what is taken now; how many bytes that is.
    @discardableResult
    func write(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        return send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Everything that has come and is not read yet; nil: the other end has closed, and nothing is left.
    func read() -> String? {
        var got: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count > 0 {
                got += bytes[0..<count]
            } else {
                return count == 0 && got.isEmpty ? nil : String(decoding: got, as: UTF8.self)
            }
        }
    }

    /// The same, line by line.
    func lines() -> [String] { (read() ?? "").split(separator: "\n").map { String($0) } }
}

/// A folder of its own for each test, whose paths are short enough for sockets.
final class SocketFolder {
    let path: String

    init() {
        var name = Array("/tmp/tapline-XXXXXX".utf8CString)
        path = mkdtemp(&name).map { String(cString: $0) } ?? "/tmp"
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
