import TestSupport

extension SplitMix64 {
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &self)! }
    mutating func length(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &self) }
}

/// What a pipeline is told.
enum HostileStep {
    case report([Contact])
    case fault
    case cancel
    case time
    case enable(Bool, gestures: RecognizerSet, zones: ZoneSet)
}

/// A random configuration and random fingers.
struct HostileScript {
    var panel: PanelGeometry.Description
    var touchTimeout: Microseconds
    var explains: Bool
    var setup: GestureSetup<StandardRecognizer, 32, 33, 64>
    var steps: [(time: Int64, step: HostileStep)]
    var reports = 0

    init(seed: UInt64, reports count: Int) {
        var random = SplitMix64(seed: seed)
        panel = PanelGeometry.Description(
            rawWidth: 800, rawHeight: 480, rawMillimetres: random.chance(50) ? (127, 76.2) : nil)
        touchTimeout = random.chance(30) ? Microseconds(Int64.random(in: 1_000...800_000, using: &random)) : .unlimited
        explains = random.chance(50)
        setup = HostileScript.makeSetup(&random)
        steps = []
        makeSteps(count, &random)
    }

    // MARK: Configurations

    private static func makeSetup(_ random: inout SplitMix64) -> GestureSetup<StandardRecognizer, 32, 33, 64> {
        var setup = GestureSetup<StandardRecognizer, 32, 33, 64>()
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let corner = Point(x: random.length(0...600), y: random.length(0...300))
            let shape = Zone.Shape.rectangle(
                from: corner, to: corner + Vector(x: random.length(20...800), y: random.length(20...480)))
            let circle = Zone.Shape.circle(center: corner, radius: random.length(10...300))
            let parent = Int.random(in: 0..<setup.zoneTree.count, using: &random)
            let control =
                random.chance(30)
                ? random.pick([Control.button, .switch, .horizontalSlider, .stepper(.init(wraps: true))]) : nil
            _ = try? setup.add(
                Zone(
                    shape: random.chance(70) ? shape : circle, parent: parent, multipleTouch: random.chance(60),
                    exclusiveTouch: random.chance(20), control: control))
        }
        _ = try? setup.add(StrokeTemplate.checkmark())
        _ = try? setup.add(StrokeTemplate.checkmark(points: 8))
        let count = random.chance(90) ? Int.random(in: 1...8, using: &random) : 32
        for _ in 0..<count {
            let zone = Int.random(in: 0..<setup.zoneTree.count, using: &random)
            guard let index = try? setup.add(recognizer(&random), zone: zone) else { continue }
            try? setup.deliver(
                index,
                TouchDelivery(
                    cancelsTouches: random.chance(60), delaysBegan: random.chance(30), delaysEnded: random.chance(70)))
            if random.chance(20) { try? setup.ignoreExtraTouches(of: index) }
        }
        for _ in 0..<Int.random(in: 0...count, using: &random) {
            let a = Int.random(in: 0..<count, using: &random)
            let b = Int.random(in: 0..<count, using: &random)
            let kind = random.pick(["tap", "pan", "swipe", "longPress"] as [StaticString])
            switch Int.random(in: 0..<6, using: &random) {
            case 0...1: try? setup.require(a, toFail: b)
            case 2: try? setup.allow(a, simultaneouslyWith: b)
            case 3: try? setup.require(.kind(kind), toFail: .gesture(b))
            case 4: try? setup.require(.gesture(a), toFail: .kind(kind))
            default: try? setup.forbid(a, toPrevent: b)
            }
        }
        return setup
    }

    /// A length as usual, or any.
    private static func length(_ usual: Float, _ random: inout SplitMix64) -> Float {
        random.chance(50) ? usual : random.pick([0, 1, 30, 300, .infinity])
    }

    private static func recognizer(_ random: inout SplitMix64) -> StandardRecognizer {
        func time(_ usual: Int64) -> Microseconds {
            random.chance(50)
                ? .milliseconds(usual) : Microseconds(random.pick([0, 1_000, 10_000, 100_000, 1_000_000, .max]))
        }
        func length(_ usual: Float) -> Float { HostileScript.length(usual, &random) }
        switch Int.random(in: 0..<14, using: &random) {
        case let kind where 7...12 ~= kind: return ofPairsAndStrokes(kind, &random)
        case 13:
            var parameters = CountedTapRecognizer.Parameters()
            parameters.taps = random.pick([1, 2, 16])
            parameters.wait = time(400)
            return .countedTap(CountedTapRecognizer(parameters))
        case 0...1:
            return tap {
                $0.taps = random.pick([1, 1, 2, 3, 16])
                $0.touches = random.pick([1, 1, 2, 3, 5])
                $0.maxPress = time(750)
                $0.interval = time(350)
                $0.skew = time(200)
                // (An unlimited one would take every landing for the bounce of a lift long ago.)
                $0.bounce = min(time(40), .milliseconds(1_000))
                $0.movementPt = length(45)
                $0.fires = random.chance(70) ? .onLift : .onDown
                $0.isTentative = random.chance(50)
                $0.intervalFrom = random.chance(70) ? .up : .down
            }
        case 2...3:
            return press {
                $0.minimumPressDuration = time(500)
                $0.allowableMovementPt = length(10)
                $0.touches = random.pick([1, 1, 2, 3])
                $0.taps = random.pick([0, 0, 1, 2])
            }
        case 4:
            return pan {
                $0.minimumTouches = random.pick([1, 1, 2, 3])
                $0.maximumTouches = random.pick([1, 2, 5, 16])
                $0.isIncremental = random.chance(50)
                $0.slopPt = length(10)
                if random.chance(30) { $0.directions = only([random.pick([.left, .right, .up, .down])]) }
            }
        default:
            return swipe {
                $0.touches = random.pick([1, 1, 2, 3, 5])
                $0.distancePt = length(25)
                $0.deviationPt = length(5)
                $0.deviationTangent = random.pick([0, 0.36, 1])
                if random.chance(30) {
                    $0.othersDeviationPt = length(20)
                    $0.othersDeviationTangent = random.pick([0, 0.36, 1])
                }
                $0.maxDuration = time(500)
                $0.minimumVelocityPtPerSecond = length(200)
                $0.fires = random.chance(50) ? .onDistance : .onLift
                $0.isRepeating = random.chance(30)
                $0.measuresFromFirst = random.chance(30)
                if random.chance(30) {
                    $0.directions = DirectionSet()
                    $0.directions.insert(random.pick([.left, .right, .up, .down]))
                }
            }
        }
    }

    private static func ofPairsAndStrokes(_ kind: Int, _ random: inout SplitMix64) -> StandardRecognizer {
        func length(_ usual: Float) -> Float { HostileScript.length(usual, &random) }
        switch kind {
        case 7:
            var parameters = PinchRecognizer.Parameters()
            parameters.slopPt = length(16)
            parameters.minimumSpanPt = length(38)
            parameters.discreteDeltaPt = random.chance(20) ? length(100) : nil
            parameters.isRepeating = random.chance(50)
            parameters.pair = random.pick([.fixed, .oldest])
            parameters.isIncremental = random.chance(50)
            return .pinch(PinchRecognizer(parameters))
        case 8:
            var parameters = RotationRecognizer.Parameters()
            parameters.pair = random.pick([.fixed, .oldest])
            parameters.minimumSpanPt = length(38)
            parameters.isIncremental = random.chance(50)
            return .rotation(RotationRecognizer(parameters))
        case 9:
            var parameters = EdgePanRecognizer.Parameters()
            parameters.isIncremental = random.chance(50)
            return .edgePan(EdgePanRecognizer(parameters))
        case 10...11:
            var parameters = TransformRecognizer.Parameters()
            parameters.pair = random.pick([.fixed, .oldest])
            parameters.panSlopPt = length(10)
            parameters.pinchSlopPt = length(16)
            parameters.minimumSpanPt = length(38)
            parameters.isIncremental = random.chance(50)
            return .transform(TransformRecognizer(parameters))
        default:
            var corner = StrokeRecognizer.Corner()
            corner.sampling = random.pick([.arc, .raw])
            corner.fires = random.pick([.onLift, .onMove])
            corner.isRepeating = random.chance(50)
            corner.minimumLengthPt = length(10)
            corner.stepPt = length(6)
            var parameters = StrokeRecognizer.Parameters(templates: TemplateSet(bits: random.pick([0, 1, 3, .max])))
            parameters.minimumLengthPt = length(30)
            parameters.minimumScore = random.pick([0, 0.8, 1])
            if random.chance(50) { parameters.corner = corner }
            return .stroke(StrokeRecognizer(parameters))
        }
    }

    // MARK: Fingers

    private mutating func makeSteps(_ count: Int, _ random: inout SplitMix64) {
        let ids: [Int32] = random.pick([[0, 1, 2, 3, 4], [7, 300, 12, 0, 65_535], [-1, -1, -1, -1, -1]])
        let most = Int.random(in: 1...5, using: &random)
        let lifts = Int.random(in: 3...30, using: &random)
        let swing = random.pick([1 as Float, 5, 30])
        var fingers: [Contact] = []
        var ways: [Vector] = []
        var time: Int64 = random.pick([0, 12_345, 4_294_900_000])
        while reports < count {
            time += random.pick([0, 1, 500, 4_000, 8_000, 10_000, 10_000, 16_667, 16_667, 40_000, 120_000, 700_000])
            for i in fingers.indices where random.chance(80) {
                fingers[i].x += ways[i].x + random.length(-1...1)
                fingers[i].y += ways[i].y + random.length(-1...1)
            }
            if fingers.count < most, random.chance(25) {
                let free = ids.first { id in id < 0 || !fingers.contains { $0.id == id } }
                fingers.append(
                    Contact(id: free ?? 9, x: random.length(0...799), y: random.length(0...479)))
                let still = random.chance(40)
                ways.append(
                    still ? .zero : Vector(x: random.length(-swing...swing), y: random.length(-swing...swing)))
            }
            if !fingers.isEmpty, random.chance(lifts) {
                let i = Int.random(in: 0..<fingers.count, using: &random)
                fingers.remove(at: i)
                ways.remove(at: i)
            }
            var shown = fingers
            if random.chance(5) { shown.shuffle(using: &random) }
            if random.chance(2), shown.count > 1 { (shown[0].id, shown[1].id) = (shown[1].id, shown[0].id) }
            if random.chance(1), let first = shown.first { shown.append(first) }
            if random.chance(1), !shown.isEmpty { shown[0].x = random.pick([-1e30, 0, 5_000, 3e38]) }
            if random.chance(1) { shown.append(Contact(id: ids[0] < 0 ? -1 : 99, x: 1, y: 1)) }
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<4: steps.append((time, .fault))
            case 4..<6: steps.append((time, .cancel))
            case 6..<14: steps.append((time, .time))
            case 14..<16: steps.append((time, switching(&random)))
            default:
                steps.append((time, .report(shown)))
                reports += 1
            }
        }
    }
}

