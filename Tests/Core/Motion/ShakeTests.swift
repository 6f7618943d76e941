import Foundation
import TestSupport

/// Shakes, made of sines.
@Suite struct ShakeTests {
    /// What is told of `strength` g at `frequency` Hz from 1 s to `end` s along x, upright, and 2 s of rest.
    private func told(
        _ parameters: ShakeParameters, _ strength: Float, _ frequency: Double, to end: Double,
        rate: Double = 100
    ) -> Told {
        var engine = MotionEngine.watching(parameters)
        var told = Told()
        engine.follow(to: end + 2, rate: rate, into: &told) { t in
            t < 1 || t > end ? SIMD3(0, 1, 0) : SIMD3(strength * Float(sin(2 * .pi * frequency * (t - 1))), 1, 0)
        }
        return told
    }

    private func told(_ strength: Float, _ frequency: Double, to end: Double, rate: Double = 100) -> Told {
        told(.standard, strength, frequency, to: end, rate: rate)
    }

    @Test(arguments: [2.0, 3, 5, 7], [25.0, 60, 200]) func oneShakeIsOneBeganAndOneEnded(
        frequency: Double, rate: Double
    ) {
        let told = self.told(1.5, frequency, to: 3, rate: rate)
        #expect(told.shakes == [.began, .ended])
        let times = told.events.filter { if case .shake = $0.kind { true } else { false } }.map(\.time.seconds)
        // It begins within four swings, and 0.4 s; it ends when it has rested for 0.5 s.
        #expect(times[0] < 1 + max(2 / frequency, 0.4) && abs(times[1] - 3.5) < 0.5 / frequency)
    }

    @Test func thresholdIsWhatASwingMustExceed() {
        // (A sine of 0.9 g has a mean of 0.57 g, at 5 Hz more than enough; one of 0.65 g does not reach 0.7 g.)
        #expect(told(0.9, 5, to: 3).shakes == [.began, .ended] && told(0.65, 5, to: 3).shakes == [])
        var own = ShakeParameters.standard
        own.threshold = 0.5
        #expect(told(own, 0.65, 5, to: 3).shakes == [.began, .ended])
        own.threshold = 1.4
        #expect(told(own, 1.3, 5, to: 3).shakes == [])
    }

    /// Parts of the window were cleared up to a number that never came.
    @Test(arguments: [ShakeRule.swings, .share, .peaks, .jolts, .signs])
    func aClockThatGoesBackIsNoTrap(rule: ShakeRule) {
        var parameters = ShakeParameters.standard
        parameters.rule = rule
        var detector = ShakeDetector(parameters)
        var phases: [ShakePhase] = []
        for start in [Int64(600_000_000), 1_000_000] {
            for reading in 0..<200 {
                let now = Instant(microseconds: start + Int64(reading) * 10_000)
                let strength = 3 * Float(sin(2 * .pi * 4 * Double(reading) / 100))
                if let ended = detector.advance(to: now) { phases.append(ended.phase) }
                if let phase = detector.take(SIMD3(strength, 1, 0), at: now) { phases.append(phase) }
            }
        }
        #expect(phases.contains(.began))
    }

    /// Of a vibration every third swing was far enough from the one before: it was a slow shake.
    @Test(arguments: [12.0, 13, 14, 15, 17, 20, 22], [100.0, 200]) func whatVibratesFasterThanAHandIsNoShake(
        frequency: Double, rate: Double
    ) {
        for strength in [1.5, 2.5] as [Float] {
            #expect(told(strength, frequency, to: 4, rate: rate).shakes == [], "\(strength) g")
        }
    }

    /// Of a vibration that just exceeds the threshold now and then the other swings were not seen.
    @Test(arguments: [11.0, 12, 13, 14, 16, 18], [100.0, 200, 400]) func aVibrationThatJustCountsIsNoShake(
        frequency: Double, rate: Double
    ) {
        var random = Seed.random("vibration")
        for tenth in 8...16 {
            var engine = MotionEngine.watching()
            var told = Told()
            engine.follow(to: 8, rate: rate, into: &told) { t in
                let strength = Double(tenth) / 10 * (1 + 0.05 * sin(1.3 * t))
                let noise = SIMD3<Float>(Vector3(random.normal(), random.normal(), random.normal()) * 0.03)
                return SIMD3(Float(strength * sin(2 * .pi * frequency * t)), 1, 0) + noise
            }
            #expect(told.shakes == [], "\(tenth) tenths of 1 g")
        }
    }

    /// The last possible time is the one that a shake which is not there ends at.
    @Test func noShakeEndsThatHasNotBegun() {
        var detector = ShakeDetector()
        _ = detector.take(SIMD3(0, 1, 0), at: .zero)
        #expect(detector.advance(to: .never) == nil)
    }

    @Test func countIsHowManySwings() {
        var own = ShakeParameters.standard
        own.count = 8
        // Three swings to and fro are six swings.
        #expect(told(own, 1.5, 5, to: 1.6).shakes == [] && told(1.5, 5, to: 1.6).shakes == [.began, .ended])
        #expect(told(own, 1.5, 5, to: 2.2).shakes == [.began, .ended])
    }

