import TaplineConfiguration
import TestSupport

@Suite struct RelationTests {
    private func text(_ relations: String...) -> String {
        list("gestures", ["a", "b", "c", "d"].map { "{name: \($0), kind: tap}" })
            + "relations:\n"  // line 7
            + relations.map { "  - \($0)\n" }.joined()
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
        expect(
            complaints(text("{gesture: a, requireToFail: [b]}", "{gesture: b, requireToFail: [a]}")),
            "c.yaml:9:34: gestures wait for each other: a → b → a; leave out one requireToFail of them")
        #expect(
            complaints(
                text(
                    "{gesture: d, requireToFail: [b]}", "{gesture: a, requireToFail: [c]}",
                    "{gesture: c, requireToFail: [b, d]}", "{gesture: b, requireToFail: [c]}")
            ).first == "c.yaml:11:34: gestures wait for each other: c → b → c; leave out one requireToFail of them")
        expect(
            complaints(
                text(
                    "{gesture: a, requireToFail: [b]}", "{gesture: b, requireToFail: [c]}",
                    "{gesture: c, requireToFail: [d]}", "{gesture: d, requireToFail: [a]}")),
            "c.yaml:11:34: gestures wait for each other: a → b → c → d → a; "
                + "leave out one requireToFail of them")
    }

    @Test func twoWaysToTheSameGestureAreNoCycle() throws {
        _ = try configuration(
            text("{gesture: a, requireToFail: [b, c]}", "{gesture: [b, c], requireToFail: [d]}"))
    }

    @Test(arguments: ["requireToFail", "simultaneousWith", "cannotPrevent", "cannotBePreventedBy"])
    func aRelationToItselfIsRefused(key: String) {
        expect(
            complaints(text("{gesture: a, \(key): [b, a]}")),
            "c.yaml:8:\(24 + key.count): gesture 'a' is related to itself; name another gesture in \(key)")
    }

    @Test func unknownGesturesAreRefused() {
        expect(
            complaints(text("{gesture: aa, requireToFail: [x]}")),
            "c.yaml:8:15: unknown gesture 'aa'; did you mean 'a'? valid: a, b, c, d",
            "c.yaml:8:35: unknown gesture 'x'; valid: a, b, c, d")
        expect(
            complaints(text("{gesture: a, requireToFail: [touches]}")),
            "c.yaml:8:34: unknown gesture 'touches'; touches are no gesture: a line, a key, a port or a socket follows "
                + "them, alone: on: touches")
    }

    /// (It was said that there is no such name, though outputs know it.)
    @Test func motionEventsTakeNoPart() {
        expect(
            complaints(text("{gesture: a, requireToFail: [shaken]}") + "motion:\n  - {name: shaken, kind: shake}\n"),
            "c.yaml:8:34: unknown gesture 'shaken'; it is no gesture of fingers: it waits for none, and none for it")
    }

    @Test func unknownKeysAreRefused() {
        expect([
            "{gesture: a, requiresToFail: [b]}":
                "c.yaml:8:18: unknown key 'requiresToFail' in a relation; did you mean 'requireToFail'? "
                + "valid: gesture, kind, requireToFail, simultaneousWith, cannotPrevent, cannotBePreventedBy",
            "{gesture: a}": "c.yaml:8:5: a relation says nothing; "
                + "add one of requireToFail, simultaneousWith, cannotPrevent, cannotBePreventedBy",
            "{requireToFail: [b]}":
                "c.yaml:8:5: a relation has no 'gesture'; add gesture: NAME, or kind: KIND for all of a kind",
        ]) { complaints(text($0)) }
    }

    // MARK: Whole kinds

    /// Gestures a, b: taps; p, q: pans; s: a swipe; relations from line 9 on.
    private func mixed(_ relations: String...) -> String {
        let kinds = [("a", "tap"), ("b", "tap"), ("p", "pan"), ("q", "pan"), ("s", "swipe")]
        return list("gestures", kinds.map { "{name: \($0.0), kind: \($0.1)}" })
            + "relations:\n"  // line 8
            + relations.map { "  - \($0)\n" }.joined()
    }

    @Test func aKindStandsForAllItsGestures() throws {
        let read = try configuration(
            mixed(
                "{kind: pan, requireToFail: [s, {kind: tap}]}", "{gesture: a, simultaneousWith: {kind: [pan, swipe]}}",
                "{gesture: s, cannotPrevent: [{kind: pan}], cannotBePreventedBy: {kind: pinch}}",
                "{kind: [swipe, tap], cannotBePreventedBy: [p]}")
        ).gestures.map(\.relations)
        for index in [2, 3] { #expect(read[index].requireToFail == [0, 1, 4]) }
        #expect(read[0].simultaneousWith == [2, 3, 4])
        #expect(read[4].cannotPrevent == [2, 3])
        for index in [0, 1, 4] { #expect(read[index].cannotBePreventedBy == [2]) }
        #expect(read[1].simultaneousWith.isEmpty && read[1].requireToFail.isEmpty)
    }

    @Test func aGestureHasNoRelationToItselfWhereItsKindIsMeant() throws {
        let read = try configuration(
            mixed("{kind: pan, requireToFail: [q]}", "{kind: tap, simultaneousWith: {kind: tap}}")
        ).gestures.map(\.relations)
        #expect(read[2].requireToFail == [3])
        #expect(read[3].requireToFail == [])
        #expect(read[0].simultaneousWith == [1] && read[1].simultaneousWith == [0])
    }

    @Test func aCycleOfKindsIsRefusedNamingItsMembers() {  // case 44
        expect(
            complaints(mixed("{kind: tap, requireToFail: {kind: tap}}")),
            "c.yaml:9:39: gestures wait for each other: a → b → a; leave out one requireToFail of them")
        expect(
            complaints(
                mixed(
                    "{gesture: s, requireToFail: [{kind: pan}]}", "{gesture: q, requireToFail: [b]}",
                    "{kind: tap, requireToFail: [{kind: swipe}]}")
            ), "c.yaml:11:40: gestures wait for each other: s → q → b → s; leave out one requireToFail of them")
    }

    @Test func wrongKindsAreToldWhatWouldBeRight() {
        let kinds = StandardRecognizer.kindNames().joined(separator: ", ")
        expect(
            complaints(mixed("{kind: pam, requireToFail: [{kind: swip}]}")),
            "c.yaml:9:12: unknown kind 'pam'; did you mean 'pan'? valid: \(kinds)",
            "c.yaml:9:40: unknown kind 'swip'; did you mean 'swipe'? valid: \(kinds)")
        expect(
            complaints(mixed("{kind: pan, gesture: a, requireToFail: [s]}")),
            "c.yaml:9:12: a relation has a gesture and a kind; keep one of them")
        expect(
            complaints(mixed("{gesture: a, requireToFail: [{gesture: s}]}")),
            "c.yaml:9:34: a kind of gestures has no 'kind'; add kind: KIND",
            "c.yaml:9:35: unknown key 'gesture' in a kind of gestures; valid: kind")
    }
}
