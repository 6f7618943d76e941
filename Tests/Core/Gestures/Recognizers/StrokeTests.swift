import Foundation
import TestSupport

func stroke(_ change: (inout StrokeRecognizer.Parameters) -> Void = { _ in }) -> StandardRecognizer {
    .stroke(StrokeRecognizer(changed(.init(templates: TemplateSet(bits: .max)), change)))
}

func corner(_ change: (inout StrokeRecognizer.Corner) -> Void = { _ in }) -> StandardRecognizer {
    var corner = StrokeRecognizer.Corner()
    change(&corner)
    return .stroke(StrokeRecognizer(.init(corner: corner)))
}

typealias Way = [(x: Double, y: Double)]

/// Straight pieces from corner to corner, in steps of `step` px.
func way(_ corners: Way, step: Double = 5) -> Way {
    var way: Way = [corners[0]]
    for (from, to) in zip(corners, corners.dropFirst()) {
        let length = hypot(to.x - from.x, to.y - from.y)
        let steps = max(1, Int((length / step).rounded()))
        for i in 1...steps {
            let t = Double(i) / Double(steps)
            way.append((from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t))
        }
    }
    return way
}

/// A way of two legs, the first `first` px long to the right, the second `second` px long, turned by `degrees`.
func bend(_ degrees: Double, first: Double = 60, second: Double = 60, heading: Double = 0) -> Way {
    func at(_ length: Double, _ angle: Double) -> (x: Double, y: Double) {
        (length * cos(angle / 180 * .pi), length * sin(angle / 180 * .pi))
    }
    let a = at(first, heading)
    let b = at(second, heading + degrees)
    return [(300, 240), (300 + a.x, 240 + a.y), (300 + a.x + b.x, 240 + a.y + b.y)]
}

extension GestureTester {
    /// A finger draws `way`, a report every `every` ms, and lifts one report later.
    mutating func draw(_ way: Way, from start: Double = 0, every: Double = 10, id: Int32 = 0) {
        var t = start
        for place in way {
            down(t, Float(place.x), Float(place.y), id: id)
            t += every
        }
        up(t, id: id)
    }
}

@Suite struct StrokeTests {
    private let check: Way = [(300, 200), (340, 244), (412, 132)]

    private func tester(_ recognizer: StandardRecognizer, _ template: StrokeTemplate? = nil) -> GestureTester {
        GestureTester([("s", recognizer)], templates: [template ?? .checkmark()], explains: true)
    }

    private func story(
        _ recognizer: StandardRecognizer, _ way: Way, every: Double = 10, template: StrokeTemplate? = nil
    ) -> GestureEvent? {
        var t = tester(recognizer, template)
        t.draw(way, every: every)
        t.wait()
        let isAtRest = t.isAtRest
        #expect(isAtRest)
        #expect(t.events.count == 1)
        return t.events.last
    }

    // MARK: Templates

    @Test func aCheckmarkIsRecognizedAtTheLiftWithItsNameAndScore() throws {
        var t = tester(stroke())
        let way = way(check)
        t.draw(way)
        #expect(t.events.count == 1)
        let event = t.events[0]
        #expect(event.state == .ended)
        #expect(event.time.microseconds == Int64(way.count) * 10_000)
        #expect(event.touches == 1)
        #expect(event.location == Point(x: 412, y: 132))
        guard case .stroke(let name, let score) = event.values else { throw Unexpected.values(event.values) }
        #expect(name == Name("checkmark"))
        #expect(score > 0.9)
    }

    @Test func aCheckmarkWithARoundCornerIsRecognized() throws {  // case 40
        // A corner of 105°, 6 px round: an arc between two points on the legs.
        let (apex, radius) = ((x: 340.0, y: 244.0), 6.0)
        let before = atan2(apex.y - check[0].y, apex.x - check[0].x)
        let after = atan2(check[2].y - apex.y, check[2].x - apex.x)
        let tangent = radius * tan(abs(after - before) / 2)
        let start = (x: apex.x - tangent * cos(before), y: apex.y - tangent * sin(before))
        let centre = (x: start.x + radius * sin(before), y: start.y - radius * cos(before))
        var round = way([check[0], start])
        for i in 1...8 {
            let angle = before + (after - before) * Double(i) / 8 + .pi / 2
            round.append((centre.x + radius * cos(angle), centre.y + radius * sin(angle)))
        }
        round += way([round.last!, check[2]]).dropFirst()
        for every in [4.0, 8, 16, 40] {
            #expect(story(stroke(), round, every: every)?.state == .ended)
        }
        // … and as its corner, by arc.
        #expect(story(corner(), round)?.state == .ended)
    }

