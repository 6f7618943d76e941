public import TaplineTouches

/// What an engine is made of: gestures, their zones, their relations and the strokes they know. Filled once, before
/// anything runs.
///
/// Gestures and strokes are named by their index in the order in which they were added. `recognizers` is the most gestures,
/// 0…32; `zones` the most zones, 1…256, of which the panel is one; `templates` the most strokes, 0…64. A relation holds for single gestures or for whole kinds (``GestureSelection``); no gesture has one to itself.
public struct GestureSetup<Kind: Recognizer, let recognizers: Int, let zones: Int, let templates: Int>: Sendable {
    /// Why something could not be set up. What was set up before stays as it was.
    public enum Problem: Error, Equatable, Sendable {
        /// There is no place for more gestures; the capacity is given.
        case tooManyGestures(capacity: Int)
        /// There is no place for more relations of whole kinds; the capacity is given.
        case tooManyRelations(capacity: Int)
        /// There is no place for more zones (the panel counts as one), or the parent does not exist.
        case noSuchZone(Int)
        /// So many corners make no polygon, or have no room.
        case noPolygon(corners: Int)
        /// No gesture has this index.
        case noSuchGesture(Int)
        /// There is no place for more templates of strokes; the capacity is given.
        case tooManyTemplates(capacity: Int)
        /// These gestures would wait for each other to fail.
        case cycle(RecognizerSet)
    }

    private enum Relation { case require, allow, forbid }
    /// A relation of a whole kind, kept for gestures that are added later.
    private struct KindRelation {
        var relation: Relation
        var gestures: GestureSelection
        var others: GestureSelection
    }
    private typealias Words = InlineArray<recognizers, RecognizerSet>

