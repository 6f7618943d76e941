import TaplineBoards
import Testing

@Suite struct RelationTests {
    private func text(_ relations: String...) -> String {
        var text = "tapline: config/1\ngestures:\n"
        for name in ["a", "b", "c", "d"] { text += "  - {name: \(name), kind: tap}\n" }
        text += "relations:\n"  // line 7
        for relation in relations { text += "  - \(relation)\n" }
        return text
    }

    @Test func relationsAreIndicesOfEachGesture() throws {
        let read = try configuration(
            text(
                "{gesture: a, requireToFail: [d, b, d]}", "{gesture: a, requireToFail: c, simultaneousWith: b}",
                "{gesture: [b, c], cannotPrevent: [a], cannotBePreventedBy: [d]}"))
        #expect(read.gestures[0].relations.requireToFail == [1, 2, 3])
        #expect(read.gestures[0].relations.simultaneousWith == [1])
        for index in [1, 2] {
            #expect(read.gestures[index].relations.cannotPrevent == [0])
            #expect(read.gestures[index].relations.cannotBePreventedBy == [3])
            #expect(read.gestures[index].relations.requireToFail.isEmpty)
        }
        #expect(read.gestures[3].relations == GestureRelations())
    }

    @Test func aCycleIsRefusedNamingItsMembersInOrder() {
        #expect(
            complaints(text("{gesture: a, requireToFail: [b]}", "{gesture: b, requireToFail: [a]}")) == [
                "c.yaml:9:34: gestures wait for each other: a → b → a; leave out one requireToFail of them"
            ])
        #expect(
            complaints(
                text(
                    "{gesture: d, requireToFail: [b]}", "{gesture: a, requireToFail: [c]}",
                    "{gesture: c, requireToFail: [b, d]}", "{gesture: b, requireToFail: [c]}")
            ).first == "c.yaml:11:34: gestures wait for each other: c → b → c; leave out one requireToFail of them")
        #expect(
            complaints(
                text(
                    "{gesture: a, requireToFail: [b]}", "{gesture: b, requireToFail: [c]}",
                    "{gesture: c, requireToFail: [d]}", "{gesture: d, requireToFail: [a]}")) == [
                    "c.yaml:11:34: gestures wait for each other: a → b → c → d → a; "
                        + "leave out one requireToFail of them"
                ])
    }

    @Test func twoWaysToTheSameGestureAreNoCycle() throws {
        _ = try configuration(
            text("{gesture: a, requireToFail: [b, c]}", "{gesture: [b, c], requireToFail: [d]}"))
    }

    @Test(arguments: ["requireToFail", "simultaneousWith", "cannotPrevent", "cannotBePreventedBy"])
    func aRelationToItselfIsRefused(key: String) {
        #expect(
            complaints(text("{gesture: a, \(key): [b, a]}")) == [
                "c.yaml:8:\(24 + key.count): gesture 'a' is related to itself; name another gesture in \(key)"
            ])
    }

    @Test func unknownGesturesAndKeysAreRefused() {
        #expect(
            complaints(text("{gesture: aa, requireToFail: [x]}")) == [
                "c.yaml:8:15: unknown gesture 'aa'; did you mean 'a'? valid: a, b, c, d",
                "c.yaml:8:35: unknown gesture 'x'; valid: a, b, c, d",
            ])
        #expect(
            complaints(text("{gesture: a, requiresToFail: [b]}")) == [
                "c.yaml:8:5: a relation says nothing; "
                    + "add one of requireToFail, simultaneousWith, cannotPrevent, cannotBePreventedBy",
                "c.yaml:8:18: unknown key 'requiresToFail' in a relation; did you mean 'requireToFail'? "
                    + "valid: gesture, requireToFail, simultaneousWith, cannotPrevent, cannotBePreventedBy",
            ])
        #expect(
            complaints(text("{requireToFail: [b]}")) == ["c.yaml:8:5: a relation has no 'gesture'; add gesture: NAME"])
    }
}
