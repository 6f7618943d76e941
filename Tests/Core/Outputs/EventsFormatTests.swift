import Foundation
import TestSupport

func name(_ text: String) -> Name {
    return Name(text: text)
}

func text(_ line: ByteLine) -> String {
    line.text
}

@Suite struct EventsFormatTests {
    private let flat = PanelGeometry(.init(rawWidth: 800, rawHeight: 480))

    private func event(
        _ kind: StaticString, _ state: GestureState, _ values: GestureValues, x: Float = 101, y: Float = 200,
        touches: Int = 1, zone: Int = 0, reason: FailureReason? = nil, isContinuous: Bool = false
    ) -> GestureEvent {
        GestureEvent(
            time: Instant(microseconds: 480_000), gesture: 0, zone: zone, kind: kind, isContinuous: isContinuous,
            state: state, touches: touches, location: Point(x: x, y: y), values: values, reason: reason)
    }

    private func line(_ event: GestureEvent, named gesture: String = "lamp", zone: String = "left") -> String {
        var names = EventNames()
        names.gestures[0] = name(gesture)
        names.gestures[1] = name("zoom")
        names.zones[1] = name(zone)
        var format = EventsFormat(geometry: flat, names: names)
        var line = ByteLine()
        format.write(event, into: &line)
        #expect(!line.isTruncated)
        return text(line)
    }

    /// (An engine may have more zones than files can name, and a kind of one's own may answer any reason.)
    @Test func whatHasNoPlaceHasNoName() {
        #expect(
            line(event("tap", .failed, .none, zone: 40, reason: .required(-1)))
                == #"{"seq":1,"t":480000,"gesture":"lamp","kind":"tap","state":"failed","touches":1,"x":101.0,"y":200.0,"#
                + #""zone":"","why":"requiredToFail ","zx":101.0,"zy":200.0}"# + "\n")
    }

    @Test(arguments: [
        (Control.segmented(3), Float.nan, 0), (.segmented(3), -1, 0), (.segmented(3), 2, 3),
        (.pageControl(3), 1e20, 256),
        (.stepper(Control.Stepper()), .nan, 0), (.stepper(Control.Stepper()), .infinity, 65_535),
    ])
    func numberOfAControlIsOneForEveryValue(_ control: Control, _ value: Float, _ number: Int) {
        let event = ControlEvent(
            time: .zero, zone: 1, control: control, action: .select, location: .zero, value: value)
        #expect(event.number == number)
    }

    @Test func tapIsOneLine() {
        #expect(
            line(event("tap", .ended, .tap(taps: 1), zone: 1))
                == #"{"seq":1,"t":480000,"gesture":"lamp","kind":"tap","state":"ended","touches":1,"x":101.0,"y":200.0,"#
                + #""zone":"left","taps":1,"zx":101.0,"zy":200.0}"# + "\n")
    }

    @Test func longPressTellsTheTapsBeforeIt() {
        #expect(
            line(event("longPress", .began, .longPress(taps: 2)))
                == #"{"seq":1,"t":480000,"gesture":"lamp","kind":"longPress","state":"began","touches":1,"x":101.0,"#
                + #""y":200.0,"taps":2}"# + "\n")
    }

    @Test func panTellsTranslationAndVelocity() {
        let values = GestureValues.pan(
            translation: Vector(x: -12.3456, y: 0.0004), velocity: Vector(x: 1_000, y: -0.5))
        #expect(
            line(event("pan", .changed, values, touches: 2))
                == #"{"seq":1,"t":480000,"gesture":"lamp","kind":"pan","state":"changed","touches":2,"x":101.0,"#
                + #""y":200.0,"dx":-12.346,"dy":0.0,"vx":1000.0,"vy":-0.5}"# + "\n")
    }

