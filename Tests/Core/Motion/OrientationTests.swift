import Foundation
import TestSupport

/// How the device is held, and what lies between.
@Suite struct OrientationTests {
    private func up(_ pitch: Double, _ roll: Double) -> SIMD3<Float> {
        // 0, 0: upright. `roll` turns it counter-clockwise, `pitch` lays it on its back.
        let (p, r) = (pitch * .pi / 180, roll * .pi / 180)
        return SIMD3(Float(sin(r) * cos(p)), Float(cos(r) * cos(p)), Float(sin(p)))
    }

    /// What is told while pitch and roll, degrees, are followed from 0 to `end` s.
    private func told(
        to end: Double, rate: Double = 50, noise: Double = 0, _ way: (Double) -> (pitch: Double, roll: Double)
    ) -> [DeviceOrientation] {
        var engine = MotionEngine()
        engine.begin(.orientation, at: .zero)
        var told = Told()
        var random = SplitMix64(seed: 7)
        engine.follow(to: end, rate: rate, into: &told) { t in
            let (pitch, roll) = way(t)
            let off = Vector3(random.normal(), random.normal(), random.normal()) * noise
            return up(pitch, roll) + SIMD3<Float>(off)
        }
        return told.orientations
    }

    @Test func eachSideUpIsNamedAsInUIKit() {
        for (force, name) in [
            (SIMD3<Float>(0, 1, 0), DeviceOrientation.portrait), (SIMD3(0, -1, 0), .portraitUpsideDown),
            (SIMD3(1, 0, 0), .landscapeLeft), (SIMD3(-1, 0, 0), .landscapeRight), (SIMD3(0, 0, 1), .faceUp),
            (SIMD3(0, 0, -1), .faceDown),
        ] {
            var engine = MotionEngine()
            engine.begin(.orientation, at: .zero)
            var told = Told()
            engine.follow(to: 1, into: &told) { _ in force }
            #expect(told.orientations == [name] && engine.orientation == name)
        }
    }

    @Test(arguments: [25.0, 200]) func aTurnOnceAroundByTenthsOfADegreeTellsEachSideOnce(rate: Double) {
        // 5° a second, with the noise of a poor sensor.
        let all = told(to: 80, rate: rate, noise: 0.02) { (0, min($0 * 5, 360)) }
        #expect(all == [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight, .portrait])
        let back = told(to: 80, rate: rate, noise: 0.02) { (0, -min($0 * 5, 360)) }
        #expect(back == [.portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft, .portrait])
        let over = told(to: 80, rate: rate, noise: 0.02) { (min($0 * 5, 360), 0) }
        #expect(over == [.portrait, .faceUp, .portraitUpsideDown, .faceDown, .portrait])
    }

    @Test func nothingFluttersAtAnyAngle() {
        // Every tenth of a degree, held for 2 s with noise and tremor, whatever it was before: one change at most.
        var random = Seed.random("angles")
        var angle = Double(random.next(below: 10)) / 10
        while angle < 360 {
            let here = angle
            for pitch in [0.0, 40, 50, 55, 60, 65] {
                let all = told(to: 4, rate: 25, noise: 0.02) { t in
                    (pitch + 0.5 * sin(60 * t), t < 1.5 ? here - 70 : here + sin(50 * t))
                }
                #expect(all.count <= 2, "\(here)° at \(pitch)°: \(all)")
            }
            #if DEBUG
                angle += 7.3
            #else
                angle += 0.1
            #endif
        }
    }

