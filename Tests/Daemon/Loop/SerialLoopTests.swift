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

    /// The lines that have come.
    func lines() -> [String] {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = max(read(host, &bytes, bytes.count), 0)
        return String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isNewline).map { String($0) }
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
        let lines = cable.lines()
        #expect(lines.first == (opensPorts ? "$TL,0,1,simulated*4F" : nil))
        #expect(lines.contains { $0.hasPrefix("$TL,1,") && $0.contains(",tap,tap,ended,") } == opensPorts)
    }
}
