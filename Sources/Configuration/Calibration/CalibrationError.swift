/// Why touched places make no calibration, with the figure that says so.
public enum CalibrationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Fewer than three places: an affine map needs three.
    case tooFew(Int)
    /// The touches lie on a line: their distance from it is `spread` (root mean square), at least `needed` is wanted.
    case onALine(spread: Double, needed: Double, unit: String)
    /// The touch at index `point` lies `distance` from where the others put it, more than `allowed`. nil: one of the touches
    /// does, and it is not known which: so with four touches, and with two opposite corners.
    case inconsistent(point: Int?, distance: Double, allowed: Double, unit: String)
    /// The axes run in other directions than the board says; `transform` would be right.
    case wrongAxes(transform: String)
    /// The picture would be stretched or sheared by `factor`, 1 being not at all.
    case stretched(factor: Double)

    /// What is wrong, and what would be right.
    public var description: String {
        switch self {
        case .tooFew(let count): "\(count) places were touched; three or more are needed"
        case .onALine(let spread, let needed, let unit):
            "the touches lie on a line: they are \(fixed(spread, places: 1)) \(unit) away from it, at least "
                + "\(fixed(needed, places: 1)) \(unit) are needed; touch each place where it says"
        case .inconsistent(let point, let distance, let allowed, let unit):
            (point.map { "touch \($0 + 1)" } ?? "one of the touches")
                + " is \(fixed(distance, places: 1)) \(unit) away from where the others put it, more than "
                + "\(fixed(allowed, places: 1)) \(unit); calibrate again"
        case .wrongAxes(let transform):
            "the axes run in other directions than the board says; write transform: {\(transform)} into it, then "
                + "calibrate again"
        case .stretched(let factor):
            "the picture would be stretched or sheared by a factor of \(fixed(factor, places: 2)); are size and transform "
                + "of the board right, and were the places touched in their order?"
        }
    }
}
