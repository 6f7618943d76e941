public import TaplineTouches

/// Fingers that move together: a continuous gesture that follows their centroid.
public struct PanRecognizer: Sendable {
    /// What makes a pan.
    public struct Parameters: Equatable, Sendable {
        /// The fewest fingers, 1…16.
        public var minimumTouches = 1
        /// The most fingers, 1…16; 16 stands for any.
        public var maximumTouches = 16
        /// How far the centroid goes before the pan begins: 10 pt (UIKit as measured).
        public var slopPt: Float = 10
        /// Whether every event tells the way since the one before it.
        public var isIncremental = false

        /// A pan with any number of fingers.
        public init() {}
    }

    /// The rule.
    public let parameters: Parameters
    /// The way of the centroid: until it begins since the fingers landed, then since it began or was adjusted, pt.
    private var way = Vector.zero
    private var hasBegun = false

    /// A pan by these rules. Counts outside their ranges are clamped.
    public init(_ parameters: Parameters = Parameters()) {
        var parameters = parameters
        parameters.minimumTouches = max(1, min(parameters.minimumTouches, 16))
        parameters.maximumTouches = max(parameters.minimumTouches, min(parameters.maximumTouches, 16))
        self.parameters = parameters
    }
}

extension PanRecognizer: Recognizer {
    public static var filler: PanRecognizer { PanRecognizer() }
    public var kind: StaticString { "pan" }
    public var isContinuous: Bool { true }
    public var isIncremental: Bool { parameters.isIncremental }
    public var deadline: Instant { .never }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        if table.company(of: slot, in: mine).count < parameters.maximumTouches { return .take }
        return hasBegun ? .ignore : .fail(.extraTouch)
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        let present = mine - table.changes.ended
        if present.isEmpty { return .failed(.liftedEarly) }
        let same = table.continuing(mine)
        if same.count >= parameters.minimumTouches { way = way + table.meanStep(same) }
        let slop = parameters.slopPt - lengthTolerancePt
        let isFar = slop <= 0 || way.lengthSquared >= slop * slop
        return isFar && present.count >= parameters.minimumTouches ? .ready : .possible
    }

    public func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action? { (mine - table.changes.ended).count == 1 ? .drag(way) : nil }

    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) {
        hasBegun = true
        way = .zero
    }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        let progress = table.progress(of: mine, atLeast: parameters.minimumTouches)
        if progress != .ended { way = way + table.meanStep(table.continuing(mine)) }
        return progress
    }

    #if NOALLOC
        @_noAllocation
    #endif
    public mutating func adjust(_ adjustment: GestureAdjustment) {
        if let translation = adjustment.translation { way = translation }
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        let present = mine - table.changes.ended - table.changes.cancelled
        let fingers = present.count >= parameters.minimumTouches ? present : mine
        return GestureSnapshot(
            touches: fingers.count, location: table.centroid(fingers),
            values: .pan(translation: way, velocity: table.velocity(fingers, at: now)))
    }

    #if NOALLOC
        @_noAllocation
    #endif
    public mutating func reset() {
        way = .zero
        hasBegun = false
    }
}
