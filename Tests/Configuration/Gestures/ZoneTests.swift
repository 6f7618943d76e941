import TaplineConfiguration
import TestSupport

@Suite struct ZoneTests {
    private func complaints(_ entry: String) -> [String] {
        TaplineConfigurationTests.complaints("tapline: config/1\nzones:\n  - \(entry)\n")
    }

    @Test func rectanglesAndCirclesAreInPoints() throws {
        let zones = try configuration(
            """
            tapline: config/1
            zones:
              - {name: left, rect: [0%, 10%, 50%, 100%]}
              - {name: knob, circle: [25%, 50px, 10%], parent: left, multipleTouch: false, exclusiveTouch: false}
              - {name: pixels, rect: [10px, 10px, 20px, 30px], enabled: false, hidden: true}
              - {name: mixed, rect: [-4mm, 0, 10pt, 4mm]}
            """
        ).zones
        #expect(zones[0].shape == .rectangle(origin: Point(x: 0, y: 48), size: Vector(x: 800, y: 480)))
        #expect(zones[0].parent == nil)
        #expect(zones[1].shape == .circle(center: Point(x: 400, y: 50), radius: 48))
        #expect(zones[1].parent == 0)
        #expect(!zones[1].multipleTouch && !zones[1].exclusiveTouch && zones[1].isEnabled && !zones[1].isHidden)
        #expect(zones[2].shape == .rectangle(origin: Point(x: 20, y: 10), size: Vector(x: 40, y: 30)))
        #expect(!zones[2].isEnabled && zones[2].isHidden)
        guard case .rectangle(let origin, let size) = zones[3].shape else { throw Missing("no rectangle") }
        #expect(abs(origin.x + 25.196_85) < 1e-4 && origin.y == 0 && size.x == 10)
    }

    @Test func controlsAreReadAndReachTheEngine() throws {
        let controls: [(String, Control)] = [
            ("control: button", .button), ("control: switch", .switch),
            ("control: {slider: horizontal}", .horizontalSlider), ("control: {slider: vertical}", .verticalSlider),
            ("control: slider, axis: horizontal", .horizontalSlider),
            ("axis: vertical, control: slider", .verticalSlider),
        ]
        var text = "tapline: config/1\nzones:\n  - {name: plain, rect: [0, 0, 9pt, 9pt]}\n"
        for (index, control) in controls.enumerated() {
            text += "  - {name: z\(index), rect: [0, 0, 9pt, 9pt], \(control.0)}\n"
        }
        let read = try configuration(text)
        let setup = try read.setup()
        #expect(read.zones[0].control == nil && setup.zoneTree[1].control == nil)
        for (index, control) in controls.enumerated() {
            #expect(read.zones[index + 1].control == control.1)
            #expect(setup.zoneTree[index + 2].control == control.1)
        }
        #expect(setup.zoneTree.hasControls)
    }

    @Test func ringsAndPolygonsAreReadAndReachTheEngine() throws {
        let read = try configuration(
            """
            tapline: config/1
            zones:
              - {name: dial, ring: [25%, 50%, 10pt, 20pt]}
              - {name: wedge, polygon: [[0, 0], [100%, 0%], [50%, 100%]]}
              - {name: square, polygon: [[10pt, 10pt], [20pt, 10pt], [20pt, 20pt], [10pt, 20pt]]}
            """)
        #expect(read.zones[0].shape == .ring(center: Point(x: 400, y: 240), inner: 10, outer: 20))
        #expect(read.zones[1].shape == .polygon([.zero, Point(x: 1_600, y: 0), Point(x: 800, y: 480)]))
        var tree = try read.setup().zoneTree
        let zones = [(415, 240), (400, 240), (800, 470), (5, 470), (15, 15)].map { (x: Float, y: Float) in
            tree.hit(Point(x: x, y: y))
        }
        #expect(zones == [2, 2, 2, 0, 3])
        let box = tree.box(of: 2)
        #expect(box?.from == .zero && box?.to == Point(x: 1_600, y: 480))
    }

