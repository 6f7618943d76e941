import TaplineFormats

/// What a plot shows: the paths of fingers and the gestures of a recording, by time.
package struct PlotData {
    /// A finger's place at a time.
    struct Sample {
        /// µs.
        var time: Int64
        /// Oriented px.
        var x: Double
        var y: Double
    }
    /// A finger, from landing to lift.
    struct Path {
        /// Which finger: the lowest number that was free when it landed.
        var finger: Int
        var samples: [Sample]
        var isCancelled = false
        var isDown = true
        fileprivate var identity: String
    }
    /// A gesture, from where it began to where it ended; a discrete one has both in one.
    struct Mark {
        var name: String
        var kind: String
        var began: Sample
        var ended: Sample?
        var isDiscrete: Bool
        var isCancelled = false
        /// Whether it has a place on the panel: what no finger does has none.
        var hasPlace = true
        /// Its values at the end.
        var summary = ""
    }

    /// The panel.
    package var panel: ViewPanel
    private(set) var paths: [Path] = []
    private(set) var marks: [Mark] = []
    /// What the motion sensor measured.
    package var motion = PlotMotion()
    private var open: [Int] = []
    private var openMarks: [Int] = []

    /// The gestures whose events have the change since the one before: what they changed in all is their sum.
    package var incremental: Set<String> = []
    private var totals: [String: [String: Double]] = [:]

    package init(panel: ViewPanel) { self.panel = panel }

    /// Whether there is nothing to show.
    package var isEmpty: Bool { paths.isEmpty && marks.isEmpty && motion.readings.isEmpty }

    /// When the first finger landed, or the first reading came, and when the last thing happened, µs.
    var span: ClosedRange<Int64> {
        var first = Int64.max
        var last = Int64.min
        for path in paths {
            first = min(first, path.samples[0].time)
            last = max(last, path.samples[path.samples.count - 1].time)
        }
        for mark in marks {
            first = min(first, mark.began.time)
            last = max(last, (mark.ended ?? mark.began).time)
        }
        if let reading = motion.readings.first { first = min(first, reading.time) }
        if let reading = motion.readings.last { last = max(last, reading.time) }
        return first <= last ? first...last : 0...0
    }

    /// Takes a touch, a gesture or a control as a replay reports it.
    package mutating func take(_ event: ViewEvent) {
        // (Sums of times must not overflow: 2⁵⁰ µs are 35 years.)
        let sample = Sample(time: min(max(event.time, 0), 1 << 50), x: event.x, y: event.y)
        switch event.subject {
        case .touch: follow(event, sample)
        case .gesture: mark(total(of: event), sample)
        case .control:
            guard event.state != "change" else { return }
            marks.append(
                Mark(name: event.name, kind: "\(event.kind) \(event.state)", began: sample, isDiscrete: true))
        }
    }

    /// The event with what its gesture has changed since it began.
    private mutating func total(of event: ViewEvent) -> ViewEvent {
        guard incremental.contains(event.name) else { return event }
        var event = event
        if event.state == "began" { totals[event.name] = nil }
        for index in event.values.indices {
            let key = event.values[index].key
            guard ["dx", "dy", "scale", "rotation"].contains(key), let change = Double(event.values[index].text) else {
                continue
            }
            let before = totals[event.name]?[key]
            let total = before.map { key == "scale" ? $0 * change : $0 + change } ?? change
            totals[event.name, default: [:]][key] = total
            event.values[index].text = fixed(total, places: 5)
        }
        return event
    }

    private mutating func follow(_ event: ViewEvent, _ sample: Sample) {
        if event.state == "began" {
            let taken = open.map { paths[$0].finger }
            let finger = (0...).first { !taken.contains($0) } ?? 0
            open.append(paths.count)
            return paths.append(Path(finger: finger, samples: [sample], identity: event.name))
        }
        guard let place = open.firstIndex(where: { paths[$0].identity == event.name }) else { return }
        let index = open[place]
        // (A touch that proves real later is reported with the time of its landing: times may stand still, and never fall.)
        if sample.time >= paths[index].samples[paths[index].samples.count - 1].time {
            paths[index].samples.append(sample)
        }
        guard event.state == "ended" || event.state == "cancelled" else { return }
        paths[index].isDown = false
        paths[index].isCancelled = event.state == "cancelled"
        open.remove(at: place)
    }

    private mutating func mark(_ event: ViewEvent, _ sample: Sample) {
        let place = openMarks.firstIndex { marks[$0].name == event.name }
        switch event.state {
        case "began", "tentative":
            openMarks.append(marks.count)
            marks.append(
                Mark(
                    name: event.name, kind: event.kind, began: sample, isDiscrete: false, hasPlace: event.touches != 0))
        case "ended", "confirmed", "cancelled", "revoked":
            guard let place else {
                guard event.state == "ended" else { return }
                return marks.append(
                    Mark(
                        name: event.name, kind: event.kind, began: sample, isDiscrete: true,
                        hasPlace: event.touches != 0, summary: event.summary))
            }
            let index = openMarks.remove(at: place)
            marks[index].ended = sample
            marks[index].isCancelled = event.state == "cancelled" || event.state == "revoked"
            marks[index].summary = event.summary
        default: break
        }
    }

    // MARK: Curves

    /// A curve's point: time in µs, and a value.
    struct Point {
        var time: Int64
        var value: Double
    }
    /// Speeds are measured over so long, µs: a report alone is mostly noise.
    private static var window: Int64 { 25_000 }

    /// How fast a finger goes, px/s along each axis stretched by `scale`.
    func speed(of path: Path, scale: (x: Double, y: Double)) -> [Point] {
        var points: [Point] = []
        var from = 0
        // (A finger that has lifted is where it was last.)
        let count = path.samples.count - (path.isDown ? 0 : 1)
        for index in path.samples.indices.prefix(count).dropFirst() {
            let now = path.samples[index]
            while from + 1 < index, now.time - path.samples[from + 1].time >= Self.window { from += 1 }
            let before = path.samples[from]
            let length = now.time - before.time
            guard length > 0 else { continue }
            let dx = (now.x - before.x) * scale.x
            let dy = (now.y - before.y) * scale.y
            points.append(Point(time: now.time, value: (dx * dx + dy * dy).squareRoot() * 1e6 / Double(length)))
        }
        return points
    }

    /// How far the fingers are apart, while there are two or more: twice their mean distance from their middle, which of two
    /// is their distance. Each run of points is one curve.
    func spans(scale: (x: Double, y: Double)) -> [[Point]] {
        var times: [(time: Int64, path: Int, sample: Int)] = []
        for (path, way) in paths.enumerated() {
            for sample in way.samples.indices { times.append((way.samples[sample].time, path, sample)) }
        }
        times.sort { ($0.time, $0.path, $0.sample) < ($1.time, $1.path, $1.sample) }
        var places: [Int: Sample] = [:]
        var curves: [[Point]] = [[]]
        var index = 0
        while index < times.count {
            let time = times[index].time
            var lifted: [Int] = []
            while index < times.count, times[index].time == time {
                let (_, path, sample) = times[index]
                places[path] = paths[path].samples[sample]
                if sample == paths[path].samples.count - 1, !paths[path].isDown { lifted.append(path) }
                index += 1
            }
            if places.count > 1 {
                curves[curves.count - 1].append(Point(time: time, value: spread(Array(places.values), scale)))
            }
            for path in lifted { places[path] = nil }
            if !lifted.isEmpty || places.count < 2, !curves[curves.count - 1].isEmpty { curves.append([]) }
        }
        return curves.filter { $0.count > 1 }
    }

    private func spread(_ places: [Sample], _ scale: (x: Double, y: Double)) -> Double {
        var (x, y) = (0.0, 0.0)
        for place in places { (x, y) = (x + place.x * scale.x, y + place.y * scale.y) }
        (x, y) = (x / Double(places.count), y / Double(places.count))
        var sum = 0.0
        for place in places {
            let (dx, dy) = (place.x * scale.x - x, place.y * scale.y - y)
            sum += (dx * dx + dy * dy).squareRoot()
        }
        return 2 * sum / Double(places.count)
    }
}
