import TestSupport

@testable import TaplineViews

/// What a monitor shows, at the sizes that people have.
struct MonitorScreenTests {
    private func event(
        _ number: Int64, _ name: String, _ kind: String, _ state: String, x: Double = 600, y: Double = 240,
        touches: Int = 1, values: [(String, String)] = [], why: String? = nil
    ) -> ViewMessage {
        var event = ViewEvent()
        (event.sequence, event.time, event.name, event.kind, event.state) = (number, number * 10_000, name, kind, state)
        (event.x, event.y, event.touches, event.why) = (x, y, touches, why)
        event.values = values.map { .init(key: $0.0, text: $0.1) }
        return .event(event)
    }

    /// A panel with two fingers that zoom.
    private var zooming: MonitorState {
        var state = MonitorState(source: "/dev/ttyUSB0")
        var panel = ViewPanel(width: 800, height: 480)
        (panel.name, panel.board) = ("lamp", "HyperPixel 4")
        panel.zones = [
            .init(name: "left", shape: .rect(x: 0, y: 0, width: 400, height: 480)),
            .init(name: "knob", shape: .circle(x: 600, y: 240, radius: 120)),
        ]
        panel.lines = [.init(name: "GPIO23", isHigh: false, isActive: false)]
        state.take(.panel(panel), at: 0)
        state.take(.greeting(board: "HyperPixel 4", configuration: "sha256:0123456789"), at: 0)
        state.take(event(1, "select", "tap", "ended", x: 200, y: 150, values: [("taps", "1")]), at: 0)
        state.take(.level(time: 10_000, line: "GPIO23", isHigh: true, isActive: true), at: 0)
        state.take(.fingers(time: 20_000, [.init(id: 0, x: 500, y: 240), .init(id: 1, x: 650, y: 240)]), at: 10)
        state.take(event(2, "zoom", "pinch", "began", touches: 2, values: [("scale", "1")]), at: 10)
        state.take(.fingers(time: 30_000, [.init(id: 0, x: 440, y: 240), .init(id: 1, x: 780, y: 240)]), at: 20)
        state.take(event(5, "zoom", "pinch", "changed", touches: 2, values: [("scale", "1.8126")]), at: 20)
        state.take(event(6, "lamp", "swipe", "failed", why: "offAxis 41.2deg"), at: 20)
        state.take(.damaged(why: "no checksum", line: "$TL,1"), at: 20)
        state.take(.dropped(time: 30_000, 3), at: 20)
        return state
    }

    private func text(_ screen: Screen) -> String { (0..<screen.height).map { screen.row($0) }.joined(separator: "\n") }

    /// (Of two pages that disable each other the one that was told last was drawn, whichever was there.)
    @Test func zonesThatAreDisabledAreNotDrawn() {
        var state = MonitorState(source: "s")
        var decoder = MessageDecoder()
        func take(_ line: String) -> String {
            state.take(decoder.decode(Array(line.utf8)), at: 0)
            return text(MonitorScreen(isASCII: true).draw(state, at: 0, width: 80, height: 24))
        }
        let panel =
            #"{"tapline":"panel/1","width":800,"height":480,"zones":[{"name":"first","rect":[0,0,800,480]},"#
            + #"{"name":"second","rect":[0,0,800,480]}],"disabled":{"gestures":[],"zones":["second"]}}"#
        var shown = take(panel)
        #expect(shown.contains("+first-") && !shown.contains("second"))
        shown = take(#"{"t":5,"disabled":{"gestures":["tap"],"zones":["first"]}}"#)
        #expect(shown.contains("+second-") && !shown.contains("first"))
    }

    @Test func screenOf80By24() {
        let screen = MonitorScreen(isASCII: true).draw(zooming, at: 20, width: 80, height: 24)
        #expect(
            text(screen) == """
                 tapline  lamp, HyperPixel 4, 800x480 px                           /dev/ttyUSB0
                +----------------------------------------+ Gestures
                |+left--------------+                    | select ended
                ||                  |                    | zoom, 2 fingers, scale 1.81
                ||                  |          .         |
                ||                  |     ..........     | Lines
                ||                  |    ..        ..    | * GPIO23 high
                ||                  |    .          .    | Counters
                ||                  |  0...  knob.......1| 4 events, 0/s, 2 reports
                ||                  |    ..        ..    | 2 missing in 1 gap
                ||                  |     ..........     | 1 damaged
                ||                  |          .         | 3 left out by the daemon
                ||                  |                    | select 1  zoom 1
                |+------------------+                    | Why candidates failed
                +----------------------------------------+ lamp: offAxis 41.2deg
                 HyperPixel 4, sha256:01234567
                    0.010 s  select      ended      at 200,150
                    0.010 s      GPIO23  active, high
                    0.020 s  zoom        began      at 600,240, 2 fingers, scale 1
                 2 lines missing before 5
                 damaged: no checksum: $TL,1


                 q quit   space pause   c clear
                """)
    }

