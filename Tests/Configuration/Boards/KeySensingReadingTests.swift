import TaplineConfiguration
import TestSupport

/// `sensing` in a board of touch keys.
@Suite struct KeySensingReadingTests {
    private func board(_ controller: String, _ sensing: String) throws -> BoardDescription {
        let address = controller == "mpr121" ? "0x5a" : controller == "gt911" ? "0x5d" : "0x28"
        let text =
            "{tapline: board/1, name: a, source: here, controller: \(controller), bus: 1, addresses: \(address), "
            + "size: [1200, 100], sensing: \(sensing)}"
        return try BoardDescription(Array(text.utf8), file: "keys.yaml")
    }

    private func complaint(_ controller: String, _ sensing: String) -> String {
        do {
            _ = try board(controller, sensing)
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func allOfItIsRead() throws {
        let sensing = try #require(
            try board("mpr121", "{touch: 20, release: 10, debounce: 2, samples: 18, period: 128ms}").keys?.sensing)
        #expect(sensing.touch == 20 && sensing.release == 10 && sensing.debounce == 2)
        #expect(sensing.samples == 18 && sensing.period == 128)
        #expect(try board("mpr121", "{}").keys?.sensing == KeySensing())
        #expect(try board("cap1188", "{touch: 127, samples: 1, period: 35ms}").keys?.sensing.touch == 127)
    }

    @Test(arguments: [
        ("mpr121", "{touch: 0}", "touch"), ("mpr121", "{touch: 256}", "touch"),
        ("mpr121", "{touch: 12, release: 12}", "smaller release"), ("mpr121", "{release: 5}", "smaller release"),
        ("mpr121", "{debounce: 8}", "debounce"), ("mpr121", "{samples: 5}", "4, 6, 10, 18"),
        ("mpr121", "{period: 3ms}", "1ms, 2ms, 4ms"), ("mpr121", "{period: 1500us}", "1ms, 2ms, 4ms"),
        ("mpr121", "{threshold: 5}", "threshold"), ("cap1188", "{touch: 128}", "touch"),
        ("cap1188", "{touch: 20, release: 10}", "take release out"), ("cap1188", "{debounce: 1}", "no debouncing"),
        ("cap1188", "{period: 16ms}", "35ms, 70ms, 105ms, 140ms"), ("gt911", "{touch: 12}", "leave sensing out"),
    ]) func whatAChipCannotDoIsRefused(controller: String, sensing: String, word: String) {
        let complaint = complaint(controller, sensing)
        #expect(complaint.contains(word), "\(complaint)")
        #expect(complaint.contains("keys.yaml:1:"))
    }
}
