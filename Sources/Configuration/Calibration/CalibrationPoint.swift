/// A place that was to be touched, and where the touch was seen. Oriented pixels, before any calibration.
public struct CalibrationPoint: Equatable, Sendable {
    /// Where the finger was meant to be, px.
    public var targetX, targetY: Double
    /// Where it was seen, px.
    public var seenX, seenY: Double

    /// The place at (`targetX`, `targetY`) was seen at (`seenX`, `seenY`), px.
    public init(targetX: Double, targetY: Double, seenX: Double, seenY: Double) {
        self.targetX = targetX
        self.targetY = targetY
        self.seenX = seenX
        self.seenY = seenY
    }
}
