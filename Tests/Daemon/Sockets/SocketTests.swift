import Foundation
import Glibc
import TaplineFormats
import TaplineLinux
import TestSupport

@testable import TaplineDaemon

/// Sockets of a service: who may listen, who is let in, and what slow readers lose.
@Suite struct SocketTests {
    private let folder = SocketFolder()
    private var path: String { folder.path + "/events" }

    private func geometry() -> PanelGeometry {
        PanelGeometry(.init(rawWidth: 800, rawHeight: 480, rawMillimetres: nil))
    }

    private func makeSocket() throws -> EventSocket {
        var names = EventNames()
        names.gestures[0] = Name("drag")
        let format = PortFormat(kind: .jsonl, geometry: geometry(), names: names)
        var greeting = ByteLine()
        format.greet(board: Array("b".utf8).span, config: Array("c".utf8).span, into: &greeting)
        return try EventSocket(path: path, format: format, greeting: greeting)
    }

    private func event(_ state: GestureState) -> GestureEvent {
        GestureEvent(
            time: .zero, gesture: 0, zone: 0, kind: "pan", isContinuous: true, state: state, touches: 1,
            location: Point(x: 1, y: 1), values: .none)
    }

    /// One turn of the loop for the socket alone.
    private func turn(_ socket: EventSocket, _ poller: Poller) {
        if let connection = socket.server.accept(at: .zero, poller) { socket.greet(connection) }
        socket.server.flush(poller, base: 0)
    }

    private func numbers(_ lines: [String]) -> [Int] {
        lines.compactMap { line in
            guard let from = line.range(of: "\"seq\":") else { return nil }
            return Int(line[from.upperBound...].prefix { $0 != "," })
        }
    }

    @Test func socketIsForItsFoldersGroupOnly() throws {
        let socket = try makeSocket()
        var file = stat()
        #expect(lstat(path, &file) == 0)
        #expect(file.st_mode & 0o777 == 0o660 && file.st_mode & S_IFMT == S_IFSOCK)
        var above = stat()
        #expect(stat(folder.path, &above) == 0 && above.st_gid == file.st_gid)
        _ = socket
    }

    @Test func linkInTheWayIsNotFollowed() throws {
        let other = folder.path + "/other"
        try "mine".write(toFile: other, atomically: true, encoding: .utf8)
        #expect(chmod(other, 0o600) == 0 && symlink(other, path) == 0)
        let error = #expect(throws: DeviceError.self) { try makeSocket() }
        #expect(error?.errno == Errno.noSocket)
        var file = stat()
        #expect(stat(other, &file) == 0 && file.st_mode & 0o777 == 0o600)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a folder away")) func folderOfAnotherUserIsRefused() throws {
        #expect(chown(folder.path, 65_534, 65_534) == 0)
        let error = #expect(throws: DeviceError.self) { try makeSocket() }
        #expect(error?.description.contains("its folder is another user's") == true)
        #expect(access(path, F_OK) != 0)
    }

    @Test func folderThatAnybodyMayWriteIntoIsRefused() throws {
        #expect(chmod(folder.path, 0o777) == 0)
        let error = #expect(throws: DeviceError.self) { try makeSocket() }
        #expect(error?.description.contains("anybody may write into it") == true)
        // (As /tmp is: what is there belongs to who made it.)
        #expect(chmod(folder.path, 0o1777) == 0)
        _ = try makeSocket()
    }

