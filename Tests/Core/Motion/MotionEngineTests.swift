import Foundation
import TestSupport

/// What a program that knows UIKit expects of motion, row by row.
@Suite struct MotionEngineTests {
    private let flat = SIMD3<Float>(0, 0, 1)

    @Test func accelerometerDataOnThreeAxesAtAWantedInterval() {
        var engine = MotionEngine()
        engine.begin(.data, at: .zero)
        engine.updateInterval = .milliseconds(40)
        var told = Told()
        engine.follow(to: 10, rate: 97, into: &told) { SIMD3(0.1, Float(sin($0)), 0.9) }
        let times = told.data.map(\.reading.time.seconds)
        #expect(told.data.count >= 245 && told.data.count <= 252 && told.data[5].reading.acceleration.x == 0.1)
        #expect(zip(times.dropFirst(), times).allSatisfy { $0 - $1 > 0.029 && $0 - $1 < 0.052 })
        // A longer interval than that of the readings is kept; a shorter one is that of the readings.
        engine.updateInterval = .milliseconds(1)
        told = Told()
        engine.follow(from: 10, to: 11, into: &told) { _ in flat }
        #expect(told.data.count == 100)
    }

    @Test func rotationRatesOfAGyroscope() {
        var engine = MotionEngine()
        engine.begin(.data, at: .zero)
        var told = Told()
        engine.take(MotionReading(at: .zero, acceleration: flat, rotationRate: SIMD3(1, 2, 3)), into: &told)
        #expect(told.data[0].reading.rotationRate == SIMD3(1, 2, 3))
        #expect(!engine.wants(.rotation))
        engine.begin(.rotation, at: .zero)
        #expect(engine.wants(.rotation))
    }

    @Test func gravityApartFromUserAcceleration() {
        var engine = MotionEngine()
        engine.begin(.data, at: .zero)
        var told = Told()
        engine.follow(to: 2, into: &told) { _ in flat }
        engine.take(MotionReading(at: .seconds(2), acceleration: SIMD3(0.5, 0, 1)), into: &told)
        let last = told.data.last!
        #expect(abs(last.gravity.x) < 0.05 && abs(last.userAcceleration.x - 0.5) < 0.05 && last.gravity.z > 0.99)
        #expect(engine.motion == last)
    }

    @Test func orientationAloneWithoutTheVector() {
        var engine = MotionEngine()
        engine.begin(.orientation, at: .zero)
        var told = Told()
        engine.follow(to: 2, into: &told) { _ in SIMD3(1, 0, 0) }
        #expect(told.events.count == 1 && engine.orientation == .landscapeLeft)
        #expect(told.data.isEmpty && !engine.wants(.data))
    }

    @Test func beginAndEndOfOrientationNest() {
        var engine = MotionEngine()
        var told = Told()
        engine.end(.orientation, at: .zero, into: &told)
        #expect(!engine.isWanted)
        engine.begin(.orientation, at: .zero)
        engine.begin(.orientation, at: .zero)
        engine.end(.orientation, at: .zero, into: &told)
        #expect(engine.isWanted && engine.wants(.orientation))
        engine.follow(to: 1, into: &told) { _ in flat }
        #expect(engine.orientation == .faceUp)
        engine.end(.orientation, at: .seconds(1), into: &told)
        #expect(!engine.isWanted && engine.orientation == .unknown && engine.motion == nil)
        // Nothing is told that nobody wants; who begins again is told how it is held.
        engine.follow(from: 1, to: 2, into: &told) { _ in flat }
        engine.begin(.orientation, at: .zero)
        engine.follow(from: 2, to: 3, into: &told) { _ in flat }
        #expect(told.orientations == [.faceUp, .faceUp])
    }

    @Test func toldWhenTheOrientationChangesNotOtherwise() {
        var engine = MotionEngine.watching()
        var told = Told()
        engine.follow(to: 60, into: &told) { SIMD3(0, 0.6 * Float(sin($0 / 4)), 1) }
        #expect(told.orientations == [.faceUp])
    }

    @Test func aShakeIsAnEventWithTypeSubtypeAndTime() {
        var engine = MotionEngine.watching()
        var told = Told()
        engine.follow(to: 1, into: &told) { SIMD3(2 * Float(sin(20 * $0)), 0, 1) }
        let shake = told.events.first { $0.kind == .shake(0, .began) }
        #expect(shake.map { $0.time > .seconds(0.2) && $0.time < .seconds(0.8) } == true)
    }

