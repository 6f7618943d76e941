import TaplineConfiguration
import TestSupport

@Suite struct YAMLDocumentTests {
    private func complaints(_ bytes: [UInt8]) -> [String] {
        do throws(ConfigurationErrors) {
            return try YAMLDocument(bytes, file: "y.yaml").errors.map(\.description)
        } catch {
            return error.errors.map(\.description)
        }
    }

    private func complaints(_ text: String) -> [String] { complaints(Array(text.utf8)) }

    @Test func everyNodeAndKeyKnowsItsPlace() throws {
        let document = try YAMLDocument(Array("a: 1\nb:\n  - x\n  - {ключ: y}\n".utf8), file: "y.yaml")
        #expect(document.errors.isEmpty)
        #expect(document.root.mark == YAMLMark(line: 1, column: 1))
        #expect(document.root["a"]?.mark == YAMLMark(line: 1, column: 4))
        guard case .sequence(let elements) = document.root["b"]?.content else { throw Missing("no list") }
        #expect(elements[0].text == "x")
        #expect(elements[0].mark == YAMLMark(line: 3, column: 5))
        guard case .mapping(let entries) = elements[1].content else { throw Missing("no mapping") }
        #expect(entries[0].key == "ключ")
        #expect(entries[0].keyMark == YAMLMark(line: 4, column: 6))
        #expect(entries[0].value.mark == YAMLMark(line: 4, column: 12), "columns count characters")
    }

    @Test func aByteOrderMarkDoesNotMoveColumns() throws {
        let document = try YAMLDocument([0xEF, 0xBB, 0xBF] + Array("a: 1".utf8), file: "y.yaml")
        #expect(document.root["a"]?.mark == YAMLMark(line: 1, column: 4))
    }

    @Test(arguments: ["", "\n\n", "# only a comment\n"])
    func anEmptyFileIsRefused(text: String) {
        #expect(
            complaints(text) == ["y.yaml:1:1: the file is empty; a board or a configuration begins with 'tapline: …'"])
    }

    @Test func brokenSyntaxIsPositioned() {
        expect([
            "a: [1, 2\nb: 3\n": "y.yaml:2:2: did not find expected ',' or ']'; "
                + "look at the indentation, quotes and brackets from 1:4 up to here",
            "{\"tapline\":\"trace/1\"}\n{\"t\":0}\n": "y.yaml:2:1: did not find expected <document start>; "
                + "JSON on every line is a recording; a configuration or a board is YAML",
            "{\n  a: 1\n  b: [2}\n": "y.yaml:3:4: did not find expected ',' or '}'; "
                + "look at the indentation, quotes and brackets from 1:1 up to here",
            "a:\n\tb: 1\n": "y.yaml:2:1: found character that cannot start any token; indent with spaces, not tabs",
        ]) { complaints($0) }
    }

    @Test func invalidUTF8IsPositioned() {
        expect(
            complaints(Array("a: 1\nb: µ".utf8) + [0xFF, 0x0A]),
            "y.yaml:2:5: invalid leading UTF-8 octet; a file is text in UTF-8 without control characters")
    }

    @Test func aNULByteIsPositioned() {
        expect(
            complaints(Array("a: 1\nb: ".utf8) + [0]),
            "y.yaml:2:4: control characters are not allowed; "
                + "a file is text in UTF-8 without control characters")
    }

    @Test func aSecondDocumentIsRefused() {
        expect(
            complaints("a: 1\n---\nb: 2\n"),
            "y.yaml:2:1: a second document begins here; a file holds one document; leave out '---'")
    }

    @Test func aKeyGivenTwiceIsRefused() {
        expect(
            complaints("a: 1\nb: {c: 1, c: 2}\na: 2\n"),
            "y.yaml:2:11: key 'c' stands here a second time; the first is in line 2; keep one of them",
            "y.yaml:3:1: key 'a' stands here a second time; the first is in line 1; keep one of them")
    }

    @Test func anchorsAliasesAndTagsAreRefused() {
        expect(
            complaints("a: &x 1\nb: *x\n"), "y.yaml:1:4: anchors are not read; write the value out in each place",
            "y.yaml:2:4: aliases are not read; write the value out in each place")
        #expect(complaints("a: !!str 1\n") == ["y.yaml:1:4: tags are not read; write the value without '!'"])
        #expect(complaints("a: *nobody\n") == ["y.yaml:1:4: aliases are not read; write the value out in each place"])
    }

    @Test func anAliasBombIsRefusedAtItsFirstAlias() {
        var text = "l0: &l0 [x, x]\n"
        for level in 1...40 { text += "l\(level): &l\(level) [*l\(level - 1), *l\(level - 1)]\n" }
        #expect(
            complaints(text).last == "y.yaml:2:10: aliases are not read; write the value out in each place")
    }

    @Test func aKeyThatIsNoTextIsRefused() {
        #expect(complaints("{[a]: 1}\n") == ["y.yaml:1:2: a list is no key; a key is plain text"])
    }

    @Test func deepNestingIsRefused() {
        let message = "lists and mappings lie too deep in each other; at most 16 levels are read"
        #expect(complaints(String(repeating: "[", count: 16) + String(repeating: "]", count: 16)).isEmpty)
        #expect(complaints(String(repeating: "[", count: 17)) == ["y.yaml:1:17: \(message)"])
        #expect(complaints(String(repeating: "[", count: 200_000)) == ["y.yaml:1:17: \(message)"])
        #expect(complaints(String(repeating: "{a: ", count: 50_000)).last?.hasSuffix(message) == true)
        #expect(complaints(String(repeating: "- ", count: 100_000)).last?.hasSuffix(message) == true)
    }

    @Test func aHugeFileIsRefused() {
        expect(
            complaints([UInt8](repeating: 0x20, count: 262_145)),
            "y.yaml:1:1: the file has 262145 bytes; at most 262144 are read")
    }

    @Test func aMappingWithVeryManyKeysIsRefused() {
        var text = ""
        for key in 0..<129 { text += "k\(key): 1\n" }
        #expect(complaints(text) == ["y.yaml:129:1: a mapping has too many keys; at most 128 are read"])
    }
}
