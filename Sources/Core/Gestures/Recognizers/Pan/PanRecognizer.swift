public import TaplineTouches

/// Fingers that move together: a continuous gesture that follows their centroid.
public struct PanRecognizer: Sendable {
    /// What makes a pan.
    public struct Parameters: Equatable, Sendable {
        /// The fewest fingers, 1…16.
        public var minimumTouches = 1
        /// The most fingers, 1…16; 16 stands for any.
        public var maximumTouches = 16
        /// How far the centroid goes before the pan begins: 10 pt (UIKit as measured); more while the fingers are young or there
        /// are three and more, see ``Youth``.
        public var slopPt: Float = 10
        /// For how long a landing or a lift of one of its fingers makes them young. Unless it is ``Youth/none``, three fingers and
        /// more always are.
        public var youth = Youth.standard
        /// The directions in one of which it begins, within 45°; else it fails.
        public var directions = DirectionSet.all
        /// Whether every event reports the translation since the one before it.
        public var isIncremental = false

        /// A pan with any number of fingers.
        public init() {}
    }

    /// The rule.
    public let parameters: Parameters
    /// The translation of the centroid: until it begins since the fingers landed, then since it began or was adjusted, pt.
    private var translation = PanTranslation()
    /// When the last of its fingers landed or lifted.
    private var lastChange = Instant.zero
    private var movement = DeliberateMovement()
    private var hasBegun = false
    /// Whether it has gone in one of its directions.
    private var hasDirection = false
    /// Whether fingers that part are left to a pinch, a rotation or a transform.
    private var hasPairRecognizer = false

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
    public var fewestTouches: Int { parameters.minimumTouches }
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
        if mine.intersects(table.changes.ended) { lastChange = now }
        for slot in mine & table.changes.began { lastChange = max(lastChange, table[slot].startTime) }
        let slop = parameters.slopPt - lengthTolerancePt
        let isFar = slop <= 0 || translation.sum.lengthSquared >= slop * slop
        if !present.hasAtLeast(parameters.minimumTouches) { return .possible }
        guard isFar else {
            movement.shrink(to: parameters.slopPt)
            return translation.attempt(of: mine, &table, slopPt: parameters.slopPt)
        }
        guard slop <= 0 || isDeliberate(by: present, of: &table, at: now) else { return .undecided }
        return parameters.directions == .all ? .ready : judgeDirection(of: present, &table)
    }

    /// Whether fingers that mean to move go in one of the directions, by their path or by their velocity.
    @inline(never)
    private mutating func judgeDirection<let capacity: Int>(
        of fingers: TouchSet, _ table: inout TouchTable<capacity>
    ) -> Attempt {
        let path = translation.sum
        if path == .zero { return .possible }
        let heading = table.heading(of: fingers, after: path)
        guard
            parameters.directions.contains(Direction(of: path))
                || parameters.directions.contains(Direction(of: heading))
        else {
            // One that had to wait may have gone elsewhere meanwhile; it begins when it goes there again.
            return hasDirection ? .possible : .failed(.wrongDirection)
        }
        hasDirection = true
        return .ready
    }

    /// Whether fingers that have gone the slop mean a pan.
    @inline(never)
    private mutating func isDeliberate<let capacity: Int>(
        by fingers: TouchSet, of table: inout TouchTable<capacity>, at now: Instant
    ) -> Bool {
        if parameters.youth == .none { return true }
        if movement.wasDeliberate { return true }
        // A finger that lands, lifts or proves real moves nothing.
        if !fingers.intersects(table.changes.moved) { return false }
        // Another finger, or a ghost: the next report says. (Checked so far: a rest afterwards makes no pan of it.)
        if fingers.isSingle, table.awaitsProof {
            return movement.isDeliberate(translation.sum.length, isFarEnough: false)
        }
        let left = fingers.hasAtLeast(3) ? 1 : parameters.youth.left(at: now - lastChange)
        let slop = parameters.slopPt
        if fingers.isSingle {
            return translation.isDeliberate(by: fingers, &table, &movement, slopPt: slop, left: left)
        }
        let distance = translation.sum.length
        let isFarEnough = distance >= DeliberateMovement.needed(slopPt: slop, left: left) - lengthTolerancePt
        let mayPart = fingers.isPair && !hasPairRecognizer
        return movement.isDeliberate(
            distance, isFarEnough: isFarEnough && (mayPart || goTogether(fingers, of: &table, at: now)))
    }

    /// Whether every finger goes along, by its path and by its velocity: one that only rolled as it landed does not.
    private func goTogether<let capacity: Int>(
        _ fingers: TouchSet, of table: inout TouchTable<capacity>, at now: Instant
    ) -> Bool {
        let velocity = table.velocity(fingers, at: now)
        for slot in fingers {
            guard goesAlong(table[slot].travel, translation.sum), goesAlong(table.velocity(of: slot, at: now), velocity)
            else { return false }
        }
        return true
    }

    /// Whether what one finger does is what all do, give or take two thirds of it.
    private func goesAlong(_ own: Vector, _ common: Vector) -> Bool {
        let aside = Vector(x: own.x - common.x, y: own.y - common.y)
        return aside.lengthSquared * 9 <= common.lengthSquared * 4
    }

    public mutating func meet(_ rival: Rival) { if rival == .pair { hasPairRecognizer = true } }

    public func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action? {
        let present = mine - table.changes.ended
        return present.count == 1 ? .drag(table.heading(of: present, after: translation.sum)) : nil
    }

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
        movement = DeliberateMovement()
        hasBegun = false
        hasDirection = false
    }
}
