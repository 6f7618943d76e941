import TaplineConfiguration
import TestSupport

@testable import TaplineViews

/// What a plot shows of a recording.
struct PlotTests {
    private func touch(_ id: String, _ state: String, _ time: Int64, _ x: Double, _ y: Double) -> ViewEvent {
        var event = ViewEvent()
        (event.subject, event.name, event.kind, event.state) = (.touch, id, "touch", state)
        (event.time, event.x, event.y) = (time, x, y)
        return event
    }

    private func gesture(_ name: String, _ kind: String, _ state: String, _ time: Int64) -> ViewEvent {
        var event = ViewEvent()
        (event.name, event.kind, event.state, event.time, event.x, event.y) = (name, kind, state, time, 10, 20)
        return event
    }

    private func data(_ events: [ViewEvent], millimetres: (Double, Double)? = nil) -> PlotData {
        var panel = ViewPanel(width: 800, height: 400)
        panel.millimetres = millimetres
        var data = PlotData(panel: panel)
        for event in events { data.take(event) }
        return data
    }

    @Test func fingerHasTheLowestNumberThatIsFree() {
        let data = data([
            touch("7", "began", 0, 1, 1), touch("8", "began", 5, 2, 2), touch("7", "ended", 10, 1, 1),
            touch("9", "began", 20, 3, 3),
        ])
        #expect(data.paths.map(\.finger) == [0, 1, 0])
        #expect(data.paths.map(\.isDown) == [false, true, true])
    }

    @Test func markGoesFromWhereAGestureBeganToWhereItEnded() {
        let data = data([
            gesture("drag", "pan", "began", 10), gesture("drag", "pan", "changed", 20),
            gesture("tap", "tap", "ended", 25),
            gesture("drag", "pan", "cancelled", 30), gesture("drag", "pan", "began", 40),
            gesture("swipe", "swipe", "failed", 45),
        ])
        #expect(data.marks.map(\.name) == ["drag", "tap", "drag"])
        #expect(data.marks.map { $0.ended?.time } == [30, nil, nil])
        #expect(data.marks.map(\.isCancelled) == [true, false, false])
        #expect(data.marks.map(\.isDiscrete) == [false, true, false])
        #expect(data.span == 10...40)
    }

    /// An incremental gesture reports the change since the event before, 0 at its end: a list says what it changed in all.
    @Test func incrementalGestureIsListedWithItsSums() {
        func event(_ state: String, _ time: Int64, _ dx: String, _ scale: String) -> ViewEvent {
            var event = gesture("shape", "transform", state, time)
            event.values = [
                .init(key: "dx", text: dx), .init(key: "dy", text: "-1.5"), .init(key: "scale", text: scale),
                .init(key: "rotation", text: "0.1"),
            ]
            return event
        }
        let events = [
            event("began", 0, "9", "9"), event("ended", 1, "9", "9"), event("began", 10, "4", "1.5"),
            event("changed", 20, "6.5", "2"), event("ended", 30, "0", "1"),
        ]
        var data = PlotData(panel: ViewPanel(width: 800, height: 400))
        data.incremental = ["shape"]
        for event in events { data.take(event) }
        var whole = events[4]
        whole.values = [
            .init(key: "dx", text: "10.5"), .init(key: "dy", text: "-4.5"), .init(key: "scale", text: "3"),
            .init(key: "rotation", text: "0.3"),
        ]
        #expect(data.marks.count == 2 && data.marks[1].summary == whole.summary)
        #expect(self.data(events).marks[1].summary == events[4].summary)
    }

    @Test func tentativeTapIsOneMark() {
        let data = data([gesture("press", "tap", "tentative", 10), gesture("press", "tap", "revoked", 20)])
        #expect(data.marks.count == 1)
        #expect(data.marks[0].isCancelled)
    }

