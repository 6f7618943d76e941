import Foundation
import TaplineSimulator
import TestSupport

@testable import TaplineDaemon

/// Commands to whatever plays at the daemon's control socket.
@Suite struct RemoteLoopTests {
    private let folder = SocketFolder()
    private static let text = """
        tapline: config/1
        board: simulated
        remote:
          - {name: forward, command: seekForward}
          - {name: next, command: nextTrack}

        """

    /// Runs the loop until the visitors have done all `steps`; the first two make somebody called watcher follow events.
    private func visitors(
        of text: String = text, _ steps: [(Visitors) -> Bool]
    ) throws -> Visitors {
        let visitors = Visitors(
            folder, [{ $0.come("watcher", "follow events") }, { $0.lines("watcher").count == 3 }] + steps)
        let file = folder.path + "/c.yaml"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let panel = try Panel<StandardRecognizer>(configuration: file)
        let board = try #require(panel.board)
        var options = RunOptions(format: .none)
        options.service = ServiceFolder(path: folder.path)
        let devices = try PanelDevices.open(panel, board, fingers: FingerScript(), options: options)
        let motion = devices.motion
        var loop = EventLoop(
            panel: panel, board: board, source: PanelSource(configuration: file, board: nil), devices: devices,
            gestures: try panel.pipeline(for: DeviceSink.self), beside: motion, options: options, observer: visitors)
        try loop.run()
        return visitors
    }

    /// The events that the watcher was told.
    private static func told(_ visitors: Visitors) -> [String] {
        visitors.lines("watcher").compactMap { line in
            let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return (event?["gesture"] as? String).map { "\($0) \(event?["state"] ?? "")" }
        }
    }

    @Test(arguments: ["", "\nfollow now", "\nremote beginSeekingForward"])
    func aSeekIsEndedOnceWhenTheClientThatBeganItGoes(more: String) throws {
        let visitors = try visitors([
            { $0.come("giver", "remote beginSeekingForward" + more) }, { Self.told($0).count == 1 },
            { $0.leave("giver") }, { Self.told($0).count == 2 },
            { $0.come("other", "remote nextTrack") }, { Self.told($0).count == 3 },
        ])
        #expect(Self.told(visitors) == ["forward began", "forward ended", "next ended"])
    }

    /// Who drew the panel's pages went on with the one that was enabled when it came.
    @Test func whoFollowsLevelsIsToldWhatIsDisabledNow() throws {
        let text = Self.text + "gestures: [{name: drag, kind: pan}]\noutputs: [{on: drag, line: GPIO23, hold: true}]\n"
        func told(_ visitors: Visitors) -> [String] {
            visitors.lines("reader").dropFirst(2).compactMap { line in
                line.firstRange(of: #""disabled":"#).map { String(line[$0.lowerBound...]) }
            }
        }
        let visitors = try visitors(
            of: text,
            [
                { $0.come("reader", "follow levels") }, { $0.lines("reader").count >= 2 },
                { $0.come("giver", "disable drag") }, { told($0).count == 1 },
                { $0.come("other", "enable drag") }, { told($0).count == 2 },
            ])
        #expect(
            told(visitors) == [
                #""disabled":{"gestures":["drag"],"zones":[]}}"#, #""disabled":{"gestures":[],"zones":[]}}"#,
            ])
    }

    /// A value that a program sets is no event: who follows values hears of it all the same.
    @Test func whoFollowsValuesIsToldThoseThatSomebodySets() throws {
        let zones = "zones: [{name: my fan, rect: [0, 0, 9px, 9px], control: switch}]\n"
        func told(_ visitors: Visitors) -> [String] {
            visitors.lines("reader").compactMap { line in
                line.firstRange(of: #""values":"#).map { String(line[$0.lowerBound...].prefix(23)) }
            }
        }
        let visitors = try visitors(
            of: Self.text + zones,
            [
                { $0.come("reader", "follow values") }, { told($0).count == 1 },
                { $0.come("giver", "set my fan 1\nset my fan 1") }, { told($0).count == 2 },
                { $0.come("loader", "reload") }, { told($0).count == 3 },
                { $0.come("other", "set my fan 0") }, { told($0).count == 4 },
            ])
        #expect(told(visitors) == [0, 1, 1, 0].map { #""values":{"my fan":\#($0).0}"# })
    }

    @Test func aSeekGoesOnForAsLongAsItsClientIsThere() throws {
        let visitors = try visitors([
            { $0.come("giver", "remote beginSeekingForward\nremote endSeekingForward\nremote beginSeekingForward") },
            { $0.lines("giver").count == 3 },
            { $0.come("other", "remote nextTrack") }, { $0.lines("other") == ["ok"] }, { $0.leave("other") },
            { $0.sees("readers{socket=\"control\"} 3", as: "third") },
        ])
        #expect(Self.told(visitors) == ["forward began", "forward ended", "forward began", "next ended"])
    }

    /// Neither that the first one goes nor what somebody else says ends what the second one holds.
    @Test func aSeekThatAnotherClientHoldsTooGoesOnWithoutTheFirst() throws {
        let visitors = try visitors([
            { $0.come("first", "remote beginSeekingForward") }, { $0.lines("first") == ["ok"] },
            { $0.come("second", "remote beginSeekingForward") }, { $0.lines("second") == ["ok"] },
            { $0.leave("first") }, { $0.sees("readers{socket=\"control\"} 3", as: "third") },
            { $0.come("other", "remote endSeekingForward\nremote nextTrack") }, { Self.told($0).count >= 2 },
            { $0.leave("second") }, { Self.told($0).count >= 3 },
        ])
        #expect(Self.told(visitors) == ["forward began", "next ended", "forward ended"])
    }

    @Test func statusCountsWhatIsThereToGiveCommands() throws {
        let remotes = "remotes: [{button: GPIO22}, {encoder: [GPIO5, GPIO6]}, {encoder: [GPIO12, GPIO13]}]\n"
        for (more, counts) in [(remotes, ["0", "1", "2"]), ("", ["0", "0", "0"])] {
            let visitors = try visitors(
                of: Self.text + more, [{ $0.come("one", "status") }, { $0.lines("one").last == "ok" }])
            #expect(
                visitors.lines("one").filter { $0.hasPrefix("remotes") }
                    == zip(["devices", "buttons", "encoders"], counts).map { "remotes{kind=\"\($0)\"} \($1)" })
        }
    }
}
