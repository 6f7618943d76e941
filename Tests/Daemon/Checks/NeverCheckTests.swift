import TestSupport

@testable import TaplineDaemon

/// Gestures that never happen.
@Suite struct NeverCheckTests {
    private let zones = "zones:\n  - {name: z, rect: [25%, 25%, 50%, 50%]}\n"

    /// What is warned of for the simulated panel, whose last pixel is at 969.3 pt, 540.1 pt.
    private func warnings(
        _ gestures: [String], relations: String = "", before: String = "", board: String = "board: simulated\n"
    ) throws -> [String] {
        let list = gestures.enumerated().map { "  - {name: g\($0.offset), \($0.element)}\n" }.joined()
        let head = "tapline: config/1\n\(board)\(before)"
        return try checked("\(head)gestures:\n\(list)relations: [\(relations)]\n")
    }

    /// The bug: a double tap that waits for the single one passed without a word, and never happened.
    @Test(arguments: [
        // Each as `g1`, which waits for `g0`: more taps, and the others the same or stricter.
        ("kind: tap", "kind: tap, taps: 2", "tap is"), ("kind: tap, taps: 2", "kind: tap, taps: 3", "2 taps are"),
        ("kind: tap, touches: 2", "kind: tap, taps: 2, touches: 2", "tap is"),
        ("kind: tap", "kind: tap, taps: 2, interval: 200ms, fires: onDown, maxPress: 300ms", "tap is"),
    ]) func aTapThatWaitsForItsOwnFirstTapsIsTold(few: String, many: String, first: String) throws {
        let found = try warnings([few, many], relations: "{gesture: g1, requireToFail: [g0]}")
        let right = "let that one wait: {gesture: g0, requireToFail: [g1]}"
        let why = "waits for 'g0' to fail, and its own first \(first) that: it never happens while that is enabled"
        #expect(found == ["c.yaml:5:5: warning: gesture 'g1' \(why); \(right)"])
    }

    @Test(arguments: [
        // The other way round; other fingers; one that asks for more; by the touch's own count; elsewhere.
        ("kind: tap, taps: 2", "kind: tap", ""), ("kind: tap, touches: 2", "kind: tap, taps: 2", ""),
        ("kind: tap, maxPress: 200ms", "kind: tap, taps: 2", ""),
        ("kind: tap, movement: 9pt", "kind: tap, taps: 2", ""),
        ("kind: tap, bounce: 90ms", "kind: tap, taps: 2", ""),
        ("kind: tap, taps: 2, interval: 200ms", "kind: tap, taps: 3", ""),
        ("kind: tap, counting: touch", "kind: tap, taps: 2", ""), ("kind: tap", "kind: tap, taps: 2, zone: z", ""),
        ("kind: tap, zone: z", "kind: tap, taps: 2", ""),
        // Disabled; with what lets both happen.
        ("kind: tap, enabled: false", "kind: tap, taps: 2", ""),
        ("kind: tap", "kind: tap, taps: 2", "{gesture: g0, simultaneousWith: [g1]}"),
        ("kind: tap", "kind: tap, taps: 2", "{gesture: g1, cannotBePreventedBy: [g0]}"),
    ]) func aTapThatMayHappenIsLeftAlone(few: String, many: String, more: String) throws {
        let relations = "{gesture: g1, requireToFail: [g0]}" + (more.isEmpty ? "" : ", \(more)")
        #expect(try warnings([few, many], relations: relations, before: zones) == [])
    }

    /// A control takes the single tap, so it fails, and the double tap is free; a second single tap may win over the first.
    @Test func aTapWhoseFirstTapOthersTakeIsLeftAlone() throws {
        let relation = "{gesture: g1, requireToFail: [g0]}"
        let button = "zones: [{name: b, rect: [0, 0, 9px, 9px], control: button}]\n"
        #expect(try warnings(["kind: tap", "kind: tap, taps: 2"], relations: relation, before: button) == [])
        let three = ["kind: tap", "kind: tap, taps: 2", "kind: tap, maxPress: 9s"]
        #expect(try warnings(three, relations: relation) == [])
        // The double tap fails by the single one, so the triple one is free.
        let taps = ["kind: tap", "kind: tap, taps: 2", "kind: tap, taps: 3"]
        let found = try warnings(taps, relations: "\(relation), {gesture: g2, requireToFail: [g1]}")
        #expect(found.count == 1 && found[0].contains("'g1'"), "\(found)")
    }

