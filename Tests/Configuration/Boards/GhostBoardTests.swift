import TaplineConfiguration
import TestSupport

/// `mask` and `ghosts` of a board.
@Suite struct GhostBoardTests {
    private let required = """
        tapline: board/1
        name: test
        source: made up
        controller: gt911
        bus: 1
        addresses: [0x5d]
        size: [800, 480]

        """

    private func rules(_ lines: String) throws -> GhostRules {
        try BoardDescription(Array((required + lines).utf8), file: "b.yaml").ghostRules
    }

    @Test func withoutThemNothingIsAskedOfContacts() throws {
        for lines in [
            "", "mask: none\n", "ghosts: {}\n",
            "ghosts: {minimum_life: none, periodic: keep, bursts: keep, palm: none}\n",
        ] {
            #expect(try rules(lines) == GhostRules())
        }
        #expect(!GhostRules().isOn)
    }

    @Test func theyAreWhatTheBoardSays() throws {
        var expected = GhostRules()
        expected.minimumLife = .milliseconds(30)
        expected.dropsPeriodic = true
        expected.holdsBursts = true
        expected.palmSize = 60
        expected.ignore(.init(left: 0, top: 0, right: 40, bottom: 479))
        expected.ignore(.init(left: 790, top: 5, right: 799, bottom: 5))
        let lines =
            "mask: [[0, 0, 40, 479], [790, 5, 799, 5]]\nghosts: {minimum_life: 30ms, periodic: drop, bursts: hold, palm: 60}\n"
        #expect(try rules(lines) == expected)
    }

    @Test func whatMakesNoSenseIsRefused() {
        for (line, words) in [
            ("mask: [[40, 0, 0, 479]]", "ends before it begins"), ("mask: [[0, 0, 800, 479]]", "larger than the panel"),
            ("mask: [[0, 0, 9, 480]]", "larger than the panel"), ("mask: [[0, 0, 9]]", "mask"),
            ("mask: [[0,0,1,1], [0,0,1,1], [0,0,1,1], [0,0,1,1], [0,0,1,1]]", "more than 4 areas"),
            ("ghosts: {minimum_life: 16ms}", "out of range"), ("ghosts: {minimum_life: 101ms}", "out of range"),
            ("ghosts: {palm: 0}", "out of range"), ("ghosts: {bursts: hold}", "without a minimum_life"),
            ("ghosts: {periodic: yes}", "periodic"),
        ] {
            let complaints = boardComplaints(required + line + "\n")
            #expect(complaints.count == 1 && complaints[0].contains(words), "\(line): \(complaints)")
        }
    }
}
