import TestSupport

@testable import TaplineDaemon

/// The steps of an acceptance, by themselves: fingers and the time go in, what has become of the step comes out.
@Suite struct AcceptanceWalkTests {
    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    private func walk(_ kinds: AcceptanceStep.Kind...) -> AcceptanceWalk {
        AcceptanceWalk(kinds.map { AcceptanceStep(kind: $0) }, at: .zero)
    }

    @Test func aPanelIsAskedForWhatItCanDo() {
        let kinds = { (fingers: Int) in
            AcceptanceStep.all(width: 801, height: 481, fingers: fingers).map { $0.name }
        }
        #expect(kinds(1) == ["corner", "corner", "corner", "corner", "taps", "draw", "rest"])
        #expect(kinds(2) == ["corner", "corner", "corner", "corner", "taps", "draw", "fingers 2", "rest"])
        #expect(kinds(10).suffix(3) == ["fingers 2", "fingers 5", "rest"])
        let corners = AcceptanceStep.all(width: 801, height: 481, fingers: 1).prefix(4).map { $0.kind }
        #expect(
            corners == [.corner(x: 80, y: 48), .corner(x: 720, y: 48), .corner(x: 720, y: 432), .corner(x: 80, y: 432)])
    }

    @Test func aCornerIsHeldForAMomentByOneFinger() {
        var walk = walk(.corner(x: 1, y: 1))
        #expect(
            walk.take(1, at: at(100)) == .going && walk.take(0, at: at(200)) == .again("that was too short: 100 ms"))
        #expect(walk.take(1, at: at(300)) == .going && walk.take(2, at: at(400)) == .going)
        #expect(walk.take(0, at: at(900)) == .again("that was more than one finger"))
        #expect(walk.take(1, at: at(1_000)) == .going && walk.take(0, at: at(1_150)) == .done)
        #expect(walk.present == nil && walk.missed == 0 && walk.deadline == .never)
    }

    @Test func threeTapsAreThreeLifts() {
        var walk = walk(.taps)
        for (time, progress) in [(100, AcceptanceWalk.Progress.going), (300, .going), (500, .done)] {
            #expect(walk.take(1, at: at(Int64(time))) == .going)
            #expect(walk.take(0, at: at(Int64(time) + 50)) == progress)
        }
    }

    @Test func fingersCountTogether() {
        var walk = walk(.fingers(5))
        #expect(walk.take(3, at: at(100)) == .going && walk.take(0, at: at(200)) == .again("3 fingers were seen"))
        for (fingers, time) in [(1, 300), (5, 320), (2, 400)] {
            #expect(walk.take(fingers, at: at(Int64(time))) == .going)
        }
        #expect(walk.take(0, at: at(500)) == .done)
    }

    @Test func aRestIsFourSecondsWithoutAFinger() {
        var walk = walk(.rest)
        #expect(walk.deadline == at(4_000) && walk.pass(to: at(3_999)) == .going)
        #expect(walk.take(1, at: at(3_999)) == .going && walk.pass(to: at(4_000)) == .going)
        #expect(walk.take(0, at: at(5_000)) == .again("the panel was touched"))
        #expect(walk.deadline == at(9_000) && walk.pass(to: at(9_000)) == .done)
    }

    @Test func whatIsNotSeenIsLeftOut() {
        var walk = walk(.fingers(2), .rest)
        #expect(walk.deadline == at(30_000) && walk.pass(to: at(29_999)) == .going)
        #expect(walk.pass(to: at(30_000)) == .missed)
        #expect(walk.missed == 1 && walk.present?.kind == .rest && walk.deadline == at(34_000))
        // A finger that never lifts.
        #expect(walk.take(1, at: at(31_000)) == .going && walk.deadline == at(60_000))
        #expect(walk.pass(to: at(60_000)) == .missed && walk.missed == 2)
    }
}
