import TaplineSimulator
import TestSupport

/// Fingers on 800 × 480 pixels, scan by scan: taps, double taps, rests, slow ways and flicks of one finger, and up to
/// five at once that do any of it. The same seed, the same fingers; no heap.
struct RandomFingers {
    /// One landing to come, under way or over.
    private struct Finger {
        var place = Point.zero
        /// Pixels a scan.
        var step = Vector.zero
        /// Scans until it lands, then until it lifts.
        var delay = 0
        var left = 0
    }
    private var fingers = InlineArray<5, Finger>(repeating: Finger())
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// The next scan of the panel.
    mutating func scan() -> Contacts {
        var contacts = Contacts()
        var isOver = true
        for i in fingers.indices {
            if fingers[i].delay > 0 {
                fingers[i].delay -= 1
            } else if fingers[i].left > 0 {
                fingers[i].left -= 1
                fingers[i].place = fingers[i].place + fingers[i].step
                let place = fingers[i].place
                contacts.append(
                    Contact(
                        id: Int32(i), x: min(max(place.x, 0), 799), y: min(max(place.y, 0), 479),
                        pressure: Float(random.next(below: 60))))
            }
            if fingers[i].left > 0 { isOver = false }
        }
        if isOver { begin() }
        return contacts
    }

    /// What comes next.
    private mutating func begin() {
        let pause = 2 + random.next(below: 60)
        switch random.next(below: 6) {
        case 0, 1: land(0, after: pause)
        case 2:
            // A double tap: two landings at one place.
            land(0, after: pause)
            (fingers[0].step, fingers[0].left) = (.zero, 6)
            fingers[1] = fingers[0]
            fingers[1].delay = pause + 18
        case 3:
            land(0, after: pause)
            (fingers[0].step, fingers[0].left) = (.zero, 60)
        default:
            for i in 0..<(1 + random.next(below: 5)) { land(i, after: pause + random.next(below: 20)) }
        }
    }

    private mutating func land(_ i: Int, after delay: Int) {
        var finger = Finger()
        finger.delay = delay
        finger.place = Point(x: Float(random.next(below: 8_000)) / 10, y: Float(random.next(below: 4_800)) / 10)
        switch random.next(below: 4) {
        case 0: finger.left = 3 + random.next(below: 8)
        case 1: (finger.step, finger.left) = (Vector(x: 1.3, y: -0.7), 20 + random.next(below: 80))
        case 2: (finger.step, finger.left) = (Vector(x: finger.place.x < 400 ? 16 : -16, y: 0.5), 14)
        default: (finger.step, finger.left) = (Vector(x: 0.5, y: finger.place.y < 240 ? 12 : -12), 14)
        }
        fingers[i] = finger
    }
}
