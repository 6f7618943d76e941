/// Why the readings of six faces make no calibration of a motion sensor, with the figure that says so.
public enum SensorFitError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There are not six readings, or one of them is no number.
    case incomplete
    /// Two faces show the same: their readings are `distance` g apart, at least `needed` is wanted.
    case same(DeviceFace, DeviceFace, distance: Double, needed: Double)
    /// The chip's axes lie between the device's, so that the six lengths do not tell their scales apart.
    case undetermined
    /// No offset and scale bring all six readings to 1 g.
    case noFit
    /// Two opposite faces are `figure` g away from being opposite after the correction, more than `allowed`.
    case contradiction(DeviceFace, DeviceFace, figure: Double, allowed: Double)
    /// An axis (`x`, `y` or `z`) would have an offset, g, that no board can have.
    case offset(axis: String, value: Double)
    /// An axis would have a scale that no board can have.
    case scale(axis: String, value: Double)

    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .incomplete: "the sensor was not measured on all six faces"
        case .same(let first, let second, let distance, let needed):
            "\(first.name) and \(second.name) show the same: \(milli(distance)) mg apart, at least \(milli(needed)) mg are "
                + "needed; lay the device on each face once"
        case .undetermined:
            "the chip's axes lie between the device's (mount_matrix), and six faces do not tell their scales apart; "
                + "calibrate the chip where its axes are the device's, and write offset and scale into the board"
        case .noFit:
            "no offset and scale bring the six faces to 1 g; hold the device still on each face, and use a range of 2g or more"
        case .contradiction(let first, let second, let figure, let allowed):
            "the readings contradict each other: \(first.name) and \(second.name) are \(milli(figure)) mg away from being "
                + "opposite, more than \(milli(allowed)) mg; lay each face level, and calibrate again"
        case .offset(let axis, let value):
            "the chip's \(axis) axis would have an offset of \(fixed(value, places: 3)) g, and a board has -2 g to 2 g; is "
                + "the chip the one that the board names?"
        case .scale(let axis, let value):
            "the chip's \(axis) axis would have a scale of \(fixed(value, places: 3)), and a board has 0.5 to 2; is the chip "
                + "the one that the board names?"
        }
    }

    private func milli(_ value: Double) -> String { fixed(value * 1_000, places: 0) }
}
