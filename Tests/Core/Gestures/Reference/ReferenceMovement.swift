import TestSupport

/// "A distance of 40 pt is deliberate at any age. The distance that is needed falls linearly from there, at the landing, to the
/// slop, at the end of the youth. After a check that failed the next one comes when the distance has grown by 3 pt, after shrinking
/// from the smallest that it was, or from the slop if that is more. A movement that was deliberate once stays so." Remembers the
/// checks of one attempt.
final class ReferenceMovement {
    private var checked: Double?
    private var isDeliberate = false
    var wasDeliberate: Bool { isDeliberate }
    /// Whether it goes in one of its directions.
    var hasDirection = false

    /// Other fingers: nothing was checked of them.
    func forget() { (checked, isDeliberate) = (nil, false) }

    static func needed(slop: Double, age: Int64, youth: Youth) -> Double {
        let time = Double(youth.time.count)
        let left = time > 0 ? max(0, 1 - max(0, Double(age)) / time) : 0
        return slop + max(40 - slop, 0) * left
    }

    /// Checks a distance that is at least the slop, and far enough for its age or not.
    func isDeliberate(_ distance: Double, isFarEnough: Bool) -> Bool {
        if isDeliberate { return true }
        let now = whole(distance)
        if let checked, now - checked < 3 * 64 - 1 {
            self.checked = min(checked, now)
            return false
        }
        (checked, isDeliberate) = (now, isFarEnough)
        return isFarEnough
    }
    /// The distance is below the slop, which counts as `distance`.
    func shrink(to distance: Double) {
        if !isDeliberate, let checked { self.checked = min(checked, whole(distance)) }
    }
    /// "In whole 1/64 pt", at least one.
    private func whole(_ distance: Double) -> Double {
        max((distance * 64 + ReferenceMovement.rounding).rounded(.down), 1)
    }
    /// What a distance may be off by where it is rounded, 1/64 pt.
    @TaskLocal static var rounding = 0.0
    /// The same in pt, for every distance that is compared: what is within the engine's rounding of a bound may count either way.
    static var slack: Double { rounding / 64 }
    func isDeliberate(_ distance: Double, slop: Double, age: Int64, youth: Youth) -> Bool {
        isDeliberate(
            distance,
            isFarEnough: distance >= ReferenceMovement.needed(slop: slop, age: age, youth: youth) - referenceTolerance)
    }
}

extension ReferenceAttempt {
    /// How long ago the youngest of its fingers landed that are on the panel.
    func youngestAge(in moment: ReferenceMoment) -> Int64 { moment.time - (down.map(\.startTime).max() ?? 0) }

    /// "A young finger alone has gone half of it already 15 ms before, going as since the report before, or 60 pt." Its way is `way` now.
    func isUnderway(
        _ way: ReferencePlace, needed: Double, youth: Youth, age: Int64, in moment: ReferenceMoment
    ) -> Bool {
        guard age < youth.time.count, moment.interval > 0, let step = steps(inReport: moment.report).first else {
            return true
        }
        if way.length >= 60 - ReferenceMovement.slack { return true }
        let before = (way - (step.to - step.from)).length
        return way.length - (way.length - before) / Double(moment.interval) * 15_000 >= needed / 2
            - ReferenceMovement.slack
    }
}

/// Whether a swipe that is ready waits for nothing but a movement that is undecided: what time passes meanwhile does not slow it.
final class ReferenceMovementWait {
    var isOn = false
}

/// Whether the fingers of a repeating gesture made it when they moved last, and what it said.
final class ReferenceHit {
    var isOn = false
    var values = ReferenceValues.outward(false)
    /// The pair that was judged last.
    var pair: [UInt32] = []
}

/// When the fingers of an attempt changed.
final class ReferenceLastChange {
    private var down: [UInt32] = []
    private var time: Int64 = 0

    /// The last time at which a finger landed or lifted, now that these are down.
    func time(_ fingers: [ReferenceFinger], in moment: ReferenceMoment) -> Int64 {
        let numbers = fingers.map(\.number)
        if !down.allSatisfy(numbers.contains) { time = moment.time }
        for finger in fingers where !down.contains(finger.number) { time = max(time, finger.startTime) }
        down = numbers
        return time
    }
}
