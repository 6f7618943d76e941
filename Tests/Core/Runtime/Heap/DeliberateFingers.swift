import TaplineSimulator
import TestSupport

/// Fingers on 800 × 480 pixels that mean something: checkmarks, corners, pinches, turns, drags from an edge, rests of
/// three, taps and drags on the controls. The same seed, the same fingers; no heap.
struct DeliberateFingers {
    private var random: SplitMix64
    /// Scans until they land, and since they have.
    private var pause = 0
    private var age = 0
    /// Scans from landing to lifting, and those meanwhile in which they are off the panel.
    private var length = 0
    private var gap = 0..<0
    private var count = 0
    /// Their middle goes from place to place, with the same number of scans for each way.
    private var places = InlineArray<3, Point>(repeating: .zero)
    private var ways = 1
    /// Where the fingers are about it: turned and stretched in each scan.
    private var arm = Vector.zero
    private var turn: (cosine: Float, sine: Float) = (1, 0)
    private var growth: Float = 1

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Whether the last one has lifted and nothing has begun.
    private(set) var isAtRest = true

    /// The next scan of the panel.
    mutating func scan() -> Contacts {
        var contacts = Contacts()
        if isAtRest { begin() }
        if pause > 0 {
            pause -= 1
            return contacts
        }
        guard age < length else {
            isAtRest = true
            return contacts
        }
        if !gap.contains(age) {
            let middle = self.middle
            for i in 0..<count {
                let place = middle + arm(of: i)
                contacts.append(
                    Contact(
                        id: Int32(i), x: min(max(place.x, 0), 799), y: min(max(place.y, 0), 479), pressure: 30))
            }
        }
        arm = Vector(x: arm.x * turn.cosine - arm.y * turn.sine, y: arm.x * turn.sine + arm.y * turn.cosine) * growth
        age += 1
        return contacts
    }

    private var middle: Point {
        let scansAWay = max(1, (length - 1) / ways)
        let way = min(age / scansAWay, ways - 1)
        let share = Float(age - way * scansAWay) / Float(scansAWay)
        return places[way] + (places[way + 1] - places[way]) * min(share, 1)
    }

    private func arm(of finger: Int) -> Vector {
        switch finger {
        case 0: arm
        case 1: arm * -1
        default: Vector(x: -arm.y, y: arm.x)
        }
    }

    private mutating func place(_ x: Int, _ y: Int) -> Point {
        Point(x: Float(60 + random.next(below: x - 60)), y: Float(60 + random.next(below: y - 60)))
    }

    private mutating func begin() {
        isAtRest = false
        pause = 20 + random.next(below: 40)
        age = 0
        gap = 0..<0
        (count, ways) = (1, 1)
        (arm, turn, growth) = (.zero, (1, 0), 1)
        let start = place(600, 300)
        (places[0], places[1], places[2]) = (start, start, start)
        switch random.next(below: 14) {
        case 0:
            let size = 0.5 + Float(random.next(below: 10)) / 20
            places[0] = Point(x: start.x, y: start.y + 60)
            places[1] = places[0] + Vector(x: 100, y: 110) * size
            places[2] = places[1] + Vector(x: 180, y: -280) * size
            (ways, length) = (2, 40)
        case 1:
            places[1] = start + Vector(x: 140, y: 4)
            places[2] = start + Vector(x: 150, y: 130)
            (ways, length) = (2, 40)
        case 2:
            // Apart or together.
            (count, length) = (2, 40)
            let isOutward = random.next(below: 2) == 0
            (arm, growth) = (Vector(x: isOutward ? 30 : 100, y: 10), isOutward ? 1.03 : 0.97)
        case 3:
            (count, length) = (2, 60)
            (arm, turn) = (Vector(x: 70, y: 0), (0.998_75, random.next(below: 2) == 0 ? 0.05 : -0.05))
        case 4:
            // From the left or from the top.
            let isLeft = random.next(below: 2) == 0
            places[0] = isLeft ? Point(x: 3, y: start.y) : Point(x: 420 + start.x / 3, y: 2)
            places[1] = places[0] + (isLeft ? Vector(x: 300, y: 20) : Vector(x: 10, y: 250))
            length = 50
        case 5: (count, length, arm) = (3, 30, Vector(x: 60, y: 0))
        case 6:
            (count, length, arm) = (2, 9, Vector(x: 0, y: 40))
            places[1] = start + Vector(x: 220, y: 2)
        case 7:
            // A tap and a rest.
            (length, gap) = (90, 6..<18)
        case 8:
            places[1] = start + Vector(x: 230, y: 40)
            length = 100
        case 9: (count, length, arm) = (2, 6, Vector(x: 40, y: 0))
        case 10:
            // The button or the switch.
            places[0] = Point(x: random.next(below: 2) == 0 ? 480 : 568, y: 430)
            (places[1], length) = (places[0], 8)
        case 11: length = 110
        case 12:
            // The circle in the left half, twice.
            (places[0], places[1], places[2]) = (Point(x: 200, y: 240), Point(x: 200, y: 240), Point(x: 200, y: 240))
            (length, gap) = (16, 5..<11)
        default:
            // Along a slider.
            let isAcross = random.next(below: 2) == 0
            places[0] = isAcross ? Point(x: 640, y: 430) : Point(x: 770, y: 300)
            places[1] = isAcross ? Point(x: 770, y: 434) : Point(x: 774, y: 60)
            length = 40
        }
    }
}