    @Test(arguments: [Direction.left, .right, .up, .down]) func swipeTellsDirectionAndVelocity(_ way: Direction) {
        let values = GestureValues.swipe(direction: way, velocity: Vector(x: 250.25, y: 0))
        #expect(
            line(event("swipe", .ended, values))
                == #"{"seq":1,"t":480000,"gesture":"lamp","kind":"swipe","state":"ended","touches":1,"x":101.0,"#
                + "\"y\":200.0,\"direction\":\"\(way)\",\"vx\":250.25,\"vy\":0.0}\n")
    }

    @Test func strokeTellsNameAndScore() {
        #expect(
            line(event("stroke", .ended, .stroke(name: name("a \"z\""), score: 0.87654)))
                == #"{"seq":1,"t":480000,"gesture":"lamp","kind":"stroke","state":"ended","touches":1,"x":101.0,"#
                + #""y":200.0,"name":"a \"z\"","score":0.8765}"# + "\n")
    }

    @Test func placesAreOrientedPixels() {
        let fine = PanelGeometry(.init(rawWidth: 1_600, rawHeight: 960, rawMillimetres: (127, 76.2)))
        var format = EventsFormat(geometry: fine, names: EventNames())
        var line = ByteLine()
        let values = GestureValues.pan(translation: Vector(x: 10, y: 0), velocity: Vector(x: 0, y: 100))
        format.write(event("pan", .changed, values, x: 100, y: 50), into: &line)
        #expect(text(line).contains(#""x":200.0,"y":100.0,"dx":20.0,"dy":0.0,"vx":0.0,"vy":200.0"#))
    }

    @Test func touchesAreLines() {
        var names = EventNames()
        names.zones[1] = name("left")
        var format = EventsFormat(geometry: flat, names: names)
        var line = ByteLine()
        for (phase, zone, end) in [
            (
                TouchPhase.began, 1,
                #","zone":"left","px":1.0,"py":2.0,"zx":0.5,"zy":1.0,"set":2}"#
            ), (.moved, 0, #","px":1.0,"py":2.0,"set":2}"#), (.ended, 0, #","px":1.0,"py":2.0,"set":2}"#),
            (.cancelled, 0, #","px":1.0,"py":2.0,"set":2}"#),
        ] {
            line.removeAll()
            let sequence = format.sequence + 1
            let touch = TouchEvent(
                time: Instant(microseconds: 7), identity: 3, phase: phase, location: Point(x: 1.5, y: 2),
                previous: Point(x: 1, y: 2), origin: Point(x: 1, y: 1), tapCount: 2, touches: 1, touchesInPhase: 2,
                zone: zone)
            format.write(StreamedTouch(touch: touch, zone: nil), into: &line)
            #expect(
                text(line)
                    == "{\"seq\":\(sequence),\"t\":7,\"touch\":3,\"phase\":\"\(phase)\",\"x\":1.5,\"y\":2.0,"
                    + "\"taps\":2,\"touches\":1\(end)\n")
        }
    }

    @Test func sequenceCountsEveryLineAndShowsAGap() {
        var format = EventsFormat(geometry: flat, names: EventNames())
        var line = ByteLine()
        format.write(event("tap", .ended, .tap(taps: 1)), into: &line)
        format.skip()
        line.removeAll()
        format.write(event("tap", .ended, .tap(taps: 1)), into: &line)
        #expect(text(line).hasPrefix(#"{"seq":3,"#))
    }

    @Test func numbersAreRoundedToAThousandthAndNeverMinusZero() {
        func number(_ value: Float, _ decimals: Int = 3) -> String {
            var line = ByteLine()
            line.append(value, decimals: decimals)
            return text(line)
        }
        for (value, expected) in [
            (0 as Float, "0.0"), (-0.0, "0.0"), (-0.0004, "0.0"), (0.0006, "0.001"), (-0.0006, "-0.001"),
            (0.9996, "1.0"), (-0.9996, "-1.0"), (9.99951, "10.0"), (1.05, "1.05"), (1.005, "1.005"), (12.5, "12.5"),
            (100, "100.0"), (0.1, "0.1"), (-3.25, "-3.25"), (16_777_216, "16777216.0"), (.nan, "0.0"),
            (.infinity, "0.0"), (-.infinity, "0.0"), (3e9, "0.0"), (.greatestFiniteMagnitude, "0.0"),
            (.leastNonzeroMagnitude, "0.0"),
        ] { #expect(number(value) == expected) }
        #expect(number(41.25, 1) == "41.3")
        #expect(number(1.23456, 4) == "1.2346")
        #expect(number(0.000_001, 6) == "0.000001")
    }

    @Test func roundedNumbersComeBackAsTheyWere() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let value = Float.random(in: -5_000...5_000, using: &random)
            var line = ByteLine()
            line.append(value, decimals: 3)
            let read = Float(text(line)) ?? .nan
            #expect(abs(read - value) <= 0.00075, "\(value)")
        }
    }

    @Test func wholeNumbersAreExact() {
        func number(_ value: Int64) -> String {
            var line = ByteLine()
            line.append(value)
            return text(line)
        }
        for value in [0, 1, -1, 10, 999, -1_000, .max, .min] as [Int64] { #expect(number(value) == "\(value)") }
        func rounded(_ value: Float) -> String {
            var line = ByteLine()
            line.append(rounded: value)
            return text(line)
        }
        for (value, expected) in [
            (0 as Float, "0"), (1.5, "2"), (-1.6, "-2"), (-0.2, "0"), (199.999, "200"), (.nan, "0"), (1e30, "0"),
            (-.infinity, "0"),
        ] { #expect(rounded(value) == expected) }
    }

    @Test func namesAreEscaped() throws {
        let odd = #"a"b\c/é"# + "\n"
        let written = line(event("tap", .ended, .tap(taps: 1), zone: 1), named: odd, zone: #"""#)
        #expect(written.contains(#""gesture":"a\"b\\c/é","#))
        #expect(written.contains(#""zone":"\"""#))
        #expect(try JSONSerialization.jsonObject(with: Data(written.utf8)) is [String: Any])
    }

    @Test func longestLineFits() throws {
        let longest = String(repeating: #"""#, count: 40)
        var names = EventNames()
        names.gestures[31] = name(longest)
        names.zones[32] = name(longest)
        var description = PanelGeometry.Description(rawWidth: 800, rawHeight: 480)
        description.rawMillimetres = (0.001, 0.001)
        for geometry in [flat, PanelGeometry(description)] {
            for figure in [-1.9999e9 as Float, -8_388_607.5, -1_234.5678] {
                let vector = Vector(x: figure, y: figure)
                for values in [
                    GestureValues.pan(translation: vector, velocity: vector),
                    .edgePan(edge: .bottom, translation: vector, velocity: vector),
                    .swipe(direction: .right, velocity: vector), .pinch(scale: figure, velocity: figure),
                    .rotation(radians: figure, velocity: figure), .longPress(taps: 16),
                    .transform(
                        translation: vector, velocity: vector, scale: figure, radians: figure, scaleVelocity: figure,
                        rotationVelocity: figure),
                ] {
                    var format = EventsFormat(geometry: geometry, names: names)
                    var line = ByteLine()
                    format.write(
                        GestureEvent(
                            time: .never, gesture: 31, zone: 32, kind: "longPress", isContinuous: true,
                            state: .cancelled, touches: 16, location: Point(x: figure, y: figure), values: values,
                            reason: .required(31)), into: &line)
                    // The sequence number may have 18 more digits.
                    #expect(!line.isTruncated && line.count + 18 <= ByteLine.capacity)
                    let object = try JSONSerialization.jsonObject(with: Data(text(line).utf8))
                    #expect((object as? [String: Any])?["t"] as? Int64 == .max)
                }
            }
        }
    }

    @Test(
        arguments: [
            (.moved(pt: 12.34), "moved 12.3pt"), (.tooFar(pt: 46), "tooFar 46.0pt"),
            (.tooShort(pt: 9.96), "tooShort 10.0pt"),
            (.tooLong(milliseconds: 500), "tooLong 500.0ms"), (.extraTouch, "extraTouch"),
            (.tooFewTouches(count: 1), "tooFewTouches 1"), (.noNextTap(done: 2), "noNextTap 2"),
            (.liftedEarly, "liftedEarly"), (.offAxis(degrees: 41.2), "offAxis 41.2deg"),
            (.lowScore(0.618), "lowScore 0.62"), (.noCorner(degrees: 32.06), "noCorner 32.1deg"), (.noRoom, "noRoom"),
            (.wrongDirection, "wrongDirection"), (.apart(degrees: 180), "apart 180.0deg"), (.uneven, "uneven"),
            (.tooSlow(ptPerSecond: 120), "tooSlow 120.0pt/s"), (.prevented(by: 1), "preventedBy zoom"),
            (.required(1), "requiredToFail zoom"), (.refused, "refused"), (.touchCancelled, "touchCancelled"),
            (.fingersUp, "fingersUp"),
        ] as [(FailureReason, String)]) func failureSaysWhy(_ reason: FailureReason, _ expected: String)
    {
        for state in [GestureState.failed, .cancelled] {
            let written = line(event("swipe", state, .none, reason: reason))
            #expect(written.hasSuffix(",\"why\":\"\(expected)\"}\n"))
            #expect(written.contains("\"state\":\"\(state)\""))
        }
    }

    @Test func failureTellsNoValues() {
        let written = line(event("tap", .failed, .tap(taps: 2), reason: .uneven))
        #expect(!written.contains("taps"))
    }

    @Test(arguments: [("a\r\n", "a"), ("a\n", "a"), ("a\r", "a"), ("a\n\n", "a\n"), ("\r\n", ""), ("", ""), ("a", "a")])
    func aLineEndComesOff(_ before: String, _ after: String) {
        var line = ByteLine(text: before)
        line.removeLineEnd()
        #expect(text(line) == after)
    }

    @Test func nameHasAtMostThirtyOneBytes() {
        #expect(name(String(repeating: "x", count: 40)).count == 31)
    }
}
