import Foundation

/// The random numbers of Python's `random.Random(seed)`, draw for draw: MT19937 (Matsumoto and Nishimura) and what Python
/// makes of it. So a mix has the same fingers wherever it was generated, and figures measured on it can be compared.
struct RandomNumbers {
    private var state = [UInt32](repeating: 0, count: 624)
    private var position = 624
    /// The second of two normal numbers that are drawn together.
    private var spareNormal: Double?

    init(seed: UInt32) {
        // MT19937's initialisation by array, whose only member is the seed.
        state[0] = 19_650_218
        for i in 1..<624 { state[i] = 1_812_433_253 &* mixed(i) &+ UInt32(i) }
        for step in 1...624 {
            let i = (step - 1) % 623 + 1
            state[i] = (state[i] ^ (mixed(i) &* 1_664_525)) &+ seed
            if i == 623 { state[0] = state[623] }
        }
        for step in 1...623 {
            let i = step % 623 + 1
            state[i] = (state[i] ^ (mixed(i) &* 1_566_083_941)) &- UInt32(i)
            if i == 623 { state[0] = state[623] }
        }
        state[0] = 0x8000_0000
    }

    private func mixed(_ i: Int) -> UInt32 { state[i - 1] ^ (state[i - 1] >> 30) }

    private mutating func word() -> UInt32 {
        if position == 624 {
            for i in 0..<624 {
                let joined = (state[i] & 0x8000_0000) | (state[(i + 1) % 624] & 0x7fff_ffff)
                state[i] = state[(i + 397) % 624] ^ (joined >> 1) ^ (joined & 1 == 1 ? 0x9908_b0df : 0)
            }
            position = 0
        }
        var word = state[position]
        position += 1
        word ^= word >> 11
        word ^= (word << 7) & 0x9d2c_5680
        word ^= (word << 15) & 0xefc6_0000
        return word ^ (word >> 18)
    }

    /// 0 ..< 1, with 53 random bits.
    mutating func fraction() -> Double {
        let high = Double(word() >> 5)
        return (high * 67_108_864 + Double(word() >> 6)) / 9_007_199_254_740_992
    }

    /// 0 ..< `limit`, by drawing until a number fits.
    mutating func below(_ limit: Int) -> Int {
        let bits = Int.bitWidth - limit.leadingZeroBitCount
        while true {
            let drawn = Int(word() >> UInt32(32 - bits))
            if drawn < limit { return drawn }
        }
    }

    mutating func integer(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.upperBound - range.lowerBound + 1)
    }

    mutating func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * fraction() }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    /// One of `elements`, each as often as its weight says.
    mutating func one<Element>(of elements: [(Element, weight: Int)]) -> Element {
        let drawn = fraction() * Double(elements.reduce(0) { $0 + $1.weight })
        var sum = 0
        for (element, weight) in elements.dropLast() {
            sum += weight
            if drawn < Double(sum) { return element }
        }
        return elements[elements.count - 1].0
    }

    /// Normally distributed around `mean` (Box and Muller).
    mutating func normal(_ mean: Double, _ deviation: Double) -> Double {
        if let spare = spareNormal {
            spareNormal = nil
            return mean + spare * deviation
        }
        let angle = fraction() * 2 * Double.pi
        let radius = (-2 * log(1 - fraction())).squareRoot()
        spareNormal = sin(angle) * radius
        return mean + cos(angle) * radius * deviation
    }
}
