public import TaplineCore

/// How a device is held, turned and shaken, over time: for a simulated motion sensor.
///
/// ```swift
/// var script = MotionScript()
/// script.rest(.milliseconds(1_000))
/// script.turn(to: SIMD3(1, 0, 0), in: .milliseconds(400))   // its right edge points up: landscape left
/// script.shake(SIMD3(1, 0, 0), peak: 2.5, hertz: 4, for: .milliseconds(1_000))
/// ```
public struct MotionScript: Sendable {
    private struct Part: Sendable {
        var begin: Instant
        var length: Microseconds
        /// What points up at first, and about which axis, by which angle the device turns.
        var up: SIMD3<Float>
        var axis = SIMD3<Float>.zero
        var angle: Float = 0
        /// How it is shaken, g, and how often a second.
        var shake = SIMD3<Float>.zero
        var hertz: Float = 0
    }

    private var parts: [Part] = []
    /// What was recorded in the place of parts, in order.
    private var readings: [MotionReading] = []
    /// What points up in the device's frame at the end of the script so far.
    public private(set) var up: SIMD3<Float>
    /// The end of what the script holds so far.
    public private(set) var end = Instant.zero

    /// A device that is held upright, or so that `up` (of the length 1) points up.
    public init(up: SIMD3<Float> = SIMD3(0, 1, 0)) { self.up = up }

    /// What a recording has of the motion: between two readings what the first said. Readings whose times run backwards are
    /// left out; of none, a device that is held upright.
    public init(readings: [MotionReading]) {
        self.init(up: readings.first?.acceleration ?? SIMD3(0, 1, 0))
        for reading in readings where reading.time >= self.readings.last?.time ?? reading.time {
            self.readings.append(reading)
        }
        end = self.readings.last?.time ?? .zero
    }

    /// Whether it is that of a device which is held upright all the time.
    public var isEmpty: Bool { parts.isEmpty && readings.isEmpty && up == SIMD3(0, 1, 0) }
    /// Whether it was recorded, and so begins when that was.
    public var isRecorded: Bool { !readings.isEmpty }
    /// Where it begins: 0, or the first reading of a recording.
    public var start: Instant { readings.first?.time ?? .zero }

    /// When a sensor measures next after `time`: whenever the recorded one did (of two readings with one time the last counts), or
    /// `interval` later; nil: the script is over.
    public func next(after time: Instant, every interval: Microseconds) -> Instant? {
        guard isRecorded else { return time < end || parts.isEmpty ? time + interval : nil }
        let next = place(after: time)
        return next < readings.count ? readings[next].time : nil
    }

    /// The first reading after `time`.
    private func place(after time: Instant) -> Int {
        var (low, high) = (0, readings.count)
        while low < high {
            let middle = (low + high) / 2
            if readings[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// It rests.
    public mutating func rest(_ length: Microseconds) { add(Part(begin: end, length: length, up: up)) }

    /// It is turned by the shortest way until `target`, of the length 1, points up; half around about the axis out of its
    /// front, or, where it lies, about its length.
    public mutating func turn(to target: SIMD3<Float>, in length: Microseconds) {
        var part = Part(begin: end, length: length, up: up)
        let normal = MotionScript.cross(up, target)
        let sine = squareRoot((normal * normal).sum())
        part.angle = arcTangent(y: sine, x: (up * target).sum())
        if sine > 0.001 {
            part.axis = normal / sine
        } else {
            part.axis = up.z * up.z > 0.5 ? SIMD3(0, 1, 0) : SIMD3(0, 0, 1)
        }
        add(part)
        up = target
    }

    /// It is shaken to and fro along `axis`, of the length 1, with so many g at the most.
    public mutating func shake(_ axis: SIMD3<Float>, peak: Float, hertz: Float, for length: Microseconds) {
        add(Part(begin: end, length: length, up: up, shake: axis * peak, hertz: hertz))
    }

    private mutating func add(_ part: Part) {
        parts.append(part)
        end = end + part.length
    }

    /// What a sensor in the device's frame measures at `time`: before the script as at its begin, after it as at its end.
    public func reading(at time: Instant) -> MotionReading {
        guard !isRecorded else {
            var reading = readings[max(place(after: time) - 1, 0)]
            reading.time = time
            return reading
        }
        guard let part = parts.last(where: { $0.begin <= time }) ?? parts.first, time < end else {
            return MotionReading(at: time, acceleration: up, rotationRate: .zero)
        }
        let elapsed = max(time - part.begin, .zero)
        let turned = part.angle * elapsed.seconds / max(part.length, Microseconds(1)).seconds
        // (What points up turns in the device's frame, so the device turns the other way.)
        let across = MotionScript.cross(part.axis, part.up)
        let along = part.axis * (part.axis * part.up).sum()
        let up = along + (part.up - along) * cosine(turned) + across * Self.wave(turned / (2 * .pi))
        return MotionReading(
            at: time, acceleration: up + part.shake * Self.wave(part.hertz * elapsed.seconds),
            rotationRate: part.axis * (-part.angle / max(part.length, Microseconds(1)).seconds))
    }

    /// The sine of so many turns.
    private static func wave(_ turns: Float) -> Float {
        let part = turns - turns.rounded()
        return sine(2 * .pi * (part > 0.25 ? 0.5 - part : part < -0.25 ? -0.5 - part : part))
    }

    private static func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    /// The demonstration: upright, turned to the left and back, shaken, laid on its back and taken up again.
    public static func demo() -> MotionScript {
        var script = MotionScript()
        script.rest(.milliseconds(2_000))
        script.turn(to: SIMD3(1, 0, 0), in: .milliseconds(500))
        script.rest(.milliseconds(2_000))
        script.turn(to: SIMD3(0, 1, 0), in: .milliseconds(500))
        script.rest(.milliseconds(1_500))
        script.shake(SIMD3(1, 0, 0), peak: 2.5, hertz: 4, for: .milliseconds(1_000))
        script.rest(.milliseconds(2_500))
        script.turn(to: SIMD3(0, 0, 1), in: .milliseconds(600))
        script.rest(.milliseconds(2_500))
        script.turn(to: SIMD3(0, 1, 0), in: .milliseconds(600))
        script.rest(.milliseconds(2_000))
        return script
    }

    /// A device that lies on each of its six faces for two seconds, one after the other.
    public static func sixFaces() -> MotionScript {
        let faces: [SIMD3<Float>] = [
            SIMD3(0, 0, 1), SIMD3(0, 0, -1), SIMD3(0, 1, 0), SIMD3(0, -1, 0), SIMD3(1, 0, 0), SIMD3(-1, 0, 0),
        ]
        var script = MotionScript(up: faces[0])
        for up in faces {
            script.turn(to: up, in: .milliseconds(500))
            script.rest(.milliseconds(2_000))
        }
        return script
    }
}

extension SensorModel {
    /// Moves the chip, which sits in the device as `mounting` says, as `reading` has the device.
    public mutating func move(_ reading: MotionReading, mounting: SensorMounting, at now: Instant) {
        func turned(_ v: SIMD3<Float>) -> SIMD3<Float> { mounting.x * v.x + mounting.y * v.y + mounting.z * v.z }
        move(
            acceleration: turned(reading.acceleration) / mounting.scale + mounting.offset,
            rotationRate: turned(reading.rotationRate ?? .zero), at: now)
    }
}
