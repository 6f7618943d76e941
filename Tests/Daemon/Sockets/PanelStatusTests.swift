import Foundation
import TaplineFormats
import TestSupport

@testable import TaplineDaemon

/// What is counted, as `status` and Prometheus get it.
@Suite struct PanelStatusTests {
    private let folder = SocketFolder()

    private func names(_ names: [String]) -> EventNames {
        var all = EventNames()
        for (index, name) in names.enumerated() {
            let one = Name(text: name)
            all.gestures[index] = one
        }
        return all
    }

    private func metrics(_ status: PanelStatus) throws -> [String] {
        var status = status
        var file = MetricsFile(path: folder.path + "/metrics.prom")
        file.write(&status, at: .zero)
        #expect(file.errno == 0 && file.deadline == Instant.zero + MetricsFile.period)
        return try String(contentsOfFile: folder.path + "/metrics.prom", encoding: .utf8).components(separatedBy: "\n")
    }

    @Test func everySampleHasItsHeadAndAValue() throws {
        var status = PanelStatus()
        status.reconfigure(names(["tap", "swipe"]), count: 2)
        let lines = try metrics(status)
        #expect(lines.last == "")
        var types: [String: String] = [:]
        for line in lines.dropLast() {
            let words = line.split(separator: " ", maxSplits: 3)
            if line.hasPrefix("# TYPE") { types[String(words[2])] = String(words[3]) }
            guard !line.hasPrefix("#") else { continue }
            let name = String(line.prefix { $0 != "{" && $0 != " " })
            let family = ["_bucket", "_sum", "_count"].first { name.hasSuffix($0) }.map { name.dropLast($0.count) }
            #expect(types[name] != nil || types[String(family ?? "")] == "histogram", "\(line)")
            #expect(name.hasPrefix("tapline_") && Double(line.split(separator: " ").last ?? "") != nil)
            #expect(types[name] != "counter" || name.hasSuffix("_total"))
        }
        #expect(types.count == 28)
        #expect(lines.contains("tapline_gestures_total{name=\"swipe\"} 0"))
    }

