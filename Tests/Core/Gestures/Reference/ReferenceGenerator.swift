import TestSupport

/// Random configurations and fingers, often exactly on the limits.
struct ReferenceGenerator {
    private var random: SplitMix64
    private var script = ReferenceScript()

    /// The script of a seed.
    static func script(seed: UInt64) -> ReferenceScript {
        var generator = ReferenceGenerator(random: SplitMix64(seed: seed))
        generator.makeConfiguration()
        generator.makeFingers()
        return generator.script
    }
    private init(random: SplitMix64) { self.random = random }

    private mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    // MARK: Configuration

    private mutating func makeConfiguration() {
        script.hasMillimetres = random.chance(20)
        if random.chance(10) { script.touchTimeout = random.pick([200_000, 400_000]) }
        for _ in 0..<random.pick([0, 0, 1, 2, 3, 4]) {
            let parent = count(0...script.zones.count)
            let x = Float(count(0...8) * 50)
            let y = Float(count(0...4) * 50)
            let shape: Zone.Shape =
                random.chance(80)
                ? .rectangle(
                    from: Point(x: x, y: y),
                    to: Point(x: x + Float(count(2...10) * 50), y: y + Float(count(2...6) * 50)))
                : random.chance(80)
                    ? .circle(center: Point(x: x + 100, y: y + 100), radius: Float(count(1...6) * 50))
                    : .ring(
                        center: Point(x: x + 100, y: y + 100), inner: Float(count(1...3) * 25),
                        outer: Float(count(2...6) * 50))
            var zone = Zone(
                shape: shape, parent: parent, isHittable: random.chance(95), canBecomeFirstResponder: random.chance(70))
            if random.chance(20) { script.polygons[script.zones.count + 1] = makePolygon(x: x, y: y) }
            if random.chance(15) {
                zone.control = random.pick([
                    .button, .switch, .horizontalSlider, .verticalSlider, .stepper(.init()), .segmented(3),
                    .pageControl(2),
                ])
            }
            script.zones.append(zone)
        }
        for zone in -1...script.zones.count {
            if random.chance(30) { script.answering.insert(zone) }
            if random.chance(10) { script.stayingBehind.insert(zone) }
            if random.chance(10) { script.stayingFirst.insert(zone) }
        }
        let gestures = random.pick([1, 2, 2, 3, 3, 4, 5, 6, 8, 10])
        for _ in 0..<gestures {
            var gesture = ReferenceScript.Gesture(rule: makeRule())
            gesture.zone = random.chance(50) ? 0 : count(0...script.zones.count)
            if random.chance(4) { gesture.deafFromX = random.pick([150, 250, 350]) }
            if random.chance(4) { gesture.isRefused = true }
            if random.chance(4) { gesture.isDisabled = true }
            if random.chance(10) { gesture.ignoresExtraTouches = true }
            script.gestures.append(gesture)
        }
        guard gestures > 1 else { return }
        for _ in 0..<count(0...gestures) {
            var pair = ReferenceScript.Pair(first: count(0...gestures - 1), second: count(0...gestures - 1))
            if pair.first == pair.second { continue }
            pair.how = random.pick([.configured, .configured, .configured, .ofKind, .forKind, .asked, .askedOfOther])
            switch count(0...4) {
            case 0...2:
                script.waits.append(pair)
                if !script.hasNoCircle { script.waits.removeLast() }
            case 3: script.together.append(pair)
            default: script.oneWay.append(pair)
            }
        }
    }

    /// Three or four corners, crosswise too. (Their heights differ by powers of two: edges are exact in Float, too.)
    private mutating func makePolygon(x: Float, y: Float) -> [Point] {
        let heights: [Float] = random.pick([
            [0, 64, 128], [0, 256, 128], [0, 64, 128, 64], [0, 0, 256, 256], [0, 256, 128, 256],
        ])
        return heights.map { Point(x: x + Float(count(0...8) * 50), y: y + $0) }
    }

    private mutating func makePinch() -> PinchRecognizer.Parameters {
        var p = PinchRecognizer.Parameters()
        p.slopPt = random.pick([16, 16, 5])
        if random.chance(40) {
            p.discreteDeltaPt = random.pick([100, 40, .exceeding(40)])
            (p.isRepeating, p.directions) = (random.chance(40), random.pick([.all, .all, .inward, .outward]))
        }
        if random.chance(30) { p.pair = .oldest }
        p.youth = youth()
        p.isIncremental = random.chance(20)
        return p
    }

