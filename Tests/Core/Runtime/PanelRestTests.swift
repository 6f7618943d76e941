import TestSupport

private struct Told: QuietSink {
    var touches: [String] = []
    var taps: [Int64] = []
    /// Stages that began and ended: the event and the time in ms.
    var stages: [String] = []
    /// Levels of the backlight, with times in ms.
    var levels: [(level: OutputLevel, at: Int64)] = []
    mutating func emit(_ event: GestureEvent) {
        let ms = event.time.microseconds / 1_000
        if event.gesture == 0 { taps.append(ms) } else { stages.append("\(event.gesture) \(event.state.name) \(ms)") }
    }
    mutating func emit(_ touch: TouchEvent) { touches.append("\(touch.phase.name) \(touch.touches)") }
    mutating func set(line: Int, level: OutputLevel, at now: Instant) {
        levels.append((level, now.microseconds / 1_000))
    }
}

private typealias Gestures = GesturePipeline<StandardRecognizer, Told, 5, 1, 1, 0, 1>

/// A panel with a tap, and what it told.
private final class Bench {
    var panel: Gestures
    var told = Told()

    /// - Parameters:
    ///   - stages: after how many ms each begins, and whether the touch that ends it is swallowed.
    ///   - light: the level of the backlight in each stage, in thousandths, and the time that it takes, ms.
    init(
        _ stages: [(after: Int64, swallows: Bool)] = [(30_000, true)], grace: Int64 = 300,
        light: [(level: UInt16, fade: Int64)] = [], touchTimeout: Microseconds = .unlimited, begins: Int64? = 0,
        wakers: RecognizerSet = RecognizerSet(), sleeps: Bool = false
    ) throws {
        var setup = GestureSetup<StandardRecognizer, 1, 1, 0>()
        _ = try setup.add(.tap(TapRecognizer()))
        var outputs = OutputBank<Told, 1>()
        _ = outputs.append(LineOutput(gestures: RecognizerSet(), pattern: .part))
        var rest = PanelRest()
        rest.grace = .milliseconds(grace)
        rest.wakers = wakers
        for (index, stage) in stages.enumerated() {
            _ = rest.append(
                RestStage(
                    after: .milliseconds(stage.after), event: index + 1, isSwallowing: stage.swallows,
                    isSleeping: sleeps))
        }
        var backlight = BacklightOutput(line: 0)
        for (index, entry) in light.enumerated() {
            backlight.set(entry.level, in: index, fade: .milliseconds(entry.fade))
        }
        if !light.isEmpty { _ = rest.append(backlight) }
        outputs.set(rest)
        var told = Told()
        if let begins { outputs.begin(at: ms(begins), into: &told) }
        panel = Gestures(
            geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), touchTimeout: touchTimeout, setup: setup,
            outputs: outputs)
        panel.emitsTouches = true
    }

    var rest: PanelRest { panel.rest }
    var deadline: Instant { panel.deadline }

    func report(_ time: Int64, _ fingers: Int32...) { report(time, fingers) }
    func report(_ time: Int64, _ fingers: [Int32]) {
        panel.report(
            Contacts(fingers.map { Contact(id: $0, x: 100 + 140 * Float($0), y: 100) }), at: ms(time), into: &told)
    }
    /// A finger that lands at `time` and lifts 50 ms later.
    func tap(_ time: Int64) {
        for rest: Int64 in [0, 20, 40] { report(time + rest, 0) }
        report(time + 50)
    }
    func wait(until time: Int64) { panel.advance(to: ms(time), into: &told) }
    func stir(_ time: Int64) { panel.stir(at: ms(time), into: &told) }
    func state(_ time: Int64) -> PanelRest.State { panel.rest.state(at: ms(time)) }
}

private func ms(_ ms: Int64) -> Instant { Instant(microseconds: ms * 1_000) }

/// `while: untouched`: the finger that wakes a panel does nothing else.
@Suite struct PanelRestTests {
    @Test func fingerThatWakesIsSwallowedUntilItLifts() throws {
        let bench = try Bench()
        bench.tap(40_000)
        #expect(bench.told.touches.isEmpty && bench.told.taps.isEmpty)
        bench.tap(41_000)
        #expect(bench.told.taps == [41_050] && bench.told.touches.first == "began 1")
        #expect(bench.told.stages == ["1 began 30000", "1 ended 40000"])
    }

