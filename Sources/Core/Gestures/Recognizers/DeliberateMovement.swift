public import TaplineTouches

/// For how long fingers are young: until then taps roll and two fingers neither land nor start together, so a movement has to be
/// plain before it counts. ``none``: the slop alone counts at any age, the classic rule.
public struct Youth: Equatable, Sendable {
    private var milliseconds: UInt16

    /// A youth of `time`, in whole ms, at most 65 s.
    public init(_ time: Microseconds) {
        let count = min(max(time.count, 0), 65_000_000)
        milliseconds = UInt16(truncatingIfNeeded: Int(truncatingIfNeeded: count) / 1_000)
    }

    /// 300 ms: of 14,447 taps of real people 99.9 % are over by then.
    public static var standard: Youth { Youth(.milliseconds(300)) }
    /// Fingers are never young.
    public static var none: Youth { Youth(.zero) }

    /// How long it lasts.
    public var time: Microseconds {
        Microseconds(Int64(_truncatingBits: UInt(truncatingIfNeeded: Int(milliseconds) &* 1_000)))
    }

    /// How much of it is left at an age of `age`: 1 at the landing, 0 from its end on.
    func left(at age: Microseconds) -> Float {
        if age.count >= time.count { return 0 }
        return 1 - max(age.seconds, 0) * 1_000 / Float(Int(milliseconds))
    }
}

/// The rule of deliberate movement: whether fingers that have gone far enough by the slop mean it.
///
/// What has gone ``plainPt`` is meant at any age; what has gone less, but the slop, is meant as the fingers grow older: the way
/// asked for falls evenly from ``plainPt`` at the landing to the slop at the end of their ``Youth``. Time alone decides nothing:
/// a way that was not enough is asked again only when it has become ``stridePt`` longer or shorter. What was meant once stays so.
struct DeliberateMovement: Sendable {
    /// A way that is meant however young the fingers are: 40 pt (6.4 mm; of 14,447 real taps two roll so far).
    static var plainPt: Float { 40 }
    /// By how much a way changes before it is asked again: 3 pt. Resting fingers tremble less.
    static var stridePt: Float { 3 }

    /// The way that was asked last, in 1/64 pt.
    private var asked: UInt16 = 0
    private static var meant: UInt16 { .max }

    /// Whether a way was meant.
    var wasMeant: Bool { asked == DeliberateMovement.meant }

    /// Nothing asked yet.
    init() {}

    /// The way that fingers have to go whose youth is `left` (0…1), pt.
    static func needed(slopPt: Float, left: Float) -> Float { slopPt + max(plainPt - slopPt, 0) * left }

    /// Whether a way of `way` pt is meant, which `isPlain` at their age.
    mutating func isMeant(_ way: Float, isPlain: Bool) -> Bool {
        if wasMeant { return true }
        let now = Int((way < 1_000 ? way : 1_000) * 64)
        let change = now &- Int(asked)
        // (A little less: both are rounded.)
        if asked > 0, abs(change) < Int(DeliberateMovement.stridePt * 64) - 1 { return false }
        asked = isPlain ? DeliberateMovement.meant : UInt16(truncatingIfNeeded: now)
        return isPlain
    }

    /// Whether a way of `way` pt, which is at least the slop, is meant by fingers whose youth is `left`.
    mutating func isMeant(_ way: Float, slopPt: Float, left: Float) -> Bool {
        isMeant(way, isPlain: way >= DeliberateMovement.needed(slopPt: slopPt, left: left) - lengthTolerancePt)
    }
}

extension TouchTable {
    /// How long ago the youngest of the touches in `slots` landed.
    mutating func youngestAge(of slots: TouchSet, at now: Instant) -> Microseconds {
        var landing = Instant.zero
        for slot in slots { landing = max(landing, self[slot].startTime) }
        return now - landing
    }
}