extension HostileScript {
    /// A few gestures, and now and then a zone, some that there are not.
    private func switching(_ random: inout SplitMix64) -> HostileStep {
        .enable(
            random.chance(60), gestures: RecognizerSet(bits: 3 &<< UInt32.random(in: 0...31, using: &random)),
            zones: ZoneSet(bits: random.pick([0, 0, 1, 2, 4, 8, .max])))
    }

    typealias Panel = StandardGesturePipeline<StandardRecognizer, Recorder>

    /// Plays its steps on `panel`.
    func play(on panel: inout Panel, into recorder: inout Recorder) {
        for (time, step) in steps {
            let now = Instant(microseconds: time)
            switch step {
            case .report(let fingers):
                var contacts = Contacts()
                for finger in fingers { contacts.append(finger) }
                panel.report(contacts, at: now, into: &recorder)
            case .fault: panel.missReport(at: now, into: &recorder)
            case .cancel: panel.cancelTouches(at: now, into: &recorder)
            case .time: panel.advance(to: now, into: &recorder)
            case .enable(let isEnabled, let gestures, let zones):
                panel.makeFirstResponder(zones.isEmpty ? nil : zones.first, into: &recorder)
                panel.setEnabled(isEnabled, gestures: gestures, zones: zones, at: now, into: &recorder)
            }
        }
    }

    /// Enables everything after the last step, lifts all fingers and lets an hour pass.
    func finish(on panel: inout Panel, into recorder: inout Recorder) {
        let end = steps.last?.time ?? 0
        panel.setEnabled(
            true, gestures: RecognizerSet(bits: .max), zones: ZoneSet(bits: .max), at: Instant(microseconds: end),
            into: &recorder)
        panel.report(Contacts(), at: Instant(microseconds: end + 5_000), into: &recorder)
        panel.advance(to: Instant(microseconds: end + 3_600_000_000), into: &recorder)
    }
}