    @Test(arguments: [(Int64(29_999), 2), (30_000, 1)])
    func restIsCountedFromTheLastLiftInclusive(rest: Int64, taps: Int) throws {
        let bench = try Bench()
        bench.tap(1_000)
        bench.tap(1_050 + rest)
        #expect(bench.told.taps.count == taps)
    }

    @Test func panelThatHasJustBegunIsAwake() throws {
        // (A clock that has run for days.)
        let bench = try Bench(begins: 900_000_000)
        bench.tap(900_001_000)
        #expect(bench.told.taps.count == 1)
    }

    @Test func recordingWhoseClockBeginsLateIsAwakeToo() throws {
        let bench = try Bench(begins: nil)
        bench.tap(900_000_000)
        bench.tap(900_040_000)
        #expect(bench.told.taps == [900_000_050])
    }

    @Test func fingersThatJoinAreSwallowedUntilAllHaveLifted() throws {
        let bench = try Bench()
        bench.report(40_000, 0)
        bench.report(40_020, 0, 1)
        bench.report(40_060, 1)
        bench.report(40_900, 1, 2, 3, 4)
        #expect(bench.state(40_900) == .waking)
        bench.report(45_100)
        #expect(bench.told.touches.isEmpty)
        bench.tap(45_500)
        #expect(bench.told.taps == [45_550])
    }

    @Test func fingerThatRestsWithoutReportsIsNoNewOne() throws {
        let bench = try Bench()
        bench.report(1_000, 0)
        bench.report(1_020, 0)
        // (An input device tells changes only.)
        bench.report(61_000, 0)
        bench.report(61_100)
        #expect(bench.told.touches == ["began 1", "ended 0"] && bench.told.stages.isEmpty)
    }

    @Test func fingerThatWakesAndIsThereAfterAResetIsStillSwallowed() throws {
        let bench = try Bench(grace: 0)
        for at in stride(from: Int64(40_000), to: 140_000, by: 5_000) { bench.report(at, 0) }
        bench.panel.cancelTouches(at: ms(140_000), identitiesMayChange: true, into: &bench.told)
        bench.report(140_400, 3)
        bench.report(142_000, 3)
        bench.report(142_010)
        #expect(bench.told.touches.isEmpty)
        bench.tap(142_100)
        #expect(bench.told.taps == [142_150])
    }

    @Test func failedReadsAndEmptyReportsAreNoFingers() throws {
        let bench = try Bench()
        for at in stride(from: Int64(0), to: 40_000, by: 1_000) {
            bench.report(at)
            bench.panel.missReport(at: ms(at + 500), into: &bench.told)
        }
        bench.tap(40_500)
        #expect(bench.told.touches.isEmpty)
    }

    @Test func withoutAStageEveryFingerCountsAndNothingIsTold() throws {
        let bench = try Bench([])
        bench.tap(100_000_000)
        #expect(bench.told.taps.count == 1 && bench.told.stages.isEmpty && bench.deadline == .never)
        #expect(bench.state(200_000_000) == .active)
    }

    // MARK: Grace

    @Test(arguments: [(Int64(299), 0), (300, 1)])
    func fingersThatLandWithinTheGraceAreSwallowed(after: Int64, taps: Int) throws {
        let bench = try Bench()
        bench.tap(40_000)
        #expect(bench.state(40_050) == .waking)
        bench.tap(40_050 + after)
        #expect(bench.told.taps.count == taps)
        // The second one gives no grace of its own.
        bench.tap(40_050 + after + 1_000)
        #expect(bench.told.taps.count == taps + 1)
        #expect(bench.state(42_000) == .active)
    }

    @Test func otherWakersGiveTheGraceToo() throws {
        let bench = try Bench()
        bench.wait(until: 35_000)
        #expect(bench.state(35_000) == .resting)
        bench.stir(36_000)
        #expect(bench.told.stages == ["1 began 30000", "1 ended 36000"] && bench.state(36_000) == .waking)
        bench.tap(36_299)
        #expect(bench.told.taps.isEmpty)
        bench.tap(36_400)
        #expect(bench.told.taps == [36_450])
    }

