import TestSupport

/// Motion events under the names of a configuration: a shake does what any event can.
@Suite struct MotionGestureTests {
    private struct Seen: QuietSink {
        var gestures: [String] = []
        var levels: [String] = []
        var responders: [Responder] = []
        /// Who handles motion.
        var handling: Responder?
        /// What events of the orientation say.
        var ways: [DeviceOrientation] = []

        mutating func emit(_ event: GestureEvent) {
            gestures.append("\(event.gesture) \(event.kind) \(event.state)")
            if case .orientation(let way) = event.values { ways.append(way) }
        }
        mutating func set(line: Int, level: OutputLevel, at now: Instant) {
            levels.append("\(line) \(level.isActive) \(now.microseconds / 1_000)")
        }
        mutating func perform(_ event: GestureEvent, responder: Responder) -> Bool {
            responders.append(responder)
            return responder == handling
        }
    }

    private typealias Panel = GesturePipeline<StandardRecognizer, Seen, 5, 1, 3, 0, 3>

    /// A tap; a shake and two ways to hold it behind it. Line 0 pulses with the shake, 1 is held by it, 2 by a way.
    private func makePanel() throws -> Panel {
        var setup = GestureSetup<StandardRecognizer, 1, 3, 0>()
        _ = try setup.add(.tap(TapRecognizer()))
        let outer = try setup.add(Zone(shape: .rectangle(from: .zero, to: Point(x: 100, y: 100))))
        _ = try setup.add(Zone(shape: .rectangle(from: .zero, to: Point(x: 50, y: 50)), parent: outer))
        var bank = OutputBank<Seen, 3>()
        func only(_ gesture: Int) -> RecognizerSet {
            var set = RecognizerSet()
            set.insert(gesture)
            return set
        }
        _ = bank.append(LineOutput(gestures: only(1), pattern: .pulse(.milliseconds(100))))
        _ = bank.append(LineOutput(gestures: only(1), pattern: .hold))
        _ = bank.append(LineOutput(gestures: only(2), pattern: .hold))
        return Panel(geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), setup: setup, outputs: bank)
    }

    /// The names behind the tap.
    private func makeNames() -> MotionGestures {
        var motion = MotionGestures(first: 1)
        #expect(motion.append(.shake(0)) && motion.append(.orientation(0b11000)) && motion.append(.shake(1)))
        return motion
    }

    private func at(_ ms: Int64, _ kind: MotionEvent.Kind) -> MotionEvent {
        MotionEvent(time: Instant(microseconds: ms * 1_000), kind: kind)
    }

    @Test func aShakePulsesAndHoldsLines() throws {
        var panel = try makePanel()
        var motion = makeNames()
        var seen = Seen()
        panel.take(at(1_000, .shake(0, .began)), as: &motion, into: &seen)
        panel.advance(to: Instant(microseconds: 2_000_000), into: &seen)
        panel.take(at(2_500, .shake(0, .cancelled(.tooLong))), as: &motion, into: &seen)
        #expect(seen.gestures == ["1 shake began", "1 shake cancelled"])
        #expect(seen.levels == ["0 true 1000", "1 true 1000", "0 false 1100", "1 false 2500"])
    }

    @Test func aLineIsHeldWhileTheDeviceIsHeldSo() throws {
        var panel = try makePanel()
        var motion = makeNames()
        var seen = Seen()
        for (ms, way) in [
            (0, DeviceOrientation.portrait), (1_000, .landscapeLeft), (2_000, .landscapeRight), (3_000, .faceUp),
            (4_000, .landscapeRight), (5_000, .unknown),
        ] as [(Int64, DeviceOrientation)] {
            panel.take(at(ms, .orientation(way)), as: &motion, into: &seen)
        }
        #expect(seen.levels == ["2 true 1000", "2 false 3000", "2 true 4000", "2 false 5000"])
        #expect(seen.ways == [.landscapeLeft, .landscapeRight, .faceUp, .landscapeRight, .unknown])
        #expect(
            seen.gestures == [
                "2 orientation began", "2 orientation changed", "2 orientation ended", "2 orientation began",
                "2 orientation cancelled",
            ])
    }

    @Test func eachDetectorHasItsOwnName() throws {
        var panel = try makePanel()
        var motion = makeNames()
        var seen = Seen()
        panel.take(at(0, .shake(1, .began)), as: &motion, into: &seen)
        panel.take(at(1, .shake(2, .began)), as: &motion, into: &seen)
        #expect(seen.gestures == ["3 shake began"] && seen.levels == [])
    }

    @Test func deliveredToTheFirstResponderAndUpTheChain() throws {
        var panel = try makePanel()
        var motion = makeNames()
        var seen = Seen()
        panel.take(at(0, .shake(0, .began)), as: &motion, into: &seen)
        #expect(seen.responders == [.zone(0), .application])
        panel.makeFirstResponder(2, into: &seen)
        seen.responders = []
        panel.take(at(1, .shake(0, .ended)), as: &motion, into: &seen)
        #expect(seen.responders == [.zone(2), .zone(1), .zone(0), .application])
        (seen.responders, seen.handling) = ([], .zone(1))
        panel.take(at(2, .shake(0, .began)), as: &motion, into: &seen)
        #expect(seen.responders == [.zone(2), .zone(1)])
    }

    @Test func whatIsDueBeforeAnEventHappensBefore() throws {
        var panel = try makePanel()
        var motion = makeNames()
        var seen = Seen()
        panel.take(at(1_000, .shake(0, .began)), as: &motion, into: &seen)
        panel.take(at(1_300, .shake(0, .ended)), as: &motion, into: &seen)
        #expect(seen.levels == ["0 true 1000", "1 true 1000", "0 false 1100", "1 false 1300"])
    }
}
