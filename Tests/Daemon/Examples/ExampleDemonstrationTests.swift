import Foundation
import TaplineConfiguration
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// Every example can be run and looked at: its demonstration shows each of its gestures.
@Suite struct ExampleDemonstrationTests {
    private struct Recorder: QuietSink {
        var recognized: Set<Int> = []
        var active: Set<Int> = []
        /// What gestures were told, each time: their index, and whether it was told again; an inward pinch is below 0.
        var told: [(gesture: Int, isAgain: Bool)] = []

        mutating func emit(_ event: GestureEvent) {
            if event.isRecognition { recognized.insert(event.gesture) }
            guard event.isRecognition || event.state == .changed else { return }
            let isInward = if case .discretePinch(false) = event.values { true } else { false }
            told.append((isInward ? -1 : event.gesture, event.state == .changed))
        }
        mutating func set(line: Int, level: OutputLevel, at now: Instant) { if level.isActive { active.insert(line) } }
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
        #expect(recorder.recognized == Set(0..<panel.configuration.eventCount))
        #expect(recorder.active == Set(panel.configuration.outputs.indices))
    }

    /// What each demonstration tells, at its first time and, once, again: every rule that a mere recognizer would not keep.
    private static let stories: [(name: String, story: String)] = [
        (
            "swipes",
            // Four ways; nothing aside; aside and back; across, back and up in one touch; beside a finger that rests.
            "across+ upDown+ across+ upDown+ across+ across+ upDown+ across+"
        ),
        ("many-finger-swipes", "single+ double+ triple+ quadruple+ quintuple+ double+"),
        // One to four; five are told as four; one here and one there; two fingers at once.
        ("tap-ladder", "single double triple quadruple quadruple single single single"),
        // Each way; both in one pinch; nothing of a finger that was exchanged; beside a third one.
        ("pinch", "pinch+ inward+ pinch+ inward+ pinch+"),
        // One; nothing straight on, and back; two of one finger; beside another one.
        ("checkmark", "checkmark checkmark+ checkmark"),
    ]

    @Test(arguments: stories)
    func theDemonstrationShowsEachRuleOfItsExample(name: String, story: String) throws {
        let source = PanelSource(configuration: path(name + ".yaml"), board: nil)
        let panel: Panel<StandardRecognizer> = try source.load()
        var pipeline = try panel.pipeline(for: Recorder.self)
        var recorder = Recorder()
        let script = try source.demonstration(on: panel.board)
        for frame in script.frames { pipeline.report(frame.contacts, at: frame.time, into: &recorder) }
        pipeline.advance(to: script.end + .milliseconds(10_000), into: &recorder)
        var words: [String] = []
        for (gesture, isAgain) in recorder.told {
            let word = gesture < 0 ? "inward" : panel.configuration.gestures[gesture].name
            if !isAgain || words.last?.hasPrefix(word) != true { words.append(word) }
            if isAgain, words.last?.hasSuffix("+") == false { words[words.count - 1] += "+" }
        }
        #expect(words.joined(separator: " ") == story)
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
