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
        /// Whether every event reports the translation since the one before it.
        public var isIncremental = false

        /// A pan with any number of fingers.
        public init() {}
    }

    /// The rule.
    public let parameters: Parameters
    /// The translation of the centroid: until it begins since the fingers landed, then since it began or was adjusted, pt.
    private var translation = PanTranslation()
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
    public var traits: RecognizerTraits { .noDeadline | .trustsReports }
    public var isIncremental: Bool { parameters.isIncremental }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        if table.company(of: slot, in: mine).count < parameters.maximumTouches { return .take }
        return hasBegun ? .ignore : .fail(.extraTouch)
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        translation.catchUp(&table)
        let present = mine - table.changes.ended
        if present.isEmpty { return .failed(.liftedEarly) }
        let same = table.continuing(mine)
        if same.hasAtLeast(parameters.minimumTouches) { translation.add(same, of: &table) }
        let slop = parameters.slopPt - lengthTolerancePt
        let isFar = slop <= 0 || translation.sum.lengthSquared >= slop * slop
        if !present.hasAtLeast(parameters.minimumTouches) { return .possible }
        return isFar ? .ready : translation.attempt(of: mine, &table, slopPt: parameters.slopPt)
    }

    public func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action? { (mine - table.changes.ended).count == 1 ? .drag(translation.sum) : nil }

    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) {
        hasBegun = true
        translation = PanTranslation()
    }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        translation.follow(mine, &table, atLeast: parameters.minimumTouches)
    }

    public mutating func adjust(_ adjustment: GestureAdjustment) {
        if let translation = adjustment.translation { self.translation.set(translation) }
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        let present = mine - table.changes.ended - table.changes.cancelled
        let fingers = present.hasAtLeast(parameters.minimumTouches) ? present : mine
        return GestureSnapshot(
            touches: fingers.countOfFew, location: table.centroid(fingers),
            values: .pan(translation: translation.total(&table), velocity: table.velocity(fingers, at: now)))
    }

    public mutating func reset() {
        translation = PanTranslation()
        hasBegun = false
    }
}
