import Foundation
import TestSupport

/// Unions, which only pass on what a recognizer is asked.
@Suite struct PassingOnTests {
    private static let folder = Repository.url("Sources/Core/Gestures/Recognizers")

    private func read(_ name: String) throws -> String {
        try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// A requirement with a default answer would else be lost without a word.
    @Test(arguments: ["EitherRecognizer.swift", "StandardRecognizer.swift"])
    func everyRequirementIsPassedOn(file: String) throws {
        let text = try read("Recognizer.swift")
        let start = try #require(text.range(of: "public protocol Recognizer"))
        let end = try #require(text.range(of: "\n}\n", range: start.upperBound..<text.endIndex))
        let words = text[start.upperBound..<end.lowerBound].split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let required = Set(zip(words, words.dropFirst()).filter { ["func", "var"].contains($0.0) }.map(\.1))
        #expect(required.count > 12)
        let forwarder = try read(file) + read("RecognizerUnion.swift")
        for name in required.sorted() {
            #expect(
                forwarder.contains("func \(name)") || forwarder.contains("var \(name)"), "\(file) swallows \(name)")
        }
    }
}
