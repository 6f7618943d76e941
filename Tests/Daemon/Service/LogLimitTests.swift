import TestSupport

@testable import TaplineDaemon

/// A log that is written for years fills no disk, and what happens for the first time is in it at once.
@Suite struct LogLimitTests {
    private func second(_ number: Int) -> Instant { Instant(microseconds: 1_000_000 * Int64(number)) }

    @Test(
        "an adapter that is away for a day is told of at once, and then once an hour; when it comes back and goes, again"
    )
    func adapterAwayForADay() {
        var memory = ServiceLog.Memory()
        var told: [Int] = []
        var counted = 0
        for now in stride(from: 0, to: 86_400, by: 15) {
            guard let untold = memory.isTold(at: second(now)) else { continue }
            told.append(now)
            counted += 1 + untold
        }
        #expect(told.prefix(4) == [0, 15, 45, 90])
        #expect(told.count <= 8 + 24 && told.count >= 24, "\(told)")
        #expect(told.filter { $0 >= 43_200 }.count <= 12)
        // None is forgotten but those that wait for the next line.
        #expect(counted > 86_400 / 15 - 3_600 / 15 && counted <= 86_400 / 15)
        #expect(memory.isTold(at: second(86_400 + 10)) == nil)
        #expect(memory.isTold(at: second(86_400 + 3_700)) == 0)
        #expect(memory.isTold(at: second(86_400 + 3_711)) == 0)
    }

    @Test("a place that touches itself like clockwork is told in pixels and milliseconds, wherever it is")
    func learnedPlace() {
        let text = ServiceLog.text(learned: Point(x: 94.9, y: 24), every: Microseconds(12_064_999))
        #expect(text.hasPrefix("a contact comes back to (95, 24) every 12.064 s: from now on it is no touch"))
        let lost = ServiceLog.text(learned: Point(x: .nan, y: -1e30), every: Microseconds(5_000_000))
        #expect(lost.contains(", -99999) every 5.000 s"))
    }

    @Test("whatever says a line a second says 200, then two a minute, and how many were left out")
    func lineASecond() {
        var budget = LogBudget()
        var lines = 0
        var leftOut = 0
        for now in 0..<86_400 {
            guard let more = budget.take(at: second(now)) else { continue }
            lines += 1
            leftOut += more
        }
        #expect(lines == 200 + 86_400 / 30 - 1, "\(lines)")
        #expect(lines + leftOut > 86_400 - 31 && lines + leftOut <= 86_400)
        // After an hour of calm, which the last line was half a minute before, a hundred and twenty-one at once.
        var told = 0
        for _ in 0..<130 where budget.take(at: second(86_370 + 3_630)) != nil { told += 1 }
        #expect(told == 121)
    }
}