    @Test func aPolygonHasThreeToSixteenCornersOnThePanelAndDoesNotCrossItself() {
        func corners(_ places: [(Int, Int)]) -> String {
            "{name: a, polygon: [" + places.map { "[\($0.0)pt, \($0.1)pt]" }.joined(separator: ", ") + "]}"
        }
        /// A star-shaped ring of corners that never crosses itself: up the left side, down the right one.
        func ladder(_ count: Int) -> String {
            let half = count / 2
            return corners((0..<half).map { (10, 10 + $0 * 10) } + (0..<count - half).map { (100, 200 - $0 * 10) })
        }
        for count in [4, 16] { #expect(complaints(ladder(count)).isEmpty) }
        #expect(complaints(corners([(0, 0), (10, 0), (0, 10)])).isEmpty)
        // A notch is none.
        #expect(complaints(corners([(0, 0), (20, 10), (0, 20), (10, 10)])).isEmpty)
        let right = "write 3 to 16 corners: [[0%, 0%], [50%, 0%], [25%, 50%]]"
        let order = "name the corners in their order around it"
        expect([
            corners([(0, 0), (10, 0)]): "c.yaml:3:24: 'polygon' has 2 corners; \(right)",
            ladder(17): "c.yaml:3:24: 'polygon' has 17 corners; \(right)",
            "{name: a, polygon: 5}": "c.yaml:3:24: 'polygon' is '5'; \(right)",
            // An hourglass, a corner twice, there and back, an edge through a corner.
            corners([(0, 0), (10, 10), (10, 0), (0, 10)]): "c.yaml:3:51: the edges of 'polygon' cross; \(order)",
            corners([(0, 0), (10, 0), (10, 0), (0, 10)]):
                "c.yaml:3:50: a corner of 'polygon' lies on the one before it; \(order)",
            corners([(0, 0), (10, 0), (5, 0)]): "c.yaml:3:37: the edges of 'polygon' cross; \(order)",
            corners([(0, 0), (20, 0), (10, 10), (10, 0), (0, 10)]):
                "c.yaml:3:50: the edges of 'polygon' cross; \(order)",
            corners([(0, 0), (1_600, 0), (1_601, 10)]):
                "c.yaml:3:52: a corner of 'polygon' lies outside the panel; the panel is 800px wide and 480px high, "
                + "from 0 on",
            corners([(0, 0), (10, -1), (10, 10)]):
                "c.yaml:3:37: a corner of 'polygon' lies outside the panel; the panel is 800px wide and 480px high, "
                + "from 0 on",
            "{name: a, polygon: [[0, 0], [1pt], [2pt, 2pt]]}":
                "c.yaml:3:33: 'polygon' has 1 elements, not 2; write corners as [x, y]: [50%, 10mm]",
        ]) { complaints($0) }
    }

    @Test func allPolygonsTogetherHave64Corners() throws {
        func text(_ count: Int) -> String {
            let square = "[[0, 0], [9pt, 0], [9pt, 9pt], [0, 9pt]]"
            return "tapline: config/1\nzones:\n"
                + (0..<count).map { "  - {name: z\($0), polygon: \(square)}\n" }.joined()
        }
        #expect(try configuration(text(16)).setup().zoneTree.count == 17)
        #expect(
            TaplineConfigurationTests.complaints(text(17)) == [
                "c.yaml:19:5: polygons have 68 corners up to here; at most 64 have room"
            ])
    }

    @Test func aRingIsLargerOutsideThanInside() {
        expect([
            "{name: a, ring: [0, 0, 9pt, 9pt]}":
                "c.yaml:3:33: the outer radius of 'ring' is not larger than the inner one; "
                + "write [x, y, inner radius, outer radius]: [50%, 50%, 10mm, 20mm]",
            "{name: a, ring: [0, 0, 0, 9pt]}":
                "c.yaml:3:28: the size '0' in 'ring' covers nothing; write more than 0",
            "{name: a, ring: [0, 0, 9pt]}":
                "c.yaml:3:21: 'ring' has 3 elements, not 4; "
                + "write [x, y, inner radius, outer radius]: [50%, 50%, 10mm, 20mm]",
        ]) { complaints($0) }
    }

