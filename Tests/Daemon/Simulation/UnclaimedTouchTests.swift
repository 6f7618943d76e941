import TaplineConfiguration
import TaplineLinux
import TestSupport

/// What a browser behind `{uinput: touchscreen}` is told: the touches that no gesture claims.
@Suite struct UnclaimedTouchTests {
    /// Takes what the touchscreen gets, and reads it as a program behind it does.
    private struct Browser: QuietSink {
        var touches = PortFormat.Touches.zone(0)
        var frames = TouchscreenFrames(PanelGeometry(.init(rawWidth: 800, rawHeight: 480)))
        var reader = EvdevReader(.slots, x: EvdevAxis(maximum: 799), y: EvdevAxis(maximum: 479))
        var reports: [String] = []
        /// The identities of touches that have been told of, and those that were taken away as palms.
        var seen = Set<Int32>()
        var palms = 0
        var recognized: [Int] = []

        mutating func see(_ event: EvdevEvent) {
            var contacts = Contacts()
            if event.code == EvdevCode.tool, event.type == EvdevCode.absolute, event.value == 2 { palms += 1 }
            guard reader.take(event, contacts: &contacts) == .report else { return }
            for index in 0..<contacts.count { seen.insert(contacts[index].id) }
            reports.append(
                (0..<contacts.count).map { "\(Int(contacts[$0].x)),\(Int(contacts[$0].y))" }.joined(separator: " "))
        }

        private mutating func show(_ touch: TouchEvent, _ told: PortFormat.Touches) {
            guard told == touches else { return }
            var events: [EvdevEvent] = []
            frames.take(touch) { events.append($0) }
            for event in events { see(event) }
        }

        mutating func finish() {
            var events: [EvdevEvent] = []
            frames.finish { events.append($0) }
            for event in events { see(event) }
        }

        mutating func emit(_ touch: TouchEvent) { show(touch, .all) }
        mutating func emit(_ touch: TouchEvent, to zone: Int) { show(touch, .zone(zone)) }
        mutating func emit(_ event: GestureEvent) { if event.isRecognition { recognized.append(event.gesture) } }
    }

    private struct Kiosk: ~Copyable {
        var pipeline: StandardGesturePipeline<StandardRecognizer, Browser>
        var browser = Browser()

        init(_ text: String, output: String = "{uinput: touchscreen}") throws {
            let panel = PanelGeometry(.init(rawWidth: 800, rawHeight: 480))
            let configuration = try Configuration<StandardRecognizer>(
                ConfigurationSource(
                    Array("tapline: config/1\n\(text)\noutputs: [\(output)]\n".utf8), file: "c.yaml"), panel: panel)
            let setup = try configuration.setup()
            browser.touches = configuration.touchscreenTouches ?? .zone(99)
            pipeline = StandardGesturePipeline(
                geometry: panel, setup: setup, outputs: configuration.outputBank(for: Browser.self))
        }

        mutating func report(_ milliseconds: Int64, _ fingers: (id: Int32, x: Float, y: Float)...) {
            let contacts = Contacts(fingers.map { Contact(id: $0.id, x: $0.x, y: $0.y) })
            pipeline.report(contacts, at: Instant(microseconds: milliseconds * 1_000), into: &browser)
            browser.finish()
        }

        mutating func wait(until milliseconds: Int64) {
            pipeline.advance(to: Instant(microseconds: milliseconds * 1_000), into: &browser)
            browser.finish()
        }

        /// One finger goes from a place to another in steps of 10 ms, and lifts.
        mutating func drag(_ start: Int64, from: (Float, Float), to: (Float, Float), steps: Int) {
            for step in 0...steps {
                let part = Float(step) / Float(steps)
                report(
                    start + Int64(step) * 10,
                    (0, from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part))
            }
            report(start + Int64(steps + 1) * 10)
        }
    }

    @Test func tapThatNoSwipeCanBeIsPassedOnWhenItLifts() throws {
        var kiosk = try Kiosk("gestures: [{name: back, kind: swipe}]")
        kiosk.report(0, (0, 100, 100))
        #expect(kiosk.browser.reports == [], "it may become a swipe")
        kiosk.report(60)
        #expect(kiosk.browser.reports == ["100,100", ""] && kiosk.browser.palms == 0)
    }

