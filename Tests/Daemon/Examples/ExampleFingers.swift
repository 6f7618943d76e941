import Foundation
import TaplineCore
import TaplineSimulator

/// The demonstrations of boards/examples: each shows every gesture of its configuration, on the simulated board's pixels.
/// `TAPLINE_WRITE_EXAMPLES=1 swift test --filter ExampleDemonstrationTests` writes them anew.
enum ExampleFingers {
    static let names = ["touch-explorer", "swipes", "many-finger-swipes", "tap-ladder", "pinch", "checkmark", "face"]

    /// The fingers that show the example `name`.
    static func script(_ name: String) -> FingerScript {
        var script = FingerScript(rateHz: 50)
        let pause = Microseconds.milliseconds(1_000)
        switch name {
        case "touch-explorer":
            script.rest(pause)
            script.doubleTap(x: 200, y: 240)
            script.rest(pause)
            script.swipe(fromX: 300, y: 240, toX: 340, y: 250, duration: .milliseconds(100))
            script.rest(pause)
            script.spread(from: 160, to: 200)
            script.rest(pause)
        case "swipes":
            script.rest(pause)
            for (x, y) in [(120, 3), (3, 90), (-120, -3), (-3, -90)] as [(Float, Float)] {
                script.swipe(fromX: 400, y: 240, toX: 400 + x, y: 240 + y, duration: .milliseconds(300))
                script.rest(pause)
            }
            // Too far aside for either.
            script.swipe(fromX: 300, y: 180, toX: 420, y: 260, duration: .milliseconds(300))
            script.rest(pause)
        case "many-finger-swipes":
            let ways: [(x: Float, y: Float)] = [(100, 0), (-100, 0), (0, 80), (0, -80), (120, 0)]
            for (count, way) in zip(1...5, ways) {
                script.rest(pause)
                script.hand(of: count, along: way)
            }
            script.rest(pause)
        case "tap-ladder":
            for taps in 1...4 {
                script.rest(pause)
                for tap in 0..<taps {
                    if tap > 0 { script.rest(.milliseconds(140)) }
                    script.tap(x: 160 * Float(taps), y: 240)
                }
            }
            script.rest(pause)
        case "pinch":
            for (from, to) in [(120, 280), (280, 120), (200, 240)] as [(Float, Float)] {
                script.rest(pause)
                script.spread(from: from, to: to)
            }
            script.rest(pause)
        case "checkmark":
            script.rest(pause)
            script.way([(300, 200), (340, 250), (430, 130)])
            script.rest(pause)
            // Straight on, and there and back: none.
            script.way([(300, 200), (430, 280)])
            script.rest(pause)
            script.way([(300, 200), (430, 280), (300, 200)])
            script.rest(pause)
        case "face":
            script.rest(pause)
            script.tap(x: 400, y: 240)
            script.rest(pause)
            script.swipe(fromX: 300, y: 300, toX: 300, y: 200, duration: .milliseconds(200))
            script.rest(pause)
            script.pan(fromX: 250, y: 260, toX: 450, y: 260, duration: .milliseconds(600))
            script.rest(pause)
            script.spread(from: 160, to: 260)
            script.rest(pause)
            script.spread(from: 200, to: 200, turningBy: 0.8)
            script.rest(pause)
        default:
            fatalError("there is no example \(name)")
        }
        return script
    }
}

extension FingerScript {
    /// One finger goes straight from one place to the next, 200 ms each, and lifts at the last, px.
    mutating func way(_ places: [(x: Float, y: Float)]) {
        let pieces = Float(places.count - 1)
        stroke(duration: .milliseconds(200 * Int64(places.count - 1))) { progress in
            let piece = min(Int(progress * pieces), places.count - 2)
            let share = progress * pieces - Float(piece)
            let (from, to) = (places[piece], places[piece + 1])
            return Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
        }
    }

    /// Fingers side by side that go together: the first straight on, each further one a little more aside, px.
    mutating func hand(of count: Int, along way: (x: Float, y: Float)) {
        move(duration: .milliseconds(300)) { progress in
            var contacts = Contacts()
            for finger in 0..<count {
                let aside = 4 * Float(finger) * progress
                let place = way.x == 0 ? Float(160 + 120 * finger) : Float(60 + 90 * finger)
                contacts.append(
                    way.x == 0
                        ? Contact(id: Int32(finger), x: place + aside, y: 240 + way.y * progress)
                        : Contact(id: Int32(finger), x: 400 + way.x * progress, y: place + aside))
            }
            return contacts
        }
    }

    /// Two fingers around the panel's middle, side by side at first, whose distance goes from one length to the other, px,
    /// and which turn, radians.
    mutating func spread(from: Float, to: Float, turningBy angle: Float = 0) {
        move(duration: .milliseconds(500)) { progress in
            let half = Double(from + (to - from) * progress) / 2
            let (x, y) = (half * cos(Double(angle * progress)), half * sin(Double(angle * progress)))
            return .pair(
                Point(x: Float(400 - x), y: Float(240 - y)), Point(x: Float(400 + x), y: Float(240 + y)))
        }
    }
}

extension Contacts {
    static func pair(_ a: Point, _ b: Point) -> Contacts {
        var contacts = Contacts()
        contacts.append(Contact(id: 0, x: a.x, y: a.y))
        contacts.append(Contact(id: 1, x: b.x, y: b.y))
        return contacts
    }
}
