import Foundation
import TestSupport

/// "The turn between the movements of two consecutive reports, exactly as they come, after the minimum length."
struct ReferenceCorner: ReferenceRule {
    var corner: StrokeRecognizer.Corner
    var isContinuous: Bool { corner.isRepeating }

    /// The reports that show the finger gone round a corner. "The path before it goes on from the landing."
    private func corners(_ finger: ReferenceFinger) -> [Int] {
        var found: [Int] = []
        var length = 0.0
        var last = ReferencePlace.zero
        for (number, (from, to)) in zip(finger.places, finger.places.dropFirst()).enumerated() where from != to {
            let movement = to - from
            let across = last.x * movement.y - last.y * movement.x
            let turn = abs(atan2(across, last.x * movement.x + last.y * movement.y))
            if last != .zero, turn >= Double(corner.minimumAngle) - 1e-4, turn <= Double(corner.maximumAngle) + 1e-4,
                length >= Double(corner.minimumLengthPt) - referenceTolerance
            {
                found.append(finger.landingReport + number + 1)
            }
            length += movement.length
            last = movement
        }
        return found
    }

    func offer(
        _ finger: ReferenceFinger, to attempt: ReferenceAttempt, in moment: ReferenceMoment
    ) -> ReferenceAnswer {
        if attempt.isFresh { return .take }
        return attempt.beginning != nil || attempt.company(of: finger, in: moment).isEmpty ? .ignore : .extra
    }
    func judge(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceVerdict {
        let hasTurned = !corners(attempt.fingers[0]).isEmpty
        if attempt.hasFingersDown { return hasTurned && corner.fires == .onMove ? .ready : .possible }
        return hasTurned ? .ready : .failed
    }
    func hasChanged(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Bool {
        moment.isReport && corners(attempt.fingers[0]).last == moment.report
    }
    func touches(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> Int { 1 }
    func values(_ attempt: ReferenceAttempt, in moment: ReferenceMoment) -> ReferenceValues { .corner }
}
