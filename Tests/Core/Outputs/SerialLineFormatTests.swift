import TestSupport

/// A `$TL` sentence as a host takes it apart; nil where the frame is not right in every byte.
struct Sentence {
    var fields: [String]

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 512, text.hasPrefix("$TL,"), text.hasSuffix("\r\n") else { return nil }
        let body = bytes.dropFirst().dropLast(2)
        guard let star = body.firstIndex(of: UInt8(ascii: "*")), body.endIndex - star == 3 else { return nil }
        guard body.allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "$") }) else { return nil }
        let digits = String(decoding: body[(star + 1)...], as: UTF8.self)
        guard digits == Sentence.checksum(of: body[..<star]) else { return nil }
        fields = String(decoding: body[..<star], as: UTF8.self).split(
            separator: ",", omittingEmptySubsequences: false
        ).map(String.init)
    }

    /// Independent of the writer.
    static func checksum(of bytes: some Sequence<UInt8>) -> String {
        let sum = bytes.reduce(0, ^)
        return (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true)
    }
}

@Suite struct SerialLineFormatTests {
    private let flat = PanelGeometry(.init(rawWidth: 800, rawHeight: 480))

    private func event(
        _ kind: StaticString, _ state: GestureState, _ values: GestureValues, at time: Int64 = 480_000,
        x: Float = 101, y: Float = 200, gesture: Int = 0, reason: FailureReason? = nil
    ) -> GestureEvent {
        GestureEvent(
            time: Instant(microseconds: time), gesture: gesture, zone: 0, kind: kind, isContinuous: false,
            state: state, touches: 1, location: Point(x: x, y: y), values: values, reason: reason)
    }

    private func format(named gesture: String = "lamp", after lines: Int = 0) -> SerialLineFormat {
        var names = EventNames()
        names.gestures[0] = name(gesture)
        names.gestures[1] = name("zoom, far*")
        var format = SerialLineFormat(geometry: flat, names: names)
        for _ in 0..<lines { format.skip() }
        return format
    }

    private func line(_ event: GestureEvent, named gesture: String = "lamp", after lines: Int = 0) -> String {
        var format = format(named: gesture, after: lines)
        var line = ByteLine()
        format.write(event, into: &line)
        #expect(!line.isTruncated)
        #expect(Sentence(text(line)) != nil)
        return text(line)
    }

    /// The fields after x and y.
    private func values(_ event: GestureEvent) throws -> [String] {
        Array(try #require(Sentence(line(event))).fields.dropFirst(8))
    }

    @Test func theDocumentedTapIsThisSentence() {
        #expect(
            line(event("tap", .ended, .tap(taps: 2)), after: 11)
                == "$TL,12,480000,lamp,tap,ended,101,200,2*3C\r\n")
    }

    @Test func theReferenceAgreesWithASentenceThatEverybodyKnows() {
        let fix = "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
        #expect(Sentence.checksum(of: fix.utf8) == "47")
        #expect(Sentence("$TL,0*04\r\n") != nil && Sentence("$TL,0*05\r\n") == nil)
    }

    @Test func everyKindTellsItsValuesInTheDocumentedOrder() throws {
        let way = Vector(x: -12.5, y: 3.4)
        let speed = Vector(x: 250.6, y: -0.2)
        for (values, kind, expected) in [
            (.none, "custom", []),
            (.tap(taps: 2), "tap", ["2"]),
            (.longPress(taps: 1), "longPress", ["1"]),
            (.pan(translation: way, velocity: speed), "pan", ["-13", "3", "251", "0"]),
            (
                .edgePan(edge: .bottom, translation: way, velocity: speed), "edgePan",
                ["bottom", "-13", "3", "251", "0"]
            ),
            (.swipe(direction: .up, velocity: speed), "swipe", ["up", "251", "0"]),
            (.pinch(scale: 1.234567, velocity: -0.8), "pinch", ["1.2346", "-0.8"]),
            (.pinch(scale: 1, velocity: 0), "pinch", ["1.0", "0.0"]),
            (.discretePinch(isOutward: true), "pinch", ["outward"]),
            (.discretePinch(isOutward: false), "pinch", ["inward"]),
            (.rotation(radians: -3.14159, velocity: 0.00004), "rotation", ["-3.1416", "0.0"]),
            (.stroke(name: Name("z, \u{e9}"), score: 0.87654), "stroke", ["z^2C ^C3^A9", "0.8765"]),
            (
                .transform(
                    translation: way, velocity: speed, scale: 1.25, radians: -0.5, scaleVelocity: 2, rotationVelocity: 3
                ),
                "transform", ["-13", "3", "251", "0", "1.25", "-0.5", "2.0", "3.0"]
            ),
        ] as [(GestureValues, StaticString, [String])] {
            #expect(try self.values(event(kind, .changed, values)) == expected, "\(values)")
        }
    }

    @Test func placesAreOrientedPixels() {
        let fine = PanelGeometry(.init(rawWidth: 1_600, rawHeight: 960, rawMillimetres: (127, 76.2)))
        var format = SerialLineFormat(geometry: fine, names: EventNames())
        var line = ByteLine()
        let values = GestureValues.pan(translation: Vector(x: 10, y: 0), velocity: Vector(x: 0, y: 100))
        format.write(event("pan", .changed, values, x: 100, y: 50), into: &line)
        #expect(text(line).hasPrefix("$TL,1,480000,-,pan,changed,200,100,20,0,0,200*"))
    }

