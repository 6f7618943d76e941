import Foundation
import TaplineConfiguration
import TestSupport

@Suite struct StrokeConfigurationTests {
    private let z = #"{"tapline":"stroke/1","name":"z","points":[[0,0],[80,0],[0,80],[80,80.5]]}"#

    private func read(
        _ entries: String..., files: [String: String] = [:]
    ) throws(ConfigurationErrors) -> StandardConfiguration {
        let text = list("gestures", entries)
        let companions = CompanionFiles { name in
            files[name].map { .file(name: "folder/" + name, bytes: Array($0.utf8)) }
                ?? .unreadable("folder/\(name): there is no such file")
        }
        return try StandardConfiguration(
            ConfigurationSource(Array(text.utf8), file: "c.yaml"), panel: testPanel, files: companions)
    }

    private func complaints(_ entry: String, files: [String: String] = [:]) -> [String] {
        TaplineConfigurationTests.complaints { () throws(ConfigurationErrors) in try read(entry, files: files) }
    }

    private func names(_ configuration: StandardConfiguration) -> [String] {
        configuration.templates.map { template in
            String(decoding: (0..<template.name.count).map { template.name[$0] }, as: UTF8.self)
        }
    }

    private func parameters(_ configuration: StandardConfiguration, _ index: Int = 0) -> StrokeRecognizer.Parameters? {
        let stroke: StrokeRecognizer? = try? recognizer(configuration, index)
        return stroke?.parameters
    }

    @Test func aStrokeIsACheckmarkUnlessItSaysOtherwise() throws {
        for entry in ["{name: s, kind: stroke}", "{name: s, kind: stroke, template: checkmark}"] {
            let configuration = try read(entry)
            #expect(names(configuration) == ["checkmark", "checkmark"])
            #expect(configuration.templates[0].count == 32)
            #expect(parameters(configuration) == .init(templates: TemplateSet(bits: 3)))
            _ = try configuration.setup()
        }
        // A configuration without strokes carries none.
        #expect(try names(read("{name: t, kind: tap}")).isEmpty)
    }

    @Test func everyParameterIsRead() throws {
        let configuration = try read(
            "{name: s, kind: stroke, templates: [z.json, checkmark], minimumLength: 10mm, minimumScore: 0.7, "
                + "rotation: 90deg, points: 16, fires: onLift}",
            files: ["z.json": z])
        #expect(names(configuration) == ["z", "checkmark", "checkmark"])
        #expect(configuration.templates.map(\.count) == [16, 16, 16])
        let read = try #require(parameters(configuration))
        #expect(read.templates == TemplateSet(bits: 7))
        #expect(abs(read.minimumLengthPt - 62.992_126) < 1e-4)
        #expect(read.minimumScore == 0.7)
        #expect(abs(read.rotation - .pi / 2) < 1e-6)
        #expect(read.corner == nil)
    }

    @Test func aCornerIsRead() throws {
        #expect(try parameters(read("{name: s, kind: stroke, rule: corner}")) == .init(corner: .init()))
        let corner = try parameters(
            read(
                "{name: s, kind: stroke, rule: {corner: {minimumAngle: 40deg, maximumAngle: 120deg, minimumLength: 20pt, "
                    + "sampling: raw, step: 8pt}}, fires: onMove}"))?.corner
        #expect(abs(corner!.minimumAngle - 40 * .pi / 180) < 1e-6)
        #expect(abs(corner!.maximumAngle - 120 * .pi / 180) < 1e-6)
        #expect(corner!.minimumLengthPt == 20)
        #expect(corner!.stepPt == 8)
        #expect(corner!.sampling == .raw)
        #expect(corner!.fires == .onMove)
        // The figures of the contract.
        let usual = StrokeRecognizer.Corner()
        let written = try parameters(
            read(
                "{name: s, kind: stroke, rule: {corner: {minimumAngle: 50deg, maximumAngle: 135deg, minimumLength: 10pt, "
                    + "step: 6pt, sampling: arc}}, fires: onLift}"))?.corner
        #expect(abs(written!.minimumAngle - usual.minimumAngle) < 1e-6)
        #expect(abs(written!.maximumAngle - usual.maximumAngle) < 1e-6)
        #expect(written!.minimumLengthPt == usual.minimumLengthPt && written!.stepPt == usual.stepPt)
    }

