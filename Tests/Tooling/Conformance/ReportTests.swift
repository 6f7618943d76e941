import Foundation
import TaplineConformance
import TaplineDaemon
import TestSupport

@Suite struct ReportTests {
    private static let header = #"{"tapline":"expect/1","config":"config.yaml","trace":"a.trace.jsonl"}"# + "\n"
    private static let right = header + Corpus.all.joined(separator: "\n")

    private func corpus(_ more: [String: String] = [:]) throws -> Corpus {
        let files = [
            "one/a.expect.jsonl": Self.right, "one/a.trace.jsonl": Corpus.trace, "one/config.yaml": Corpus.tap,
            "README.md": "no case", "notes/README.md": "no case",
        ]
        return try Corpus(files.merging(more) { $1 })
    }

    @Test func everyVariantIsTold() throws {
        let corpus = try corpus(["one/b.expect.jsonl": Self.right])
        defer { corpus.remove() }
        let run = try corpus.run()
        #expect(run.output == "passed  one  a\npassed  one  b\n1 case, 2 variants: 2 passed\n")
        #expect(run.errors.isEmpty && run.code == .done)
        #expect(try corpus.run(isQuiet: true).output == "1 case, 2 variants: 2 passed\n")
    }

    @Test func differenceEndsWithExitCode70() throws {
        let corpus = try corpus(["one/b.expect.jsonl": Self.header])
        defer { corpus.remove() }
        let run = try corpus.run(isQuiet: true)
        #expect(run.code.rawValue == 70)
        #expect(run.output.hasPrefix("FAILED  one  b\n  \(corpus.folder.path)/one/b.expect.jsonl:1\n"))
        #expect(run.output.hasSuffix("1 case, 2 variants: 1 passed, 1 failed\n"))
    }

    @Test func brokenFileIsNamedAndTheOthersArePlayed() throws {
        let corpus = try corpus([
            "one/b.expect.jsonl": Self.header + "{", "two/a.expect.jsonl": Self.right,
            "two/a.trace.jsonl": Corpus.trace,
            "two/config.yaml": "tapline: config/1\ngestures: 5\n", "three/a.expect.jsonl": Self.header,
            "three/a.trace.jsonl": Corpus.trace, "three/config.yaml": Corpus.tap,
        ])
        defer { corpus.remove() }
        let run = try corpus.run(isQuiet: true)
        #expect(run.output.hasSuffix("3 cases, 4 variants: 1 passed, 1 failed, 2 broken\n"))
        #expect(run.errors.contains("/one/b.expect.jsonl:2: no JSON"))
        #expect(run.errors.contains("/two/config.yaml:2:"))
        #expect(run.code == .badData)
    }

    @Test func singleCaseIsPlayedAlone() throws {
        let corpus = try corpus()
        defer { corpus.remove() }
        let found = try ConformanceCase.cases(at: corpus.folder.path + "/one/")
        #expect(found.map(\.name) == ["one"])
    }

    @Test func folderWithoutACaseIsRefused() throws {
        let corpus = try corpus()
        defer { corpus.remove() }
        let path = corpus.folder.path
        #expect(throws: ServiceError("\(path)/none: there is no such folder", .inputOutput)) {
            try ConformanceCase.cases(at: path + "/none")
        }
        let empty = #expect(throws: ServiceError.self) { try ConformanceCase.cases(at: path + "/notes") }
        #expect(empty?.exitCode == .badData)
    }

    @Test func traceThatNobodyPlaysIsAMistake() throws {
        let corpus = try corpus(["one/b.trace.jsonl": Corpus.trace])
        defer { corpus.remove() }
        let run = try corpus.run()
        #expect(run.errors.contains("/one/b.trace.jsonl:1: no expectations name this trace"))
        #expect(run.code == .badData)
    }
}
