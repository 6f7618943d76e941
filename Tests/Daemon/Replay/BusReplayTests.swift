import Foundation
import TaplineDaemon
import TaplineSimulator
import TestSupport

@Suite struct BusReplayTests {
    // MARK: Replaying

    /// What ends a replay before it has begun.
    private func complaint(_ text: String) throws -> ServiceError? {
        let trace = try BusTrace(Array(text.utf8), file: "b")
        return #expect(throws: ServiceError.self) {
            try Replay<StandardRecognizer>(.bus(trace), file: "b", configuration: nil)
        }
    }

    private static func header(_ more: String = "", chip: String = "gt911") -> String {
        #"{"tapline":"bus/1","chip":"\#(chip)","address":"0x5d"\#(more)}"# + "\n"
    }

    /// `begin` or `end` of the first touch, as --touches writes it.
    private func touch(
        _ phase: String, _ time: Int, seq: Int, x: String, y: String, down: Int = 1, taps: Int = 1
    ) -> String {
        #"{"seq":\#(seq),"t":\#(time),"touch":1,"phase":"\#(phase)","x":\#(x),"y":\#(y),"taps":\#(taps),"touches":\#(down)}"#
    }

    /// An interrupt, the status, one record, the acknowledge, a lift.
    private static let oneTouch = """
        {"t":1200,"int":0}
        {"t":1250,"w":"814e","r":"81"}
        {"t":1600,"w":"814f","r":"002c019001200000"}
        {"t":1900,"w":"814e00"}
        {"t":51200,"int":0}
        {"t":51250,"w":"814e","r":"80"}
        {"t":51900,"w":"814e00"}

        """

    // MARK: Chips and boards

    /// The record of the format's example says x 0x4020, y 0xD003 (low bytes first), which no panel has: the driver
    /// drops it. With a place on the panel it is one touch.
    @Test func theExampleOfTheFormatIsOneTouchIfItsBytesAreAPlace() throws {
        let example = """
            {"t":1200,"int":0}
            {"t":1250,"w":"814e","r":"81"}
            {"t":1600,"w":"814f","r":"00204003d0022000"}
            {"t":1900,"w":"814e00"}
            {"t":9000,"w":"814e","err":"nack"}
            """
        #expect(try replayedTouches(Self.header() + example) == [])
        let place = example.replacingOccurrences(of: "00204003d0022000", with: "002003d002200000")
        #expect(try replayedTouches(Self.header() + place) == [touch("began", 1200, seq: 1, x: "800.0", y: "720.0")])
    }

    @Test func withoutABoardThePanelHasTheRecordedSize() throws {
        let lines = try replayedTouches(Self.header() + Self.oneTouch)
        #expect(
            lines == [
                touch("began", 1200, seq: 1, x: "300.0", y: "400.0"),
                touch("ended", 51200, seq: 2, x: "300.0", y: "400.0", down: 0),
            ])
        // 200 × 800 pixels: the place lies beside the panel.
        let identity = #"{"t":100,"w":"8140","r":"393131006010c8002003"}"# + "\n"
        #expect(try replayedTouches(Self.header() + identity + Self.oneTouch) == [])
        let large = #"{"t":100,"w":"8140","r":"3931310060102d019101"}"# + "\n"
        #expect(try replayedTouches(Self.header() + large + Self.oneTouch) == lines)
    }

    @Test func theBoardsTransformApplies() throws {
        let path = replayFolder.path + "/turned.yaml"
        try """
        tapline: board/1
        name: turned
        source: this test
        controller: gt911
        bus: 1
        addresses: [0x14]
        size: [480, 800]
        transform: {mirror_y: true, swap_xy: true}
        """.write(toFile: path, atomically: true, encoding: .utf8)
        let lines = try replayedTouches(Self.header(#","board":"\#(path)""#) + Self.oneTouch)
        #expect(lines.first == touch("began", 1200, seq: 1, x: "399.0", y: "300.0"))
    }

    @Test func whatIsNotKnownEndsWithExitCode65AndNamesTheFirstLine() throws {
        let board = try #require(try complaint(Self.header(#","board":"nix""#)))
        #expect(board.exitCode == .badData)
        #expect(board.description.hasPrefix("b:1: unknown board 'nix'; there are "))
        // A board of another chip, or of none: the recording is not what it says.
        for (board, has) in [("pimoroni-drum-hat", "cap1188"), ("evdev", "evdev")] {
            let other = try #require(try complaint(Self.header(#","board":"\#(board)""#)))
            #expect(other.exitCode == .badData)
            #expect(other.description == "b:1: the recording is of a gt911, its board '\(board)' has a \(has)")
        }
        let later = try #require(try complaint(Self.header(chip: "ili2117")))
        #expect(later.exitCode == .badData)
        #expect(later.description.hasPrefix("b:1: chip 'ili2117' is known, but its bytes cannot be replayed yet; "))
        let chip = try #require(try complaint(Self.header(chip: "ads7846")))
        #expect(chip.exitCode == .badData)
        #expect(chip.description.hasPrefix("b:1: chip 'ads7846' is not in this version yet; valid: gt911, gt912, "))
        // A chip that says in the recording that it is another one: nothing is written.
        let identity = #"{"t":100,"w":"8140","r":"deadbeef"}"# + "\n"
        let error = #expect(throws: ServiceError.self) { try replay(Self.header() + identity + Self.oneTouch) }
        #expect(error?.exitCode == .badData)
    }

    /// A recording of which nothing could be read was replayed to nothing, and nobody said why.
    @Test func whatIsDoubtfulAboutARecordingIsSaid() throws {
        func doubts(_ text: String, board: String? = nil) throws -> [String] {
            let trace = try BusTrace(Array((Self.header() + text).utf8), file: "b")
            let replay = try Replay<StandardRecognizer>(.bus(trace), file: "b", configuration: nil, board: board)
            var doubts: [String] = []
            _ = try writtenText { doubts = try replay.run(into: &$0) }
            return doubts
        }
        #expect(try doubts(Self.oneTouch) == [])
        // (15 fingers are more than the chip has.)
        let damaged = Self.oneTouch.replacing(#""r":"81""#, with: #""r":"8f""#)
        #expect(try doubts(damaged) == ["1 of 1 report made no sense and moved no finger"])
        let identity = #"{"t":100,"w":"8140","r":"3931310060102003e001"}"# + "\n"
        let board = try simulatedBoard("gt911", "0x5d", isPolled: false)
        #expect(try doubts(identity + Self.oneTouch, board: board) == [])
        let other = identity.replacing("2003e001", with: "00045802")
        #expect(
            try doubts(other + Self.oneTouch, board: board) == [
                "the controller says that it has 1024x600 px, the board 800x480: is the board's size right, and in the order of "
                    + "the raw axes?"
            ])
    }

    // MARK: Reports

    @Test func aPolledChipsReportsHaveTheTimesOfTheReadsThatSawThem() throws {
        let text = """
            {"t":0,"w":"814e","r":"00"}
            {"t":20000,"w":"814e","r":"00"}
            {"t":40000,"w":"814e","r":"81"}
            {"t":40500,"w":"814f","r":"002c019001200000"}
            {"t":40900,"w":"814e00"}
            {"t":50000,"w":"814e","r":"00"}
            {"t":60000,"w":"814e","r":"80002c019001200000"}
            {"t":60900,"w":"814e00"}
            """
        #expect(
            try replayedTouches(Self.header() + text) == [
                touch("began", 40_000, seq: 1, x: "300.0", y: "400.0"),
                touch("ended", 60_000, seq: 2, x: "300.0", y: "400.0", down: 0),
            ])
    }

    /// Status, then places from 0x8150 on, as the recording has them: neither acknowledges nor interrupts, no identity
    /// byte. The size of the panel (720 × 1440) is a PinePhone's.
    @Test func aRecordedGT917SIsReplayed() throws {
        let places: [(bytes: String, x: String, y: String)] = [
            ("920259051b00", "658.0", "1369.0"), ("1901e6022a00", "281.0", "742.0"),
            ("810233002500", "641.0", "51.0"), ("0f0072051400", "15.0", "1394.0"),
        ]
        for acknowledges in [false, true] {
            for announces in [false, true] {
                var text = Self.header(chip: "gt917s") + #"{"t":0,"w":"8140","r":"39313753"}"# + "\n"
                var expected: [String] = []
                for (index, place) in places.enumerated() {
                    let time = 100_000 * (index + 1)
                    if announces { text += #"{"t":\#(time),"int":0}"# + "\n" }
                    text += #"{"t":\#(time),"w":"814e","r":"81"}"# + "\n"
                    text += #"{"t":\#(time + 300),"w":"8150","r":"\#(place.bytes)"}"# + "\n"
                    if acknowledges { text += #"{"t":\#(time + 600),"w":"814e00"}"# + "\n" }
                    expected.append(
                        touch(index == 0 ? "began" : "moved", time, seq: index + 1, x: place.x, y: place.y))
                }
                let lines = try replayedTouches(text).map { line in
                    // Gestures count, too.
                    line.replacingOccurrences(of: #"^\{"seq":\d+"#, with: "", options: .regularExpression)
                }
                #expect(
                    lines
                        == expected.map {
                            $0.replacingOccurrences(of: #"^\{"seq":\d+"#, with: "", options: .regularExpression)
                        }, "acknowledges \(acknowledges), announces \(announces)")
            }
        }
    }

    /// The driver looks again 2 ms later; what is found then has that look's time.
    @Test func aStatusThatIsNotReadyAtFirstIsNoLift() throws {
        let lagging = """
            {"t":101200,"int":0}
            {"t":101250,"w":"814e","r":"00"}
            {"t":103250,"w":"814e","r":"00"}
            {"t":105250,"w":"814e","r":"81"}
            {"t":105600,"w":"814f","r":"002d019001200000"}
            {"t":105900,"w":"814e00"}
            {"t":150000,"w":"814e","r":"00"}
            {"t":151200,"int":0}
            {"t":151250,"w":"814e","r":"00"}
            {"t":152250,"w":"814e","r":"80"}
            {"t":152900,"w":"814e00"}
            """
        let landing = Self.oneTouch.split(separator: "\n").prefix(4).joined(separator: "\n") + "\n"
        let lines = try replayedTouches(Self.header() + landing + lagging)
        #expect(
            lines == [
                touch("began", 1_200, seq: 1, x: "300.0", y: "400.0"),
                touch("moved", 101_200, seq: 2, x: "301.0", y: "400.0"),
                touch("ended", 151_200, seq: 3, x: "301.0", y: "400.0", down: 0),
            ])
    }

    @Test func failuresAreRepeatedAndLoseNothing() throws {
        let text = """
            {"t":11200,"int":0}
            {"t":11250,"w":"814e","err":"nack"}
            {"t":12250,"w":"814e","r":"81"}
            {"t":12600,"w":"814f","err":"eio"}
            {"t":12700,"w":"814f","r":"002c019001200000"}
            {"t":12900,"w":"814e00","err":"arbitration"}
            {"t":13900,"w":"814e00"}
            {"t":30000,"w":"814e","err":"nack"}
            {"t":51200,"int":0}
            {"t":51250,"w":"814e","r":"80"}
            {"t":51900,"w":"814e00"}
            """
        // Two failed reads and two retries: the report still has the time of its interrupt.
        #expect(
            try replayedTouches(Self.header() + text) == [
                touch("began", 11_200, seq: 1, x: "300.0", y: "400.0"),
                touch("ended", 51_200, seq: 2, x: "300.0", y: "400.0", down: 0),
            ])
    }

    /// Three failures in a row and the driver begins anew; it finds its chip again.
    @Test func aRunOfFailuresCancelsTheTouch() throws {
        let landing = Self.oneTouch.split(separator: "\n").prefix(4).joined(separator: "\n") + "\n"
        var text = Self.header() + landing
        for time in [10_000, 12_000, 14_000] { text += #"{"t":\#(time),"w":"814e","err":"nack"}"# + "\n" }
        // A cancelled finger has to lift before it counts again.
        text += #"{"t":101200,"int":0}"# + "\n" + #"{"t":101250,"w":"814e","r":"80"}"# + "\n"
        text += #"{"t":101900,"w":"814e00"}"# + "\n"
        text += landing.replacingOccurrences(of: #""t":"#, with: #""t":20"#)
        let lines = try replayedTouches(text)
        #expect(lines.count == 3)
        #expect(lines[1] == touch("cancelled", 14_000, seq: 2, x: "300.0", y: "400.0", down: 0))
        #expect(lines[2].contains(#""t":201200,"touch":2,"phase":"began""#))
    }

    @Test func repeatedFramesAreOneTouch() throws {
        var text = Self.header()
        for time in stride(from: 10_000, through: 60_000, by: 10_000) {
            text += """
                {"t":\(time),"int":0}
                {"t":\(time + 100),"w":"814e","r":"81002c019001200000"}
                {"t":\(time + 200),"w":"814e","r":"81002c019001200000"}
                {"t":\(time + 300),"w":"814e00"}
                {"t":\(time + 400),"int":1}

                """
        }
        text += #"{"t":70000,"int":0}"# + "\n" + #"{"t":70100,"w":"814e","r":"80"}"# + "\n"
        let lines = try replay(text)
        #expect(withoutEvent(lines[0]) == touch("began", 10_000, seq: 1, x: "300.0", y: "400.0"))
        #expect(withoutEvent(lines[1]) == touch("ended", 70_000, seq: 2, x: "300.0", y: "400.0", down: 0))
        #expect(lines.filter { $0.contains(#""gesture":"tap""#) }.count == 1)
        #expect(lines.filter { $0.contains(#""touch":1"#) }.count == 2)
    }

    /// A host that counted two fingers and read one: no news, neither a finger at (0, 0) nor a lift.
    @Test func aReportWhosePlacesWereNotReadIsNoNews() throws {
        let landing = Self.oneTouch.split(separator: "\n").prefix(4).joined(separator: "\n") + "\n"
        let text = """
            {"t":11200,"int":0}
            {"t":11250,"w":"814e","r":"82002c019001200000"}
            {"t":11900,"w":"814e00"}
            {"t":21200,"int":0}
            {"t":21250,"w":"814e","r":"81"}
            {"t":21900,"w":"814e00"}
            """
        #expect(
            try replayedTouches(Self.header() + landing + text) == [
                touch("began", 1200, seq: 1, x: "300.0", y: "400.0")
            ])
    }

    @Test func anInterruptThatIsActiveHighIsRecognized() throws {
        var text = Self.header()
        for line in Self.oneTouch.replacingOccurrences(of: #""int":0"#, with: #""int":1"#).split(separator: "\n") {
            text += line + "\n"
            // It falls when the report is acknowledged.
            if line.contains("814e00") {
                text += line.replacingOccurrences(of: #""w":"814e00""#, with: #""int":0"#) + "\n"
            }
        }
        let lines = try replayedTouches(text)
        #expect(lines.first == touch("began", 1200, seq: 1, x: "300.0", y: "400.0"))
        #expect(lines.count == 2)
    }

    // MARK: Round trip

    /// Fingers on the model of a chip: what came of them, and the recording of the bus.
    private func record(
        _ script: FingerScript, mode: GT911Model.InterruptMode, polls: Bool = false,
        faults: (inout GT911Faults, Int) -> Void = { _, _ in }
    ) throws -> (lines: [String], text: String) {
        var chip = GT911Model.Configuration()
        chip.interruptMode = mode
        var driver = Goodix.Configuration()
        driver.hasInterruptLine = !polls
        driver.livenessPeriod = .unlimited
        driver.rawWidth = 800
        driver.rawHeight = 480
        let (lines, trace) = try TaplineDaemonTests.record(
            script, chip: "gt911", 0x5D, board: "simulated", Goodix(configuration: driver),
            GT911Model(configuration: chip), polls: polls, interruptIsActiveHigh: mode == .rising || mode == .high
        ) { faults(&$0.faults, $1) }
        return (lines, trace.text)
    }

    private func roundTrip(
        _ script: FingerScript, mode: GT911Model.InterruptMode, polls: Bool = false,
        faults: (inout GT911Faults, Int) -> Void = { _, _ in }
    ) throws -> [String] {
        let (lines, text) = try record(script, mode: mode, polls: polls, faults: faults)
        let trace = try BusTrace(Array(text.utf8), file: "b")
        #expect(trace.text == text)
        #expect(try replay(trace, explains: true) == lines)
        return lines
    }

    @Test(arguments: [GT911Model.InterruptMode.falling, .low], [false, true])
    func aRecordedDemonstrationIsTheSameAgain(mode: GT911Model.InterruptMode, polls: Bool) throws {
        let lines = try roundTrip(.demo(), mode: mode, polls: polls)
        for name in ["tap", "doubleTap", "press", "swipe", "drag"] {
            #expect(lines.contains { $0.contains("\"gesture\":\"\(name)\"") }, "\(name)")
        }
    }

    @Test func theRecordingsTextIsTheSameWhicheverDriverReadsIt() throws {
        // Without a board the level is guessed, and without an area the same pixels come out.
        let (_, text) = try record(.demo(), mode: .rising)
        let high = text.replacingOccurrences(of: #","board":"simulated""#, with: "")
        let low = try record(.demo(), mode: .falling).text.replacingOccurrences(of: #","board":"simulated""#, with: "")
        #expect(high != low)
        #expect(try replay(high) == replay(low))
    }

    @Test func aRecordingOfALaggingAndFailingChipIsTheSameAgain() throws {
        let lines = try roundTrip(.demo(), mode: .falling) { faults, frame in
            faults.readyLag = frame % 3 == 0 ? .milliseconds(5) : .zero
            if frame % 10 == 4 { faults.failingTransfers = 1 }
            if frame % 25 == 7 { faults.failingAcknowledges = 1 }
        }
        #expect(lines.contains { $0.contains("\"gesture\":\"drag\"") })
    }

    @Test func twoFingersAreTheSameAgain() throws {
        var script = FingerScript(rateHz: 100, jitterPx: 0.4, seed: 5)
        script.rest(.milliseconds(300))
        script.move(duration: .milliseconds(700)) { progress in
            var contacts = Contacts()
            contacts.append(Contact(id: 0, x: 350 - 150 * progress, y: 200, pressure: 40))
            if progress > 0.1 { contacts.append(Contact(id: 1, x: 450 + 150 * progress, y: 260, pressure: 40)) }
            return contacts
        }
        let lines = try roundTrip(script, mode: .falling)
        #expect(lines.contains { $0.contains("\"gesture\":\"zoom\"") })
    }

    // MARK: Hostile recordings

    @Test func hostileBytesNeverTrap() throws {
        var random = Seed.random("bus/1 fuzz")
        let valid = Array(
            (Self.header() + #"{"t":0,"w":"8140","r":"3931310060102d019101"}"# + "\n" + Self.oneTouch
                + #"{"t":60000,"w":"814e","err":"nack"}"# + "\n" + #"{"t":9223372036854775807,"int":1}"#).utf8)
        var replayed = 0
        for _ in 0..<4_000 {
            var bytes = valid
            for _ in 0...random.next(below: 4) {
                let place = random.next(below: bytes.count)
                switch random.next(below: 4) {
                case 0: bytes[place] = UInt8(random.next(below: 256))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(UInt8(random.next(below: 256)), at: place)
                // A digit stays a digit: many of these are still recordings.
                default:
                    if (0x30...0x39).contains(bytes[place]) { bytes[place] = 0x30 + UInt8(random.next(below: 10)) }
                }
            }
            if let trace = try? BusTrace(bytes, file: "b") {
                _ = try? replay(trace)
                replayed += 1
            }
        }
        #expect(replayed > 200)
    }

    @Test func anySequenceOfLinesEnds() throws {
        let registers = ["814e", "814f", "8150", "8157", "8140", "8047", "ffff", "0000", "81", ""]
        replayAnySequences(
            "Goodix", 300, header: Self.header(), beginning: "81", write: { _ in "814e00" },
            register: { registers[$0.next(below: registers.count)] })
    }
}
