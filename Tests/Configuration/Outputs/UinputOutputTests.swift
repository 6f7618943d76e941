import Foundation
import TaplineConfiguration
import TestSupport

/// Input devices of the kernel's among the outputs: a touchscreen, and keys.
@Suite struct UinputOutputTests {
    private func text(_ outputs: String..., zones: String = "", gestures: String = "") -> String {
        let kinds = "{name: a, kind: tap}, {name: b, kind: pan}, {name: c, kind: longPress}, {name: d, kind: swipe}"
        return list("outputs", outputs, after: "gestures: [\(kinds)\(gestures)]\nzones: [\(zones)]\n")
    }

    private let left = "{name: left, rect: [0%, 0%, 50%, 100%]}"
    private let ok = "{name: ok, rect: [90%, 0%, 10%, 10%], control: button}"
    private let dim = "{name: dim, rect: [90%, 50%, 10%, 10%], control: {slider: vertical}}"

    // MARK: The touchscreen

    @Test(
        arguments: [
            ("{uinput: touchscreen}", nil, PortFormat.Touches.zone(0)),
            ("{uinput: touchscreen, unclaimed: true}", nil, .zone(0)),
            ("{on: touches, uinput: touchscreen}", nil, .zone(0)),
            ("{uinput: touchscreen, zone: left}", .zone(0), .zone(1)),
            ("{on: touches, zone: left, uinput: touchscreen}", .zone(0), .zone(1)),
            ("{uinput: touchscreen, unclaimed: false}", .all, .all),
        ] as [(String, PortFormat.Touches?, PortFormat.Touches)])
    func touchscreenGetsTouches(output: String, read: PortFormat.Touches?, told: PortFormat.Touches) throws {
        let configuration = try configuration(text(output, zones: left))
        #expect(configuration.touchscreen != nil && configuration.touchscreen?.touches == read)
        #expect(configuration.touchscreenTouches == told)
        #expect(configuration.outputs.isEmpty)
        #expect(configuration.outputBank(for: NoSink.self).emitsTouches == (told == .all))
    }

    @Test func withoutATouchscreenNothingIsHeldBack() throws {
        let configuration = try configuration(text("{on: a, uinput: KEY_ENTER}", zones: left))
        #expect(configuration.touchscreen == nil && configuration.touchscreenTouches == nil)
        #expect(configuration.gestures.allSatisfy { $0.delivery == TouchDelivery() })
        #expect(configuration.zones.allSatisfy { !$0.multipleTouch })
        #expect(try !configuration.setup().zoneTree[0].multipleTouch)
    }

    @Test func gesturesHoldBackWhatTheyMayClaimUnlessTheySayOtherwise() throws {
        let others =
            ", {name: e, kind: pinch, delaysBegan: false}, {name: f, kind: rotation, cancelsTouches: false}"
            + ", {name: g, kind: tap, taps: 2, cancelsTouches: false, delaysBegan: true}"
        let held = try configuration(text("{uinput: touchscreen}", gestures: others))
        #expect(held.gestures.map(\.delivery.delaysBegan) == [true, true, true, true, false, false, true])
        // (What happens on the panel is told as it happens: nobody has to wait.)
        let all = try configuration(text("{uinput: touchscreen, unclaimed: false}", gestures: others))
        #expect(all.gestures.map(\.delivery.delaysBegan) == [false, false, false, false, false, false, true])
    }

    @Test func everyFingerIsPassedOnButOfControlsAndWhereAZoneSaysOtherwise() throws {
        let one = "{name: one, rect: [0%, 0%, 1%, 1%], multipleTouch: false}"
        let read = try configuration(text("{uinput: touchscreen}", zones: "\(left), \(ok), \(one)"))
        #expect(read.zones.map(\.multipleTouch) == [true, false, false])
        let tree = try read.setup().zoneTree
        #expect(tree[0].multipleTouch && tree[1].multipleTouch && !tree[2].multipleTouch && !tree[3].multipleTouch)
    }

    @Test func inputDeviceThatOthersReadTooIsRefused() throws {
        func board(_ grab: String) throws -> BoardDescription {
            let text = "tapline: board/1\nname: Kiosk\nsource: made up\ncontroller: evdev\nbus: touchscreen\n\(grab)"
            return try readBoard(text)
        }
        let kiosk = text("{uinput: touchscreen}")
        expect(
            complaints(kiosk, board: try board("")),
            "c.yaml:5:14: others would get the fingers of Kiosk twice, from its own device, too; "
                + "add grab: true to the board: tapline board set --board FILE grab true")
        #expect(complaints(kiosk, board: try board("grab: true\n")).isEmpty)
        #expect(complaints(text("{on: a, uinput: KEY_ENTER}"), board: try board("")).isEmpty)
    }

