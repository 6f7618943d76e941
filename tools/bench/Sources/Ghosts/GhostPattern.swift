import TaplineChipModels
import TaplineCore

/// What a bad panel does by itself, after the reports of people who own one, and what its board says against it.
enum GhostPattern: String, CaseIterable {
    /// The Raspberry Pi's 10-inch display: one report at one place, every 12.864 s (raspberrypi/linux#7638).
    case periodic
    /// The same with contacts of 80 ms, which no minimum life tells from taps: five are touches, then it is learned.
    case learned
    /// As when a supply settles: two seconds of contacts all over the panel, each 10 to 50 ms, when the power comes, and every half
    /// hour, when something else is switched on, some of 10 to 30 ms.
    case burst
    /// Drops on the glass: 300 contacts a minute all over the panel, each 10 to 30 ms (esphome/esphome#7932).
    case water
    /// Noise as long as a finger is on the panel: every 50 to 200 ms a contact of 10 to 30 ms within 60 px of it.
    case beside

    var rules: GhostRules {
        var rules = GhostRules()
        switch self {
        case .periodic: rules.minimumLife = .milliseconds(40)
        case .learned: rules.dropsPeriodic = true
        case .burst:
            rules.minimumLife = .milliseconds(40)
            rules.holdsBursts = true
        case .water, .beside: rules.minimumLife = .milliseconds(40)
        }
        return rules
    }

    /// How many gestures of ghosts there may be: those from which a period is learned.
    var learning: Int { self == .learned ? 5 : 0 }
}

/// A contact of nobody's, by scans of 10 ms.
struct Ghost: Equatable {
    var x: Float
    var y: Float
    var last: Int
}

/// The ghosts of a day, scan by scan.
struct Ghosts {
    let pattern: GhostPattern
    private let keys: Int?
    private var lastOfKeys = [Int](repeating: -10, count: 64)
    private var random: SplitMix64
    private(set) var present: [Ghost] = []
    private var next = 0
    static let halfHour = 180_000

    /// - Parameter keys: how many there are in the place of a panel: two contacts that follow each other at one are one.
    init(_ pattern: GhostPattern, seed: UInt64, keys: Int?) {
        self.pattern = pattern
        self.keys = keys
        random = SplitMix64(seed: seed)
        // Not before the chip has been found.
        next = 200
    }

    /// The next scan at which something changes while nobody touches the panel.
    var nextScan: Int {
        let dies = present.map { $0.last + 1 }.min() ?? .max
        return min(dies, pattern == .beside ? .max : next)
    }

    /// The scan `scan`, with a finger at `finger`.
    mutating func scan(_ scan: Int, finger: (x: Float, y: Float)?) {
        present.removeAll { $0.last < scan }
        guard scan >= next else { return }
        switch pattern {
        case .periodic, .learned:
            add(at: (95, 24), for: pattern == .learned ? 8 : 1, scan)
            // 12.864 s on a grid of 10 ms, as the scans of a chip show it.
            periods += 1
            next = 200 + (periods * 12_864 + 5) / 10
        case .burst:
            add(at: anywhere(), for: 1 + random.next(below: scan < Ghosts.halfHour ? 5 : 3), scan)
            let isOver = scan % Ghosts.halfHour >= 400
            next = isOver ? scan - scan % Ghosts.halfHour + Ghosts.halfHour + 200 : scan + 2 + random.next(below: 4)
        case .water:
            add(at: anywhere(), for: 1 + random.next(below: 3), scan)
            next = scan + 1 + random.next(below: 39)
        case .beside:
            guard let finger else { return }
            let (x, y) = (Float(random.next(below: 121)) - 60, Float(random.next(below: 121)) - 60)
            let place = (min(799, max(0, finger.x + x)), min(479, max(0, finger.y + y)))
            add(at: place, for: 1 + random.next(below: 3), scan)
            next = scan + 5 + random.next(below: 16)
        }
    }
    private var periods = 0

    private mutating func anywhere() -> (x: Float, y: Float) {
        (Float(random.next(below: 800)), Float(random.next(below: 480)))
    }

    private mutating func add(at place: (x: Float, y: Float), for scans: Int, _ scan: Int) {
        if let keys {
            let key = Int(place.x) * keys / 800
            guard lastOfKeys[key] < scan - 2 else { return }
            lastOfKeys[key] = scan + scans - 1
        }
        present.append(Ghost(x: place.x, y: place.y, last: scan + scans - 1))
    }
}
