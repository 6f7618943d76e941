import Glibc
import TaplineSimulator
import TestSupport

@testable import TaplineDaemon

/// The other end of a serial cable: a pseudo terminal.
private final class Cable {
    let path: String
    private let host: Int32

    init() {
        host = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
        var (isLocked, number): (Int32, Int32) = (0, -1)
        // (TIOCSPTLCK and TIOCGPTN of Linux's ioctls.h.)
        _ = ioctl(host, 0x4004_5431, &isLocked)
        _ = ioctl(host, 0x8004_5430, &number)
        path = "/dev/pts/\(number)"
    }
    deinit { close(host) }

    /// The lines that come, up to one that `isLast`, which is waited for 10 s.
    func lines(until isLast: (String) -> Bool) -> [String] {
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let lines = text.split(whereSeparator: \.isNewline).map { String($0) }
            var polled = pollfd(fd: host, events: Int16(POLLIN), revents: 0)
            guard !lines.contains(where: isLast), poll(&polled, 1, 10_000) > 0 else { return lines }
            let count = read(host, &bytes, bytes.count)
            guard count > 0 else { return lines }
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
    }
}

/// Serial ports of a simulated panel.
@Suite struct SerialLoopTests {
    @Test(arguments: [true, false]) func portOfASimulatedPanelIsOpenedWhereThatIsAsked(opensPorts: Bool) throws {
        let cable = Cable()
        let text = """
            tapline: config/1
            board: simulated
            gestures: [{name: tap, kind: tap}]
            outputs: [{serial: \(cable.path)}]
            """
        var loop = try tappedLoop(
            text, in: SocketFolder(), beside: MotionSource?.none, observer: UntilLift(), opensPorts: opensPorts)
        try loop.run()
        #expect(loop.sink.ports.isEmpty == !opensPorts)
        // (What was never opened has no end, and nothing to wait for.)
        let lines = opensPorts ? cable.lines { $0.hasPrefix("$TL,1,") && $0.contains(",tap,tap,ended,") } : []
        #expect(lines.first == (opensPorts ? "$TL,0,1,simulated*4F" : nil) && lines.count == (opensPorts ? 2 : 0))
    }
}
