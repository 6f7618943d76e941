import TaplineConfiguration
import TestSupport

@testable import TaplineDiagnostics

@Suite struct JSONSchemaTests {
    private static let kinds: [TaplineFileKind] = [.board, .configuration, .stroke]

    @Test(arguments: kinds) func everyKeyIsInAnExampleThatIsRightAndIsDescribed(kind: TaplineFileKind) {
        let schema = JSONSchema(of: kind)
        #expect(schema.errors.map(\.description) == [])
        #expect(schema.unanswered == [])
        #expect(schema.undescribed == [])
    }

    @Test func nothingIsDescribedThatIsNoKey() {
        let described = Self.kinds.reduce(into: Set<String>()) { $0.formUnion(JSONSchema(of: $1).described) }
        let paths = SchemaHelp.rows.map { String($0.path.split(separator: " ").last ?? "") }
        #expect(paths.filter { !described.contains($0) } == [])
    }

    @Test(arguments: kinds) func itIsTheSameEachTime(kind: TaplineFileKind) {
        #expect(JSONSchema(of: kind).text == JSONSchema(of: kind).text)
    }
}
