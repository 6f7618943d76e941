import Foundation
import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineSimulator
import Testing

/// Every example can be run and looked at: its demonstration shows each of its gestures.
@Suite struct ExampleDemonstrationTests {
    private struct Recorder: EffectSink {
        var recognized: Set<Int> = []
        var active: Set<Int> = []

        mutating func emit(_ event: GestureEvent) { if event.isRecognition { recognized.insert(event.gesture) } }
        mutating func set(line: Int, level: OutputLevel, at now: Instant) { if level.isActive { active.insert(line) } }
        mutating func emit(_ touch: TouchEvent) {}
        mutating func transfer(_ transfer: Transfer) {}
        mutating func drive(_ line: ControllerLine, _ drive: LineDrive) {}
        mutating func fault(_ fault: ControllerFault, at now: Instant) {}
    }

    private func path(_ name: String) -> String { ExampleBench.folder.appendingPathComponent(name).path }

    /// The script as `trace/1`, in whole pixels.
    private func trace(_ script: FingerScript, of name: String) -> String {
        var text = #"{"tapline":"trace/1","panel":{"width":800,"height":480,"width_mm":154.08,"height_mm":85.92},"#
        text += #""rate_hz":50,"source":"synthetic: the demonstration of \#(name).yaml"}"# + "\n"
        for frame in script.frames {
            let contacts = (0..<frame.contacts.count).map { index in
                let contact = frame.contacts[index]
                return "[\(contact.id),\(Int(contact.x.rounded())),\(Int(contact.y.rounded()))]"
            }
            text += #"{"t":\#(frame.time.microseconds),"c":[\#(contacts.joined(separator: ","))]}"# + "\n"
        }
        return text
    }

    @Test(arguments: ExampleFingers.names)
    func theRecordingBesideAnExampleIsWhatItsScriptMakes(name: String) throws {
        let wanted = trace(ExampleFingers.script(name), of: name)
        if ProcessInfo.processInfo.environment["TAPLINE_WRITE_EXAMPLES"] != nil {
            try Data(wanted.utf8).write(to: URL(fileURLWithPath: path(name + ".jsonl")))
        }
        #expect(try String(contentsOfFile: path(name + ".jsonl"), encoding: .utf8) == wanted)
    }

    @Test(arguments: ExampleFingers.names)
    func theDemonstrationShowsEveryGestureAndMovesEveryLine(name: String) throws {
        let source = PanelSource(configuration: path(name + ".yaml"), board: nil)
        let panel: Panel<StandardRecognizer> = try source.load()
        var pipeline = try panel.pipeline(for: Recorder.self)
        var recorder = Recorder()
        let script = try source.demonstration(on: panel.board)
        #expect(script.frames.count == ExampleFingers.script(name).frames.count)
        for frame in script.frames { pipeline.report(frame.contacts, at: frame.time, into: &recorder) }
        pipeline.advance(to: script.end + .milliseconds(10_000), into: &recorder)
        #expect(recorder.recognized == Set(panel.configuration.gestures.indices))
        #expect(recorder.active == Set(panel.configuration.outputs.indices))
    }

    @Test func everyExampleWithAScriptIsAFile() throws {
        let recordings = try FileManager.default.contentsOfDirectory(atPath: ExampleBench.folder.path)
            .filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }
        #expect(Set(recordings) == Set(ExampleFingers.names))
    }

    @Test func aConfigurationWithoutARecordingBesideItGetsTheFirstHour() throws {
        let source = PanelSource(configuration: path("demo.yaml"), board: nil)
        let panel: Panel<StandardRecognizer> = try source.load()
        #expect(
            try source.demonstration(on: panel.board).frames.count == FingerScript.demo(on: panel.board).frames.count)
        let builtIn = PanelSource(configuration: nil, board: "simulated")
        #expect(try builtIn.demonstration(on: panel.board).frames.count == FingerScript.demo().frames.count)
    }
}
