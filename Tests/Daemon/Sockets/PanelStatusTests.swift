import Foundation
import TaplineCore
import Testing

@testable import TaplineDaemon

/// What is counted, as `status` and Prometheus get it.
@Suite struct PanelStatusTests {
    private let folder = SocketFolder()

    private func names(_ names: [String]) -> EventNames {
        var all = EventNames()
        for (index, name) in names.enumerated() {
            var one = Name()
            for byte in name.utf8 { one.append(byte) }
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
        #expect(types.count == 14)
        #expect(lines.contains("tapline_gestures_total{name=\"swipe\"} 0"))
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

    @Test func fileThatCannotBeWrittenIsSaidSo() {
        var status = PanelStatus()
        var file = MetricsFile(path: folder.path + "/nowhere/metrics.prom")
        file.write(&status, at: .zero)
        #expect(file.errno == 2)
    }
}
