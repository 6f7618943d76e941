import TaplineConfiguration
import TestSupport

@Suite struct RecognizerConfigurationTests {
    @Test func aGestureWithoutParametersHasTheDefaults() throws {
        let all = try gestures(
            "{name: a, kind: tap}", "{name: b, kind: longPress}", "{name: c, kind: pan}", "{name: d, kind: swipe}")
        #expect(try (recognizer(all, 0) as TapRecognizer).parameters == TapRecognizer.Parameters())
        #expect(try (recognizer(all, 1) as LongPressRecognizer).parameters == LongPressRecognizer.Parameters())
        #expect(try (recognizer(all, 2) as PanRecognizer).parameters == PanRecognizer.Parameters())
        #expect(try (recognizer(all, 3) as SwipeRecognizer).parameters == SwipeRecognizer.Parameters())
        for gesture in all.gestures {
            #expect(gesture.zone == nil)
            #expect(gesture.delivery == TouchDelivery())
            #expect(gesture.relations == GestureRelations())
        }
        #expect(all.gestures.map(\.kind) == ["tap", "longPress", "pan", "swipe"])
    }

    @Test func everyParameterOfATapIsRead() throws {
        let read = try gestures(
            "{name: a, kind: tap, taps: 3, touches: 2, maxPress: 1s, movement: 20pt, interval: 400ms, "
                + "intervalFrom: down, fires: onDown, bounce: 30ms, skew: 100ms, tentative: true}")
        var expected = TapRecognizer.Parameters()
        expected.taps = 3
        expected.touches = 2
        expected.maxPress = .milliseconds(1_000)
        expected.movementPt = 20
        expected.interval = .milliseconds(400)
        expected.intervalFrom = .down
        expected.fires = .onDown
        expected.bounce = .milliseconds(30)
        expected.skew = .milliseconds(100)
        expected.isTentative = true
        let tap: TapRecognizer = try recognizer(read)
        #expect(tap.parameters == expected)
    }

    @Test func everyParameterOfALongPressIsRead() throws {
        let read = try gestures(
            "{name: a, kind: longPress, minimumPressDuration: 0.3s, allowableMovement: 2mm, touches: 5, taps: 1}")
        let press: LongPressRecognizer = try recognizer(read)
        #expect(press.parameters.minimumPressDuration == .milliseconds(300))
        #expect(abs(press.parameters.allowableMovementPt - 12.598_425) < 1e-4)
        #expect(press.parameters.touches == 5)
        #expect(press.parameters.taps == 1)
    }

    @Test func everyParameterOfAPanIsRead() throws {
        let all = try gestures(
            "{name: a, kind: pan, minimumTouches: 2, maximumTouches: 3, slop: 4pt}",
            "{name: b, kind: pan, maximumTouches: any}")
        let pan: PanRecognizer = try recognizer(all)
        let any: PanRecognizer = try recognizer(all, 1)
        #expect(pan.parameters.minimumTouches == 2)
        #expect(pan.parameters.maximumTouches == 3)
        #expect(pan.parameters.slopPt == 4)
        #expect(any.parameters == PanRecognizer.Parameters())
        expect(
            gestureComplaints("{name: a, kind: pan, minimumTouches: 3, maximumTouches: 2}"),
            "c.yaml:3:42: minimumTouches 3 is more than maximumTouches 2; "
                + "minimumTouches must not be more than maximumTouches")
    }

    @Test func everyParameterOfASwipeIsRead() throws {
        let gesture = try gestures(
            "{name: a, kind: swipe, directions: [left, up], touches: 2, distance: 30pt, deviation: 45deg, "
                + "maxDuration: 400ms, minimumVelocity: 100pt/s, fires: onLift}")
        let swipe: SwipeRecognizer = try recognizer(gesture)
        let read = swipe.parameters
        #expect(read.directions.contains(.left) && read.directions.contains(.up))
        #expect(!read.directions.contains(.right) && !read.directions.contains(.down))
        #expect(read.touches == 2)
        #expect(read.distancePt == 30)
        #expect(read.deviationPt == 0)
        #expect(read.deviationTangent == 1)
        #expect(read.maxDuration == .milliseconds(400))
        #expect(read.minimumVelocityPtPerSecond == 100)
        #expect(read.fires == .onLift)
    }

