import Foundation
import TaplineSimulator
import TestSupport

/// The demonstrations of boards/examples: each shows every gesture of its configuration, on the simulated board's pixels.
/// `TAPLINE_WRITE_EXAMPLES=1 swift test --filter ExampleDemonstrationTests` writes them anew.
enum ExampleFingers {
    static let names = [
        "touch-explorer", "swipes", "many-finger-swipes", "tap-ladder", "pinch", "checkmark", "face", "wall",
    ]

    /// The fingers that show the example `name`.
    static func script(_ name: String) -> FingerScript {
        var script = FingerScript(rateHz: 50)
        switch name {
        case "touch-explorer": script.showTouchExplorer()
        case "swipes": script.showSwipes()
        case "many-finger-swipes": script.showManyFingerSwipes()
        case "tap-ladder": script.showTapLadder()
        case "pinch": script.showPinch()
        case "checkmark": script.showCheckmark()
        case "face": script.showFace()
        case "wall": script.showWall()
        default: fatalError("there is no example \(name)")
        }
        return script
    }
}

private let pause = Microseconds.milliseconds(1_000)

extension FingerScript {
    fileprivate mutating func showTouchExplorer() {
        rest(pause)
        doubleTap(x: 200, y: 240)
        rest(pause)
        swipe(fromX: 300, y: 240, toX: 340, y: 250, duration: .milliseconds(100))
        rest(pause)
        spread(from: 160, to: 200)
        rest(pause)
        // One after another: at the last lift it is one.
        fingers([[(300, 200), (300, 200), (300, 200), (300, 200)], [nil, (450, 250), (460, 250), nil]])
        rest(pause)
    }

    /// Twice awake, in the dim light and after it, in the dark and after it.
    fileprivate mutating func showWall() {
        for seconds: Int64 in [1, 2, 37, 5, 305, 2] {
            rest(.milliseconds(seconds * 1_000))
            tap(x: 400, y: 240)
        }
        rest(pause)
    }

    fileprivate mutating func showSwipes() {
        rest(pause)
        for (x, y) in [(120, 3), (3, 90), (-120, -3), (-3, -90)] as [(Float, Float)] {
            swipe(fromX: 400, y: 240, toX: 400 + x, y: 240 + y, duration: .milliseconds(300))
            rest(pause)
        }
        // Too far aside for either.
        swipe(fromX: 300, y: 180, toX: 420, y: 260, duration: .milliseconds(300))
        rest(pause)
        // Aside and back again; across and then up; while another finger comes and rests.
        way([(300, 240), (330, 249), (400, 242)])
        rest(pause)
        way([(300, 240), (360, 240), (302, 240), (302, 180)])
        rest(pause)
        fingers([[(300, 240), (310, 240), (380, 240)], [nil, (600, 100), (600, 100)]])
        rest(pause)
    }

    fileprivate mutating func showManyFingerSwipes() {
        let ways: [(x: Float, y: Float)] = [(100, 0), (-100, 0), (0, 80), (0, -80), (120, 0)]
        for (count, way) in zip(1...5, ways) {
            rest(pause)
            hand(of: count, along: way)
        }
        rest(pause)
        // All from where the first one landed: the second has been away from there since its landing.
        fingers([[(400, 240), (430, 240)], [(520, 300), (520, 300)]])
        rest(pause)
    }

    fileprivate mutating func showTapLadder() {
        for taps in 1...4 {
            rest(pause)
            for number in 0..<taps {
                if number > 0 { rest(.milliseconds(140)) }
                tap(x: 160 * Float(taps), y: 240)
            }
        }
        rest(pause)
        // The fifth in a row is told no more; one here and one there are two; two fingers at once are one.
        for number in 0..<5 {
            if number > 0 { rest(.milliseconds(140)) }
            tap(x: 400, y: 240)
        }
        rest(pause)
        tap(x: 160, y: 240)
        rest(.milliseconds(140))
        tap(x: 640, y: 240)
        rest(pause)
        fingers([[(300, 240), (300, 240)], [(500, 240), (500, 240)]])
        rest(pause)
    }

    fileprivate mutating func showPinch() {
        for (from, to) in [(120, 280), (280, 120), (200, 240)] as [(Float, Float)] {
            rest(pause)
            spread(from: from, to: to)
        }
        rest(pause)
        // Apart and together in one; a finger that is exchanged, for which all begins anew; a third one that rests.
        fingers([[(300, 240), (250, 240), (350, 240)], [(500, 240), (550, 240), (450, 240)]])
        rest(pause)
        let second: [(x: Float, y: Float)?] = [(450, 240), (510, 240), nil, (450, 240), (510, 240)]
        fingers([Array(repeating: (300, 240), count: 5), second])
        rest(pause)
        fingers([
            Array(repeating: (250, 240), count: 3), [(400, 240), (400, 240), (520, 240)],
            [nil, (600, 80), (600, 80)],
        ])
        rest(pause)
    }

    fileprivate mutating func showCheckmark() {
        rest(pause)
        way([(300, 200), (340, 250), (430, 130)])
        rest(pause)
        // Straight on, and there and back: none.
        way([(300, 200), (430, 280)])
        rest(pause)
        way([(300, 200), (430, 280), (300, 200)])
        rest(pause)
        // Two corners of one finger; while another one comes and rests.
        fingers([[(300, 200), (340, 250), (430, 130), (480, 200)]])
        rest(pause)
        fingers([[(300, 200), (320, 225), (340, 250), (430, 130)], [nil, (600, 80), (600, 80), (600, 80)]])
        rest(pause)
    }

    fileprivate mutating func showFace() {
        rest(pause)
        tap(x: 400, y: 240)
        rest(pause)
        swipe(fromX: 300, y: 300, toX: 300, y: 200, duration: .milliseconds(200))
        rest(pause)
        pan(fromX: 250, y: 260, toX: 450, y: 260, duration: .milliseconds(600))
        rest(pause)
        spread(from: 160, to: 260)
        rest(pause)
        spread(from: 200, to: 200, turningBy: 0.8)
        rest(pause)
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

    /// Fingers that go straight from one of their places to the next, 200 ms each; where they have none they are not on the
    /// panel, px.
    mutating func fingers(_ ways: [[(x: Float, y: Float)?]]) {
        let pieces = ways[0].count - 1
        // (One scan more: one falls on each place.)
        move(duration: .milliseconds(200 * Int64(pieces) + 20)) { progress in
            let piece = min(Int(progress * Float(pieces) + 0.001), pieces - 1)
            let share = progress * Float(pieces) - Float(piece)
            var contacts = Contacts()
            for (finger, way) in ways.enumerated() {
                guard let from = way[piece], let to = way[piece + 1] else { continue }
                let place = Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
                contacts.append(Contact(id: Int32(finger), x: place.x, y: place.y))
            }
            return contacts
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
        return Contacts([Contact(id: 0, x: a.x, y: a.y), Contact(id: 1, x: b.x, y: b.y)])
    }
}
