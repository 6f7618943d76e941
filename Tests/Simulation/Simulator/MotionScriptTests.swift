import TaplineSimulator
import TestSupport

/// How a simulated device is held, turned and shaken.
@Suite struct MotionScriptTests {
    private struct Story: MotionSink {
        var lines: [String] = []
        mutating func emit(_ event: MotionEvent) {
            switch event.kind {
            case .shake(_, let phase): lines.append("shake \(phase)")
            case .orientation(let orientation): lines.append("\(orientation)")
            default: break
            }
        }
    }

    @Test func aShakeGoesToAndFro() {
        var script = MotionScript()
        script.shake(SIMD3(1, 0, 0), peak: 2, hertz: 4, for: .milliseconds(1_000))
        let sides = [0, 62_500, 125_000, 187_500, 687_500].map {
            script.reading(at: Instant(microseconds: $0)).acceleration.x
        }
        for (side, expected) in zip(sides, [0, 2, 0, -2, -2] as [Float]) { #expect(abs(side - expected) < 0.001) }
    }

    @Test func aDeviceIsTurnedOverByItsSide() {
        var script = MotionScript()
        script.turn(to: SIMD3(1, 0, 0), in: .milliseconds(500))
        script.turn(to: SIMD3(0, -1, 0), in: .milliseconds(500))
        let up = script.reading(at: Instant(microseconds: 750_000)).acceleration
        #expect(abs(up.x - 0.7071) < 0.01 && abs(up.y + 0.7071) < 0.01)
    }

    @Test func theDemonstrationIsTurnedShakenAndLaidDown() {
        let script = MotionScript.demo()
        var engine = MotionEngine()
        _ = engine.addShake(.standard)
        engine.begin(.shakes, at: .zero)
        engine.begin(.orientation, at: .zero)
        var story = Story()
        for time in stride(from: 0, to: script.end.microseconds, by: 10_000) {
            engine.take(script.reading(at: Instant(microseconds: time)), into: &story)
        }
        #expect(
            story.lines == [
                "portrait", "landscapeLeft", "portrait", "shake began", "shake ended", "faceUp", "portrait",
            ])
    }
}
