import TaplineLinux
import TestSupport

/// From touches to the events of a touchscreen of one's own, as a reader of the kernel's events understands them.
@Suite struct TouchscreenFramesTests {
    /// A touchscreen of 800 × 480 px, and what its reader makes of it.
    private struct Screen {
        var frames: TouchscreenFrames
        var reader: EvdevReader
        /// What a reader of one finger sees: pressed, x, y.
        var pointer = (isDown: false, x: Int32(0), y: Int32(0))
        /// The contacts after each report, `x,y` in the order of slots; `palm` where one is.
        var reports: [String] = []
        private var palms = Set<Int32>()
        private var slot: Int32 = 0

        init(millimetres: (Double, Double)? = nil) {
            let axis = { (maximum: Int32) in EvdevAxis(maximum: maximum) }
            frames = TouchscreenFrames(
                PanelGeometry(.init(rawWidth: 800, rawHeight: 480, rawMillimetres: millimetres)))
            reader = EvdevReader(.slots, x: axis(799), y: axis(479))
        }

        mutating func emit(
            _ phase: TouchPhase, _ touch: UInt32, at milliseconds: Int64, _ x: Float = 0, _ y: Float = 0
        ) {
            var events: [EvdevEvent] = []
            frames.take(
                TouchEvent(
                    time: Instant(microseconds: milliseconds * 1_000), identity: touch, phase: phase,
                    location: Point(x: x, y: y), tapCount: 1, touches: 1, zone: 0)
            ) { events.append($0) }
            see(events)
        }

        mutating func finish() {
            var events: [EvdevEvent] = []
            frames.finish { events.append($0) }
            see(events)
        }

        private mutating func see(_ events: [EvdevEvent]) {
            for event in events {
                switch (event.type, event.code) {
                case (EvdevCode.absolute, EvdevCode.slot): slot = event.value
                case (EvdevCode.absolute, EvdevCode.tool) where event.value == 2: palms.insert(slot)
                case (EvdevCode.absolute, EvdevCode.tool): palms.remove(slot)
                case (EvdevCode.absolute, EvdevCode.x): pointer.x = event.value
                case (EvdevCode.absolute, EvdevCode.y): pointer.y = event.value
                case (EvdevCode.key, EvdevCode.touch): pointer.isDown = event.value != 0
                default: break
                }
                var contacts = Contacts()
                guard reader.take(event, contacts: &contacts) == .report else { continue }
                let places = (0..<contacts.count).map { "\(Int(contacts[$0].x)),\(Int(contacts[$0].y))" }
                reports.append(places.joined(separator: " ") + (palms.isEmpty ? "" : " palm"))
                if contacts.count == 0 { palms = [] }
            }
        }
    }

    @Test func touchLandsMovesAndLifts() {
        var screen = Screen()
        screen.emit(.began, 7, at: 0, 100.4, 200.6)
        #expect(screen.reports == [], "the report may go on")
        screen.finish()
        #expect(screen.reports == ["100,201"] && screen.pointer == (true, 100, 201))
        screen.emit(.moved, 7, at: 10, 110, 200)
        screen.finish()
        screen.emit(.ended, 7, at: 20, 110, 200)
        screen.finish()
        screen.finish()
        #expect(screen.reports == ["100,201", "110,200", ""] && !screen.pointer.isDown)
    }

    @Test func whatHappensAtOnceIsOneReport() {
        var screen = Screen()
        screen.emit(.began, 1, at: 0, 10, 10)
        screen.emit(.began, 2, at: 0, 20, 20)
        screen.emit(.moved, 1, at: 10, 11, 10)
        screen.emit(.moved, 2, at: 10, 21, 20)
        screen.finish()
        #expect(screen.reports == ["10,10 20,20", "11,10 21,20"])
    }

    @Test func wholeWayOfATouchThatWasHeldBackIsTold() {
        var screen = Screen()
        screen.emit(.began, 1, at: 0, 10, 10)
        for step in 1...30 { screen.emit(.moved, 1, at: Int64(step) * 10, 10 + Float(step), 10) }
        screen.emit(.ended, 1, at: 310, 40, 10)
        screen.finish()
        #expect(screen.reports == (0...30).map { "\(10 + $0),10" } + [""])
    }

    @Test func touchThatBeginsAndEndsAtOneInstantIsTwoReports() {
        var screen = Screen()
        screen.emit(.began, 1, at: 5, 10, 10)
        screen.emit(.ended, 1, at: 5, 10, 10)
        screen.finish()
        #expect(screen.reports == ["10,10", ""])
    }

