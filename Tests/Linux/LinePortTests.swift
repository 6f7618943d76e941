import CTaplineSystem
import Foundation
import Glibc
import TaplineLinux
import TestSupport

/// Readers who are slow, gone, or come back.
@Suite struct LinePortTests {
    /// A pipe whose reader does what the test says.
    private final class Pipe {
        private(set) var reader: Int32 = -1
        private var writer: Int32 = -1
        let port: LinePort

        init() {
            var ends: [Int32] = [0, 0]
            #expect(pipe(&ends) == 0)
            reader = ends[0]
            writer = ends[1]
            _ = fcntl(reader, F_SETFL, O_NONBLOCK)
            port = LinePort(.descriptor(writer))
            #expect(port.open())
        }

        deinit {
            close(reader)
            close(writer)
        }

        func endReading() {
            close(reader)
            reader = -1
        }

        /// What has arrived so far.
        func read(atMost count: Int = 1 << 20) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            var got: [UInt8] = []
            while got.count < count {
                let n = Glibc.read(reader, &bytes, count - got.count)
                guard n > 0 else { break }
                got += bytes[0..<n]
            }
            return got
        }
    }

    private func line(_ number: Int) -> ByteLine {
        var line = ByteLine()
        line.append(number)
        for _ in line.count..<99 { line.append(UInt8(ascii: ".")) }
        line.append("\n")
        return line
    }

    private func numbers(_ bytes: [UInt8]) -> [Int] {
        bytes.split(separator: UInt8(ascii: "\n")).map {
            Int(String(decoding: $0.prefix { $0 != 46 }, as: UTF8.self)) ?? -1
        }
    }

    /// Sends lines until the pipe and the buffer are full; how many were taken.
    private func fill(_ pipe: Pipe, _ importance: LinePort.Importance = .news) -> Int {
        var sent = 0
        while true {
            var next = line(sent)
            guard pipe.port.send(&next, importance) else { return sent }
            sent += 1
            pipe.port.flush()
        }
    }

    @Test func aLineThatDoesNotFitIsRefusedWholeAndCounted() {
        let pipe = Pipe()
        let sent = fill(pipe)
        #expect(pipe.port.refusedLines == 1 && pipe.port.isPending)
        var got = pipe.read()
        while pipe.port.isPending {
            pipe.port.flush()
            got += pipe.read()
        }
        #expect(numbers(got) == Array(0..<sent))
        #expect(got.count == 100 * sent)
    }

    @Test func aReaderInAnyRhythmGetsEveryLineThatWasTakenInOrder() {
        let pipe = Pipe()
        var source = Seed.random("readers in any rhythm")
        func random(_ limit: Int) -> Int { source.next(below: limit) }
        var taken: [Int] = []
        var got: [UInt8] = []
        for number in 0..<20_000 {
            var next = line(number)
            if pipe.port.send(&next) { taken.append(number) }
            if random(3) == 0 { pipe.port.flush() }
            if random(4) == 0 { got += pipe.read(atMost: 1 + random(600)) }
        }
        while pipe.port.isPending {
            pipe.port.flush()
            got += pipe.read()
        }
        got += pipe.read()
        #expect(numbers(got) == taken)
        #expect(taken.count < 20_000 && Int(pipe.port.refusedLines) == 20_000 - taken.count)
    }

    /// Lines of bytes and of text, of every length up to empty ones, also across the end of the buffer.
    @Test func whateverIsTakenArrivesByteForByte() {
        let pipe = Pipe()
        var source = Seed.random("bytes across the end of the buffer")
        var (taken, got): ([UInt8], [UInt8]) = ([], [])
        for _ in 0..<3_000 {
            let length = source.next(below: 4) * source.next(below: 400)
            let bytes = (0..<length).map { _ in UInt8(source.next(below: 26) + 97) }
            let isText = source.next(below: 2) == 0
            let isTaken = isText ? pipe.port.send(String(decoding: bytes, as: UTF8.self)) : pipe.port.send(bytes)
            if isTaken { taken += bytes }
            if source.next(below: 3) == 0 { pipe.port.flush() }
            if source.next(below: 3) == 0 { got += pipe.read(atMost: 1 + source.next(below: 2_000)) }
        }
        while pipe.port.isPending {
            pipe.port.flush()
            got += pipe.read()
        }
        #expect(got + pipe.read() == taken && taken.count > 4 * LinePort.capacity)
    }

    @Test func progressGivesWayToNews() {
        let pipe = Pipe()
        let progress = fill(pipe, .progress)
        var next = line(progress)
        #expect(!pipe.port.send(&next, .progress))
        #expect(pipe.port.send(&next, .news))
    }

    @Test func aReaderWhoHasGoneClosesThePortAndIsNoSignal() {
        let pipe = Pipe()
        signal(SIGPIPE, SIG_IGN)
        pipe.endReading()
        var next = line(1)
        #expect(pipe.port.send(&next))
        pipe.port.flush()
        #expect(!pipe.port.isOpen && pipe.port.errno == EPIPE && !pipe.port.isPending)
        #expect(!pipe.port.send(&next))
    }

    /// The other end of a serial port.
    private struct Terminal {
        let master: Int32
        let path: String

        init() {
            master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
            var unlocked: Int32 = 0
            var number: Int32 = -1
            // TIOCSPTLCK, TIOCGPTN
            #expect(ioctl(master, 0x4004_5431, &unlocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
            path = "/dev/pts/\(number)"
        }

        func read() -> String {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = Glibc.read(master, &bytes, bytes.count)
            return count > 0 ? String(decoding: bytes[0..<count], as: UTF8.self) : ""
        }
    }

    @Test func aSerialPortIsRawAndHasItsRate() {
        let terminal = Terminal()
        let port = LinePort(.serial(path: terminal.path, baud: 9_600))
        #expect(port.open())
        var settings = termios()
        #expect(tcgetattr(port.descriptor, &settings) == 0)
        #expect(cfgetospeed(&settings) == speed_t(B9600))
        #expect(settings.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == 0)
        #expect(settings.c_oflag & tcflag_t(OPOST) == 0)
        #expect(settings.c_cflag & tcflag_t(CSIZE) == tcflag_t(CS8))
        #expect(settings.c_cflag & tcflag_t(PARENB | CSTOPB) == 0)
        #expect(settings.c_cflag & tcflag_t(CLOCAL) != 0)
        var line = ByteLine()
        line.append("$TL\r\n")
        port.send(&line)
        port.flush()
        #expect(terminal.read() == "$TL\r\n")
        close(terminal.master)
    }

    @Test func aSerialPortThatHangsUpIsClosedAndForgetsWhatWaits() {
        let terminal = Terminal()
        // (A node that goes with its device, as the kernel's does: another test's terminal may get the number at once.)
        let node = FileManager.default.temporaryDirectory.appending(path: "port-\(UUID().uuidString)").path
        #expect(symlink(terminal.path, node) == 0)
        let port = LinePort(.serial(path: node, baud: 115_200))
        #expect(port.open())
        close(terminal.master)
        unlink(node)
        var line = ByteLine()
        line.append("late\n")
        port.send(&line)
        port.flush()
        #expect(!port.isOpen && port.errno != 0 && !port.isPending)
        #expect(!port.open() && !LinePort.isLasting(port.errno))
    }

    @Test func whatIsNoSerialPortIsNotWaitedFor() {
        let port = LinePort(.serial(path: "/dev/null", baud: 115_200))
        #expect(!port.open())
        #expect(port.errno == ENOTTY && LinePort.isLasting(port.errno))
        let missing = LinePort(.serial(path: "/dev/ttyNobody", baud: 115_200))
        #expect(!missing.open())
        #expect(missing.errno == ENOENT && !LinePort.isLasting(missing.errno))
    }

    @Test func aFullPipeThatCannotBeOpenedAnewIsNotWaitedFor() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let bytes = [UInt8](repeating: 0, count: 100_000)
        var written: Int64 = 0
        while true {
            let count = tapline_stream_write(ends[1], Int32(TAPLINE_STREAM_SHARED.rawValue), bytes, bytes.count)
            #expect(count >= 0)
            guard count > 0 else { break }
            written += count
        }
        #expect(written >= 4_096)
        #expect(fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0)
        close(ends[0])
        close(ends[1])
    }

    @Test func aPipeThatOthersShareKeepsBlockingForThem() {
        let pipe = Pipe()
        #expect(pipe.port.descriptor >= 0)
        // The port's own description does not block; the one it was made from is as it was.
        #expect(fcntl(pipe.port.descriptor, F_GETFL) & O_NONBLOCK != 0)
        guard case .descriptor(let shared) = pipe.port.target else { return }
        #expect(fcntl(shared, F_GETFL) & O_NONBLOCK == 0)
    }
}
