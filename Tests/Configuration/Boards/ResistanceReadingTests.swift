import TaplineConfiguration
import TestSupport

/// `resistance` in a board of a resistive panel.
@Suite struct ResistanceReadingTests {
    private func board(_ controller: String, _ keys: String) throws -> BoardDescription {
        let text =
            "{tapline: board/1, name: a, source: here, controller: \(controller), bus: 1, addresses: 0x48, "
            + "size: [800, 480]\(keys)}"
        return try BoardDescription(Array(text.utf8), file: "panel.yaml")
    }

    @Test func allOfItIsRead() throws {
        let both = try #require(try board("tsc2007", ", resistance: {plate: 299.6ohm, touch: 65535ohm}").resistive)
        #expect(both.plate == 300 && both.touch == 65_535)
        let plate = try #require(try board("tsc2007", ", resistance: {plate: 10000ohm}").resistive)
        #expect(plate.plate == 10_000 && plate.touch == 4_095)
        #expect(try board("tsc2007", ", resistance: {}").resistive == ResistivePanel())
        #expect(try board("tsc2007", "").resistive == nil)
    }

    @Test(arguments: [
        ("tsc2007", "{plate: 0ohm}", "plate"), ("tsc2007", "{plate: 10001ohm}", "plate"),
        ("tsc2007", "{touch: 0.5}", "touch"), ("tsc2007", "{touch: 65536ohm}", "touch"),
        ("tsc2007", "{plate: 300}", "ohm"), ("tsc2007", "{most: 300ohm}", "most"), ("tsc2007", "300ohm", "resistance"),
        ("gt911", "{plate: 300ohm}", "leave resistance out"),
        ("none", "{plate: 300ohm}", "controller none has no"),
    ]) func whatIsWrongIsRefused(controller: String, resistance: String, word: String) {
        var complaint = ""
        do { _ = try board(controller, ", resistance: \(resistance)") } catch { complaint = "\(error)" }
        #expect(complaint.contains(word) && complaint.contains("panel.yaml:1:"), "\(complaint)")
    }
}
