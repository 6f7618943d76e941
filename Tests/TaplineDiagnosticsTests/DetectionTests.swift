import TaplineBoards
import TaplineChipModels
import TaplineControllers
import TaplineDevices
import TaplineService
import TaplineTouches
import Testing

@testable import TaplineDiagnostics

@Suite struct DetectionTests {
    /// Who is found at `address`.
    private func found<Model: ChipModel>(
        _ bus: PretendedBus<Model>, at address: UInt8, _ families: [KnownFamily] = KnownFamily.all
    ) throws(BusError) -> String {
        switch try Detection.ask(address, families, over: bus.wire).get() {
        case nil: "nobody"
        case .controller(let chip, let identity): "\(chip) \(identity.productText)"
        case .held: "held"
        case .unknown: "unknown"
        case .undecided(let names): "one of \(names.count)"
        case .portExpander: "port expander"
        }
    }

    private func focalTech(_ part: FT5x06Model.Part, at address: UInt8 = 0x38) -> FT5x06Model {
        var configuration = FT5x06Model.Configuration(part)
        configuration.address = address
        return FT5x06Model(configuration: configuration)
    }

    // MARK: Who is found

    @Test(arguments: [0x5D, 0x14] as [UInt8]) func goodixIsFoundAtBothAddresses(address: UInt8) throws {
        var configuration = GT911Model.Configuration()
        configuration.floatingAddress = address
        let bus = PretendedBus(GT911Model(configuration: configuration))
        for other in KnownFamily.addresses(of: KnownFamily.all) {
            #expect(try found(bus, at: other) == (other == address ? "gt911 911" : "nobody"))
        }
    }

    @Test func goodixSaysWhichItIs() throws {
        var configuration = GT911Model.Configuration()
        configuration.product = [0x39, 0x32, 0x37, 0x31]
        #expect(try found(PretendedBus(GT911Model(configuration: configuration)), at: 0x5D) == "gt9271 9271")
        // A chip of the family that no board can name yet is driven as a GT911.
        configuration.product = [0x39, 0x36, 0x30, 0]
        #expect(try found(PretendedBus(GT911Model(configuration: configuration)), at: 0x5D) == "gt911 960")
    }

    @Test(arguments: [
        (FT5x06Model.Part.ft5406, "ft5406"), (.ft6236, "ft6236"), (.ft6206, "ft6206"), (.ft5726, "ft5726"),
    ]) func focalTechSaysWhichItIs(part: FT5x06Model.Part, name: String) throws {
        #expect(try found(PretendedBus(focalTech(part)), at: 0x38).hasPrefix("\(name) "))
    }

    @Test(arguments: [0x38, 0x48, 0x15] as [UInt8]) func focalTechIsFoundWherePanelsHaveIt(address: UInt8) throws {
        #expect(try found(PretendedBus(focalTech(.ft5406, at: address)), at: address) == "ft5406 54")
    }

    @Test(arguments: [(CST816Model.Part.cst816s, "cst816s b4"), (.cst816t, "cst816t b5"), (.cst716, "cst716 20")])
    func hynitronSharesItsAddressWithFocalTech(part: CST816Model.Part, name: String) throws {
        #expect(try found(PretendedBus(CST816Model(configuration: .init(part))), at: 0x15) == name)
    }

    /// Quirk 21: two seconds after it was left alone it answers nobody, until a finger comes.
    @Test func sleepingChipIsFoundWhileItIsTouched() throws {
        let bus = PretendedBus(CST816Model(configuration: .init(.cst816s)))
        bus.now = Instant(microseconds: 5_000_000)
        #expect(try found(bus, at: 0x15) == "nobody")
        var fingers = Contacts()
        fingers.append(Contact(id: 0, x: 10, y: 10))
        bus.chip.setFingers(fingers, at: bus.now)
        #expect(try found(bus, at: 0x15) == "cst816s b4")
    }

    /// Quirk 4, 7: a chip whose first accesses bring nothing but ones, or lies.
    @Test func chipThatLiesAtFirstIsFound() throws {
        let bus = PretendedBus(focalTech(.ft5406, at: 0x48))
        bus.chip.faults.lies = 2
        #expect(try found(bus, at: 0x48) == "ft5406 54")
    }

    @Test func everyDriverIsLookedFor() {
        // (An input device of the kernel's is on no bus.)
        for chip in ControllerChip.all where chip.family != .evdev {
            #expect(KnownFamily.all.contains { $0.family == chip.family }, "\(chip.name)")
        }
    }