    private mutating func makeRule() -> ReferenceScript.Rule {
        switch count(0...13) {
        case 0...3:
            if random.chance(20) {
                var p = CountedTapRecognizer.Parameters()
                p.taps = random.pick([1, 1, 1, 2, 3])
                p.wait = .milliseconds(random.pick([400, 400, 350, 0]))
                return .countedTap(p)
            }
            return .tap(makeTap())
        case 4...5:
            var p = LongPressRecognizer.Parameters()
            p.minimumPressDuration = .milliseconds(random.pick([500, 500, 200, 100]))
            p.allowableMovementPt = random.pick([10, 10, 30])
            p.touches = random.pick([1, 1, 1, 2])
            p.youth = youth()
            p.taps = random.pick([0, 0, 0, 1, 2])
            return .longPress(p)
        case 6...7:
            var p = PanRecognizer.Parameters()
            p.minimumTouches = random.pick([1, 1, 1, 2, 3])
            p.maximumTouches = max(p.minimumTouches, random.pick([16, 16, 1, 2]))
            p.slopPt = random.pick([10, 10, 5, 0])
            p.youth = youth()
            p.isIncremental = random.chance(20)
            if random.chance(20) { p.directions = only(random.pick([[.left, .right], [.up, .down], [.right]])) }
            return .pan(p)
        case 8:
            var p = EdgePanRecognizer.Parameters()
            if random.chance(50) {
                p.edges = EdgeSet()
                p.edges.insert(random.pick([.left, .top]))
            }
            p.youth = youth()
            p.isIncremental = random.chance(20)
            return .edgePan(p)
        case 9: return .swipe(makeSwipe())
        case 10: return .pinch(makePinch())
        case 11:
            var p = RotationRecognizer.Parameters()
            p.slopRadians = random.pick([10, 10, 5]) * pi / 180
            if random.chance(30) { p.pair = .oldest }
            p.youth = youth()
            p.isIncremental = random.chance(20)
            return .rotation(p)
        case 12:
            var p = StrokeRecognizer.Corner()
            p.sampling = .raw
            p.minimumAngle = random.pick([p.minimumAngle, 30 * pi / 180])
            p.maximumAngle = random.pick([p.maximumAngle, pi])
            p.minimumLengthPt = random.pick([10, 10, .exceeding(10), 40])
            p.fires = random.pick([.onMove, .onMove, .onLift])
            p.isRepeating = p.fires == .onMove && random.chance(60)
            return .corner(p)
        default:
            var p = TransformRecognizer.Parameters()
            p.panSlopPt = random.pick([10, 10, 25])
            p.pinchSlopPt = random.pick([16, 16, 40])
            if random.chance(30) { p.pair = .oldest }
            p.youth = youth()
            p.isIncremental = random.chance(20)
            return .transform(p)
        }
    }

    private mutating func makeSwipe() -> SwipeRecognizer.Parameters {
        var p = SwipeRecognizer.Parameters()
        p.touches = random.pick([1, 1, 1, 2, 3])
        p.distancePt = random.pick([25, 25, 50])
        if random.chance(30) { p.deviationTangent = 0 }
        if random.chance(20) { p.deviationPt = .infinity }
        p.maxDuration = random.pick([.milliseconds(500), .milliseconds(500), .milliseconds(200), .unlimited])
        p.minimumVelocityPtPerSecond = random.pick([200, 200, 0, 1_000])
        p.fires = random.chance(60) ? .onDistance : .onLift
        if random.chance(40) {
            p.directions = DirectionSet()
            p.directions.insert(random.pick([.left, .right, .up, .down]))
            p.directions.insert(random.pick([.left, .right, .up, .down]))
        }
        if random.chance(30) {
            p.isRepeating = true
            p.fires = .onDistance
            p.measuresFromFirst = random.chance(40)
            if random.chance(40) { p.othersDeviationPt = random.pick([.infinity, 20]) }
            p.maxDuration = random.pick([.unlimited, .unlimited, p.maxDuration])
            p.minimumVelocityPtPerSecond = random.pick([0, 0, p.minimumVelocityPtPerSecond])
        }
        return p
    }