    @Test func touchThatIsTakenAwayIsAPalmBeforeItLifts() {
        var screen = Screen()
        screen.emit(.began, 1, at: 0, 10, 10)
        screen.emit(.began, 2, at: 0, 20, 20)
        screen.emit(.cancelled, 1, at: 10, 10, 10)
        screen.finish()
        #expect(screen.reports == ["10,10 20,20", "10,10 20,20 palm", "20,20 palm"])
        #expect(screen.pointer == (true, 20, 20), "the finger that stays stands for all")
        // The place is a finger's again.
        screen.emit(.began, 3, at: 20, 30, 30)
        screen.emit(.ended, 2, at: 30)
        screen.finish()
        #expect(screen.reports.suffix(2) == ["30,30 20,20", "30,30"])
    }

    @Test func severalThatAreTakenAwayAtOnceGoTogether() {
        var screen = Screen()
        for touch in 1...3 { screen.emit(.began, UInt32(touch), at: 0, Float(touch), 0) }
        for touch in 1...3 { screen.emit(.cancelled, UInt32(touch), at: 10) }
        screen.finish()
        #expect(screen.reports == ["1,0 2,0 3,0", "1,0 2,0 3,0 palm", " palm"])
        #expect(!screen.pointer.isDown)
    }

    @Test func fingerThatHasBeenThereLongestStandsForAll() {
        var screen = Screen()
        screen.emit(.began, 1, at: 0, 10, 10)
        screen.emit(.began, 2, at: 10, 20, 20)
        screen.emit(.ended, 1, at: 20)
        screen.emit(.began, 3, at: 30, 30, 30)
        screen.finish()
        #expect(screen.pointer == (true, 20, 20), "not the one that has got the lower slot since")
        // Identities begin anew after 65,536.
        for touch in UInt32(4)..<70_000 {
            screen.emit(.began, touch, at: Int64(touch) * 10, 40, 40)
            screen.emit(.ended, touch, at: Int64(touch) * 10 + 5)
        }
        screen.finish()
        #expect(screen.pointer.isDown && screen.reports.last == "30,30 20,20")
    }

    @Test func placesAreOrientedPixelsOfThePanel() {
        // 1 px is 2 pt across.
        var screen = Screen(
            millimetres: (1600 * PanelGeometry.millimetresPerPoint, 480 * PanelGeometry.millimetresPerPoint))
        screen.emit(.began, 1, at: 0, 400, 100)
        screen.emit(.moved, 1, at: 10, 1_700, -5)
        screen.emit(.moved, 1, at: 20, .nan, .infinity)
        screen.finish()
        #expect(screen.reports == ["200,100", "799,0", "0,479"])
    }

    @Test func seventeenthTouchIsCountedAndNothingIsToldOfIt() {
        var screen = Screen()
        for touch in 0..<17 { screen.emit(.began, UInt32(touch), at: 0, Float(touch), 0) }
        screen.emit(.moved, 16, at: 10, 99, 99)
        screen.emit(.ended, 16, at: 20)
        screen.finish()
        #expect(screen.reports == [(0..<16).map { "\($0),0" }.joined(separator: " ")])
        #expect(screen.frames.lost == 1)
        screen.emit(.ended, 3, at: 30)
        screen.emit(.began, 17, at: 40, 50, 50)
        screen.finish()
        #expect(screen.frames.lost == 1 && screen.reports.last?.contains("50,50") == true)
    }

    /// A touchscreen that is told random touches, against a dictionary of those that are down.
    @Test(arguments: 0..<20) func randomTouchesAreThoseOfANaiveReader(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var screen = Screen()
        var down: [UInt32: Float] = [:]
        var next: UInt32 = 0
        var time: Int64 = 0
        for _ in 0..<400 {
            time += 10
            var isChanged = false
            for touch in down.keys.sorted() where Int.random(in: 0..<3, using: &random) == 0 {
                isChanged = true
                let x = Float(Int.random(in: 0..<800, using: &random))
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    screen.emit(.ended, touch, at: time)
                    down[touch] = nil
                case 1:
                    screen.emit(.cancelled, touch, at: time)
                    down[touch] = nil
                default:
                    screen.emit(.moved, touch, at: time, x, 1)
                    down[touch] = x
                }
            }
            if down.count < 8, Bool.random(using: &random) {
                isChanged = true
                next += 1
                down[next] = Float(Int.random(in: 0..<800, using: &random))
                screen.emit(.began, next, at: time, down[next]!, 1)
            }
            guard isChanged else { continue }
            screen.finish()
            let seen = screen.reports.last?.replacing(" palm", with: "").split(separator: " ").map(String.init) ?? []
            #expect(seen.sorted() == down.values.map { "\(Int($0)),1" }.sorted(), "seed \(seed) at \(time)")
            #expect(screen.pointer.isDown == !down.isEmpty, "seed \(seed) at \(time)")
        }
    }
}