    @Test func swipeIsNothingToTheBrowser() throws {
        var kiosk = try Kiosk("gestures: [{name: back, kind: swipe}]")
        kiosk.drag(0, from: (100, 100), to: (300, 100), steps: 10)
        kiosk.wait(until: 2_000)
        #expect(kiosk.browser.recognized == [0])
        #expect(kiosk.browser.reports == [])
    }

    @Test func dragThatNoSwipeCanBeIsPassedOnWithItsWay() throws {
        var kiosk = try Kiosk("gestures: [{name: back, kind: swipe, directions: [left, right]}]")
        kiosk.drag(0, from: (100, 100), to: (100, 300), steps: 20)
        #expect(kiosk.browser.recognized == [])
        #expect(kiosk.browser.reports == (0...20).map { "100,\(100 + $0 * 10)" } + [""])
    }

    @Test func longPressClaimsAndAShorterOneIsPassedOn() throws {
        var kiosk = try Kiosk("gestures: [{name: menu, kind: longPress}]")
        kiosk.report(0, (0, 50, 60))
        kiosk.report(490)
        #expect(kiosk.browser.reports == ["50,60", ""])
        kiosk.report(1_000, (0, 50, 60))
        kiosk.wait(until: 1_600)
        kiosk.report(1_700)
        kiosk.wait(until: 3_000)
        #expect(kiosk.browser.recognized == [0] && kiosk.browser.reports == ["50,60", ""])
    }

    @Test func secondFingerIsPassedOnToo() throws {
        var kiosk = try Kiosk("gestures: [{name: menu, kind: longPress, touches: 3}]")
        kiosk.report(0, (0, 10, 10), (1, 20, 20))
        kiosk.report(10, (0, 10, 50), (1, 20, 60))
        kiosk.report(20)
        kiosk.wait(until: 2_000)
        #expect(kiosk.browser.reports == ["10,10 20,20", "10,50 20,60", ""])
    }

    @Test func gestureThatDoesNotHoldBackTakesItsTouchAwayAsAPalm() throws {
        var kiosk = try Kiosk("gestures: [{name: menu, kind: longPress, delaysBegan: false}]")
        kiosk.report(0, (0, 50, 60))
        #expect(kiosk.browser.reports == ["50,60"])
        kiosk.wait(until: 600)
        #expect(kiosk.browser.recognized == [0] && kiosk.browser.palms == 1)
        #expect(kiosk.browser.reports == ["50,60", "50,60", ""], "as a palm, then lifted")
        kiosk.report(700, (0, 90, 90))
        kiosk.report(800)
        #expect(kiosk.browser.reports.count == 3, "and nothing after it")
    }

    @Test func gestureThatClaimsNothingLeavesTheBrowserItsTouch() throws {
        var kiosk = try Kiosk("gestures: [{name: press, kind: longPress, cancelsTouches: false}]")
        kiosk.report(0, (0, 50, 60))
        kiosk.wait(until: 600)
        kiosk.report(700)
        #expect(kiosk.browser.recognized == [0] && kiosk.browser.reports == ["50,60", ""])
        #expect(kiosk.browser.palms == 0)
    }

    @Test func firstTapOfADoubleTapComesWhenThereIsNoSecond() throws {
        var kiosk = try Kiosk("gestures: [{name: zoom, kind: tap, taps: 2}]")
        kiosk.report(0, (0, 50, 60))
        kiosk.report(50)
        kiosk.wait(until: 300)
        #expect(kiosk.browser.reports == [])
        kiosk.wait(until: 1_000)
        #expect(kiosk.browser.reports == ["50,60", ""])
        for start in [2_000, 2_150] as [Int64] {
            kiosk.report(start, (0, 50, 60))
            kiosk.report(start + 50)
        }
        kiosk.wait(until: 4_000)
        #expect(kiosk.browser.recognized == [0] && kiosk.browser.reports.count == 2, "both taps are claimed")
    }

