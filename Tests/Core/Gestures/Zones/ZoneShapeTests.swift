import TestSupport

/// Which places lie in a ring, in a polygon, and in a zone with a rule of its own.
@Suite struct ZoneShapeTests {
    /// The zone that a tap at each place belongs to.
    private func zones(_ panel: inout GestureTester, _ places: [(Float, Float)]) -> [Int] {
        for (index, place) in places.enumerated() {
            panel.tap(Double(index) * 1_000, until: Double(index) * 1_000 + 10, place.0, place.1)
        }
        return panel.touches.filter { $0.phase == .began }.map(\.zone)
    }

    @Test func ringBelongsToItsZoneFromItsInnerToItsOuterRadiusInclusive() {
        var panel = GestureTester([], zones: [Zone(shape: .ring(center: Point(x: 200, y: 200), inner: 50, outer: 100))])
        let found = zones(
            &panel, [(200, 200), (249.9, 200), (250, 200), (200, 100), (300, 200), (300.1, 200), (130, 130)])
        #expect(found == [0, 0, 1, 1, 1, 0, 1])
    }

    @Test func polygonOfARectanglesCornersIsTheRectangle() {
        let (from, to) = (Point(x: 100, y: 100), Point(x: 300, y: 200))
        let corners = [from, Point(x: 300, y: 100), to, Point(x: 100, y: 200)]
        let places: [(Float, Float)] = [
            (100, 100), (99.9, 150), (200, 100), (300, 150), (299.9, 199.9), (200, 200), (100, 200), (300, 100),
            (200, 150),
        ]
        var rectangle = GestureTester([], zones: [Zone(shape: .rectangle(from: from, to: to))])
        let expected = zones(&rectangle, places)
        for turned in [corners, corners.reversed(), Array(corners[1...] + corners[..<1])] {
            var polygon = GestureTester([], polygons: [turned])
            let found = zones(&polygon, places)
            #expect(found == expected)
        }
        #expect(expected == [1, 0, 1, 0, 1, 0, 0, 0, 1])
    }