    @Test func aStraightLineInWholePixelsIsNoCheckmark() {  // case 40
        for degrees in stride(from: 0.0, to: 360, by: 15) {
            let angle = degrees / 180 * .pi
            let line = way([(400, 240), (400 + 200 * cos(angle), 240 + 200 * sin(angle))], step: 3)
                .map { (x: $0.x.rounded(), y: $0.y.rounded()) }
            let byTemplate = story(stroke(), line)
            #expect(byTemplate?.state == .failed)
            guard case .lowScore(let score) = byTemplate?.reason else {
                Issue.record("\(degrees)°: \(byTemplate as Any)")
                continue
            }
            #expect(score < 0.8)
            for step: Float in [6, 11, 25] {
                #expect(story(corner { $0.stepPt = step }, line)?.state == .failed)
            }
        }
    }

    @Test func theScoreMustReachTheMinimum() throws {
        // A cross-grained checkmark: its score is somewhere below 1.
        let odd = way([(300, 200), (330, 250), (400, 190)])
        guard case .stroke(_, let score)? = story(stroke { $0.minimumScore = 0 }, odd)?.values else {
            throw Unexpected.none
        }
        #expect(score < 0.95)
        #expect(story(stroke { $0.minimumScore = score }, odd)?.state == .ended)
        let failed = story(stroke { $0.minimumScore = score + 0.001 }, odd)
        #expect(failed?.state == .failed)
        #expect(failed?.reason == .lowScore(score))
    }

    @Test func theBoxMustReachTheMinimumLength() throws {
        func box(_ diagonal: Double) -> Way {
            let scale = diagonal / hypot(112, 112)
            return way(check.map { (300 + ($0.x - 300) * scale, 200 + ($0.y - 200) * scale) }, step: 1)
        }
        #expect(story(stroke(), box(30))?.state == .ended)
        let short = story(stroke(), box(29.9))
        #expect(short?.state == .failed)
        guard case .tooShort(let pt) = short?.reason else { throw Missing("\(short as Any)") }
        #expect(abs(pt - 29.9) < 0.01)
    }

    @Test func aTurnBeyondTheRotationCosts() {
        var path = drawn(check.map { (Float($0.x), Float($0.y)) })
        let upright = StrokeTemplate(Name("check"), path: &path)
        func turnedCheck(_ degrees: Double) -> Way {
            way(
                turned(check.map { (Float($0.x - 340), Float($0.y - 200)) }, degrees: degrees)
                    .map { (Double($0.0) + 340, Double($0.1) + 240) })
        }
        let strict = stroke {
            $0.minimumScore = 0.95
            $0.rotation = 20 * .pi / 180
        }
        for degrees in [-19.0, 19] {
            #expect(story(strict, turnedCheck(degrees), template: upright)?.state == .ended)
        }
        for degrees in [-29.0, 29] {
            #expect(story(strict, turnedCheck(degrees), template: upright)?.state == .failed)
        }
    }

    @Test func theBestOfSeveralTemplatesGivesTheName() throws {
        var path = drawn([(0, 0), (80, 0), (0, 80), (80, 80)])
        let z = try #require(StrokeTemplate(Name("z"), path: &path, points: 16))
        for (shape, name) in [
            (check, "checkmark"), ([(100, 100), (200, 100), (100, 200), (200, 200)], "z"),
        ] as [(Way, StaticString)] {
            var t = GestureTester([("s", stroke())], templates: [.checkmark(), z])
            t.draw(way(shape))
            guard case .stroke(let found, _)? = t.events.last?.values else { throw Unexpected.none }
            #expect(found == Name(name))
        }
        // One that is not among its own does not count.
        var t = GestureTester(
            [("s", stroke { $0.templates = TemplateSet(0) })], templates: [.checkmark(), z], explains: true)
        t.draw(way([(100, 100), (200, 100), (100, 200), (200, 200)]))
        #expect(t.events.last?.state == .failed)
    }

