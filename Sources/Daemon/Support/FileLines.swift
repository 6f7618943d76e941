import CTaplineSystem
import TaplineFormats

/// The lines of a file one after the other, however many there are.
final class FileLines {
    private let path: String
    private let descriptor: Int32
    private var lines = LineSplitter([])
    /// What has been read behind the last line end.
    private var rest: [UInt8] = []
    private var chunk = [UInt8](repeating: 0, count: 65_536)
    private var hasEnded = false

    /// Opens the file at `path`; `-` is the standard input.
    ///
    /// - Throws: ``ServiceError`` with exit code 74, or 77 where permission is missing.
    init(_ path: String) throws(ServiceError) {
        let opened = path == "-" ? 0 : tapline_open(path)
        guard opened >= 0 else { throw ServiceError(file: path, errno: -opened) }
        self.path = path
        descriptor = opened
    }

    deinit { if descriptor > 0 { tapline_close(descriptor) } }

    /// Whether the next line has to be read, for which a pipe may have to be waited.
    var hasToRead: Bool { lines.isAtEnd }

    /// The next line that is not empty; nil: the file is over.
    ///
    /// - Throws: ``ServiceError``: exit code 65 for a line that is too long, 74 where it cannot be read.
    func next() throws(ServiceError) -> LineSplitter.Line? {
        while true {
            if let line = lines.next() { return line }
            guard try fill() else { return nil }
        }
    }

    /// All lines from `first` on, as the bytes of a file: with as many empty ones before as there were.
    func all(from first: LineSplitter.Line) throws(ServiceError) -> [UInt8] {
        var bytes: [UInt8] = []
        var number = 1
        var next: LineSplitter.Line? = first
        while let line = next {
            guard bytes.count + line.bytes.count < Files.largest else {
                throw ServiceError("\(Files.displayName(path)): larger than \(Files.largest >> 20) MiB", .badData)
            }
            bytes += [UInt8](repeating: 0x0A, count: line.number - number) + line.bytes + [0x0A]
            number = line.number + 1
            next = try self.next()
        }
        return bytes
    }

    /// Reads up to a line end; false: there is nothing more.
    private func fill() throws(ServiceError) -> Bool {
        while !hasEnded {
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe tapline_read(descriptor, $0.baseAddress, $0.count)
            }
            guard count >= 0 else { throw ServiceError(file: path, errno: Int32(-count)) }
            hasEnded = count == 0
            let end = chunk[..<Int(count)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            let number = lines.number
            if end > 0 || hasEnded {
                lines = LineSplitter(rest + chunk[..<end], behind: number)
                rest = Array(chunk[end..<Int(count)])
                return true
            }
            rest += chunk[..<Int(count)]
            guard rest.count <= JSONReader.longestLine else {
                throw ServiceError("\(Files.displayName(path)):\(number + 1): the line is longer than 1 MiB", .badData)
            }
        }
        return false
    }
}