    @Test func windowIsTheTimeOfTheSwings() {
        // Four swings at 1.2 Hz take 1.25 s.
        #expect(told(2, 1.2, to: 5).shakes == [])
        var own = ShakeParameters.standard
        (own.window, own.maxDuration) = (.milliseconds(1_500), .milliseconds(9_000))
        #expect(told(own, 2, 1.2, to: 5).shakes == [.began, .ended])
    }

    @Test func longerThanThreeSecondsIsCancelledAndNotToldAgain() {
        #expect(told(1.5, 4, to: 3.8).shakes == [.began, .ended])
        #expect(told(1.5, 4, to: 12).shakes == [.began, .cancelled(.tooLong)])
    }

    @Test func afterACancelledShakeAndARestThereIsAnother() {
        var engine = MotionEngine.watching()
        var told = Told()
        engine.follow(to: 12, into: &told) { t in
            t > 5 && t < 7 || t > 8.5 ? SIMD3(0, 1, 0) : SIMD3(1.5 * Float(sin(25 * t)), 1, 0)
        }
        #expect(told.shakes == [.began, .cancelled(.tooLong), .began, .ended])
    }

    @Test func whereReadingsStopItIsInterrupted() {
        var engine = MotionEngine.watching()
        var told = Told()
        engine.follow(to: 2, into: &told) { SIMD3(1.5 * Float(sin(25 * $0)), 1, 0) }
        #expect(told.shakes == [.began] && engine.deadline < .seconds(2.3))
        engine.advance(to: .seconds(5), into: &told)
        #expect(told.shakes == [.began, .cancelled(.interrupted)] && engine.deadline == .never)
        // The same if the next reading comes late.
        (engine, told) = (.watching(), Told())
        engine.follow(to: 2, into: &told) { SIMD3(1.5 * Float(sin(25 * $0)), 1, 0) }
        engine.follow(from: 2.4, to: 4, into: &told) { _ in SIMD3(0, 1, 0) }
        #expect(told.shakes == [.began, .cancelled(.interrupted)])
    }

    @Test func whatFallsWasNoShake() {
        var engine = MotionEngine.watching()
        var told = Told()
        engine.follow(to: 4, into: &told) { t in
            t < 2
                ? SIMD3(1.5 * Float(sin(25 * t)), 1, 0)
                : t < 2.4 ? SIMD3() : t < 2.42 ? SIMD3(0, 0, 15) : SIMD3(0, 0, 1)
        }
        #expect(told.shakes == [.began, .cancelled(.invalid)])
    }

    /// What rings at 12.5 Hz is as even as a shake, and four of its swings take 120 ms: a jolt counted as soon as the device had
    /// rested for long enough, or behind another one.
    @Test(arguments: [25.0, 25.5, 50, 200]) func joltsThatRingBecomeNoShakeByTheRestAfterThem(rate: Double) {
        for jolts in 1...3 {
            var engine = MotionEngine.watching()
            var told = Told()
            engine.follow(to: 4, rate: rate, into: &told) { t in
                let since = t - 1
                guard since >= 0, since < 0.5 * Double(jolts) else { return SIMD3(0, 1, 0) }
                let ring = since.truncatingRemainder(dividingBy: 0.5)
                return SIMD3(Float(4 * exp(-ring / 0.08) * cos(2 * .pi * 12.5 * ring)), 1, 0)
            }
            #expect(told.shakes == [], "\(jolts) at \(rate) Hz")
        }
    }

    @Test func turningToAndFroSlowlyIsNone() {
        var engine = MotionEngine.watching()
        var told = Told()
        engine.follow(to: 10, into: &told) { t in
            let angle = Float(0.8 * sin(2 * .pi * t))
            return SIMD3(sine(angle), cosine(angle), 0)
        }
        #expect(told.shakes == [])
    }

    @Test func aSecondOneComesAfterAQuietSecond() {
        var engine = MotionEngine.watching()
        var told = Told()
        engine.follow(to: 6, into: &told) { t in
            t.truncatingRemainder(dividingBy: 3) > 1 ? SIMD3(0, 1, 0) : SIMD3(1.5 * Float(sin(30 * t)), 1, 0)
        }
        #expect(told.shakes == [.began, .ended, .began, .ended])
    }

    @Test func knownDetectorsKeepToTheirFigures() {
        // Seismic: 13 m/s² in all for three quarters of the time.
        #expect(
            told(.seismic(), 5, 4, to: 3).shakes == [.began, .ended] && told(.seismic(), 1.5, 4, to: 3).shakes == [])
        #expect(told(.seismic(11), 1.5, 4, to: 3).shakes == [.began, .ended])
        // React Native: eight changes of sign beyond 1.33 g.
        #expect(told(.reactNative, 1.5, 5, to: 3).shakes == [.began, .ended])
        #expect(told(.reactNative, 1.3, 5, to: 3).shakes == [] && told(.reactNative, 1.5, 5, to: 1.6).shakes == [])
        // Flutter's: 2.7 g in all, once.
        #expect(told(.flutter, 2.6, 5, to: 2).shakes == [.began, .ended] && told(.flutter, 2.4, 5, to: 2).shakes == [])
        // GLPaint: 2 g without gravity, once.
        #expect(told(.glPaint, 2.2, 5, to: 2).shakes == [.began, .ended] && told(.glPaint, 1.9, 5, to: 2).shakes == [])
    }
}