    /// The bug: of two gestures that are the same the second one never happened, without a word.
    @Test(arguments: [
        ("kind: tap", "kind: tap", "", 1),
        ("kind: swipe, directions: [left, up]", "directions: [left, up], kind: swipe", "", 1),
        ("kind: pan, zone: z", "kind: pan, zone: z, cancelsTouches: false", "", 1),
        ("kind: tap", "kind: tap", "{gesture: g1, requireToFail: [g0]}", 1),
        ("kind: tap", "kind: tap", "{gesture: g0, requireToFail: [g1]}", 0),
    ]) func aSecondGestureThatIsTheSameIsTold(one: String, two: String, relations: String, loser: Int) throws {
        let found = try warnings([one, two], relations: relations, before: zones)
        let why = "is the same as 'g\(1 - loser)', which wins: it never happens while that is enabled"
        #expect(
            found.count == 1 && found[0].contains(":\(6 + loser):5: warning: gesture 'g\(loser)' \(why)"), "\(found)")
    }

    @Test(arguments: [
        ("kind: tap", "kind: tap, maxPress: 2s", ""), ("kind: tap", "kind: tap, zone: z", ""),
        ("kind: tap, enabled: false", "kind: tap", ""),
        ("kind: tap, tentative: true", "kind: tap, tentative: true", ""),
        ("kind: tap, counting: touch", "kind: tap, counting: touch", ""),
        ("kind: tap", "kind: tap", "{gesture: g0, simultaneousWith: [g1]}"),
        ("kind: tap", "kind: tap", "{gesture: g0, cannotPrevent: [g1]}"),
        ("kind: tap", "kind: tap", "{gesture: g1, cannotBePreventedBy: [g0]}"),
    ]) func aSecondGestureThatMayHappenIsLeftAlone(one: String, two: String, relations: String) throws {
        #expect(try warnings([one, two], relations: relations, before: zones) == [])
    }

    @Test func aSecondGestureIsLeftAloneWhereTheFirstMayBeDisabledOrWaits() throws {
        let taps = ["kind: tap", "kind: tap", "kind: tap, taps: 2"]
        let disables = "outputs: [{on: g2, disable: g0}, {on: g2, enable: g1}]\n"
        #expect(try warnings(taps, before: disables) == [])
        #expect(try warnings(taps, relations: "{gesture: g0, requireToFail: [g2]}") == [])
    }

    /// The bug: a swipe beside a pan, for which it waits and which wins, passed without a word.
    @Test(arguments: [
        ("kind: pan", "kind: swipe", ""), ("kind: pan, directions: left", "kind: swipe, directions: left", ""),
        ("kind: pan, minimumTouches: 2", "kind: swipe, touches: 2", ""),
        ("kind: pan, slop: 25pt", "kind: swipe, fires: onLift", ""),
        ("kind: pan, youth: none", "kind: swipe, distance: 11pt", ""),
        ("kind: pan", "kind: swipe", "{gesture: g1, requireToFail: [g0]}"),
    ]) func aSwipeBesideAPanIsTold(pan: String, swipe: String, relations: String) throws {
        let found = try warnings([pan, swipe], relations: relations)
        let why = "hardly ever happens: 'g0' has passed its slop by then, and wins unless the fingers lift first"
        let turned = "{gesture: g0, requireToFail: [g1]}"
        let right =
            relations.isEmpty
            ? "let that one wait: \(turned), or let both happen: {gesture: g1, simultaneousWith: [g0]}"
            : "turn the relation round: \(turned) in place of {gesture: g1, requireToFail: [g0]}"
        #expect(found == ["c.yaml:5:5: warning: gesture 'g1' \(why); \(right)"])
    }

    @Test func aSwipeBesideAPanIsToldOnlyWhereTheFiguresAreKnown() throws {
        let distances = ["kind: pan", "kind: swipe, distance: 2%"]
        #expect(try warnings(distances).count == 1)
        #expect(try warnings(distances, board: "") == [])
        #expect(try warnings(["kind: pan", "kind: swipe"], board: "").count == 1)
        // Without youth a report that completes both is the first one's.
        #expect(try warnings(["kind: swipe", "kind: pan, slop: 20pt, youth: none"]) == [])
        #expect(try warnings(["kind: swipe", "kind: pan, youth: none"]).count == 1)
    }

    @Test(arguments: [
        // Other fingers, ways or places; a pan that begins later; relations.
        ("kind: pan, minimumTouches: 2", "kind: swipe", ""), ("kind: pan", "kind: swipe, zone: z", ""),
        ("kind: pan, directions: [left, right, up]", "kind: swipe, directions: [up, down]", ""),
        ("kind: pan, slop: 26pt", "kind: swipe", ""), ("kind: pan, enabled: false", "kind: swipe", ""),
        ("kind: pan", "kind: swipe", "{gesture: g0, requireToFail: [g1]}"),
        ("kind: pan", "kind: swipe", "{gesture: g1, simultaneousWith: [g0]}"),
        ("kind: pan", "kind: swipe", "{gesture: g0, cannotPrevent: [g1]}"),
    ]) func aSwipeThatAPanLeavesAloneIsLeftAlone(pan: String, swipe: String, relations: String) throws {
        #expect(try warnings([pan, swipe], relations: relations, before: zones) == [])
    }

    /// The bug: a swipe of more than the panel is long passed without a word.
    @Test(arguments: [
        ("distance: 970pt", 1), ("exceeds: 970pt", 1), ("distance: 969pt", 0), ("distance: 100%", 0),
        ("distance: 541pt, directions: [up, down]", 1), ("distance: 540pt, directions: up", 0),
        ("distance: 541pt, directions: [up, left]", 0), ("distance: 100%, directions: up", 1),
    ]) func aSwipeOfMoreThanThePanelIsTold(swipe: String, count: Int) throws {
        let found = try warnings(["kind: swipe, \(swipe)"])
        #expect(
            found.count == count && found.allSatisfy { $0.contains("'g0' goes farther than the panel is long") },
            "\(found)")
        #expect(try warnings(["kind: swipe, \(swipe)"], board: "") == [])
    }

    /// The bug: an edge pan in a zone away from the edges passed without a word.
    @Test(arguments: [
        ("zone: z", 1), ("zone: z, edgeWidth: 135pt", 0), ("zone: z, edgeWidth: 134pt", 1), ("zone: left", 0),
        ("zone: left, edges: right", 1), ("zone: left, edges: [right, top]", 0), ("edges: left", 0),
    ]) func anEdgePanAwayFromTheEdgesIsTold(pan: String, count: Int) throws {
        let left = "  - {name: left, rect: [0%, 0%, 50%, 50%]}\n"
        let found = try warnings(["kind: edgePan, \(pan)"], before: zones + left)
        #expect(
            found.count == count && found.allSatisfy { $0.contains("'g0' begins at an edge of the panel") }, "\(found)")
    }
}
