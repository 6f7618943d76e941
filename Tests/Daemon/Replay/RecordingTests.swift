import Foundation
import TaplineConfiguration
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// Real fingers: other people's recordings, in the folder that `TAPLINE_RECORDINGS` names.
@Suite(.needsRecordings) struct RecordingTests {
    private struct Events: QuietSink {
        var events: [GestureEvent] = []
        mutating func emit(_ event: GestureEvent) { events.append(event) }
    }

    /// The events of a recording under a configuration's text, or under the built-in one.
    private func events(_ file: String, _ gestures: String? = nil) throws -> (events: [GestureEvent], names: [String]) {
        let trace = try Trace.read(file)
        let geometry = PanelGeometry(trace.panel)
        let configuration: Configuration<StandardRecognizer>
        if let gestures {
            let text = "tapline: config/1\ngestures:\n  - \(gestures)\n"
            configuration = try Configuration(
                ConfigurationSource(Array(text.utf8), file: "test"), panel: geometry)
        } else {
            configuration = try .builtIn(panel: geometry)
        }
        var pipeline = StandardGesturePipeline<StandardRecognizer, Events>(
            geometry: geometry, setup: try configuration.setup(), outputs: OutputBank())
        var sink = Events()
        pipeline.play(trace, into: &sink)
        return (sink.events, configuration.gestures.map(\.name))
    }

    @Test func everyBeganOfEveryRecordingIsPaidBack() throws {
        var files = 0
        for path in try Recordings.traces(in: ["panels", "phones", "velocity"]) {
            var open = Set<Int>()
            var last = Instant.zero
            for event in try events(path).events {
                #expect(event.time >= last, "\(path)")
                last = event.time
                guard event.isContinuous else {
                    #expect(event.state == .ended, "\(path)")
                    continue
                }
                switch event.state {
                case .began: #expect(open.insert(event.gesture).inserted, "\(path)")
                case .changed: #expect(open.contains(event.gesture), "\(path)")
                default: #expect(open.remove(event.gesture) != nil, "\(path)")
                }
            }
            #expect(open.isEmpty, "\(path)")
            files += 1
        }
        #expect(files >= 40)
    }

    @Test func nineFastTapsAreNineTaps() throws {
        let file = try Recordings.path("panels/Atmel_maXTouch_Touchscreen.1-finger-fast-taps.jsonl")
        #expect(try events(file, "{name: tap, kind: tap}").events.count == 9)
    }

    @Test func twoFingerDragIsOnePan() throws {
        let file = try Recordings.path("phones/tablet-two-finger-drag.jsonl")
        let states = try events(file, "{name: pan, kind: pan, minimumTouches: 2}").events.map(\.state)
        #expect(states.first == .began && states.last == .ended)
        #expect(states.dropFirst().dropLast().allSatisfy { $0 == .changed })
    }

    /// The span goes from 472 to 489 and turns by 6°.
    @Test func twoFingerScrollIsAPanAndNeitherPinchNorRotation() throws {
        let file = try Recordings.path("panels/EP0430M09.2-finger-scroll-down.jsonl")
        let (events, names) = try events(file)
        #expect(Set(events.map { names[$0.gesture] }) == ["drag"])
    }

    @Test func oneReportOfTwoFingersIsATwoFingerTap() throws {
        let file = try Recordings.path("panels/Wacom_ISDv4_E6_Finger.2fg-tap.jsonl")
        #expect(try events(file, "{name: two, kind: tap, touches: 2}").events.count == 1)
        #expect(try events(file, "{name: one, kind: tap}").events.isEmpty)
    }
}