    // MARK: Keys

    @Test(
        arguments: [
            ("{on: a, uinput: KEY_ENTER}", LineOutputDescription.Action.pulse(.milliseconds(20))),
            ("{on: [a, d], uinput: KEY_ENTER}", .pulse(.milliseconds(20))),
            ("{on: a, uinput: key, code: KEY_ENTER}", .pulse(.milliseconds(20))),
            ("{on: b, uinput: KEY_ENTER}", .hold),
            ("{on: [b, c], uinput: KEY_ENTER}", .hold),
            ("{on: b, uinput: KEY_ENTER, pulse: 50ms}", .pulse(.milliseconds(50))),
            ("{on: a, uinput: KEY_ENTER, toggle: true}", .toggle),
            ("{on: [a, b], uinput: KEY_ENTER, pulse: 20ms}", .pulse(.milliseconds(20))),
            ("{on: ok, uinput: KEY_ENTER}", .pulse(.milliseconds(20))),
            ("{on: ok, uinput: KEY_ENTER, hold: true}", .hold),
            ("{on: dim, uinput: KEY_ENTER}", .hold),
            ("{on: touches, uinput: KEY_ENTER}", .hold),
        ] as [(String, LineOutputDescription.Action)])
    func keyIsDownWhileSomethingLastsAndPressedByWhatJustHappens(
        output: String, action: LineOutputDescription.Action
    ) throws {
        let outputs = try configuration(text(output, zones: "\(left), \(ok), \(dim)")).outputs
        #expect(outputs.count == 1 && outputs[0].action == action && outputs[0].key == 28)
        #expect(outputs[0].line == "KEY_ENTER" && !outputs[0].activeLow)
    }

    @Test func keysComeBehindTheLines() throws {
        let outputs = try configuration(
            text("{on: a, uinput: KEY_VOLUMEUP}", "{on: b, line: GPIO23, hold: true}")
        ).outputs
        #expect(outputs.map(\.line) == ["GPIO23", "KEY_VOLUMEUP"])
        #expect(outputs.map(\.key) == [nil, 115])
    }

    @Test func linesAndKeysShareSixteenPlaces() {
        let lines = (0..<12).map { "{on: a, line: L\($0), toggle: true}" }
        let keys = (1...4).map { "{on: a, uinput: KEY_F\($0)}" }
        let all = (lines + keys).map { "  - \($0)\n" }.joined()
        #expect(complaints(text() + all).isEmpty)
        expect(
            complaints(text() + all + "  - {on: a, uinput: KEY_F5}\n"),
            "c.yaml:21:5: there are 17 output lines and keys; at most 16 have room")
    }

    @Test(arguments: [
        ("{uinput: KEY_ENTER}", "6:5: an output has no 'on'; add on: NAME of a gesture, or on: touches"),
        ("{on: a, uinput: KEY_VOLUMUP}", "the kernel knows no key 'KEY_VOLUMUP'; did you mean 'KEY_VOLUMEUP'? "),
        ("{on: a, uinput: key_enter}", "the kernel knows no key 'key_enter'; did you mean 'KEY_ENTER'? "),
        (
            "{on: a, uinput: keyboard}",
            "the kernel knows no key 'keyboard'; did you mean 'KEY_KEYBOARD'? write touchscreen, or a key"
        ),
        ("{on: a, uinput: mouse-button}", "the kernel knows no key 'mouse-button'; write touchscreen, or a key as"),
        ("{on: a, uinput: BTN_LEFT}", "the kernel knows no key 'BTN_LEFT'"),
        ("{on: a, uinput: [KEY_A, KEY_B]}", "the kernel knows no key a list"),
        ("{on: a, uinput: key}", "an output has no 'code'; add code: KEY_PLAYPAUSE"),
        ("{on: a, uinput: KEY_ENTER, code: KEY_ENTER}", "unknown key 'code' in an output"),
        ("{on: a, uinput: KEY_ESC}", "key 'KEY_ESC' is already pressed by the output in line 5"),
        ("{on: [a, b], uinput: KEY_ENTER}", "some of these last and some just happen: when is the key down?"),
        ("{on: [ok, b], uinput: KEY_ENTER}", "some of these last and some just happen"),
        ("{on: a, uinput: KEY_ENTER, hold: true}", "gesture 'a' just happens: it would never let go"),
        ("{on: a, uinput: KEY_ENTER, pulse: 1s, toggle: true}", "an output has pulse and toggle"),
        ("{on: a, uinput: KEY_ENTER, active_low: true}", "unknown key 'active_low' in an output"),
        ("{on: a, uinput: KEY_ENTER, line: GPIO23, pulse: 1s}", "unknown key 'line' in an output"),
        ("{on: x, uinput: KEY_ENTER}", "unknown gesture or control 'x'"),
        ("{uinput: touchscreen, unclaimed: maybe}", "'unclaimed' is 'maybe'; write true or false"),
        ("{on: a, uinput: touchscreen}", "a touchscreen gets touches, not gestures; leave 'on' out"),
        ("{uinput: touchscreen, zone: nowhere}", "unknown zone 'nowhere'"),
        ("{uinput: touchscreen, zone: ok, unclaimed: false}", "'zone' with unclaimed: false"),
        ("{uinput: touchscreen, pulse: 1s}", "unknown key 'pulse' in an output"),
        ("{on: touches, uinput: touchscreens}", "did you mean 'touchscreen'?"),
    ]) func whatIsWrongIsSaidOnce(output: String, message: String) {
        let found = complaints(text("{on: b, uinput: KEY_ESC}", output, zones: ok))
        #expect(found.count == 1 && found[0].contains(message), "\(found)")
    }

