import Foundation
import TaplineConfiguration
import TaplineDaemon
import TestSupport

/// Replays of `bus/1` of chips whose registers show what is, and simulated runs of boards with them.
@Suite struct ReplayedChipTests {
    /// A chip of each family, its address and register of reports, a finger at (300, 400), a lift, and bytes at the
    /// register of its identity that are not one.
    struct Chip: Sendable, CustomTestStringConvertible {
        var name: String
        var address: String
        var register: String
        var finger: String
        var lift: String
        var stranger: (register: String, bytes: String)
        var testDescription: String { name }
    }

    static let chips = [
        Chip(
            name: "cst816s", address: "0x15", register: "02", finger: "01812c0190", lift: "00412c0190",
            stranger: ("a7", "a7a7a7")),
        Chip(
            name: "cst340", address: "0x1a", register: "d000", finger: "061219c02801ab", lift: "001219c00001ab",
            stranger: ("d1f4", "00000000000000000000000000000000000000000000000000000000")),
        Chip(
            name: "st1633", address: "0x55", register: "12", finger: "912c900000000000", lift: "112c900000000000",
            stranger: ("00", "00000000000000")),
        Chip(
            name: "st1232", address: "0x55", register: "12", finger: "912c90", lift: "112c90",
            stranger: ("04", "880000")),
    ]

    private static func header(_ chip: Chip) -> String {
        #"{"tapline":"bus/1","chip":"\#(chip.name)","address":"\#(chip.address)"}"# + "\n"
    }

    // MARK: Replay

