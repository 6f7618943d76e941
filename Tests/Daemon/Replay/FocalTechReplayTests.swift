import Foundation
import TaplineConfiguration
import TaplineDaemon
import TestSupport

/// FocalTech boards in the simulated run and in replays of `bus/1`.
@Suite struct FocalTechReplayTests {
    private static let header = #"{"tapline":"bus/1","chip":"ft6236","address":"0x38"}"# + "\n"

    private static let oneTouch = """
        {"t":1200,"int":0}
        {"t":1250,"w":"02","r":"01812c0190"}
        {"t":51200,"int":0}
        {"t":51250,"w":"02","r":"00412c0190"}

        """

    // MARK: The simulated run

    @Test(
        arguments: [
            "ft5x06", "ft5206", "ft5306", "ft5406", "ft5506", "ft5726", "ft6206", "ft6236", "ft6336", "edt-m06",
        ],
        [false, true])
    func theDemonstrationRunsOnEveryChip(controller: String, isPolled: Bool) throws {
        let text = try demonstrationLines(controller, "0x38", isPolled: isPolled)
        #expect(text.first?.hasPrefix(controller.uppercased() + " (id ") == true)
        #expect(
            text.first?.hasSuffix(
                "\(isPolled ? "polled" : "GPIO4"), 800x480, firmware 0x\(controller == "edt-m06" ? "0" : "b")")
                == true)
        for kind in ["tap", "drag"] {
            #expect(text.contains { $0.contains(kind) }, "\(kind)")
        }
    }

    // MARK: Replay

    @Test func aRecordedTouchIsReplayed() throws {
        let began = #"{"seq":1,"t":1200,"touch":1,"phase":"began","x":300.0,"y":400.0,"taps":1,"touches":1}"#
        let ended = #"{"seq":2,"t":51200,"touch":1,"phase":"ended","x":300.0,"y":400.0,"taps":1,"touches":0}"#
        #expect(try replayedTouches(Self.header + Self.oneTouch) == [began, ended])
        // As Linux's driver reads it: from register 0, then the places.
        let linux = """
            {"t":1200,"int":0}
            {"t":1250,"w":"00","r":"000001"}
            {"t":1900,"w":"03","r":"812c01902800"}
            {"t":51200,"int":0}
            {"t":51250,"w":"00","r":"000000"}
            """
        #expect(try replayedTouches(Self.header + linux) == [began, ended])
        // Polled: the times are the reads'.
        let polled = linux.split(separator: "\n").filter { !$0.contains("int") }.joined(separator: "\n")
        #expect(
            try replayedTouches(Self.header + polled).map { $0.contains("\"t\":1250") || $0.contains("\"t\":51250") }
                == [
                    true, true,
                ])
    }

    @Test func aReportWhosePlacesWereNotReadIsNoNews() throws {
        let text = """
            {"t":1200,"int":0}
            {"t":1250,"w":"02","r":"01"}
            {"t":9200,"int":0}
            {"t":9250,"w":"02","r":"02812c0190"}
            {"t":51200,"int":0}
            {"t":51250,"w":"02","r":"00"}
            """
        #expect(try replayedTouches(Self.header + text).isEmpty)
    }

    @Test func aChipThatSaysThatItIsAnotherOneIsRefused() throws {
        let identity = #"{"t":100,"w":"a3","r":"a3a3a3a3a3a3"}"# + "\n"
        let error = #expect(throws: ServiceError.self) { try replay(Self.header + identity + Self.oneTouch) }
        #expect(error?.exitCode == .badData)
        #expect(error?.description.contains("0xa3") == true)
    }

    @Test(arguments: [FT5x06Model.Part.ft5506, .ft5726, .edtM06], [false, true])
    func aRecordedDemonstrationIsTheSameAgain(part: FT5x06Model.Part, polls: Bool) throws {
        let controller = part == .ft5506 ? "ft5506" : part == .ft5726 ? "ft5726" : "edt-m06"
        var driver = FocalTech.Configuration()
        driver.language = part == .edtM06 ? .m06 : .registers
        // A pulse that is over when the report has been read.
        var chip = FT5x06Model.Configuration(part)
        chip.pulseWidth = Microseconds(50)
        try demonstrationIsTheSameAgain(
            controller, 0x38, isPolled: polls, FT5x06Model(configuration: chip), driver
        ) { $0.faults.failingTransfers = 1 }
    }

    @Test(arguments: ["ft5506", "edt-m06"]) func anySequenceOfLinesEnds(chip: String) throws {
        let registers = ["02", "03", "00", "09", "a3", "a4", "f9", "bb", "ff", "3e", ""]
        replayAnySequences(
            "FocalTech", 300, header: #"{"tapline":"bus/1","chip":"\#(chip)","address":"0x38"}"# + "\n",
            write: { _ in "a401" }, register: { registers[$0.next(below: registers.count)] })
    }
}
