import TaplineConfiguration
import TestSupport

/// What is right but for its place or its form is answered with the place or the form.
@Suite struct HintTests {
    @Test(arguments: [
        ("kind: doubletap", "write kind: tap with taps: 2;"), ("kind: double-tap", "write kind: tap with taps: 2;"),
        ("kind: tripleClick", "write kind: tap with taps: 3;"),
        ("kind: two-finger-tap", "write kind: tap with touches: 2;"),
        ("kind: 3 finger swipe", "write kind: swipe with touches: 3;"),
        ("kind: twoFingerPan", "write kind: pan with minimumTouches: 2;"),
        ("kind: tap, line: GPIO5", "write outputs: [{on: NAME, line: GPIO23, pulse: 100ms}]"),
        ("kind: tap, hold: true", "write outputs: ["),
        ("kind: tap, rect: [0, 0, 9pt, 9pt]", "write zones: [{name: ZONE, rect: […]}], and here zone: ZONE"),
        ("kind: swipe, directions: \"left, up\"", "'directions' is 'left, up', one text; write directions: [left, up]"),
        ("\u{A0}kind: tap", "a no-break space stands in it: write a plain one; valid: "),
    ]) func aGestureThatIsWrittenOtherwise(gesture: String, answer: String) {
        let found = gestureComplaints("{name: a, \(gesture)}")
        #expect(found.count == 1 && found[0].contains(answer), "\(found)")
    }

    @Test(arguments: ["double-pinch", "two-finger-pinch", "double", "doubled"])
    func aCountThatAKindHasNot(kind: String) {
        #expect(gestureComplaints("{name: a, kind: \(kind)}").first?.contains(" with ") == false)
    }

    @Test(arguments: [
        ("{on: \"a, b\", line: GPIO5, pulse: 1s}", "'on' is 'a, b', one text; write on: [a, b]"),
        ("{on: a b, line: GPIO5, pulse: 1s}", "'on' is 'a b', one text; write on: [a, b]"),
        ("{on: a, disable: \"b,a\"}", "write disable: [b, a]"),
        (
            "{on: a, line: [GPIO5, GPIO6], pulse: 1s}",
            "'line' is a list; write an output for each line, or code: [GPIO20, GPIO21]"
        ),
        ("{on: a, line: GPIO5, pulse: 1s, mqtt: lamp}", "tapline-mqtt publishes all gestures"),
        ("{on: a, line: GPIO5, pulse: 1s, exec: [mpc, next]}", "write run: [PROGRAM, ARGUMENT] in the place of a line"),
    ]) func anOutputThatIsWrittenOtherwise(output: String, answer: String) {
        let head = "gestures: [{name: a, kind: tap}, {name: b, kind: pan}]\n"
        let found = complaints(list("outputs", [output], after: head))
        #expect(found.count == 1 && found[0].contains(answer), "\(found)")
    }

    @Test func aNameThatHoldsASpaceIsOneName() throws {
        let head = "gestures: [{name: a, kind: tap}, {name: b, kind: pan}, {name: a b, kind: swipe}]\n"
        let read = try configuration(list("outputs", ["{on: a b, line: GPIO5, pulse: 1s}"], after: head))
        #expect(read.outputs.map(\.source) == [.gestures([2])])
    }

    @Test func aKeyAtTheTopThatBelongsElsewhere() {
        let found = complaints("tapline: config/1\nyouth: none\nwakeOn: motion\n")
        #expect(
            found.count == 2
                && found[0].contains(
                    "c.yaml:2:1: unknown key 'youth' in a configuration; write options: {youth: VALUE}")
        )
        let board = boardComplaints(boardFacts + "rotate: 90\n")
        #expect(
            board.count == 1 && board[0].contains("unknown key 'rotate' in a board; write transform: {rotate: VALUE}"))
    }
}
