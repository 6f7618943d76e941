public import TaplineTouches

/// Fingers that go in one of four directions, far and fast enough: a discrete gesture, or, repeating, a continuous one.
public struct SwipeRecognizer: Sendable {
    /// What makes a swipe.
    public struct Parameters: Equatable, Sendable {
        /// When a swipe is recognized.
        public enum Fires: Equatable, Sendable {
            /// As soon as every finger has gone the distance.
            case onDistance
            /// When the last finger lifts.
            case onLift
        }
        /// The directions that count.
        public var directions = DirectionSet.all
        /// How many fingers, 1…5.
        public var touches = 1
        /// How far every finger goes from its own start: 25 pt (the classic figure).
        public var distancePt: Float = 25
        /// How far off its axis a finger may be in any case: 5 pt (the classic figure). Infinite: any.
        public var deviationPt: Float = 5
        /// How far off its axis a finger may be as the tangent of an angle: 20°. 0: only ``deviationPt`` counts.
        public var deviationTangent: Float = 0.363_970_23
        /// How far off the axis the fingers may be of which none but one has to keep to ``deviationPt``: nil: every finger
        /// has to. Infinite: any, as long as each goes the distance in the same direction.
        public var othersDeviationPt: Float?
        /// The same as the tangent of an angle. 0: only ``othersDeviationPt`` counts.
        public var othersDeviationTangent: Float = 0
        /// The longest time from the first landing: 500 ms. ``Microseconds/unlimited``: any.
        public var maxDuration = Microseconds.milliseconds(500)
        /// The lowest speed, 200 pt/s. 0: any. On average; with ``Fires/onLift`` that of all fingers together as the first
        /// one lifts.
        public var minimumVelocityPtPerSecond: Float = 200
        /// When the swipe is recognized.
        public var fires = Fires.onDistance
        /// Whether it goes on after it is recognized and is judged anew at each move, with ``Fires/onDistance`` only: then no
        /// course fails it.
        public var isRepeating = false
        /// Whether all fingers of a repeating swipe are measured from where the first one landed, along either way of their
        /// common axis.
        public var measuresFromFirst = false

        /// A swipe with one finger in any of the four directions.
        public init() {}
    }

    /// A finger that has gone this far is evaluated by its direction: 25 pt.
    public static var judgedAtPt: Float { 25 }
    /// So much farther off its axis a finger may be, where the deviation is an angle, until it has gone ``rollsUntilPt``: 5 pt. (It may have rolled
    /// as it landed, and come nearer to its axis.)
    public static var rollPt: Float { 5 }
    /// A finger that has gone this far has rolled no more than the deviation allows: 40 pt.
    public static var rollsUntilPt: Float { 40 }
    /// Fingers that have gone this far must agree in direction: 16 pt.
    public static var comparedAtPt: Float { 16 }
    /// A finger that has gone less, while another has gone ``judgedAtPt``, stays behind: 5 pt. (Once it has been there for half of the
    /// time since the first one landed: before that it may be as fast, only later.)
    public static var stayedBelowPt: Float { 5 }
    /// Two fingers move apart in direction beyond this: the square of the cosine of 45°.
    static var apartCosineSquared: Float { 0.5 }

    /// The rule.
    public let parameters: Parameters
    var landed = 0
    private(set) var firstLanding = Instant.zero
    /// Fingers that have lifted after going the whole distance, and the sum of where they did, pt.
    private(set) var lifted = 0
    private var lifts = Vector.zero
    /// The sum of the velocities with which they lifted, pt/s.
    private var liftVelocities = Vector.zero
    /// Where a repeating swipe measures from if it measures from one place, pt.
    private(set) var origin = Point.zero
    /// The direction of the fingers, once one has gone the distance.
    var direction: Direction?
    /// Where others need not keep to the axis: what the fingers that have lifted have done.
    private var candidates: SwipeCandidates
    var isReady = false
    /// Whether it has been ready and waits for nothing but a movement that is undecided: what time passes does not slow it.
    private var waitsForMovement = false