    @Test func secondTouchscreenIsRefused() {
        let found = complaints(text("{uinput: touchscreen}", "{uinput: touchscreen, unclaimed: false}"))
        #expect(found == ["c.yaml:6:14: there is a touchscreen already, the output in line 5; keep one of them"])
    }

    /// The kernel's own header, where this computer has one.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: kernelHeader), "linux-libc-dev is not installed"))
    func namesAndCodesAreTheKernels() throws {
        let codes = keyCodes(in: try String(contentsOfFile: kernelHeader, encoding: .utf8))
        try #require(codes.count > 400)
        #expect(contradictions(with: codes) == [])
        #expect(Set(KeyNames.all).count == KeyNames.all.count)
        #expect(
            KeyNames.code(of: "KEY_RESERVED") == nil && KeyNames.code(of: "KEY_") == nil && KeyNames.code(of: "") == nil
        )
    }

    /// A kernel that is older than the table names fewer keys, a newer one more; none of those that both name is another key, and
    /// none is missing among those that the table's own kernel, 6.1, names.
    @Test func headersOfAnyAgeAgreeWithTheTable() {
        var codes: [String: Int] = [:]
        for name in KeyNames.all { codes[name] = KeyNames.code(of: name).map { Int($0) } }
        #expect(codes.count == 512 && contradictions(with: codes) == [])
        let older = codes.filter { $0.value < 576 }
        #expect(contradictions(with: older) == [])
        let newer = codes.merging(keyCodes(in: "#define KEY_DO_NOT_DISTURB\t0x24f")) { a, _ in a }
        #expect(newer.count == 513 && contradictions(with: newer) == [])
        #expect(contradictions(with: ["KEY_ESC": 2]) == ["KEY_ESC"])
        // (A name of a code that the table has: it was forgotten.)
        #expect(contradictions(with: ["KEY_ESCAPE": 1]) == ["KEY_ESCAPE"])
    }

    /// What the header of a kernel calls its keys.
    private func keyCodes(in header: String) -> [String: Int] {
        var codes: [String: Int] = [:]
        for line in header.split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count >= 3, words[0] == "#define", words[1].hasPrefix("KEY_") else { continue }
            let value = words[2]
            codes[String(words[1])] =
                value.hasPrefix("0x") ? Int(value.dropFirst(2), radix: 16) : Int(value) ?? codes[String(value)]
        }
        for name in ["KEY_RESERVED", "KEY_MAX", "KEY_CNT", "KEY_MIN_INTERESTING"] { codes[name] = nil }
        return codes
    }

    /// The names that `codes` gives to another key than the table does; keys that the table has not are a newer kernel's.
    private func contradictions(with codes: [String: Int]) -> [String] {
        let known = Set(KeyNames.all.compactMap { KeyNames.code(of: $0) }.map { Int($0) })
        return codes.filter { name, code in
            KeyNames.code(of: name).map { Int($0) != code } ?? known.contains(code)
        }.keys.sorted()
    }
}

private let kernelHeader = "/usr/include/linux/input-event-codes.h"