    private mutating func makeTap() -> TapRecognizer.Parameters {
        var p = TapRecognizer.Parameters()
        p.taps = random.pick([1, 1, 1, 2, 2, 3])
        p.touches = random.pick([1, 1, 1, 2, 3])
        p.maxPress = .milliseconds(random.pick([750, 750, 200]))
        p.movementPt = random.pick([45, 45, 10])
        p.interval = .milliseconds(random.pick([350, 350, 200]))
        p.intervalFrom = random.chance(80) ? .up : .down
        p.fires = random.chance(80) ? .onLift : .onDown
        p.bounce = .milliseconds(random.pick([40, 40, 0]))
        p.skew = .milliseconds(random.pick([200, 200, 50]))
        return p
    }
    private mutating func youth() -> Youth { random.pick([.standard, .standard, .none, Youth(.milliseconds(100))]) }

    // MARK: Fingers

    /// A finger's whole way: where it is at which time, µs; it is on the panel from the first to before the last.
    private struct Track {
        var places: [(time: Int64, x: Float, y: Float)]
        func place(at time: Int64) -> (x: Float, y: Float)? {
            guard time >= places[0].time, time < places.last!.time else { return nil }
            let next = places.firstIndex { $0.time > time }!
            let (a, b) = (places[next - 1], places[next])
            let u = Float(time - a.time) / Float(b.time - a.time)
            func half(_ x: Float) -> Float { (x * 2).rounded() / 2 }
            return (half(a.x + (b.x - a.x) * u), half(a.y + (b.y - a.y) * u))
        }
    }
    private var tracks: [Track] = []

    private mutating func makeFingers() {
        var time: Int64 = random.pick([0, 0, 12_345, 4_294_900_000])
        let anchors: [(Float, Float)] =
            (0..<3).map { _ in
                (Float(count(1...38) * 20), Float(count(1...22) * 20))
            } + [(5, 200)]
        let phrases = count(1...6)
        for _ in 0..<phrases {
            let anchor = random.pick(anchors)
            let end = makePhrase(at: time, x: anchor.0, y: anchor.1)
            // Often before the last one is over.
            let pause = random.pick([-200, -50, 0, 2, 20, 39, 41, 100, 200, 349, 350, 351, 600, 1_500] as [Int64])
            time = max(time + 5_000, end + pause * 1_000)
        }
        makeReports()
    }

    /// Fingers that do something together; returns when they are up.
    private mutating func makePhrase(at start: Int64, x: Float, y: Float) -> Int64 {
        let fingers = random.pick([1, 1, 1, 1, 2, 2, 2, 3, 4])
        let hold =
            random.pick(
                [20, 60, 60, 80, 100, 100, 150, 200, 300, 499, 500, 501, 600, 749, 750, 751, 1_000] as [Int64]) * 1_000
        let skew = random.pick([0, 0, 0, 5, 10, 30, 50, 80, 199, 200, 201, 215] as [Int64]) * 1_000
        let stagger = random.pick([0, 0, 0, 2, 10, 12, 30, 100] as [Int64]) * 1_000
        let way: (x: Float, y: Float) =
            random.chance(35)
            ? (0, 0)
            : (
                random.pick([0, 0, 5, 8, 9, 10, 11, 16, 24, 25, 26, 45, 46, 60, 120, 200, -25, -60, -150]),
                random.pick([0, 0, 0, 0, 4, 5, 6, 9, 10, 25, 60, -10, -40, -100])
            )
        let spread = random.pick([0, 0, 0, 8, 16, 17, 40, 100, 120, -16, -60] as [Float])
        let twist = random.pick([0, 0, 0, 0.1, 0.17, 0.5, 2, -1] as [Float])
        let spacing = random.pick([40, 60, 100, 120] as [Float])
        var end = start
        for i in 0..<fingers {
            let down = start + Int64(i) * skew / Int64(max(1, fingers - 1))
            let up = max(down + 5_000, start + hold + Int64(i) * stagger)
            let from = (x: x + Float(i) * spacing, y: y + Float(i % 2) * random.pick([0, 0, 30]))
            // Each from its own start: together, apart and turning about the first.
            let angle = twist * Float(i)
            let to = (
                x: from.x + way.x + Float(i) * spread - angle * angle / 2 * spacing * 0.9,
                y: from.y + way.y + angle * spacing
            )
            var places = [(time: down, x: from.x, y: from.y)]
            switch count(0...6) {
            case 0...2: places.append((up, to.x, to.y))
            case 6:
                // Round a corner, or round two.
                let turn: Float = random.pick([1, -1])
                let half = down + (up - down) / 2
                places.append((half, to.x, to.y))
                places.append((half + (up - half) / 2, to.x - way.y * turn, to.y + way.x * turn))
                places.append((up, to.x - way.y * turn + random.pick([0, 30]), to.y + way.x * turn))
            case 3:
                // There, and a rest.
                places.append((down + (up - down) / 2, to.x, to.y))
                places.append((up, to.x, to.y))
            case 4:
                // A rest, and there.
                places.append((down + (up - down) / 2, from.x, from.y))
                places.append((up, to.x, to.y))
            default:
                // There and back.
                places.append((down + (up - down) / 2, to.x, to.y))
                places.append((up, from.x + random.pick([0, 0, 5]), from.y))
            }
            tracks.append(Track(places: places))
            end = max(end, up)
            // Another tap of the same finger, near or far.
            var last = up
            for _ in 0..<random.pick([0, 0, 0, 1, 1, 2]) {
                let again = last + random.pick([2, 30, 39, 40, 41, 100, 150, 200, 349, 350, 351] as [Int64]) * 1_000
                let near = random.pick([0, 0, 0, 10, 44, 45, 46, 200] as [Float])
                let long = random.pick([20, 60, 60, 80, 100, 500, 751] as [Int64]) * 1_000
                tracks.append(Track(places: [(again, from.x + near, from.y), (again + long, from.x + near, from.y)]))
                last = again + long
                end = max(end, last)
            }
        }
        return end
    }

