import TaplineConfiguration
import TaplineCore
import TaplineFormats

/// Asks for places to be touched, one after the other, and keeps where each touch was seen.
///
/// Plain lines, one for each place and one for each touch: they read the same on a serial console and in a file.
final class CalibrationSession: TouchObserver {
    /// A place, in fractions of the panel from its left and upper edge.
    typealias Place = (x: Double, y: Double)

    /// The places that have been touched.
    private(set) var points: [CalibrationPoint] = []
    private(set) var output: OutputStream
    private let places: [Place]
    private let geometry: PanelGeometry
    /// Where the finger on the panel has been seen, px, and since when; it counts when it lifts.
    private var seen: [(place: Point, since: Instant)] = []
    /// The touch does not count, because another finger came to it.
    private var isSpoiled = false

    /// The most reports of one touch that count: a finger that rests longer says nothing new.
    private static var mostReports: Int { 1_000 }

    /// Asks for `places` on a panel of `geometry`, which is not calibrated.
    init(_ places: [Place], on geometry: PanelGeometry, output: OutputStream) {
        self.places = places
        self.geometry = geometry
        self.output = output
        super.init()
    }

    override var isDone: Bool { points.count == places.count || output.isBroken }

    /// Millimetres in an oriented pixel.
    private var scale: (x: Double, y: Double) {
        (
            Double(geometry.pointsPerPixel.x) * PanelGeometry.millimetresPerPoint,
            Double(geometry.pointsPerPixel.y) * PanelGeometry.millimetresPerPoint
        )
    }

    /// Says what is to be touched next.
    func ask() {
        guard points.count < places.count else { return }
        let place = places[points.count]
        let percent =
            "\(fixed(place.x * 100, places: 0))% from the left, \(fixed(place.y * 100, places: 0))% from the top"
        var distance = ""
        if geometry.hasMillimetres {
            let x = fixed(place.x * Double(geometry.width) * scale.x, places: 1)
            let y = fixed(place.y * Double(geometry.height) * scale.y, places: 1)
            distance = " (\(x) mm, \(y) mm)"
        }
        say("\(points.count + 1) of \(places.count): touch the picture \(percent)\(distance)")
    }

    private func say(_ text: String) {
        output.write(text + "\n")
        output.flush()
    }

    override func touch(_ event: TouchEvent) {
        guard !isDone else { return }
        if event.touches > 1 { isSpoiled = true }
        switch event.phase {
        case .began, .moved, .stationary:
            if seen.count < Self.mostReports { seen.append((geometry.pixels(event.location), event.time)) }
        case .ended:
            if event.touches == 0 { take(at: event.time) }
        case .cancelled:
            isSpoiled = true
            if event.touches == 0 { take(at: event.time) }
        }
    }

    /// The finger has lifted. It was meant where it stayed longest: the median of its time.
    private func take(at lift: Instant) {
        let reports = seen
        let wasSpoiled = isSpoiled
        seen = []
        isSpoiled = false
        guard !reports.isEmpty else { return }
        guard !wasSpoiled else {
            say("  that was more than one finger, or was interrupted: touch it again with one")
            return
        }
        var xs: [(value: Double, time: Int64)] = []
        var ys: [(value: Double, time: Int64)] = []
        for (index, report) in reports.enumerated() {
            let until = index + 1 < reports.count ? reports[index + 1].since : lift
            let time = max((until - report.since).count, 1)
            xs.append((Double(report.place.x), time))
            ys.append((Double(report.place.y), time))
        }
        let x = Self.median(xs)
        let y = Self.median(ys)
        var slide = 0.0
        for (x0, y0) in zip(xs, ys) { slide = max(slide, distance(x0.value - x, y0.value - y)) }
        guard slide <= slideAllowed else {
            say("  the finger slid \(fixed(slide, places: 1)) \(unit): touch it again and hold still")
            return
        }
        // A pixel's place is its middle.
        let targetX = places[points.count].x * Double(geometry.width) - 0.5
        let targetY = places[points.count].y * Double(geometry.height) - 0.5
        points.append(CalibrationPoint(targetX: targetX, targetY: targetY, seenX: x, seenY: y))
        let off = fixed(distance(x - targetX, y - targetY), places: 1)
        say("  seen at \(fixed(x, places: 1)), \(fixed(y, places: 1)) px, \(off) \(unit) away")
        ask()
    }

    private var unit: String { geometry.hasMillimetres ? "mm" : "px" }

    /// A finger that moves more than this while it rests is no answer: 3 mm, or 2 % of the panel's diagonal.
    private var slideAllowed: Double {
        if geometry.hasMillimetres { return 3 }
        let width = Double(geometry.width)
        let height = Double(geometry.height)
        return 0.02 * (width * width + height * height).squareRoot()
    }

    /// Of so many pixels along both axes, in mm or px.
    private func distance(_ x: Double, _ y: Double) -> Double {
        let x = geometry.hasMillimetres ? x * scale.x : x
        let y = geometry.hasMillimetres ? y * scale.y : y
        return (x * x + y * y).squareRoot()
    }

    /// The value on both sides of which the same time was spent.
    private static func median(_ values: [(value: Double, time: Int64)]) -> Double {
        let sorted = values.sorted { $0.value < $1.value }
        var rest: Int64 = 0
        for value in sorted { rest += value.time }
        rest /= 2
        for value in sorted {
            rest -= value.time
            if rest < 0 { return value.value }
        }
        return sorted.last?.value ?? 0
    }
}