    @Test func steppersSegmentsAndPagesAreReadWithTheirFigures() throws {
        let controls: [(String, Control, Float?)] = [
            ("stepper", .stepper(.init()), nil),
            (
                "{stepper: {minimum: -5, maximum: 5, step: 0.5, value: 2, wraps: true, repeats: false}}",
                .stepper(.init(minimum: -5, maximum: 5, step: 0.5, wraps: true, repeats: false)), 2
            ),
            (
                "{slider: {axis: vertical, minimum: -40, maximum: 60, step: 5, value: 20}}",
                .slider(.init(.vertical, minimum: -40, maximum: 60, step: 5)), 20
            ),
            ("{slider: {axis: horizontal}}", .horizontalSlider, nil),
            ("{slider: {maximum: 255, axis: horizontal}}", .slider(.init(.horizontal, maximum: 255)), nil),
            ("{segmented: 3}", .segmented(3), nil), ("{segmented: {segments: 255, value: 254}}", .segmented(255), 254),
            ("{pageControl: 1}", .pageControl(1), nil), ("{pageControl: {pages: 5, value: 4}}", .pageControl(5), 4),
        ]
        for (text, control, value) in controls {
            let read = try configuration(
                "tapline: config/1\nzones:\n  - {name: a, rect: [0, 0, 9pt, 9pt], control: \(text)}\n")
            #expect(read.zones[0].control == control && read.zones[0].value == value)
            #expect(try read.setup().zoneTree[1].control == control)
        }
    }

    @Test func wrongFiguresOfControlsAreToldWhatWouldBeRight() {
        func zone(_ control: String) -> String { "{name: a, rect: [0, 0, 1pt, 1pt], control: \(control)}" }
        expect([
            zone("segmented"): "c.yaml:3:48: how many has a segmented?; write control: {segmented: 3}",
            zone("{segmented: 0}"): "c.yaml:3:60: 'segmented' is out of range: 0; write a whole number, 1 to 255",
            zone("{segmented: 256}"): "c.yaml:3:60: 'segmented' is out of range: 256; write a whole number, 1 to 255",
            zone("{pageControl: {pages: 3, value: 3}}"):
                "c.yaml:3:80: 'value' is out of range: 3; write a whole number, 0 to 2",
            zone("{stepper: {minimum: 5, maximum: 5}}"):
                "c.yaml:3:58: the maximum of a stepper is not above its minimum; "
                + "write stepper: {minimum: 0, maximum: 100, step: 1}",
            zone("{stepper: {maximum: 65536}}"):
                "c.yaml:3:58: a stepper has more than 65535 steps; write stepper: {minimum: 0, maximum: 100, step: 1}",
            zone("{stepper: {maximum: 10, value: 11}}"):
                "c.yaml:3:79: 'value' is not between minimum and maximum; write a number between them",
            zone("{stepper: {maximum: 10, step: 4}}"):
                "c.yaml:3:78: the steps of a stepper do not end at its maximum; "
                + "write maximum: 12, or a step that divides 10",
            zone("{stepper: {minimum: 999999, maximum: 1000000, step: 0.001}}"):
                "c.yaml:3:58: a stepper from 999999 to 1000000 cannot tell its values apart; "
                + "write stepper: {minimum: 0, maximum: 100, step: 1}",
            zone("{slider: {axis: vertical, maximum: 0.0009}}"):
                "c.yaml:3:57: a slider from 0 to 0.0009 cannot tell its values apart; "
                + "write slider: {axis: vertical, minimum: 0, maximum: 100, step: 5}",
            zone("{pagecontrol: 3}"):
                "c.yaml:3:49: unknown key 'pagecontrol' in a control; did you mean 'pageControl'? "
                + "valid: slider, stepper, segmented, pageControl",
            zone("{slider: vertical, stepper: {}}"):
                "c.yaml:3:67: a control is a slider and a stepper; keep one of them",
            zone("{segmented: {value: 1}}"): "c.yaml:3:60: a segmented has no 'segments'; add segments: 3",
            zone("{stepper: {minimum: 1, maximum: 10, step: 3, value: 3}}"):
                "c.yaml:3:100: 'value' is not a whole number of steps above the minimum; the nearest is 4",
            zone("{slider: {minimum: 0}}"):
                "c.yaml:3:57: a slider has no 'axis'; add axis: horizontal or axis: vertical",
            zone("{slider: {axis: vertical, minimum: 3}}"):
                "c.yaml:3:57: the maximum of a slider is not above its minimum; "
                + "write slider: {axis: vertical, minimum: 0, maximum: 100, step: 5}",
            zone("{slider: {axis: across}}"): "c.yaml:3:64: 'axis' is 'across'; valid: horizontal, vertical",
            zone("{slider: {axis: vertical, step: 0.3}}"):
                "c.yaml:3:80: the steps of a slider do not end at its maximum; "
                + "write maximum: 1.2, or a step that divides 1",
            zone("{slider: {axis: vertical, minimum: -1, maximum: -0.5, step: 0.3}}"):
                "c.yaml:3:108: the steps of a slider do not end at its maximum; "
                + "write maximum: -0.4, or a step that divides 0.5",
            zone("{slider: {axis: vertical, value: 1.5}}"):
                "c.yaml:3:81: 'value' is not between minimum and maximum; write a number between them",
            zone("{stepper: {setp: 2}}"): "c.yaml:3:59: unknown key 'setp' in a stepper; did you mean 'step'? valid: "
                + "wraps, repeats, minimum, maximum, step, value",
        ]) { complaints($0) }
        #expect(complaints(zone("{stepper: {maximum: 65535}}")).isEmpty)
    }

