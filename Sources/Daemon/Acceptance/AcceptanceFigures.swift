import TaplineCore
import TaplineFormats

/// The figures of a panel, made of what was recorded of it and of nothing else: a panel and its model are measured alike.
struct AcceptanceFigures: Equatable, Sendable {
    /// The raw px that the four corners make of the panel; nil: they were not all touched.
    var width: Int?
    var height: Int?
    /// How the axes lie: 1 x is mirrored, 2 y is, 4 they are swapped.
    var axes: Int?
    /// The most fingers at once.
    var fingers = 0
    /// From one report of a finger to the next, µs: the median.
    var period: Int?
    /// Reports of a finger that came late, more than 1.6 of those times after the one before, in %.
    var late: Int?
    /// How much of the rest the interrupt line was asserted, in %; nil: it is polled.
    var asserted: Int?
    /// From the first look at a report to the one that found it ready, µs: in 9 of 10 reports it was less.
    var ready: Int?
    /// From an interrupt to the read, µs: the median.
    var latency: Int?
    /// Transfers since the chip was identified, and how many of them failed.
    var transfers = 0
    var failures = 0
    /// Reports with a finger while nobody touched the panel.
    var ghosts = 0
    /// From the last transfer that failed while the cable was out to the chip's next answer, µs; nil: it was not pulled, or the chip has
    /// not come back.
    var back: Int?

    /// The figures by name, those that are known.
    var named: [(name: String, value: Int)] {
        let all: [(name: String, value: Int?)] = [
            ("width", width), ("height", height), ("axes", axes), ("fingers", fingers), ("period", period),
            ("late", late), ("asserted", asserted), ("ready", ready), ("latency", latency), ("transfers", transfers),
            ("failures", failures), ("ghosts", ghosts), ("back", back),
        ]
        return all.compactMap { figure in figure.value.map { (figure.name, $0) } }
    }

    /// Measures a panel.
    init(_ record: AcceptanceRecord) {
        var meter = Meter(record)
        for entry in record.entries { meter.take(entry) }
        if meter.corners.count == 4 { measure(meter.corners, on: record.head) }
        (fingers, transfers, failures, ghosts) = (meter.fingers, meter.transfers, meter.failures, meter.ghosts)
        back = meter.back
        period = Self.share(meter.periods, 50)
        if let period, !meter.periods.isEmpty {
            late = meter.periods.count { $0 * 10 > period * 16 } * 100 / meter.periods.count
        }
        guard record.head.interruptIsActiveHigh != nil else { return }
        if meter.restTime > 0 { asserted = Int(meter.assertedTime * 100 / meter.restTime) }
        ready = Self.share(meter.readyDelays, 90)
        latency = Self.share(meter.latencies, 50)
    }

    /// The value below which `percent` of them are.
    private static func share(_ values: [Int], _ percent: Int) -> Int? {
        values.isEmpty ? nil : values.sorted()[min(values.count * percent / 100, values.count - 1)]
    }

    /// Size and axes of four corners, clockwise from the upper left.
    private mutating func measure(
        _ corners: [(asked: SIMD2<Float>, seen: SIMD2<Float>)], on head: AcceptanceRecord.Head
    ) {
        func across(_ place: (Int) -> SIMD2<Float>) -> SIMD2<Float> { (place(1) + place(2) - place(0) - place(3)) / 2 }
        func down(_ place: (Int) -> SIMD2<Float>) -> SIMD2<Float> { (place(2) + place(3) - place(0) - place(1)) / 2 }
        let (x, y) = (across { corners[$0].seen }, down { corners[$0].seen })
        let isSwapped = abs(x.y) > abs(x.x)
        let seen = isSwapped ? SIMD2(x.y, y.x) : SIMD2(x.x, y.y)
        let asked = SIMD2(across { corners[$0].asked }.x, down { corners[$0].asked }.y)
        width = Int((abs(seen.x) / asked.x * Float(head.width)).rounded())
        height = Int((abs(seen.y) / asked.y * Float(head.height)).rounded())
        axes = (seen.x < 0 ? 1 : 0) + (seen.y < 0 ? 2 : 0) + (isSwapped ? 4 : 0)
    }