    @Test func gesturesShareTheTemplatesThatTheyName() throws {
        let configuration = try read(
            "{name: a, kind: stroke, templates: [z.json, checkmark]}", "{name: b, kind: stroke}",
            "{name: c, kind: stroke, template: z.json, points: 8}", files: ["z.json": z])
        #expect(names(configuration) == ["z", "checkmark", "checkmark", "z"])
        #expect(configuration.templates.map(\.count) == [32, 32, 32, 8])
        #expect(parameters(configuration, 0)?.templates == TemplateSet(bits: 7))
        #expect(parameters(configuration, 1)?.templates == TemplateSet(bits: 6))
        #expect(parameters(configuration, 2)?.templates == TemplateSet(3))
        _ = try configuration.setup()
    }

    @Test func aFileMayHoldSeveralStrokesUnderOneNameOrTheirOwn() throws {
        let file = """
            {"tapline": "stroke/1", "name": "z", "made by": "somebody", "strokes": [
                {"points": [[0, 0], [80, 0], [0, 80], [80, 80]], "speed": "slow"},
                {"name": "slash", "points": [[0, 80], [80, 0]]}
            ]}
            """
        #expect(
            try names(read("{name: s, kind: stroke, templates: z.json}", files: ["z.json": file])) == ["z", "slash"])
        let yaml = "tapline: stroke/1\nname: z\npoints: [[0, 0], [1, 1]]\n"
        #expect(try names(read("{name: s, kind: stroke, template: ./z.yaml}", files: ["./z.yaml": yaml])) == ["z"])
    }

    @Test func aTemplateThatIsNotThereIsNamedAtItsPlace() {
        expect([
            "{name: s, kind: stroke, templates: [checkmark, y.json]}":
                "c.yaml:3:52: template 'y.json' cannot be read: folder/y.json: there is no such file; "
                + "write checkmark, or the path of a stroke/1 file as seen from this one",
            "{name: s, kind: stroke, template: chekmark}":
                "c.yaml:3:39: unknown template 'chekmark'; did you mean 'checkmark'? valid: checkmark, or a file: z.json",
        ]) { complaints($0) }
    }

    @Test func whatIsWrongInAFileIsToldWithThePlaceInThatFile() {
        func wrong(_ text: String) -> [String] {
            complaints("{name: s, kind: stroke, template: z.json}", files: ["z.json": text])
        }
        expect(
            wrong(#"{"tapline":"stroke/1","name":"z","points":[[0,0],[80]]}"#),
            "folder/z.json:1:50: 'points' has 1 elements, not 2; write a point: [x, y]")
        expect(
            wrong(#"{"tapline":"stroke/1","name":"z","points":[[0,0],[1,"x"]]}"#),
            "folder/z.json:1:53: 'points' is 'x', which is no number; write a number, -1000000 to 1000000")
        expect(
            wrong(#"{"tapline":"stroke/1","name":"z","points":[[2,3],[2,3]]}"#),
            "folder/z.json:1:43: all points are the same; a stroke goes somewhere")
        expect(
            wrong(#"{"tapline":"stroke/1","points":[[0,0]]}"#),
            #"folder/z.json:1:1: a file of strokes has no 'name'; add "name":"z""#,
            "folder/z.json:1:32: 'points' is no list of two or more points; write [[x, y], [x, y], …]")
        expect(
            wrong(#"{"tapline":"stroke/1","strokes":[{"name":"a,b"}]}"#),
            #"folder/z.json:1:34: a stroke has no 'points'; add "points":[[0,0],[80,0],[0,80],[80,80]]"#,
            "folder/z.json:1:42: name 'a,b' holds a comma; commas part the serial line's values")
        expect(
            wrong(#"{"tapline":"stroke/1","name":"z","strokes":[]}"#),
            #"folder/z.json:1:44: it holds no stroke; write {"points":[[x, y], …]} for each"#)
        expect(
            wrong(#"{"tapline":"stroke/1","name":"z","points":[[0,0],[1,1]],"strokes":[{"points":[[0,0],[1,2]]}]}"#),
            "folder/z.json:1:43: there are 'strokes', too; make it one of them")
        expect(
            wrong(#"{"tapline":"stroke/2","name":"z"}"#),
            "folder/z.json:1:12: 'stroke/2' is no format that this version reads; it reads config/1, board/1 and "
                + "stroke/1")
        #expect(wrong("{").count == 1)
        expect(
            wrong("tapline: config/1\n"),
            "folder/z.json:1:10: this is a configuration; a file of strokes is wanted here: 'tapline: stroke/1'")
    }

    @Test func itsErrorsComeAfterThoseOfTheConfigurationAndOnce() throws {
        let text = #"{"tapline":"stroke/1","name":"z","points":[[0,0]]}"#
        do throws(ConfigurationErrors) {
            _ = try read(
                "{name: s, kind: stroke, template: z.json}", "{name: t, kind: stroke, template: z.json}",
                "{name: u, kind: tapp}", files: ["z.json": text])
            Issue.record("nothing was wrong")
        } catch {
            #expect(error.errors.map { "\($0.file):\($0.line)" } == ["c.yaml:5", "folder/z.json:1"])
        }
    }

    @Test func parametersOfTheOtherRuleAndWrongOnesAreRefused() {
        expect(
            complaints("{name: s, kind: stroke, fires: onMove}"),
            "c.yaml:3:36: a stroke is compared when the finger lifts; write onLift, or name a corner: rule: corner")
        #expect(
            complaints("{name: s, kind: stroke, rule: corner, minimumScore: 0.5}").first?
                .contains("unknown key 'minimumScore'") == true)
        expect(
            complaints("{name: s, kind: stroke, rule: {corner: {minimumAngle: 140deg}}}"),
            "c.yaml:3:59: no turn is at least minimumAngle and at most maximumAngle; minimumAngle must not be larger "
                + "(50deg and 135deg where they are left out)")
        #expect(complaints("{name: s, kind: stroke, rule: {corner: {sampling: all}}}").count == 1)
        #expect(complaints("{name: s, kind: stroke, rule: round}").count == 1)
        #expect(complaints("{name: s, kind: stroke, rule: {}}").count == 1)
        for wrong in ["points: 7", "points: 33", "minimumScore: 1.1", "rotation: 181deg", "templates: []"] {
            #expect(complaints("{name: s, kind: stroke, \(wrong)}").count == 1, "\(wrong)")
        }
        #expect(complaints("{name: s, kind: stroke, template: checkmark, templates: [checkmark]}").count == 1)
    }

    @Test func moreThan64TemplatesAreRefused() throws {
        func file(_ count: Int) -> String {
            let strokes = (0..<count).map { #"{"name":"s\#($0)","points":[[0,0],[80,\#($0)]]}"# }.joined(separator: ",")
            return #"{"tapline":"stroke/1","strokes":[\#(strokes)]}"#
        }
        let entry = "{name: s, kind: stroke, templates: [a.json, checkmark]}"
        #expect(try read(entry, files: ["a.json": file(62)]).templates.count == 64)
        expect(
            complaints(entry, files: ["a.json": file(63)]),
            "c.yaml:3:49: there are more than 64 templates of strokes; at most 64 have room")
        #expect(complaints(entry, files: ["a.json": file(65)]).first?.contains("there are 65 strokes") == true)
    }
}