    @Test func polygonMayBeHollowAndSeveralHaveCornersOfTheirOwn() {
        // An arrow head, and a triangle in its notch.
        var panel = GestureTester(
            [],
            polygons: [
                [Point(x: 100, y: 100), Point(x: 300, y: 200), Point(x: 100, y: 300), Point(x: 200, y: 200)],
                [Point(x: 100, y: 150), Point(x: 150, y: 200), Point(x: 100, y: 250)],
            ])
        let found = zones(&panel, [(250, 200), (190, 200), (120, 200), (150, 140), (150, 260), (120, 105)])
        #expect(
            found == [
                1, 0, 2, 1, 1, 0,
            ])
    }

    @Test func randomPolygonsAgreeWithTheSumOfAngles() {
        var random = Seed.random("polygons")
        for _ in 0..<200 {
            // Corners round a middle, each at another distance: such a star never crosses itself.
            let count = 3 + Int(random.next() % 14)
            let corners = (0..<count).map { index in
                let angle = Double(index) / Double(count) * 2 * Double.pi
                let length = 20 + Double(random.next() % 180)
                return Point(x: Float(400 + length * cosine(angle)), y: Float(240 + length * sine(angle)))
            }
            var panel = GestureTester([], polygons: [corners])
            // (A place on an edge may count either way.)
            let places = (0..<10).map { _ in (Float(200 + random.next() % 400), Float(40 + random.next() % 400)) }
                .filter { place in distance(of: Point(x: place.0, y: place.1), from: corners) > 0.01 }
            let expected = places.map { turn(of: corners, about: Point(x: $0.0, y: $0.1)) > 3 ? 1 : 0 }
            let found = zones(&panel, places)
            #expect(found == expected)
        }
    }

    /// How far the place lies from the nearest edge, pt.
    private func distance(of place: Point, from corners: [Point]) -> Float {
        var nearest = Float.infinity
        for index in corners.indices {
            let edge = corners[(index + 1) % corners.count] - corners[index]
            let way = place - corners[index]
            let share = max(0, min(1, way.dot(edge) / edge.lengthSquared))
            nearest = min(nearest, Vector(x: way.x - edge.x * share, y: way.y - edge.y * share).length)
        }
        return nearest
    }

    /// How far the corners go round the place, rad: the angles under which it sees the edges, added up.
    private func turn(of corners: [Point], about place: Point) -> Double {
        var sum = 0.0
        for index in corners.indices {
            let a = corners[index] - place
            let b = corners[(index + 1) % corners.count] - place
            sum += Double(arcTangent(y: a.x * b.y - a.y * b.x, x: a.dot(b)))
        }
        return abs(sum)
    }

    @Test func slidersAndSegmentsOfAPolygonGoAcrossItsBox() {
        var setup = GestureSetup<StandardRecognizer, 1, 3, 0>()
        let corners = [Point(x: 100, y: 100), Point(x: 300, y: 150), Point(x: 100, y: 200)]
        let shape = try? setup.polygon(corners.span)
        #expect((try? setup.add(Zone(shape: shape ?? .everything, control: .horizontalSlider))) == 1)
        var tree = setup.zoneTree
        let box = tree.box(of: 1)
        #expect(box?.from == Point(x: 100, y: 100) && box?.to == Point(x: 300, y: 200))
        let origins = [tree.origin(of: 1), tree.origin(of: 0)]
        #expect(origins == [Point(x: 100, y: 100), .zero])
    }

    @Test func polygonsBeyondTheCapacityAreRefused() {
        var setup = GestureSetup<StandardRecognizer, 1, 9, 0>()
        func add(_ count: Int) -> Bool { (try? setup.polygon(Array(repeating: Point.zero, count: count).span)) != nil }
        #expect(!add(2) && !add(17))
        #expect(add(3) && add(15))
        #expect(!add(3), "nine zones have room for 18 corners")
    }

    // MARK: A rule of one's own

    /// Zone 1 is a circle that has a hole where `hole` says; each question is noted.
    private struct Holed: QuietSink {
        var hole = false
        var asked: [String] = []
        var told: [String] = []
        static var decidesHits: Bool { true }
        mutating func zone(_ zone: Int, contains point: Point, outline: Bool) -> Bool {
            asked.append("\(zone) \(Int(point.x)) \(outline)")
            return outline && !(hole && zone == 1)
        }
        mutating func emit(_ touch: TouchEvent) { told.append("\(touch.phase) \(touch.zone)") }
        mutating func emit(_ event: ControlEvent) { told.append("\(event.action.name)") }
    }

    private func holed(_ control: Control? = nil) throws -> GesturePipeline<StandardRecognizer, Holed, 5, 1, 3, 0, 1> {
        var setup = GestureSetup<StandardRecognizer, 1, 3, 0>()
        _ = try setup.add(Zone(shape: .circle(center: Point(x: 200, y: 200), radius: 100), control: control))
        return GesturePipeline(
            geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup, outputs: OutputBank())
    }

    @Test func zoneWithARuleOfItsOwnIsAskedOnceForATouchAndTheAnswerHoldsForItsLife() throws {
        var sink = Holed()
        var panel = try holed()
        panel.emitsTouches = true
        panel.report(Contacts([Contact(id: 0, x: 200, y: 200)]), at: .zero, into: &sink)
        sink.hole = true
        panel.report(Contacts([Contact(id: 0, x: 210, y: 200)]), at: Instant(microseconds: 10_000), into: &sink)
        panel.report(Contacts(), at: Instant(microseconds: 20_000), into: &sink)
        #expect(sink.asked == ["1 200 true"])
        #expect(sink.told == ["began 1", "moved 1", "ended 1"])
        // The next touch finds the hole; one outside the outline may be let in or not.
        panel.report(Contacts([Contact(id: 0, x: 200, y: 200)]), at: Instant(microseconds: 900_000), into: &sink)
        panel.report(Contacts(), at: Instant(microseconds: 920_000), into: &sink)
        panel.report(Contacts([Contact(id: 0, x: 500, y: 200)]), at: Instant(microseconds: 1_900_000), into: &sink)
        #expect(sink.asked.suffix(2) == ["1 200 true", "1 500 false"])
        #expect(sink.told.suffix(3) == ["began 0", "ended 0", "began 0"])
    }

    @Test func ruleOfItsOwnDecidesWhetherALiftIsInsideAButton() throws {
        for (hole, action) in [(false, "click"), (true, "release")] {
            var sink = Holed()
            var panel = try holed(.button)
            panel.report(Contacts([Contact(id: 0, x: 200, y: 200)]), at: .zero, into: &sink)
            sink.hole = hole
            panel.report(Contacts(), at: Instant(microseconds: 20_000), into: &sink)
            #expect(sink.told == ["press", action])
        }
    }
}
