import TaplineFormats
import TestSupport

@testable import TaplineMQTT

@Suite struct PanelLineTests {
    private func read(_ text: String) -> PanelLine { PanelLine(Array(text.utf8)) }

    @Test func aGestureCountsWhenItIsOver() {
        func event(_ state: String) -> PanelLine {
            read(#"{"seq":1,"t":5,"gesture":"drag","kind":"pan","state":"\#(state)","x":1.0,"y":2.0}"#)
        }
        #expect(event("ended") == .recognised(name: "drag", type: "pan"))
        #expect(event("confirmed") == .recognised(name: "drag", type: "pan"))
        for state in ["began", "changed", "cancelled", "failed", "tentative", "revoked"] {
            #expect(event(state) == .other)
        }
    }

    /// The bug: who turns a heater down when nobody is there heard of it when somebody came.
    @Test func aStateIsToldAsItBeginsAndEnds() {
        func event(_ state: String, _ kind: String) -> PanelLine {
            read(#"{"seq":1,"t":5,"gesture":"untouched 30s","kind":"\#(kind)","state":"\#(state)","touches":0}"#)
        }
        for (state, kind, type) in [
            ("began", "untouched", "began"), ("ended", "untouched", "ended"),
            ("began", "orientation", "began"), ("changed", "orientation", "changed"),
            ("cancelled", "orientation", "ended"), ("began", "playing", "began"), ("ended", "playing", "ended"),
        ] {
            #expect(event(state, kind) == .recognised(name: "untouched 30s", type: type))
            #expect(EventTypes.of(kind).contains(type))
        }
        // (A reload and a stop are nobody's touch.)
        #expect(event("cancelled", "untouched") == .other)
        #expect(event("changed", "untouched") == .other && event("failed", "orientation") == .other)
    }

    @Test func whatPlaysIsReadAndWhatIsNoneIsNothing() {
        var song = NowPlaying(.paused)
        song.title = "a"
        #expect(read(#"{"tapline":"now/1","t":5,"state":"paused","title":"a"}"#) == .playing(song))
        #expect(read(#"{"tapline":"now/1","t":5,"state":"none"}"#) == .playing(NowPlaying()))
        #expect(read(#"{"tapline":"now/1","t":5}"#) == .other)
    }

    @Test func aDirectionIsTheTypeOfTheEvent() {
        let line = read(#"{"seq":2,"t":5,"gesture":"lamp","kind":"swipe","state":"ended","direction":"left"}"#)
        #expect(line == .recognised(name: "lamp", type: "left"))
        #expect(EventTypes.of("swipe").contains("left"))
    }

    @Test func everyKindIsReadAsItIsWritten() {
        GestureValues.forEachKind { kind, isContinuous, values in
            var format = EventsFormat(geometry: PanelGeometry(.init(rawWidth: 8, rawHeight: 8)), names: EventNames())
            var line = ByteLine()
            format.write(
                GestureEvent(
                    time: .zero, gesture: 0, zone: 0, kind: kind, isContinuous: isContinuous, state: .ended, touches: 1,
                    location: .zero, values: values), into: &line)
            line.removeLineEnd()
            guard case .recognised(_, let type) = PanelLine(line.bytes) else {
                Issue.record("\(kind)")
                return
            }
            #expect(EventTypes.of(kind.description).contains(type))
        }
    }

    @Test func valuesOfAKindOfOnesOwnGoAlongAndItsTypeIsItsKind() throws {
        var format = EventsFormat(geometry: PanelGeometry(.init(rawWidth: 8, rawHeight: 8)), names: EventNames())
        var line = ByteLine()
        format.write(
            GestureEvent(
                time: .zero, gesture: 0, zone: 0, kind: "twoFingerZ", isContinuous: false, state: .ended, touches: 2,
                location: .zero, values: .own(OwnValues("strokes count, slant rad, direction left|right", 3, -0.25, 1))),
            into: &line)
        line.removeLineEnd()
        guard case .recognised(_, let type) = PanelLine(line.bytes) else {
            Issue.record("not recognised")
            return
        }
        // (Home Assistant was told of no other type.)
        #expect(EventTypes.of("twoFingerZ") == [type])
        let message = try JSONReader.read(PanelLine.message(line.bytes, type: type, run: "f00")[...])
        #expect(message["event_type"]?.text == "twoFingerZ" && message["run"]?.text == "f00")
        #expect(message["strokes"]?.whole == 3 && message["slant"]?.double == -0.25)
        #expect(message["direction"]?.text == "right")
    }

    @Test func aControlCountsOnceAUse() {
        func event(_ kind: String, _ action: String) -> PanelLine {
            read(#"{"seq":3,"t":5,"control":"ok","kind":"\#(kind)","action":"\#(action)","x":1,"y":2}"#)
        }
        #expect(event("button", "click") == .recognised(name: "ok", type: "click"))
        #expect(event("switch", "off") == .recognised(name: "ok", type: "off"))
        #expect(event("slider", "release") == .recognised(name: "ok", type: "release"))
        #expect(event("slider", "cancel") == .recognised(name: "ok", type: "release"))
        for (kind, action) in [
            ("stepper", "increase"), ("stepper", "decrease"), ("segmented", "select"), ("pageControl", "next"),
            ("pageControl", "previous"),
        ] {
            #expect(event(kind, action) == .recognised(name: "ok", type: action))
        }
        for (kind, action) in [
            ("stepper", "press"), ("stepper", "release"), ("segmented", "release"), ("button", "press"),
            ("button", "release"), ("button", "cancel"), ("slider", "change"), ("switch", "press"),
        ] {
            #expect(event(kind, action) == .other)
        }
    }

    @Test func thePanelSaysItsGestures() {
        let line = read(
            #"{"tapline":"panel/1","name":"lamp","board":"HyperPixel 4","chip":"gt911","gestures":"#
                + #"[{"name":"a","kind":"tap"},{"name":"b","kind":"swipe"},{"odd":1}]}"#)
        var facts = PanelFacts()
        (facts.name, facts.board, facts.chip) = ("lamp", "HyperPixel 4", "gt911")
        facts.components = [.init(name: "a", kind: "tap"), .init(name: "b", kind: "swipe")]
        #expect(line == .panel(facts))
        #expect(read(#"{"tapline":"events/1","board":"x"}"#) == .greeting)
    }

    @Test func thePanelSaysItsControlsAndTheirValuesAndThenHowTheyChange() {
        guard
            case .panel(let facts) = read(
                #"{"tapline":"panel/1","name":"lamp","zones":[{"name":"fan","control":"switch"},{"name":"ok","control":"button"}],"#
                    + #""values":{"fan":1.0,"odd":"x"},"gestures":[]}"#)
        else {
            Issue.record("no panel")
            return
        }
        #expect(facts.controls == [PanelControl("fan", .switch)] && facts.values == ["fan": 1])
        // (An event of each is still told.)
        #expect(facts.components.map(\.name) == ["fan", "ok"])
        #expect(read(#"{"t":5,"values":{"fan":0.0,"dim":2.5}}"#) == .values(["fan": 0, "dim": 2.5]))
        for text in [#"{"t":5,"values":[]}"#, #"{"t":5,"values":3}"#, #"{"t":5,"values":{"fan":true}}"#] {
            #expect(read(text) == .values([:]))
        }
    }

    @Test func otherLinesMeanNothing() {
        for text in ["", "ok", "{", "[1]", #"{"t":1,"dropped":"3"}"#, #"{"tapline":"events/9"}"#, #"{"gesture":"a"}"#] {
            #expect(read(text) == .other)
        }
        #expect(read("error: too many") == .refusal("too many"))
        #expect(PanelLine([0xff, 0x00, 0x7b]) == .other)
    }

    @Test func whatTheDaemonLeftOutIsANumberThatNoLineMakesNegative() {
        #expect(read(#"{"t":5,"dropped":7}"#) == .dropped(7))
        #expect(read(#"{"t":5,"dropped":0}"#) == .dropped(0))
        #expect(read(#"{"t":5,"dropped":-7}"#) == .dropped(0))
        #expect(read(#"{"t":5,"dropped":9223372036854775807}"#) == .dropped(4_294_967_295))
    }
}
