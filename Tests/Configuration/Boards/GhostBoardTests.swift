import TaplineConfiguration
import TestSupport

/// `mask` and `ghosts` of a board.
@Suite struct GhostBoardTests {
    private func rules(_ lines: String) throws -> GhostRules {
        try readBoard(boardFacts + lines).ghostRules
    }

    @Test func withoutThemNothingIsAskedOfContacts() throws {
        for lines in [
            "", "mask: none\n", "ghosts: {}\n", "ghosts: none\n",
            "ghosts: {minimum_life: none, periodic: keep, bursts: keep, palm: none}\n",
            "ghosts: {flicker: none, smoothing: none}\n",
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
        expected.flicker = .milliseconds(30)
        expected.smoothingHz = 2
        expected.ignore(.init(left: 0, top: 0, right: 40, bottom: 479))
        expected.ignore(.init(left: 790, top: 5, right: 799, bottom: 5))
        let lines =
            "mask: [[0, 0, 40, 479], [790, 5, 799, 5]]\nghosts: {minimum_life: 30ms, periodic: drop, bursts: hold, palm: 60, flicker: 30ms, smoothing: 2}\n"
        #expect(try rules(lines) == expected)
    }

    @Test func whatMakesNoSenseIsRefused() {
        for (line, words) in [
            ("mask: [[40, 0, 0, 479]]", "ends before it begins"), ("mask: [[0, 0, 800, 479]]", "larger than the panel"),
            ("mask: [[0, 0, 9, 480]]", "larger than the panel"), ("mask: [[0, 0, 9]]", "mask"),
            ("mask: [[0, 0, 799, 479]]", "whole panel"),
            ("mask: [[0, 0, 400, 479], [401, 0, 799, 479]]", "whole panel"),
            ("mask: [[0, 0, 500, 200], [501, 0, 799, 300], [0, 201, 300, 479], [301, 201, 799, 479]]", "whole panel"),
            ("mask: [[0,0,1,1], [0,0,1,1], [0,0,1,1], [0,0,1,1], [0,0,1,1]]", "more than 4 areas"),
            ("ghosts: {minimum_life: 16ms}", "out of range"), ("ghosts: {minimum_life: 101ms}", "out of range"),
            ("ghosts: {flicker: 9ms}", "out of range"), ("ghosts: {flicker: 101ms}", "out of range"),
            ("ghosts: {smoothing: 0}", "out of range"), ("ghosts: {smoothing: 21}", "out of range"),
            ("ghosts: {palm: 0}", "out of range"), ("ghosts: {bursts: hold}", "without a minimum_life"),
            ("ghosts: {periodic: yes}", "periodic"),
        ] {
            let complaints = boardComplaints(boardFacts + line + "\n")
            #expect(complaints.count == 1 && complaints[0].contains(words), "\(line): \(complaints)")
        }
    }

    @Test func aPixelThatIsLeftIsEnough() throws {
        for areas in [
            "[0, 0, 399, 479], [401, 0, 799, 479]", "[0, 0, 799, 478]", "[1, 0, 799, 479]",
            "[0, 0, 500, 200], [502, 0, 799, 300], [0, 201, 300, 479], [301, 201, 799, 479]",
        ] {
            #expect(try rules("mask: [\(areas)]\n").isOn)
        }
    }

    @Test func palmsAreOfChipsThatTellSizes() {
        for (chip, address, isRefused) in [
            ("gt911", "0x5d", false), ("cst328", "0x1a", false), ("ili251x", "0x41", false), ("ili2117", "0x41", true),
            ("ft5406", "0x38", true), ("chsc5816", "0x2e", false), ("st7123", "0x55", false), ("chsc6x", "0x2e", true),
            ("cst816s", "0x15", true),
        ] {
            let text = boardFacts.replacing("gt911", with: chip).replacing("0x5d", with: address)
            let complaints = boardComplaints(text + "ghosts: {palm: 60}\n").filter { $0.contains("palm") }
            #expect(complaints.isEmpty != isRefused, "\(chip): \(complaints)")
            if isRefused { #expect(complaints[0].contains("does not tell how large")) }
        }
    }
}