    @Test func bordersHaveHysteresis() {
        // 58° are not enough to change, 62° are; the way back is the same.
        #expect(told(to: 10) { t in (0, t < 5 ? 0 : 58) } == [.portrait])
        #expect(told(to: 10) { t in (0, t < 5 ? 0 : 62) } == [.portrait, .landscapeLeft])
        #expect(told(to: 15) { t in (0, t < 5 ? 0 : t < 10 ? 62 : 32) } == [.portrait, .landscapeLeft])
        #expect(told(to: 15) { t in (0, t < 5 ? 0 : t < 10 ? 62 : 28) } == [.portrait, .landscapeLeft, .portrait])
        // It lies from 60° to the horizon, and stands from 50°.
        #expect(told(to: 10) { t in (t < 5 ? 0 : 58, 0) } == [.portrait])
        #expect(told(to: 15) { t in (t < 5 ? 0 : t < 10 ? 62 : 52, 0) } == [.portrait, .faceUp])
        #expect(told(to: 15) { t in (t < 5 ? 0 : t < 10 ? 62 : 48, 0) } == [.portrait, .faceUp, .portrait])
    }

    @Test func whatIsHeldForAMomentIsNotTold() {
        // (The low pass takes 200 ms, settling 300.)
        #expect(told(to: 6) { t in (0, t > 3 && t < 3.3 ? 90 : 0) } == [.portrait])
        #expect(told(to: 6) { t in (0, t > 3 && t < 4 ? 90 : 0) } == [.portrait, .landscapeLeft, .portrait])
    }

    @Test(arguments: [0.0, 50, 52, 55, 58, 60, 75]) func whatLeansFromTheStartIsHeldSomehow(pitch: Double) {
        #expect(told(to: 3) { _ in (pitch, 0) } == [pitch < 55 ? .portrait : .faceUp])
        #expect(told(to: 3) { _ in (pitch, 90) } == [pitch < 55 ? .landscapeLeft : .faceUp])
    }

    @Test(arguments: [50.0, 100, 400]) func aPanelSwungAboutTheWristStaysAsItIsHeld(rate: Double) {
        // A shake to both sides about a pivot 10 to 60 cm below pulls it there, by more than gravity.
        for (radius, angle, hertz) in [(0.1, 46.0, 3.5), (0.3, 40, 3), (0.6, 30, 3), (0.35, 30, 4)] {
            var engine = MotionEngine()
            engine.begin(.orientation, at: .zero)
            var told = Told()
            engine.follow(to: 8, rate: rate, into: &told) { t in
                let swing = t > 2 && t < 4.5 ? angle * .pi / 180 : 0
                let (phase, omega) = (2 * .pi * hertz * t, 2 * .pi * hertz)
                let (turned, speed, push) = (
                    swing * sin(phase), swing * omega * cos(phase), -swing * omega * omega * sin(phase)
                )
                // Along the device's own axes, g: gravity, the pull to the pivot, and what turns it.
                let pull = radius * speed * speed / 9.81
                return SIMD3(Float(sin(turned) + radius * push / 9.81), Float(cos(turned) - pull), 0)
            }
            #expect(told.orientations == [.portrait], "\(radius) m, \(angle)°, \(hertz) Hz")
        }
    }

    @Test(arguments: [(0.5, 1.8), (0.9, 2), (1.2, 2.7), (0.9, 30)]) func whoWalksOrRunsWithItMayTurnIt(
        strength: Double, hertz: Double
    ) {
        for rate in [50.0, 100, 400] {
            var engine = MotionEngine()
            engine.begin(.orientation, at: .zero)
            var told = Told()
            engine.follow(to: 12, rate: rate, into: &told) { t in
                let step = Float(1 + strength * sin(2 * .pi * hertz * t))
                return t < 5 ? SIMD3(0, step, 0) : SIMD3(step, 0, 0)
            }
            #expect(told.orientations == [.portrait, .landscapeLeft], "\(strength) g, \(hertz) Hz")
        }
    }

    @Test func weightlessAndThrownItIsNotTurned() {
        var engine = MotionEngine.watching()
        var told = Told()
        engine.follow(to: 1, into: &told) { _ in SIMD3(0, 1, 0) }
        engine.follow(from: 1, to: 3, into: &told) { _ in SIMD3(0.1, 0, 0) }
        engine.follow(from: 3, to: 5, into: &told) { _ in SIMD3(2, 0, 0) }
        #expect(told.orientations == [.portrait])
    }
}