    @Test func toldWhenItStartsAndStopsNotForEachMovement() {
        var engine = MotionEngine.watching()
        var told = Told()
        engine.follow(to: 5, into: &told) { SIMD3($0 < 2.5 ? 2 * Float(sin(40 * $0)) : 0, 0, 1) }
        #expect(told.shakes == [.began, .ended])
    }

    /// (Delivered to whom, what it can do, and what a board must have: `MotionGestureTests`, `MotionExampleTests`.)
    @Test func beganEndedCancelledInterruptedNotAShakeAfterAllOrTooLong() {
        /// What is told of a device that is shaken from 0.5 s on, in the way that `then` has after 1.5 s; nil: no reading.
        func told(_ then: (Double) -> SIMD3<Float>?) -> [(phase: ShakePhase, time: Double)] {
            var engine = MotionEngine.watching()
            var told = Told()
            for i in 0..<800 {
                let t = Double(i) / 100
                let force = t < 0.5 ? flat : t < 1.5 ? SIMD3(2 * Float(sin(25 * t)), 0, 1) : then(t)
                engine.advance(to: .seconds(t), into: &told)
                if let force { engine.take(MotionReading(at: .seconds(t), acceleration: force), into: &told) }
            }
            return told.events.compactMap { event in
                if case .shake(_, let phase) = event.kind { (phase, event.time.seconds) } else { nil }
            }
        }
        let ended = told { _ in flat }
        #expect(ended.map(\.phase) == [.began, .ended] && ended[1].time > 1.9 && ended[1].time < 2.3)
        let interrupted = told { _ in nil }
        #expect(interrupted.map(\.phase) == [.began, .cancelled(.interrupted)] && interrupted[1].time < 1.8)
        let dropped = told { t in t < 1.9 ? SIMD3() : flat }
        #expect(dropped.map(\.phase) == [.began, .cancelled(.invalid)] && dropped[1].time < 1.8)
        let tooLong = told { t in SIMD3(2 * Float(sin(25 * t)), 0, 1) }
        #expect(tooLong.map(\.phase) == [.began, .cancelled(.tooLong)])
        #expect(tooLong[1].time > 3.3 && tooLong[1].time < 4)
    }

    @Test func aShakeThatNobodyWantsAnyMoreIsCancelled() {
        var engine = MotionEngine.watching()
        var told = Told()
        engine.follow(to: 1, into: &told) { SIMD3(2 * Float(sin(20 * $0)), 0, 1) }
        engine.end(.shakes, at: .seconds(1), into: &told)
        #expect(told.shakes == [.began, .cancelled(.interrupted)])
        engine.follow(from: 1, to: 3, into: &told) { SIMD3(2 * Float(sin(20 * $0)), 0, 1) }
        #expect(told.shakes.count == 2)
    }

    @Test func aLostSensorCancelsAndTheOrientationIsUnknown() {
        var engine = MotionEngine.watching()
        var told = Told()
        engine.follow(to: 2, into: &told) { t in t < 1 ? flat : SIMD3(2 * Float(sin(20 * t)), 0, 1) }
        engine.interrupt(at: .seconds(2), into: &told)
        #expect(told.shakes == [.began, .cancelled(.interrupted)] && told.orientations == [.faceUp, .unknown])
        engine.interrupt(at: .seconds(3), into: &told)
        #expect(told.events.count == 4)
    }

    @Test func readingsThatCannotBeAreNothing() {
        var engine = MotionEngine.watching()
        engine.begin(.data, at: .zero)
        var told = Told()
        for (i, force) in [.nan, .infinity, -.infinity, 1e30, .signalingNaN].enumerated() as EnumeratedSequence<[Float]>
        {
            engine.take(MotionReading(at: .seconds(Double(i)), acceleration: SIMD3(0, force, 0)), into: &told)
            engine.take(
                MotionReading(at: .seconds(Double(i)), acceleration: flat, rotationRate: SIMD3(0, 0, force)),
                into: &told)
        }
        #expect(told.events.isEmpty && engine.motion == nil)
        // A clock that stands or goes back tells nothing new either.
        engine.take(MotionReading(at: .seconds(5), acceleration: flat), into: &told)
        engine.take(MotionReading(at: .seconds(5), acceleration: SIMD3(1, 0, 0)), into: &told)
        engine.take(MotionReading(at: .seconds(4), acceleration: SIMD3(1, 0, 0)), into: &told)
        #expect(told.data.count == 1)
    }

