import Foundation
import TestSupport

/// The keys of touches in `events/1`: of the panel, and of a zone's own stream.
@Suite struct TouchLineTests {
    private struct Lines: QuietSink {
        var format: EventsFormat
        var lines: [String] = []
        var line = ByteLine()
        var longest = 0
        static var emitsWholeEvents: Bool { true }
        mutating func emit(_ touch: TouchEvent, of event: inout EventTouches) {
            write(StreamedTouch(touch: touch, zone: nil, event: &event))
        }
        mutating func emit(_ touch: TouchEvent, of event: inout EventTouches, to zone: Int) {
            write(StreamedTouch(touch: touch, zone: zone, event: &event))
        }
        private mutating func write(_ touch: StreamedTouch) {
            line.removeAll()
            format.write(touch, into: &line)
            longest = max(longest, line.isTruncated ? .max : line.count)
            lines.append(String(decoding: (0..<line.count).map { line[$0] }, as: UTF8.self))
        }
    }
    private typealias Panel = GesturePipeline<StandardRecognizer, Lines, 16, 1, 3, 0, 1>

    private func panel(_ geometry: PanelGeometry, zone: Zone.Shape) throws -> Panel {
        var setup = GestureSetup<StandardRecognizer, 1, 3, 0>()
        _ = try setup.add(Zone(shape: zone, multipleTouch: true))
        var outputs = OutputBank<Lines, 1>()
        outputs.listen(to: 1)
        var panel = Panel(geometry: geometry, setup: setup, outputs: outputs)
        panel.emitsTouches = true
        return panel
    }

    @Test func touchesHaveTheirPlacesTheirSetAndTheirEvent() throws {
        // A pixel is 2 pt.
        let geometry = PanelGeometry(.init(rawWidth: 800, rawHeight: 480, rawMillimetres: (254, 152.4)))
        var names = EventNames()
        for byte in "left".utf8 { names.zones[1].append(byte) }
        var sink = Lines(format: EventsFormat(geometry: geometry, names: names))
        var panel = try panel(geometry, zone: .rectangle(from: Point(x: 100, y: 40), to: Point(x: 800, y: 960)))
        func report(_ contacts: [Contact], at ms: Int64) {
            panel.report(Contacts(contacts), at: Instant(microseconds: ms * 1_000), into: &sink)
        }
        let resting = Contact(id: 1, x: 600, y: 100)
        report([Contact(id: 0, x: 100, y: 100), resting], at: 0)
        report([Contact(id: 0, x: 100, y: 100), resting], at: 20)
        sink.lines = []
        report([Contact(id: 0, x: 103, y: 104), resting], at: 40)
        report([resting], at: 60)
        let head = #""touch":1,"phase":"moved","x":103.0,"y":104.0,"taps":1,"touches":2,"zone":"left""#
        let places = #""px":100.0,"py":100.0,"zx":53.0,"zy":84.0"#
        let rest = #""set":1,"own":1,"event":{"moved":[1],"stationary":[2]}}"#
        let told: [String] = sink.lines.prefix(2).map { line in String(line.drop { $0 != "t" }) }
        #expect(
            told == [
                "t\":40000,\(head),\(places),\(rest)\n", "t\":40000,\(head),\"to\":\"left\",\(places),\(rest)\n",
            ])
        #expect(sink.lines.last?.hasSuffix(#""set":1,"own":1,"event":{"stationary":[2],"ended":[1]}}\#n"#) == true)
        // Where a touch belongs to no zone, there are no other coordinates.
        sink.lines = []
        report([resting, Contact(id: 2, x: 20, y: 20)], at: 80)
        report([resting, Contact(id: 2, x: 20, y: 20)], at: 100)
        #expect(sink.lines.count == 1 && sink.lines[0].contains("zx") == false)
    }

    @Test func longestLineOfATouchFits() throws {
        let geometry = PanelGeometry(.init(rawWidth: 65_535, rawHeight: 65_535))
        var names = EventNames()
        for _ in 0..<31 { names.zones[1].append(UInt8(ascii: "\"")) }
        var sink = Lines(format: EventsFormat(geometry: geometry, names: names))
        var panel = try panel(geometry, zone: .everything)
        for (time, x) in [(0, 60_000.123), (20_000, 60_000.123), (40_000, 60_001.126)] as [(Int64, Float)] {
            let contacts = (0..<16).map { Contact(id: $0, x: x, y: x - Float($0) * 1_000) }
            panel.report(Contacts(contacts), at: Instant(microseconds: 4_000_000_000_000_000_000 + time), into: &sink)
        }
        panel.end(at: Instant(microseconds: 4_000_000_000_000_100_000), into: &sink)
        for line in sink.lines {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let phases = (object?["event"] as? [String: [Int]])?.values.reduce([], +) ?? []
            #expect(phases.sorted() == Array(1...16))
        }
        // The line's number may have 17 more digits, the touch's 8, taps 4, each of sixteen numbers 8, each of six places 5.
        #expect(sink.longest + 17 + 8 + 4 + 16 * 8 + 6 * 5 <= ByteLine.capacity)
    }
}
