import TestSupport

/// Two fingers around a centre, told by half their vector.
extension GestureTester {
    mutating func pair(_ ms: Double, _ dx: Float, _ dy: Float, center: Point = Point(x: 400, y: 240)) {
        place(0, center.x - dx, center.y - dy)
        place(1, center.x + dx, center.y + dy)
        report(at: ms)
    }
    mutating func pair(_ ms: Double, radius: Float, degrees: Float) {
        let radians = Double(degrees) * .pi / 180
        pair(ms, radius * Float(cosine(radians)), radius * Float(sine(radians)))
    }

    var scales: [Float] {
        events.compactMap { if case .pinch(let scale, _) = $0.values { scale } else { nil } }
    }
    var rotations: [Float] {
        events.compactMap { if case .rotation(let radians, _) = $0.values { radians } else { nil } }
    }
}

@Suite struct PinchTests {
    @Test func pinchBeginsAtTheSlopWithScaleOne() {
        var t = GestureTester([("pinch", pinch())])
        for i in 0...20 { t.pair(Double(i) * 10, 50 + Float(i), 0) }
        #expect(t.story() == ["80 pinch began"])
        #expect(t.scales.first == 1)
        #expect(abs(t.scales.last! - 140.0 / 116) < 1e-4)
    }

    @Test func velocityIsOfTheScaleFromTheStart() {
        var t = GestureTester([("pinch", pinch())])
        for i in 0...20 { t.pair(Double(i) * 10, 20 + 4 * Float(i), 0) }
        let velocities: [Float] = t.events.compactMap {
            if case .pinch(_, let velocity) = $0.values { velocity } else { nil }
        }
        // The span grows by 8 pt in 10 ms and is 56 pt where the pinch begins.
        for velocity in velocities { #expect(abs(velocity - 800 / 56) < 0.1) }
    }

    @Test func fingersThatLiftOneByOneChangeNeitherScaleNorFocus() {  // case 16
        var t = GestureTester([("pinch", pinch())])
        for i in 0...10 { t.pair(Double(i) * 10, 50 + 5 * Float(i), 0) }
        let before = t.events.last!
        t.up(110)
        t.up(122, id: 1)
        #expect(t.story() == ["20 pinch began", "122 pinch ended"])
        #expect(t.scales.last == t.scales.dropLast().last)
        #expect(t.events.last?.location == before.location)
    }

    @Test func fingerThatLandsElsewhereGoesOnFromTheSameScale() {  // case 17
        var t = GestureTester([("pinch", pinch())])
        for i in 0...10 { t.pair(Double(i) * 10, 50 + 5 * Float(i), 0) }
        let before = t.scales.last!
        t.up(110, id: 1)
        t.down(200, 350, 100, id: 1)
        t.report(at: 210)
        t.report(at: 220)
        #expect(t.scales.allSatisfy { $0 <= before + 1e-4 })
        t.down(230, 355, 95, id: 1)
        #expect(abs(t.scales.last! / before - 1) < 0.2)
    }

    @Test func thirdFingerMidPinchChangesNothing() {  // case 18
        var t = GestureTester([("pinch", pinch())])
        for i in 0...10 { t.pair(Double(i) * 10, 50 + 5 * Float(i), 0) }
        let before = t.scales.last!
        t.down(110, 400, 50, id: 2)
        t.report(at: 120)
        t.slide(from: 120, to: 200, 600, 50, id: 2)
        #expect(t.scales.allSatisfy { $0 <= before + 1e-6 })
        t.up(210, id: 2)
        #expect(abs(t.scales.last! - before) < 1e-6)
    }

    @Test func liftAndLandingInOneReportAnchorAnew() {  // case 19
        var t = GestureTester([("pinch", pinch())])
        for i in 0...10 { t.pair(Double(i) * 10, 50 + 5 * Float(i), 0) }
        let before = t.scales.last!
        t.remove(1)
        t.down(110, 310, 400, id: 2)
        t.report(at: 120)
        t.report(at: 130)
        #expect(abs(t.scales.last! - before) < 1e-4)
        #expect(t.story() == ["20 pinch began"])
    }

    @Test func fingerThatProvesRealAsAnotherLiftsDoesNotMakeTheScaleJump() {
        var t = GestureTester([("pinch", pinch()), ("turn", rotation())], together: [("pinch", "turn")])
        for i in 0...10 { t.pair(Double(i) * 10, radius: 50 + 5 * Float(i), degrees: 2 * Float(i)) }
        let (scale, angle) = (t.scales.last!, t.rotations.last!)
        t.down(110, 400, 80, id: 2)
        t.up(120, id: 1)
        t.down(130, 400, 79, id: 2)
        #expect(abs(t.scales.last! / scale - 1) < 0.02)
        #expect(abs(t.rotations.last! - angle) < 0.02)
    }

    @Test func fingersHeldStillBeforeTheyLiftHaveNoVelocity() {
        var t = GestureTester([("pinch", pinch()), ("turn", rotation())], together: [("pinch", "turn")])
        for i in 0...20 { t.pair(Double(i) * 10, radius: 50 + 5 * Float(i), degrees: 2 * Float(i)) }
        t.up(300)
        t.up(310, id: 1)
        let ends = t.events.filter { $0.state == .ended }
        #expect(ends.count == 2)
        for end in ends {
            switch end.values {
            case .pinch(_, let velocity), .rotation(_, let velocity): #expect(velocity == 0)
            default: Issue.record("neither")
            }
        }
    }

    @Test func spanBelowTheMinimumIsFrozenAndFinite() {  // cases 20 and 21
        var t = GestureTester([("pinch", pinch())])
        for i in 0...48 { t.pair(Double(i) * 10, 150 - 3 * Float(i), 0) }
        let low = t.scales.last!
        for i in 0...48 { t.pair(490 + Double(i) * 10, 6 + 3 * Float(i), 0) }
        #expect(t.scales.allSatisfy { $0.isFinite && $0 >= low - 1e-6 })
        #expect(abs(low - 37.795 / (300 - 18)) < 0.01)

        var zero = GestureTester([("pinch", pinch())])
        for i in 0...20 { zero.pair(Double(i) * 10, 5 * Float(i), 0) }
        #expect(zero.scales.first == 1)
        #expect(zero.scales.allSatisfy { $0.isFinite })
    }

    @Test func impossibleRatioIsDroppedOnce() {  // case 22
        var t = GestureTester([("pinch", pinch())])
        for i in 0...10 { t.pair(Double(i) * 10, 50 + Float(i), 0) }
        let before = t.scales.last!
        t.pair(110, 200, 0)
        #expect(t.scales.last! == before)
        t.pair(120, 61, 0)
        #expect(abs(t.scales.last! / before - 61.0 / 60) < 1e-3)
    }

    @Test(arguments: [25.0, 60, 100, 120]) func droppedRatioLeavesTheVelocityAlone(rate: Double) {  // case 22
        var t = GestureTester([("pinch", pinch())])
        let step = 1_000 / rate
        var spans = (0...10).map { 100 + 10 * Float($0) }
        spans += [900] + (12...20).map { 100 + 10 * Float($0) }
        for (i, span) in spans.enumerated() { t.pair(Double(i) * step, span / 2, 0) }
        for event in t.events {
            guard case .pinch(_, let velocity) = event.values, event.time.microseconds > Int64(5_000 * step) else {
                continue
            }
            #expect(velocity > 0, "at \(event.time.microseconds) µs")
        }
        #expect(t.events.count > 12)
    }

    /// Fingers that part so fast that their span more than doubles from one report to the next told no speed for 100 ms.
    @Test(arguments: [(220, 340), (220, 290), (220, 150)] as [(Float, Float)])
    func spanThatMoreThanDoublesAndGoesOnHasAVelocity(third: Float, fourth: Float) {  // case 22
        for kind in [pinch(), .transform(TransformRecognizer(.classic))] as [StandardRecognizer] {
            var t = GestureTester([("zoom", kind)])
            for (i, span) in [100, third, fourth].enumerated() { t.pair(Double(i) * 25, Float(span) / 2, 0) }
            t.pair(75, (2 * fourth - third) / 2, 0)
            let velocities = t.events.compactMap { event -> Float? in
                switch event.values {
                case .pinch(_, let velocity), .transform(_, _, _, _, let velocity, _): velocity
                default: nil
                }
            }
            #expect(velocities.count >= 2 && velocities.last! != 0, "\(velocities)")
        }
    }

    /// A span that stayed where it had jumped to was not believed before a finger moved again.
    @Test func impossibleRatioThatStaysIsBelieved() {  // case 22
        var t = GestureTester([("pinch", pinch())])
        for i in 0...10 { t.pair(Double(i) * 10, 50 + Float(i), 0) }
        let before = t.scales.last!
        t.pair(110, 200, 0)
        #expect(t.scales.last! == before)
        t.pair(120, 200, 0)
        #expect(abs(t.scales.last! / before - 200.0 / 60) < 1e-3)
        let told = t.events.count
        t.pair(130, 200, 0)
        #expect(t.events.count == told)
    }

    /// Fingers close together at 25 Hz: one report more than doubles the span, and the next shows them there still.
    @Test func spanThatMoreThanDoublesAndRestsIsAPinch() {  // case 22
        let kinds: [StandardRecognizer] = [pinch(), .transform(TransformRecognizer(.classic))]
        for kind in kinds {
            for span in [40, 95] as [Float] {
                var t = GestureTester([("zoom", kind)])
                for i in 0...3 { t.pair(Double(i) * 40, span / 2, 0) }
                t.pair(160, 120, 0)
                #expect(t.story() == [])
                t.pair(200, 120, 0)
                #expect(t.story() == ["200 zoom began"])
                #expect(t.scales.allSatisfy { $0 == 1 })
                t.pair(240, 120, 0)
                #expect(t.story() == ["200 zoom began"])
            }
        }
    }

    @Test func spanThatDoublesInOneReportOnlyIsNoPinch() {  // case 22
        let kinds: [StandardRecognizer] = [pinch(), .transform(TransformRecognizer(.classic))]
        for kind in kinds {
            var t = GestureTester([("zoom", kind)])
            for i in 0...3 { t.pair(Double(i) * 40, 30, 0) }
            t.pair(160, 120, 0)
            for i in 5...8 { t.pair(Double(i) * 40, 30, 0) }
            // Nor where both lift from there, or one.
            t.pair(360, 120, 0)
            t.up(400)
            t.up(440, id: 1)
            #expect(t.finish() == [])
        }
    }

    @Test func oneFingerStillAndOneOutwardIsAPinch() {  // case 28
        var t = GestureTester([("pinch", pinch()), ("two", swipe { $0.touches = 2 })])
        t.report((0, 100, 100), (1, 200, 100), at: 0)
        t.report(at: 10)
        t.slide(from: 10, to: 100, 263, 100, id: 1)
        t.up(110)
        t.up(120, id: 1)
        #expect(t.story() == ["40 pinch began", "120 pinch ended"])
    }

    @Test func discretePinchTellsOneEventOnBothSidesOfItsDelta() {
        for (half, expected) in [(49.5 as Float, 0), (50.5, 1), (-49.5, 0), (-50.5, 1)] {
            var t = GestureTester([("pinch", pinch { $0.discreteDeltaPt = 100 })])
            for i in 0...10 { t.pair(Double(i) * 20, 100 + half * Float(i) / 10, 0) }
            t.up(300)
            t.up(300, id: 1)
            #expect(t.events.count == expected)
            if expected == 1 { #expect(t.events.first?.values == .discretePinch(isOutward: half > 0)) }
        }
    }

    @Test func pinchesOfTwoWaysAreTwoGestures() {
        for half in [60 as Float, -60] {
            var t = GestureTester(
                [
                    ("in", pinch { ($0.discreteDeltaPt, $0.directions) = (100, .inward) }),
                    ("out", pinch { ($0.discreteDeltaPt, $0.directions) = (100, .outward) }),
                ], explains: true)
            for i in 0...10 { t.pair(Double(i) * 20, 100 + half * Float(i) / 10, 0) }
            t.up(300)
            t.up(300, id: 1)
            #expect(t.events.filter { $0.state == .ended }.map(\.values) == [.discretePinch(isOutward: half > 0)])
            #expect(t.events.filter { $0.state == .failed }.map(\.reason) == [.wrongDirection])
        }
    }

    @Test func aRepeatingPinchOfOneWayIsNotToldOfTheOther() {
        var t = GestureTester([
            ("out", pinch { ($0.discreteDeltaPt, $0.directions, $0.isRepeating) = (60, .outward, true) })
        ])
        // Inward by 80 pt, then outward by 100.
        for (i, half) in [100, 80, 60, 80, 100, 120, 135, 150].enumerated() { t.pair(Double(i) * 50, Float(half), 0) }
        t.up(500)
        t.up(500, id: 1)
        let told = t.events.compactMap { event -> Bool? in
            guard case .discretePinch(let isOutward) = event.values else { return nil }
            return isOutward
        }
        #expect(!told.isEmpty && told.allSatisfy { $0 })
        #expect(t.story() == ["300 out began", "500 out ended"])
    }

    @Test func thirdFingerBeforeItBeginsFailsIt() {
        var t = GestureTester([("pinch", pinch()), ("turn", rotation())])
        t.pair(0, 50, 0)
        t.down(10, 400, 50, id: 2)
        t.report(at: 20)
        for i in 0...20 { t.pair(30 + Double(i) * 10, 50 + 5 * Float(i), 0) }
        #expect(t.story() == [])
    }

    @Test func liftsAtSpeedAfterAPinchAreNoSwipe() {  // case 29
        var t = GestureTester([
            ("pinch", pinch()), ("swipe", swipe { $0.fires = .onLift }), ("tap", tap()), ("pan", pan()),
        ])
        for i in 0...10 { t.pair(Double(i) * 10, 50 + 12 * Float(i), 0) }
        t.up(110)
        t.place(1, 640, 240)
        t.up(140, id: 1)
        #expect(t.finish() == ["10 pinch began", "140 pinch ended"])
    }
}

@Suite struct RotationTests {
    @Test func twoWholeTurnsAreUnwrapped() {  // case 23
        for sign in [1 as Float, -1] {
            var t = GestureTester([("turn", rotation())])
            for i in 0...144 { t.pair(Double(i) * 10, radius: 80, degrees: sign * 5 * Float(i)) }
            #expect(t.story() == ["20 turn began"])
            #expect(abs(t.rotations.last! - sign * (4 * pi - 10 * pi / 180)) < 1e-2)
            for (a, b) in zip(t.rotations, t.rotations.dropFirst()) { #expect(abs(b - a) < 0.1) }
        }
    }

    @Test func smallTurnsAfterItBeganAreTold() {  // case 24
        var t = GestureTester([("turn", rotation())])
        for i in 0...12 { t.pair(Double(i) * 10, radius: 80, degrees: Float(i)) }
        let before = t.rotations.last!
        t.pair(140, radius: 80, degrees: 13)
        #expect(abs(t.rotations.last! - before - pi / 180) < 1e-3)
        t.pair(150, radius: 80, degrees: 12)
        #expect(abs(t.rotations.last! - before) < 1e-3)
    }

    @Test func firstFingersLiftDoesNotFlipTheAngle() {  // case 25
        var t = GestureTester([("turn", rotation())])
        for i in 0...12 { t.pair(Double(i) * 10, radius: 80, degrees: 2 * Float(i)) }
        let before = t.rotations.last!
        t.up(140)
        t.down(200, 320, 200, id: 0)
        t.report(at: 210)
        t.report(at: 220)
        t.up(300)
        t.up(310, id: 1)
        #expect(t.rotations.allSatisfy { abs($0) <= abs(before) + 1e-3 })
        #expect(t.story() == ["50 turn began", "310 turn ended"])
    }

    @Test func fingersHeldStillAtAnAngleDoNotTurn() {  // case 26
        var t = GestureTester([("turn", rotation())])
        for i in 0...50 { t.pair(Double(i) * 10, radius: 80, degrees: 60) }
        #expect(t.events.isEmpty)
    }

    @Test func pinchWithALittleTwistIsNoRotation() {  // case 27
        var t = GestureTester([("pinch", pinch()), ("turn", rotation())], together: [("pinch", "turn")])
        for i in 0...20 { t.pair(Double(i) * 10, radius: 80 + 2 * Float(i), degrees: Float(i) / 4) }
        #expect(t.story().map { $0.split(separator: " ")[1] } == ["pinch"])
    }

    @Test func clockwiseOnScreenIsPositive() {
        var t = GestureTester([("turn", rotation())])
        for i in 0...30 { t.pair(Double(i) * 10, radius: 80, degrees: Float(i)) }
        #expect(t.rotations.last! > 0.3)
        guard case .rotation(_, let velocity)? = t.events.last?.values else { return }
        #expect(abs(velocity - 100 * pi / 180) < 0.1)
    }
}

@Suite struct EdgePanTests {
    private func edgePan(_ edges: [Edge] = [.left, .right, .top, .bottom]) -> StandardRecognizer {
        var parameters = EdgePanRecognizer.Parameters.classic
        parameters.edges = EdgeSet()
        for edge in edges { parameters.edges.insert(edge) }
        return .edgePan(EdgePanRecognizer(parameters))
    }

    @Test func edgePanComesInFromEachEdge() {
        for (x, y, dx, dy, edge) in [
            (20 as Float, 240 as Float, 100 as Float, 0 as Float, Edge.left), (779, 240, -100, 0, .right),
            (400, 20, 0, 100, .top), (400, 459, 0, -100, .bottom),
        ] {
            var t = GestureTester([("edge", edgePan())])
            t.drag(0, from: (x, y), to: (x + dx, y + dy), until: 100, lift: 110)
            #expect(t.story() == ["10 edge began", "110 edge ended"])
            if case .edgePan(let from, _, _)? = t.events.first?.values { #expect(from == edge) }
        }
    }

    @Test func landingBeyondTheEdgeOrMovingOutIsNone() {
        for (x, dx, dy) in [(21 as Float, 100 as Float, 0 as Float), (15, -14, 0), (10, 20, 100), (10, 0, 100)] {
            var t = GestureTester([("edge", edgePan([.left]))])
            t.drag(0, from: (x, 240), to: (x + dx, 240 + dy), until: 100, lift: 110)
            #expect(t.story() == [])
        }
    }

    @Test func fortyFiveDegreesAreStillInward() {
        for (dy, expected) in [(100 as Float, true), (103, false)] {
            var t = GestureTester([("edge", edgePan([.left]))])
            t.drag(0, from: (10, 100), to: (110, 100 + dy), until: 100)
            #expect(t.story().isEmpty != expected)
        }
    }

    @Test func panWaitsForTheEdgePan() {
        var t = GestureTester([("edge", edgePan()), ("pan", pan())], waits: [("pan", for: "edge")])
        t.drag(0, from: (5, 240), to: (105, 240), until: 100, lift: 110)
        #expect(t.story() == ["10 edge began", "110 edge ended"])
        t.drag(500, from: (300, 240), to: (400, 240), until: 600, lift: 610)
        #expect(t.story().suffix(2) == ["510 pan began", "610 pan ended"])
    }
}
