import TaplineSimulator
import TaplineTouches

/// The demonstrations of boards/examples: each shows every gesture of its configuration, on the simulated board's pixels.
/// `TAPLINE_WRITE_EXAMPLES=1 swift test --filter ExampleDemonstrationTests` writes them anew.
enum ExampleFingers {
    static let names = ["swipes", "tap-ladder", "pinch"]

    /// The fingers that show the example `name`.
    static func script(_ name: String) -> FingerScript {
        var script = FingerScript(rateHz: 50)
        let pause = Microseconds.milliseconds(1_000)
        switch name {
        case "swipes":
            script.rest(pause)
            for (x, y) in [(120, 3), (3, 90), (-120, -3), (-3, -90)] as [(Float, Float)] {
                script.swipe(fromX: 400, y: 240, toX: 400 + x, y: 240 + y, duration: .milliseconds(300))
                script.rest(pause)
            }
            // Too far aside for either.
            script.swipe(fromX: 300, y: 180, toX: 420, y: 260, duration: .milliseconds(300))
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
        default:
            fatalError("there is no example \(name)")
        }
        return script
    }
}

extension FingerScript {
    /// Two fingers side by side around the panel's middle, whose distance goes from one length to the other, px.
    mutating func spread(from: Float, to: Float) {
        move(duration: .milliseconds(500)) { progress in
            let half = (from + (to - from) * progress) / 2
            return .pair(Point(x: 400 - half, y: 240), Point(x: 400 + half, y: 240))
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
