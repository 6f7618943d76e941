import CTaplineSystem
import Foundation
import Glibc
import Synchronization
import TestSupport

/// Who gets a socket's place.
@Suite struct SocketListenerTests {
    @Test func ofTwoThatStartAtOnceOneListens() throws {
        let folder = try ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path("events")
        for _ in 0..<1_000 {
            // Closed, it leaves a socket that nobody serves.
            let dead = tapline_socket_listen(path)
            #expect(dead >= 0)
            close(dead)
            let answers = Mutex<[Int32]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                let answer = tapline_socket_listen(path)
                answers.withLock { $0.append(answer) }
            }
            let descriptors = answers.withLock { $0 }.filter { $0 >= 0 }
            #expect(descriptors.count == 1)
            for descriptor in descriptors { close(descriptor) }
        }
    }
}