    @Test func aSecondFingerFailsIt() {
        var t = tester(stroke())
        let way = way(check)
        for (i, place) in way.enumerated() {
            if i == 5 { t.place(1, 600, 100) }
            t.down(Double(i) * 20, Float(place.x), Float(place.y))
        }
        t.up(1_000, id: 1)
        t.up(1_100)
        #expect(t.events.map(\.state) == [.failed])
        #expect(t.events[0].reason == .extraTouch)
        // … and the next stroke counts again.
        t.draw(way, from: 2_000)
        #expect(t.events.last?.state == .ended)
    }

    @Test func aStrokeThatWaitsIsToldWithWhatItHeld() {
        var t = GestureTester(
            [("s", stroke()), ("twice", tap { $0.taps = 2 })], waits: [("s", for: "twice")],
            templates: [.checkmark()])
        // The tap fails by moving, so nothing is awaited at the lift.
        t.draw(way(check))
        #expect(t.events.map { t.name($0) } == ["s"])
        var press = GestureTester(
            [("s", stroke()), ("pan", pan { $0.slopPt = 1_000 })], waits: [("s", for: "pan")],
            templates: [.checkmark()])
        press.draw(way(check))
        #expect(press.events.map { press.name($0) } == ["s"])
        #expect(press.events[0].location == Point(x: 412, y: 132))
    }

    @Test func fourStrokesAtOnceAreDrawnAndAFifthHasNoRoom() {
        var gestures: [(name: String, recognizer: StandardRecognizer)] = []
        var zones: [Zone] = []
        var zoneOf: [String: Int] = [:]
        for i in 0..<5 {
            let left = Float(i) * 150
            zones.append(
                Zone(shape: .rectangle(from: Point(x: left, y: 0), to: Point(x: left + 150, y: 480))))
            gestures.append(("s\(i)", stroke()))
            zoneOf["s\(i)"] = i + 1
        }
        var t = GestureTester(gestures, zones: zones, zoneOf: zoneOf, templates: [.checkmark()], explains: true)
        let way = way(check)
        func report(_ t: inout GestureTester, _ index: Int) {
            for i in 0..<5 {
                t.place(Int32(i), Float(way[index].x) - 290 + Float(i) * 150, Float(way[index].y))
            }
            t.report(at: Double(index) * 20)
        }
        for index in way.indices { report(&t, index) }
        for i in 0..<5 { t.remove(Int32(i)) }
        t.report(at: Double(way.count) * 20)
        let ended = t.events.filter { $0.state == .ended }.map { t.name($0) }
        let failed = t.events.filter { $0.state == .failed }
        #expect(ended.sorted() == ["s0", "s1", "s2", "s3"])
        #expect(failed.map { t.name($0) } == ["s4"])
        #expect(failed.first?.reason == .noRoom)
        // The places are given back.
        var again = 0
        for i in 0..<4 {
            let shifted = way.map { (x: $0.x - 290 + Double(i) * 150, y: $0.y) }
            t.draw(shifted, from: 5_000 + Double(i) * 1_000)
            again += t.events.last?.state == .ended ? 1 : 0
        }
        #expect(again == 4)
    }

    @Test func aCancelledStrokeIsNone() {
        var t = tester(stroke())
        for (i, place) in way(check).enumerated() { t.down(Double(i) * 10, Float(place.x), Float(place.y)) }
        t.cancel(1_000)
        t.up(1_010)
        #expect(t.events.map(\.state) == [.failed])
        #expect(t.events[0].reason == .touchCancelled)
    }

    // MARK: Corners

