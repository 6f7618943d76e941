import Foundation

// The gestures, and how often each comes. Every draw has its place: another order makes other fingers of the same seed.
extension Mix {
    /// The share of each class, per cent (of 108).
    static let shares: [(Label.Class, weight: Int)] = [
        (.tap, 20), (.doubletap, 10), (.tripletap, 3), (.longpress, 8), (.swipe, 14), (.pan, 8), (.edgepan, 6),
        (.pinch, 9), (.rotate, 9), (.swipe2, 4), (.twotap, 3), (.swipe3, 2), (.stroke, 6), (.five, 3), (.ten, 3),
    ]

    /// One gesture with all its fingers; says what it was made of.
    mutating func perform(_ kind: Label.Class) -> String {
        switch kind {
        case .tap: tap(1)
        case .doubletap: tap(2)
        case .tripletap: tap(3)
        case .twotap: twoFingerTap()
        case .longpress: longPress()
        case .swipe: swipe(1)
        case .swipe2: swipe(2)
        case .swipe3: swipe(3)
        case .pan: pan()
        case .edgepan: edgePan()
        case .pinch: pinch()
        case .rotate: rotate()
        case .stroke: stroke()
        case .five: many(5)
        case .ten: many(10)
        }
    }

    private mutating func place(margin: Double = 60) -> Place {
        let x = random.number(margin, Mix.width - margin)
        return Place(x, random.number(margin, Mix.height - margin))
    }

    /// A finger that rests, and rolls by up to 2 px.
    private mutating func rest(at place: Place) -> Way {
        let x = random.number(-2, 2)
        let drift = Place(x, random.number(-2, 2))
        return { place + drift * $0 }
    }

    /// Fingers land and lift up to `skew` reports late and early.
    private mutating func finger(_ count: Int, skew: Int, _ way: @escaping Way) -> Finger {
        if skew == 0 { return Finger(from: 0, to: count, way: way) }
        let from = random.integer(0...skew)
        return Finger(from: from, to: count - random.integer(0...skew), way: way)
    }

    private static func eased(_ progress: Double) -> Double { progress * progress * (3 - 2 * progress) }

    /// A direction on the panel, clockwise from the right.
    private static func way(_ radians: Double) -> Place { Place(cos(radians), sin(radians)) }

    private static func length(_ way: Place) -> Double { hypot(way.x, way.y) }

    // MARK: One finger

    private mutating func tap(_ taps: Int) -> String {
        let middle = place()
        for tap in 1...taps {
            let count = random.integer(5...13)
            let x = middle.x + random.number(-4, 4)
            let way = rest(at: Place(x, middle.y + random.number(-4, 4)))
            play([Finger(from: 0, to: count, way: way)], for: count)
            if tap < taps { pause(6...18) }
        }
        return "\(taps)"
    }

    private mutating func longPress() -> String {
        let middle = place()
        let count = random.integer(65...150)
        play([Finger(from: 0, to: count, way: rest(at: middle))], for: count)
        return "reports=\(count)"
    }

    /// Under way at once, along a bow, at least 200 px, coming to rest.
    private mutating func pan() -> String {
        let count = random.integer(50...200)
        var start: Place
        var end: Place
        repeat {
            start = place()
            end = place()
        } while Mix.length(end - start) < 200
        let bow = random.number(-60, 60)
        bend(from: start, to: end, by: bow, reports: count) { 1 - (1 - $0) * (1 - $0) }
        return "bow=\(Int(bow))"
    }

    /// Inward from an edge, within 25°, 150 to 330 px.
    private mutating func edgePan() -> String {
        let edge = random.integer(0...3)
        let length = random.number(150, 330)
        let aside = tan(random.number(-25, 25) * (.pi / 180)) * length
        let count = random.integer(30...120)
        let middle = place(margin: 150)
        let (right, bottom) = (Mix.width - 3, Mix.height - 3)
        let (start, end): (Place, Place) =
            switch edge {
            case 0: (Place(2, middle.y), Place(2 + length, middle.y + aside))
            case 1: (Place(right, middle.y), Place(right - length, middle.y + aside))
            case 2: (Place(middle.x, 2), Place(middle.x + aside, 2 + length))
            default: (Place(middle.x, bottom), Place(middle.x + aside, bottom - length))
            }
        bend(from: start, to: end, by: 0, reports: count, pace: Mix.eased)
        return "edge=\(edge)"
    }

    /// Along a parabola whose middle handle stands off the straight line.
    private mutating func bend(
        from start: Place, to end: Place, by bow: Double, reports count: Int, pace: @escaping (Double) -> Double
    ) {
        let handle = (start + end) / 2 + Place(bow, -bow)
        let way: Way = {
            let v = pace($0)
            return (1 - v) * (1 - v) * start + 2 * (1 - v) * v * handle + v * v * end
        }
        play([Finger(from: 0, to: count, way: way)], for: count)
    }