    @Test func screenOf200By50IsFilled() {
        let screen = MonitorScreen(isASCII: false).draw(zooming, at: 20, width: 200, height: 50)
        let rows = (0..<50).map { screen.row($0) }
        // The picture has 31 rows inside, so that 800 by 480 px are as wide as high as the panel is.
        #expect(rows[1].hasPrefix("┌" + String(repeating: "─", count: 100) + "┐ Gestures"))
        #expect(rows[32].hasPrefix("└"))
        #expect(rows.contains { $0.contains("● GPIO23 high") })
        #expect(rows.contains { $0.contains("zoom, 2 fingers, scale 1.81") })
        #expect(rows.contains { $0.contains("lamp: offAxis 41.2deg") })
        #expect(rows.contains { $0.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } })
        #expect(rows[49] == " q quit   space pause   c clear")
    }

    @Test(arguments: [(1, 1), (10, 3), (59, 24), (80, 15), (60, 16), (80, 24), (132, 43), (500, 200)])
    func everySizeIsFilledAndNothingGoesBeyondIt(_ width: Int, _ height: Int) {
        for isASCII in [true, false] {
            let screen = MonitorScreen(isASCII: isASCII).draw(zooming, at: 20, width: width, height: height)
            #expect(screen.width == width && screen.height == height)
            for y in 0..<height { #expect(screen.row(y).unicodeScalars.count <= width) }
            #expect(screen.row(height - 1).hasPrefix(String(" q quit".prefix(width)).trimmedEnd))
        }
    }

    // MARK: Motion

    /// The horizon of a device in whose frame this points up: `#` is ground.
    private func horizon(_ up: SIMD3<Double>) -> [String] {
        let picture = HorizonPicture(motion: ViewMotion(time: 0, acceleration: up), isASCII: true)
        return (0..<5).map { row in String((0..<13).map { picture.isGround($0, row) ? "#" : "." }) }
    }

    @Test func horizonIsLevelWhenTheDeviceIsHeldUpright() {
        let (sky, ground) = (String(repeating: ".", count: 13), String(repeating: "#", count: 13))
        #expect(horizon(SIMD3(0, 1, 0)) == [sky, sky, sky, ground, ground])
        #expect(horizon(SIMD3(0, -1, 0)) == [ground, ground, sky, sky, sky], "upside down")
        #expect(horizon(SIMD3(0, 0, 1)).allSatisfy { $0 == ground }, "who looks down sees the ground")
        #expect(horizon(SIMD3(0, 0, -1)).allSatisfy { $0 == sky })
    }

    @Test func horizonStandsOnEndWhereTheDeviceIsHeldSideways() {
        #expect(horizon(SIMD3(1, 0, 0)).allSatisfy { $0 == "######......." })
        #expect(horizon(SIMD3(-1, 0, 0)).allSatisfy { $0 == ".......######" })
    }

    @Test func horizonRisesAsTheTopIsTiltedAway() {
        let ground = [0.0, 0.1, 0.3, 0.6, 1].map { z in horizon(SIMD3(0, 1, z)).filter { $0.hasPrefix("#") }.count }
        #expect(ground == ground.sorted() && ground.first == 2 && ground.last == 5, "\(ground)")
        // Tilted to the left it is tilted, too: more ground on one side of each row.
        let tilted = horizon(SIMD3(0.5, 0.86, 0)).map { $0.filter { $0 == "#" }.count }
        #expect(tilted == tilted.sorted() && Set(tilted).count > 2, "\(tilted)")
    }

    @Test func sensorIsShownWhileItTellsSomething() {
        var state = zooming
        let screen = MonitorScreen(isASCII: true)
        #expect(!text(screen.draw(state, at: 20, width: 100, height: 40)).contains("Motion"))
        state.take(
            .motion(ViewMotion(time: 0, acceleration: SIMD3(-0.5, 0.87, 0), rotationRate: SIMD3(0, 3, 4))), at: 30)
        let large = text(screen.draw(state, at: 30, width: 100, height: 40))
        #expect(large.contains("x  -0.5 g --") && large.contains("y  0.87 g ++++") && large.contains("turning 5 rad/s"))
        #expect(text(screen.draw(state, at: 30, width: 80, height: 24)).contains("x -0.5 y 0.87 z 0 g"))
        for size in [(60, 16), (80, 24), (132, 43), (500, 200)] {
            let screen = screen.draw(state, at: 30, width: size.0, height: size.1)
            for y in 0..<size.1 { #expect(screen.row(y).unicodeScalars.count <= size.0) }
        }
        // That it is lost is an event with a number: nothing is missing behind it.
        let missing = state.sequence.missing
        state.take(.sensor(time: 40, sequence: 7, isThere: false), at: 40)
        state.take(event(8, "select", "tap", "ended"), at: 50)
        #expect(state.motion == nil && state.sequence.missing == missing)
        #expect(text(screen.draw(state, at: 50, width: 100, height: 40)).contains("the motion sensor is lost"))
    }

    @Test func shakeLeavesNoTrailOnThePanel() {
        var state = MonitorState(source: "")
        state.take(event(1, "shaken", "shake", "began", x: 0, y: 0, touches: 0), at: 0)
        #expect(state.fingers.isEmpty && state.trail.count == 0 && state.gestures.count == 1)
    }

    @Test func ringsAndPolygonsAreDrawnWithTheirNames() {
        var panel = ViewPanel(width: 800, height: 480)
        panel.zones = [
            .init(name: "dial", shape: .ring(x: 600, y: 240, inner: 60, outer: 160)),
            .init(name: "wedge", shape: .polygon([.init(x: 0, y: 0), .init(x: 400, y: 240), .init(x: 0, y: 480)])),
        ]
        var screen = Screen(width: 80, height: 24)
        let picture = PanelPicture(panel, columns: 80, rows: 24, isASCII: true)
        picture?.draw(MonitorState(source: "lamp"), at: 0, left: 0, top: 0, on: &screen)
        let rows = (0..<24).map { screen.row($0) }
        #expect(rows.contains { $0.contains("dial") } && rows.contains { $0.contains("wedge") })
        #expect(rows.joined().filter { $0 == "." }.count > 60)
    }

    @Test func asciiScreenHasNothingElse() {
        var state = zooming
        state.take(event(7, "écran 画面", "tap", "ended"), at: 20)
        let screen = MonitorScreen(isASCII: true).draw(state, at: 20, width: 100, height: 30)
        for y in 0..<screen.height { #expect(screen.row(y).unicodeScalars.allSatisfy { $0.isASCII }) }
    }

    @Test func wideCharactersTakeTwoColumns() {
        var screen = Screen(width: 10, height: 1)
        #expect(screen.put("画a", x: 0, y: 0) == 3)
        #expect(screen.row(0) == "画a")
        #expect(screen.put("画", x: 9, y: 0) == 9)
    }

    @Test func portraitPanelIsHighAndTheColumnGetsTheRest() {
        var state = MonitorState(source: "s")
        state.take(.panel(ViewPanel(width: 480, height: 800)), at: 0)
        let screen = MonitorScreen(isASCII: true).draw(state, at: 0, width: 80, height: 24)
        #expect(screen.row(1) == "+--------------+ Gestures")
        #expect(screen.row(14).hasPrefix("+--------------+ "))
    }

    @Test func squareMillimetresMakeASquareOfOblongPixels() {
        var panel = ViewPanel(width: 800, height: 400)
        panel.millimetres = (50, 50)
        var state = MonitorState(source: "s")
        state.take(.panel(panel), at: 0)
        #expect(
            MonitorScreen(isASCII: true).draw(state, at: 0, width: 80, height: 24).row(1).hasPrefix(
                "+------------------------+ "))
    }

    @Test func fingerAtTheLastPixelIsInsideTheFrame() {
        var state = MonitorState(source: "s")
        state.take(.panel(ViewPanel(width: 800, height: 480)), at: 0)
        state.take(
            .fingers(
                time: 0,
                [.init(id: 0, x: 0, y: 0), .init(id: 1, x: 799, y: 479), .init(id: 2, x: 5_000, y: -70)]), at: 0)
        let screen = MonitorScreen(isASCII: true).draw(state, at: 0, width: 80, height: 24)
        #expect(screen.row(2).hasPrefix("|0"))
        #expect(screen.row(2).contains("2|"))
        #expect(screen.row(13).contains("1|"))
    }

    @Test func trailFadesAndGoes() {
        var state = MonitorState(source: "s")
        state.take(.panel(ViewPanel(width: 800, height: 480)), at: 0)
        state.take(.fingers(time: 0, [.init(id: 0, x: 100, y: 200)]), at: 0)
        state.take(.fingers(time: 1, [.init(id: 0, x: 500, y: 200)]), at: 0)
        state.take(.fingers(time: 2, []), at: 0)
        let view = MonitorScreen(isASCII: true)
        #expect((0..<24).contains { view.draw(state, at: 0, width: 80, height: 24).row($0).contains("......") })
        #expect(
            !(0..<24).contains {
                view.draw(state, at: PanelPicture.trailTime, width: 80, height: 24).row($0).contains("..")
            })
    }

    @Test func trailDoesNotLeadFromOneTouchToTheNext() {
        var state = MonitorState(source: "s")
        state.take(.panel(ViewPanel(width: 800, height: 480)), at: 0)
        state.take(.fingers(time: 0, [.init(id: 0, x: 100, y: 200)]), at: 0)
        state.take(.fingers(time: 1, []), at: 0)
        state.take(.fingers(time: 2, [.init(id: 0, x: 500, y: 200)]), at: 0)
        let view = MonitorScreen(isASCII: true).draw(state, at: 0, width: 80, height: 24)
        #expect(!(0..<24).contains { view.row($0).contains("..") })
    }

    @Test func withoutFingersGesturesShowWhereTheyAre() {
        var state = MonitorState(source: "s")
        state.take(event(1, "drag", "pan", "began", x: 100, y: 50), at: 0)
        #expect(state.fingers.count == 1)
        state.take(event(2, "drag", "pan", "ended", x: 120, y: 50), at: 0)
        #expect(state.fingers.isEmpty)
        #expect(state.trail.count == 1)
    }

    @Test func runningGesturesStandStillWhenTheSourceHasGone() {
        var state = zooming
        state.lose("it was closed")
        #expect(state.fingers.isEmpty)
        #expect(!state.gestures.contains { $0.isRunning })
        let lost = MonitorScreen(isASCII: true).draw(state, at: 20, width: 80, height: 24)
        #expect(lost.row(0).hasSuffix("/dev/ttyUSB0: waiting for it"))
        state.comeBack(isNew: false)
        #expect(state.reconnections == 1)
        #expect(
            MonitorScreen(isASCII: true).draw(state, at: 20, width: 80, height: 24).row(0).hasSuffix("/dev/ttyUSB0"))
    }

