public import TaplineTouches

/// Where a shake is.
public enum ShakePhase: Equatable, Sendable {
    /// The device is being shaken.
    case began
    /// It rests again.
    case ended
    /// It was none, and will not be told again until the device rests.
    case cancelled(ShakeCancellation)
}

/// Why a shake that had begun does not count.
public enum ShakeCancellation: UInt8, Equatable, Sendable {
    /// Readings stopped, or nobody wants shakes any more.
    case interrupted
    /// It was no shake after all: the device fell.
    case invalid
    /// It went on for longer than shakes do.
    case tooLong
}

/// What a sensor's readings mean at one instant, in the device's frame (see ``MotionReading``).
public struct DeviceMotion: Equatable, Sendable {
    /// What was measured: specific force in g, rotation rate in rad/s.
    public var reading: MotionReading
    /// The part of the acceleration that holds against gravity, g: +1 on the axis that points up, whatever the device does.
    public var gravity: SIMD3<Float>
    /// What the person or the vehicle adds to it, g: `reading.acceleration - gravity`.
    public var userAcceleration: SIMD3<Float>
    /// How the device is turned in the world.
    public var attitude: Attitude
    /// The acceleration with the frequencies that were asked for (``MotionEngine/dataFilter``), g.
    public var filtered: SIMD3<Float>

    /// Gravity, acceleration and attitude at one instant.
    public init(
        reading: MotionReading, gravity: SIMD3<Float>, userAcceleration: SIMD3<Float> = SIMD3(),
        attitude: Attitude = Attitude()
    ) {
        self.reading = reading
        self.gravity = gravity
        self.userAcceleration = userAcceleration
        self.attitude = attitude
        filtered = reading.acceleration
    }
}

/// A rotation from the device's frame to the world's, whose z points up, as a quaternion of length 1. Where north is nobody
/// measures: the turn about z counts from where the filter started.
public struct Attitude: Equatable, Sendable {
    /// The quaternion: x, y, z, w.
    public var quaternion: SIMD4<Float>

    /// The rotation `quaternion` (x, y, z, w): none, unless said otherwise.
    public init(quaternion: SIMD4<Float> = SIMD4(0, 0, 0, 1)) { self.quaternion = quaternion }
}

/// Something that the device's motion means.
public struct MotionEvent: Equatable, Sendable {
    /// What it means.
    public enum Kind: Equatable, Sendable {
        /// A shake, by the detector with this number.
        case shake(UInt8, ShakePhase)
        /// The device is held another way now.
        case orientation(DeviceOrientation)
        /// What is measured, at the update interval.
        case data(DeviceMotion)
    }
    /// When: of the reading that shows it, or the deadline that passed.
    public var time: Instant
    /// What.
    public var kind: Kind

    /// An event.
    public init(time: Instant, kind: Kind) {
        self.time = time
        self.kind = kind
    }
}

/// Takes motion events.
public protocol MotionSink: ~Copyable {
    /// Something that the device's motion means.
    mutating func emit(_ event: MotionEvent)
}
