import Foundation
import TaplineFormats
import TaplineLinux
import TestSupport

@testable import TaplineConfiguration
@testable import TaplineDaemon

/// What those are told who follow a panel.
@Suite struct FollowTests {
    private let folder = SocketFolder()
    private let panel: Panel<StandardRecognizer>
    private let control: ControlSocket
    private let poller: Poller
    private var levels: OutputLevels
    private var status = PanelStatus()

    private static let configuration = """
        tapline: config/1
        board: simulated
        zones:
          - {name: left, rect: [0, 0, 400px, 480px]}
          - {name: "kn\\"ob", circle: [200px, 100px, 50px]}
          - {name: ok, rect: [700px, 0, 50px, 50px], control: button}
        gestures: [{name: a, kind: tap}, {name: drag, kind: pan}]
        remote: [{name: next, command: nextTrack}]
        outputs:
          - {on: a, line: GPIO23, toggle: true}
          - {on: drag, line: GPIO24, hold: true, active_low: true}
          - {on: a, run: [secret, --program]}
          - {on: drag, run: [secret, "{dx} {gesture}", "{{why}"], state: began}
          - {on: [a, drag, ok], run: [secret, "{gesture}", "{state}", "{seq}"]}
        """

    init() throws {
        let file = folder.path + "/c.yaml"
        try Self.configuration.write(toFile: file, atomically: true, encoding: .utf8)
        panel = try Panel(configuration: file)
        control = try ControlSocket(path: folder.path + "/control", panel: FollowedPanel(panel, name: "lamp"))
        levels = OutputLevels(panel.configuration.outputs)
        status.reconfigure(panel.configuration.names, count: 3, zones: 3)
        poller = try Poller()
    }

    /// Somebody who follows `things`.
    private func follower(_ things: Follows) throws -> (SocketClient, Connection) {
        let client = try #require(SocketClient(folder.path + "/control"))
        let connection = try #require(control.server.accept(at: .zero, poller))
        control.add(connection, following: things, levels: levels, status: status)
        control.refresh()
        return (client, connection)
    }

    /// However many follow, `tapline status` has a place.
    @Test func lastPlaceIsKeptForCommands() throws {
        var followers: [(SocketClient, Connection)] = []
        while followers.count < 7 { followers.append(try follower(.events)) }
        let client = try #require(SocketClient(folder.path + "/control"))
        let last = try #require(control.server.accept(at: .zero, poller))
        func isRefused(_ connection: Connection, _ command: Command) -> Bool {
            control.refusal(of: command, from: connection) != nil
        }
        #expect(isRefused(last, .follow(.events)) && !isRefused(last, .status) && !isRefused(last, .cancel))
        #expect(!isRefused(followers[0].1, .follow(.bus)))
        followers[6].1.port.close()
        #expect(!isRefused(last, .follow(.events)))
        _ = client
    }

    private func flush() { control.server.flush(poller, base: 0) }

    private func event(_ state: GestureState, reason: FailureReason? = nil) -> GestureEvent {
        GestureEvent(
            time: Instant(microseconds: 7), gesture: 1, zone: 0, kind: "pan", isContinuous: true, state: state,
            touches: 1, location: .zero, values: .none, reason: reason)
    }

    private func object(_ line: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    /// Contacts are raw px: who draws them beside the gestures needs to know where that is.
    @Test func firstLineSaysHowContactsAreOriented() throws {
        func line(_ transform: String) throws -> String {
            let file = folder.path + "/board.yaml"
            try """
            tapline: board/1
            name: turned
            source: made up
            controller: gt911
            bus: simulated
            addresses: [0x5d]
            size: [480, 800]
            \(transform)
            """.write(toFile: file, atomically: true, encoding: .utf8)
            let panel = try Panel<StandardRecognizer>(configuration: nil, board: file)
            return String(decoding: FollowedPanel(panel, name: "lamp").text, as: UTF8.self)
        }
        #expect(
            try line("transform: {mirror_y: true, swap_xy: true}").contains(",\"orient\":[0.0,-1.0,799.0,1.0,0.0,0.0],")
        )
        #expect(try !line("").contains("orient"))
    }