    private mutating func stroke() -> String {
        let shape = random.one(of: Shape.all)
        let width = random.number(70, 150)
        let size = Place(width, random.number(70, 130))
        let middle = place(margin: 170)
        let count = random.integer(50...120)
        let lean = random.normal(0, 0.12)
        let corners = shape.corners.map { corner in
            let x = corner.x * cos(lean) - corner.y * sin(lean) + random.normal(0, 0.05)
            return Place(x, corner.x * sin(lean) + corner.y * cos(lean) + random.normal(0, 0.05))
        }
        let sides = zip(corners, corners.dropFirst()).map { Mix.length($1 - $0) }
        let total = sides.reduce(0, +)
        let way: Way = { progress in
            var left = progress * total
            var side = 0
            while side < sides.count - 1, left > sides[side] {
                left -= sides[side]
                side += 1
            }
            let share = min(1, left / sides[side])
            return middle + size * (corners[side] + (corners[side + 1] - corners[side]) * share)
        }
        play([Finger(from: 0, to: count, way: way)], for: count)
        return shape.name
    }

    // MARK: Several fingers

    /// Straight, within 12° of an axis, in at most 360 ms; fingers go side by side, 75 px apart.
    private mutating func swipe(_ fingers: Int) -> String {
        let count = min(random.integer(9...24), Int(0.36 * rateHz))
        let axis = random.one(of: [0.0, 90, 180, 270])
        let degrees = axis + max(-12, min(12, random.normal(0, 6)))
        let length = random.number(150, 330)
        let ahead = Mix.way(degrees * (.pi / 180))
        let x = Mix.width / 2 + random.number(-60, 60)
        let middle = Place(x, Mix.height / 2 + random.number(-25, 25))
        let all = (0..<fingers).map { index in
            let aside = Place(-ahead.y, ahead.x) * (Double(index) - Double(fingers - 1) / 2) * 75
            return finger(count, skew: fingers > 1 ? 2 : 0) { progress in
                middle + aside + ahead * length * (progress - 0.5)
            }
        }
        play(all, for: count)
        return "degrees=\(Int(degrees.rounded())) length=\(Int(length.rounded()))"
    }

    private mutating func twoFingerTap() -> String {
        let count = random.integer(6...13)
        let middle = place(margin: 100)
        var fingers: [Finger] = []
        for index in 0..<2 {
            var resting = finger(count, skew: 1) { _ in middle }
            resting.way = rest(at: middle + Place(80 * Double(index), 0))
            fingers.append(resting)
        }
        play(fingers, for: count)
        return ""
    }

    /// To 0.3…0.6 or 1.7…2.4 of the span, hardly turning.
    private mutating func pinch() -> String {
        var pair = pair()
        pair.scale = random.one(of: [random.number(0.3, 0.6), random.number(1.7, 2.4)])
        pair.turn = random.normal(0, 0.04)
        pair.radius = pair.scale < 1 ? 150 : 70
        return play(pair)
    }

    /// By 34° to 149°, breathing by a few per cent.
    private mutating func rotate() -> String {
        var pair = pair()
        let side = Double(random.one(of: [-1, 1]))
        pair.turn = side * random.number(0.6, 2.6)
        pair.scale = 1 + random.normal(0, 0.03)
        return play(pair)
    }

    /// Two fingers on opposite sides of a middle that stays.
    private struct Pair {
        var reports: Int
        var middle: Place
        var angle: Double
        var radius: Double
        var scale = 1.0
        var turn = 0.0
    }

    private mutating func pair() -> Pair {
        let reports = random.integer(40...150)
        let x = Mix.width / 2 + random.number(-120, 120)
        let middle = Place(x, Mix.height / 2 + random.number(-40, 40))
        let angle = random.number(0, .pi)
        return Pair(reports: reports, middle: middle, angle: angle, radius: random.number(70, 110))
    }

    private mutating func play(_ pair: Pair) -> String {
        let fingers = (0..<2).map { index in
            finger(pair.reports, skew: 3) { progress in
                let v = Mix.eased(progress)
                let radius = pair.radius * (1 + (pair.scale - 1) * v)
                return pair.middle + Mix.way(pair.angle + pair.turn * v + .pi * Double(index)) * radius
            }
        }
        play(fingers, for: pair.reports)
        return "scale=\(pair.scale) turn=\(pair.turn)"
    }

    /// A hand, or two, whose fingers spread, close or rest.
    private mutating func many(_ count: Int) -> String {
        let reports = random.integer(40...160)
        let scale = random.one(of: [0.5, 1.6, 1.0])
        let fingers = (0..<count).map { index in
            let hand = count == 5 ? 0.5 : index < 5 ? 0.25 : 0.75
            let angle = 2 * .pi * Double(index % 5) / 5 + random.number(-0.2, 0.2)
            return finger(reports, skew: 4) { progress in
                let radius = 90 * (1 + (scale - 1) * Mix.eased(progress))
                return Place(Mix.width * hand, Mix.height / 2) + Mix.way(angle) * radius
            }
        }
        play(fingers, for: reports)
        return "scale=\(scale)"
    }
}