    @Test func anyReadingsAtAnyTimeTellBeganAndEndInPairs() {
        var random = Seed.random("any motion")
        for _ in 0..<200 {
            var engine = MotionEngine()
            for parameters in [ShakeParameters.standard, .seismic(), .reactNative, .glPaint] {
                _ = engine.addShake(parameters)
            }
            let all: [MotionInterest] = [.shakes, .orientation, .data, .rotation]
            for interest in all { engine.begin(interest, at: .zero) }
            var told = Told()
            var time = Int64(random.next(below: 1000))
            for _ in 0..<400 {
                // (A clock that would go beyond its last moment ends the readings.)
                time &+= Int64(1) << Int64(random.next(below: random.next(below: 20) == 0 ? 62 : 18))
                if time < 0 { break }
                let now = Instant(microseconds: time)
                let force = SIMD3<Float>(random.direction() * random.number(0...3))
                switch random.next(below: 40) {
                case 0: engine.advance(to: now, into: &told)
                case 1: engine.interrupt(at: now, into: &told)
                case 2: engine.end(.shakes, at: now, into: &told)
                case 3: engine.begin(.shakes, at: .zero)
                default: engine.take(MotionReading(at: now, acceleration: force), into: &told)
                }
            }
            engine.interrupt(at: .never, into: &told)
            for number in 0..<UInt8(4) {
                let phases = told.events.compactMap { event -> ShakePhase? in
                    if case .shake(number, let phase) = event.kind { phase } else { nil }
                }
                for (i, phase) in phases.enumerated() { #expect((phase == .began) == (i % 2 == 0)) }
                #expect(phases.count % 2 == 0)
            }
            #expect(told.data.allSatisfy { ($0.attitude.quaternion * $0.attitude.quaternion).sum() < 1.001 })
        }
    }

    @Test func movementIsAChangeOnAnyAxisSinceTheLastOne() {
        var engine = MotionEngine()
        engine.movementThreshold = 0.1
        #expect(engine.isWanted && engine.movedAt == .never && !engine.rests(at: .seconds(100)))
        var told = Told()
        // What is seen first counts, and then noise does not.
        engine.follow(from: 1, to: 20, into: &told) { t in SIMD3(0.09 * Float(Int(t * 10) % 2), -0.09, 1) }
        #expect(engine.movedAt == .seconds(1) && !engine.rests(at: .seconds(10.99)) && engine.rests(at: .seconds(11)))
        // Nor does a change that is as large as the threshold; a larger one does, also in many small steps.
        engine.take(MotionReading(at: .seconds(21), acceleration: SIMD3(0, -0.1, 1.09)), into: &told)
        #expect(engine.movedAt == .seconds(1))
        engine.follow(from: 30, to: 32, into: &told) { t in SIMD3(0, -0.09 - Float(t - 30) * 0.06, 1) }
        #expect(engine.movedAt > .seconds(31.5) && engine.movedAt < .seconds(32))
        #expect(told.events.isEmpty)
        engine.move(at: .seconds(50))
        #expect(engine.movedAt == .seconds(50))
        engine.interrupt(at: .seconds(51), into: &told)
        #expect(engine.movedAt == .never && !engine.rests(at: .seconds(100)))
    }

    @Test func whoWantsDataOrShakesTheDeviceMissesReadings() {
        var told = Told()
        var engine = MotionEngine.watching()
        engine.movementThreshold = 0.1
        engine.take(MotionReading(at: .seconds(1), acceleration: SIMD3(0, 0, 1)), into: &told)
        #expect(engine.rests(at: .seconds(20)))
        for interest: MotionInterest in [.data, .rotation] {
            engine.begin(interest, at: .seconds(20))
            #expect(!engine.rests(at: .seconds(20)))
            engine.end(interest, at: .seconds(20), into: &told)
            #expect(engine.rests(at: .seconds(20)))
        }
        var other = MotionEngine.watching()
        other.take(MotionReading(at: .seconds(1), acceleration: SIMD3(0, 0, 1)), into: &told)
        #expect(!other.rests(at: .seconds(20)) && other.movedAt == .never)
        other.move(at: .seconds(2))
        #expect(other.movedAt == .never)
    }
}