    /// A swipe by these rules. Counts outside their ranges are clamped.
    public init(_ parameters: Parameters = Parameters()) {
        var parameters = parameters
        parameters.touches = max(1, min(parameters.touches, 5))
        parameters.isRepeating = parameters.isRepeating && parameters.fires == .onDistance
        self.parameters = parameters
        candidates = SwipeCandidates(parameters.directions)
    }

    /// The travel of a finger, along its main axis and off it.
    struct Course {
        var direction: Direction
        var along: Float
        var off: Float

        init(_ travel: Vector) {
            let x = abs(travel.x)
            let y = abs(travel.y)
            direction = Direction(of: travel)
            (along, off) = x >= y ? (x, y) : (y, x)
        }
    }

    /// Why the course of a finger makes a swipe impossible, if it does.
    private func objection(to course: Course) -> FailureReason? {
        guard course.along >= SwipeRecognizer.judgedAtPt - lengthTolerancePt else { return nil }
        let mayRoll = parameters.deviationTangent > 0 && course.along < SwipeRecognizer.rollsUntilPt - lengthTolerancePt
        return objectionOnceJudged(to: course, allowing: mayRoll ? SwipeRecognizer.rollPt : 0)
    }

    private func objectionOnceJudged(to course: Course, allowing roll: Float = 0) -> FailureReason? {
        if !parameters.allows(along: course.along, off: course.off - roll) {
            return .offAxis(degrees: arcTangent(y: course.off, x: course.along) * (180 / pi))
        }
        return parameters.directions.contains(course.direction) ? nil : .wrongDirection
    }

    /// Why the fingers of `mine` together make a swipe impossible, if they do.
    private func objection<let capacity: Int>(
        to mine: TouchSet, of table: inout TouchTable<capacity>, at now: Instant
    ) -> FailureReason? {
        if lifted == 0, !parameters.hasOthers, mine.isSingle {
            // One finger, as nearly always: there is nothing to compare.
            return objection(to: Course(table[mine.first].travel))
        }
        return objectionToMany(mine, of: &table, at: now)
    }

    @inline(never)
    private func objectionToMany<let capacity: Int>(
        _ mine: TouchSet, of table: inout TouchTable<capacity>, at now: Instant
    ) -> FailureReason? {
        let compared = SwipeRecognizer.comparedAtPt - lengthTolerancePt
        let stayed = SwipeRecognizer.stayedBelowPt
        var hasGone = lifted > 0
        var strays = 0
        var stray: FailureReason?
        var hasStayed = false
        for slot in mine {
            let travel = table[slot].travel
            let course = Course(travel)
            if let objection = objection(to: course) {
                guard parameters.hasOthers, parameters.allowsOther(along: course.along, off: course.off) else {
                    return objection
                }
                strays &+= 1
                stray = objection
            }
            if course.along >= SwipeRecognizer.judgedAtPt - lengthTolerancePt { hasGone = true }
            let length = travel.lengthSquared
            if length < stayed * stayed {
                let age = now - table[slot].startTime
                hasStayed = hasStayed || !(age + age < now - firstLanding)
            }
            guard length >= compared * compared else { continue }
            for earlier in mine where earlier < slot {
                let other = table[earlier].travel
                guard other.lengthSquared >= compared * compared else { continue }
                let dot = other.dot(travel)
                if areApart(dot, other.lengthSquared * length) {
                    let turned = abs(arcTangent(y: other.x * travel.y - other.y * travel.x, x: dot))
                    return .apart(degrees: turned * (180 / pi))
                }
            }
        }
        if hasGone, hasStayed { return .uneven }
        // One of them has to keep to the axis, be it one that has lifted.
        let isUnled = strays == mine.count && lifted &+ strays == parameters.touches && !candidates.isLed
        return isUnled ? stray : nil
    }

