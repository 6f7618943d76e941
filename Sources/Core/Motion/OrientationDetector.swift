public import TaplineTouches

/// Says which side of the device points up: only when that has changed, and has been so for a while. A value without a clock.
public struct OrientationDetector: Sendable {
    // When a device counts as turned. Angles are given as the squares of their tangents: no libm.
    /// The acceleration's low pass.
    private static var timeConstant: Microseconds { .milliseconds(200) }
    /// How far an edge's axis must be turned upward from the one that was up before, tan²: 60°, so that a border is 45° and
    /// 15° to both sides.
    private static var turnTangentSquared: Float { 3 }
    /// How far the front must look up or down for the device to lie, tan² of the angle to the horizon: 60°.
    private static var flatTangentSquared: Float { 3 }
    /// Below which it does not lie any more, tan²: 50°.
    private static var uprightTangentSquared: Float { 1.420_3 }
    /// Where it was seen neither lie nor stand before, tan²: 55°.
    private static var middleTangentSquared: Float { 2.039_6 }
    /// How far the slow part of the acceleration may be from 1 g, in g: beyond, the device is moved.
    private static var tolerance: Float { 0.4 }
    /// How far from the slow part readings may be, the mean of the squares over 200 ms, g²: beyond, the device is shaken or swung
    /// by a hand, and the slow part, which a swing about the wrist turns round, is not gravity. (Running makes 1 to 2.)
    private static var mostUnrest: Float { 2.5 }
    /// How long after that it may be gravity again.
    private static var calm: Microseconds { .milliseconds(300) }
    /// How long the device must be held so.
    private static var settling: Microseconds { .milliseconds(300) }

    /// How it is held.
    public private(set) var orientation = DeviceOrientation.unknown
    private var slow = LowPass(timeConstant: Self.timeConstant)
    /// How it seems to be held, and since when.
    private var candidate = DeviceOrientation.unknown
    private var candidateStart = Instant.never
    private var lastReading = Instant.never
    private var unrest = LowPass(timeConstant: Self.timeConstant)
    private var lastSwing = Instant.never

    /// A detector that has seen nothing.
    public init() {}

    /// Takes an acceleration, g; the orientation, if it is another one now.
    public mutating func take(_ acceleration: SIMD3<Float>, at now: Instant) -> DeviceOrientation? {
        if lastReading != .never, LowPass.longestGap < now - lastReading { candidate = .unknown }
        lastReading = now
        let up = slow.take(acceleration, at: now)
        let off = acceleration - up
        if unrest.take(SIMD3(dot(off, off), 0, 0), at: now).x > Self.mostUnrest { lastSwing = now }
        let isSwung = lastSwing != .never && now - lastSwing < Self.calm
        let seen = isSwung ? .unknown : classify(up)
        if seen != candidate { (candidate, candidateStart) = (seen, now) }
        guard candidate != .unknown, candidate != orientation, !(now - candidateStart < Self.settling) else {
            return nil
        }
        orientation = candidate
        return orientation
    }

    /// Readings will not go on: the orientation is unknown. True where it was known.
    public mutating func interrupt() -> Bool {
        let wasKnown = orientation != .unknown
        self = OrientationDetector()
        return wasKnown
    }

    /// How a device is held whose slow acceleration is `up`; unknown while it is moved. What lies between two keeps the one
    /// that it has.
    private func classify(_ up: SIMD3<Float>) -> DeviceOrientation {
        let square = dot(up, up)
        let (low, high) = (1 - Self.tolerance, 1 + Self.tolerance)
        guard square >= low * low, square <= high * high else { return .unknown }
        let (x, y, z) = (up.x * up.x, up.y * up.y, up.z * up.z)
        // Lying, or nearly: it stays so down to 50°, and becomes so from 60°.
        let lies: DeviceOrientation = up.z > 0 ? .faceUp : .faceDown
        let limit =
            switch orientation {
            case lies: Self.uprightTangentSquared
            case .unknown: Self.middleTangentSquared
            default: Self.flatTangentSquared
            }
        if z >= (x + y) * limit { return lies }
        let upright: DeviceOrientation = up.y > 0 ? .portrait : .portraitUpsideDown
        let sideways: DeviceOrientation = up.x > 0 ? .landscapeLeft : .landscapeRight
        // One that was lying keeps to the edge that it is on its way to.
        return switch orientation.isUpright || orientation.isSideways ? orientation : candidate {
        case .portrait, .portraitUpsideDown: x >= y * Self.turnTangentSquared ? sideways : upright
        case .landscapeLeft, .landscapeRight: y >= x * Self.turnTangentSquared ? upright : sideways
        case .faceUp, .faceDown, .unknown: y >= x ? upright : sideways
        }
    }
}

extension DeviceOrientation {
    var isUpright: Bool { self == .portrait || self == .portraitUpsideDown }
    var isSideways: Bool { self == .landscapeLeft || self == .landscapeRight }
}
