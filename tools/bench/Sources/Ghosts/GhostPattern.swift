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
    /// A finger that rests or goes slowly is lost for a scan, every 100 to 400 ms, and comes back under another number.
    case flicker
    /// No ghost, but a panel so noisy that a finger which rests seems to be dragged: it is up to 10 px from where it is.
    case noise

    var rules: GhostRules {
        var rules = GhostRules()
        switch self {
        case .periodic: rules.minimumLife = .milliseconds(40)
        case .learned: rules.dropsPeriodic = true
        case .burst:
            rules.minimumLife = .milliseconds(40)
            rules.holdsBursts = true
        case .water, .beside: rules.minimumLife = .milliseconds(40)
        case .flicker: rules.flicker = .milliseconds(20)
        case .noise: rules.smoothingHz = 2
        }
        return rules
    }

    /// How many gestures of ghosts there may be: those from which a period is learned.
    var learning: Int { self == .learned ? 5 : 0 }
}

extension GhostRules {
    /// Every rule is on.
    static var all: GhostRules {
        var rules = GhostRules()
        rules.minimumLife = .milliseconds(40)
        rules.dropsPeriodic = true
        rules.holdsBursts = true
        rules.palmSize = 200
        rules.flicker = .milliseconds(20)
        rules.smoothingHz = 2
        rules.ignore(Area(left: 0, top: 0, right: 99, bottom: 99))
        return rules
    }
}

/// A contact of nobody's, by scans of 10 ms.
struct Ghost: Equatable {
    var x: Float
    var y: Float
    var last: Int

    /// (A pixel is 127 mm / 800.)
    func isWithin2mm(of place: (x: Float, y: Float)) -> Bool {
        (x - place.x) * (x - place.x) + (y - place.y) * (y - place.y) <= 12.6 * 12.6
    }
}

/// The ghosts of a day, scan by scan.
struct Ghosts {
    let pattern: GhostPattern
    private let keys: Int?
    private let isNameless: Bool
    private var lastOfKeys = [Int](repeating: -10, count: 64)
    private var random: SplitMix64
    private(set) var present: [Ghost] = []
    /// Those that the scan before showed, and this one does not.
    private var gone: [Ghost] = []
    private var next = 0
    static let halfHour = 180_000
    /// Where the one ghost is that comes like clockwork, and the scan by which its period is learned.
    static let place: (x: Float, y: Float) = (95, 24)
    static let learnedBy = 7_000

    /// - Parameters:
    ///   - keys: how many there are in the place of a panel: two contacts that follow each other at one are one.
    ///   - isNameless: the chip gives contacts no names: two of drops that follow each other within 2 mm are one, as a finger that
    ///     rolls so far.
    init(_ pattern: GhostPattern, seed: UInt64, keys: Int?, isNameless: Bool) {
        self.pattern = pattern
        (self.keys, self.isNameless) = (keys, isNameless)
        random = SplitMix64(seed: seed)
        // Not before the chip has been found.
        next = 200
    }

    /// The next scan at which something changes while nobody touches the panel.
    var nextScan: Int {
        let dies = present.map { $0.last + 1 }.min() ?? .max
        return min(dies, [.beside, .flicker, .noise].contains(pattern) ? .max : next)
    }

    /// The scan `scan`, with a finger at `finger`.
    mutating func scan(_ scan: Int, finger: (x: Float, y: Float)?) {
        gone = present.filter { $0.last == scan - 1 }
        present.removeAll { $0.last < scan }
        guard scan >= next else { return }
        switch pattern {
        case .periodic, .learned:
            add(at: Ghosts.place, for: pattern == .learned ? 8 : 1, scan)
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
        case .flicker, .noise: break
        }
    }

    /// How the panel sees these fingers.
    mutating func seen(_ fingers: [Mix.Contact], _ scan: Int) -> [Mix.Contact] {
        defer { before = fingers }
        switch pattern {
        case .flicker:
            // (One that flickers before it is a touch has not landed yet.)
            guard scan >= next, let lost = fingers.firstIndex(where: { wasThere($0, within: 8) }) else {
                return fingers
            }
            next = scan + 10 + random.next(below: 31)
            losses += 1
            return fingers.enumerated().filter { $0.offset != lost }.map { $0.element }
        case .noise:
            return fingers.map { finger in
                guard wasThere(finger, within: 2) else { return finger }
                var finger = finger
                finger.x = min(799, max(0, finger.x + random.next(below: 21) - 10))
                finger.y = min(479, max(0, finger.y + random.next(below: 21) - 10))
                return finger
            }
        default: return fingers
        }
    }
    private var before: [Mix.Contact] = []
    private(set) var losses = 0

    /// Whether a finger was there a scan ago, at most so many px from here.
    private func wasThere(_ finger: Mix.Contact, within px: Int) -> Bool {
        before.contains { $0.id == finger.id && abs($0.x - finger.x) <= px && abs($0.y - finger.y) <= px }
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
        if isNameless, pattern == .water, gone.contains(where: { $0.isWithin2mm(of: place) }) {
            return
        }
        present.append(Ghost(x: place.x, y: place.y, last: scan + scans - 1))
    }
}