    @Test func firstLineSaysWhatThePanelIs() throws {
        var levels = levels
        levels.set(0, .active)
        let (client, connection) = try follower(.levels)
        flush()
        _ = client.lines()
        control.begin(connection, levels: levels, status: status)
        flush()
        let lines = client.lines()
        #expect(lines.count == 2 && lines[1].hasPrefix("{\"tapline\":\"events/1\""))
        let said = try object(lines[0])
        #expect(said["tapline"] as? String == "panel/1" && said["name"] as? String == "lamp")
        #expect(said["width"] as? Int == Int(panel.geometry.width) && said["chip"] as? String == "gt911")
        let zones = try #require(said["zones"] as? [[String: Any]])
        #expect(zones.map { $0["name"] as? String } == ["left", "kn\"ob", "ok"])
        #expect(zones.map { $0["control"] as? String } == [nil, nil, "button"])
        #expect(zones[0]["rect"] as? [Double] == [0, 0, 400, 480])
        #expect(zones[1]["circle"] as? [Double] == [200, 100, 50])
        let gestures = try #require(said["gestures"] as? [[String: String]])
        // (Commands are among them: MQTT makes an entity of each.)
        #expect(
            gestures == [
                ["name": "a", "kind": "tap"], ["name": "drag", "kind": "pan"], ["name": "next", "kind": "nextTrack"],
            ])
        let outputs = try #require(said["lines"] as? [[String: Any]])
        #expect(outputs.map { $0["level"] as? Int } == [1, 1])
        #expect(outputs.map { $0["active"] as? Bool } == [true, false])
        #expect(said["disabled"] as? [String: [String]] == ["gestures": [], "zones": []])
    }

    @Test func firstLineSaysWhatIsDisabled() throws {
        var status = status
        (status.states[1], status.disabledZones) = (.disabled, ZoneSet(1) | ZoneSet(2))
        let (client, connection) = try follower(.levels)
        flush()
        _ = client.lines()
        control.begin(connection, levels: levels, status: status)
        flush()
        let said = try object(client.lines()[0])
        #expect(said["disabled"] as? [String: [String]] == ["gestures": ["drag"], "zones": ["left", "kn\"ob"]])
    }

    /// A panel with a control of each kind.
    private func controls() throws -> Panel<StandardRecognizer> {
        let file = folder.path + "/controls.yaml"
        try """
        tapline: config/1
        board: simulated
        zones:
          - {name: "fa\\"n", rect: [0, 0, 50px, 50px], control: switch}
          - {name: dim, rect: [60px, 0, 50px, 50px], control: {slider: {axis: vertical, minimum: -1, maximum: 99, step: 2.5}}}
          - {name: soft, rect: [120px, 0, 50px, 50px], control: {slider: horizontal}}
          - {name: volume, rect: [180px, 0, 50px, 50px], control: {stepper: {maximum: 10}}}
          - {name: mode, rect: [240px, 0, 50px, 50px], control: {segmented: 3}}
          - {name: page, rect: [300px, 0, 50px, 50px], control: {pageControl: 4}}
          - {name: ok, rect: [360px, 0, 50px, 50px], control: button}
          - {name: plain, rect: [420px, 0, 50px, 50px]}
        """.write(toFile: file, atomically: true, encoding: .utf8)
        return try Panel<StandardRecognizer>(configuration: file)
    }

    /// Its status: all values are 0 but for those of `values`, by its zones from 1.
    private func status(_ values: [Int: Float] = [:], of panel: Panel<StandardRecognizer>) -> PanelStatus {
        var status = PanelStatus()
        status.reconfigure(panel.configuration.names, count: 0, zones: 8)
        for zone in 1...6 { status.controlValues[zone] = values[zone] ?? 0 }
        return status
    }

    private func follow(_ panel: Panel<StandardRecognizer>, with values: [Int: Float] = [:]) {
        control.reconfigure(FollowedPanel(panel, name: "lamp"), levels: levels, status: status(values, of: panel))
    }

    @Test func firstLineSaysWhichValuesControlsCanHaveAndHave() throws {
        let (client, _) = try follower(.events)
        flush()
        _ = client.lines()
        follow(try controls(), with: [1: 1, 2: 4, 5: -1])
        flush()
        let said = try object(client.lines()[0])
        #expect(
            said["values"] as? [String: Double]
                == ["fa\"n": 1, "dim": 4, "soft": 0, "volume": 0, "mode": -1, "page": 0])
        let zones = try #require(said["zones"] as? [[String: Any]])
        let figures = zones.map { zone in
            ["minimum", "maximum", "step", "segments", "pages"].map { zone[$0] as? Double }
        }
        #expect(
            figures == [
                [nil, nil, nil, nil, nil], [-1, 99, 2.5, nil, nil], [0, 1, nil, nil, nil], [0, 10, 1, nil, nil],
                [nil, nil, nil, 3, nil], [nil, nil, nil, nil, 4], [nil, nil, nil, nil, nil],
                [nil, nil, nil, nil, nil],
            ])
    }

    @Test func whoFollowsValuesIsToldAllOfThemWhenOneHasChanged() throws {
        let panel = try controls()
        let (client, _) = try follower(.values)
        let (other, _) = try follower(.events)
        follow(panel)
        flush()
        _ = (client.lines(), other.lines())
        func told(_ values: [Int: Float]) throws -> [String] {
            control.emit(valuesIn: status(values, of: panel), at: Instant(microseconds: 7))
            flush()
            return client.lines()
        }
        #expect(try told([:]).isEmpty)
        let text = #"{"t":7,"values":{"fa\"n":1.0,"dim":0.0,"soft":0.25,"volume":0.0,"mode":0.0,"page":0.0}}"#
        #expect(try told([1: 1, 3: 0.25]) == [text])
        #expect(try told([1: 1, 3: 0.25]).isEmpty)
        #expect(try told([1: 1]).count == 1 && other.lines().isEmpty)
        // Who is told what the panel is has been told its values.
        follow(panel, with: [2: 5])
        flush()
        #expect(client.lines().count == 2)
        #expect(try told([2: 5]).isEmpty)
    }

    /// A value that was left out would be the wrong one until the next.
    @Test func whoIsTooSlowGetsTheLastValuesWhenThereIsRoom() throws {
        let panel = try controls()
        let (client, connection) = try follower([.values, .levels])
        follow(panel)
        flush()
        _ = client.lines()
        // (Nothing is written meanwhile: what waits grows.)
        for step in 1...300 { control.emit(valuesIn: status([3: Float(step) / 1000], of: panel), at: .zero) }
        #expect(connection.port.room >= LinePort.capacity / 2 && connection.dropped == 0)
        flush()
        let before = client.lines()
        #expect((10..<300).contains(before.count) && before.last?.contains("0.3,") == false)
        for _ in 1...2 { control.emit(valuesIn: status([3: 0.3], of: panel), at: .zero) }
        flush()
        let after = client.lines()
        #expect(after.count == 1 && after[0].contains(#""soft":0.3,"#))
    }

    @Test func everybodyGetsWhatHeFollowsAndNothingElse() throws {
        let all: [Follows] = [.events, .touches, .contacts, .levels, .explain, .bus]
        for round in [all[0..<3], all[3..<6]] {
            let followers = try round.map { try follower($0) }
            flush()
            for (client, _) in followers { #expect(client.lines().count == 2) }
            var contacts = Contacts([Contact(id: 3, x: 10, y: 20.5)])
            var received = BusBytes()
            received.append(0x81)
            let written = ShortBytes(bytes: [0x81, 0x4E])
            control.heard(&contacts, at: .zero)
            control.writeTrace(isCancellation: false, at: .zero)
            control.beginTouches(TouchSet(), after: UInt32(round.startIndex + 1), at: .zero)
            control.endTouches(at: .zero)
            control.emit(levels, line: 1, at: .zero)
            control.emit(Transfer(address: 0x5D, written: written, readCount: 1), .transferred, &received, at: .zero)
            control.explain(event(.began))
            control.explain(event(.failed))
            var line = ByteLine()
            line.append("{\"seq\":1}\n")
            control.emit(&line, isProgress: false, at: .zero)
            flush()
            for (index, (client, connection)) in followers.enumerated() {
                let lines = client.lines()
                switch round[round.startIndex + index] {
                case .events: #expect(lines == ["{\"seq\":1}"])
                case .touches: #expect(lines == ["{\"t\":0,\"touches\":[]}"])
                case .contacts:
                    #expect(lines == ["{\"t\":0,\"c\":[[3,10.0,20.5]]}", "{\"t\":0,\"fault\":\"bus\"}"])
                case .levels: #expect(lines == ["{\"t\":0,\"line\":\"GPIO24\",\"level\":1,\"active\":false}"])
                case .explain: #expect(lines.count == 1 && lines[0].contains("\"failed\""))
                default: #expect(lines == ["{\"t\":0,\"w\":\"814e\",\"r\":\"81\"}"])
                }
                connection.port.close()
            }
        }
    }

    /// Whoever runs commands reads them by himself, from a file that only root may write: of the panel he gets nothing else.
    @Test func whoeverRunsCommandsIsToldTheirPlacesAndValuesAndNothingElse() throws {
        let (client, _) = try follower(.commands)
        let (other, _) = try follower(.events)
        flush()
        let greeting = client.lines()
        #expect(greeting.count == 1)
        #expect(try object(greeting.first ?? "")["config"] as? String == panel.digest)
        _ = other.lines()
        func tell(_ gesture: Int, _ state: GestureState, _ values: GestureValues = .none) -> [String] {
            control.run(
                GestureEvent(
                    time: Instant(microseconds: 7), gesture: gesture, zone: 0, kind: "pan", isContinuous: true,
                    state: state, touches: 1, location: .zero, values: values), numbered: 12)
            flush()
            return client.lines()
        }
        let moved = GestureValues.pan(translation: Vector(x: 8, y: 1), velocity: Vector(x: 100, y: 0))
        let pixels = panel.geometry.pixels(Vector(x: 8, y: 1)).x
        let began = tell(1, .began, moved)
        #expect(
            began.count == 1 && began.allSatisfy { $0.hasPrefix("{\"run\":1,\"t\":7,\"gesture\":\"drag\",\"dx\":") })
        let said = try object(began.first ?? "")
        #expect(Set(said.keys) == ["run", "t", "gesture", "dx"])
        #expect(abs((said["dx"] as? Double ?? 0) - Double(pixels)) < 0.001)
        #expect(
            tell(0, .ended) == [
                "{\"run\":0,\"t\":7}", "{\"run\":2,\"seq\":12,\"t\":7,\"gesture\":\"a\",\"state\":\"ended\"}",
            ])
        #expect(tell(0, .cancelled).isEmpty && tell(1, .changed, moved).isEmpty)
        func press(_ action: ControlEvent.Action, on kind: Control = .button) -> [String] {
            control.run(
                ControlEvent(
                    time: Instant(microseconds: 9), zone: 3, control: kind, action: action, location: .zero,
                    value: 0), numbered: 13)
            flush()
            return client.lines()
        }
        #expect(press(.press).isEmpty)
        // (The bug: a slider was used, and no command was run.)
        #expect(press(.release).isEmpty)
        #expect(
            press(.release, on: .slider(.init(.vertical)))
                == ["{\"run\":2,\"seq\":13,\"t\":9,\"control\":\"ok\",\"action\":\"release\"}"])
        #expect(
            press(.click) == ["{\"run\":2,\"seq\":13,\"t\":9,\"control\":\"ok\",\"action\":\"click\"}"])
        #expect(other.lines().isEmpty)
        control.reconfigure(FollowedPanel(panel, name: "lamp"), levels: levels, status: status)
        flush()
        #expect(client.lines() == greeting)
    }

    @Test func dataOfMotionComeAtTheIntervalOfEachReader() throws {
        let (fast, _) = try follower(.motion)
        let (slow, connection) = try follower(.motion)
        control.add(
            connection, following: [.motion, .events], every: .milliseconds(50), levels: levels, status: status)
        let (other, _) = try follower(.events)
        flush()
        for client in [fast, slow, other] { _ = client.lines() }
        // (60 readings a second, which 50 ms are no multiple of: on average the interval is kept.)
        for i in 0..<120 {
            let time = Instant(microseconds: Int64(i) * 1_000_000 / 60)
            let reading = MotionReading(at: time, acceleration: SIMD3(0.25, 0, 1), rotationRate: SIMD3(0, 0, -0.5))
            control.emit(DeviceMotion(reading: reading, gravity: SIMD3(0, 0, 1), userAcceleration: SIMD3(0.25, 0, 0)))
            flush()
        }
        let (all, some) = (fast.lines(), slow.lines())
        #expect(
            all.first == #"{"seq":1,"t":0,"a":[0.25,0.0,1.0],"w":[0.0,0.0,-0.5],"gravity":[0.0,0.0,1.0],"#
                + #""user":[0.25,0.0,0.0],"attitude":[0.0,0.0,0.0,1.0]}"#)
        #expect(all.count == 120 && (40...41).contains(some.count) && other.lines().isEmpty)
        // Nobody misses a line: each has numbers of his own.
        for lines in [all, some] {
            let numbers = try lines.map { try object($0)["seq"] as? Int ?? 0 }
            #expect(numbers == Array(1...lines.count))
        }
        let times = try some.map { try object($0)["t"] as? Int ?? 0 }
        #expect(zip(times.dropFirst(), times).allSatisfy { (33_000...67_000).contains($0 - $1) })
    }

    @Test func dataWithoutAGyroscopeHaveNoRotation() throws {
        let (client, _) = try follower(.motion)
        flush()
        _ = client.lines()
        control.emit(DeviceMotion(reading: MotionReading(at: .zero, acceleration: .zero), gravity: .zero))
        flush()
        #expect(client.lines().count == 1 && client.lines().allSatisfy { !$0.contains("\"w\"") })
    }

    // MARK: What plays

    /// Somebody who tells what plays.
    private func player() throws -> (SocketClient, Connection) {
        let client = try #require(SocketClient(folder.path + "/control"))
        return (client, try #require(control.server.accept(at: .zero, poller)))
    }

    private func song(_ state: NowPlaying.State, _ title: String) -> NowPlaying {
        var song = NowPlaying(state)
        song.title = title
        return song
    }

    /// What is told after `body`; nil: nothing.
    private func told(_ client: SocketClient, _ body: () -> Void) throws -> [String]? {
        body()
        guard control.refreshPlaying(at: Instant(microseconds: 9)) else { return nil }
        flush()
        return try client.lines().map { line in
            let said = try object(line)
            #expect(said["tapline"] as? String == "now/1" && said["t"] as? Int == 9)
            return "\(said["state"] ?? "") \(said["title"] ?? "")"
        }
    }

    @Test func followersHearWhatPlaysAtOnceAndWithEachNews() throws {
        let (_, radio) = try player()
        control.tell(song(.playing, "a"), from: radio)
        #expect(control.refreshPlaying(at: .zero))
        #expect(!control.refreshPlaying(at: .zero))
        let (client, _) = try follower(.now)
        flush()
        #expect(
            client.lines().dropFirst(2) == [
                "{\"tapline\":\"now/1\",\"t\":0,\"state\":\"playing\",\"title\":\"a\"}"
            ])
        #expect(try told(client) { control.tell(song(.playing, "a"), from: radio) } == ["playing a"])
        #expect(try told(client) { control.tell(song(.paused, "b"), from: radio) } == ["paused b"])
        #expect(try told(client) {} == nil)
    }

    @Test func whatPlaysIsOverWhenItsConnectionIs() throws {
        let (_, radio) = try player()
        let (client, _) = try follower(.now)
        flush()
        #expect(client.lines().last == "{\"tapline\":\"now/1\",\"t\":0,\"state\":\"none\"}")
        #expect(try told(client) { control.tell(song(.playing, "a"), from: radio) } == ["playing a"])
        #expect(try told(client) { radio.port.close() } == ["none "])
        // Nor does the next one in its place play that.
        let (_, next) = try player()
        #expect(next === radio)
        #expect(try told(client) {} == nil)
        #expect(try told(client) { control.tell(song(.playing, "b"), from: next) } == ["playing b"])
        #expect(try told(client) { next.isLeaving = true } == ["none "])
    }

    @Test func ofSeveralTheOneThatPlaysCountsThenTheOneThatPlayedLast() throws {
        let (_, first) = try player()
        let (_, second) = try player()
        let (client, _) = try follower(.now)
        flush()
        _ = client.lines()
        #expect(try told(client) { control.tell(song(.paused, "1"), from: first) } == ["paused 1"])
        #expect(try told(client) { control.tell(song(.stopped, "2"), from: second) } == ["stopped 2"])
        #expect(try told(client) { control.tell(song(.playing, "1"), from: first) } == ["playing 1"])
        #expect(try told(client) { control.tell(song(.paused, "2"), from: second) } == nil)
        #expect(try told(client) { control.tell(song(.paused, "1"), from: first) } == ["paused 1"])
        #expect(try told(client) { control.tell(song(.playing, "2"), from: second) } == ["playing 2"])
        #expect(try told(client) { control.tell(song(.playing, "1"), from: first) } == ["playing 1"])
        var own = song(.stopped, "2")
        own.isChosen = true
        #expect(try told(client) { control.tell(own, from: second) } == ["stopped 2"])
        #expect(try told(client) { control.tell(song(.playing, "2"), from: second) } == ["playing 2"])
        #expect(try told(client) { control.tell(song(.playing, "1"), from: first) } == nil)
        #expect(try told(client) { first.port.close() } == nil)
        // Why there is none is told where there is no player.
        var why = NowPlaying()
        (why.player, why.refusal) = ("mpd", "gone")
        let (_, third) = try player()
        #expect(try told(client) { control.tell(why, from: third) } == nil)
        #expect(try told(client) { control.tell(NowPlaying(), from: second) } == ["none "])
        #expect(control.nowPlaying == why)
        #expect(try told(client) { control.tell(NowPlaying(), from: third) } == ["none "])
        #expect(control.nowPlaying == NowPlaying())
    }

    // MARK: Fingers that are there already

    private func report(_ fingers: Int...) {
        var contacts = Contacts(fingers.map { Contact(id: Int32($0), x: 1, y: 2) })
        control.heard(&contacts, at: .zero)
    }

    @Test func fingerThatIsDownWhenARecordingBeginsIsNotInIt() throws {
        let (early, _) = try follower(.contacts)
        report(0)
        let (late, _) = try follower([.contacts, .bus])
        control.writeTrace(isCancellation: false, at: .zero)
        report(0)
        // (A second finger beside it is not known whole either.)
        report(0, 1)
        report(1)
        control.writeInterrupt(isHigh: true, at: .zero)
        report()
        report(2)
        flush()
        #expect(
            late.lines().dropFirst(2) == [
                "{\"t\":0,\"int\":1}", "{\"t\":0,\"c\":[]}", "{\"t\":0,\"c\":[[2,1.0,2.0]]}",
            ])
        #expect(early.lines().count == 2 + 7)
        // Nor is anything kept from who begins between two touches.
        report()
        let (between, _) = try follower(.contacts)
        report(3)
        flush()
        #expect(between.lines().dropFirst(2) == ["{\"t\":0,\"c\":[[3,1.0,2.0]]}"])
    }

    @Test func reloadKeepsNoFingersFromARecordingThatHasThem() throws {
        let (client, connection) = try follower(.contacts)
        report(0)
        control.begin(connection, levels: levels, status: status)
        report(0)
        flush()
        #expect(client.lines().suffix(1) == ["{\"t\":0,\"c\":[[0,1.0,2.0]]}"])
    }

    @Test func resetOfTheControllerEndsTheWaitForALift() throws {
        report(0)
        let (client, _) = try follower(.contacts)
        control.forgetFingers()
        control.writeTrace(isCancellation: true, at: .zero)
        report(0)
        flush()
        #expect(client.lines().dropFirst(2) == ["{\"t\":0,\"cancel\":true}", "{\"t\":0,\"c\":[[0,1.0,2.0]]}"])
    }

    // MARK: How the controller was found

    private func transfer(_ bytes: [UInt8], reads: [UInt8], fails: Bool = false, identifies: Bool = true) {
        var received = BusBytes()
        var written = ShortBytes()
        for byte in reads { received.append(byte) }
        for byte in bytes { written.append(byte) }
        control.emit(
            Transfer(address: 0x5D, written: written, readCount: reads.count),
            fails ? .transferFailed(BusError(errno: 121)) : .transferred, &received, at: .zero, identifies: identifies)
    }

    @Test func recordingOfTheBusBeginsWithHowTheControllerWasFound() throws {
        transfer([0x81, 0x40], reads: [0], fails: true)
        transfer([0x81, 0x40], reads: [0x39])
        transfer([0x81, 0x40], reads: [0x39, 0x31, 0x31])
        transfer([0x81, 0x4E], reads: [0x80], identifies: false)
        let (client, _) = try follower(.bus)
        let (other, _) = try follower(.events)
        flush()
        #expect(
            client.lines().dropFirst(2) == [
                "{\"t\":0,\"w\":\"8140\",\"r\":\"39\"}", "{\"t\":0,\"w\":\"8140\",\"r\":\"393131\"}",
            ], "the attempt that has failed does not count")
        #expect(other.lines().count == 2)
        control.forgetIdentification()
        let (late, _) = try follower(.bus)
        flush()
        #expect(late.lines().count == 2, "it is being looked for anew")
    }

    @Test func longIdentificationIsKeptUpToFourKilobytes() throws {
        for _ in 0..<500 { transfer([0x81, 0x40], reads: [1, 2, 3, 4]) }
        let (client, connection) = try follower(.bus)
        flush()
        let lines = client.lines().dropFirst(2)
        #expect(lines.allSatisfy { $0 == lines.first } && connection.dropped == 0)
        let bytes = lines.reduce(0) { $0 + $1.utf8.count + 1 }
        #expect(bytes <= 4_096 && bytes > 4_000, "whole lines, as many as have room")
    }

    @Test func transferThatFailedSaysWhy() throws {
        let (client, _) = try follower(.bus)
        flush()
        _ = client.lines()
        var received = BusBytes()
        var written = ShortBytes()
        written.append(0x0A)
        let failed = ControllerInput.transferFailed(BusError(errno: 121))
        control.emit(Transfer(address: 1, written: written, readCount: 0), failed, &received, at: .zero)
        control.emit(Transfer(address: 1, written: ShortBytes(), readCount: 4), failed, &received, at: .zero)
        control.emit(Transfer(address: 1, written: written, readCount: 4), failed, &received, at: .zero)
        control.writeInterrupt(isHigh: false, at: .zero)
        flush()
        #expect(
            client.lines() == [
                "{\"t\":0,\"w\":\"0a\",\"err\":\"nack\"}", "{\"t\":0,\"w\":\"\",\"err\":\"nack\"}",
                "{\"t\":0,\"w\":\"0a\",\"err\":\"nack\"}", "{\"t\":0,\"int\":0}",
            ])
    }

    @Test func linesThatWereLeftOutAreSaidAndCounted() throws {
        let (client, connection) = try follower([.touches, .levels])
        var told = 0
        while connection.dropped < 5 {
            control.beginTouches(TouchSet(), after: UInt32(told + 1), at: .zero)
            control.endTouches(at: .zero)
            told += 1
            flush()
        }
        // (A level is still told where there is no room left for touches.)
        control.emit(levels, line: 0, at: .zero)
        told += 1
        var lines: [String] = []
        for _ in 0..<100 {
            lines += client.lines()
            flush()
        }
        control.emit(levels, line: 0, at: .zero)
        flush()
        lines += client.lines()
        told += 1
        var dropped = 0
        for line in lines where line.contains("\"dropped\"") { dropped += try object(line)["dropped"] as? Int ?? 0 }
        let others = lines.filter { !$0.contains("\"dropped\"") }.count - 2
        #expect(dropped >= 5 && others + dropped == told)
        #expect(Int(control.server.refusedLines) == dropped)
        #expect(lines.filter { $0.contains("GPIO23") && $0.contains("\"line\"") }.count == 2)
    }

    @Test func whyAndEventsTogetherAreOneStream() throws {
        let (client, _) = try follower([.events, .explain])
        flush()
        _ = client.lines()
        control.explain(event(.began))
        var line = ByteLine()
        line.append("{\"seq\":1}\n")
        control.emit(&line, isProgress: false, at: .zero)
        control.explain(event(.failed))
        flush()
        let lines = client.lines()
        #expect(lines.count == 2 && lines[0].contains("\"seq\":1,") && lines[1].contains("\"seq\":2,"))
    }
}
