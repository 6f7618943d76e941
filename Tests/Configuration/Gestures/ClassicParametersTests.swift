import TaplineConfiguration
import TestSupport

/// The parameters of the classic programs: repeating, extra fingers ignored, the oldest pair, a limit that is exceeded, taps by the
/// touch's own count.
@Suite struct ClassicParametersTests {
    private func recognizer(_ entry: String) throws -> StandardRecognizer { try gestures(entry).gestures[0].recognizer }

    @Test func extraTouchesAreIgnoredWhereAGestureSaysSo() throws {
        for kind in ["tap", "longPress", "pan", "edgePan", "swipe", "pinch", "rotation", "transform", "stroke"] {
            #expect(try !gestures("{name: a, kind: \(kind)}").gestures[0].ignoresExtraTouches)
            #expect(try gestures("{name: a, kind: \(kind), extraTouches: ignore}").gestures[0].ignoresExtraTouches)
            #expect(try !gestures("{name: a, kind: \(kind), extraTouches: fail}").gestures[0].ignoresExtraTouches)
        }
        #expect(
            try gestures("{name: a, kind: tap, counting: touch, extraTouches: ignore}").gestures[0].ignoresExtraTouches)
    }

    @Test func repeatingGesturesAreContinuous() throws {
        for (entry, isContinuous) in [
            ("kind: swipe", false), ("kind: swipe, repeating: true", true), ("kind: swipe, repeating: false", false),
            ("kind: pinch, discrete: {delta: 100pt}", false),
            ("kind: pinch, discrete: {delta: 100pt}, repeating: true", true),
            ("kind: stroke, rule: corner, fires: onMove", false),
            ("kind: stroke, rule: corner, fires: onMove, repeating: true", true),
        ] { #expect(try recognizer("{name: a, \(entry)}").isContinuous == isContinuous, "\(entry)") }
    }

    @Test func whatHappensOnceCannotBeRepeating() {
        let problem = "such a gesture happens once: it cannot be repeating"
        expect([
            "{name: a, kind: swipe, fires: onLift, repeating: true}":
                "c.yaml:3:54: \(problem); leave out fires: onLift, or repeating",
            "{name: a, kind: pinch, repeating: true}": "c.yaml:3:39: \(problem); add discrete: {delta: 100pt}",
            "{name: a, kind: stroke, rule: corner, repeating: true}": "c.yaml:3:54: \(problem); add fires: onMove",
            "{name: a, kind: stroke, repeating: true}":
                "c.yaml:3:40: a stroke is compared when the finger lifts; leave repeating out, or name a corner: rule: corner",
        ]) { gestureComplaints($0) }
    }

    @Test func aLimitIsReachedOrExceededAndNotBoth() throws {
        func swipe(_ parameters: String) throws -> Float? {
            try recognizer("{name: a, kind: swipe, \(parameters)}").recognizer(SwipeRecognizer.self)?.parameters
                .distancePt
        }
        #expect(try swipe("distance: 30pt") == 30)
        #expect(try swipe("exceeds: none") == 25)
        #expect(try #require(try swipe("exceeds: 30pt")) > 30)
        func pinch(_ discrete: String) throws -> Float? {
            try recognizer("{name: a, kind: pinch, discrete: \(discrete)}").recognizer(PinchRecognizer.self)?
                .parameters.discreteDeltaPt
        }
        #expect(try pinch("{delta: 100pt}") == 100)
        #expect(try pinch("{exceeds: 100pt}") == .exceeding(100))
        let directions = try ["inward", "outward", "all"].map {
            try recognizer("{name: a, kind: pinch, discrete: {delta: 100pt}, directions: \($0)}")
                .recognizer(PinchRecognizer.self)?.parameters.directions
        }
        #expect(directions == [.inward, .outward, .all])
        expect([
            "{name: a, kind: pinch, directions: inward}":
                "c.yaml:3:40: a continuous pinch goes both ways: its scale says which; add discrete: {delta: 100pt}, or leave directions out"
        ]) { gestureComplaints($0) }
        let corner = try recognizer("{name: a, kind: stroke, rule: {corner: {exceeds: 10pt}}}")
            .recognizer(StrokeRecognizer.self)
        #expect(corner?.parameters.corner?.minimumLengthPt == .exceeding(10))
        let both = "and 'exceeds' both say how far; keep one of them"
        expect([
            "{name: a, kind: swipe, distance: 25pt, exceeds: 25pt}": "c.yaml:3:53: 'distance' \(both)",
            "{name: a, kind: pinch, discrete: {delta: 9pt, exceeds: 9pt}}": "c.yaml:3:60: 'delta' \(both)",
            "{name: a, kind: stroke, rule: {corner: {minimumLength: 9pt, exceeds: 9pt}}}":
                "c.yaml:3:74: 'minimumLength' \(both)",
            "{name: a, kind: pinch, discrete: {}}": "c.yaml:3:38: 'discrete' has no 'delta'; add delta: 100pt",
        ]) { gestureComplaints($0) }
    }

    @Test func thePairIsFixedOrTheOldestTwo() throws {
        func pinch(_ text: String) throws -> PinchRecognizer? {
            try recognizer(text).recognizer(PinchRecognizer.self)
        }
        let rotation = try recognizer("{name: a, kind: rotation, pair: oldest}").recognizer(RotationRecognizer.self)
        let transform = try recognizer("{name: a, kind: transform, pair: oldest}").recognizer(TransformRecognizer.self)
        #expect(try pinch("{name: a, kind: pinch, pair: oldest}")?.parameters.pair == .oldest)
        #expect(try pinch("{name: a, kind: pinch}")?.parameters.pair == .fixed)
        #expect(rotation?.parameters.pair == .oldest)
        #expect(transform?.parameters.pair == .oldest)
    }

    @Test func theOldestTwoTakeEveryFingerSoNoneIsIgnored() {
        for kind in ["pinch", "rotation", "transform"] {
            let found = gestureComplaints("{name: a, kind: \(kind), pair: oldest, extraTouches: ignore}")
            #expect(found.count == 1)
            #expect(found.first?.hasSuffix("leave out extraTouches, or write pair: fixed") == true)
            #expect(gestureComplaints("{name: a, kind: \(kind), pair: fixed, extraTouches: ignore}").isEmpty)
            #expect(gestureComplaints("{name: a, kind: \(kind), pair: oldest, extraTouches: fail}").isEmpty)
        }
    }

    @Test func tapsByTheTouchsOwnCountHaveAWaitAndNoRulesOfTheirOwn() throws {
        let tap = try recognizer("{name: a, kind: tap, taps: 2, counting: touch, wait: 400ms}")
            .recognizer(CountedTapRecognizer.self)
        #expect(tap?.parameters.taps == 2)
        #expect(tap?.parameters.wait == .milliseconds(400))
        #expect(try recognizer("{name: a, kind: tap, counting: gesture}").recognizer(TapRecognizer.self) != nil)
        expect(
            gestureComplaints("{name: a, kind: tap, wait: 400ms}"),
            "c.yaml:3:32: a tap by its own rules waits for those that it requires to fail; add counting: touch, or leave wait out"
        )
        #expect(
            gestureComplaints("{name: a, kind: tap, counting: touch, interval: 400ms}").first?.hasPrefix(
                "c.yaml:3:43: unknown key 'interval' in a gesture; ") == true)
    }

    @Test func oneStartForAllFingersIsARepeatingSwipes() throws {
        let swipe = try recognizer("{name: a, kind: swipe, repeating: true, start: first}")
            .recognizer(SwipeRecognizer.self)
        #expect(swipe?.parameters.measuresFromFirst == true)
        expect(
            gestureComplaints("{name: a, kind: swipe, start: first}"),
            "c.yaml:3:35: where all are measured from one start, a finger that lands beside it would be off its axis; "
                + "add repeating: true, which fails nobody for that, or leave start out")
    }
}
