import Foundation

/// A panel full of fingers: reports, and what their gestures were meant to be.
///
/// 800 x 480 px on 127 x 76.2 mm, so that 1 px is 1 pt. Contacts tremble by 0.8 px, are whole pixels, and get the lowest
/// free identity, as a FocalTech chip gives them. Between gestures the panel rests longer than a multi-tap's interval.
/// Durations are counted in reports, so that a class is what its name says at 52 to 130 Hz only: slower, two taps are
/// too far apart; faster, a long press is too short for one.
struct Mix {
    typealias Place = SIMD2<Double>
    /// The way of a finger, asked for progress 0…1.
    typealias Way = (Double) -> Place
    /// One finger of a gesture: in its reports `from ..< to`.
    struct Finger {
        var from: Int
        var to: Int
        var way: Way
    }
    struct Contact {
        var id: Int
        var x: Int
        var y: Int
    }

    static let width = 800.0
    static let height = 480.0
    static let tremblePx = 0.8

    let rateHz: Double
    /// From one report to the next, µs.
    let interval: Int
    var random: RandomNumbers
    private(set) var reports: [[Contact]] = []
    private(set) var labels: [Label] = []
    /// The identity of each finger on the panel, by its place in the gesture.
    private var identities: [Int: Int] = [:]

    /// At least `count` reports, to the end of the last gesture.
    init(seed: UInt32, rateHz: Double, reports count: Int) {
        self.rateHz = rateHz
        interval = Int((1e6 / rateHz).rounded(.toNearestOrEven))
        random = RandomNumbers(seed: seed)
        let rest = max(36, Int((0.4 * rateHz).rounded(.up)))
        pause(20...20)
        while reports.count < count {
            let kind = random.one(of: Mix.shares)
            let start = now
            let note = perform(kind)
            labels.append(Label(start: start, end: now, class: kind, note: note))
            pause(rest...rest + 25)
        }
    }

    /// The time of the next report, µs.
    private var now: Int { reports.count * interval }

    /// Nobody touches the panel.
    mutating func pause(_ length: ClosedRange<Int>) {
        identities = [:]
        for _ in 0..<random.integer(length) { reports.append([]) }
    }

    /// The fingers of one gesture of `count` reports.
    mutating func play(_ fingers: [Finger], for count: Int) {
        for report in 0..<count {
            var contacts: [Contact] = []
            let down = fingers.indices.filter { fingers[$0].from <= report && report < fingers[$0].to }
            identities = identities.filter { down.contains($0.key) }
            for finger in down where identities[finger] == nil {
                identities[finger] = (0...).first { !identities.values.contains($0) }
            }
            for finger in down {
                let (from, to) = (fingers[finger].from, fingers[finger].to)
                let place = fingers[finger].way(min(1, Double(report - from) / Double(max(1, to - from - 1))))
                let x = seen(place.x, within: Mix.width)
                contacts.append(Contact(id: identities[finger]!, x: x, y: seen(place.y, within: Mix.height)))
            }
            reports.append(contacts.sorted { $0.id < $1.id })
        }
    }

    /// The worst case for a runtime: ten fingers that move in 99 of 100 reports, at 100 Hz.
    init(tenFingersFor count: Int) {
        rateHz = 100
        interval = 10_000
        random = RandomNumbers(seed: 2)
        for report in 0..<count {
            let radius = 60 + 80 * Double(report % 100) / 100
            var contacts: [Contact] = []
            for finger in 0..<(report % 100 == 99 ? 0 : 10) {
                let (middle, angle) = (finger < 5 ? 200.0 : 600, Double(finger) * 1.2566)
                let x = middle + cos(angle) * radius + random.normal(0, Mix.tremblePx)
                let y = 240 + sin(angle) * radius + random.normal(0, Mix.tremblePx)
                contacts.append(Contact(id: finger, x: Int(x), y: Int(y)))
            }
            reports.append(contacts)
        }
    }

    private mutating func seen(_ coordinate: Double, within size: Double) -> Int {
        let trembling = (coordinate + random.normal(0, Mix.tremblePx)).rounded(.toNearestOrEven)
        return Int(min(size - 1, max(0, trembling)))
    }

    // MARK: Files

    /// As `trace/1`.
    func trace(source: String) -> String {
        var text = #"{"tapline":"trace/1","panel":{"width":800,"height":480,"width_mm":127.0,"height_mm":76.2},"#
        text += #""rate_hz":\#(rateHz),"source":"\#(source)"}"# + "\n"
        for (index, contacts) in reports.enumerated() {
            text += #"{"t":\#(index * interval),"c":["#
            for (position, contact) in contacts.enumerated() {
                if position > 0 { text += "," }
                text += "[\(contact.id),\(contact.x),\(contact.y)]"
            }
            text += "]}\n"
        }
        return text
    }

    /// As a FocalTech chip shows them (FT5x06's application note, "Device Mode"): for each report 8 bytes with its time in
    /// µs, least first, and the 61 registers from 0x02 on: the count, and ten records of six bytes.
    var registers: [UInt8] {
        var bytes: [UInt8] = []
        var before: Set<Int> = []
        for (index, contacts) in reports.enumerated() {
            let time = UInt64(index * interval)
            for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: time >> (8 * UInt64(byte)))) }
            bytes.append(UInt8(contacts.count))
            for contact in contacts {
                // Down: 0, contact: 2.
                let event: UInt8 = before.contains(contact.id) ? 0x80 : 0
                bytes += [
                    event | UInt8(contact.x >> 8), UInt8(contact.x & 0xFF), UInt8(contact.id << 4 | contact.y >> 8),
                    UInt8(contact.y & 0xFF), 0, 0,
                ]
            }
            bytes += [UInt8](repeating: 0xFF, count: 6 * (10 - contacts.count))
            before = Set(contacts.map(\.id))
        }
        return bytes
    }
}
