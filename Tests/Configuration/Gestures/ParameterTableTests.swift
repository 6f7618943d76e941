import Foundation
import TaplineConfiguration
import TestSupport

/// The table of parameters in `GESTURES.md`, made from what the file of each kind says where it reads them.
@Suite struct ParameterTableTests {
    private static func rows(of kind: String) -> [String] {
        StandardRecognizer.parameters(of: kind).map {
            let values = $0.values.range + ($0.word.map { ", or \($0)" } ?? "")
            return "| \(kind) | `\($0.name)` | \(values) | \($0.standard) | \($0.help) |"
        }
    }

    @Test func tableOfParametersIsCurrent() throws {
        let begin = "<!-- parameters: TAPLINE_WRITE_TABLES=1 swift test --filter ParameterTable -->\n"
        let head = "| kind | parameter | values | default | what it is |\n|---|---|---|---|---|\n"
        let table = head + StandardRecognizer.kindNames().flatMap(Self.rows).map { $0 + "\n" }.joined()
        let url = Repository.url("GESTURES.md")
        let text = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(text.range(of: begin)).upperBound
        let stop = try #require(text.range(of: "<!-- end -->", range: start..<text.endIndex)).lowerBound
        if ProcessInfo.processInfo.environment["TAPLINE_WRITE_TABLES"] != nil {
            let new = text.replacingCharacters(in: start..<stop, with: table)
            try new.write(to: url, atomically: true, encoding: .utf8)
        } else {
            #expect(text[start..<stop] == table, "GESTURES.md is not current")
        }
    }

    /// What a table says of a default is what a file may say.
    @Test func everyDefaultIsReadAsTheDefault() throws {
        for kind in StandardRecognizer.kindNames() {
            for parameter in StandardRecognizer.parameters(of: kind)
            where !parameter.name.contains(".") && parameter.name != "othersDeviation" {
                let entry = "{name: a, kind: \(kind), \(parameter.name): \(parameter.standard)}"
                #expect(gestureComplaints(entry) == [], "\(entry)")
            }
        }
    }
}
