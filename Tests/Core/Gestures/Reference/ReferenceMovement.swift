import TaplineCore

/// "What has gone 40 pt is meant at any age; what has gone less, but the slop, needs a way that falls evenly from 40 pt at the
/// landing to the slop at the end of the youth. A way that was not enough is asked again when it has become 3 pt longer or
/// shorter. What was meant once stays so." Remembers what was asked in one attempt.
final class ReferenceMovement {
    private var asked: Double?
    private var isMeant = false
    var isMeantAlready: Bool { isMeant }

    static func needed(slop: Double, age: Int64, youth: Youth) -> Double {
        let time = Double(youth.time.count)
        let left = time > 0 ? max(0, 1 - max(0, Double(age)) / time) : 0
        return slop + max(40 - slop, 0) * left
    }

    /// Whether a way that is at least the slop is meant, which is plain enough at its age.
    func isMeant(_ way: Double, isPlain: Bool) -> Bool {
        if isMeant { return true }
        // "In whole 1/64 pt."
        let now = (way * 64).rounded(.down)
        if let asked, abs(now - asked) < 3 * 64 - 1 { return false }
        (asked, isMeant) = (now, isPlain)
        return isPlain
    }
    func isMeant(_ way: Double, slop: Double, age: Int64, youth: Youth) -> Bool {
        isMeant(
            way, isPlain: way >= ReferenceMovement.needed(slop: slop, age: age, youth: youth) - referenceTolerance)
    }
}

extension ReferenceAttempt {
    /// How long ago the youngest of its fingers landed that are on the panel.
    func youngestAge(in moment: ReferenceMoment) -> Int64 { moment.time - (down.map(\.startTime).max() ?? 0) }
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