    @Test func speedOfAnEvenWayIsEven() {
        var events = [touch("0", "began", 0, 0, 0)]
        for step in 1...20 {
            events.append(touch("0", "moved", Int64(step) * 10_000, Double(step) * 3, Double(step) * 4))
        }
        events.append(touch("0", "ended", 210_000, 60, 80))
        let data = data(events)
        let speeds = data.speed(of: data.paths[0], scale: (1, 1))
        #expect(speeds.count == 20)
        for speed in speeds { #expect(abs(speed.value - 500) < 0.01) }
        let inMillimetres = data.speed(of: data.paths[0], scale: (0.1, 0.1))
        #expect(abs((inMillimetres.last?.value ?? 0) - 50) < 0.01)
    }

    @Test func spanOfTwoFingersIsTheirDistance() {
        let data = data([
            touch("0", "began", 0, 0, 0), touch("1", "began", 0, 30, 40), touch("1", "moved", 10, 60, 80),
            touch("0", "ended", 20, 0, 0), touch("1", "moved", 30, 70, 80), touch("1", "ended", 40, 70, 80),
        ])
        let curves = data.spans(scale: (1, 1))
        #expect(curves.count == 1)
        #expect(curves[0].map(\.value) == [50, 100, 100])
        #expect(curves[0].map(\.time) == [0, 10, 20])
    }

    @Test func oneFingerHasNoSpan() {
        let data = data([touch("0", "began", 0, 0, 0), touch("0", "moved", 10, 9, 9), touch("0", "ended", 20, 9, 9)])
        #expect(data.spans(scale: (1, 1)).isEmpty)
        #expect(!PlotPicture(data, title: "t").svg.contains("span, "))
    }

    @Test func pictureSaysWhatItIsOf() {
        let svg = PlotPicture(
            data(
                [
                    touch("0", "began", 1_000_000, 0, 0), touch("0", "moved", 1_050_000, 100, 0),
                    touch("0", "ended", 1_100_000, 100, 0), gesture("drag", "pan", "began", 1_050_000),
                    gesture("drag", "pan", "ended", 1_100_000),
                ], millimetres: (80, 40)), title: "a <b> & \"c\"\u{7}"
        ).svg
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(svg.contains(">a &lt;b&gt; &amp; &quot;c&quot;\u{FFFD}<"))
        #expect(svg.contains("800x400 px, 80x40 mm; 0.1 s, 1 touch, 1 gesture"))
        #expect(svg.contains("speed, mm/s"))
        #expect(svg.contains(">0.05 s drag to 0.1 s<"))
    }

    @Test func ringsAndPolygonsAreDrawnWithTheirNames() {
        var panel = ViewPanel(width: 800, height: 400)
        panel.zones = [
            .init(name: "dial", shape: .ring(x: 400, y: 200, inner: 50, outer: 100)),
            .init(name: "wedge", shape: .polygon([.init(x: 0, y: 0), .init(x: 80, y: 0), .init(x: 0, y: 40)])),
        ]
        var data = PlotData(panel: panel)
        data.take(touch("0", "began", 0, 1, 1))
        let svg = PlotPicture(data, title: "").svg
        #expect(svg.split(separator: "<circle").count >= 3 && svg.contains(">dial<") && svg.contains(">wedge<"))
        #expect(svg.contains("<polygon fill=\"none\" stroke=\"#b5b5bd\" stroke-dasharray=\"4 3\""))
    }

    @Test func everythingIsFinite() {
        // One instant, one place, and a panel that is a line.
        var panel = ViewPanel(width: 1, height: 1_000_000)
        panel.zones = [.init(name: "z", shape: .circle(x: 0, y: 0, radius: 1e9))]
        var data = PlotData(panel: panel)
        data.take(touch("0", "began", .max, 1e300, -1e300))
        data.take(touch("0", "ended", .max, 1e300, -1e300))
        data.take(gesture("tap", "tap", "ended", .max))
        let svg = PlotPicture(data, title: "").svg
        #expect(!svg.contains("nan") && !svg.contains("inf"))
        // What times from outside may be.
        var wide = PlotData(panel: panel)
        wide.take(touch("0", "began", .min, 0, 0))
        wide.take(touch("0", "moved", .max, 0, 0))
        _ = PlotPicture(wide, title: "").svg
    }

    @Test func manyGesturesAreListedUpToABound() {
        let data = data((0..<500).map { gesture("g\($0 % 40)", "tap", "ended", Int64($0)) })
        let svg = PlotPicture(data, title: "t").svg
        #expect(svg.contains(">and 476 more<"))
    }

    @Test(arguments: [(0.0, 0.2), (7, 2), (8, 2), (9, 5), (0.03, 0.01), (4_000, 1_000)])
    func stepsAreRound(_ range: Double, _ step: Double) {
        #expect(abs(PlotPicture.step(range, count: 4) - (range == 0 ? 1 : step)) < 1e-9)
    }

    @Test func coloursAreThoseOfTheirHue() {
        #expect(PlotPicture.colour(hue: 0, saturation: 1, lightness: 0.5) == "#ff0000")
        #expect(PlotPicture.colour(hue: 120, saturation: 1, lightness: 0.5) == "#00ff00")
        #expect(PlotPicture.colour(hue: 240, saturation: 1, lightness: 0.25) == "#000080")
        #expect(PlotPicture.colour(hue: 30, saturation: 0, lightness: 1) == "#ffffff")
    }

    // MARK: Motion

    /// 2 s at rest but for the second half, in which x swings by `peak` g, and a shake that is told of it.
    private func shaken(peak: Float) throws -> PlotData {
        let text = """
            tapline: config/1
            gestures: [{name: tap, kind: tap}]
            motion: [{name: soft, kind: shake}, {name: hard, kind: shake, like: seismic}]

            """
        let configuration = try Configuration<StandardRecognizer>(
            ConfigurationSource(Array(text.utf8), file: "c.yaml"),
            panel: PanelGeometry(.init(rawWidth: 8, rawHeight: 4)))
        var data = data([])
        data.motion = PlotMotion(configuration.motion)
        for i in 0..<200 {
            let x: Float = i < 100 ? 0 : i % 20 < 10 ? peak : -peak
            data.motion.take(MotionReading(at: Instant(microseconds: Int64(i) * 10_000), acceleration: SIMD3(x, 1, 0)))
        }
        for (state, time) in [("began", Int64(1_300_000)), ("ended", 1_900_000)] {
            var event = gesture("soft", "shake", state, time)
            (event.touches, event.x, event.y) = (0, 0, 0)
            data.take(event)
        }
        return data
    }

    @Test func axesThresholdsAndShakesAreDrawn() throws {
        let data = try shaken(peak: 2)
        #expect(data.span == 0...1_990_000 && !data.isEmpty)
        #expect(data.motion.thresholds.map(\.name) == ["soft", "hard"])
        #expect(data.motion.thresholds.map(\.countsGravity) == [false, true])
        #expect(
            abs(data.motion.thresholds[0].value - 0.7) < 1e-6 && abs(data.motion.thresholds[1].value - 1.3256) < 1e-3)
        let svg = PlotPicture(data, title: "t").svg
        for label in ["acceleration, g", "soft", "hard (light)", "-2", "1.3 s soft to 1.9 s"] {
            #expect(svg.contains(">\(label)<"), "\(label)")
        }
        #expect(svg.contains(">s since the beginning, at 0 s of the recording's clock<"))
        #expect(svg.contains("#dbe6f8"), "the shake is shaded")
        // (It has no place on the panel: no sign is drawn, and no number.)
        #expect(svg.split(separator: "<polygon").count == 2, "the legend's")
    }

    @Test func gravityIsNoneOfTheUsersAcceleration() throws {
        let data = try shaken(peak: 0)
        let user = data.motion.curve { $0.user.length }
        #expect(user.allSatisfy { $0.value < 0.001 })
        #expect(data.motion.curve { $0.acceleration.length }.allSatisfy { abs($0.value - 1) < 0.001 })
    }

    @Test func recordingWithoutASensorIsDrawnAsEver() {
        let svg = PlotPicture(data([touch("0", "began", 0, 1, 1), touch("0", "ended", 10, 1, 1)]), title: "t").svg
        #expect(!svg.contains("acceleration") && svg.contains("s since the first touch"))
    }
}
