import TaplineGestures
import TaplineTouches

/// A configuration and what happens to it: the same for the engine and for the reference, and small enough to print.
struct ReferenceScript {
    enum Rule {
        case tap(TapRecognizer.Parameters)
        case longPress(LongPressRecognizer.Parameters)
        case pan(PanRecognizer.Parameters)
        case edgePan(EdgePanRecognizer.Parameters)
        case swipe(SwipeRecognizer.Parameters)
        case pinch(PinchRecognizer.Parameters)
        case rotation(RotationRecognizer.Parameters)
    }
    struct Gesture {
        var rule: Rule
        var zone = 0
        /// It does not receive touches that land from here on to the right, pt.
        var deafFromX: Double?
        /// `shouldBegin` says no.
        var isRefused = false
    }
    struct Finger: Equatable {
        var id: Int32
        var x: Float
        var y: Float
    }
    enum Step {
        case report([Finger])
        case fault
        case cancel
        case time
    }
    /// First and second gesture of a relation.
    struct Pair: Hashable {
        var first: Int
        var second: Int
    }

    var hasMillimetres = false
    var touchTimeout: Int64?
    /// Zone 1 and the following; zone 0 is the panel.
    var zones: [Zone] = []
    var gestures: [Gesture] = []
    /// The first waits for the second to fail.
    var waits: [Pair] = []
    var together: [Pair] = []
    /// The first cannot prevent the second.
    var oneWay: [Pair] = []
    var steps: [(time: Int64, step: Step)] = []
}

// What the reference asks of a configuration.
extension ReferenceScript {
    var refused: Set<Int> { Set(gestures.indices.filter { gestures[$0].isRefused }) }
    func shouldReceive(_ gesture: Int, x: Double) -> Bool { x < gestures[gesture].deafFromX ?? .infinity }
    func waits(_ a: Int, for b: Int) -> Bool { waits.contains(Pair(first: a, second: b)) }
    func isSimultaneous(_ a: Int, _ b: Int) -> Bool {
        together.contains(Pair(first: a, second: b)) || together.contains(Pair(first: b, second: a))
    }
    func cannotPrevent(_ a: Int, _ b: Int) -> Bool { oneWay.contains(Pair(first: a, second: b)) }

    func parent(of zone: Int) -> Int { zones[zone - 1].parent }
    func depth(of zone: Int) -> Int { zone == 0 ? 0 : 1 + depth(of: parent(of: zone)) }
    /// Whether `zone` is `ancestor` or lies inside it.
    func isIn(_ zone: Int, _ ancestor: Int) -> Bool {
        zone == ancestor || (zone != 0 && isIn(parent(of: zone), ancestor))
    }
    /// The zone that a touch belongs to: front to back, deepest first.
    func hit(x: Double, y: Double, in zone: Int = 0) -> Int {
        for child in stride(from: zones.count, to: 0, by: -1) where parent(of: child) == zone {
            guard zones[child - 1].isHittable else { continue }
            let isInside =
                switch zones[child - 1].shape {
                case .rectangle(let from, let to):
                    x >= Double(from.x) && y >= Double(from.y) && x < Double(to.x) && y < Double(to.y)
                case .circle(let center, let radius):
                    (ReferencePlace(x: x, y: y) - ReferencePlace(x: Double(center.x), y: Double(center.y))).length
                        <= Double(radius)
                case .everything: true
                }
            if isInside { return hit(x: x, y: y, in: child) }
        }
        return zone
    }

    var geometry: PanelGeometry {
        PanelGeometry(.init(rawWidth: 800, rawHeight: 480, rawMillimetres: hasMillimetres ? (127, 76.2) : nil))
    }
    func referenceRule(_ rule: Rule) -> any ReferenceRule {
        switch rule {
        case .tap(let p): ReferenceTap(p)
        case .longPress(let p): ReferenceLongPress(p)
        case .pan(let p): ReferencePan(p)
        case .edgePan(let p):
            ReferenceEdgePan(
                p, last: ReferencePlace(x: Double(geometry.lastPoint.x), y: Double(geometry.lastPoint.y)))
        case .swipe(let p): ReferenceSwipe(p)
        case .pinch(let p): ReferencePinch(p)
        case .rotation(let p): ReferenceRotation(p)
        }
    }
}

// What the engine is made of.
extension ReferenceScript {
    typealias Setup = GestureSetup<StandardRecognizer, 12, 8, 0>

    func makeSetup() -> Setup {
        var setup = Setup()
        do {
            for zone in zones { _ = try setup.add(zone) }
            for gesture in gestures { _ = try setup.add(recognizer(gesture.rule), zone: gesture.zone) }
            for pair in waits { try setup.require(pair.first, toFail: pair.second) }
            for pair in together { try setup.allow(pair.first, simultaneouslyWith: pair.second) }
            for pair in oneWay { try setup.forbid(pair.first, toPrevent: pair.second) }
        } catch { fatalError("\(error) in \(self)") }
        return setup
    }
    private func recognizer(_ rule: Rule) -> StandardRecognizer {
        switch rule {
        case .tap(let p): .tap(TapRecognizer(p))
        case .longPress(let p): .longPress(LongPressRecognizer(p))
        case .pan(let p): .pan(PanRecognizer(p))
        case .edgePan(let p): .edgePan(EdgePanRecognizer(p))
        case .swipe(let p): .swipe(SwipeRecognizer(p))
        case .pinch(let p): .pinch(PinchRecognizer(p))
        case .rotation(let p): .rotation(RotationRecognizer(p))
        }
    }
    /// Whether `first` waiting for `second` closes no circle.
    func mayWait(_ pair: Pair) -> Bool {
        var reached: Set<Int> = [pair.second]
        for _ in gestures { for wait in waits where reached.contains(wait.first) { reached.insert(wait.second) } }
        return !reached.contains(pair.first)
    }
}
