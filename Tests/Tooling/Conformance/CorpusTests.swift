import Foundation
import TaplineConformance
import TestSupport

@Suite struct CorpusTests {
    private static let corpus = Repository.url("Tests/Conformance").path

    @Test(arguments: try ConformanceCase.cases(at: corpus))
    func everyVariantPasses(of folder: ConformanceCase) throws {
        #expect(folder.variants.count >= 3)
        let run = ConformanceRun()
        for variant in folder.variants {
            if case .differed(let report) = try run.play(variant, of: folder) {
                Issue.record("\(folder.name) \(variant)\n\(report)")
            }
        }
    }
}
