/// One finger as the reference knows it: everything that it ever did, in Double.
final class ReferenceFinger {
    let number: UInt32
    let startTime: Int64
    /// The zone that it landed in.
    let zone: Int
    /// The number of the report in which it landed.
    let landingReport: Int
    /// Where it was in that report and in every one after.
    private(set) var places: [ReferencePlace]
    /// When it lifted or was taken away, and in which moment.
    private(set) var end: (time: Int64, moment: Int, report: Int)?
    private(set) var isCancelled = false
    /// By report: how fast it was, pt/s, after the touch table.
    var velocities: [Int: ReferencePlace] = [:]
    /// How fast it was in the last report; nil: no report has shown it.
    var velocity: ReferencePlace? { velocities.max { $0.key < $1.key }?.value }
    /// How long before its landing a finger had lifted at the same spot, µs.
    let sinceLift: Int64?
    /// Which tap in a row it is by the touch's own count.
    let tapCount: Int
    /// The gestures that were disabled when it landed.
    var unasked: Set<Int> = []
    /// Whether it landed before the report that told of it: it had to prove real beside others.
    let isProven: Bool

    init(
        number: UInt32, startTime: Int64, zone: Int, landingReport: Int, place: ReferencePlace, sinceLift: Int64?,
        tapCount: Int, isProven: Bool
    ) {
        self.tapCount = tapCount
        (self.number, self.startTime, self.zone, self.landingReport) = (number, startTime, zone, landingReport)
        (self.places, self.sinceLift, self.isProven) = ([place], sinceLift, isProven)
    }

    var isDown: Bool { end == nil }
    /// Whether it is down, or went up in this very moment.
    func isSeen(in moment: ReferenceMoment) -> Bool { end == nil || end!.moment == moment.number }
    /// Whether it went up before this moment.
    func wasUp(before moment: ReferenceMoment) -> Bool { !isSeen(in: moment) }

    func place(inReport report: Int) -> ReferencePlace? {
        let index = report - landingReport
        return places.indices.contains(index) ? places[index] : nil
    }
    func move(to place: ReferencePlace, report: Int) {
        while landingReport + places.count <= report { places.append(places.last!) }
        places[report - landingReport] = place
    }
    func lift(at moment: ReferenceMoment) { end = (moment.time, moment.number, moment.report) }
    func cancel(at moment: ReferenceMoment) {
        lift(at: moment)
        isCancelled = true
    }

    /// Whether this moment is a report that shows it elsewhere than the one before.
    func hasMoved(in moment: ReferenceMoment) -> Bool {
        guard moment.isReport, let now = place(inReport: moment.report),
            let before = place(inReport: moment.report - 1)
        else { return false }
        return now != before
    }
    var start: ReferencePlace { places[0] }
    /// From where it landed to where it is or was last.
    var travel: ReferencePlace { places.last! - start }
    /// How far it ever was from where it landed, before a report.
    func farthest(before report: Int = .max) -> Double {
        places.prefix(max(report - landingReport, 1)).map { ($0 - start).length }.max()!
    }
}

struct ReferencePlace: Equatable {
    var x: Double
    var y: Double
    static func - (a: ReferencePlace, b: ReferencePlace) -> ReferencePlace {
        ReferencePlace(x: a.x - b.x, y: a.y - b.y)
    }
    static func + (a: ReferencePlace, b: ReferencePlace) -> ReferencePlace {
        ReferencePlace(x: a.x + b.x, y: a.y + b.y)
    }
    var length: Double { (x * x + y * y).squareRoot() }
    static var zero: ReferencePlace { ReferencePlace(x: 0, y: 0) }
}

/// What the reference is told at once: a report, time that passes, a cancellation.
struct ReferenceMoment {
    /// Counts all moments.
    var number: Int
    /// The number of the last report, this one included.
    var report: Int
    var isReport: Bool
    var time: Int64
    /// How long after the report before the last one came.
    var interval: Int64 = 0
    /// Whether a contact beside a finger has not proven real yet.
    var awaitsProof = false
}

/// A length reaches a limit although it misses it by its rounding: GESTURES.md, "limits are inclusive".
var referenceTolerance: Double { 1.0 / 1024 + ReferenceMovement.slack }