    @Test func aControlGoesOnFromThatOfItsNameAndKind() throws {
        func zones(_ entries: String...) throws -> Configuration<StandardRecognizer> {
            try configuration(
                "tapline: config/1\nzones:\n"
                    + entries.map { entry in
                        let parts = entry.split(separator: "/")
                        let control = parts.count > 1 ? ", control: \(parts[1])" : ""
                        return "  - {name: \(parts[0]), rect: [0, 0, 9pt, 9pt]\(control)}\n"
                    }.joined())
        }
        let old = try zones("a/switch", "b", "c/{slider: vertical}", "d/{segmented: 3}")
        let new = try zones("d/{segmented: 5}", "c/{slider: horizontal}", "b/button", "a/stepper", "e/switch", "f")
        #expect((0...7).map { new.control(before: $0, in: old) } == [nil, 4, 3, nil, nil, nil, nil, nil])
    }

    @Test func whoseTouchesAZoneIsTold() throws {
        let setup = try configuration(
            """
            tapline: config/1
            zones:
              - {name: a, rect: [0, 0, 1pt, 1pt], multipleTouch: true}
              - {name: b, rect: [0, 0, 1pt, 1pt], exclusiveTouch: true}
            """
        ).setup()
        #expect((1...2).map { setup.zoneTree[$0].multipleTouch } == [true, false])
        #expect((1...2).map { setup.zoneTree[$0].exclusiveTouch } == [false, true])
    }