    /// Goes through a record.
    private struct Meter {
        let steps: [AcceptanceStep]
        let assertedLevel: Bool?
        var corners: [(asked: SIMD2<Float>, seen: SIMD2<Float>)] = []
        var fingers = 0
        var transfers = 0
        var failures = 0
        var ghosts = 0
        var back: Int?
        var periods: [Int] = []
        var readyDelays: [Int] = []
        var latencies: [Int] = []
        var restTime = Int64(0)
        var assertedTime = Int64(0)

        private var step: AcceptanceStep?
        private var xs: [Float] = []
        private var ys: [Float] = []
        private var lastReport: Instant?
        private var isAsserted = false
        private var since = Instant.zero
        private var announced: Instant?
        /// The last transfer that failed while the cable was out, and whether one has gone through since.
        private var lost: (at: Instant, isOver: Bool)?
        /// What the first look at a report wrote, when that was, and when the last one like it.
        private var look: (written: [UInt8], first: Instant, last: Instant)?

        init(_ record: AcceptanceRecord) {
            steps = record.steps
            assertedLevel = record.head.interruptIsActiveHigh
        }

        mutating func take(_ entry: AcceptanceRecord.Entry) {
            switch entry.kind {
            case .step(let index):
                if steps[index] != step { endStep(at: entry.time) }
                (step, since) = (steps[index], entry.time)
                restTime = 0
                assertedTime = 0
            case .bus(.interrupt(let isHigh)):
                count(until: entry.time)
                isAsserted = isHigh == assertedLevel
                if isAsserted { (announced, look) = (entry.time, nil) }
            case .bus(.transfer(let written, let read, let error)):
                guard let step else { return }
                guard step.kind != .cable else {
                    if error != nil { lost = (entry.time, false) } else { lost?.isOver = true }
                    return
                }
                transfers += 1
                if let announced { latencies.append(Int((entry.time - announced).count)) }
                announced = nil
                if error != nil { failures += 1 }
                guard error == nil, !read.isEmpty else { return }
                if look?.written == written { look?.last = entry.time }
                if look == nil { look = (written, entry.time, entry.time) }
            case .report(let contacts): take(contacts, at: entry.time)
            case .end: endStep(at: entry.time)
            }
        }

        private mutating func take(_ contacts: [Contact], at now: Instant) {
            if let look { readyDelays.append(Int((look.last - look.first).count)) }
            look = nil
            fingers = max(fingers, contacts.count)
            if step?.kind == .rest { ghosts += contacts.isEmpty ? 0 : 1 }
            if let lastReport, !contacts.isEmpty { periods.append(Int((now - lastReport).count)) }
            // (A finger has landed: the last one to do so counts.)
            if lastReport == nil, !contacts.isEmpty { (xs, ys) = ([], []) }
            lastReport = contacts.isEmpty ? nil : now
            guard contacts.count == 1 else { return }
            xs.append(contacts[0].x)
            ys.append(contacts[0].y)
        }

        /// The step is over: a corner was touched where the finger was seen last.
        mutating func endStep(at now: Instant) {
            count(until: now)
            if step?.kind == .cable, let lost, lost.isOver { back = Int((now - lost.at).count) }
            guard case .corner(let x, let y)? = step?.kind, !xs.isEmpty else { return }
            corners.append((SIMD2(x, y), SIMD2(xs.sorted()[xs.count / 2], ys.sorted()[ys.count / 2])))
            (xs, ys) = ([], [])
        }

        private mutating func count(until now: Instant) {
            if step?.kind == .rest {
                restTime += (now - since).count
                if isAsserted { assertedTime += (now - since).count }
            }
            since = now
        }
    }
}