    @Test func everythingThatWasNoTouchIsCountedByItsReason() throws {
        var status = PanelStatus()
        status.table.ghosts = 1
        status.table.bursts = 2
        status.table.periodic = 3
        status.table.masked = 4
        status.table.palms = 5
        status.table.flickers = .max
        let lines = try metrics(status).filter { $0.hasPrefix("tapline_ghosts_total{") }
        #expect(
            lines == [
                #"tapline_ghosts_total{kind="short"} 1"#, #"tapline_ghosts_total{kind="burst"} 2"#,
                #"tapline_ghosts_total{kind="periodic"} 3"#, #"tapline_ghosts_total{kind="masked"} 4"#,
                #"tapline_ghosts_total{kind="palm"} 5"#, #"tapline_ghosts_total{kind="flicker"} 4294967295"#,
            ])
        // (Their sum wraps, as each of them does.)
        #expect(status.summary.contains(" 14 ghosts, "))
    }

    @Test func whatPlaysIsALineOfWholeCharacters() throws {
        var status = PanelStatus()
        var line = ByteLine()
        #expect(!status.write(.playing, 0, prefix: "", into: &line))
        status.playing = NowPlaying(.paused)
        status.playing.player = "mpv"
        status.playing.title = "a \"b\" " + String(repeating: "𝄞", count: 50)
        status.playing.artist = String(repeating: "\\", count: 512)
        line.removeAll()
        #expect(status.write(.playing, 0, prefix: "", into: &line))
        #expect(!line.isTruncated)
        let text = String(decoding: (0..<line.count).map { line[$0] }, as: UTF8.self)
        #expect(
            text == "now_playing{player=\"mpv\",state=\"paused\",title=\"a \\\"b\\\" "
                + String(repeating: "𝄞", count: 23) + "\",artist=\"" + String(repeating: "\\\\", count: 100) + "\"} 0\n"
        )
        status.playing.state = .playing
        line.removeAll()
        #expect(status.write(.playing, 0, prefix: "", into: &line))
        #expect(line[line.count - 2] == UInt8(ascii: "1"))
    }

    @Test func statusSaysWhyAPlayerRefusesAndWhichButtonsBounce() throws {
        var status = PanelStatus()
        func samples(_ family: PanelStatus.Family) -> [String] {
            var lines: [String] = []
            var line = ByteLine()
            while status.write(family, lines.count, prefix: "", into: &line) {
                #expect(!line.isTruncated)
                lines.append(String(decoding: (0..<line.count).map { line[$0] }, as: UTF8.self))
                line.removeAll()
            }
            return lines
        }
        #expect(samples(.refusal).isEmpty && samples(.bounces).isEmpty && samples(.quickChanges).isEmpty)
        status.playing.player = "mpd"
        status.playing.refusal = String(repeating: "\"", count: 100)
        #expect(
            samples(.refusal) == [
                "player_refusal{player=\"mpd\",why=\"" + String(repeating: "\\\"", count: 100) + "\"} 1\n"
            ])
        // (A character is told whole or not at all.)
        status.playing.refusal = "x" + String(repeating: "ü", count: 60)
        #expect(
            samples(.refusal) == [
                "player_refusal{player=\"mpd\",why=\"x" + String(repeating: "ü", count: 49) + "\"} 1\n"
            ])
        var contact = Debouncer.Counters()
        (contact.bounces, contact.quick) = (7, 2)
        status.buttons = [("GPIO17", Debouncer.Counters()), ("GPIO22", contact)]
        #expect(
            samples(.bounces) == [
                "button_bounces_total{line=\"GPIO17\"} 0\n", "button_bounces_total{line=\"GPIO22\"} 7\n",
            ])
        #expect(
            samples(.quickChanges) == [
                "button_quick_changes_total{line=\"GPIO17\"} 0\n", "button_quick_changes_total{line=\"GPIO22\"} 2\n",
            ])
    }

    @Test func statusSaysWhereGesturesStandAndWhatIsDisabled() throws {
        var status = PanelStatus()
        var names = names(["tap", "swipe"])
        names.zones[1] = Name("left")
        names.zones[2] = Name("right")
        status.reconfigure(names, count: 2, zones: 2)
        status.states[0] = .began
        status.states[1] = .disabled
        status.disabledZones.insert(2)
        status.controlValues[2] = 2.5
        status.responder = 1
        let lines = try metrics(status)
        for line in [
            #"gesture_state{name="tap",state="began"} 1"#, #"gesture_state{name="swipe",state="disabled"} 1"#,
            #"zone_enabled{name="left"} 1"#, #"zone_enabled{name="right"} 0"#, #"first_responder{name="left"} 1"#,
        ] { #expect(lines.contains("tapline_" + line)) }
        func states(isJSON: Bool) -> [String] {
            var lines: [String] = []
            var line = ByteLine()
            while status.writeState(lines.count, isJSON: isJSON, into: &line) {
                line.removeLineEnd()
                lines.append(String(decoding: line.bytes, as: UTF8.self))
                line.removeAll()
            }
            return lines
        }
        #expect(
            states(isJSON: false) == [
                "tap began", "swipe disabled", "zone left enabled", "zone right disabled, value 2.5", "responder left",
            ])
        status.responder = nil
        #expect(
            states(isJSON: true) == [
                #"{"gesture":"tap","state":"began"}"#, #"{"gesture":"swipe","state":"disabled"}"#,
                #"{"zone":"left","enabled":true}"#, #"{"zone":"right","enabled":false,"value":2.5}"#,
                #"{"responder":null}"#,
            ])
    }

    @Test func motionSensorIsCountedWhereThereIsOne() throws {
        var status = PanelStatus()
        #expect(try metrics(status).allSatisfy { $0.hasPrefix("#") || !$0.contains("sensor") })
        var counters = PipelineCounters()
        (counters.reports, counters.busErrors, counters.resets) = (1_234, 3, 1)
        for (isThere, isWanted, state) in [
            (Bool?.some(true), true, "ok"), (false, true, "lost"), (true, false, "off"), (nil, false, "off"),
        ] {
            status.sensor = SensorStatus(
                chip: "lis3dh", rate: 200, isThere: isThere, isWanted: isWanted, counters: counters)
            #expect(
                try metrics(status).filter { $0.hasPrefix("tapline_sensor") } == [
                    "tapline_sensor_state{chip=\"lis3dh\",state=\"\(state)\"} 1", "tapline_sensor_rate_hertz 200",
                    "tapline_sensor_readings_total 1234", "tapline_sensor_faults_total{kind=\"bus\"} 3",
                    "tapline_sensor_faults_total{kind=\"bad_report\"} 0",
                    "tapline_sensor_faults_total{kind=\"not_ready\"} 0",
                    "tapline_sensor_faults_total{kind=\"absent\"} 0", "tapline_sensor_faults_total{kind=\"reset\"} 1",
                ])
        }
    }

    @Test func namesAreEscapedAsPrometheusWants() throws {
        var status = PanelStatus()
        status.board = "a \"b\" \\c\u{1}"
        status.reconfigure(names(["x\"y"]), count: 1)
        let lines = try metrics(status)
        #expect(lines.contains { $0.contains("board=\"a \\\"b\\\" \\\\c\"") })
        #expect(lines.contains("tapline_gestures_total{name=\"x\\\"y\"} 0"))
    }

    @Test func bucketsHoldTheirLimitsAndEverythingBelow() {
        var histogram = LatencyHistogram()
        for us: Int64 in [-5, 0, 250, 251, 50_000, 50_001, 1 << 40] { histogram.add(Microseconds(us)) }
        #expect(histogram.cumulative(0) == 3)
        #expect(histogram.cumulative(1) == 4)
        #expect(histogram.cumulative(8) == 4)
        #expect(histogram.cumulative(9) == 5)
        #expect(histogram.cumulative(10) == 7)
        #expect(histogram.sum == 250 + 251 + 50_000 + 50_001 + 1 << 40)
    }

    @Test func gesturesThatKeepTheirNameKeepTheirCount() throws {
        var status = PanelStatus()
        status.reconfigure(names(["a", "b"]), count: 2)
        status.count(gesture: 0)
        status.count(gesture: 1)
        status.count(gesture: 1)
        status.count(gesture: -1)
        status.count(gesture: 32)
        status.reconfigure(names(["c", "b"]), count: 2)
        #expect(status.recognized == 2)
        let lines = try metrics(status)
        #expect(lines.contains("tapline_gestures_total{name=\"b\"} 2"))
        #expect(lines.contains("tapline_gestures_total{name=\"c\"} 0"))
        #expect(!lines.contains { $0.contains("\"a\"") })
    }

    @Test func fileIsReplacedWholeAndNothingIsLeftBeside() throws {
        let path = folder.path + "/metrics.prom"
        try String(repeating: "old\n", count: 10_000).write(toFile: path, atomically: true, encoding: .utf8)
        let lines = try metrics(PanelStatus())
        #expect(!lines.contains("old"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["metrics.prom"])
    }

    /// Before, a file for each process was left there.
    @Test func whatAKilledDaemonLeftBesideTheMetricsIsTaken() throws {
        try "# half".write(toFile: folder.path + "/metrics.prom.new", atomically: true, encoding: .utf8)
        #expect(try !metrics(PanelStatus()).contains("# half"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["metrics.prom"])
    }

    @Test func fileThatCannotBeWrittenIsSaidSo() {
        var status = PanelStatus()
        var file = MetricsFile(path: folder.path + "/nowhere/metrics.prom")
        file.write(&status, at: .zero)
        #expect(file.errno == 2)
    }
}
