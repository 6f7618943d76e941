import TestSupport

/// A configuration and what happens to it: the same for the engine and for the reference, and small enough to print.
struct ReferenceScript {
    enum Rule {
        case tap(TapRecognizer.Parameters)
        case countedTap(CountedTapRecognizer.Parameters)
        case longPress(LongPressRecognizer.Parameters)
        case pan(PanRecognizer.Parameters)
        case edgePan(EdgePanRecognizer.Parameters)
        case swipe(SwipeRecognizer.Parameters)
        case pinch(PinchRecognizer.Parameters)
        case rotation(RotationRecognizer.Parameters)
        case transform(TransformRecognizer.Parameters)
        /// With `sampling: raw`.
        case corner(StrokeRecognizer.Corner)
    }
    struct Gesture {
        var rule: Rule
        var zone = 0
        /// It does not receive touches that land from here on to the right, pt.
        var deafFromX: Double?
        /// Fingers beyond its own do not exist for it.
        var ignoresExtraTouches = false
        /// `shouldBegin` says no.
        var isRefused = false
        /// It is disabled from the start.
        var isDisabled = false
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
        /// Gestures, and zones from 1 on, are enabled or disabled.
        case enable(Bool, gestures: [Int], zones: [Int])
        /// A zone is to become the first responder; nil: the present one resigns.
        case become(Int?)
        /// An action without a target.
        case act
    }
    /// First and second gesture of a relation.
    struct Pair: Hashable {
        /// Set up for the two, for all of the first's or of the second's kind, or answered by the delegate when the first
        /// or the second is asked.
        enum How { case configured, ofKind, forKind, asked, askedOfOther }
        var first: Int
        var second: Int
        var how = How.configured
        var isAsked: Bool { how == .asked || how == .askedOfOther }
    }

    var hasMillimetres = false
    var touchTimeout: Int64?
    /// Zone 1 and the following; zone 0 is the panel.
    var zones: [Zone] = []
    /// The corners of zones, by index, whose outline is a polygon: their shape counts for nothing.
    var polygons: [Int: [Point]] = [:]
    /// Zones that say no when they are asked to become the first responder, or to resign.
    var stayingBehind: Set<Int> = []
    var stayingFirst: Set<Int> = []
    /// Zones that answer controls and actions without a target; -1: the application.
    var answering: Set<Int> = []
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
    /// Whether one of `pairs` says it of `a` and `b`; nobody has a relation to itself.
    func holds(_ pairs: [Pair], _ a: Int, _ b: Int) -> Bool {
        a != b
            && pairs.contains { pair in
                (a == pair.first || (pair.how == .ofKind && kind(a) == kind(pair.first)))
                    && (b == pair.second || (pair.how == .forKind && kind(b) == kind(pair.second)))
            }
    }
    private func kind(_ gesture: Int) -> String { gestures[gesture].rule.kind }
    func waits(_ a: Int, for b: Int) -> Bool { holds(waits.filter { !$0.isAsked }, a, b) }
    /// Whether the delegate says so when it is asked.
    func asksToWait(_ a: Int, for b: Int) -> Bool { holds(waits.filter(\.isAsked), a, b) }
    func isSimultaneous(_ a: Int, _ b: Int) -> Bool { holds(together, a, b) || holds(together, b, a) }
    func cannotPrevent(_ a: Int, _ b: Int) -> Bool { holds(oneWay, a, b) }
    var decidesRelations: Bool { (waits + together + oneWay).contains(where: \.isAsked) }

    /// The nearest control that the zone is or lies in; 0: none.
    func control(of zone: Int) -> Int {
        zone == 0 || zones[zone - 1].control != nil ? zone : control(of: parent(of: zone))
    }
    func parent(of zone: Int) -> Int { zones[zone - 1].parent }
    func depth(of zone: Int) -> Int { zone == 0 ? 0 : 1 + depth(of: parent(of: zone)) }
    /// Whether `zone` is `ancestor` or lies inside it.
    func isIn(_ zone: Int, _ ancestor: Int) -> Bool {
        zone == ancestor || (zone != 0 && isIn(parent(of: zone), ancestor))
    }
    /// The zone that a touch belongs to: front to back, deepest first.
    func hit(x: Double, y: Double, without disabled: Set<Int>, in zone: Int = 0) -> Int {
        for child in stride(from: zones.count, to: 0, by: -1) where parent(of: child) == zone {
            guard zones[child - 1].isHittable, !disabled.contains(child) else { continue }
            let isInside = contains(child, ReferencePlace(x: x, y: y))
            if isInside { return hit(x: x, y: y, without: disabled, in: child) }
        }
        return zone
    }

    /// Whether a place lies in the outline of a zone.
    private func contains(_ zone: Int, _ place: ReferencePlace) -> Bool {
        if let corners = polygons[zone] { return isInside(corners, place) }
        func distance(_ center: Point) -> Double {
            (place - ReferencePlace(x: Double(center.x), y: Double(center.y))).length
        }
        switch zones[zone - 1].shape {
        case .rectangle(let from, let to):
            return place.x >= Double(from.x) && place.y >= Double(from.y) && place.x < Double(to.x)
                && place.y < Double(to.y)
        case .circle(let center, let radius): return distance(center) <= Double(radius)
        case .ring(let center, let inner, let outer): return (Double(inner)...Double(outer)).contains(distance(center))
        case .polygon: fatalError("its corners stand in `polygons`")
        case .everything: return true
        }
    }
    /// Whether an odd number of edges lies to the right of a place, those that begin at its height included.
    private func isInside(_ corners: [Point], _ place: ReferencePlace) -> Bool {
        let edges = zip(corners, corners.dropFirst() + [corners[0]]).map { a, b in a.y < b.y ? (a, b) : (b, a) }
        let crossed = edges.filter { top, bottom in
            let height = Double(bottom.y) - Double(top.y)
            let aside =
                (place.x - Double(top.x)) * height - (place.y - Double(top.y)) * (Double(bottom.x) - Double(top.x))
            return Double(top.y) <= place.y && place.y < Double(bottom.y) && aside < 0
        }
        return crossed.count % 2 == 1
    }

