import Foundation
import TestSupport

/// The table of state machines, against what engines tell of random fingers, and the picture that is drawn from it.
@Suite struct StateMachineTests {
    /// The kinds, in the order of the picture: what recognizes them, and the codes with which they fail by themselves.
    private static let kinds: [(recognizer: StandardRecognizer, recognized: [String], reasons: [String])] = [
        (
            tap(), ["the last finger of the last tap", "lifts, or lands"],
            ["moved", "tooLong", "extraTouch", "tooFewTouches", "noNextTap", "nextTap", "tooFar"]
        ),
        (
            tap { $0.isTentative = true }, ["it is a tap, but has to wait", "for others"],
            ["moved", "tooLong", "extraTouch", "tooFewTouches", "noNextTap", "tooFar"]
        ),
        (
            swipe(), ["every finger has gone the distance", "(or lifts after it)"],
            [
                "offAxis", "wrongDirection", "apart", "uneven", "tooShort", "tooSlow", "tooLong", "extraTouch",
                "tooFewTouches", "liftedEarly",
            ]
        ),
        (
            .stroke(StrokeRecognizer(StrokeRecognizer.Parameters(corner: StrokeRecognizer.Corner()))),
            ["a finger that drew a template lifts,", "or has gone round a corner"],
            ["tooShort", "lowScore", "noCorner", "noRoom", "extraTouch"]
        ),
        (
            discretePinch, ["the span has changed by delta"], ["extraTouch", "liftedEarly"]
        ),
        (
            press(), ["the clock reaches the duration"],
            ["moved", "liftedEarly", "extraTouch", "tooFewTouches", "noNextTap", "tooFar", "tooLong"]
        ),
        (pan(), ["the centroid has gone the slop"], ["wrongDirection", "extraTouch", "liftedEarly"]),
        (
            .edgePan(EdgePanRecognizer()), ["as pan, from an edge inward"],
            ["notAtEdge", "wrongDirection", "extraTouch", "liftedEarly"]
        ),
        (
            .pinch(PinchRecognizer()), ["the span has changed by the slop"],
            ["extraTouch", "liftedEarly"]
        ),
        (.rotation(RotationRecognizer()), ["the fingers have turned by the slop"], ["extraTouch", "liftedEarly"]),
        (.transform(TransformRecognizer()), ["any part has gone its slop"], ["extraTouch", "liftedEarly"]),
    ]

    private static var discretePinch: StandardRecognizer {
        var parameters = PinchRecognizer.Parameters()
        parameters.discreteDeltaPt = 100
        return .pinch(PinchRecognizer(parameters))
    }

    /// Codes with which any kind may fail, by others or from outside.
    private static let foreign: Set = [
        "preventedBy", "requiredToFail", "refused", "disabled", "touchCancelled", "fingersUp", "control",
    ]

    private static func name(_ recognizer: StandardRecognizer) -> String {
        name("\(recognizer.kind)", StateMachine(of: recognizer))
    }

    /// What the picture calls a kind with such a machine.
    private static func name(_ kind: String, _ machine: StateMachine) -> String {
        switch (kind, machine) {
        case ("tap", .tentative): "tentative tap"
        case ("pinch", .discrete): "discrete pinch"
        default: kind
        }
    }

    private static var picture: StateMachinePicture {
        StateMachinePicture(
            kinds: kinds.map {
                StateMachinePicture.Kind(
                    name: name($0.recognizer), machine: StateMachine(of: $0.recognizer), recognized: $0.recognized,
                    reasons: $0.reasons)
            })
    }

    /// What random scripts have not shown yet.
    private struct Unseen {
        struct Step: Hashable, CustomStringConvertible {
            var machine: StateMachine
            var from: GestureState?
            var to: GestureState
            var description: String { "\(machine): \(from.map { "\($0)" } ?? "possible") to \(to)" }
        }
        /// What has not happened yet: transitions, and codes of failures by kind.
        var missing: Set<Step> = []
        var missingReasons: [String: Set<String>] = [:]

        init() {
            for machine in (0...UInt8.max).compactMap(StateMachine.init(rawValue:)) {
                for from in StateMachinePicture.states(of: machine) {
                    for to in StateMachinePicture.allStates where machine.allows(from, to: to) {
                        missing.insert(Step(machine: machine, from: from, to: to))
                    }
                }
            }
            // What is rarer than random fingers show: a stroke that finds no room, which StrokeTests hold. And a tap in
            // doubt fails as any other.
            for kind in StateMachineTests.kinds where !kind.recognizer.isTentative {
                let name = StateMachineTests.name(kind.recognizer)
                missingReasons[name] = Set(kind.reasons).subtracting(["noRoom"])
            }
        }

        var isComplete: Bool { missing.isEmpty && missingReasons.values.allSatisfy(\.isEmpty) }
    }

    /// Plays a script into `seen`; says what the table does not allow.
    private func play(_ script: HostileScript, into unseen: inout Unseen) -> [String] {
        var panel = HostileScript.Panel(
            geometry: PanelGeometry(script.panel), touchTimeout: script.touchTimeout, setup: script.setup,
            outputs: OutputBank())
        panel.explains = true
        var recorder = Recorder()
        script.play(on: &panel, into: &recorder)
        var faults: [String] = []
        var states: [Int: GestureState] = [:]
        let tentative = Set(recorder.events.filter { $0.state == .tentative }.map(\.gesture))
        for event in recorder.events {
            let isTentative = tentative.contains(event.gesture)
            let step = Unseen.Step(
                machine: event.isContinuous ? .continuous : isTentative ? .tentative : .discrete,
                from: states[event.gesture], to: event.state)
            if !step.machine.allows(step.from, to: step.to) { faults.append("\(step)") }
            unseen.missing.remove(step)
            states[event.gesture] = StateMachine.isEnd(event.state) ? nil : event.state
            let name = Self.name("\(event.kind)", step.machine)
            guard let known = Self.kinds.first(where: { Self.name($0.recognizer) == name }) else {
                faults.append("\(name) is not in the picture")
                continue
            }
            guard event.state == .failed, let reason = event.reason else { continue }
            let code = "\(reason.code)"
            if Self.foreign.contains(code) { continue }
            if !known.reasons.contains(code) { faults.append("\(name) failed: \(code) is not in the picture") }
            unseen.missingReasons[name]?.remove(code)
        }
        return faults
    }

    /// No other transition ever happens, and every one that is in the table does; so with the codes in the picture.
    @Test func enginesKeepToTheTableAndUseAllOfIt() {
        var unseen = Unseen()
        var scripts = 0
        while scripts < 200 || !unseen.isComplete, scripts < 4_000 {
            scripts += 1
            let faults = play(HostileScript(seed: UInt64(scripts), reports: 150), into: &unseen)
            #expect(faults.isEmpty, "script \(scripts)")
            if !faults.isEmpty { return }
        }
        #expect(unseen.missing.isEmpty)
        #expect(unseen.missingReasons.filter { !$0.value.isEmpty }.isEmpty)
    }

    /// `TAPLINE_WRITE_PICTURES=1 swift test --filter StateMachineTests` draws it anew.
    @Test func thePictureIsDrawnFromTheTable() throws {
        let file = Repository.url("Documentation/StateMachines.svg")
        let drawn = Self.picture.svg
        if ProcessInfo.processInfo.environment["TAPLINE_WRITE_PICTURES"] != nil {
            try Data(drawn.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == drawn)
    }
}
