import TestSupport

/// What an engine tells.
struct Told: MotionSink {
    var events: [MotionEvent] = []

    mutating func emit(_ event: MotionEvent) { events.append(event) }

    var shakes: [ShakePhase] {
        events.compactMap { if case .shake(_, let phase) = $0.kind { phase } else { nil } }
    }
    var orientations: [DeviceOrientation] {
        events.compactMap { if case .orientation(let orientation) = $0.kind { orientation } else { nil } }
    }
    var data: [DeviceMotion] { events.compactMap { if case .data(let motion) = $0.kind { motion } else { nil } } }
}

extension MotionEngine {
    /// An engine of which shakes and the orientation are wanted.
    static func watching(_ shake: ShakeParameters = .standard) -> MotionEngine {
        var engine = MotionEngine()
        _ = engine.addShake(shake)
        engine.begin(.shakes, at: .zero)
        engine.begin(.orientation, at: .zero)
        return engine
    }

    /// Takes accelerations that `force` (g) has from `start` to `end` s, at a rate.
    mutating func follow(
        from start: Double = 0, to end: Double, rate: Double = 100, into told: inout Told,
        _ force: (Double) -> SIMD3<Float>
    ) {
        var t = start
        while t < end {
            take(MotionReading(at: .seconds(t), acceleration: force(t)), into: &told)
            t += 1 / rate
        }
    }
}

extension Instant {
    static func seconds(_ s: Double) -> Instant { Instant(microseconds: Int64((s * 1e6).rounded())) }
    var seconds: Double { Double(microseconds) / 1e6 }
}
