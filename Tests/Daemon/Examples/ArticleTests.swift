import Foundation
import TestSupport

/// What an article shows is what its example compiles.
@Suite struct ArticleTests {
    /// An article in `Sources`, the example in `tools/examples`, the files shown by language, and how many pieces of them.
    struct Article: CustomTestStringConvertible {
        let path: String
        let example: String
        let files: [String: [String]]
        let pieces: Int
        var testDescription: String { example }
    }

    static let all = [
        Article(
            path: "Core/Gestures/TaplineGestures.docc/WriteARecognizer.md", example: "two-finger-z",
            files: [
                "swift": ["Sources/two-finger-z/TwoFingerZ.swift", "Sources/two-finger-z/main.swift"],
                "yaml": ["z.yaml"],
            ], pieces: 7),
        Article(
            path: "Simulation/Simulator/TaplineSimulator.docc/TestWithoutAPanel.md", example: "test-without-a-panel",
            files: ["swift": ["Tests/LampTests/LampTests.swift"]], pieces: 3),
        Article(
            path: "Core/Runtime/TaplineRuntime.docc/RunInYourOwnMainLoop.md", example: "own-main-loop",
            files: ["swift": ["Sources/own-main-loop/Lamp.swift", "Sources/own-main-loop/main.swift"]], pieces: 4),
    ]

    private static let root = Repository.root

    private func read(_ path: String) throws -> String { try Repository.text(path) }

    @Test(arguments: all) func articleShowsTheExamplesOwnLines(_ article: Article) throws {
        let text = try read("Sources/\(article.path)")
        var shown = 0
        for block in text.components(separatedBy: "```").enumerated() where block.offset % 2 == 1 {
            let language = String(block.element.prefix { $0 != "\n" })
            guard let files = article.files[language] else { continue }
            shown += 1
            let sources = try files.map { try read("tools/examples/\(article.example)/\($0)") }.joined()
            let lines = block.element.dropFirst(language.count)
            #expect(("\n" + sources).contains(lines), "the article shows what is not there: \(lines)")
        }
        #expect(shown >= article.pieces)
    }

    @Test func everyArticleIsHeldToItsExample() throws {
        let catalogues = try FileManager.default.subpathsOfDirectory(atPath: Self.root.appending(path: "Sources").path)
        let articles = catalogues.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
        #expect(articles.sorted() == Self.all.map(\.path).sorted())
    }
}
