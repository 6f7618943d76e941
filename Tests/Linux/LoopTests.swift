import CTaplineSystem
import Glibc
import TaplineLinux
import TestSupport

/// What the loop is made of: waiting, signals, the service manager.
@Suite(.serialized) struct LoopTests {
    private func makePipe() -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test func aPollerSaysUnderItsTagWhatHasHappened() throws {
        let poller = try Poller()
        let (reader, writer) = makePipe()
        poller.watch(reader, tag: 7, reading: true)
        #expect(try poller.wait(until: .zero) == 0)
        #expect(write(writer, "x", 1) == 1)
        #expect(try poller.wait(until: .never) == 1)
        #expect(poller[0].tag == 7 && poller[0].isReadable && !poller[0].isWritable && !poller[0].isGone)
        close(writer)
        #expect(try poller.wait(until: .never) == 1)
        #expect(poller[0].isGone)
        poller.forget(reader)
        #expect(try poller.wait(until: .zero) == 0)
        close(reader)
    }

    @Test func aPollerTellsTheEndOfAReaderThatIsNotWaitedFor() throws {
        let poller = try Poller()
        let (reader, writer) = makePipe()
        poller.watch(writer, tag: 1)
        // There is room to write, and nobody asked.
        #expect(try poller.wait(until: .zero) == 0)
        poller.watch(writer, tag: 1, writing: true)
        #expect(try poller.wait(until: .never) == 1)
        #expect(poller[0].isWritable && !poller[0].isGone)
        poller.watch(writer, tag: 1)
        close(reader)
        #expect(try poller.wait(until: .never) == 1)
        #expect(poller[0].isGone && !poller[0].isWritable)
        close(writer)
    }

    @Test func aPollerDoesNotWakeBeforeItsDeadline() throws {
        let poller = try Poller()
        for wait in [1, 700, 2_300] as [Int64] {
            let deadline = MonotonicClock.now + Microseconds(wait)
            #expect(try poller.wait(until: deadline) == 0)
            #expect(MonotonicClock.now >= deadline)
        }
    }

    @Test func aFileIsNotWatched() throws {
        let poller = try Poller()
        let file = open("/proc/self/exe", O_RDONLY)
        poller.watch(file, tag: 1, reading: true, writing: true)
        #expect(try poller.wait(until: .zero) == 0)
        close(file)
    }

    /// A socket that listens as systemd does.
    private struct Manager {
        let socket: Int32

        init(abstract: Bool) {
            socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            let name = "tapline-\(getpid())-\(UInt32.random(in: 0 ... .max))"
            let path = abstract ? "@" + name : "/tmp/" + name
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            if abstract { address.sun_path.0 = 0 }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) }
            }
            #expect(status == 0)
            setenv("NOTIFY_SOCKET", path, 1)
        }

        func end() {
            unsetenv("NOTIFY_SOCKET")
            close(socket)
        }

        func next() -> String? {
            var bytes = [UInt8](repeating: 0, count: 512)
            let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return count < 0 ? nil : String(decoding: bytes[0..<count], as: UTF8.self)
        }
    }

    @Test(arguments: [false, true])
    func theServiceManagerHearsWhatItIsTold(abstract: Bool) {
        let manager = Manager(abstract: abstract)
        defer { manager.end() }
        tapline_notify("READY=1\nSTATUS=GT911 at 0x5d")
        #expect(manager.next() == "READY=1\nSTATUS=GT911 at 0x5d")
        #expect(manager.next() == nil)
    }

    @Test func withoutAServiceManagerNothingIsTold() {
        let manager = Manager(abstract: true)
        defer { manager.end() }
        unsetenv("NOTIFY_SOCKET")
        tapline_notify("READY=1")
        setenv("NOTIFY_SOCKET", "relative", 1)
        tapline_notify("READY=1")
        setenv("NOTIFY_SOCKET", "/" + String(repeating: "x", count: 300), 1)
        tapline_notify("READY=1")
        #expect(manager.next() == nil)
    }

    @Test func theWatchdogIsForThisProcessOnly() {
        unsetenv("WATCHDOG_PID")
        unsetenv("WATCHDOG_USEC")
        #expect(tapline_watchdog_period_us() == 0)
        setenv("WATCHDOG_USEC", "60000000", 1)
        #expect(tapline_watchdog_period_us() == 60_000_000)
        setenv("WATCHDOG_PID", "\(getpid())", 1)
        #expect(tapline_watchdog_period_us() == 60_000_000)
        setenv("WATCHDOG_PID", "1", 1)
        #expect(tapline_watchdog_period_us() == 0)
        unsetenv("WATCHDOG_PID")
        for nonsense in ["", "-5", "soon"] {
            setenv("WATCHDOG_USEC", nonsense, 1)
            #expect(tapline_watchdog_period_us() == 0)
        }
        unsetenv("WATCHDOG_USEC")
    }
}
