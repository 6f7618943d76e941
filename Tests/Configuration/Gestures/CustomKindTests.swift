import TaplineConfiguration
import TestSupport

/// A user's own kind: it needs no finger here, only its parameters.
private struct Wave: ConfigurableRecognizer {
    var width: Float = 30
    var turn: Float = 0.5
    var speed: Float = 10
    var weight = 1.0
    var label = "none"
    var kind: StaticString { "wave" }
    var isContinuous: Bool { true }
    static var filler: Wave { Wave() }

    static func kindNames() -> [String] { ["wave", "ripple"] }

    static func make(kind: String, parameters reader: inout ParameterReader) throws(ConfigurationErrors) -> Wave {
        if kind == "ripple" {
            throw ConfigurationErrors(
                ConfigurationError(file: "", mark: reader.mark, message: "no ripples today", suggestion: "wave instead")
            )
        }
        var wave = Wave()
        wave.width = reader.length("width", in: 1...100) ?? wave.width
        wave.turn = reader.angle("turn", inDegrees: 0...180) ?? wave.turn
        wave.speed = reader.speed("speed") ?? wave.speed
        wave.weight = reader.number("weight", in: 0...1) ?? wave.weight
        wave.label = reader.text("label") ?? wave.label
        if wave.label == "bad" { reader.refuse("label", "bad label", suggestion: "write good") }
        return wave
    }

    mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer { .ignore }

    mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt { .possible }

    func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot { GestureSnapshot(touches: 0, location: .zero, values: .none) }

    mutating func reset() {}
}

@Suite struct CustomKindTests {
    private func waves(_ entry: String) throws(ConfigurationErrors) -> Configuration<Wave> {
        let text = "tapline: config/1\ngestures:\n  - \(entry)\noutputs: [{on: w, line: GPIO1, hold: true}]\n"
        return try Configuration(ConfigurationSource(Array(text.utf8), file: "c.yaml"), panel: testPanel)
    }

    private func complaints(_ entry: String) -> [String] {
        TaplineConfigurationTests.complaints { () throws(ConfigurationErrors) in try waves(entry) }
    }

    @Test func aKindOfOnesOwnIsReadLikeTheLibrarys() throws {
        let wave = try waves("{name: w, kind: wave, width: 10mm, turn: 90deg, speed: 0, weight: .25, label: hi}")
            .gestures[0].recognizer
        #expect(abs(wave.width - 62.992_126) < 1e-4)
        #expect(abs(wave.turn - 1.570_796_3) < 1e-6)
        #expect(wave.speed == 0 && wave.weight == 0.25 && wave.label == "hi")
        #expect(try waves("{name: w, kind: wave}").gestures[0].recognizer.turn == 0.5)
    }

    @Test func itsErrorsArePositionedLikeTheLibrarys() {
        expect(
            complaints("{name: w, kind: wave, width: 200pt, turn: 1, weight: 2, label: bad, widht: 1}"),
            "c.yaml:3:34: 'width' is out of range: 200pt; write 1pt to 100pt",
            "c.yaml:3:47: 'turn' is '1', which is no angle; write a number and its unit: 12deg or 0.2rad",
            "c.yaml:3:58: 'weight' is out of range: 2; write a number, 0 to 1",
            "c.yaml:3:68: bad label; write good",
            "c.yaml:3:73: unknown key 'widht' in a gesture; did you mean 'width'? valid: name, zone, enabled, "
                + "cancelsTouches, delaysBegan, delaysEnded, kind, width, turn, speed, weight, label")
        #expect(complaints("{name: w, kind: ripple}") == ["c.yaml:3:5: no ripples today; wave instead"])
        #expect(complaints("{name: w, kind: tap}") == ["c.yaml:3:21: unknown kind 'tap'; valid: wave, ripple"])
    }

    @Test func theBuiltInConfigurationNeedsTheLibrarysKinds() {
        #expect(throws: ConfigurationErrors.self) { try Configuration<Wave>.builtIn(panel: testPanel) }
    }

    @Test func theLibraryNamesItsKinds() {
        #expect(
            StandardRecognizer.kindNames() == [
                "tap", "longPress", "pan", "edgePan", "swipe", "pinch", "rotation", "transform", "stroke",
            ])
    }
}
