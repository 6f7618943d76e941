import Foundation
import TaplineConfiguration
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// A recording of motion, replayed: events under the names of a configuration.
@Suite struct MotionReplayTests {
    @Test func motionOfARecordingIsToldAsEvents() throws {
        let text = """
            tapline: config/1
            gestures:
              - {name: tap, kind: tap}
            motion:
              - {name: shaken, kind: shake}
              - {name: sideways, kind: orientation, is: landscapeLeft}
            outputs:
              - {on: shaken, line: GPIO5, pulse: 100ms}

            """
        let header = "{\"tapline\":\"trace/1\",\"panel\":{\"width\":800,\"height\":480}}\n"
        let lines = (0..<600).map { i -> String in
            let t = Double(i) / 100
            let shake = t > 1 && t < 2.5 ? 1.5 * sin(2 * .pi * 4 * t) : 0
            return "{\"t\":\(i * 10_000),\"a\":\(t < 4 ? "[\(shake),1,0]" : "[1,\(shake),0]")}\n"
        }
        let trace = try Trace(Array((header + lines.joined()).utf8), file: "t.jsonl")
        let source = try ConfigurationSource(Array(text.utf8), file: "c.yaml")
        let geometry = PanelGeometry(trace.panel)
        let configuration = try Configuration<StandardRecognizer>(source, panel: geometry)
        var pipeline = StandardGesturePipeline<StandardRecognizer, Seen>(
            geometry: geometry, setup: try configuration.setup(), outputs: configuration.outputBank(for: Seen.self))
        var seen = Seen(format: EventsFormat(geometry: geometry, names: configuration.names))
        let (engine, gestures) = (configuration.motionEngine(), configuration.motionGestures)
        pipeline.play(trace, motion: engine, as: gestures, into: &seen)
        #expect(
            seen.events.map { $0.replacing(/"t":[0-9]+/, with: "\"t\":0") } == [
                #"{"seq":1,"t":0,"gesture":"shaken","kind":"shake","state":"began","touches":0,"x":0.0,"y":0.0}"#,
                #"{"seq":2,"t":0,"gesture":"shaken","kind":"shake","state":"ended","touches":0,"x":0.0,"y":0.0}"#,
                #"{"seq":3,"t":0,"gesture":"sideways","kind":"orientation","state":"began","touches":0,"x":0.0,"y":0.0,"#
                    + #""orientation":"landscapeLeft"}"#,
            ])
        #expect(seen.levels == [true, false])
    }

    /// The simulated board with a sensor, recorded: the fingers as ever, and its demonstration of motion, which replays.
    @Test func recordingTakesMotionAlongAndReplays() throws {
        let recording = try BoardRecording(board: Repository.url("boards/examples/motion-board.yaml").path)
        func record(withMotion: Bool) throws -> [BoardRecording.Line] {
            var lines: [BoardRecording.Line] = []
            try recording.run(isBus: false, withMotion: withMotion, isLive: false) {
                lines.append($0)
                return true
            }
            return lines
        }
        let lines = try record(withMotion: true)
        #expect(
            lines.filter { $0.isReading }.count == 1_570 && lines.allSatisfy { $0.isReading != ($0.fingers != nil) })
        #expect(lines.filter { !$0.isReading }.map { $0.text } == (try record(withMotion: false)).map { $0.text })
        let text =
            #"{"tapline":"trace/1","panel":{"width":800,"height":480}}"# + "\n"
            + lines.map { $0.text + "\n" }.joined()
        let trace = try Trace(Array(text.utf8), file: "t.jsonl")
        let replay = try Replay<StandardRecognizer>(
            .touches(trace), file: "t.jsonl", configuration: Repository.url("boards/examples/motion.yaml").path)
        var output = OutputStream.kept()
        try replay.run(into: &output)
        let told = String(decoding: output.keptBytes, as: UTF8.self).split(separator: "\n").filter {
            $0.contains("\"touches\":0")
        }
        let states = told.map { line in
            ["gesture", "state"].map { key in String(line.split(separator: "\"\(key)\":\"")[1].prefix { $0 != "\"" }) }
        }
        #expect(
            states == [
                ["sideways", "began"], ["sideways", "ended"], ["shaken", "began"], ["shaken", "ended"],
                ["lying", "began"], ["lying", "ended"],
            ])
    }

    /// A simulated run moves its device as the recording says, not as the demonstration does: the lines follow.
    @Test func recordedFingersBringTheirMotion() throws {
        let (board, config) = ("boards/examples/motion-board.yaml", "boards/examples/motion.yaml")
        let panel = try Panel<StandardRecognizer>(
            configuration: Repository.url(config).path, board: Repository.url(board).path)
        func told(_ isMoving: Bool) throws -> [String] {
            let start = 9_000_000_000
            let lines = (0..<600).map { i -> String in
                let shake = isMoving && i > 100 && i < 250 ? 1.5 * sin(2 * .pi * 0.04 * Double(i)) : 0
                return "{\"t\":\(start + i * 10_000),\"a\":[\(shake),1,0]}\n"
            }
            let tap = "{\"t\":\(start + 6_000_000),\"c\":[[0,100,100]]}\n{\"t\":\(start + 6_080_000),\"c\":[]}\n"
            let header = "{\"tapline\":\"trace/1\",\"panel\":{\"width\":800,\"height\":480}}\n"
            let trace = try Trace(Array((header + lines.joined() + tap).utf8), file: "t.jsonl")
            var run = SimulatedRun(panel: panel, script: trace.script(width: 800, height: 480))
            run.isLive = false
            var output = OutputStream.kept()
            try run.run(into: &output)
            return String(decoding: output.keptBytes, as: UTF8.self).split(separator: "\n").dropFirst().map {
                $0.split(separator: " ").dropFirst(2).prefix(2).joined(separator: " ")
            }
        }
        #expect(try told(false) == ["select ended"])
        // (The last reading counts, too.)
        #expect(
            try told(true) == ["shaken began", "GPIO22 active,", "GPIO22 idle,", "shaken ended", "select ended"])
    }

    /// Taps at the places where the eye sees the top left corner, and swipes to where it sees up.
    @Test func zonesAndDirectionsTurnWithTheDevice() throws {
        let folder = try ScratchFolder()
        let file = folder.path("c.yaml")
        try """
        tapline: config/1
        options: {orientation: follow}
        zones: [{name: corner, rect: [0%, 0%, 20%, 20%]}]
        gestures:
          - {name: tap, kind: tap, zone: corner}
          - {name: swipe, kind: swipe}

        """.write(toFile: file, atomically: true, encoding: .utf8)
        // (Which way is up in the device's frame, the raw px of the corner, and which raw way is up.)
        let ways: [(up: [Int], corner: (x: Double, y: Double), way: (x: Double, y: Double))] = [
            ([0, 1, 0], (20, 20), (0, -1)), ([1, 0, 0], (779, 20), (1, 0)), ([0, -1, 0], (779, 459), (0, 1)),
            ([-1, 0, 0], (20, 459), (-1, 0)), ([0, 0, 1], (20, 459), (-1, 0)),
        ]
        var lines = [#"{"tapline":"trace/1","panel":{"width":800,"height":480}}"#]
        var time = 0
        func step(_ up: [Int], _ fingers: String) {
            lines += ["{\"t\":\(time),\"a\":\(up)}", "{\"t\":\(time),\"c\":[\(fingers)]}"]
            time += 10_000
        }
        for (index, way) in ways.enumerated() {
            // A finger that rests while the device is turned keeps its orientation until it lifts.
            if index == 1 { for _ in 0..<200 { step(way.up, "[0,20,20]") } }
            for _ in 0..<200 { step(way.up, "") }
            for _ in 0..<6 { step(way.up, "[1,\(way.corner.x),\(way.corner.y)]") }
            for _ in 0..<40 { step(way.up, "") }
            for i in 0..<12 {
                step(way.up, "[2,\(400 + Double(i) * 15 * way.way.x),\(240 + Double(i) * 15 * way.way.y)]")
            }
            for _ in 0..<40 { step(way.up, "") }
        }
        let trace = try Trace(Array(lines.joined(separator: "\n").utf8), file: "t.jsonl")
        var output = OutputStream.kept()
        try Replay<StandardRecognizer>(.touches(trace), file: "t.jsonl", configuration: file).run(into: &output)
        let told = String(decoding: output.keptBytes, as: UTF8.self).split(separator: "\n")
        let events = told.filter { $0.contains("\"gesture\"") }
        #expect(events.count == 2 * ways.count, "\(told)")
        for (number, event) in events.enumerated() {
            #expect(event.contains(number % 2 == 0 ? #""gesture":"tap""# : #""direction":"up""#), "\(number): \(event)")
            if number % 2 == 0 { #expect(event.contains(#""x":20.0,"y":20.0"#), "\(event)") }
        }
        // Each turn is a stream of its own, as after a reload; lying it stays as it was.
        #expect(told.filter { $0.contains("events/1") }.count == 4)
    }

    @Test func boardWithoutASensorHasNoMotionToRecord() throws {
        let recording = try BoardRecording(board: "simulated")
        #expect(throws: ServiceError.self) {
            try recording.run(isBus: false, withMotion: true, isLive: false) { _ in false }
        }
    }

    private struct Seen: QuietSink {
        var format: EventsFormat
        var events: [String] = []
        var levels: [Bool] = []
        init(format: EventsFormat) { self.format = format }
        mutating func emit(_ event: GestureEvent) {
            var line = ByteLine()
            format.write(event, into: &line)
            events.append(String(line.text.dropLast()))
        }
        mutating func set(line: Int, level: OutputLevel, at now: Instant) { levels.append(level.isActive) }
    }
}