    @Test func wrongControlsAreToldWhatWouldBeRight() {
        expect([
            "{name: a, rect: [0, 0, 1pt, 1pt], control: slider}":
                "c.yaml:3:48: a slider has no axis; write control: {slider: horizontal} or control: {slider: vertical}",
            "{name: a, rect: [0, 0, 1pt, 1pt], control: buton}":
                "c.yaml:3:48: 'control' is 'buton'; did you mean 'button'? valid: button, switch, slider, stepper, segmented, pageControl",
            "{name: a, rect: [0, 0, 1pt, 1pt], control: {slider: diagonal}}":
                "c.yaml:3:57: 'slider' is 'diagonal'; valid: horizontal, vertical",
            "{name: a, rect: [0, 0, 1pt, 1pt], control: {}}":
                "c.yaml:3:48: a control is empty; write control: button, or control: {slider: vertical}",
            "{name: panel, rect: [0, 0, 1pt, 1pt]}":
                "c.yaml:3:12: name 'panel' means something else to commands; give the zone another name",
            "{name: zone a, rect: [0, 0, 1pt, 1pt]}":
                "c.yaml:3:12: name 'zone a' means something else to commands; give the zone another name",
            "{name: a, rect: [0, 0, 1pt, 1pt], control: button, axis: vertical}":
                "c.yaml:3:62: only a slider has an axis; leave it out",
            "{name: a, rect: [0, 0, 1pt, 1pt], axis: vertical}":
                "c.yaml:3:45: an axis without a slider; add control: slider",
            "{name: a, rect: [0, 0, 1pt, 1pt], control: {slider: vertical, minimum: 0}}":
                "c.yaml:3:76: 'minimum' belongs into the control; write control: {slider: {axis: vertical, minimum: 0, maximum: 100}}",
            "{name: a, rect: [0, 0, 1pt, 1pt], control: stepper, value: 3}":
                "c.yaml:3:64: 'value' belongs into the control; write control: {stepper: {minimum: 0, maximum: 10}}",
            "{name: a, rect: [0, 0, 1pt, 1pt], control: {stepper: {maximum: 26}}, minimum: 16}":
                "c.yaml:3:83: 'minimum' belongs into the control; write control: {stepper: {minimum: 0, maximum: 10}}",
        ]) { complaints($0) }
    }

    /// The bug: who referred to a control that was not right yet was told that there is no such gesture.
    @Test func whoRefersToAControlThatIsNotRightYetIsRight() {
        let zone = "{name: ok, rect: [0, 0, 1pt, 1pt], control: buton}"
        #expect(complaints("\(zone)\noutputs: [{on: ok, line: GPIO5, toggle: true}]").count == 1)
    }

    @Test func aZoneNeedsExactlyOneShapeThatCoversSomething() {
        expect([
            "{name: a}": "c.yaml:3:5: a zone has no shape; add rect: [x, y, width, height], circle: [x, y, radius], "
                + "ring: [x, y, inner, outer] or polygon: [[x, y], [x, y], [x, y]]",
            "{name: a, rect: [0, 0, 1pt, 1pt], circle: [0, 0, 1pt]}":
                "c.yaml:3:47: a zone has a rect and a circle; keep one of them",
            "{name: a, rect: [0, 0, 1pt]}":
                "c.yaml:3:21: 'rect' has 3 elements, not 4; write [x, y, width, height]: [0%, 0%, 50%, 100%]",
            "{name: a, rect: [0, 0, 1pt, -1pt]}":
                "c.yaml:3:33: the size '-1pt' in 'rect' covers nothing; write more than 0",
            "{name: a, circle: [0, 0, 5]}":
                "c.yaml:3:30: 'circle' is '5', which is no length; write a number and its unit: 10pt, 4mm, 120px or 5%",
        ]) { complaints($0) }
    }

    @Test func aParentStandsBeforeItsParts() {
        expect([
            "{name: a, rect: [0, 0, 1pt, 1pt], parent: a}":
                "c.yaml:3:47: parent 'a' does not stand before its part; a zone cannot lie in itself",
            "{name: a, rect: [0, 0, 1pt, 1pt], parent: b}\n  - {name: b, rect: [0, 0, 1pt, 1pt]}":
                "c.yaml:3:47: parent 'b' does not stand before its part; move the parent up",
            "{name: left, rect: [0, 0, 1pt, 1pt], parent: letf}":
                "c.yaml:3:50: unknown zone 'letf'; did you mean 'left'? valid: left",
        ]) { complaints($0) }
    }

    @Test func thirtyTwoZonesHaveRoomAndNoMore() throws {
        func text(_ count: Int) -> String {
            list("zones", (0..<count).map { "{name: z\($0), rect: [0, 0, 1pt, 1pt]}" })
        }
        #expect(try configuration(text(32)).zones.count == 32)
        #expect(
            TaplineConfigurationTests.complaints(text(33)) == ["c.yaml:35:5: there are 33 zones; at most 32 have room"])
    }
}
