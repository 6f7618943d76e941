import TaplineConfiguration
import TestSupport

@Suite struct UnitTests {
    private func tap(_ parameters: String) throws -> TapRecognizer.Parameters {
        (try recognizer(gestures("{name: a, kind: tap, \(parameters)}")) as TapRecognizer).parameters
    }

    private func swipe(_ parameters: String) throws -> SwipeRecognizer.Parameters {
        (try recognizer(gestures("{name: a, kind: swipe, \(parameters)}")) as SwipeRecognizer).parameters
    }

    @Test(
        arguments: [
            ("10pt", 10), ("10 pt", 10), ("4mm", 25.196_85), ("120px", 180), ("5%", 24), ("0", 0), ("0mm", 0),
            ("+1.5pt", 1.5), ("1e1pt", 10), (".5pt", 0.5), ("\"7pt\"", 7), ("'7pt'", 7),
        ] as [(String, Float)])
    func aLengthWithoutAnAxisTakesTheMeanScaleAndTheShorterSide(text: String, points: Float) throws {
        #expect(abs(try tap("movement: \(text)").movementPt - points) < 1e-4)
    }

    @Test(arguments: ["10", "10cm", "pt", "ten", "", "[1pt]", "{a: 1}", "nan", "nanpt", "inf", "-", "1..2pt", "1ptx"])
    func aLengthNeedsItsUnit(text: String) {
        let shown = text.isEmpty ? "nothing" : text == "[1pt]" ? "a list" : text == "{a: 1}" ? "a mapping" : "'\(text)'"
        #expect(
            gestureComplaints("{name: a, kind: tap, movement: \(text)}").first
                == "c.yaml:3:36: 'movement' is \(shown), which is no length; "
                + "write a number and its unit: 10pt, 4mm, 120px or 5%")
    }

    @Test(arguments: ["-1pt", "10001pt", "1e999pt", "99999999999999999999999999pt", "1e99999999999999999999pt"])
    func aLengthOutOfRangeIsRefusedWithTheRange(text: String) {
        expect(
            gestureComplaints("{name: a, kind: tap, movement: \(text)}"),
            "c.yaml:3:36: 'movement' is out of range: \(text); write 0pt to 10000pt")
    }

    @Test(
        arguments: [
            ("350ms", 350_000), ("0.5s", 500_000), ("500us", 500), ("500µs", 500), ("500μs", 500), ("0", 0),
            ("1.5ms", 1_500), ("5min", 300_000_000), ("1h", 3_600_000_000), ("0.0000004s", 0), ("0.0000006s", 1),
            ("3600s", 3_600_000_000),
        ] as [(String, Int64)])
    func aTimeIsRoundedToMicroseconds(text: String, count: Int64) throws {
        #expect(try tap("interval: \(text)").interval == Microseconds(count))
    }

    @Test func aTimeNeedsItsUnit() {
        expect([
            "{name: a, kind: tap, interval: 350}":
                "c.yaml:3:36: 'interval' is '350', which is no time; write a number and its unit: 350ms, 0.5s or 5min",
            "{name: a, kind: tap, interval: none}": "c.yaml:3:36: 'interval' is 'none', which is no time; "
                + "write a number and its unit: 350ms, 0.5s or 5min",
            "{name: a, kind: pan, youth: off}": "c.yaml:3:33: 'youth' is 'off', which is no time; "
                + "write a number and its unit: 350ms, 0.5s or 5min, or none",
            "{name: a, kind: pan, youth: 11s}": "c.yaml:3:33: 'youth' is out of range: 11s; write 0s to 10s, or none",
        ]) { gestureComplaints($0) }
    }

    @Test(arguments: ["-1ms", "3601s", "1e999s", "-1e999s", "9223372036854775808us"])
    func aTimeOutOfRangeIsRefusedWithTheRange(text: String) {
        expect(
            gestureComplaints("{name: a, kind: tap, interval: \(text)}"),
            "c.yaml:3:36: 'interval' is out of range: \(text); write 0s to 3600s")
    }

    @Test func noneIsALimitSwitchedOffWhereTheTableAllowsIt() throws {
        #expect(try swipe("maxDuration: none").maxDuration == .unlimited)
        let any = try swipe("deviation: none")
        #expect(any.deviationPt == .infinity)
    }

    @Test(
        arguments: [
            ("200pt/s", 200), ("31.75mm/s", 200), ("100px/s", 150), ("0", 0), ("0pt/s", 0),
        ] as [(String, Float)])
    func aSpeedIsInPointsPerSecond(text: String, speed: Float) throws {
        #expect(abs(try swipe("minimumVelocity: \(text)").minimumVelocityPtPerSecond - speed) < 1e-3)
    }

    @Test func aSpeedNeedsItsUnitAndRange() {
        expect([
            "{name: a, kind: swipe, minimumVelocity: 200}":
                "c.yaml:3:45: 'minimumVelocity' is '200', which is no speed; "
                + "write a number and its unit: 200pt/s, 30mm/s or 400px/s",
            "{name: a, kind: swipe, minimumVelocity: -1px/s}":
                "c.yaml:3:45: 'minimumVelocity' is out of range: -1px/s; write 0pt/s to 100000pt/s",
        ]) { gestureComplaints($0) }
    }

    @Test func deviationIsALengthAnAngleOrTheLargerOfBoth() throws {
        let standard = SwipeRecognizer.Parameters()
        let length = try swipe("deviation: 5pt")
        #expect(length.deviationPt == 5)
        #expect(length.deviationTangent == 0)
        let angle = try swipe("deviation: 20deg")
        #expect(angle.deviationPt == 0)
        #expect(angle.deviationTangent == standard.deviationTangent, "20° is the default to the last digit")
        #expect(try swipe("deviation: [5pt, 20deg]") == standard)
        expect([
            "{name: a, kind: swipe, deviation: 5}":
                "c.yaml:3:39: 'deviation' is '5', which is neither a length nor an angle; "
                + "write 5pt, 20deg, [5pt, 20deg] or none",
            "{name: a, kind: swipe, deviation: 90deg}":
                "c.yaml:3:39: 'deviation' is out of range: 90deg; write 0deg to 89deg",
            "{name: a, kind: swipe, deviation: [20deg, 5pt]}":
                "c.yaml:3:40: 'deviation' is '20deg', which is no length; "
                + "write a number and its unit: 10pt, 4mm, 120px or 5%",
        ]) { gestureComplaints($0) }
    }

    @Test(
        arguments: [
            ("0deg", 0), ("45deg", 1), ("60deg", 1.732_050_807_568_877_2), ("30deg", 0.577_350_269_189_625_8),
            ("1rad", 1.557_407_724_654_902_2), ("89deg", 57.289_961_630_759_1), ("1deg", 0.017_455_064_928_217_585),
        ] as [(String, Double)])
    func tangentsAreExactToAFloat(text: String, tangent: Double) throws {
        let found = Double(try swipe("deviation: \(text)").deviationTangent)
        #expect(abs(found - tangent) <= tangent * 1e-7)
    }

    @Test func wholeNumbersAreCheckedAgainstTheirRange() throws {
        #expect(try tap("taps: 16").taps == 16)
        // As YAML writes them, and as a schema in an editor reads them.
        for text in ["0x10", "+16", "16.0", "1.6e1"] { #expect(try tap("taps: \(text)").taps == 16) }
        for text in ["17", "0", "-1", "99999999999999999999999", "0xFFFFFFFFFFFFFFFFFFFF", "1e2", "1e999", "-1e999"] {
            expect(
                gestureComplaints("{name: a, kind: tap, taps: \(text)}"),
                "c.yaml:3:32: 'taps' is out of range: \(text); write a whole number, 1 to 16")
        }
        for text in ["2.5", "two", "0x", "2taps", "1e1x", "1e-1"] {
            expect(
                gestureComplaints("{name: a, kind: tap, taps: \(text)}"),
                "c.yaml:3:32: 'taps' is '\(text)', which is no whole number; write a whole number, 1 to 16")
        }
    }

    @Test func aTruthIsTrueOrFalse() {
        for text in ["true", "True", "TRUE", "false", "False", "FALSE"] {
            #expect(gestureComplaints("{name: a, kind: tap, cancelsTouches: \(text)}") == [])
        }
        expect(
            gestureComplaints("{name: a, kind: tap, cancelsTouches: yes}"),
            "c.yaml:3:42: 'cancelsTouches' is 'yes'; write true or false")
    }

    @Test func aWordIsOneOfAFew() throws {
        #expect(try tap("fires: onDown").fires == .onDown)
        #expect(try tap("intervalFrom: down").intervalFrom == .down)
        expect(
            gestureComplaints("{name: a, kind: tap, fires: ondown}"),
            "c.yaml:3:33: 'fires' is 'ondown'; did you mean 'onDown'? valid: onLift, onDown")
    }
}