    @Test(arguments: chips, [true, false])
    func aRecordedTouchIsReplayed(chip: Chip, isPolled: Bool) throws {
        var text = Self.header(chip)
        if !isPolled { text += #"{"t":1200,"int":0}"# + "\n" }
        text += #"{"t":1250,"w":"\#(chip.register)","r":"\#(chip.finger)"}"# + "\n"
        if !isPolled { text += #"{"t":51200,"int":0}"# + "\n" }
        text += #"{"t":51250,"w":"\#(chip.register)","r":"\#(chip.lift)"}"# + "\n"
        let (began, ended) = isPolled ? (1_250, 51_250) : (1_200, 51_200)
        #expect(
            try replayedTouches(text) == [
                #"{"seq":1,"t":\#(began),"touch":1,"phase":"began","x":300.0,"y":400.0,"taps":1,"touches":1}"#,
                #"{"seq":2,"t":\#(ended),"touch":1,"phase":"ended","x":300.0,"y":400.0,"taps":1,"touches":0}"#,
            ])
    }

    @Test(arguments: chips)
    func aRecordedFailureLosesNothing(chip: Chip) throws {
        let text =
            Self.header(chip) + """
                {"t":1200,"int":0}
                {"t":1250,"w":"\(chip.register)","err":"nack"}
                {"t":2250,"w":"\(chip.register)","r":"\(chip.finger)"}
                {"t":51200,"int":0}
                {"t":51250,"w":"\(chip.register)","err":"eio"}
                {"t":51350,"w":"\(chip.register)","r":"\(chip.lift)"}
                """
        let lines = try replayedTouches(text)
        #expect(lines.count == 2)
        #expect(lines.first?.contains(#""t":1200,"touch":1,"phase":"began""#) == true)
        #expect(lines.last?.contains(#""t":51200,"touch":1,"phase":"ended""#) == true)
    }

    @Test(arguments: chips)
    func aChipThatSaysThatItIsAnotherOneIsRefused(chip: Chip) throws {
        var text = Self.header(chip)
        text += #"{"t":100,"w":"\#(chip.stranger.register)","r":"\#(chip.stranger.bytes)"}"# + "\n"
        text += #"{"t":1250,"w":"\#(chip.register)","r":"\#(chip.finger)"}"# + "\n"
        let error = #expect(throws: ServiceError.self) { try replay(text) }
        #expect(error?.exitCode == .badData)
        #expect(error?.description.contains("is not the identity of a ") == true)
    }

    /// The size that the chip says counts where there is no board: beyond it there is no finger.
    @Test func withoutABoardThePanelHasTheRecordedSize() throws {
        let chip = Self.chips[1]
        let text =
            Self.header(chip) + #"{"t":10,"w":"d101"}"# + "\n"
            + #"{"t":100,"w":"d1f4","r":"08000c00c80020030000caca000000000000540102010000"}"# + "\n"
            + #"{"t":1250,"w":"d000","r":"\#(chip.finger)"}"# + "\n"
        #expect(try replayedTouches(text) == [])
        #expect(try replayedTouches(text.replacingOccurrences(of: "c8002003", with: "2d012003")).count == 1)
    }

    /// The bytes of a CST816S in a PineDio Stack, a report each 10 ms.
    @Test(.needsRecordings) func theRecordedCST816SIsReplayed() throws {
        let recorded = try Recordings.text("bus/cst816s_reports.txt")
        var text = Self.header(Self.chips[0])
        var places: [String] = []
        for line in recorded.split(separator: "\n") where !line.hasPrefix("#") {
            let sides = String(line).components(separatedBy: "->")
            let bytes = sides[0].replacingOccurrences(of: " ", with: "")
            // Fingers that jump over the panel are others: each lifts before the next lands.
            let time = 200_000 * (places.count + 1)
            text += #"{"t":\#(time),"w":"00","r":"\#(bytes)"}"# + "\n"
            text += #"{"t":\#(time + 100_000),"w":"00","r":"00000040000000"}"# + "\n"
            let place = sides[1].split(separator: " ").dropFirst().map { $0.dropFirst(2) + ".0" }
            places.append(#""x":\#(place[0]),"y":\#(place[1]),"#)
        }
        let began = try replayedTouches(text).filter { $0.contains("\"began\"") }
        #expect(places.count == 15 && began.count == 15)
        for (line, place) in zip(began, places) { #expect(line.contains(place)) }
    }

    // MARK: Round trip

    @Test(arguments: [false, true]) func aRecordedCST820IsTheSameAgain(isPolled: Bool) throws {
        var chip = CST816Model.Configuration(.cst820)
        chip.width = 800
        chip.height = 480
        chip.pulseWidth = Microseconds(50)
        try demonstrationIsTheSameAgain(
            "cst820", 0x15, isPolled: isPolled, CST816Model(configuration: chip), Hynitron.Configuration()
        ) { $0.faults.failingTransfers = 1 }
    }

    @Test(arguments: [false, true]) func aRecordedCST3240IsTheSameAgain(isPolled: Bool) throws {
        var chip = CST3xxModel.Configuration(.cst3240)
        chip.width = 800
        chip.height = 480
        try demonstrationIsTheSameAgain(
            "cst3240", 0x5A, isPolled: isPolled, CST3xxModel(configuration: chip), CST3xx.Configuration()
        ) { $0.faults.failingTransfers = 1 }
    }

    @Test(arguments: [false, true]) func aRecordedST1633IsTheSameAgain(isPolled: Bool) throws {
        var chip = ST1633Model.Configuration(.st1633)
        chip.width = 800
        chip.height = 480
        chip.pulseWidth = Microseconds(50)
        try demonstrationIsTheSameAgain(
            "st1633", 0x55, isPolled: isPolled, ST1633Model(configuration: chip), Sitronix.Configuration()
        ) { $0.faults.failingTransfers = 1 }
    }

    // MARK: The simulated run

    @Test(arguments: [
        ("cst226se", "0x5a", "CST226SE (id 00a8) at 0x5a"), ("cst3240", "0x5a", "CST3240 (id 0ca8) at 0x5a"),
        ("cst328", "0x1a", "CST328 (id 0148) at 0x1a"), ("cst340", "0x1a", "CST340 (id 0154) at 0x1a"),
        ("st1232", "0x55", "ST1232 at 0x55"), ("st1633", "0x55", "ST1633 at 0x55"),
    ])
    func theDemonstrationRunsOnEveryChip(controller: String, address: String, said: String) throws {
        for isPolled in [false, true] {
            let text = try demonstrationLines(controller, address, isPolled: isPolled)
            #expect(
                text.first?.hasPrefix(said + (isPolled ? ", polled" : ", GPIO4") + ", 800x480, firmware 0x") == true)
            for kind in ["tap", "drag"] { #expect(text.contains { $0.contains(kind) }, "\(kind)") }
        }
    }

    // MARK: Hostile recordings

    @Test(arguments: chips) func anySequenceOfLinesEnds(chip: Chip) throws {
        let registers = [chip.register, chip.stranger.register, "d0", "d000", "ffff", "ff", "fe", ""]
        replayAnySequences(
            chip.name, 200, header: Self.header(chip), write: { $0 + "ab" },
            register: { registers[$0.next(below: 2) == 0 ? 0 : $0.next(below: registers.count)] })
    }
}