    var geometry: PanelGeometry {
        PanelGeometry(.init(rawWidth: 800, rawHeight: 480, rawMillimetres: hasMillimetres ? (127, 76.2) : nil))
    }
    /// Whether a pinch, a rotation or a transform may get the fingers of the gesture, which would prevent it: by what is set up.
    private func meetsPairs(_ gesture: Int) -> Bool {
        gestures.indices.contains { other in
            let isPair =
                switch gestures[other].rule {
                case .pinch, .rotation, .transform: true
                default: false
                }
            func says(_ pairs: [Pair], _ a: Int, _ b: Int) -> Bool { holds(pairs.filter { !$0.isAsked }, a, b) }
            let isSpared =
                says(together, gesture, other) || says(together, other, gesture) || says(oneWay, gesture, other)
            let (a, b) = (gestures[gesture].zone, gestures[other].zone)
            return other != gesture && isPair && !isSpared && (isIn(a, b) || isIn(b, a))
        }
    }
    func referenceRule(_ rule: Rule, of gesture: Int) -> any ReferenceRule {
        switch rule {
        case .tap(let p): ReferenceTap(p)
        case .countedTap(let p): ReferenceCountedTap(taps: p.taps, wait: p.wait.count)
        case .longPress(let p): ReferenceLongPress(p)
        case .pan(let p): ReferencePan(p, meetsPairs: meetsPairs(gesture))
        case .edgePan(let p):
            ReferenceEdgePan(
                p, last: ReferencePlace(x: Double(geometry.lastPoint.x), y: Double(geometry.lastPoint.y)))
        case .swipe(let p): ReferenceSwipe(p)
        case .pinch(let p): ReferencePinch(p)
        case .rotation(let p): ReferenceRotation(p)
        case .transform(let p): ReferenceTransform(p)
        case .corner(let p): ReferenceCorner(corner: p)
        }
    }
}

// What the engine is made of.
extension ReferenceScript {
    typealias Setup = GestureSetup<StandardRecognizer, 12, 8, 0>

    func makeSetup() -> Setup {
        var setup = Setup()
        do {
            for (index, zone) in zones.enumerated() {
                var zone = zone
                if let corners = polygons[index + 1] { zone.shape = try setup.polygon(corners.span) }
                _ = try setup.add(zone)
            }
            for gesture in gestures {
                let index = try setup.add(recognizer(gesture.rule), zone: gesture.zone)
                if gesture.isDisabled { try setup.disable(index) }
                if gesture.ignoresExtraTouches { try setup.ignoreExtraTouches(of: index) }
            }
            func sides(_ pair: Pair) -> (GestureSelection, GestureSelection) {
                func kind(_ gesture: Int) -> GestureSelection { .kind(recognizer(gestures[gesture].rule).kind) }
                return (
                    pair.how == .ofKind ? kind(pair.first) : .gesture(pair.first),
                    pair.how == .forKind ? kind(pair.second) : .gesture(pair.second)
                )
            }
            for pair in waits where !pair.isAsked { try setup.require(sides(pair).0, toFail: sides(pair).1) }
            for pair in together where !pair.isAsked {
                try setup.allow(sides(pair).0, simultaneouslyWith: sides(pair).1)
            }
            for pair in oneWay where !pair.isAsked { try setup.forbid(sides(pair).0, toPrevent: sides(pair).1) }
        } catch { fatalError("\(error) in \(self)") }
        return setup
    }
    private func recognizer(_ rule: Rule) -> StandardRecognizer {
        switch rule {
        case .tap(let p): .tap(TapRecognizer(p))
        case .countedTap(let p): .countedTap(CountedTapRecognizer(p))
        case .longPress(let p): .longPress(LongPressRecognizer(p))
        case .pan(let p): .pan(PanRecognizer(p))
        case .edgePan(let p): .edgePan(EdgePanRecognizer(p))
        case .swipe(let p): .swipe(SwipeRecognizer(p))
        case .pinch(let p): .pinch(PinchRecognizer(p))
        case .rotation(let p): .rotation(RotationRecognizer(p))
        case .transform(let p): .transform(TransformRecognizer(p))
        case .corner(let p): .stroke(StrokeRecognizer(.init(corner: p)))
        }
    }
    /// Whether nobody waits for itself, however that came about.
    var hasNoCircle: Bool {
        gestures.indices.allSatisfy { start in
            var reached: Set<Int> = []
            for _ in gestures {
                for a in gestures.indices where a == start || reached.contains(a) {
                    for b in gestures.indices where holds(waits, a, b) { reached.insert(b) }
                }
            }
            return !reached.contains(start)
        }
    }
}

extension BitSet {
    init(_ members: [Int]) {
        self.init()
        for member in members { insert(member) }
    }
}
