import TaplineConfiguration
import TaplineCore
import Testing

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
        guard case .rectangle(let origin, let size) = zones[3].shape else {
            Issue.record("no rectangle")
            return
        }
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
                "c.yaml:3:48: 'control' is 'buton'; did you mean 'button'? valid: button, switch, slider",
            "{name: a, rect: [0, 0, 1pt, 1pt], control: {slider: diagonal}}":
                "c.yaml:3:57: 'slider' is 'diagonal'; valid: horizontal, vertical",
            "{name: a, rect: [0, 0, 1pt, 1pt], control: {}}":
                "c.yaml:3:48: a control has no 'slider'; add slider: horizontal or slider: vertical",
            "{name: a, rect: [0, 0, 1pt, 1pt], control: button, axis: vertical}":
                "c.yaml:3:62: only a slider has an axis; leave it out",
            "{name: a, rect: [0, 0, 1pt, 1pt], axis: vertical}":
                "c.yaml:3:45: an axis without a slider; add control: slider",
        ]) { complaints($0) }
    }

    @Test func aZoneNeedsExactlyOneShapeThatCoversSomething() {
        expect([
            "{name: a}": "c.yaml:3:5: a zone has no shape; add rect: [x, y, width, height] or circle: [x, y, radius]",
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
            var text = "tapline: config/1\nzones:\n"
            for index in 0..<count { text += "  - {name: z\(index), rect: [0, 0, 1pt, 1pt]}\n" }
            return text
        }
        #expect(try configuration(text(32)).zones.count == 32)
        #expect(
            TaplineConfigurationTests.complaints(text(33)) == ["c.yaml:35:5: there are 33 zones; at most 32 have room"])
    }
}
