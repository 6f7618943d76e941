public import TaplineTouches

/// One finger that comes in from the panel's edge: a continuous gesture.
public struct EdgePanRecognizer: Sendable {
    /// What makes an edge pan.
    public struct Parameters: Equatable, Sendable {
        /// The edges that count.
        public var edges = EdgeSet.all
        /// How far from the edge the finger may land: 20 pt (UIKit as measured).
        public var edgeWidthPt: Float = 20
        /// How far the finger goes before the pan begins: 10 pt, as for a pan; more while it is young, see
        /// ``Youth``.
        public var slopPt: Float = 10
        /// For how long the finger is young.
        public var youth = Youth.standard
        /// Whether every event reports the translation since the one before it.
        public var isIncremental = false

        /// From any edge.
        public init() {}
    }

    /// The rule.
    public let parameters: Parameters
    /// The edges at which the finger landed; in a corner there are two.
    private var candidates = EdgeSet()
    private var edge: Edge?
    /// The translation of the finger: until it begins since it landed, then since it began or was adjusted, pt.
    private var translation = PanTranslation()
    private var movement = DeliberateMovement()
    private var hasBegun = false

    /// An edge pan by these rules.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// The edges at which `place` lies, of those that count.
    private func edges(at place: Point, on geometry: PanelGeometry) -> EdgeSet {
        let last = geometry.lastPoint
        let width = parameters.edgeWidthPt + lengthTolerancePt
        var edges = EdgeSet()
        if place.x <= width { edges.insert(.left) }
        if last.x - place.x <= width { edges.insert(.right) }
        if place.y <= width { edges.insert(.top) }
        if last.y - place.y <= width { edges.insert(.bottom) }
        return edges.intersection(parameters.edges)
    }

    /// The edge from which `travel` leads inward, within 45°.
    private func inwardEdge(of travel: Vector) -> Edge? {
        let isAcross = abs(travel.x) >= abs(travel.y)
        let isDown = abs(travel.y) >= abs(travel.x)
        if isAcross, travel.x > 0, candidates.contains(.left) { return .left }
        if isAcross, travel.x < 0, candidates.contains(.right) { return .right }
        if isDown, travel.y > 0, candidates.contains(.top) { return .top }
        if isDown, travel.y < 0, candidates.contains(.bottom) { return .bottom }
        return nil
    }
}

extension EdgePanRecognizer: Recognizer {
    public static var filler: EdgePanRecognizer { EdgePanRecognizer() }
    public var kind: StaticString { "edgePan" }
    public var isContinuous: Bool { true }
    public var traits: RecognizerTraits { .noDeadline | .trustsReports }
    public var isIncremental: Bool { parameters.isIncremental }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        if hasBegun { return .ignore }
        guard table.company(of: slot, in: mine).isEmpty else { return .fail(.extraTouch) }
        candidates = edges(at: table[slot].start, on: table.geometry)
        return candidates == EdgeSet() ? .fail(.notAtEdge) : .take
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        translation.catchUp(&table)
        if (mine - table.changes.ended).isEmpty { return .failed(.liftedEarly) }
        translation.add(table.continuing(mine), of: &table)
        let slop = parameters.slopPt - lengthTolerancePt
        guard translation.sum.lengthSquared >= slop * slop else {
            movement.shrink(to: parameters.slopPt)
            return translation.attempt(of: mine, &table, slopPt: parameters.slopPt)
        }
        if slop > 0 {
            let left = parameters.youth.left(at: table.youngestAge(of: mine, at: now))
            guard translation.isDeliberate(by: mine, &table, &movement, slopPt: parameters.slopPt, left: left) else {
                return .undecided
            }
        }
        // One that had to wait may have gone elsewhere meanwhile; it begins when it leads inward again.
        // (By its heading, too: it may have rolled as it landed.)
        let way = translation.sum
        guard let inward = inwardEdge(of: way) ?? inwardEdge(of: table.heading(of: mine, after: way)) else {
            return edge == nil ? .failed(.wrongDirection) : .possible
        }
        edge = inward
        return .ready
    }

    public func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action? { .drag(table.heading(of: mine, after: translation.sum)) }

    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) {
        hasBegun = true
        translation = PanTranslation()
    }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        translation.follow(mine, &table)
    }

    public mutating func adjust(_ adjustment: GestureAdjustment) {
        if let translation = adjustment.translation { self.translation.set(translation) }
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        GestureSnapshot(
            touches: mine.countOfFew, location: table.centroid(mine),
            values: .edgePan(
                edge: edge ?? .left, translation: translation.total(&table), velocity: table.velocity(mine, at: now)))
    }

    public mutating func reset() { self = EdgePanRecognizer(parameters) }
}
