/// π as Double, for angles in files.
let piDouble = 3.141_592_653_589_793

/// The tangent of `angle` in radians, 0 ≤ angle < π/2.
///
/// The quotient of the Taylor series of sine and cosine, which up to π/4 need ten terms for all digits of a Double;
/// beyond π/4 the reciprocal of the complement's tangent. No C library: every host reads the same configuration.
func tangent(_ angle: Double) -> Double {
    guard angle <= piDouble / 4 else { return 1 / tangent(piDouble / 2 - angle) }
    let square = angle * angle
    var sine = 0.0
    var cosine = 0.0
    var term = 1.0
    for n in 0..<10 {
        cosine += term
        sine += term * angle / Double(2 * n + 1)
        term *= -square / (Double(2 * n + 1) * Double(2 * n + 2))
    }
    return sine / cosine
}
