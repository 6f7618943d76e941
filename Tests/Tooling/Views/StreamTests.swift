import TestSupport

@testable import TaplineViews

/// Lines that are missing.
struct StreamTests {
    @Test func gapIsCountedOnce() {
        var check = SequenceCheck()
        #expect(check.take(7) == 0)
        #expect(check.take(8) == 0)
        #expect(check.take(12) == 3)
        #expect(check.take(13) == 0)
        #expect(check.missing == 3 && check.gaps == 1)
    }

    @Test func sequenceThatFallsBeginsAnew() {
        var check = SequenceCheck()
        #expect(check.take(100) == 0)
        #expect(check.take(1) == 0)
        #expect(check.take(3) == 1)
        #expect(check.missing == 1)
    }

    @Test func numbersFromOutsideDoNotTrap() {
        var check = SequenceCheck()
        _ = check.take(.min)
        #expect(check.take(.max) == .max)
        _ = check.take(0)
        _ = check.take(.max)
        #expect(check.missing == .max)
    }

    @Test func otherConfigurationBeginsAnotherSequence() {
        var state = MonitorState(source: "s")
        func event(_ number: Int64) -> ViewMessage {
            var event = ViewEvent()
            (event.sequence, event.name, event.kind, event.state) = (number, "a", "tap", "ended")
            return .event(event)
        }
        state.take(.greeting(board: "b", configuration: "1"), at: 0)
        state.take(event(5), at: 0)
        // The port came back: the sequence went on meanwhile.
        state.take(.greeting(board: "b", configuration: "1"), at: 0)
        state.take(event(8), at: 0)
        #expect(state.sequence.missing == 2)
        state.take(.greeting(board: "b", configuration: "2"), at: 0)
        state.take(event(20), at: 0)
        #expect(state.sequence.missing == 2)
    }

    @Test(arguments: [("250", 250_000), ("10us", 10), ("3ms", 3_000), ("2s", 2_000_000), ("1m", 60_000_000)])
    func periodsAreThoseOfGpiomon(_ text: String, _ count: Int64) {
        #expect(Period(text)?.length.count == count)
    }

    /// (Files had units that options refused.)
    @Test(arguments: [("1min", 60_000_000), ("2h", 7_200_000_000)])
    func periodsHaveTheUnitsOfFilesToo(_ text: String, _ count: Int64) {
        #expect(Period(text)?.length.count == count)
    }

    @Test(arguments: ["", "0", "-1", "25h", "s", "1.5s", "99999999999m", "1 s"]) func otherPeriodsAreNone(
        _ text: String
    ) {
        #expect(Period(text) == nil)
    }

    @Test func formatHasTheValuesOfAnEvent() throws {
        var event = ViewEvent()
        (event.sequence, event.time, event.name, event.kind, event.state) = (7, 1_090_000, "zoom", "pinch", "changed")
        (event.x, event.y, event.touches, event.zone) = (10.25, 20, 2, "left")
        event.values = [.init(key: "scale", text: "1.5"), .init(key: "velocity", text: "0.1")]
        #expect(
            try EventTemplate("%q %S %t %g/%k/%s %x,%y %f %z [%v] 100%%").text(event)
                == "7 1.090 1090000 zoom/pinch/changed 10.3,20 2 left [scale=1.5 velocity=0.1] 100%")
        #expect(try EventTemplate("%U").text(event).hasSuffix("Z"))
        #expect(throws: (any Error).self) { _ = try EventTemplate("%j") }
        #expect(throws: (any Error).self) { _ = try EventTemplate("50%") }
    }
}