    @Test func controlKeepsItsFinger() throws {
        var kiosk = try Kiosk("zones: [{name: ok, rect: [0%, 0%, 50%, 100%], control: button}]")
        kiosk.report(0, (0, 100, 100))
        kiosk.report(50)
        #expect(kiosk.browser.reports == [])
        kiosk.report(100, (0, 500, 100))
        kiosk.report(150)
        #expect(kiosk.browser.reports == ["500,100", ""])
    }

    @Test func zoneOfTheBrowserGetsNothingFromBesideIt() throws {
        var kiosk = try Kiosk(
            "zones: [{name: page, rect: [0%, 0%, 50%, 100%]}]", output: "{uinput: touchscreen, zone: page}")
        kiosk.report(0, (0, 100, 100), (1, 500, 100))
        kiosk.report(50, (1, 500, 110))
        kiosk.report(60)
        #expect(kiosk.browser.reports == ["100,100", ""])
    }

    @Test func everyTouchIsToldAtOnceWhereThatIsWanted() throws {
        var kiosk = try Kiosk(
            "gestures: [{name: back, kind: swipe}]", output: "{uinput: touchscreen, unclaimed: false}")
        kiosk.drag(0, from: (100, 100), to: (300, 100), steps: 4)
        #expect(kiosk.browser.recognized == [0])
        #expect(kiosk.browser.reports == ["100,100", "150,100", "200,100", "250,100", "300,100", ""])
    }

    @Test func endLiftsEverything() throws {
        var kiosk = try Kiosk(
            "gestures: [{name: menu, kind: longPress, delaysBegan: false}, {name: back, kind: swipe}]")
        kiosk.report(0, (0, 10, 10), (1, 20, 20))
        kiosk.pipeline.end(at: Instant(microseconds: 50_000), into: &kiosk.browser)
        kiosk.browser.finish()
        #expect(kiosk.browser.reports.last == "" && kiosk.browser.palms == 2)
    }

    /// Fingers at random over gestures that claim at random: the browser ends with no finger down, and where nothing was
    /// recognized it has had every one of them.
    @Test(arguments: 0..<30) func browserHearsOfEveryFingerOrOfNone(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var kiosk = try Kiosk(
            """
            gestures:
              - {name: back, kind: swipe, touches: 2}
              - {name: menu, kind: longPress}
              - {name: zoom, kind: tap, taps: 2}
            """)
        var time: Int64 = 0
        for _ in 0..<40 {
            let before = (kiosk.browser.seen.count, kiosk.browser.recognized.count)
            let count = Int.random(in: 1...3, using: &random)
            var fingers = (0..<count).map { id in
                (
                    id: Int32(id), x: Float.random(in: 50...750, using: &random),
                    y: Float.random(in: 50...430, using: &random)
                )
            }
            // (Contacts of a single report beside others are ghosts.)
            for _ in 0..<Int.random(in: 4...60, using: &random) {
                let contacts = Contacts(fingers.map { Contact(id: $0.id, x: $0.x, y: $0.y) })
                kiosk.pipeline.report(contacts, at: Instant(microseconds: time * 1_000), into: &kiosk.browser)
                kiosk.browser.finish()
                time += 10
                let step = Float.random(in: -8...8, using: &random)
                for index in fingers.indices { fingers[index].x += step }
            }
            kiosk.report(time)
            // (Long enough that nothing is in doubt, and that the next tap is the first one.)
            time += 2_000
            kiosk.wait(until: time)
            let news = (kiosk.browser.seen.count - before.0, kiosk.browser.recognized.count - before.1)
            #expect(kiosk.browser.reports.last ?? "" == "", "seed \(seed): a finger stays")
            #expect(kiosk.browser.palms == 0, "seed \(seed): held back, and claimed all the same")
            if news.1 == 0 { #expect(news.0 == count, "seed \(seed): \(news.0) of \(count) fingers") }
            if news.1 > 0, count == 1 { #expect(news.0 == 0, "seed \(seed): claimed, and told") }
        }
    }
}
