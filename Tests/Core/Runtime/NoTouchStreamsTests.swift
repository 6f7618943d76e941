import TestSupport

/// A sink that keeps zones' touch streams in `Streams`.
private struct Heard<Streams: TouchStreamStorage>: QuietSink {
    var events: [String] = []
    var touches: [TouchEvent] = []

    mutating func emit(_ event: GestureEvent) { events.append("\(event)") }
    mutating func emit(_ touch: TouchEvent, to zone: Int) { touches.append(touch) }
}

/// A pipeline whose sink says that there are no touch streams of zones.
@Suite struct NoTouchStreamsTests {
    private typealias Panel<Streams: TouchStreamStorage> = GesturePipeline<
        StandardRecognizer, Heard<Streams>, 10, 3, 2, 0, 1
    >

    /// A tap, a pan and a press with two fingers; the zone in the middle wants its touches.
    private func panel<Streams: TouchStreamStorage>(of streams: Streams.Type) throws -> Panel<Streams> {
        var setup = GestureSetup<StandardRecognizer, 3, 2, 0>()
        let zone = try setup.add(Zone(shape: .circle(center: Point(x: 400, y: 240), radius: 100)))
        let tap = try setup.add(.tap(TapRecognizer()), zone: zone)
        _ = try setup.add(.pan(PanRecognizer(.classic)))
        _ = try setup.add(press { $0.touches = 2 })
        try setup.deliver(tap, TouchDelivery(cancelsTouches: false))
        var outputs = OutputBank<Heard<Streams>, 1>()
        outputs.listen(to: zone)
        return Panel(
            geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup, outputs: outputs)
    }

    /// A tap, a drag and two fingers that rest; what was heard, and how many touches were lost.
    private func play<Streams: TouchStreamStorage>(
        _ panel: inout Panel<Streams>
    ) -> (heard: Heard<Streams>, lost: UInt32) {
        var heard = Heard<Streams>()
        func report(_ milliseconds: Int64, _ places: (x: Float, y: Float)...) {
            var contacts = Contacts()
            for (id, place) in places.enumerated() { contacts.append(Contact(id: Int32(id), x: place.x, y: place.y)) }
            panel.report(contacts, at: .zero + .milliseconds(milliseconds), into: &heard)
        }
        report(10, (400, 240))
        report(90)
        report(1_000, (410, 250))
        for step in 1...20 { report(1_000 + 10 * Int64(step), (410 + 8 * Float(step), 250)) }
        report(1_210)
        for step in 0...80 { report(3_000 + 10 * Int64(step), (390, 240), (430, 240)) }
        report(3_810)
        panel.advance(to: .zero + .milliseconds(9_000), into: &heard)
        return (heard, panel.engine.delivery.lostTouches)
    }

    @Test func gesturesAreTheSameWithoutStreams() throws {
        var full = try panel(of: TouchStreams.self)
        var lean = try panel(of: NoTouchStreams.self)
        let withStreams = play(&full).heard.events
        #expect(withStreams == play(&lean).heard.events)
        #expect(withStreams.contains { $0.contains("tap") })
        #expect(withStreams.contains { $0.contains("pan") })
        #expect(withStreams.contains { $0.contains("longPress") })
    }

    @Test func whereThereAreNoStreamsTouchesOfZonesCountAsLost() throws {
        var full = try panel(of: TouchStreams.self)
        let (told, none) = play(&full)
        #expect(!told.touches.isEmpty && none == 0)
        var lean = try panel(of: NoTouchStreams.self)
        let (heard, lost) = play(&lean)
        #expect(heard.touches.isEmpty)
        #expect(lost == 4)
    }

    @Test func pipelineWithoutStreamsIsSmallerByTheirSize() {
        #expect(
            MemoryLayout<Panel<TouchStreams>>.size - MemoryLayout<Panel<NoTouchStreams>>.size
                >= MemoryLayout<TouchStreams>.size - 8)
    }
}
