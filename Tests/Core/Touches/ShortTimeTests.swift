import TestSupport

@Suite struct ShortTimeTests {
    @Test(arguments: [0, 1, 350_000, 4_294_967_294] as [Int64]) func timesBelow71MinutesAreKept(_ count: Int64) {
        #expect(ShortTime(Microseconds(count)).microseconds == Microseconds(count))
    }

    @Test(arguments: [4_294_967_295, .max] as [Int64]) func longerOnesAreNoLimit(_ count: Int64) {
        #expect(ShortTime(Microseconds(count)).microseconds == .unlimited)
    }

    @Test func negativeOnesAreNoTime() { #expect(ShortTime(Microseconds(-1)).microseconds == .zero) }
}
