import TaplineFormats
import TestSupport

@testable import TaplineMQTT

@Suite struct PanelControlTests {
    private func control(_ zone: String) throws -> PanelControl? {
        PanelControl(try JSONReader.read(Array(zone.utf8)[...]))
    }
    private func refusal(_ control: PanelControl, _ message: String) -> CommandRefusal? {
        do throws(CommandRefusal) {
            _ = try control.value(from: Array(message.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test func theDaemonSaysWhichValuesAControlCanHave() throws {
        #expect(
            try control(#"{"name":"fan","control":"switch","rect":[0,0,9,9]}"#) == PanelControl("fan", .switch))
        #expect(
            try control(#"{"name":"dim","control":"slider","minimum":-1.5,"maximum":9.0,"step":0.5}"#)
                == PanelControl("dim", .slider, from: -1.5, to: 9, step: 0.5))
        #expect(
            try control(#"{"name":"soft","control":"slider","minimum":0.0,"maximum":1.0}"#)
                == PanelControl("soft", .slider, step: 0))
        #expect(
            try control(#"{"name":"mode","control":"segmented","segments":3}"#)
                == PanelControl("mode", .segmented, to: 2))
        #expect(
            try control(#"{"name":"page","control":"pageControl","pages":1}"#)
                == PanelControl("page", .pageControl, to: 0))
    }

    @Test func whatHasNoValueIsNone() throws {
        for zone in [
            #"{"name":"ok","control":"button"}"#, #"{"name":"left"}"#, #"{"control":"switch"}"#, "[]", "3",
            #"{"name":"dim","control":"slider"}"#, #"{"name":"dim","control":"slider","minimum":1,"maximum":1}"#,
            #"{"name":"m","control":"segmented","segments":0}"#, #"{"name":"m","control":"segmented","segments":1e9}"#,
            #"{"name":"new","control":"dial","minimum":0,"maximum":1}"#,
            // What is no name would be another command.
            #"{"name":"a\nreload","control":"switch"}"#, #"{"name":"","control":"switch"}"#,
            #"{"name":"\#(String(repeating: "a", count: 32))","control":"switch"}"#,
        ] { #expect(try control(zone) == nil, "\(zone)") }
    }

    @Test func valuesAreToldAsNumbersAndSwitchesAsWords() {
        let dim = PanelControl("dim", .slider, to: 100, step: 5)
        #expect([20, 0.25, -1, -0.000001].map { dim.text(of: $0) } == ["20", "0.25", "-1", "0"])
        let fan = PanelControl("fan", .switch)
        #expect([0, 1].map { fan.text(of: $0) } == ["OFF", "ON"])
    }

    @Test func aMessageIsPassedOnAsANumberOfOurOwn() throws {
        let dim = PanelControl("dim", .slider, from: -10, to: 100, step: 5)
        for (message, value) in [
            ("20", "20"), ("20.0", "20"), ("-2.5", "-2.5"), ("1e1", "10"), ("1E-5", "0"), ("100", "100"), (" 7\n", "7"),
            ("0.123456", "0.1235"),
        ] { #expect(try dim.value(from: Array(message.utf8)) == value) }
        let fan = PanelControl("fan", .switch)
        // (One line's end is `echo`'s.)
        #expect(try fan.value(from: Array("ON\n".utf8)) == "1")
        #expect(
            refusal(fan, "ON\n\n") == .noValue("ON\n", of: .switch) && refusal(fan, "\n") == .noValue("", of: .switch))
        #expect(try fan.value(from: Array("ON".utf8)) == "1" && fan.value(from: Array("OFF".utf8)) == "0")
    }

    @Test func nonsenseIsRefused() {
        let dim = PanelControl("dim", .slider, to: 100, step: 5)
        for message in [
            "", "ON", "abc", "5 5", "5\nreload", "0x10", "nan", "inf", "+5", ".5", "5.", "--5", "1e999", "-1e999",
            "[5]",
            "\"5\"", "true", "null", String(repeating: "1", count: 33), String(repeating: "[", count: 30), "5;",
            "\u{0}5",
        ] { #expect(refusal(dim, message) == .noValue(String(message.prefix(32)), of: .slider), "\(message)") }
        for message in ["-1", "100.1", "1e30", "-0.001"] {
            #expect(refusal(dim, message) == .outOfRange(message, 0, 100))
        }
        let fan = PanelControl("fan", .switch)
        for message in ["", "on", "1", "\nON", "ONN", "TOGGLE", "ON\u{0}"] {
            #expect(refusal(fan, message) == .noValue(message, of: .switch))
        }
        // An index beyond the segments, and none of them.
        let mode = PanelControl("mode", .segmented, to: 2)
        #expect(refusal(mode, "3") != nil && refusal(mode, "-1") != nil && refusal(mode, "2") == nil)
        #expect((try? dim.value(from: [0xff, 0xfe])) == nil && (try? fan.value(from: [0xff])) == nil)
    }

    @Test func anyBytesBecomeANumberThatTheControlSocketTakesOrNothing() {
        var random = Seed.random("messages to controls")
        let dim = PanelControl("dim", .slider, from: -5, to: 1000)
        let alphabet = Array("0123456789+-.eE \n[]{}\"ONFnaif\u{0}".utf8) + [0xff]
        for _ in 0..<20_000 {
            let message = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            guard let value = try? dim.value(from: message) else { continue }
            #expect(value.utf8.allSatisfy { "-.0123456789".utf8.contains($0) } && value.utf8.count <= 10)
            #expect(Double(value).map { (-5...1000).contains($0) } == true)
        }
    }

    @Test func aRefusalIsOneLineOfTheJournal() {
        let dim = PanelControl("dim", .slider, to: 100, step: 5)
        #expect(refusal(dim, "a\nb\u{1b}[31m")?.message == "\"a?b?[31m\" is no number")
        #expect(refusal(dim, "101")?.message == "101 is not from 0 to 100")
        #expect(refusal(PanelControl("fan", .switch), "1")?.message == "\"1\" is neither ON nor OFF")
        #expect(printable(String(repeating: "a", count: 1000)).count == 256)
    }

    @Test func refusalsAreSaidAFewTimesAndThenOneInAWhile() {
        var log = RefusalLog()
        let all = (0..<100).map { log.line("r\($0)", at: Int64($0)) }
        #expect(all.compactMap(\.self) == (0..<RefusalLog.most).map { "r\($0)" })
        #expect(
            log.line("next", at: RefusalLog.pause) == "next (and \(100 - RefusalLog.most) more were refused before)")
        #expect(log.line("other", at: RefusalLog.pause) == nil)
        // After a long silence there are as many as in the beginning.
        let later = (0..<100).map { log.line("r\($0)", at: 1000 * RefusalLog.pause + Int64($0)) }
        #expect(later.compactMap(\.self).count == RefusalLog.most)
    }
}