    @Test func aSingleDirectionNeedsNoBrackets() throws {
        let swipe: SwipeRecognizer = try recognizer(gestures("{name: a, kind: swipe, directions: down}"))
        #expect(swipe.parameters.directions.contains(.down))
        #expect(!swipe.parameters.directions.contains(.up))
        expect([
            "{name: a, kind: swipe, directions: []}": "c.yaml:3:40: 'directions' is an empty list; name at least one",
            "{name: a, kind: swipe, directions: [left, rihgt]}":
                "c.yaml:3:47: 'directions' is 'rihgt'; did you mean 'right'? valid: left, right, up, down",
        ]) { gestureComplaints($0) }
    }

    @Test func everyParameterOfATransformIsRead() throws {
        let all = try gestures(
            "{name: a, kind: transform}",
            "{name: b, kind: transform, slop: {pan: 4pt, pinch: 8pt, rotation: 6deg}, minimumSpan: 30pt, "
                + "incremental: true}",
            "{name: c, kind: transform, slop: {pinch: 8pt}}"
        )
        let usual: TransformRecognizer = try recognizer(all)
        let full: TransformRecognizer = try recognizer(all, 1)
        let part: TransformRecognizer = try recognizer(all, 2)
        #expect(usual.parameters == TransformRecognizer.Parameters())
        #expect(full.parameters.panSlopPt == 4 && full.parameters.pinchSlopPt == 8)
        #expect(abs(full.parameters.rotationSlopRadians - 6 * pi / 180) < 1e-6)
        #expect(full.parameters.minimumSpanPt == 30 && full.parameters.isIncremental)
        var expected = TransformRecognizer.Parameters()
        expected.pinchSlopPt = 8
        #expect(part.parameters == expected)
        expect(
            gestureComplaints("{name: a, kind: transform, slop: 10pt}"),
            "c.yaml:3:38: 'slop' is '10pt'; write the slop of each part: {pan: 10pt, pinch: 16pt, rotation: 10deg}")
        #expect(gestureComplaints("{name: a, kind: transform, slop: {span: 10pt}}").count == 1)
    }

    @Test func everyContinuousKindThatMeasuresMayBeIncremental() throws {
        for kind in ["pan", "edgePan", "pinch", "rotation", "transform"] {
            let all = try gestures("{name: a, kind: \(kind), incremental: true}", "{name: b, kind: \(kind)}").gestures
            #expect(all.map(\.recognizer.isIncremental) == [true, false], "\(kind)")
        }
        #expect(gestureComplaints("{name: a, kind: longPress, incremental: true}").count == 1)
    }

    @Test func deviationsAreLengthsAnglesBothOrNone() throws {
        for (text, points, tangent) in [
            ("5pt", 5, 0), ("45deg", 0, 1), ("[5pt, 45deg]", 5, 1), ("none", .infinity, 0),
        ] as [(String, Float, Float)] {
            let all = try gestures(
                "{name: a, kind: swipe, deviation: \(text)}", "{name: b, kind: swipe, othersDeviation: \(text)}"
            )
            let own: SwipeRecognizer = try recognizer(all)
            let others: SwipeRecognizer = try recognizer(all, 1)
            #expect(own.parameters.deviationPt == points && abs(own.parameters.deviationTangent - tangent) < 1e-6)
            #expect(own.parameters.othersDeviationPt == nil)
            #expect(others.parameters.othersDeviationPt == points)
            #expect(abs(others.parameters.othersDeviationTangent - tangent) < 1e-6)
            #expect(others.parameters.deviationPt == SwipeRecognizer.Parameters().deviationPt)
        }
        expect(
            gestureComplaints("{name: a, kind: swipe, othersDeviation: wide}"),
            "c.yaml:3:45: 'othersDeviation' is 'wide', which is neither a length nor an angle; "
                + "write 5pt, 20deg, [5pt, 20deg] or none")
    }

    @Test func theClassicSwipeHasNoLimitOfTimeOrSpeed() throws {
        let swipe: SwipeRecognizer = try recognizer(
            gestures(
                "{name: a, kind: swipe, deviation: 5pt, minimumVelocity: 0, maxDuration: none, othersDeviation: none}"))
        #expect(swipe.parameters.maxDuration == .unlimited)
        #expect(swipe.parameters.minimumVelocityPtPerSecond == 0)
    }
}
