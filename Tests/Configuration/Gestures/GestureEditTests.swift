import Testing

@testable import TaplineConfiguration

/// Parameters are set in a configuration's text, and nothing else changes there.
struct GestureEditTests {
    private static let text = """
        # ours
        tapline: config/1
        gestures:
          - {name: a, kind: tap, maxPress: 750ms}  # quick
          - name: b # below
            kind: pan
            slop: {pan: 5pt}
        outputs: []

        """

    private func edited(_ key: String, of gesture: Int, to value: String, in text: String = text) -> String? {
        GestureEdit.setting(key, of: gesture, to: value, in: Array(text.utf8)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test func aValueIsReplacedWhereItStands() {
        let wanted = Self.text.replacing("750ms", with: "300ms")
        #expect(edited("maxPress", of: 0, to: "300ms") == wanted)
    }

    @Test func aMissingKeyComesBehindTheLastOne() {
        #expect(
            edited("taps", of: 0, to: "2") == Self.text.replacing("maxPress: 750ms", with: "maxPress: 750ms, taps: 2"))
        #expect(
            edited("youth", of: 1, to: "1ms")
                == Self.text.replacing("    slop: {pan: 5pt}\n", with: "    slop: {pan: 5pt}\n    youth: 1ms\n"))
    }

    @Test func aPartOfAGroupIsSetInTheGroup() {
        #expect(edited("slop.pan", of: 1, to: "7pt") == Self.text.replacing("5pt", with: "7pt"))
        #expect(edited("slop.zoom", of: 1, to: "7pt") == Self.text.replacing("5pt", with: "5pt, zoom: 7pt"))
        #expect(
            edited("slop.pan", of: 0, to: "7pt")
                == Self.text.replacing("maxPress: 750ms", with: "maxPress: 750ms, slop: {pan: 7pt}"))
    }

    @Test(arguments: [-1, 2, .max, .min]) func aGestureThatIsNotThereIsNotSet(gesture: Int) {
        #expect(edited("taps", of: gesture, to: "2") == nil)
    }

    /// Else a value could bring keys of its own along.
    @Test(arguments: ["1, taps: 2", "1} # ", "1\n  - {name: c, kind: tap}", "[1]", "{a: 1}", "'1", "1 # note", "&a 1"])
    func whatIsNoSingleValueIsNotSet(value: String) {
        #expect(edited("maxPress", of: 0, to: value) == nil)
    }

    @Test(arguments: ["", "gestures: 3", "gestures: [a]", "[", "- - -", "\u{0}"])
    func aTextWithoutGesturesIsNotSet(text: String) {
        #expect(edited("taps", of: 0, to: "2", in: text) == nil)
    }
}