    @Test(arguments: [(Int64(39_999), 0), (40_000, 1)])
    func whatStirsAnAwakePanelPutsItsRestOff(until: Int64, stages: Int) throws {
        let bench = try Bench()
        bench.stir(10_000)
        bench.wait(until: until)
        #expect(bench.told.stages.count == stages)
        bench.tap(until)
        #expect(bench.told.taps.count == 1 - stages)
    }

    @Test func eventsOfOtherSourcesWakeWhereTheyAreNamed() throws {
        for wakes in [false, true] {
            let bench = try Bench(wakers: wakes ? RecognizerSet(9) : RecognizerSet())
            bench.wait(until: 30_000)
            bench.panel.take(
                GestureEvent(
                    time: ms(31_000), gesture: 9, zone: 0, kind: "nextTrack", isContinuous: false, state: .ended,
                    touches: 0, location: .zero, values: .none), into: &bench.told)
            #expect(bench.told.stages.contains("1 ended 31000") == wakes)
            // It wakes before anybody hears of it.
            #expect(bench.told.stages.last == "9 ended 31000")
        }
    }

    // MARK: Stages

    @Test func stagesBeginByTimeAndEndTogetherTheLastOneFirst() throws {
        let bench = try Bench([(10_000, false), (30_000, true), (60_000, true)])
        bench.wait(until: 9_999)
        #expect(bench.told.stages.isEmpty && bench.state(9_999) == .active)
        bench.wait(until: 10_000)
        #expect(bench.state(10_000) == .dimmed)
        bench.wait(until: 100_000)
        #expect(bench.state(100_000) == .resting && bench.deadline == .never)
        bench.tap(100_001)
        #expect(
            bench.told.stages == [
                "1 began 10000", "2 began 30000", "3 began 60000", "3 ended 100001", "2 ended 100001", "1 ended 100001",
            ])
        #expect(bench.told.taps.isEmpty)
    }

    @Test func fingerThatEndsADimmedStageCounts() throws {
        let bench = try Bench([(10_000, false), (30_000, true)])
        bench.tap(29_999)
        #expect(bench.told.taps == [30_049] && bench.told.stages == ["1 began 10000", "1 ended 29999"])
        bench.tap(60_049)
        #expect(bench.told.taps.count == 1)
    }

    @Test func panelThatIsSentToSleepBeginsEveryStageAtOnceAndIsAsleepUntilSomethingWakesIt() throws {
        let bench = try Bench([(10_000, false), (30_000, true)])
        bench.report(1_000, 0)
        bench.panel.sendToRest(at: ms(1_010), into: &bench.told)
        #expect(bench.told.touches == ["began 1", "cancelled 0"] && bench.rest.isAsleep)
        #expect(bench.told.stages == ["1 began 1010", "2 began 1010"])
        bench.wait(until: 1_000_000)
        #expect(bench.told.stages.count == 2 && bench.rest.isAsleep)
        bench.stir(1_000_000)
        #expect(!bench.rest.isAsleep && bench.state(1_000_300) == .active)
        bench.wait(until: 1_010_000)
        #expect(bench.told.stages.last == "1 began 1010000")
    }

    @Test func remoteThatComesAndGoesLetsThePanelSleepWhenItHasStayed() throws {
        let bench = try Bench(sleeps: true)
        bench.wait(until: 30_000)
        #expect(bench.rest.isAsleep)
        for time in stride(from: Int64(40_000), to: 100_000, by: 9_999) {
            bench.panel.setWakeable(false, at: ms(time))
            #expect(!bench.rest.isAsleep && bench.deadline == .never)
            bench.panel.setWakeable(true, at: ms(time))
            bench.panel.setWakeable(true, at: ms(time + 5_000))
            #expect(bench.deadline == ms(time + 10_000), "from when it came")
            bench.wait(until: time + 9_998)
            #expect(!bench.rest.isAsleep, "at \(time) ms")
        }
        bench.wait(until: bench.deadline.microseconds / 1_000)
        #expect(bench.rest.isAsleep && bench.deadline == .never)
    }

    @Test func touchThatNoReportConfirmsAnyMoreIsOverAlsoForTheRest() throws {
        let bench = try Bench(touchTimeout: .milliseconds(2_000))
        // A finger that wakes and whose lift is lost, and then one that counts.
        for start: Int64 in [40_000, 50_000] {
            bench.report(start, 0)
            bench.wait(until: start + 3_000)
        }
        #expect(bench.told.touches == ["began 1", "cancelled 0"])
        bench.wait(until: 82_000)
        #expect(bench.told.stages == ["1 began 30000", "1 ended 40000", "1 began 82000"])
    }

    // MARK: Backlight

    @Test func backlightFadesInStepsAndShinesAtOnce() throws {
        let bench = try Bench([(10_000, true)], light: [(200, 100)])
        bench.wait(until: 20_000)
        let wanted: [(UInt16, Bool)] = [(840, true), (680, true), (520, true), (360, true), (200, false)]
        #expect(bench.told.levels.map(\.at) == [10_020, 10_040, 10_060, 10_080, 10_100])
        #expect(bench.told.levels.map(\.level) == wanted.map { .brightness($0.0, isFading: $0.1) })
        bench.tap(20_010)
        #expect(bench.told.levels.count == 6 && bench.told.levels[5].level == .brightness(1_000, isFading: false))
        #expect(bench.told.levels[5].at == 20_010)
        // In the middle of a fade, too, and without a step after it.
        bench.wait(until: 30_100)
        #expect(bench.told.levels.last?.level == .brightness(680, isFading: true))
        bench.stir(30_105)
        bench.wait(until: 39_000)
        #expect(
            bench.told.levels.last?.level == .brightness(1_000, isFading: false) && bench.told.levels.last?.at == 30_105
        )
    }

    @Test func backlightWithoutAFadeChangesWithItsStage() throws {
        let bench = try Bench([(10_000, false), (20_000, true)], light: [(300, 0), (0, 0)])
        bench.wait(until: 20_000)
        #expect(bench.told.levels.map(\.at) == [10_000, 20_000])
        #expect(bench.told.levels.map(\.level) == [.brightness(300, isFading: false), .brightness(0, isFading: false)])
    }

    @Test func levelsOfBacklightsAreWrittenAsShares() {
        func text(_ level: UInt16) -> String {
            var line = ByteLine()
            OutputLevel.brightness(level, isFading: false).writeFigure(isActiveLow: false, into: &line)
            return String(decoding: (0..<line.count).map { line[$0] }, as: UTF8.self)
        }
        #expect([0, 1, 10, 200, 205, 999, 1_000].map(text) == ["0", "0.001", "0.01", "0.2", "0.205", "0.999", "1"])
    }

    // MARK: Against a rule that is written once more

    /// A thousand wakes of one to five fingers that land and lift at any time, beside touches that count: every touch that was
    /// told is one that the rule lets through, and none is missing.
    @Test func randomWakesLeakNothingAndLoseNothing() throws {
        var random = Seed.random("random wakes")
        let bench = try Bench([(2_000, true)], grace: 300)
        // The same panel without a rest, which is shown what the rule lets through.
        let wanted = try Bench([])
        var rule = NaiveRest(after: 2_000, grace: 300)
        var now: Int64 = 0
        var fingers: Set<Int32> = []
        while rule.wakes < 1_000 {
            let rests = random.next(below: 3) == 0
            let waits = !fingers.isEmpty ? 5 : rests ? 1_900 + random.next(below: 200) : random.next(below: 500)
            now += Int64(waits + 1 + random.next(below: 40))
            let finger = Int32(random.next(below: 5))
            if fingers.contains(finger) { fingers.remove(finger) } else { fingers.insert(finger) }
            if random.next(below: 4) == 0 { fingers.removeAll() }
            rule.report(fingers, at: now)
            bench.report(now, fingers.sorted())
            wanted.report(now, rule.shown.sorted())
        }
        #expect(bench.told.touches.count > 1_000 && bench.told.touches == wanted.told.touches)
        #expect(bench.told.taps == wanted.told.taps)
        #expect(bench.told.stages.filter { $0.hasPrefix("1 ended") }.count == rule.wakes)
    }

    // MARK: Ghosts, on a panel whose board asks more of contacts (finger 0 lands at 100 px, finger 1 at 240)

    private func armed(_ change: (inout GhostRules) -> Void) throws -> Bench {
        let bench = try Bench()
        var rules = GhostRules()
        change(&rules)
        bench.panel.arm(with: rules)
        return bench
    }

    @Test func maskedContactNeitherWakesThePanelNorKeepsItAwakeNorHidesFingers() throws {
        let bench = try armed { $0.ignore(.init(left: 50, top: 0, right: 150, bottom: 479)) }
        bench.tap(20_000)
        bench.tap(40_000)
        #expect(bench.told.stages == ["1 began 30000"] && bench.told.touches.isEmpty)
        // It stays, and a finger wakes the panel, which then counts fingers again.
        bench.report(50_000, 0)
        for at: Int64 in [50_100, 50_120, 50_140] { bench.report(at, 0, 1) }
        bench.report(50_150, 0)
        #expect(bench.told.stages == ["1 began 30000", "1 ended 50100"] && bench.told.touches.isEmpty)
        for at: Int64 in [51_000, 51_020, 51_040] { bench.report(at, 0, 1) }
        bench.report(51_050, 0)
        #expect(bench.told.taps == [51_050])
        bench.wait(until: 82_000)
        #expect(bench.told.stages.last == "1 began 81050")
    }

    @Test func contactThatLivesTooShortDoesNotWake() throws {
        for (life, wakes) in [(Int64(29), false), (30, true)] {
            let bench = try armed { $0.minimumLife = .milliseconds(30) }
            bench.report(40_000, 0)
            bench.report(40_000 + life)
            bench.wait(until: 40_100)
            #expect(bench.told.stages == ["1 began 30000"] + (wakes ? ["1 ended 40030"] : []), "\(life)")
            #expect(bench.told.touches.isEmpty && bench.told.taps.isEmpty)
            bench.tap(41_000)
            #expect(bench.told.taps.count == (wakes ? 1 : 0), "it is awake when it was woken, and untouched then")
        }
    }

    /// The bus was away for a minute under a finger: what is there afterwards may be that finger, or a ghost at its place.
    @Test(arguments: [Int32(0), 3])
    func ghostThatIsTakenForAFingerFromBeforeAResetDoesNotWake(id: Int32) throws {
        for (life, wakes) in [(Int64(10), false), (30, true)] {
            let bench = try armed { $0.minimumLife = .milliseconds(30) }
            for at in stride(from: Int64(10_000), to: 10_100, by: 10) { bench.report(at, 0) }
            bench.panel.cancelTouches(at: ms(10_100), identitiesMayChange: true, into: &bench.told)
            bench.wait(until: 70_000)
            #expect(bench.told.stages == ["1 began 40100"])
            func show(_ at: Int64) {
                bench.panel.report(Contacts([Contact(id: id, x: 101, y: 100)]), at: ms(at), into: &bench.told)
            }
            for at in stride(from: Int64(70_000), through: 70_000 + life, by: 10) { show(at) }
            bench.report(70_010 + life)
            #expect(bench.told.stages.dropFirst() == (wakes ? ["1 ended 70030"] : []), "\(id), \(life)")
            #expect(bench.told.touches == ["began 1", "cancelled 0"], "it stays cancelled")
        }
    }

    /// It proves real later than it lands: what counts is when it landed.
    @Test func fingerThatLandsWithinTheGraceOrBeforeTheRestIsJudgedByItsLanding() throws {
        for (landing, counts) in [(Int64(40_359), false), (40_360, true)] {
            let bench = try armed { $0.minimumLife = .milliseconds(40) }
            bench.report(40_000, 0)
            bench.report(40_060)
            for time: Int64 in [0, 20, 40, 60] { bench.report(landing + time, 0) }
            bench.report(landing + 80)
            #expect(bench.told.taps.count == (counts ? 1 : 0), "\(landing)")
        }
        for (landing, counts) in [(Int64(29_990), true), (30_000, false)] {
            let bench = try armed { $0.minimumLife = .milliseconds(40) }
            for time: Int64 in [0, 20, 40, 60] { bench.report(landing + time, 0) }
            bench.report(landing + 80)
            #expect(bench.told.taps.count == (counts ? 1 : 0), "\(landing)")
            #expect(bench.told.stages.last == "1 ended \(landing + 40)")
        }
    }

    @Test func placeThatTouchesItselfLikeClockworkLetsThePanelRest() throws {
        let bench = try armed { $0.dropsPeriodic = true }
        for count: Int64 in 1...20 { bench.tap(count * 12_864) }
        // The first five are touches; then nobody is there.
        #expect(bench.told.taps.count == 5)
        #expect(bench.told.stages == ["1 began 94370"])
        // A place that begins to while the panel rests is learned as well: five wake it.
        let dark = try armed { $0.dropsPeriodic = true }
        for count: Int64 in 1...12 { dark.tap(count * 40_000) }
        #expect(dark.told.stages.count { $0.contains("ended") } == 5)
        #expect(dark.told.touches.isEmpty)
    }

    @Test(arguments: [(Float(60), Float(80)), (Contact.palm, Contact.palm)])
    func palmThatLiesOnARestingPanelWakesNobody(palmSize: Float, large: Float) throws {
        let bench = try armed { $0.palmSize = palmSize }
        func palm(_ time: Int64, _ size: Float, and fingers: [Contact] = []) {
            bench.panel.report(
                Contacts([Contact(id: 7, x: 700, y: 400, pressure: size)] + fingers), at: ms(time), into: &bench.told)
        }
        palm(40_000, large)
        // (It is none again until it lifts, whatever it is called meanwhile.)
        palm(40_250, 20)
        palm(40_500, large)
        #expect(bench.told.stages == ["1 began 30000"])
        // A finger that grows into one has woken it, and keeps it awake no longer.
        bench.report(41_000)
        palm(42_000, 20)
        palm(42_020, large)
        bench.wait(until: 80_000)
        #expect(bench.told.stages == ["1 began 30000", "1 ended 42000", "1 began 72020"])
        #expect(bench.told.touches.isEmpty)
    }

    @Test func armedPanelSwallowsTheSameFingers() throws {
        let bench = try armed { $0.ignore(.init(left: 790, top: 0, right: 799, bottom: 10)) }
        let plain = try Bench()
        for bench in [bench, plain] {
            bench.report(40_000, 0)
            bench.report(40_020, 0, 1)
            bench.report(40_060, 1)
            bench.report(40_900, 1, 2, 3, 4)
            bench.report(45_100)
            bench.tap(45_300)
            bench.tap(46_000)
            bench.report(50_000, 0, 2)
            bench.report(50_020, 0, 2)
            bench.report(50_040)
        }
        #expect(bench.told.touches == plain.told.touches && bench.told.taps == plain.told.taps)
        #expect(bench.told.taps == [46_050] && bench.told.stages == plain.told.stages)
    }

    /// The rule in the plainest words: which fingers are shown to gestures.
    private struct NaiveRest {
        let after: Int64
        let grace: Int64
        var lastTouch: Int64 = 0
        var isDown = false
        var isHidden = false
        var didWake = false
        var hiddenUntil = Int64.min
        var shown: Set<Int32> = []
        var wakes = 0

        init(after: Int64, grace: Int64) { (self.after, self.grace) = (after, grace) }

        mutating func report(_ fingers: Set<Int32>, at now: Int64) {
            if !fingers.isEmpty, !isDown {
                didWake = now - lastTouch >= after
                wakes += didWake ? 1 : 0
                isHidden = didWake || now < hiddenUntil
            }
            if fingers.isEmpty, isDown {
                lastTouch = now
                if didWake { hiddenUntil = now + grace }
                didWake = false
            }
            isDown = !fingers.isEmpty
            shown = isHidden ? [] : fingers
        }
    }
}
