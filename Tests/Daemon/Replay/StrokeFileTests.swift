import Foundation
import TaplineConfiguration
import TaplineDaemon
import TestSupport

/// A stroke's road from a recording to a template, to a configuration, to an event.
@Suite struct StrokeFileTests {
    /// A recording of fingers that draw `strokes` one after the other, on a panel where 1 px is 1 pt.
    private func recording(_ strokes: [[(Double, Double)]]) throws -> Trace {
        var text = #"{"tapline":"trace/1","panel":{"width":800,"height":480}}"# + "\n"
        var t = 0
        for stroke in strokes {
            for (from, to) in zip(stroke, stroke.dropFirst()) {
                for i in 0...10 {
                    let x = from.0 + (to.0 - from.0) * Double(i) / 10
                    let y = from.1 + (to.1 - from.1) * Double(i) / 10
                    text += #"{"t":\#(t),"c":[[0,\#(x),\#(y)]]}"# + "\n"
                    t += 10_000
                }
            }
            text += #"{"t":\#(t),"c":[]}"# + "\n"
            t += 1_000_000
        }
        return try Trace(Array(text.utf8), file: "drawn.jsonl")
    }

    private let z: [(Double, Double)] = [(100, 100), (180, 100), (100, 180), (180, 180)]

    /// A folder with a configuration and files beside it, gone when `body` is done.
    private func folder<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
        try withExtendedLifetime(ScratchFolder(files)) { try body($0.root + "/") }
    }

    @Test func whatIsRecordedIsRecognizedAgain() throws {
        let file = try StrokeRecording.strokeFile("z", from: recording([z]), file: "drawn.jsonl")
        #expect(file.hasPrefix(#"{"tapline":"stroke/1","name":"z","points":[[100.0,100.0],"#))
        let configuration = """
            tapline: config/1
            gestures:
              - {name: letter, kind: stroke, templates: [z.json, checkmark]}
            """
        try folder(["c.yaml": configuration, "z.json": file]) { folder in
            let panel = try Panel<StandardRecognizer>(
                configuration: folder + "c.yaml", trace: recording([z]).panel)
            // (The built-in checkmark has two shapes.)
            #expect(panel.configuration.templates.count == 3)
            #expect(
                try FileCheck.check(folder + "c.yaml", library: BoardLibrary())
                    == "\(folder)c.yaml: configuration, 1 gesture, 0 zones, 0 outputs, for no board in particular")
            #expect(
                try FileCheck.check(folder + "z.json", library: BoardLibrary()) == "\(folder)z.json: 1 stroke: z")
        }
    }

    @Test func severalStrokesOfARecordingBecomeTemplatesOfOneName() throws {
        let short = [(300.0, 300.0), (315.0, 320.0)]
        let file = try StrokeRecording.strokeFile(
            "z \"\\", from: recording([z, short, z.reversed()]), file: "drawn.jsonl")
        let strokes = try StrokeFile(YAMLDocument(Array(file.utf8), file: "z.json"))
        #expect(strokes.names == ["z \"\\", "z \"\\"])
        #expect(strokes.templates(points: 16).map(\.count) == [16, 16])
    }

    @Test func aRecordingWithoutAStrokeIsBadDataAndABadNameWrongUsage() throws {
        let dot = try recording([[(100, 100), (101, 100)]])
        #expect(
            throws: ServiceError(
                "drawn.jsonl: no finger lifts after drawing 30 pt or more; record 1 to 64 strokes", .badData)
        ) { try StrokeRecording.strokeFile("z", from: dot, file: "drawn.jsonl") }
        for name in ["", "a,b", "a\nb", String(repeating: "z", count: 32)] {
            do throws(ServiceError) {
                _ = try StrokeRecording.strokeFile(name, from: dot, file: "drawn.jsonl")
                Issue.record("\(name) was taken")
            } catch {
                #expect(error.exitCode == .usage)
            }
        }
    }

    @Test func aMissingTemplateIsFoundBeforeAnythingRuns() throws {
        let configuration = "tapline: config/1\ngestures: [{name: a, kind: stroke, template: y.json}]\n"
        try folder(["c.yaml": configuration]) { folder in
            let wrong =
                "\(folder)c.yaml:2:46: template 'y.json' cannot be read: \(folder)y.json: No such file or directory; "
                + "write checkmark, or the path of a stroke/1 file as seen from this one"
            #expect(throws: ServiceError(wrong, .badConfiguration)) {
                try FileCheck.check(folder + "c.yaml", library: BoardLibrary())
            }
            #expect(throws: ServiceError(wrong, .badConfiguration)) {
                try Panel<StandardRecognizer>(configuration: folder + "c.yaml", board: "simulated")
            }
        }
    }

    @Test func aReloadReadsTheTemplatesAnew() throws {
        let configuration = "tapline: config/1\ngestures: [{name: a, kind: stroke, template: z.json}]\n"
        let once = try StrokeRecording.strokeFile("z", from: recording([z]), file: "")
        let twice = try StrokeRecording.strokeFile("z", from: recording([z, z.reversed()]), file: "")
        try folder(["c.yaml": configuration, "z.json": once]) { folder in
            let source = PanelSource(configuration: folder + "c.yaml", board: "simulated")
            let first: Panel<StandardRecognizer> = try source.load()
            try twice.write(toFile: folder + "z.json", atomically: true, encoding: .utf8)
            let second: Panel<StandardRecognizer> = try source.load()
            #expect(first.configuration.templates.count == 1)
            #expect(second.configuration.templates.count == 2)
        }
    }
}
