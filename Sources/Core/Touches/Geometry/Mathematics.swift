// The few functions of mathematics that the firmware needs. Apart from the square root, which IEEE 754 rounds
// the same everywhere, nothing comes from a C library, so a recording replays to the identical events on every
// processor.

/// π as Float.
public let pi: Float = 3.141_592_7

/// The square root of `x`, 0 for anything that has none.
public func squareRoot(_ x: Float) -> Float {
    x > 0 ? x.squareRoot() : 0
}

/// The angle of the direction (x, y) in radians, -π…π, counted from the x axis towards the y axis: clockwise on a
/// screen. 0 for (0, 0), and where a part is infinite or no number.
///
/// A degree-11 minimax polynomial of the arc tangent on 0…1 (Hastings, "Approximations for Digital Computers",
/// sheet 11); in Float its error is below 4·10⁻⁶ rad.
public func arcTangent(y: Float, x: Float) -> Float {
    let ax = x < 0 ? -x : x
    let ay = y < 0 ? -y : y
    let large = ax > ay ? ax : ay
    let small = ax > ay ? ay : ax
    guard large > 0, large < .infinity else { return 0 }
    let a = small / large
    let s = a * a
    var r = s * (-0.013_480_470)
    r = (r + 0.057_477_314) * s
    r = (r - 0.121_239_071) * s
    r = (r + 0.195_635_925) * s
    r = (r - 0.332_994_597) * s
    r = (r + 0.999_995_630) * a
    if ay > ax { r = pi / 2 - r }
    if x < 0 { r = pi - r }
    return y < 0 ? -r : r
}

/// How much a length may miss a limit and still reach it: 1/1024 pt (0.16 µm), far below any panel's
/// resolution. Limits are inclusive, and sums of fractions of a pixel must not miss them by their rounding.
public let lengthTolerancePt: Float = 1 / 1024

extension Float {
    /// A limit of a length that is reached only by more than `pt`.
    public static func exceeding(_ pt: Float) -> Float { pt + 2 * lengthTolerancePt }
}

/// The angle in radians, 0…π, whose cosine is `x`; what lies beyond ±1 counts as ±1, what is infinite as 1. Its error is that of
/// ``arcTangent(y:x:)``.
public func arcCosine(_ x: Float) -> Float {
    arcTangent(y: squareRoot((1 - x) * (1 + x)), x: x)
}

/// The sine of `angle`, -π/2…π/2 radians; what lies beyond counts as the nearer end.
///
/// The Taylor polynomial of degree 11: in Float its error is below 2·10⁻⁷.
public func sine(_ angle: Float) -> Float {
    let a = min(max(angle, -pi / 2), pi / 2)
    let s = a * a
    var r = s * (-1 / 39_916_800)
    r = (r + 1 / 362_880) * s
    r = (r - 1 / 5_040) * s
    r = (r + 1 / 120) * s
    r = (r - 1 / 6) * s
    return a + a * r
}

/// The cosine of `angle`, -π…π radians: 1 − 2 sin² of the half.
public func cosine(_ angle: Float) -> Float {
    let half = sine(angle / 2)
    return 1 - 2 * half * half
}