    /// Chips of the Drum HAT's and of others' addresses were never looked for.
    @Test func everyAddressOfAShippedBoardIsLookedAt() throws {
        let library = BoardLibrary()
        #expect(library.names.count > 20)
        for name in library.names {
            guard let board = try library.board(name), board.controller.family != .evdev else { continue }
            let looked = KnownFamily.all.filter { $0.family == board.controller.family }.flatMap(\.addresses)
            for address in board.addresses { #expect(looked.contains(address), "\(name): \(address)") }
        }
    }

    @Test func everyNameThatIsToldIsOneThatBoardsKnow() throws {
        var names: [String] = []
        for id in UInt8.min...UInt8.max {
            var identity = ControllerIdentity()
            let digits = Array(("0" + String(id, radix: 16)).utf8.suffix(2))
            identity.product = [digits[0], digits[1], 0, 0]
            for family in KnownFamily.all { names.append(family.chip(identity)) }
        }
        for name in names { #expect(ControllerChip(name: name) != nil, "\(name)") }
    }

    // MARK: Who is not

    @Test(arguments: [0x00, 0x39, 0xFF] as [UInt8]) func strangerAtAKnownAddressIsNotTakenForAController(byte: UInt8)
        throws
    {
        for address in KnownFamily.addresses(of: KnownFamily.all) where address != 0x38 && address != 0x26 {
            // (Where only a write would show who it is, it may be one of those that want it.)
            let answer = try found(PretendedBus(Stranger(address: address, byte: byte)), at: address)
            #expect(answer == "unknown" || answer.hasPrefix("one of "), "0x\(String(address, radix: 16)): \(answer)")
        }
    }

    /// A PCF8574A sits at 0x38 on one carrier: whatever is written to it sets its outputs.
    @Test(arguments: [0x00, 0x54, 0xFF] as [UInt8]) func portExpanderIsNeverWrittenTo(byte: UInt8) throws {
        let bus = PretendedBus(Stranger(address: 0x38, byte: byte))
        #expect(try found(bus, at: 0x38) == "port expander")
        #expect(bus.sent.allSatisfy { $0.written.count == 0 })
        #expect(bus.sent.count == 1)
    }

    @Test func chipWithRegistersIsNoPortExpander() throws {
        #expect(try found(PretendedBus(Stranger(address: 0x38, counts: true)), at: 0x38) == "unknown")
    }

    @Test func emptyBusHasNobody() throws {
        let bus = PretendedBus(Stranger(address: 0x03))
        for address in KnownFamily.addresses(of: KnownFamily.all) { #expect(try found(bus, at: address) == "nobody") }
    }

    @Test func stuckBusEndsTheSearchAtTheFirstTransfer() {
        let bus = PretendedBus(Stranger(address: 0x5D, isStuck: true))
        #expect(throws: BusError(errno: 110)) { try found(bus, at: 0x5D) }
        #expect(bus.sent.count == 1)
    }

    // MARK: What is sent

    @Test func nothingButReadsIsSent() throws {
        let goodix = PretendedBus(GT911Model())
        let focalTech = PretendedBus(focalTech(.ft5406))
        let hynitron = PretendedBus(CST816Model(configuration: .init(.cst816s)))
        for address in KnownFamily.addresses(of: KnownFamily.all) {
            _ = try found(goodix, at: address)
            _ = try found(focalTech, at: address)
            _ = try found(hynitron, at: address)
        }
        for transfer in goodix.sent + focalTech.sent + hynitron.sent {
            #expect(transfer.isRead)
        }
    }

    @Test func familyThatMustWriteIsLeftAlone() throws {
        let bus = PretendedBus(Stranger(address: 0x5A, counts: true))
        let families = [
            KnownFamily(.goodix, driver: { ChipDriver<WritingFamily>(configuration: $0) }, chip: { _ in "writer" })
        ]
        let goodix = ControllerChip.all.filter { $0.family == .goodix }.count
        #expect(try found(bus, at: 0x5A, families) == "one of \(goodix)")
        for transfer in bus.sent { #expect(transfer.isRead) }
        // Nobody is nobody, whoever might have been asked.
        #expect(try found(PretendedBus(Stranger(address: 0x03)), at: 0x5A, families) == "nobody")
    }

    @Test(arguments: [
        (0, 1, true), (1, 1, true), (2, 11, true), (3, 1, false), (1, 0, true), (2, 0, false), (3, 0, false),
    ]) func registerAddressBelongsToARead(written: Int, read: Int, isRead: Bool) {
        var bytes = ShortBytes()
        for _ in 0..<written { bytes.append(0) }
        #expect(Transfer(address: 0x5D, written: bytes, readCount: read).isRead == isRead)
    }
}

/// A family that shows who it is only after a register was written, as CST226SE does.
private struct WritingFamily: ChipFamily {
    private var isAsked = false

    static var usualAddress: UInt8 { 0x5A }
    static var usualContacts: Int { 1 }
    init(_ configuration: ChipDriver<WritingFamily>.Configuration) {}
    static func reset(_ configuration: borrowing ChipDriver<WritingFamily>.Configuration) -> ResetScript {
        ResetScript()
    }
    mutating func whoIsThere() -> Transfer {
        defer { isAsked = true }
        return isAsked ? .write(0xD1 as UInt8, 1) : .read(0xD1 as UInt8, count: 1)
    }
    mutating func identify(
        _ received: borrowing BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification { .known }
    var mostContacts: Int { 1 }
    func look(for report: borrowing ChipReport) -> Transfer { .read(0 as UInt8, count: 1) }
    mutating func judge(_ received: borrowing BusBytes, _ report: inout ChipReport) -> ChipReading { .noNews }
}