    /// The zones; 0 is the whole panel.
    public private(set) var zoneTree = ZoneTree<zones>()
    /// How many gestures there are.
    public private(set) var count = 0
    /// The strokes that recognizers compare with.
    public private(set) var strokes = StrokeTemplates<templates>()
    var kinds = InlineArray<recognizers, Kind>(repeating: .filler)
    var zoneOf = InlineArray<recognizers, Int>(repeating: 0)
    var mustFailFirst = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())
    var simultaneous = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())
    var powerless = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())
    private var kindRelations = InlineArray<recognizers, KindRelation>(
        repeating: KindRelation(relation: .allow, gestures: .gesture(0), others: .gesture(0)))
    private var kindRelationCount = 0
    private(set) var disabled = RecognizerSet()
    private(set) var disabledByHand = RecognizerSet()
    private(set) var firstResponder: Int?
    var deliveries = InlineArray<recognizers, TouchDelivery>(repeating: TouchDelivery())
    var ignoringExtraTouches = RecognizerSet()

    /// What controls begin with, by zone; not a number: what they begin with by themselves.
    var values = InlineArray<zones, Float>(repeating: .nan)

    /// Nothing set up yet.
    public init() {}

    /// The panel's own touch stream has more than one finger at a time; without this only one.
    public mutating func allowMultipleTouchOfPanel() { zoneTree.allowMultipleTouchOfPanel() }

    /// Adds a zone.
    public mutating func add(_ zone: Zone) throws(Problem) -> Int {
        guard let index = zoneTree.append(zone) else { throw .noSuchZone(zone.parent) }
        return index
    }

    /// The outline of a polygon with these corners, pt, in their order: three to ``Zone/Corners/most``.
    ///
    /// - Throws: ``Problem/noPolygon(corners:)`` where there are fewer or more, or where its tree of zones has no room: it has
    ///   room for two for each zone.
    public mutating func polygon(_ corners: borrowing Span<Point>) throws(Problem) -> Zone.Shape {
        guard let kept = zoneTree.keep(corners) else { throw .noPolygon(corners: corners.count) }
        return .polygon(kept)
    }

    /// The value with which the control of the zone at index `zone` begins, as ``GestureEngine/setControlValue(_:of:)`` takes it.
    public mutating func begin(control zone: Int, with value: Float) throws(Problem) {
        guard zone > 0, zone < zoneTree.count, zoneTree[zone].control != nil else { throw .noSuchZone(zone) }
        values[zone] = value
    }

    /// Adds a gesture to the zone at index `zone`. What was said of its kind holds for it, too.
    public mutating func add(_ recognizer: Kind, zone: Int = 0) throws(Problem) -> Int {
        guard count < recognizers, count < 32 else { throw .tooManyGestures(capacity: min(recognizers, 32)) }
        guard zone >= 0, zone < zoneTree.count else { throw .noSuchZone(zone) }
        kinds[count] = recognizer
        zoneOf[count] = zone
        count &+= 1
        do throws(Problem) {
            for i in 0..<kindRelationCount {
                let known = kindRelations[i]
                try insert(known.relation, known.gestures, known.others)
            }
        } catch {
            count &-= 1
            let added = RecognizerSet(count)
            mustFailFirst[count] = RecognizerSet()
            simultaneous[count] = RecognizerSet()
            powerless[count] = RecognizerSet()
            for i in 0..<count {
                mustFailFirst[i] -= added
                simultaneous[i] -= added
                powerless[i] -= added
            }
            throw error
        }
        return count &- 1
    }

    /// The gesture gets no touches until it is enabled.
    ///
    /// - Parameter byHand: whether it was disabled while an engine ran: it stays so over a reload.
    public mutating func disable(_ gesture: Int, byHand: Bool = false) throws(Problem) {
        guard gesture >= 0, gesture < count else { throw .noSuchGesture(gesture) }
        disabled.insert(gesture)
        if byHand { disabledByHand.insert(gesture) }
    }

    /// The zone gets no touches until it is enabled; it was disabled while an engine ran, and stays so over a reload.
    public mutating func disableByHand(zone: Int) throws(Problem) {
        guard zone > 0, zone < zoneTree.count else { throw .noSuchZone(zone) }
        zoneTree.setEnabled(false, zone)
    }

    /// The zone at index `zone` is the first responder from the start.
    public mutating func begin(withFirstResponder zone: Int) throws(Problem) {
        guard zone >= 0, zone < zoneTree.count, zoneTree[zone].canBecomeFirstResponder else { throw .noSuchZone(zone) }
        firstResponder = zone
    }

    /// Adds a template of a stroke.
    public mutating func add(_ template: StrokeTemplate) throws(Problem) -> Int {
        guard let index = strokes.append(template) else { throw .tooManyTemplates(capacity: min(templates, 64)) }
        return index
    }

    /// Fingers beyond those of `gesture` do not exist for it: it neither takes them nor fails by them, and they are no part of
    /// its sequence, which is its own fingers alone.
    public mutating func ignoreExtraTouches(of gesture: Int) throws(Problem) {
        guard gesture >= 0, gesture < count else { throw .noSuchGesture(gesture) }
        ignoringExtraTouches.insert(gesture)
    }

    /// `gesture` waits, still possible, until `other` fails; it fails where `other` is recognized.
    public mutating func require(_ gesture: Int, toFail other: Int) throws(Problem) {
        try require(.gesture(gesture), toFail: .gesture(other))
    }

    /// Neither of the two makes the other fail.
    public mutating func allow(_ gesture: Int, simultaneouslyWith other: Int) throws(Problem) {
        try allow(.gesture(gesture), simultaneouslyWith: .gesture(other))
    }

    /// `gesture` does not make `other` fail; the other way round nothing changes.
    public mutating func forbid(_ gesture: Int, toPrevent other: Int) throws(Problem) {
        try forbid(.gesture(gesture), toPrevent: .gesture(other))
    }

    /// Each of `gestures` waits until each of `others` has failed; it fails where one of them is recognized.
    public mutating func require(
        _ gestures: GestureSelection, toFail others: GestureSelection
    ) throws(Problem) { try relate(.require, gestures, others) }

    /// None of `gestures` makes one of `others` fail, nor the other way round.
    public mutating func allow(
        _ gestures: GestureSelection, simultaneouslyWith others: GestureSelection
    ) throws(Problem) { try relate(.allow, gestures, others) }

    /// None of `gestures` makes one of `others` fail; the other way round nothing changes.
    public mutating func forbid(
        _ gestures: GestureSelection, toPrevent others: GestureSelection
    ) throws(Problem) { try relate(.forbid, gestures, others) }

    private mutating func relate(
        _ relation: Relation, _ gestures: GestureSelection, _ others: GestureSelection
    ) throws(Problem) {
        let isOfKinds = try (isKind(gestures), isKind(others)) != (false, false)
        if isOfKinds, kindRelationCount == recognizers { throw .tooManyRelations(capacity: recognizers) }
        try insert(relation, gestures, others)
        if isOfKinds {
            kindRelations[kindRelationCount] = KindRelation(relation: relation, gestures: gestures, others: others)
            kindRelationCount &+= 1
        }
    }

    /// Whether it is a whole kind and not a gesture. (`mutating`: a setup that is borrowed is copied.)
    private mutating func isKind(_ selection: GestureSelection) throws(Problem) -> Bool {
        guard case .gesture(let gesture) = selection else { return true }
        guard gesture >= 0, gesture < count else { throw .noSuchGesture(gesture) }
        return false
    }

    /// Relates those that are there. A gesture that is named as one of `gestures` and of `others` would wait for
    /// itself; one that is there as its kind's is left out.
    private mutating func insert(
        _ relation: Relation, _ gestures: GestureSelection, _ others: GestureSelection
    ) throws(Problem) {
        if case .gesture(let gesture) = gestures, case .gesture(let other) = others, gesture == other {
            if relation == .require { throw .cycle(RecognizerSet(gesture)) }
            return
        }
        var waits = mustFailFirst
        for gesture in 0..<count where gestures.contains(gesture, kind: kinds[gesture].kind) {
            for other in 0..<count where other != gesture && others.contains(other, kind: kinds[other].kind) {
                switch relation {
                case .require: waits[gesture].insert(other)
                case .allow:
                    simultaneous[gesture].insert(other)
                    simultaneous[other].insert(gesture)
                case .forbid: powerless[gesture].insert(other)
                }
            }
        }
        guard relation == .require else { return }
        for gesture in 0..<count {
            let reached = GestureSetup.reached(from: gesture, by: waits)
            guard reached.contains(gesture) else { continue }
            var members = RecognizerSet()
            for other in reached where GestureSetup.reached(from: other, by: waits).contains(gesture) {
                members.insert(other)
            }
            throw .cycle(members)
        }
        mustFailFirst = waits
    }

    /// What `gesture` does to the touch streams of zones; UIKit's defaults unless set.
    public mutating func deliver(_ gesture: Int, _ delivery: TouchDelivery) throws(Problem) {
        guard gesture >= 0, gesture < count else { throw .noSuchGesture(gesture) }
        deliveries[gesture] = delivery
    }

    /// All that `gesture` waits for, directly or through others.
    private static func reached(from gesture: Int, by waits: Words) -> RecognizerSet {
        var reached = waits[gesture]
        var size = 0
        while reached.count > size {
            size = reached.count
            for member in reached { reached |= waits[member] }
        }
        return reached
    }
}
