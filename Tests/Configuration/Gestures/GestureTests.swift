import TaplineConfiguration
import TestSupport

@Suite struct GestureTests {
    private let kinds = "tap, longPress, pan, edgePan, swipe, pinch, rotation, transform, stroke"

    @Test func flagsAndZonesAreRead() throws {
        let read = try configuration(
            """
            tapline: config/1
            zones:
              - {name: left, rect: [0%, 0%, 50%, 100%]}
              - {name: knob, circle: [25%, 50%, 10mm], parent: left}
            gestures:
              - {name: a, kind: tap, zone: knob, cancelsTouches: true, delaysBegan: false, delaysEnded: true}
            """)
        #expect(read.gestures[0].name == "a")
        #expect(read.gestures[0].zone == 1)
        #expect(read.gestures[0].delivery == TouchDelivery())
        for (text, delivery) in [
            ("cancelsTouches: false", TouchDelivery(cancelsTouches: false)),
            ("delaysBegan: true", TouchDelivery(delaysBegan: true)),
            ("delaysEnded: false", TouchDelivery(delaysEnded: false)),
        ] { #expect(try gestures("{name: a, kind: tap, \(text)}").gestures[0].delivery == delivery) }
    }

    @Test func anUnknownKeyIsRefusedWithTheNearestName() {
        expect(
            gestureComplaints("{name: a, kind: tap, movment: 10pt}"),
            "c.yaml:3:26: unknown key 'movment' in a gesture; did you mean 'movement'? valid: name, zone, enabled, "
                + "cancelsTouches, delaysBegan, delaysEnded, kind, counting, taps, touches, maxPress, movement, interval, "
                + "intervalFrom, fires, bounce, skew, tentative, wait, extraTouches")
        #expect(
            gestureComplaints("{name: a, kind: longPress, colour: red}").first?.hasPrefix(
                "c.yaml:3:32: unknown key 'colour' in a gesture; valid: name, ") == true, "nothing is near")
        #expect(
            gestureComplaints("{name: a, kind: longPress, slop: 10pt}").first?.hasPrefix(
                "c.yaml:3:32: unknown key 'slop' in a gesture; did you mean 'allowableMovement'? ") == true,
            "what others call it")
    }

    @Test func anUnknownKindIsRefusedWithTheNearestName() {
        expect([
            "{name: a, kind: swpe}": "c.yaml:3:21: unknown kind 'swpe'; did you mean 'swipe'? valid: " + kinds,
            "{name: a, kind: longpress}": "c.yaml:3:21: unknown kind 'longpress'; did you mean 'longPress'? valid: "
                + kinds,
            "{name: a, kind: wave}": "c.yaml:3:21: unknown kind 'wave'; valid: " + kinds,
            "{name: a, kind: doubleTap}": "c.yaml:3:21: unknown kind 'doubleTap'; write kind: tap with taps: 2; valid: "
                + kinds,
            "{name: a, kind: rotate}": "c.yaml:3:21: unknown kind 'rotate'; did you mean 'rotation'? valid: " + kinds,
        ]) { gestureComplaints($0) }
    }

    @Test func whatOthersCallAThingIsAnsweredWithItsNameOrItsPlace() throws {
        for (gesture, answer) in [
            ("type: swipe", "did you mean 'kind'?"), ("kind: tap, count: 2", "did you mean 'taps'?"),
            ("kind: longPress, delay: 1s", "did you mean 'minimumPressDuration'?"),
            ("kind: swipe, threshold: 9pt", "did you mean 'distance'?"),
            ("kind: tap, requireToFail: [b]", "relations: [{gesture: NAME, requireToFail: [OTHER]}]"),
            ("kind: shake", "motion: [{name: NAME, kind: shake}]"),
        ] {
            #expect(gestureComplaints("{name: a, \(gesture)}").first?.contains(answer) == true, "\(gesture)")
        }
        // Elsewhere the same word means nothing of that.
        #expect(gestureComplaints("{name: a, kind: off}").first?.contains("output") == false)
        #expect(gestureComplaints("{name: a, kind: tap, orientation: up}").first?.contains("motion:") == false)
    }

    @Test func nameAndKindAreRequired() {
        expect(
            gestureComplaints("{taps: 2}"), "c.yaml:3:5: a gesture has no 'name'; add name: …",
            "c.yaml:3:5: a gesture has no 'kind'; add kind: tap")
        expect(gestureComplaints("{name: a, kind: }"), "c.yaml:3:21: 'kind' is nothing; valid: " + kinds)
    }

    @Test func namesFollowTheirRule() throws {
        let longest = String(repeating: "é", count: 15) + "x"
        #expect(try gestures("{name: \(longest), kind: tap}").gestures[0].name == longest)
        expect(
            gestureComplaints("{name: \(longest)x, kind: tap}"), "c.yaml:3:12: 'name' has 32 bytes; write at most 31")
        expect([
            "{name: \"a,b\", kind: tap}": "c.yaml:3:12: name 'a,b' holds a comma; commas part the serial line's values",
            "{name: \"a\\0b\", kind: tap}":
                "c.yaml:3:12: 'name' holds a control character; write it as plain text in one line",
            "{name: \"\", kind: tap}": "c.yaml:3:12: 'name' is nothing; write a text of 1 to 31 bytes",
            "{name: touches, kind: tap}":
                "c.yaml:3:12: name 'touches' stands for the fingers themselves; give the gesture another name",
            "{name: \"a \", kind: tap}":
                "c.yaml:3:12: name 'a ' begins or ends with a space; leave it out: commands are read without it",
            "{name: zone outer, kind: tap}":
                "c.yaml:3:12: name 'zone outer' begins with 'zone ', as commands and outputs name a zone; "
                + "give the gesture another name",
        ]) { gestureComplaints($0) }
        #expect(try gestures("{name: zone, kind: tap}", "{name: zones b, kind: pan}").gestures.count == 2)
        expect(
            complaints("tapline: config/1\nzones: [{name: ' a', rect: [0, 0, 9pt, 9pt]}]"),
            "c.yaml:2:16: name ' a' begins or ends with a space; leave it out: commands are read without it")
        expect(
            complaints("tapline: config/1\ngestures: [{name: a, kind: tap}, {name: a, kind: pan}]"),
            "c.yaml:2:41: name 'a' is given a second time; every name is unique")
    }

    @Test(arguments: ["a,b", "touches", "a name of more than thirty-one bytes"])
    func nameThatIsRefusedIsNotUnknownToWhoRefersToIt(name: String) {
        let found = complaints(
            """
            tapline: config/1
            gestures: [{name: ok, kind: tap}, {name: "\(name)", kind: swipe}]
            relations: [{gesture: ok, requireToFail: ["\(name)"]}, {gesture: "\(name)", simultaneousWith: [ok]}]
            outputs: [{on: ["\(name)"], line: GPIO5, pulse: 1s}, {on: other, line: GPIO6, pulse: 1s}]
            """)
        #expect(found.count == 2 && found[0].hasPrefix("c.yaml:2:42: "))
        #expect(found.last?.hasPrefix("c.yaml:4:") == true && found.last?.contains("unknown gesture 'other'") == true)
    }

    @Test func nameGivenTwiceIsToldOnce() {
        #expect(
            complaints(
                """
                tapline: config/1
                gestures: [{name: a, kind: tap}, {name: a, kind: pan}]
                relations: [{gesture: a, requireToFail: [a]}]
                outputs: [{on: a, line: GPIO5, pulse: 1s}]
                """
            ).filter { $0.contains("unknown") } == [])
    }

    @Test func misspeltKeyIsToldAndNotWhatIsMissingWithoutIt() {
        #expect(
            gestureComplaints("{nmae: a, kind: tap}").map { $0.prefix { $0 != ";" } } == [
                "c.yaml:3:6: unknown key 'nmae' in a gesture"
            ])
        expect(
            gestureComplaints("{name: a, knid: tap}"),
            "c.yaml:3:15: unknown key 'knid' in a gesture; did you mean 'kind'? valid: kind")
        // Who refers to it by its name is right.
        #expect(
            complaints(
                """
                tapline: config/1
                zones: [{name: left, rct: [0, 0, 1pt, 1pt]}]
                gestures: [{nmae: a, kind: tap, zone: left}, {name: b, kind: tap}]
                relations: [{gesture: b, requireToFial: a}]
                outputs: [{on: a, lin: GPIO5, toggel: true}]
                """
            ).map { $0.prefix { $0 != ";" } } == [
                "c.yaml:2:22: unknown key 'rct' in a zone", "c.yaml:3:13: unknown key 'nmae' in a gesture",
                "c.yaml:4:26: unknown key 'requireToFial' in a relation",
                "c.yaml:5:19: unknown key 'lin' in an output", "c.yaml:5:31: unknown key 'toggel' in an output",
            ])
        // One that resembles nothing is told beside what is missing.
        #expect(
            gestureComplaints("{title: a, kind: tap}").map { $0.prefix { $0 != ";" } } == [
                "c.yaml:3:5: a gesture has no 'name'", "c.yaml:3:6: unknown key 'title' in a gesture",
            ])
    }

    @Test func anUnknownZoneIsRefusedWithTheNearestName() {
        #expect(
            complaints(
                """
                tapline: config/1
                zones: [{name: left, rect: [0, 0, 1pt, 1pt]}]
                gestures: [{name: a, kind: tap, zone: lfet}]
                """) == ["c.yaml:3:39: unknown zone 'lfet'; did you mean 'left'? valid: left"])
        expect(
            gestureComplaints("{name: a, kind: tap, zone: left}"),
            "c.yaml:3:32: unknown zone 'left'; there are no zones")
    }

    @Test func thirtyTwoGesturesHaveRoomAndNoMore() throws {
        func text(_ count: Int) -> String { list("gestures", (0..<count).map { "{name: g\($0), kind: tap}" }) }
        #expect(try configuration(text(32)).gestures.count == 32)
        #expect(complaints(text(34)) == ["c.yaml:35:5: there are 34 gestures; at most 32 have room"])
    }

    @Test func aGestureMustBeAMapping() {
        expect(
            gestureComplaints("tap"),
            "c.yaml:3:5: a gesture is expected, not 'tap'; write keys and values: {key: value, …}")
        expect(
            complaints("tapline: config/1\ngestures: {name: a, kind: tap}"),
            "c.yaml:2:11: 'gestures' is a mapping; write a list of gestures")
    }

    @Test func allErrorsOfAFileAreToldInItsOrder() {
        #expect(
            complaints(
                """
                tapline: config/1
                gesture: []
                gestures:
                  - {name: a, kind: tap, taps: 99, movement: 3}
                  - {name: b, kind: swip}
                outputs:
                  - {on: c, line: GPIO1, pulse: 10}
                """
            ).map { $0.prefix { $0 != ";" } } == [
                "c.yaml:2:1: unknown key 'gesture' in a configuration",
                "c.yaml:4:32: 'taps' is out of range: 99",
                "c.yaml:4:46: 'movement' is '3', which is no length",
                "c.yaml:5:21: unknown kind 'swip'",
                "c.yaml:7:10: unknown gesture 'c'",
                "c.yaml:7:33: 'pulse' is '10', which is no time",
            ])
    }

    @Test func veryManyErrorsAreCutOff() {
        var text = "tapline: config/1\ngestures:\n"
        for index in 0..<32 { text += "  - {name: g\(index), kind: tap, a: 1, b: 2, c: 3, d: 4}\n" }
        #expect(complaints(text).count == 100)
    }

    @Test func messagesKeepHostileTextInOneLine() {
        let message = gestureComplaints("{name: a, kind: \"\\n\\e[31m\(String(repeating: "x", count: 99))\"}")[0]
        #expect(!message.utf8.contains(0x0A) && !message.utf8.contains(0x1B))
        #expect(message.contains("…'; valid: tap"))
    }
}
