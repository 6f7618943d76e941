import TaplineConfiguration
import TaplineDaemon
import TestSupport

@testable import TaplineDiagnostics

@Suite struct DetectionTests {
    /// Who is found at `address`.
    private func found<Model: BusChip>(
        _ bus: SimulatedProbeBus<Model>, at address: UInt8, _ families: [KnownFamily] = KnownFamily.all
    ) throws(BusError) -> String {
        switch try Detection.ask(address, families, over: bus.wire).get() {
        case nil: "nobody"
        case .controller(let chip, let identity): "\(chip) \(identity.productText)"
        case .sensor(let chip, let identity): "\(chip) \(identity.productText)"
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
        let bus = SimulatedProbeBus(GT911Model(configuration: configuration))
        for other in KnownFamily.addresses(of: KnownFamily.all) {
            #expect(try found(bus, at: other) == (other == address ? "gt911 911" : "nobody"))
        }
    }

    @Test func goodixSaysWhichItIs() throws {
        var configuration = GT911Model.Configuration()
        configuration.product = [0x39, 0x32, 0x37, 0x31]
        #expect(try found(SimulatedProbeBus(GT911Model(configuration: configuration)), at: 0x5D) == "gt9271 9271")
        // A chip of the family that no board can name yet is driven as a GT911.
        configuration.product = [0x39, 0x36, 0x30, 0]
        #expect(try found(SimulatedProbeBus(GT911Model(configuration: configuration)), at: 0x5D) == "gt911 960")
    }

    @Test(arguments: [
        (FT5x06Model.Part.ft5406, "ft5406"), (.ft6236, "ft6236"), (.ft6206, "ft6206"), (.ft5726, "ft5726"),
        (.ft3267, "ft3267"),
    ]) func focalTechSaysWhichItIs(part: FT5x06Model.Part, name: String) throws {
        #expect(try found(SimulatedProbeBus(focalTech(part)), at: 0x38).hasPrefix("\(name) "))
    }

    @Test(arguments: [0x38, 0x48, 0x15] as [UInt8]) func focalTechIsFoundWherePanelsHaveIt(address: UInt8) throws {
        #expect(try found(SimulatedProbeBus(focalTech(.ft5406, at: address)), at: address) == "ft5406 54")
    }

    @Test(arguments: [
        (CST816Model.Part.cst816s, "cst816s b4"), (.cst816t, "cst816t b5"), (.cst716, "cst716 20"),
        (.cst826, "cst826 11"),
    ])
    func hynitronSharesItsAddressWithFocalTech(part: CST816Model.Part, name: String) throws {
        #expect(try found(SimulatedProbeBus(CST816Model(configuration: .init(part))), at: 0x15) == name)
    }

    /// A thermometer at its address would look the same.
    @Test(arguments: [0x48, 0x49, 0x4A, 0x4B] as [UInt8]) func tsc2007IsNotGuessed(address: UInt8) throws {
        var configuration = TSC2007Model.Configuration()
        configuration.address = address
        let found = try found(SimulatedProbeBus(TSC2007Model(configuration: configuration)), at: address)
        #expect(found == (address == 0x48 ? "unknown" : "nobody"))
        #expect(!KnownFamily.all.contains { $0.family?.name == "TSC2007" })
    }

    /// Quirk 21: two seconds after it was left alone it answers nobody, until a finger comes.
    @Test func sleepingChipIsFoundWhileItIsTouched() throws {
        let bus = SimulatedProbeBus(CST816Model(configuration: .init(.cst816s)))
        bus.now = Instant(microseconds: 5_000_000)
        #expect(try found(bus, at: 0x15) == "nobody")
        let fingers = Contacts([Contact(id: 0, x: 10, y: 10)])
        bus.chip.setFingers(fingers, at: bus.now)
        #expect(try found(bus, at: 0x15) == "cst816s b4")
    }

    /// Quirk 4, 7: a chip whose first accesses bring nothing but ones, or lies.
    @Test func chipThatLiesAtFirstIsFound() throws {
        let bus = SimulatedProbeBus(focalTech(.ft5406, at: 0x48))
        bus.chip.faults.lies = 2
        #expect(try found(bus, at: 0x48) == "ft5406 54")
    }

    // MARK: Who says it only to somebody who writes

    /// They were all told as "undecided".
    @Test func chipsForFiveFingersAreKnownByTheirCountOfScans() throws {
        for (address, name) in [(0x5A, "cst226se"), (0x1A, "cst328")] as [(UInt8, String)] {
            var configuration = CST3xxModel.Configuration()
            configuration.address = address
            let bus = SimulatedProbeBus(CST3xxModel(configuration: configuration))
            bus.now = Instant(microseconds: 1_000_000)
            #expect(try found(bus, at: address) == "\(name) ")
            for transfer in bus.sent { #expect(transfer.question != nil) }
            // One that does not count stays undecided.
            configuration.countsScans = false
            let old = SimulatedProbeBus(CST3xxModel(configuration: configuration))
            old.now = Instant(microseconds: 1_000_000)
            #expect(try found(old, at: address).hasPrefix("one of "))
        }
    }

    @Test func chipOfEETIIsKnownWhileItIsTouched() throws {
        let bus = SimulatedProbeBus(EXC3000Model())
        #expect(try found(bus, at: 0x2A).hasPrefix("one of "))
        var step: Float = 0
        bus.hands = { chip, now in
            step += 1
            let fingers = Contacts([Contact(id: 0, x: 100 + step, y: 100)])
            chip.setFingers(fingers, at: now)
        }
        #expect(try found(bus, at: 0x2A) == "exc3000 ")
        for transfer in bus.sent { #expect(transfer.question != nil) }
    }

    @Test func ili2117IsKnownByItsPackets() throws {
        let bus = SimulatedProbeBus(ILI2xxxModel(configuration: .init(.ili2117)))
        #expect(try found(bus, at: 0x26) == "ili2117 2117")
        for transfer in bus.sent { #expect(transfer.question != nil) }
        // Other packets whose sum is 0 are no proof.
        #expect(try found(SimulatedProbeBus(ZeroSum(address: 0x26)), at: 0x26).hasPrefix("one of "))
    }

    @Test func ilitekV3IsKnownByItsPacketsOnceItsHostHasAskedForThem() throws {
        let bus = SimulatedProbeBus(ILIV3Model())
        #expect(try found(bus, at: 0x41).hasPrefix("one of "))
        var nothing = BusBytes()
        var written = ShortBytes()
        for byte in [0xF2, 0, 3] as [UInt8] { written.append(byte) }
        _ = bus.chip.transfer(Transfer(address: 0x41, written: written), at: bus.now, into: &nothing)
        bus.sent = []
        #expect(try found(bus, at: 0x41) == "ili79600a v3")
        for transfer in bus.sent { #expect(transfer.question != nil) }
    }

    @Test func st1633SaysHowItsPlacesLie() throws {
        let bus = SimulatedProbeBus(ST1633Model(configuration: .init(.st1633)))
        #expect(try found(bus, at: 0x55) == "st1633 1633")
        for transfer in bus.sent { #expect(transfer.question != nil) }
        var short = ST1633Model.Configuration(.st1232)
        short.saysLayout = true
        #expect(try found(SimulatedProbeBus(ST1633Model(configuration: short)), at: 0x55) == "st1232 1232")
        // An ST1232 shows nothing that says who it is. (An ST7123 at its address is asked by what may be a value for it.)
        #expect(try found(SimulatedProbeBus(ST1633Model(configuration: .init(.st1232))), at: 0x55) == "one of 3")
    }

    @Test func everyDriverIsLookedFor() {
        // (An input device of the kernel's is on no bus, and a TSC2007 shows nothing: tsc2007IsNotGuessed.)
        for chip in ControllerChip.all where chip.family != .evdev && chip.name != "tsc2007" {
            #expect(KnownFamily.all.contains { $0.family == chip.family }, "\(chip.name)")
        }
    }

    /// Chips of the Drum HAT's and of others' addresses were never looked for.
    @Test func everyAddressOfAShippedBoardIsLookedAt() throws {
        let library = BoardLibrary()
        #expect(library.names.count > 20)
        for name in library.names {
            guard let board = try library.board(name), board.controller.family != .evdev,
                board.controller.name != "tsc2007"
            else { continue }
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
            for family in KnownFamily.all where family.family != nil { names.append(family.chip(identity)) }
        }
        for name in names { #expect(ControllerChip(name: name) != nil, "\(name)") }
    }

    /// Each chip of the list: under its own name where it says that, as one of its family where it does not, and among
    /// those that it may be where that would take a write.
    @Test func everyChipThatBoardsCanNameIsFound() {
        var search = SearchForEveryChip()
        ChipFamilies.visit(&search)
        #expect(search.missed.isEmpty)
        // (All but evdev, and a TSC2007, which nothing shows.)
        #expect(search.found.count == ControllerChip.all.count - 2)
    }

    /// A FocalTech at 0x15 behind a board of a CST816S, which starts faster, did not answer yet.
    @Test func slowerChipIsWaitedForAfterAReset() {
        let bus = SimulatedProbeBus(focalTech(.ft5406, at: 0x15))
        bus.chip.drive(.reset, .low, at: bus.now)
        bus.now = bus.now + .milliseconds(20)
        bus.chip.drive(.reset, .high, at: bus.now)
        bus.now = bus.now + .milliseconds(100)
        let early = SimulatedProbeBus(bus.chip)
        early.now = bus.now
        #expect((try? found(early, at: 0x15)) == "nobody")
        var facts = ControllerFacts()
        facts.lookForOthers(bus.wire, except: [])
        #expect(facts.others.map { $0.chip } == ["ft5406"])
        facts.others = []
        facts.lookForOthers(bus.wire, except: [0x15])
        #expect(facts.others.isEmpty)
    }

    /// For each chip that boards can name there is a board to begin from, and the command makes one that `check` takes.
    @Test func everyFoundChipHasABoardToBeginFrom() throws {
        for chip in ControllerChip.all where chip.family != .evdev {
            let file = try #require(BoardBeginning.file(for: chip), "\(chip.name)")
            let words = BoardBeginning.command(
                chip, file: file, bus: "/dev/i2c-1", addresses: [0x42], identity: nil)
            let settings = words.split(separator: "&&")[1].split(separator: " panel.yaml ")[1]
            var pairs: [(key: String, value: String)] = []
            let parts = settings.split(separator: " ").map { $0.filter { $0 != "'" } }
            for index in stride(from: 0, to: parts.count, by: 2) { pairs.append((parts[index], parts[index + 1])) }
            let edit = try BoardEdit(Files.read(file), file: file, settings: pairs)
            let board = try BoardDescription(edit.bytes, file: file)
            #expect(board.controller == chip)
            #expect(board.addresses == [0x42])
        }
    }

    // MARK: Motion sensors

    private static let sensors = (0..<UInt8.max).compactMap(SensorChip.init(rawValue:))

    @Test(arguments: sensors) func motionSensorIsFoundByItsIdentityAndNeverWrittenTo(chip: SensorChip) throws {
        // (What says the same of itself has the name of the first of them.)
        let kin = Self.sensors.first { $0.sheet.looksLike(chip.sheet) } ?? chip
        let id = String(chip.sheet.identity, radix: 16)
        let addresses = chip.sheet.addresses
        for index in 0..<addresses.count {
            let bus = SimulatedProbeBus(SensorModel(chip, address: addresses[index]))
            for other in KnownFamily.addresses(of: KnownFamily.all) {
                let expected = other == addresses[index] ? "\(kin.name) \(id)" : "nobody"
                #expect(try found(bus, at: other) == expected)
            }
            #expect(bus.sent.allSatisfy { $0.address != addresses[index] || $0.question == .ofOneByte })
        }
    }

    @Test(arguments: sensors) func whoGivesOneByteForEverythingIsNoMotionSensor(chip: SensorChip) throws {
        let address = chip.sheet.addresses[0]
        let bus = SimulatedProbeBus(Stranger(address: address, byte: chip.sheet.identity))
        let answer = try found(bus, at: address)
        #expect(answer == "unknown" || answer == "port expander" || answer.hasPrefix("one of "), "\(answer)")
    }

    @Test func motionSensorIsNoOtherController() {
        var facts = ControllerFacts()
        facts.lookForOthers(SimulatedProbeBus(SensorModel(.msa301)).wire, except: [])
        #expect(facts.others.isEmpty)
        #expect(facts.sensors.map { $0.chip } == ["msa301"] && facts.sensors.map { $0.address } == [0x26])
    }

    // MARK: Who is not

    @Test(arguments: [0x00, 0x39, 0xFF] as [UInt8]) func strangerAtAKnownAddressIsNotTakenForAController(byte: UInt8)
        throws
    {
        for address in KnownFamily.addresses(of: KnownFamily.all)
        where !(0x38...0x3F).contains(address) && !(0x20...0x27).contains(address) {
            // (Where only a write would show who it is, it may be one of those that want it.)
            let answer = try found(SimulatedProbeBus(Stranger(address: address, byte: byte)), at: address)
            #expect(answer == "unknown" || answer.hasPrefix("one of "), "0x\(String(address, radix: 16)): \(answer)")
        }
    }

    /// A PCF8574A sits at 0x38 on one carrier: whatever is written to it sets its outputs.
    @Test(arguments: [0x00, 0x54, 0xFF] as [UInt8]) func portExpanderIsNeverWrittenTo(byte: UInt8) throws {
        let bus = SimulatedProbeBus(Stranger(address: 0x38, byte: byte))
        #expect(try found(bus, at: 0x38) == "port expander")
        #expect(bus.sent.allSatisfy { $0.written.count == 0 })
        #expect(bus.sent.count == 1)
    }

    @Test func chipWithRegistersIsNoPortExpander() throws {
        #expect(try found(SimulatedProbeBus(Stranger(address: 0x38, counts: true)), at: 0x38) == "unknown")
    }

    @Test func emptyBusHasNobody() throws {
        let bus = SimulatedProbeBus(Stranger(address: 0x03))
        for address in KnownFamily.addresses(of: KnownFamily.all) { #expect(try found(bus, at: address) == "nobody") }
    }

    @Test func stuckBusEndsTheSearchAtTheFirstTransfer() {
        let bus = SimulatedProbeBus(Stranger(address: 0x5D, isStuck: true))
        #expect(throws: BusError(errno: 110)) { try found(bus, at: 0x5D) }
        #expect(bus.sent.count == 1)
    }

    // MARK: What is sent

    @Test func nothingButReadsIsSent() throws {
        let goodix = SimulatedProbeBus(GT911Model())
        let focalTech = SimulatedProbeBus(focalTech(.ft5406))
        let hynitron = SimulatedProbeBus(CST816Model(configuration: .init(.cst816s)))
        for address in KnownFamily.addresses(of: KnownFamily.all) {
            _ = try found(goodix, at: address)
            _ = try found(focalTech, at: address)
            _ = try found(hynitron, at: address)
        }
        for transfer in goodix.sent + focalTech.sent + hynitron.sent {
            #expect(transfer.question != nil)
        }
    }

    /// EETI's question, 27 00 and a STOP, took a CAP1188 at 0x2A its interrupts; Goodix' and Hynitron's, of two bytes, are
    /// values for an MPR121.
    @Test func chipThatIsKnownKeepsItsRegisters() {
        var search = SearchForEveryChip()
        ChipFamilies.visit(&search)
        #expect(search.changed.isEmpty)
        #expect(search.writtenTo.isEmpty)
    }

    @Test func questionThatMayBeAValueComesLast() throws {
        let bus = SimulatedProbeBus(Stranger(address: 0x5D, counts: true))
        _ = try found(bus, at: 0x5D)
        let questions = bus.sent.compactMap { $0.question }
        #expect(questions == questions.sorted())
        #expect(questions.contains(.ofTwoBytes))
        let atEETIs = SimulatedProbeBus(Stranger(address: 0x2A, counts: true))
        _ = try found(atEETIs, at: 0x2A)
        #expect(atEETIs.sent.first?.question == .ofOneByte)
        #expect(atEETIs.sent.contains { $0.question == .ofTwoBytesAndStop })
    }

    @Test(
        arguments: [
            (0, 1, TransferMode.repeatedStart, ProbeQuestion.ofOneByte), (1, 0, .stop, .ofOneByte),
            (1, 2, .stop, .ofOneByte),
            (2, 1, .repeatedStart, .ofTwoBytes), (2, 1, .stop, .ofTwoBytesAndStop), (2, 0, .repeatedStart, nil),
            (3, 1, .repeatedStart, nil),
        ] as [(Int, Int, TransferMode, ProbeQuestion?)]) func questionIsWhatIsWritten(
            written: Int, read: Int, mode: TransferMode, question: ProbeQuestion?
        )
    {
        var bytes = ShortBytes()
        for _ in 0..<written { bytes.append(0) }
        var transfer = Transfer(address: 0x5D, written: bytes, readCount: read)
        transfer.mode = mode
        #expect(transfer.question == question)
    }

    @Test func familyThatMustWriteIsLeftAlone() throws {
        let bus = SimulatedProbeBus(Stranger(address: 0x5A, counts: true))
        let families = [
            KnownFamily(
                .evdev, [NamedChip("writer", fingers: 1)], driver: ChipDriver<WritingFamily>.Configuration())
        ]
        #expect(try found(bus, at: 0x5A, families) == "one of 1")
        for transfer in bus.sent { #expect(transfer.question != nil) }
        // Nobody is nobody, whoever might have been asked.
        #expect(try found(SimulatedProbeBus(Stranger(address: 0x03)), at: 0x5A, families) == "nobody")
    }

    @Test(arguments: [
        (0, 1, true), (1, 1, true), (2, 11, true), (3, 1, false), (1, 0, true), (2, 0, false), (3, 0, false),
    ]) func registerAddressBelongsToARead(written: Int, read: Int, isRead: Bool) {
        var bytes = ShortBytes()
        for _ in 0..<written { bytes.append(0) }
        #expect((Transfer(address: 0x5D, written: bytes, readCount: read).question != nil) == isRead)
    }
}

/// Somebody whose packets of 43 bytes have the sum 0, as others' may by chance.
private struct ZeroSum: RestingChip {
    var address: UInt8

    mutating func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
        guard transfer.address == address else { return BusError(errno: 121) }
        for index in 0..<transfer.readCount {
            let sum = (0..<42).reduce(0 as UInt8) { $0 &+ UInt8($1) }
            bytes.append(index == 42 ? 0 &- sum : UInt8(truncatingIfNeeded: index))
        }
        return nil
    }
}

/// A family that shows who it is only after a register was written, as CST226SE does.
private struct WritingFamily: NamedFamily {
    private var isAsked = false

    static var name: StaticString { "Writing" }
    static var chips: NamedChips { NamedChips() }
    static var usualAddress: UInt8 { 0x5A }
    static var usualContacts: Int { 1 }
    init(_ configuration: ChipDriver<WritingFamily>.Configuration) {}
    static func reset(_ configuration: borrowing ChipDriver<WritingFamily>.Configuration) -> ResetScript {
        ResetScript()
    }
    mutating func identificationRequest() -> Transfer {
        defer { isAsked = true }
        return isAsked ? .write(0xD1 as UInt8, 1) : .read(0xD1 as UInt8, count: 1)
    }
    mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification { .known }
    var mostContacts: Int { 1 }
    func look(for report: inout ChipReport) -> Transfer { .read(0 as UInt8, count: 1) }
    mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading { .noNews }
}

/// Looks for a simulated chip of each kind, alone on its bus.
private struct SearchForEveryChip: FamilyVisitor {
    var found: [String] = []
    var missed: [String] = []
    /// Those whose registers are not what they were, with the address.
    var changed: [String] = []
    /// Those whose own question has one byte, and that were asked one of two.
    var writtenTo: [String] = []

    mutating func visit<Model: FamilyModel>(_ listed: ListedFamily<Model>) {
        guard Model.Family.canBeFound else { return }
        let chips = Model.Family.chips
        for index in 0..<chips.count {
            let (chip, name) = (chips[index], "\(chips[index].name)")
            lookForChanges(Model.self, chip, name)
            let address = Model.Family.addresses(of: chip)[0]
            var panel = ModelledPanel(chip)
            panel.address = address
            let answer = Detection.ask(address, KnownFamily.all, over: SimulatedProbeBus(Model(panel)).wire)
            let isFound =
                switch answer {
                case .success(.controller(let said, let identity)):
                    // (Reads that show the family only say no id: which of its chips it is stays open.)
                    said == name
                        || (chip.id == 0 || identity.product[0] == 0)
                            && ControllerChip(name: said)?.family == ControllerChip(name: name)?.family
                case .success(.undecided(let names)): names.contains(name)
                // Without a command M06 firmware gives one byte for everything, as the port expander at its address
                // does, to which nothing may be written: it is left alone.
                case .success(.portExpander): name == "edt-m06" || name == "axs15231b"
                default: false
                }
            if isFound { found.append(name) } else { missed.append("\(name): \(answer)") }
        }
    }

    /// Asks a chip at each of its addresses who it is, and compares what its registers show to reads before and after.
    private mutating func lookForChanges<Model: FamilyModel>(_: Model.Type, _ chip: NamedChip, _ name: String) {
        var configuration = ChipDriver<Model.Family>.Configuration()
        configuration.variant = Model.Family.variant(of: chip, ChipSettings())
        var family = Model.Family(configuration)
        // (Addresses of two bytes are no values for a chip that has such; one that is only read has no registers.)
        guard family.identificationRequest().written.count == 1 else { return }
        let addresses = Model.Family.addresses(of: chip)
        for index in 0..<addresses.count {
            var panel = ModelledPanel(chip)
            panel.address = addresses[index]
            let bus = SimulatedProbeBus(Model(panel))
            let before = registers(of: bus.chip, at: addresses[index], bus.now)
            _ = Detection.ask(addresses[index], KnownFamily.all, over: bus.wire)
            let place = "\(name) at 0x\(String(addresses[index], radix: 16))"
            if registers(of: bus.chip, at: addresses[index], bus.now) != before { changed.append(place) }
            // A chip that says who it is has been asked nothing else.
            if Model.Family.isCertain(chip), bus.sent.contains(where: { $0.question != .ofOneByte }) {
                writtenTo.append(place)
            }
        }
    }

    private func registers<Model: FamilyModel>(of chip: Model, at address: UInt8, _ now: Instant) -> [UInt8] {
        (0...255).map { register in
            var copy = chip
            var received = BusBytes()
            var read = Transfer.read(UInt8(register), count: 1)
            read.address = address
            guard copy.transfer(read, at: now, into: &received) == nil, received.count > 0 else { return 0 }
            return received[0]
        }
    }
}