    @Test func aCornerCountsFromTheLeastAngleToTheSharpest() {
        for sampling in [StrokeRecognizer.Corner.Sampling.arc, .raw] {
            for fires in [StrokeRecognizer.Corner.Fires.onLift, .onMove] {
                let recognizer = corner {
                    $0.sampling = sampling
                    $0.fires = fires
                }
                for heading in stride(from: 0.0, to: 360, by: 24) {
                    for (degrees, isCorner) in [(49.5, false), (50, true), (90, true), (135, true), (135.5, false)] {
                        for side in [-1.0, 1] {
                            for first in [40.0, 43, 45.5] {
                                let bend = way(bend(side * degrees, first: first, heading: heading), step: 7)
                                let event = story(recognizer, bend)
                                #expect(
                                    (event?.state == .ended) == isCorner,
                                    "\(sampling) \(fires) \(degrees)° \(heading)° \(first)")
                            }
                        }
                    }
                }
            }
        }
    }

    @Test func aCornerCountsOnlyAfterTheLeastLength() {
        for sampling in [StrokeRecognizer.Corner.Sampling.arc, .raw] {
            let recognizer = corner { $0.sampling = sampling }
            for heading in stride(from: 0.0, to: 360, by: 30) {
                #expect(story(recognizer, way(bend(90, first: 10, heading: heading), step: 2))?.state == .ended)
                #expect(story(recognizer, way(bend(90, first: 9.5, heading: heading), step: 2))?.state == .failed)
            }
        }
    }

    @Test func onMoveACornerIsToldWhileTheFingerIsDown() throws {
        let bend = way(bend(90))
        for (sampling, latest) in [(StrokeRecognizer.Corner.Sampling.raw, 5.0), (.arc, 30)] {
            var t = tester(
                corner {
                    $0.sampling = sampling
                    $0.fires = .onMove
                })
            t.draw(bend)
            let event = try #require(t.events.first)
            #expect(event.state == .ended)
            #expect(event.values == .stroke(name: Name("corner"), score: 1))
            // The corner is at (360, 240).
            #expect(event.location.x > 359)
            #expect(event.location.y > 240 && Double(event.location.y) <= 240 + latest)
            #expect(t.events.count == 1)
        }
        var t = tester(corner())
        t.draw(bend)
        #expect(t.events.map(\.time.microseconds) == [Int64(bend.count) * 10_000])
    }

    @Test func aFingerThatTurnsNoCornerSaysHowMuchItTurned() throws {
        let event = story(corner(), way(bend(30)))
        guard case .noCorner(let degrees) = event?.reason else { throw Missing("\(event as Any)") }
        #expect(abs(degrees - 30) < 0.5)
    }

    /// A straight way at any angle and rate, in whole pixels, each off by up to one: never a corner by arc.
    @Test func noiseOfAPixelMakesNoCornerByArc() {
        let seed: UInt64 = 40
        print("noise of a pixel: seed \(seed)")
        var random = SplitMix64(seed: seed)
        for round in 0..<4_000 {
            let angle = random.chance(20) ? Double.pi / 6 : Double.random(in: 0..<2 * .pi, using: &random)
            let step = random.pick([0.1, 0.5, 1, 2, 3, 4, 5, 6, 7, 8.5, 12, 20, 40])
            let count = min(600, Int(220 / step))
            let isWorst = random.chance(30)
            var line: Way = []
            for i in 0...count {
                func noise() -> Double {
                    isWorst ? random.pick([-1, 1]) : Double(Int.random(in: -1...1, using: &random))
                }
                line.append(
                    (
                        (400 + Double(i) * step * cos(angle)).rounded() + noise(),
                        (240 + Double(i) * step * sin(angle)).rounded() + noise()
                    ))
            }
            var t = tester(corner())
            t.draw(line, every: 5)
            let isCorner = t.events.contains { $0.state == .ended }
            #expect(!isCorner, "round \(round): angle \(angle), step \(step), worst \(isWorst)")
            if isCorner { return }
        }
    }

    @Test func aFingerThatTremblesOnTheSpotTurnsNoCornerByArc() {
        var random = SplitMix64(seed: 7)
        var still: Way = []
        for _ in 0..<2_000 { still.append((400 + random.pick([-1, 0, 1]), 240 + random.pick([-1, 0, 1]))) }
        #expect(story(corner(), still)?.state == .failed)
    }

    @Test func aWayThereAndBackIsNoCorner() {
        for sampling in [StrokeRecognizer.Corner.Sampling.arc, .raw] {
            for first in stride(from: 40.0, to: 60, by: 0.5) {
                for degrees in [155.0, 170, 180] {
                    let event = story(corner { $0.sampling = sampling }, way(bend(degrees, first: first), step: 4))
                    #expect(event?.state == .failed, "\(first) \(degrees)")
                }
            }
        }
    }

    @Test func aPieceAcrossTheWholePanelTakesNoTimeToFollow() {
        // (A step of 1 pt on a way of 10⁸ pt.)
        let far: Way = [(0, 0), (1e8, 0), (1e8, 1e8), (-1e8, 1e8)]
        #expect(story(corner { $0.stepPt = 0 }, far)?.state == .ended)
    }
}

private enum Unexpected: Error {
    case none
    case values(GestureValues)
}
