import TestSupport

@Suite struct TextFormatTests {
    @Test func eventIsALineForPeople() {
        #expect(written(x: 199.6, y: 144.2).hasSuffix("at 200,144, moved 3,-4\n"))
        #expect(written(x: 199.6, y: 144.2).hasPrefix("   1.090 s  "))
    }

    @Test func impossiblePlaceTrapsNobody() {
        for x in [Float.infinity, .nan, -1e30, 3e38] { #expect(written(x: x, y: x).contains("at 0,0")) }
    }

    @Test func whatHappensNowhereHasNoPlace() {
        #expect(written(x: 0, y: 0, touches: 0).hasSuffix("drag        changed, moved 3,-4\n"))
    }

    private func written(x: Float, y: Float, touches: Int = 1) -> String {
        var names = EventNames()
        names.gestures[0] = name("drag")
        var format = TextFormat(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), names: names)
        var line = ByteLine()
        format.write(
            GestureEvent(
                time: Instant(microseconds: 1_090_000), gesture: 0, zone: 0, kind: "pan", isContinuous: true,
                state: .changed, touches: touches, location: Point(x: x, y: y),
                values: .pan(translation: Vector(x: 2.6, y: -4.4), velocity: .zero), reason: nil), into: &line)
        return text(line)
    }
}