    /// Whether two fingers whose travels have this scalar product, and this product of squared lengths, move apart in
    /// direction: by more than 45°, or where others need not keep to the axis, by more than 135°.
    private func areApart(_ dot: Float, _ lengths: Float) -> Bool {
        let isBeyond45 = dot * dot < SwipeRecognizer.apartCosineSquared * lengths
        return parameters.hasOthers ? dot < 0 && !isBeyond45 : dot <= 0 || isBeyond45
    }
}

extension SwipeRecognizer: Recognizer {
    public static var filler: SwipeRecognizer { SwipeRecognizer() }
    public var kind: StaticString { "swipe" }
    public var isContinuous: Bool { parameters.isRepeating }
    public var fewestTouches: Int { parameters.touches }
    public var traits: RecognizerTraits { .deadlineIgnoresMoves | .trustsReports | .leavesFirstToMovement }
    public var deadline: Instant {
        landed == 0 || parameters.maxDuration == .unlimited
            ? .never : firstLanding + parameters.maxDuration
    }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        if isReady, lifted == parameters.touches || parameters.isRepeating && lifted > 0 { return .ignore }
        let isExtra =
            parameters.isRepeating
            ? table.company(of: slot, in: mine).count >= parameters.touches : landed == parameters.touches || lifted > 0
        if isExtra, !parameters.isRepeating { return .fail(.extraTouch) }
        if landed == 0 {
            firstLanding = table[slot].startTime
            origin = table[slot].start
        }
        if !isExtra { landed &+= 1 }
        return isExtra ? .takeExtra : .take
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        if isReady, lifted == parameters.touches { return .ready }
        if parameters.isRepeating { return trackRepeating(&table, mine: mine, at: now) }
        isReady = false
        if let objection = objection(to: mine, of: &table, at: now) { return .failed(objection) }
        for slot in mine & table.changes.ended {
            let travel = table[slot].travel
            let course = Course(travel)
            let (way, time) = pace(of: slot, among: mine, &table, at: now)
            if parameters.hasOthers {
                candidates.add(travel, at: way, in: time, parameters)
                if candidates.common == DirectionSet() {
                    return .failed(liftFailure(course, at: way, in: time) ?? .wrongDirection)
                }
            } else {
                if let failure = liftFailure(course, at: way, in: time) { return .failed(failure) }
                direction = course.direction
            }
            lift(slot, &table, at: now)
        }
        guard landed == parameters.touches else {
            return lifted == landed ? .failed(.tooFewTouches(count: landed)) : .possible
        }
        if parameters.hasOthers, lifted == landed, candidates.direction() == nil { return .failed(.wrongDirection) }
        switch parameters.fires {
        case .onLift:
            isReady = lifted == landed
            if parameters.hasOthers { direction = candidates.direction() }
        case .onDistance: isReady = haveArrived(mine - table.changes.ended, of: &table, at: now)
        }
        if isReady { return .ready }
        waitsForMovement = false
        return rest(of: mine, &table)
    }

    /// Counts a finger that lifts, and keeps where and how fast.
    mutating func lift<let capacity: Int>(_ slot: Int, _ table: inout TouchTable<capacity>, at now: Instant) {
        lifts = lifts + (table[slot].location - .zero)
        liftVelocities = liftVelocities + table.velocity(of: slot, at: now)
        lifted &+= 1
    }

    /// As long as no finger has gone far enough to be evaluated, compared or done, it need not be called. (One that is alone is
    /// compared with none, and when another lands it is called anyway.)
    func rest<let capacity: Int>(of mine: TouchSet, _ table: inout TouchTable<capacity>) -> Attempt {
        let compared = mine.isSingle ? SwipeRecognizer.judgedAtPt : SwipeRecognizer.comparedAtPt
        let limit = min(compared, parameters.distancePt) - lengthTolerancePt
        guard lifted == 0, limit > 0, !parameters.hasOthers else { return .possible }
        for slot in mine where table[slot].travel.lengthSquared >= limit * limit { return .possible }
        return .possible(untilMoved: limit)
    }

    /// The way and the time by which a finger that lifts now is judged to be fast enough. (Fingers lift one after another:
    /// how fast they were is known when the first of them does.)
    private func pace<let capacity: Int>(
        of slot: Int, among mine: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant
    ) -> (way: Vector, time: Microseconds) {
        switch parameters.fires {
        case .onDistance: (table[slot].travel, time(of: slot, &table, at: now))
        case .onLift where lifted == 0: (table.velocity(mine, at: now), .milliseconds(1_000))
        case .onLift: (table[slot].travel, .zero)
        }
    }

    /// Why a finger that lifts now spoils the swipe, if it does.
    func liftFailure(_ course: Course, at way: Vector, in time: Microseconds) -> FailureReason? {
        if course.along < parameters.distancePt - lengthTolerancePt { return .tooShort(pt: course.along) }
        if let objection = objectionOnceJudged(to: course) { return objection }
        if let direction, direction != course.direction { return .wrongDirection }
        let along = course.direction.parts(of: way).along
        return parameters.isFastEnough(along, in: time) ? nil : .tooSlow(ptPerSecond: max(along / time.seconds, 0))
    }

    /// The time by which the average speed of a finger is judged: none where it was fast enough before the swipe had to wait.
    private func time<let capacity: Int>(
        of slot: Int, _ table: inout TouchTable<capacity>, at now: Instant
    ) -> Microseconds {
        waitsForMovement && now <= deadline ? .zero : now - table[slot].startTime
    }

    /// Whether every finger on the panel has gone the distance, all in the same direction, fast enough so far.
    private mutating func haveArrived<let capacity: Int>(
        _ fingers: TouchSet, of table: inout TouchTable<capacity>, at now: Instant
    ) -> Bool {
        if parameters.hasOthers {
            var together = candidates
            for slot in fingers {
                let travel = table[slot].travel
                together.add(travel, at: travel, in: time(of: slot, &table, at: now), parameters)
            }
            direction = together.direction()
            return direction != nil
        }
        var common = lifted > 0 ? direction : nil
        for slot in fingers {
            let course = Course(table[slot].travel)
            guard course.along >= parameters.distancePt - lengthTolerancePt,
                common == nil || common == course.direction,
                parameters.directions.contains(course.direction),
                parameters.allows(along: course.along, off: course.off),
                parameters.isFastEnough(course.along, in: time(of: slot, &table, at: now))
            else { return false }
            common = course.direction
        }
        direction = common
        return true
    }

    public mutating func reachDeadline<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        .failed(.tooLong(milliseconds: (now - firstLanding).seconds * 1_000))
    }

    /// A swipe that had to wait with its fingers down may have become too slow meanwhile.
    public func isStillReady<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool {
        if parameters.isRepeating { return true }
        for slot in mine - table.changes.ended {
            var course = Course(table[slot].travel)
            if let direction { course.along = direction.parts(of: table[slot].travel).along }
            if !parameters.isFastEnough(course.along, in: time(of: slot, &table, at: now)) { return false }
        }
        return true
    }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        followRepeating(&table, mine: mine, at: now)
    }

    public func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action? {
        guard parameters.touches == 1, let direction else { return nil }
        return direction == .left || direction == .right ? .horizontalDrag : .verticalDrag
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        var sum = lifts
        var speed = liftVelocities
        var present = mine - table.changes.ended
        // (A repeating swipe ends with the last of its fingers.)
        if parameters.isRepeating, present.isEmpty, lifted == 0 { present = mine }
        for slot in present {
            sum = sum + (table[slot].location - .zero)
            speed = speed + table.velocity(of: slot, at: now)
        }
        let fingers = lifted &+ present.count
        let share = fingers == 0 ? 0 : 1 / Float(fingers)
        return GestureSnapshot(
            touches: fingers,
            location: .zero + sum * share,
            values: .swipe(direction: direction ?? .right, velocity: speed * share))
    }

    public mutating func meet(_ rival: Rival) { if rival == .undecided { waitsForMovement = true } }

    public mutating func reset() { self = SwipeRecognizer(parameters) }
}
