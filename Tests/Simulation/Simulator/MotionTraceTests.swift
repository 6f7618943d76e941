import Foundation
import TaplineSimulator
import TestSupport

/// Recordings with lines of motion.
@Suite struct MotionTraceTests {
    private struct Seen: QuietSink {
        var lines: [String] = []
        mutating func emit(_ event: GestureEvent) {
            lines.append("\(event.time.microseconds / 1_000) \(event.kind) \(event.state)")
        }
        mutating func set(line: Int, level: OutputLevel, at now: Instant) {
            lines.append("\(now.microseconds / 1_000) line \(level.isActive)")
        }
    }

    private let header = "{\"tapline\":\"trace/1\",\"panel\":{\"width\":800,\"height\":480}}\n"

    private func play(_ lines: [String]) throws -> [String] {
        var setup = GestureSetup<StandardRecognizer, 1, 1, 0>()
        _ = try setup.add(.tap(TapRecognizer()))
        var shaken = RecognizerSet()
        shaken.insert(1)
        var bank = OutputBank<Seen, 1>()
        _ = bank.append(LineOutput(gestures: shaken, pattern: .pulse(.milliseconds(200))))
        var pipeline = GesturePipeline<StandardRecognizer, Seen, 5, 1, 1, 0, 1>(
            geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup, outputs: bank)
        var engine = MotionEngine()
        _ = engine.addShake(.standard)
        engine.begin(.shakes, at: .zero)
        engine.begin(.orientation, at: .zero)
        var names = MotionGestures(first: 1)
        _ = names.append(.shake(0))
        _ = names.append(.orientation(1 << DeviceOrientation.faceUp.rawValue))
        var seen = Seen()
        let trace = try Trace(Array((header + lines.joined(separator: "\n")).utf8), file: "t.jsonl")
        pipeline.play(trace, motion: engine, as: names, into: &seen)
        return seen.lines
    }

    @Test func readingsOfARecordingBecomeEvents() throws {
        var lines: [String] = []
        for i in 0..<300 {
            let t = Double(i) / 100
            let x = t > 1 && t < 2 ? 1.5 * sin(2 * .pi * 4 * (t - 1)) : 0
            lines.append("{\"t\":\(i * 10_000),\"a\":[\(x),0.02,0.98],\"w\":[0,0,0.1]}")
            // A finger taps in between.
            if i == 50 { lines.append("{\"t\":500000,\"c\":[[0,10,10]]}") }
            if i == 58 { lines.append("{\"t\":580000,\"c\":[]}") }
        }
        let told = try play(lines)
        let begin = try #require(told.firstIndex { $0.hasSuffix("shake began") })
        let start = try #require(Int(told[begin].split(separator: " ")[0]))
        #expect(start > 1_200 && start < 1_600)
        #expect(
            told.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
                "orientation began", "tap ended", "shake began", "line true", "line false", "shake ended",
            ])
        #expect(
            told.last.map { ["2350 shake ended", "2360 shake ended", "2400 shake ended"].contains($0) || $0 > "2300" }
                == true)
    }

    @Test func aRecordingThatEndsInAShakeInterruptsIt() throws {
        let told = try play(
            (0..<150).map { "{\"t\":\($0 * 10_000),\"a\":[\(1.5 * sin(0.25 * Double($0))),0,1]}" })
        #expect(told.last == "1740 shake cancelled")
    }

    @Test(arguments: [
        #"{"t":0,"a":[0,0]}"#, #"{"t":0,"a":[0,0,"1"]}"#, #"{"t":0,"a":[0,0,1e999]}"#, #"{"t":0,"a":[0,0,1000]}"#,
        #"{"t":0,"a":1}"#, #"{"t":0,"a":[0,0,1],"w":[1,2]}"#, #"{"t":0,"a":[0,0,1],"c":[]}"#, #"{"t":0,"w":[0,0,1]}"#,
    ]) func wrongReadingsAreRefused(line: String) {
        #expect(throws: LineFormatError.self) { try Trace(Array((header + line).utf8), file: "t.jsonl") }
    }

    @Test(arguments: [SIMD3<Float>?.none, SIMD3(-0.5, 0, 34.9066)]) func whatIsWrittenOfAReadingIsRead(
        rate: SIMD3<Float>?
    ) throws {
        let reading = MotionReading(
            at: Instant(microseconds: 7), acceleration: SIMD3(0.0625, -15.9995, 1), rotationRate: rate)
        let line = "{\"t\":7,\(Trace.text(of: reading))}\n"
        let header = "{\"tapline\":\"trace/1\",\"panel\":{\"width\":800,\"height\":480}}\n"
        let trace = try Trace(Array((header + line).utf8), file: "t")
        guard case .reading(let read) = trace[0].event else { throw Missing("a reading: \(line)") }
        let difference = read.acceleration - reading.acceleration
        #expect(read.time == reading.time && (difference * difference).sum() < 1e-8)
        #expect((read.rotationRate == nil) == (rate == nil))
        if let rate, let got = read.rotationRate { #expect(((got - rate) * (got - rate)).sum() < 1e-8) }
    }

    @Test func readingsAreKept() throws {
        let trace = try Trace(
            Array((header + #"{"t":7,"a":[0.5,-1,2e-1]}"# + "\n" + #"{"t":8,"a":[0,0,1],"w":[1,-2,3.5]}"#).utf8),
            file: "t.jsonl")
        guard case .reading(let first) = trace[0].event, case .reading(let second) = trace[1].event else {
            Issue.record("no readings")
            return
        }
        #expect(first.acceleration == SIMD3(0.5, -1, 0.2) && first.rotationRate == nil && first.time.microseconds == 7)
        #expect(second.rotationRate == SIMD3(1, -2, 3.5) && trace.otherEvents == 0)
    }
}
