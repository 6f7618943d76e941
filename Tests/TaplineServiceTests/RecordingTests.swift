import Foundation
import TaplineBoards
import TaplineControllers
import TaplineGestures
import TaplineOutputs
import TaplineRuntime
import TaplineService
import TaplineSimulator
import TaplineTouches
import Testing

/// Real fingers: other people's recordings, in the folder that `TAPLINE_RECORDINGS` names.
@Suite struct RecordingTests {
    private static let folder: String? = {
        let folder = ProcessInfo.processInfo.environment["TAPLINE_RECORDINGS"]
        if folder == nil { print("skipped: tests on recordings; TAPLINE_RECORDINGS names no folder") }
        return folder
    }()

    private struct Events: EffectSink {
        var events: [GestureEvent] = []
        mutating func tell(_ event: GestureEvent) { events.append(event) }
        mutating func tell(_ touch: TouchEvent) {}
        mutating func set(line: Int, active: Bool, at now: Instant) {}
        mutating func transfer(_ transfer: Transfer) {}
        mutating func drive(_ line: ControllerLine, _ drive: LineDrive) {}
        mutating func fault(_ fault: ControllerFault, at now: Instant) {}
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
        for index in 0..<trace.count {
            let (time, event) = trace[index]
            switch event {
            case .report(let contacts): pipeline.report(contacts, at: time, into: &sink)
            case .fault: pipeline.missReport(at: time, into: &sink)
            case .cancel: pipeline.cancelTouches(at: time, into: &sink)
            }
        }
        while pipeline.deadline < .never { pipeline.advance(to: pipeline.deadline, into: &sink) }
        return (sink.events, configuration.gestures.map(\.name))
    }

    @Test(.enabled(if: folder != nil)) func everyBeganOfEveryRecordingIsPaidBack() throws {
        var files = 0
        for part in ["panels", "phones", "velocity"] {
            let path = "\(Self.folder!)/\(part)"
            for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
            where name.hasSuffix(".jsonl") {
                var open = Set<Int>()
                var last = Instant.zero
                for event in try events("\(path)/\(name)").events {
                    #expect(event.time >= last, "\(name)")
                    last = event.time
                    guard event.isContinuous else {
                        #expect(event.state == .ended, "\(name)")
                        continue
                    }
                    switch event.state {
                    case .began: #expect(open.insert(event.gesture).inserted, "\(name)")
                    case .changed: #expect(open.contains(event.gesture), "\(name)")
                    default: #expect(open.remove(event.gesture) != nil, "\(name)")
                    }
                }
                #expect(open.isEmpty, "\(name)")
                files += 1
            }
        }
        #expect(files >= 40)
    }

    @Test(.enabled(if: folder != nil)) func nineFastTapsAreNineTaps() throws {
        let file = "\(Self.folder!)/panels/Atmel_maXTouch_Touchscreen.1-finger-fast-taps.jsonl"
        #expect(try events(file, "{name: tap, kind: tap}").events.count == 9)
    }

    @Test(.enabled(if: folder != nil)) func twoFingerDragIsOnePan() throws {
        let file = "\(Self.folder!)/phones/tablet-two-finger-drag.jsonl"
        let states = try events(file, "{name: pan, kind: pan, minimumTouches: 2}").events.map(\.state)
        #expect(states.first == .began && states.last == .ended)
        #expect(states.dropFirst().dropLast().allSatisfy { $0 == .changed })
    }

    /// The span goes from 472 to 489 and turns by 6°.
    @Test(.enabled(if: folder != nil)) func twoFingerScrollIsAPanAndNeitherPinchNorRotation() throws {
        let file = "\(Self.folder!)/panels/EP0430M09.2-finger-scroll-down.jsonl"
        let (events, names) = try events(file)
        #expect(Set(events.map { names[$0.gesture] }) == ["drag"])
    }

    @Test(.enabled(if: folder != nil)) func oneReportOfTwoFingersIsATwoFingerTap() throws {
        let file = "\(Self.folder!)/panels/Wacom_ISDv4_E6_Finger.2fg-tap.jsonl"
        #expect(try events(file, "{name: two, kind: tap, touches: 2}").events.count == 1)
        #expect(try events(file, "{name: one, kind: tap}").events.isEmpty)
    }
}