    /// Connections that give no commands keep nobody out: the one that has been idle longest goes, ten seconds after its last word.
    @Test func idleConnectionGivesItsPlaceToWhoeverComes() throws {
        let poller = try Poller()
        let server = try SocketServer(path: path, places: 3, takesCommands: true, refusal: "full\n")
        func instant(_ seconds: Int64) -> Instant { Instant(microseconds: seconds * 1_000_000) }
        var clients: [SocketClient] = []
        func come(at seconds: Int64) throws -> Connection? {
            clients.append(try #require(SocketClient(path)))
            return server.accept(at: instant(seconds), poller)
        }
        let follower = try #require(try come(at: 0))
        follower.follows = .events
        let teller = try #require(try come(at: 0))
        teller.playing = PlayingClient(now: NowPlaying(), told: 1, played: 0)
        let idle = try #require(try come(at: 0))
        idle.hear(at: instant(5))
        #expect(try come(at: 14) == nil && clients[3].read() == "full\n")
        #expect(try come(at: 15) === idle && clients[2].read() == nil)
        #expect(follower.port.isOpen && teller.port.isOpen && idle.heardAt == instant(15))
        #expect(try come(at: 24) == nil)
    }

    @Test func whoeverIsOfTheDaemonsOwnUserMayCommand() throws {
        let listener = try SocketListener(path: path)
        let client = try #require(SocketClient(path))
        let connection = try #require(listener.accept(at: .zero))
        #expect(SocketListener.isTrusted(connection, group: "no-such-group"))
        #expect(!SocketListener.isTrusted(-1, group: "root"))
        close(connection)
        _ = client
    }

    @Test func socketThatADeadDaemonLeftIsReplaced() throws {
        let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8) + [0]) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(dead, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(status == 0)
        close(dead)
        let poller = try Poller()
        let living = try makeSocket()
        let client = try #require(SocketClient(path))
        turn(living, poller)
        #expect(client.lines().count == 1)
    }

    @Test func socketOfALivingDaemonIsRefusedAndServesOn() throws {
        let poller = try Poller()
        let living = try makeSocket()
        let error = #expect(throws: DeviceError.self) { try makeSocket() }
        #expect(error?.errno == Errno.addressInUse)
        #expect(error.map { ServiceError($0).exitCode } == .unavailable)
        #expect(error?.description.contains("somebody serves there already") == true)
        // (That somebody asked is no reader.)
        turn(living, poller)
        turn(living, poller)
        #expect(living.server.count == 0)
        let client = try #require(SocketClient(path))
        turn(living, poller)
        #expect(client.lines().count == 1)
    }

    @Test func fileInTheWayIsLeftAlone() throws {
        try "mine".write(toFile: path, atomically: true, encoding: .utf8)
        let error = #expect(throws: DeviceError.self) { try makeSocket() }
        #expect(error?.errno == Errno.noSocket)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    @Test func pathLongerThanTheKernelTakesIsRefused() {
        let long = folder.path + "/" + String(repeating: "x", count: 107 - folder.path.utf8.count - 1)
        #expect(throws: Never.self) { _ = try SocketListener(path: long) }
        let error = #expect(throws: DeviceError.self) { _ = try SocketListener(path: long + "x") }
        #expect(error?.errno == Errno.nameTooLong)
    }

    @Test func socketIsGoneWithTheDaemon() throws {
        do {
            let socket = try makeSocket()
            _ = socket
        }
        #expect(access(path, F_OK) != 0)
    }

