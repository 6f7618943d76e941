public import TaplineTouches

/// For how long fingers are young. Young fingers roll while they tap, and two of them neither land nor start together; so a young
/// finger has to go farther than the slop before its movement counts. ``none``: the slop alone counts at any age, the classic rule.
public struct Youth: Equatable, Sendable {
    private var milliseconds: UInt16

    /// A youth of `time`, rounded up to whole ms, at most 65 s.
    public init(_ time: Microseconds) {
        let count = min(max(time.count, 0), 65_000_000)
        milliseconds = UInt16(truncatingIfNeeded: (Int(truncatingIfNeeded: count) &+ 999) / 1_000)
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

/// The rule of deliberate movement: whether fingers that have passed the slop move on purpose.
///
/// A distance of ``deliberatePt`` is deliberate at any age. The distance that is needed falls linearly from there, at the landing,
/// to the slop, at the end of the fingers' ``Youth``. Time alone never makes a movement deliberate: after a check that failed the
/// next one comes only when the distance has grown by ``recheckPt``, after shrinking from the smallest that it was, or from the slop if
/// that is more. A movement that was deliberate once stays so. A young finger alone has to be on its way, too: it has gone half of
/// what it needs ``onItsWay`` before, or ``quickPt``.
struct DeliberateMovement: Sendable {
    /// A distance that is deliberate however young the fingers are: 40 pt (6.4 mm; of 14,447 real taps two roll that far).
    static var deliberatePt: Float { 40 }
    /// By how much a distance grows before it is checked again: 3 pt. The tremble of a resting finger is less.
    static var recheckPt: Float { 3 }
    /// How long before a young finger alone has gone half of what it needs: 15 ms. By then most rolls are over, and the second
    /// finger of a pinch has often landed.
    static var onItsWay: Microseconds { .milliseconds(15) }
    /// A distance after which a young finger alone is on its way however fast it went: 60 pt (9.5 mm).
    static var quickPt: Float { 60 }

    /// The distance at the last check, or the smallest since, in 1/64 pt, at least one; 0: none. `deliberate` after a check that
    /// succeeded.
    private var checked: UInt16 = 0
    private static var deliberate: UInt16 { .max }

    /// Whether the movement was deliberate at an earlier check.
    var wasDeliberate: Bool { checked == DeliberateMovement.deliberate }

    /// Nothing checked yet.
    init() {}

    /// The distance that fingers need of whose youth `left` is left (0…1), pt.
    static func needed(slopPt: Float, left: Float) -> Float { slopPt + max(deliberatePt - slopPt, 0) * left }

    /// Checks a movement over `distance` pt, which is or is not far enough for the age of the fingers.
    mutating func isDeliberate(_ distance: Float, isFarEnough: Bool) -> Bool {
        if wasDeliberate { return true }
        let now = DeliberateMovement.stored(distance)
        // (A little less: both are rounded.)
        if checked > 0, Int(now) &- Int(checked) < Int(DeliberateMovement.recheckPt * 64) - 1 {
            checked = min(checked, now)
            return false
        }
        checked = isFarEnough ? DeliberateMovement.deliberate : now
        return isFarEnough
    }

    /// Checks a movement over `distance` pt, at least the slop, of fingers of whose youth `left` is left (0…1).
    mutating func isDeliberate(_ distance: Float, slopPt: Float, left: Float) -> Bool {
        let needed = DeliberateMovement.needed(slopPt: slopPt, left: left)
        return isDeliberate(distance, isFarEnough: distance >= needed - lengthTolerancePt)
    }

    /// Checks the movement of one finger alone, whose distance has grown by `growth` pt in this report, `interval` after the one
    /// before. (Where it was earlier follows from that.)
    mutating func isDeliberate(
        _ distance: Float, growth: Float, in interval: Microseconds, slopPt: Float, left: Float
    ) -> Bool {
        let needed = DeliberateMovement.needed(slopPt: slopPt, left: left)
        let isOnItsWay =
            left <= 0 || distance >= DeliberateMovement.quickPt - lengthTolerancePt
            || growth * DeliberateMovement.onItsWay.seconds <= (distance - needed * 0.5) * interval.seconds
        return isDeliberate(distance, isFarEnough: isOnItsWay && distance >= needed - lengthTolerancePt)
    }

    /// The distance is below the slop again, which counts as `distance` pt.
    mutating func shrink(to distance: Float) {
        if checked > 0, !wasDeliberate { checked = min(checked, DeliberateMovement.stored(distance)) }
    }

    private static func stored(_ distance: Float) -> UInt16 {
        UInt16(truncatingIfNeeded: max(Int((distance < 1_000 ? distance : 1_000) * 64), 1))
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
