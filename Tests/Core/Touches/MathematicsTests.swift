import Foundation
import TestSupport

@Suite struct MathematicsTests {
    @Test func arcTangentIsRightInEveryDirection() {
        for i in -1_800...1_800 {
            let angle = Double(i) * .pi / 1_800
            for length in [1e-6, 1, 1e6] {
                let y = Float(sin(angle) * length)
                let x = Float(cos(angle) * length)
                let difference = Double(arcTangent(y: y, x: x)) - atan2(Double(y), Double(x))
                #expect(min(abs(difference), abs(abs(difference) - 2 * .pi)) < 4e-6)
            }
        }
        #expect(arcTangent(y: 0, x: 0) == 0)
        #expect(arcTangent(y: 1, x: .infinity) == 0)
    }

    @Test func squareRootOfNothingIsZero() {
        #expect(squareRoot(9) == 3)
        #expect(squareRoot(0) == 0 && squareRoot(-4) == 0 && squareRoot(.nan) == 0)
    }

    @Test func timesSaturate() {
        #expect(Instant.never + .milliseconds(1) == .never)
        #expect(Instant(microseconds: 5) + .unlimited == .never)
        #expect(Microseconds.milliseconds(.max) == .unlimited)
        #expect(Instant(microseconds: -2) - .never == Microseconds(.min))
        #expect(Microseconds.milliseconds(1_500).seconds == 1.5)
        #expect(Microseconds(-2_500_000).seconds == -2.5)
    }

    @Test func setsAreSets() {
        var set = TouchSet(3) | TouchSet(15)
        #expect(set.count == 2 && set.first == 3 && set.contains(15) && !set.contains(0))
        set.remove(3)
        #expect(set.map { $0 } == [15])
        #expect((set - TouchSet(15)).isEmpty)
        #expect(!TouchSet(1).intersects(TouchSet(2)))
    }

    @Test func sineCosineAndArcCosineAreThoseOfMathematics() {
        for step in -1_000...1_000 {
            let angle = Float(step) / 1_000 * .pi
            #expect(abs(cosine(angle) - Float(cos(Double(angle)))) < 1e-6)
            #expect(abs(sine(angle / 2) - Float(sin(Double(angle / 2)))) < 1e-6)
            let x = Float(step) / 1_000
            #expect(abs(arcCosine(x) - Float(acos(Double(x)))) < 1e-5)
        }
        #expect(abs(sine(3) - 1) < 1e-6)
        #expect(arcCosine(1.5) == 0)
        #expect(arcCosine(-1.5) == arcCosine(-1))
    }
}
