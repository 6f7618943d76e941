import Foundation
import TestSupport

/// The velocities that continuous gestures tell as the fingers lift, against motion that is known from a formula.
@Suite struct KnownMotionTests {
    /// How fast the two fingers' distance grows, their direction turns and their middle moves at the lift, as events tell.
    private enum Part: CaseIterable { case pan, pinch, rotation, transformed }

    /// Two fingers that part, turn or go along together as fast as a motion, each, and what the ended event says of its speed, pt/s.
    private func measured(_ part: Part, _ motion: KnownMotion, _ times: [Double], rate: Double) -> Double? {
        let radius = 150.0
        let recognizer =
            switch part {
            case .pan: pan { $0.minimumTouches = 2 }
            case .pinch: pinch()
            case .rotation: rotation()
            case .transformed: transform()
            }
        var t = GestureTester([("it", recognizer)])
        var span = 0.0
        for time in times {
            let way = motion.place(time)
            switch part {
            case .pan, .transformed: t.pair(1_000 * time, 100, 0, center: Point(x: Float(way), y: 240))
            case .pinch:
                span = 60 + 2 * way
                t.pair(1_000 * time, Float(span / 2), 0)
            case .rotation: t.pair(1_000 * time, radius: Float(radius), degrees: Float(way / radius * 180 / .pi))
            }
        }
        t.remove(0)
        t.up(1_000 * (times.last! + 1 / rate), id: 1)
        guard let end = t.events.last, end.state == .ended else { return nil }
        return switch end.values {
        case .pan(_, let velocity): Double(velocity.x)
        case .pinch(let scale, let velocity): Double(velocity) * span / Double(scale) / 2
        case .rotation(_, let velocity): Double(velocity) * radius
        case .transform(_, let velocity, _, _, _, _): Double(velocity.x)
        default: nil
        }
    }

    @Test(arguments: [40.0, 60, 100, 120, 240], [false, true])
    func everyGestureTellsTheSpeedAtTheLiftToATenth(_ rate: Double, uneven: Bool) {
        var random = Seed.random("velocity of gestures at the lift, \(rate) Hz")
        for _ in 0..<25 {
            for motion in KnownMotion.some(&random) where motion.place(motion.duration) < 400 {
                let times = motion.times(rate, uneven: uneven, &random)
                for part in Part.allCases {
                    // (A hand turns at 8 rad/s at most. Above 6 an arc is no parabola any more within velocity's window.)
                    // (Of the motion, not of its reports, which may miss the top: a finger of 6.7 rad/s had none above 6.)
                    let top = (0...20).map { motion.speed(motion.duration * Double($0) / 20) }.max()!
                    let fastest = part == .rotation ? top / 150 : 0
                    if fastest > 8 { continue }
                    // (One that has hardly begun says nothing.)
                    guard let speed = measured(part, motion, times, rate: rate) else { continue }
                    let error = (speed - motion.speed(motion.duration)) / motion.scale
                    #expect(abs(error) <= (fastest > 6 ? 0.2 : 0.1), "\(part) \(motion.name): off by \(error)")
                }
            }
        }
    }
}