    /// A few gestures, and now and then a zone.
    private mutating func makeSwitching() -> ReferenceScript.Step {
        let gestures = (0..<count(0...2)).map { _ in count(0...script.gestures.count - 1) }
        let zones = script.zones.isEmpty || random.chance(50) ? [] : [count(1...script.zones.count)]
        return .enable(random.chance(50), gestures: gestures, zones: zones)
    }

    private mutating func makeResponse() -> ReferenceScript.Step {
        random.chance(40) ? .act : .become(random.chance(20) ? nil : count(0...script.zones.count))
    }

    private mutating func makeReports() {
        let rate = random.pick([25, 60, 60, 100, 100, 120, 240] as [Int64])
        let jitter = random.pick([0, 0, 1_000, 3_000] as [Int64])
        let isPrompt = random.chance(70)
        var times: Set<Int64> = []
        if isPrompt { for track in tracks { times.formUnion([track.places[0].time, track.places.last!.time]) } }
        var time = tracks.map { $0.places[0].time }.min()!
        let end = tracks.map { $0.places.last!.time }.max()!
        while time <= end + 1_000_000 / rate {
            let isTouched = tracks.contains { $0.places[0].time <= time && time < $0.places.last!.time + 50_000 }
            if isTouched { times.insert(time + (jitter == 0 ? 0 : Int64.random(in: 0...jitter, using: &random))) }
            time += 1_000_000 / rate
        }
        let capsAtFive = random.chance(95)
        var last = Int64.min / 2
        var ids: [Int: Int32] = [:]
        // (On a panel with mm an identity that is somewhere else at once is another finger: the touch table's affair.)
        let hasIdentities = script.hasMillimetres || random.chance(90)
        var used: Set<Int32> = []
        let switches = random.pick([0, 0, 0, 3, 15])
        let responses = random.pick([0, 0, 0, 3, 15])
        for time in times.sorted() where time >= last + 1_000 {
            last = time
            var fingers: [ReferenceScript.Finger] = []
            for (index, track) in tracks.enumerated() {
                guard let place = track.place(at: time) else {
                    ids[index] = nil
                    continue
                }
                if ids[index] == nil, ids.count >= 5, capsAtFive { continue }
                if ids[index] == nil {
                    ids[index] = (0..<32).first { id in
                        !ids.values.contains(id) && !(script.hasMillimetres && used.contains(id))
                    }!
                }
                guard (0..<800).contains(place.x), (0..<480).contains(place.y) else { continue }
                fingers.append(.init(id: hasIdentities ? ids[index]! : -1, x: place.x, y: place.y))
            }
            used.formUnion(fingers.map(\.id))
            if random.chance(switches) { script.steps.append((time - 500, makeSwitching())) }
            if random.chance(responses) { script.steps.append((time - 400, makeResponse())) }
            switch count(0...399) {
            case 0: script.steps.append((time, .cancel))
            case 1: script.steps.append((time, .fault))
            case 2: script.steps.append((time, .time))
            default:
                script.steps.append((time, .report(fingers)))
                used = Set(fingers.map(\.id))
            }
        }
    }
}
