// Sine and cosine by their series: tests bring no other library either.

func sine(_ x: Double) -> Double {
    var term = x.remainder(dividingBy: 2 * .pi)
    let square = term * term
    var sum = term
    for n in 1...12 {
        term *= -square / Double(2 * n * (2 * n + 1))
        sum += term
    }
    return sum
}

func cosine(_ x: Double) -> Double { sine(x + .pi / 2) }
