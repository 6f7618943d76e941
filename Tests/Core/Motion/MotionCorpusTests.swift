import Foundation
import TestSupport

/// Synthetic motion with labels. (`MovingDevice` and `Episode` make it, and know nothing of detectors.)
@Suite struct MotionCorpusTests {
    #if DEBUG
        private static let usual = 300
    #else
        private static let usual = 20_000
    #endif

    private func play(_ episode: Episode, on sensor: inout Sensor) -> Told {
        var engine = MotionEngine.watching()
        var told = Told()
        sensor.readings(of: episode.device, until: episode.duration) { engine.take($0, into: &told) }
        return told
    }

    @Test func episodesAreToldAsTheyAreLabelled() {
        let wanted = ProcessInfo.processInfo.environment["TAPLINE_MOTION_EPISODES"].flatMap(Int.init) ?? Self.usual
        var seeds = Seed.random("motion corpus, \(wanted) episodes")
        var (shaken, found, cutShort) = (0, 0, 0)
        var (falseShakes, wrongOrientations, fluttering) = (0, 0, 0)
        for _ in 0..<wanted {
            let seed = seeds.next()
            var random = SplitMix64(seed: seed)
            let episode = Episode(random: &random)
            var sensor = Sensor(random: &random, rate: random.number(25...200))
            let told = play(episode, on: &sensor)
            if episode.shaken == nil {
                if !told.shakes.isEmpty {
                    falseShakes += 1
                    print("a shake in \(episode.kind), seed \(seed): \(told.shakes)")
                }
            } else {
                shaken += 1
                let end: ShakePhase = episode.kind == .longShake ? .cancelled(.tooLong) : .ended
                if told.shakes == [.began, end] {
                    found += 1
                } else {
                    print("a shake missed, seed \(seed): \(told.shakes)")
                }
                if told.shakes.count > 2 { cutShort += 1 }
            }
            if told.orientations.last != episode.orientation { wrongOrientations += 1 }
            // One at the beginning; where it is turned there may be one on the way.
            let most = [.turning, .drop].contains(episode.kind) ? 3 : 1
            if told.orientations.count > most { fluttering += 1 }
        }
        print("shakes \(found) of \(shaken), more than one event each \(cutShort), others \(falseShakes)")
        print("orientations wrong \(wrongOrientations), fluttering \(fluttering)")
        // (One of 100 may be missed; where there are few, chance may miss four. Two of nine kinds are shakes: far fewer were a
        // mistake of the corpus.)
        #expect(shaken > wanted / 10 && shaken - found <= max(shaken / 100, 4))
        #expect(cutShort <= max(shaken / 1000, 1) && falseShakes <= max(wanted / 2000, 1))
        #expect(wrongOrientations <= max(wanted / 1000, 1) && fluttering <= max(wanted / 1000, 1))
    }

    @Test func tenHoursOfWalkingAndBumpsShakeNothing() {
        #if DEBUG
            let hours = 0.1
        #else
            let hours = 10.0
        #endif
        var random = Seed.random("walking and bumps, \(hours) h")
        var (time, shakes) = (0.0, 0)
        while time < hours * 3600 {
            var engine = MotionEngine.watching()
            var told = Told()
            var sensor = Sensor(random: &random, rate: random.number(25...200))
            // A minute or so with one sensor.
            for _ in 0..<10 {
                let episode = Episode(random.next(below: 3) > 0 ? .walking : .bump, random: &random)
                sensor.readings(of: episode.device, until: episode.duration, from: time) {
                    engine.take($0, into: &told)
                }
                time += episode.duration
            }
            shakes += told.shakes.count
        }
        #expect(shakes == 0)
    }

    @Test(arguments: [25.0, 50, 100, 200]) func shakesAreFoundAtEveryRate(rate: Double) {
        var random = Seed.random("shakes at \(rate) Hz")
        #if DEBUG
            let wanted = 40
        #else
            let wanted = 1_000
        #endif
        var found = 0
        for _ in 0..<wanted {
            let episode = Episode(.shake, random: &random)
            var sensor = Sensor(random: &random, rate: rate)
            if play(episode, on: &sensor).shakes == [.began, .ended] { found += 1 }
        }
        #expect(wanted - found <= max(wanted / 100, 3), "\(found) of \(wanted)")
    }
}