    @Test func everythingInAMonitorIsBounded() {
        var state = zooming
        for number in 0..<10_000 {
            let name = "gesture \(number)"
            state.take(event(Int64(number), name, "tap", "ended", why: "why"), at: 0)
            state.take(event(Int64(number), name, "tap", "failed", why: "why"), at: 0)
            state.take(.level(time: 0, line: name, isHigh: nil, isActive: true), at: 0)
            state.take(.fingers(time: 0, [.init(id: number, x: 1, y: 1)]), at: 0)
        }
        #expect(state.gestures.count == 64)
        #expect(state.lines.count == 64)
        #expect(state.log.count == 500)
        #expect(state.failures.count == 64)
        #expect(state.trail.count == 2_048)
        #expect(state.fingers.count == 1)
    }

    @Test func screenThatHasNotChangedCostsNothing() {
        var writer = ScreenWriter(isColoured: true)
        let view = MonitorScreen(isASCII: true)
        let first = writer.bytes(for: view.draw(zooming, at: 20, width: 80, height: 24))
        #expect(first.contains("\u{1B}[2J"))
        #expect(writer.bytes(for: view.draw(zooming, at: 20, width: 80, height: 24)) == "")
        var moved = zooming
        moved.take(.fingers(time: 40_000, [.init(id: 0, x: 440, y: 240)]), at: 20)
        let change = writer.bytes(for: view.draw(moved, at: 20, width: 80, height: 24))
        #expect(!change.isEmpty && change.utf8.count < 400)
        writer.forget()
        #expect(writer.bytes(for: view.draw(zooming, at: 20, width: 80, height: 24)) == first)
    }

    @Test func withoutColourThereIsNoStyle() {
        var writer = ScreenWriter(isColoured: false)
        let bytes = writer.bytes(for: MonitorScreen(isASCII: true).draw(zooming, at: 20, width: 80, height: 24))
        #expect(!bytes.contains(";3") && !bytes.contains("[0;"))
        var coloured = ScreenWriter(isColoured: true)
        #expect(
            coloured.bytes(for: MonitorScreen(isASCII: true).draw(zooming, at: 20, width: 80, height: 24)).contains(
                "[0;7m"))
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