    @Test func whyComesLast() throws {
        #expect(
            try values(
                event("swipe", .failed, .swipe(direction: .up, velocity: .zero), reason: .offAxis(degrees: 41.2)))
                == ["offAxis 41.2deg"], "a failure tells no values")
        #expect(
            try values(event("pinch", .cancelled, .pinch(scale: 2, velocity: 0), reason: .touchCancelled))
                == ["2.0", "0.0", "touchCancelled"])
        #expect(
            try values(event("pan", .failed, .none, reason: .prevented(by: 1))) == ["preventedBy zoom^2C far^2A"])
    }

    @Test(arguments: [
        ("lamp", "lamp"), ("two words", "two words"), ("a,b", "a^2Cb"), ("$TL*00", "^24TL^2A00"), ("", "-"),
        ("a\r\n$TL,0", "a^0D^0A^24TL^2C0"), ("^2C", "^5E2C"), ("é", "^C3^A9"), ("\u{0}\u{7F}", "^00^7F"),
        ("!\\~", "^21^5C^7E"), ("%d%s\"'", "%d%s\"'"),
        (String(repeating: "~", count: 40), String(repeating: "^7E", count: 31)),
    ])
    func aNameCannotBreakTheFrame(_ gesture: String, _ told: String) throws {
        let sentence = try #require(Sentence(line(event("tap", .ended, .tap(taps: 1)), named: gesture)))
        #expect(sentence.fields == ["TL", "1", "480000", told, "tap", "ended", "101", "200", "1"])
    }

    @Test func aKindCannotBreakTheFrameEither() throws {
        let sentence = try #require(
            Sentence(line(event("a,very*long$kind\n that goes on and on and on and on", .ended, .none))))
        #expect(sentence.fields[4] == "a^2Cvery^2Along^24kind^0A that goes on ", "31 bytes of it")
        #expect(sentence.fields.count == 8)
    }

    @Test func sequenceBeginsWithOneAndShowsADroppedLine() {
        var format = format()
        var line = ByteLine()
        #expect(format.sequence == 0)
        format.write(event("tap", .ended, .none), into: &line)
        #expect(text(line).hasPrefix("$TL,1,"))
        format.skip()
        line.removeAll()
        format.write(event("tap", .ended, .none), into: &line)
        #expect(text(line).hasPrefix("$TL,3,"))
        #expect(format.sequence == 3)
    }

    @Test func greetingNamesVersionAndBoardAndDoesNotCount() throws {
        let format = format(after: 7)
        var line = ByteLine()
        SerialLineFormat.greet(board: Array("HyperPixel 4".utf8).span, into: &line)
        #expect(text(line) == "$TL,0,1,HyperPixel 4*3F\r\n")
        #expect(format.sequence == 7)
        line.removeAll()
        SerialLineFormat.greet(board: Array((String(repeating: "é", count: 400) + "*").utf8).span, into: &line)
        #expect(try #require(Sentence(text(line))).fields.count == 4 && line.count < 256)
        line.removeAll()
        SerialLineFormat.greet(board: [UInt8]().span, into: &line)
        #expect(try #require(Sentence(text(line))).fields == ["TL", "0", "1", ""])
    }

    @Test func sentencesFollowEachOtherInOneBuffer() {
        var format = format()
        var line = ByteLine()
        SerialLineFormat.greet(board: Array("b".utf8).span, into: &line)
        format.write(event("tap", .ended, .tap(taps: 1)), into: &line)
        let both = text(line)
        let split = both.split(separator: "\r\n").map { String($0) + "\r\n" }
        #expect(split.count == 2 && split.allSatisfy { Sentence($0) != nil })
    }

    @Test func impossibleFiguresAreTold0() throws {
        for figure in [Float.nan, .infinity, -.infinity, 1e30, -.greatestFiniteMagnitude, 2e9] {
            let vector = Vector(x: figure, y: figure)
            let sentence = try #require(
                Sentence(
                    line(event("pan", .changed, .pan(translation: vector, velocity: vector), x: figure, y: figure))))
            #expect(sentence.fields[6...] == ["0", "0", "0", "0", "0", "0"])
            #expect(
                try values(event("pinch", .changed, .pinch(scale: figure, velocity: figure))) == ["0.0", "0.0"])
        }
    }

    @Test func timesAreExactToTheLastMicrosecond() throws {
        for time in [0, 1, -1, 4_294_967_296, .max, .min] as [Int64] {
            let sentence = try #require(Sentence(line(event("tap", .ended, .none, at: time))))
            #expect(sentence.fields[2] == "\(time)")
        }
    }

    @Test func anyEventIsOneSentenceOfPrintableASCIIThatFits() throws {
        var random = Seed.random("$TL sentences of any event")
        for round in 0..<20_000 {
            var names = EventNames()
            for index in 0..<32 {
                for _ in 0..<Int.random(in: 0...31, using: &random) {
                    names.gestures[index].append(UInt8(truncatingIfNeeded: random.next()))
                }
            }
            let millimetres: [(Double, Double)?] = [nil, (154, 86), (0.001, 0.001), (5_000, 5_000)]
            let geometry = PanelGeometry(
                .init(rawWidth: 800, rawHeight: 480, rawMillimetres: millimetres[round % 4]))
            var format = SerialLineFormat(geometry: geometry, names: names)
            var line = ByteLine()
            format.write(GestureEvent.random(using: &random), into: &line)
            let sentence = try #require(Sentence(text(line)), "round \(round): \(text(line))")
            guard !line.isTruncated, sentence.fields.count >= 8 else { throw Missing("round \(round): \(text(line))") }
            #expect(sentence.fields.allSatisfy { !$0.isEmpty }, "sscanf finds no empty field")
            #expect(sentence.fields[3].utf8.count <= 93 && sentence.fields[4].utf8.count <= 93)
            // The sequence number may have 18 more digits.
            #expect(line.count + 18 <= 512)
        }
    }
}
