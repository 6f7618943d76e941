public import TaplineGestures
public import TaplineMotion
public import TaplineOutputs
public import TaplineTouches

/// The motion sensor has come, or is lost.
public struct SensorEvent: FormattedEvent {
    /// When.
    public let time: Instant
    /// Whether it answers from now on.
    public let isThere: Bool

    /// It has come, or is lost.
    public init(time: Instant, isThere: Bool) {
        self.time = time
        self.isThere = isThere
    }

    public var isProgress: Bool { false }
    public func isFor(_ port: PortFormat.Selection) -> Bool { port.kind == .jsonl && port.isForEveryGesture }
    public func forEachField(_ fields: inout EventFields, numbered sequence: Int64, _ visit: EventFieldVisitor) {
        EventFields.begin(sequence, time, visit)
        visit(.sensor, .word(isThere ? "there" : "lost"))
    }
}

/// What the motion sensor measures and what that means, for whoever follows it.
public struct MotionDataEvent: FormattedEvent {
    /// The reading, gravity, acceleration and attitude.
    public let motion: DeviceMotion

    /// An event of `motion`.
    public init(_ motion: DeviceMotion) { self.motion = motion }

    public var isProgress: Bool { true }
    public func isFor(_ port: PortFormat.Selection) -> Bool { false }
    public func forEachField(_ fields: inout EventFields, numbered sequence: Int64, _ visit: EventFieldVisitor) {
        func numbers(_ v: SIMD3<Float>) -> EventFieldValue { .numbers(SIMD4(v.x, v.y, v.z, 0), 3) }
        EventFields.begin(sequence, motion.reading.time, visit)
        visit(.acceleration, numbers(motion.reading.acceleration))
        if let rate = motion.reading.rotationRate { visit(.rotationRate, numbers(rate)) }
        visit(.gravity, numbers(motion.gravity))
        visit(.userAcceleration, numbers(motion.userAcceleration))
        visit(.attitude, .numbers(motion.attitude.quaternion, 4))
    }
}
