public import TaplineControllers

/// A reading of a motion sensor while it is being read.
public struct MotionReport: ReportBuffer {
    /// The specific force along the chip's own axes, g.
    public internal(set) var acceleration = SIMD3<Float>.zero
    /// The rotation rate about the chip's own axes, rad/s; nil where no gyroscope measures.
    public internal(set) var rotationRate: SIMD3<Float>?

    // A failed read is no reading, and none is owed.
    public static var canBeEmpty: Bool { false }
    public private(set) var count = 0
    public var predicted = 1
    public var lastCount = 0
    public var isAnnounced = false
    public var part: Int32 = 0

    public init() {}
    public mutating func removeAll() { count = 0 }
    public func makesSense() -> Bool { true }
    public func expect(atMost limit: Int, of most: Int, width: Int, height: Int) {}

    mutating func take(_ acceleration: SIMD3<Float>, _ rotationRate: SIMD3<Float>?) {
        self.acceleration = acceleration
        self.rotationRate = rotationRate
        count = 1
    }
}
