import Foundation
import TaplineDaemon
import TaplineLinux
import TestSupport

@testable import TaplineViews

struct ViewLoopTests {
    /// What a view is told of a daemon that answers `answers` to those who connect, one after the other.
    private func told(_ answers: [StaticString], until last: String) throws -> [String] {
        let listener = try SocketListener(path: "/tmp/tapline-view-\(MonotonicClock.now.microseconds)")
        let reader = SourceReader(.control(listener.path), follow: "events")
        let loop = try ViewLoop(reader)
        var told: [String] = []
        var rest = answers[...]
        let patience = MonotonicClock.now + .milliseconds(20_000)
        while told.last != last, MonotonicClock.now < patience {
            if let connection = listener.accept(at: MonotonicClock.now), let answer = rest.popFirst() {
                listener.refuse(connection, answer)
            }
            try loop.wait(until: MonotonicClock.now + .milliseconds(10)) { happening in
                switch happening {
                case .lost(let why): told.append("lost: \(why)")
                case .returned(let isNew): told.append(isNew ? "there" : "returned")
                case .message: told.append("message")
                // (The signal of a process that another test began comes to the whole program.)
                case .childEnded: break
                default: told.append("something else")
                }
            }
        }
        return told
    }

    /// (Nothing is gained by joining root's group, and nobody should.)
    @Test func socketOfRootsGroupIsNotSolvedByJoiningIt() {
        let refused = SourceReader.refused("/run/there-is-no-such-folder/control", 13)
        #expect("\(refused)" == "/run/there-is-no-such-folder/control: Permission denied; only root may use it")
        #expect(refused.exitCode == .permission)
    }

    @Test func whatIsRefusedAgainAndAgainIsToldOnce() throws {
        let told = try told(["error: full\n", "error: full\n", "error: hung\n"], until: "lost: hung")
        #expect(told == ["lost: full", "lost: hung"])
    }

    /// (A path at which nothing was yet was taken for a socket for good.)
    @Test(arguments: ["file", "folder"])
    func whatComesToAPathThatIsWaitedForSaysWhatItIs(kind: String) throws {
        let folder = try ScratchFolder([:])
        let path = folder.path("later")
        let source = try ViewSource.named(path, mayBeAbsent: true)
        let loop = try ViewLoop(SourceReader(source, follow: "events"), waits: true)
        #expect(!loop.isOpen)
        var listener: SocketListener?
        if kind == "file" {
            try "   1.167 s  tap         ended      at 200,144\n".write(toFile: path, atomically: true, encoding: .utf8)
        } else {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            listener = try SocketListener(path: path + "/control")
        }
        let patience = MonotonicClock.now + .milliseconds(20_000)
        var isNew: [Bool] = []
        while isNew.isEmpty, MonotonicClock.now < patience {
            if let connection = listener?.accept(at: MonotonicClock.now) { listener?.refuse(connection, "ok\n") }
            try loop.wait(until: MonotonicClock.now + .milliseconds(10)) { happening in
                if case .returned(let new) = happening { isNew.append(new) }
            }
        }
        #expect(loop.reader.source == (kind == "file" ? .file(path) : .control(path + "/control")))
        // (It said "is back" of what had never been there.)
        #expect(isNew == [true])
    }

    @Test func whoAgreesAfterRefusalsIsBack() throws {
        let told = try told(["error: full\n", "error: full\n", "ok\n"], until: "returned")
        #expect(told == ["lost: full", "returned"])
    }
}