    @Test func everyReaderGetsTheSameLines() throws {
        let poller = try Poller()
        let socket = try makeSocket()
        let clients = try (0..<8).map { _ in try #require(SocketClient(path)) }
        for _ in clients { turn(socket, poller) }
        for state in [GestureState.began, .changed, .ended] { socket.emit(event(state)) }
        socket.server.flush(poller, base: 0)
        let told = clients.map { $0.lines() }
        #expect(told[0].count == 4 && told[0][0].hasPrefix("{\"tapline\":\"events/1\""))
        #expect(told.allSatisfy { $0 == told[0] })
        #expect(numbers(told[0]) == [1, 2, 3])
    }

    @Test func ninthReaderIsToldSoAndClosed() throws {
        let poller = try Poller()
        let socket = try makeSocket()
        var clients = try (0..<8).map { _ in try #require(SocketClient(path)) }
        for _ in clients { turn(socket, poller) }
        let ninth = try #require(SocketClient(path))
        turn(socket, poller)
        #expect(ninth.lines() == ["{\"tapline\":\"events/1\",\"error\":\"there are eight readers already\"}"])
        #expect(ninth.read() == nil)
        // Where one leaves, there is place for another.
        clients.removeLast().end()
        socket.server.close(7)
        let tenth = try #require(SocketClient(path))
        turn(socket, poller)
        #expect(tenth.lines().count == 1)
    }

    @Test func whoComesLateBeginsAtALaterNumber() throws {
        let poller = try Poller()
        let socket = try makeSocket()
        socket.emit(event(.began))
        socket.emit(event(.ended))
        let client = try #require(SocketClient(path))
        turn(socket, poller)
        socket.emit(event(.began))
        turn(socket, poller)
        #expect(numbers(client.lines()) == [3])
    }

    /// Nobody reads here, but somebody at the control socket: the line is there all the same, under its number.
    @Test func whatIsFollowedElsewhereIsWrittenWithoutAReader() throws {
        let socket = try makeSocket()
        #expect(!socket.emit(event(.began)) && socket.line.count == 0)
        #expect(socket.emit(event(.ended), isFollowed: true))
        var line = ""
        socket.line.withBytes { line = String(decoding: $0.withUnsafeBytes { Array($0) }, as: UTF8.self) }
        #expect(line.hasPrefix("{\"seq\":2,") && socket.sequence == 2)
    }

    /// A place that is free again is asked nothing, and one that is taken anew is.
    @Test func clientsComeAndGo() throws {
        let poller = try Poller()
        let socket = try makeSocket()
        #expect(!socket.server.hasClients)
        for round in 1...3 {
            let client = try #require(SocketClient(path))
            turn(socket, poller)
            #expect(socket.server.hasClients && client.lines().count == 1)
            socket.emit(event(.began))
            socket.server.flush(poller, base: 0)
            #expect(numbers(client.lines()) == [2 * round - 1])
            socket.server.close(0)
            socket.server.flush(poller, base: 0)
            #expect(!socket.server.hasClients)
            socket.emit(event(.ended))
        }
    }

    @Test func slowReaderLosesChangedAndNeverAnEnd() throws {
        let poller = try Poller()
        let socket = try makeSocket()
        let slow = try #require(SocketClient(path))
        let quick = try #require(SocketClient(path))
        for _ in 0..<2 { turn(socket, poller) }
        // Until every buffer on the way is full of changes.
        socket.emit(event(.began))
        var changes = 0
        var taken: [String] = []
        while socket.server.refusedLines == 0 {
            socket.emit(event(.changed))
            changes += 1
            socket.server.flush(poller, base: 0)
            taken += quick.lines()
        }
        for _ in 0..<50 { socket.emit(event(.changed)) }
        for _ in 0..<20 {
            socket.emit(event(.ended))
            socket.emit(event(.began))
        }
        socket.emit(event(.ended))
        var lines: [String] = []
        for _ in 0..<200 {
            socket.server.flush(poller, base: 0)
            lines += slow.lines()
            taken += quick.lines()
        }
        #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") }, "no line is cut")
        #expect(lines.filter { $0.contains("\"began\"") }.count == 21)
        #expect(lines.filter { $0.contains("\"ended\"") }.count == 21)
        #expect(lines.filter { $0.contains("\"changed\"") }.count < changes + 50)
        let seen = numbers(lines)
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
        #expect(seen.last == 1 + changes + 50 + 41, "the gap shows")
    }

    @Test func readerWhoLeavesOrWritesGarbageIsNoTrouble() throws {
        let poller = try Poller()
        let socket = try makeSocket()
        let rude = try #require(SocketClient(path))
        let other = try #require(SocketClient(path))
        for _ in 0..<2 { turn(socket, poller) }
        // (Nobody reads it: it waits in the kernel until there is no more room.)
        while rude.write(String(repeating: "x", count: 65_536)) > 0 {}
        for _ in 0..<3 { socket.emit(event(.began)) }
        socket.server.flush(poller, base: 0)
        #expect(rude.lines().count == 4)
        rude.end()
        for _ in 0..<3 { socket.emit(event(.ended)) }
        socket.server.flush(poller, base: 0)
        #expect(socket.server.count == 1)
        #expect(other.lines().count == 7)
    }
}
