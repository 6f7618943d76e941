import Foundation
import TaplineChipModels
import TaplineConfiguration
import TestSupport

@testable import TaplineDaemon

/// `tapline acceptance` on simulated panels: those that are as the models assume, and those that differ in one thing.
@Suite struct AcceptanceTests {
    typealias Subject = AcceptanceFindings.Subject

    /// A panel of the board in the file `path`, with `chip` in the place of its model.
    private func record(_ path: String, _ chip: BoardChipModel? = nil) throws -> AcceptanceRecord {
        var output = TaplineDaemon.OutputStream.kept()
        return try Acceptance(board: path).record(into: &output, isLive: false, chip: chip)
    }

    /// The file of a record, which holds when it is checked.
    private func expectFileHolds(_ record: AcceptanceRecord, _ location: SourceLocation = #_sourceLocation) throws {
        let folder = try ScratchFolder()
        let differs = try Acceptance.findings(record).differing.map { $0.rawValue }
        let path = try folder.file("a.jsonl", record.text(AcceptanceFigures(record), differs: differs))
        let error = failure { () throws(ServiceError) in try AcceptanceCheck.run(path) }
        #expect(error == nil, sourceLocation: location)
    }

    private func gt911(_ change: (inout GT911Model.Configuration) -> Void = { _ in }) -> GT911Model {
        var configuration = GT911Model.Configuration()
        change(&configuration)
        return GT911Model(configuration: configuration)
    }

    // MARK: Chips as their models assume them

    static let chips = [
        ("gt911", "0x5d"), ("gt9271", "0x5d"), ("ft5406", "0x38"), ("ft6236", "0x38"), ("edt-m06", "0x38"),
        ("cst816s", "0x15"), ("cst340", "0x1a"), ("st1633", "0x55"), ("st1232", "0x55"), ("ili2117", "0x26"),
        ("ili251x", "0x41"), ("exc3000", "0x2a"),
    ]

    @Test(arguments: chips, [false, true])
    func aPanelThatIsItsModelDiffersInNothingAndItsFileHolds(chip: (name: String, address: String), isPolled: Bool)
        throws
    {
        let record = try record(simulatedBoard(chip.name, chip.address, isPolled: isPolled))
        #expect(try Acceptance.findings(record).differing == [])
        let figures = AcceptanceFigures(record)
        #expect(figures.period == 10_000 && figures.axes == 0 && figures.failures == 0)
        #expect(abs((figures.width ?? 0) - 800) < 4 && abs((figures.height ?? 0) - 480) < 4)
        try expectFileHolds(record)
    }

    // MARK: A cable that is pulled

    @Test(arguments: [
        ("gt911", "0x5d", false), ("ft6236", "0x38", false), ("cst816s", "0x15", true), ("st1633", "0x55", false),
    ])
    func aPanelComesBackWhenItsCableDoes(name: String, address: String, isPolled: Bool) throws {
        var output = TaplineDaemon.OutputStream.kept()
        var acceptance = try Acceptance(board: simulatedBoard(name, address, isPolled: isPolled))
        acceptance.pullsCable = true
        let record = try acceptance.record(into: &output, isLive: false)
        let figures = AcceptanceFigures(record)
        #expect((figures.back ?? .max) < 6_000_000 && figures.failures == 0, "\(figures)")
        #expect(try Acceptance.findings(record).differing == [])
        try expectFileHolds(record)
        // One that does not come back differs.
        var lost = record
        let pulled = record.entries.first { $0.kind == .step(record.steps.count - 1) }?.time ?? .zero
        lost.entries.removeAll { $0.time > pulled }
        lost.entries.append(.init(time: (record.entries.last?.time ?? .zero), kind: .end))
        #expect(try Acceptance.findings(lost).differing == [.cable])
    }

    // MARK: Planted differences

    /// What is said of a GT911 that differs; its file holds all the same.
    private func differing(_ chip: some ChipModel, location: SourceLocation = #_sourceLocation) throws -> [Subject] {
        let record = try record("simulated", BoardChipModelOf(chip))
        try expectFileHolds(record, location)
        return try Acceptance.findings(record).differing
    }

    @Test func anotherSizeIsFound() throws {
        let chip = gt911 { ($0.width, $0.height) = (400, 240) }
        #expect(try differing(DifferentChip(chip, .scale(0.5))) == [.size])
    }

    @Test func aSizeThatOnlyTheCornersShowIsFound() throws {
        #expect(try differing(DifferentChip(gt911(), .scale(0.75))) == [.size])
    }

    @Test func halfTheReportRateIsFound() throws { #expect(try differing(DifferentChip(gt911(), .rate)) == [.rate]) }

    @Test func missingPulsesAreFound() throws {
        #expect(try differing(DifferentChip(gt911(), .pulses)) == [.interrupt])
    }

    @Test func anInvertedInterruptIsFound() throws {
        #expect(try differing(DifferentChip(gt911(), .inverted)) == [.interrupt])
    }

    @Test func aReadyFlagThatComesLateIsFound() throws {
        var chip = gt911()
        chip.faults.readyLag = .milliseconds(3)
        #expect(try differing(chip) == [.ready])
    }

    @Test func transfersThatFailAreFound() throws {
        #expect(try differing(DifferentChip(gt911(), .failures)) == [.bus])
    }

    @Test func anotherChipIsFound() throws {
        #expect(try differing(gt911 { $0.product = [0x39, 0x32, 0x38, 0] }) == [.identity])
    }

    @Test func axesThatRunTheOtherWayAreFound() throws {
        #expect(try differing(DifferentChip(gt911(), .mirror(800))) == [.axes])
        #expect(try differing(DifferentChip(gt911(), .mirrorY(480))) == [.axes])
    }

    @Test func fingersThatAreNotToldAreFound() throws {
        #expect(try differing(DifferentChip(gt911(), .fingers)) == [.fingers])
    }

    @Test func fingersThatAreNotThereAreFound() throws {
        #expect(try differing(DifferentChip(gt911(), .ghost)) == [.rest])
    }

    @Test func anotherFirmwareIsToldAndIsNoDifference() throws {
        let record = try record("simulated", BoardChipModelOf(gt911 { $0.firmware = 0x1043 }))
        let findings = try Acceptance.findings(record)
        #expect(findings.differing == [])
        #expect(findings.all.first?.text == "id 911, firmware 0x1043; the model: id 911, firmware 0x1060")
    }

    @Test func aChipThatIsNotThereIsTold() throws {
        var chip = gt911()
        chip.faults.isAbsent = true
        let record = try record("simulated", BoardChipModelOf(chip))
        #expect(record.identity == nil)
        let findings = try Acceptance.findings(record)
        #expect(findings.differing == [.identity] && findings.all.count == 1)
        try expectFileHolds(record)
    }
}
