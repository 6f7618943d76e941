import Foundation
import TaplineSimulator
import TestSupport

/// The driver with a simulated input device: what it asks, what it tells, and when.
@Suite struct EvdevDriverTests {
    private func contacts(_ fingers: (Int32, Float, Float)...) -> Contacts {
        return Contacts(fingers, pressure: 40)
    }

    @Test(arguments: [EvdevReader.Manner.slots, .anonymous, .single])
    func deviceIsAskedWhatItIs(manner: EvdevReader.Manner) {
        let bench = EvdevBench.running(EvdevModel.Configuration(manner, width: 1_024, height: 600))
        #expect(bench.identity.isKnown)
        #expect(bench.identity.width == 1_024 && bench.identity.height == 600)
        #expect(bench.identity.product[0] == UInt8(ascii: manner == .slots ? "B" : manner == .single ? "S" : "A"))
        #expect(bench.faults.isEmpty)
    }

    @Test(arguments: [EvdevReader.Manner.slots, .anonymous, .single])
    func fingerLandsMovesAndLifts(manner: EvdevReader.Manner) {
        var bench = EvdevBench.running(EvdevModel.Configuration(manner))
        bench.touch(contacts((0, 100, 200)))
        bench.touch(contacts((0, 110, 200)))
        bench.touch(Contacts())
        #expect(bench.places == [["100,200"], ["110,200"], []])
        #expect(bench.names.count == 1)
        #expect(bench.reports.first?.contacts.first?.pressure == 40)
        #expect(bench.faults.isEmpty)
    }

    /// Most of the kernel's touchscreens tell no pressure but ABS_MT_TOUCH_MAJOR.
    @Test(arguments: [EvdevReader.Manner.slots, .anonymous])
    func lengthOfTheContactStandsForAMissingPressure(manner: EvdevReader.Manner) {
        let device = changed(EvdevModel.Configuration(manner)) { $0.sizeAxis = EvdevCode.contactMajor }
        var bench = EvdevBench.running(device)
        bench.touch(contacts((0, 100, 200)))
        #expect(bench.reports.last?.contacts.first?.pressure == 40)
        bench.touch(Contacts([(0, 100, 200)], pressure: 200))
        #expect(bench.reports.last?.contacts.first?.pressure == 200)
        // (One that lay there before the daemon began, too.)
        guard manner == .slots else { return }
        var late = EvdevBench(device)
        late.scanUnseen(contacts((0, 100, 200)))
        late.start()
        #expect(late.reports.last?.contacts.first?.pressure == 40)
        #expect(late.faults.isEmpty)
    }

    /// Beside its slots a device also reports ABS_X, whose code is 0.
    @Test func placeIsNoPressureOfADeviceThatTellsNone() {
        var bench = EvdevBench.running(changed(.init(.slots)) { $0.hasPressure = false })
        bench.touch(contacts((0, 300, 200)))
        bench.touch(contacts((0, 310, 200)))
        #expect(bench.reports.map { $0.contacts.first?.pressure } == [0, 0])
    }

    /// A palm is known by its size. (The bug: where a device had both axes its pressure was taken.)
    @Test func lengthOfTheContactIsBelievedBeforeItsPressure() {
        var bench = EvdevBench.running(
            changed(.init(.slots)) { ($0.sizeAxis, $0.hasIdlePressure) = (EvdevCode.contactMajor, true) })
        bench.touch(contacts((0, 100, 200)))
        #expect(bench.reports.last?.contacts.first?.pressure == 40)
    }

    /// (The bug: what the kernel calls MT_TOOL_PALM was a finger.)
    @Test(arguments: [EvdevReader.Manner.slots, .anonymous])
    func whatTheKernelCallsAPalmIsSaidToBeOne(manner: EvdevReader.Manner) {
        let device = changed(EvdevModel.Configuration(manner)) { $0.tellsPalms = true }
        var bench = EvdevBench.running(device)
        bench.touch(contacts((0, 100, 200)))
        bench.touch(Contacts([(0, 100, 200)], pressure: Contact.palm))
        bench.touch(contacts((0, 100, 200)))
        #expect(bench.reports.map { $0.contacts.first?.pressure } == [40, Contact.palm, 40])
        // (One that lay there before the daemon began, too.)
        guard manner == .slots else { return }
        var late = EvdevBench(device)
        late.scanUnseen(Contacts([(0, 100, 200)], pressure: Contact.palm))
        late.start()
        #expect(late.reports.last?.contacts.first?.pressure == Contact.palm)
        #expect(late.faults.isEmpty)
    }

    @Test(arguments: [EvdevReader.Manner.slots, .anonymous])
    func tenFingersAreMoreThanOneReadHolds(manner: EvdevReader.Manner) {
        var bench = EvdevBench.running(EvdevModel.Configuration(manner))
        var fingers = Contacts()
        for id: Int32 in 0..<10 { fingers.append(Contact(id: id, x: Float(id) * 50, y: 100, pressure: 7)) }
        bench.touch(fingers)
        #expect(bench.reports.map(\.contacts.count) == [10])
        bench.touch(Contacts())
        #expect(bench.reports.map(\.contacts.count) == [10, 0])
    }

    @Test func reportHasTheKernelsTime() {
        var driver = EvdevDriver()
        var model = EvdevModel()
        _ = Self.drive(&driver, &model, .start, at: .zero)
        model.setFingers(contacts((0, 100, 200)), at: Instant(microseconds: 5_000))
        model.setFingers(contacts((0, 110, 200)), at: Instant(microseconds: 8_000))
        // The loop comes late.
        let told = Self.drive(&driver, &model, .interrupt, at: Instant(microseconds: 12_000))
        #expect(told.map(\.microseconds) == [5_000, 8_000])
    }

    @Test(arguments: [Int64(10_000_001), -1, .max, .min])
    func timeThatCannotBeIsThatOfReading(behind: Int64) throws {
        var driver = EvdevDriver()
        var contacts = Contacts()
        let now = Instant(microseconds: 60_000_000)
        var model = EvdevModel()
        _ = Self.drive(&driver, &model, .start, at: now)
        var bytes = BusBytes()
        let time = Instant(microseconds: now.microseconds &- behind)
        EvdevEvent(time: time, type: 0, code: 0, value: 0).append(to: &bytes, layout: .own)
        _ = driver.step(.interrupt, at: now, received: bytes, contacts: &contacts)
        guard case .report = driver.step(.transferred, at: now, received: bytes, contacts: &contacts)
        else { throw Missing("no report") }
        #expect(driver.reportTime == now)
    }

    @Test func nothingIsReadWhileNothingHappens() {
        var bench = EvdevBench.running()
        bench.touch(contacts((0, 100, 200)))
        let transfers = bench.panel.bus.counters.transfers
        bench.run(microseconds: 600_000_000)
        #expect(bench.panel.bus.counters.transfers == transfers)
        // One report of one finger is one read.
        bench.touch(contacts((0, 101, 200)))
        #expect(bench.panel.bus.counters.transfers == transfers + 1)
    }

    @Test func wakingForNothingIsNoTrouble() {
        var bench = EvdevBench.running()
        bench.touch(contacts((0, 100, 200)))
        bench.interruptSpuriously()
        bench.touch(contacts((0, 110, 200)))
        #expect(bench.places == [["100,200"], ["110,200"]])
        #expect(bench.faults.isEmpty)
    }

    // MARK: Beginning

    @Test(arguments: [EvdevReader.Manner.slots, .single])
    func fingerThatIsThereAtTheStartIsTold(manner: EvdevReader.Manner) {
        var bench = EvdevBench(EvdevModel.Configuration(manner))
        bench.scanUnseen(contacts((0, 100, 200)))
        bench.readUnseen()
        bench.start()
        #expect(bench.places == [["100,200"]])
        // Its values that do not change are known from then on.
        bench.touch(contacts((0, 100, 210)))
        #expect(bench.places.last == ["100,210"])
    }

    @Test func fingerAtTheVeryCornerHasAPlace() {
        // (0, 0) is what every slot begins with, so that the kernel does not tell it.
        var bench = EvdevBench.running()
        bench.touch(contacts((0, 0, 0)))
        #expect(bench.places == [["0,0"]])
    }

    @Test func slotsThatTheDeviceDoesNotHaveHoldNoFingers() {
        var bench = EvdevBench(changed(.init()) { $0.slots = 2 })
        bench.start()
        #expect(bench.places == [[]])
    }

    @Test func whoTellsNoPlacesIsNoTouchscreen() {
        var bench = EvdevBench(changed(.init(.single)) { $0.hasTouchKey = false })
        bench.start()
        #expect(!bench.identity.isKnown && bench.faults == [.wrongIdentity] && bench.reports.isEmpty)
        bench.run(microseconds: 1_000_000)
        #expect(bench.faults == [.wrongIdentity, .wrongIdentity])
    }

    // MARK: The device goes

    @Test(arguments: [EvdevReader.Manner.slots, .anonymous, .single])
    func deviceThatGoesCancelsItsTouchesAndIsWaitedFor(manner: EvdevReader.Manner) {
        var bench = EvdevBench.running(EvdevModel.Configuration(manner))
        bench.touch(contacts((0, 100, 200)))
        bench.reports = []
        bench.panel.bus.chip.pullOut()
        bench.notice()
        #expect(bench.faults == [.reset])
        #expect(!bench.identity.isKnown)
        bench.run(microseconds: 3_500_000)
        // Looked for once a second; no finger is made up, none is said to have lifted.
        #expect(bench.faults == [.reset, .absent, .absent, .absent])
        #expect(bench.reports.isEmpty)

        bench.panel.bus.chip.pushIn()
        bench.run(microseconds: 1_000_000)
        #expect(bench.identity.isKnown && bench.faults.count == 4)
        bench.touch(contacts((0, 300, 200)))
        #expect(bench.places.last == ["300,200"])
    }

    @Test func otherErrorIsToldAsWhatItIs() throws {
        var driver = EvdevDriver()
        var contacts = Contacts()
        let nothing = BusBytes()
        _ = driver.step(.start, at: .zero, received: nothing, contacts: &contacts)
        let action = driver.step(
            .transferFailed(BusError(errno: 22)), at: .zero, received: nothing, contacts: &contacts)
        guard case .fault(let fault) = action else { throw Missing("no fault") }
        #expect(fault == .bus(BusError(errno: 22)))
    }

    @Test func answerThatIsTooShortIsNoFinger() {
        var driver = EvdevDriver()
        var contacts = Contacts()
        var model = EvdevModel()
        var input = ControllerInput.start
        var received = BusBytes()
        var faults: [ControllerFault] = []
        loop: for _ in 0..<20 {
            switch driver.step(input, at: .zero, received: received, contacts: &contacts) {
            case .transfer(let transfer):
                received.removeAll()
                if case .slots = EvdevQuery(transfer) {
                    received.append(0)
                } else {
                    _ = model.transfer(transfer, at: .zero, into: &received)
                }
                input = .transferred
            case .fault(let fault):
                faults.append(fault)
                input = .proceed
            case .wait: break loop
            case .report, .line: Issue.record("a report of nothing")
            }
        }
        #expect(faults == [.bus(BusError(errno: 5))])
        #expect(!driver.identity.isKnown)
    }

    // MARK: Events are missing

    @Test(arguments: [EvdevReader.Manner.slots, .single])
    func fingersAreLookedAtAnewWhenEventsAreMissing(manner: EvdevReader.Manner) {
        var bench = EvdevBench.running(changed(.init(manner)) { $0.queueCapacity = 16 })
        bench.touch(contacts((0, 100, 200)))
        for step in 1...20 { bench.scanUnseen(contacts((0, 100 + Float(step), 200 + Float(step)))) }
        bench.notice()
        #expect(bench.faults == [.overrun])
        #expect(bench.places == [["100,200"], ["120,220"]])
        #expect(bench.names.count == 1)
        bench.touch(contacts((0, 130, 220)))
        bench.touch(Contacts())
        #expect(bench.places.suffix(2) == [["130,220"], []])
    }

    @Test(arguments: [EvdevReader.Manner.slots, .single])
    func liftAmongWhatIsMissingIsNotLost(manner: EvdevReader.Manner) {
        var bench = EvdevBench.running(changed(.init(manner)) { $0.queueCapacity = 16 })
        bench.touch(contacts((0, 100, 200)))
        for step in 1...20 { bench.scanUnseen(contacts((0, 100 + Float(step), 200))) }
        bench.scanUnseen(Contacts())
        for _ in 1...20 {
            bench.scanUnseen(contacts((1, 5, 6)))
            bench.scanUnseen(Contacts())
        }
        bench.notice()
        #expect(bench.places == [["100,200"], []])
    }

    @Test func fingerThatWasReplacedWhileEventsWereMissingIsAnotherOne() {
        var bench = EvdevBench.running(changed(.init()) { $0.queueCapacity = 16 })
        bench.touch(contacts((0, 100, 200)))
        bench.scanUnseen(Contacts())
        bench.scanUnseen(contacts((1, 100, 200)))
        for step in 1...20 { bench.scanUnseen(contacts((1, 100 + Float(step), 200))) }
        bench.notice()
        #expect(bench.places == [["100,200"], ["120,200"]])
        #expect(bench.names.count == 2)
    }

    @Test func protocolAWithATouchKeyKnowsThatEverybodyHasLifted() {
        var bench = EvdevBench.running(changed(.init(.anonymous)) { $0.queueCapacity = 16 })
        bench.touch(contacts((0, 100, 200)))
        for _ in 1...20 { bench.scanUnseen(contacts((0, 100, 200))) }
        bench.scanUnseen(Contacts())
        for _ in 1...10 {
            bench.scanUnseen(contacts((0, 100, 200)))
            bench.scanUnseen(Contacts())
        }
        bench.notice()
        #expect(bench.faults == [.overrun])
        #expect(bench.places == [["100,200"], []])
    }

    @Test func protocolAWithoutATouchKeyCancelsRatherThanGuess() {
        var bench = EvdevBench.running(changed(.init(.anonymous)) { ($0.queueCapacity, $0.hasTouchKey) = (16, false) })
        bench.touch(contacts((0, 100, 200)))
        for _ in 1...20 { bench.scanUnseen(contacts((0, 100, 200))) }
        bench.notice()
        #expect(bench.faults == [.overrun, .reset])
        bench.touch(contacts((0, 110, 200)))
        #expect(bench.places == [["100,200"], ["110,200"]])
    }

    // MARK: Hostile devices

    /// Whatever a device of somebody's own says (`uinput` lets everybody make one), nothing traps, and the driver goes on.
    @Test(arguments: [EvdevReader.Manner.slots, .anonymous, .single])
    func anythingMayBeAnswered(manner: EvdevReader.Manner) {
        let seed = Fuzz.seed
        var random = SplitMix64(seed: seed)
        var driver = EvdevDriver()
        var contacts = Contacts()
        var received = BusBytes()
        var model = EvdevModel(configuration: EvdevModel.Configuration(manner))
        var input = ControllerInput.start
        var now = Instant.zero
        var reports = 0
        for _ in 0..<Fuzz.reports {
            let action = driver.step(input, at: now, received: received, contacts: &contacts)
            switch action {
            case .transfer(let transfer):
                received.removeAll()
                let isEvents = EvdevQuery(transfer)?.kind == 0
                switch random.next(below: 40) {
                case 0: input = .transferFailed(BusError(errno: Int32(random.next(below: 130))))
                case 1, 2:
                    for _ in 0..<random.next(below: 300) {
                        received.append(UInt8(truncatingIfNeeded: random.next()))
                    }
                    input = .transferred
                default:
                    if isEvents {
                        for _ in 0..<random.next(below: 12) {
                            let codes: [UInt16] = [0x2F, 0x35, 0x36, 0x39, 0, 1]
                            let isSync = random.next(below: 3) == 0
                            EvdevEvent(
                                time: Instant(microseconds: Int64(bitPattern: random.next())),
                                type: isSync ? 0 : 3,
                                code: isSync ? UInt16(random.next(below: 4)) : codes[random.next(below: 6)],
                                value: Int32(truncatingIfNeeded: random.next())
                            ).append(to: &received, layout: .own)
                        }
                        input = .transferred
                    } else if let error = model.transfer(transfer, at: now, into: &received) {
                        input = .transferFailed(error)
                    } else {
                        input = .transferred
                    }
                }
            case .wait(let until):
                now = until < .never ? max(now, until) : now
                input = random.next(below: 2) == 0 && until < .never ? .wake : .interrupt
            case .report:
                reports += 1
                for index in 0..<contacts.count where !contacts[index].x.isFinite || contacts[index].x < 0 {
                    Issue.record("seed \(seed): a finger at \(contacts[index].x)")
                    return
                }
                input = .proceed
            case .fault, .line: input = .proceed
            }
        }
        #expect(reports > 0, "seed \(seed)")
    }

    /// A device that never stops talking: somebody else gets a turn.
    @Test func devicesThatNeverStopDoNotHoldTheLoop() throws {
        var driver = EvdevDriver()
        var contacts = Contacts()
        var model = EvdevModel()
        _ = Self.drive(&driver, &model, .start, at: .zero)
        var full = BusBytes()
        while full.count < EvdevEvent.Layout.own.readCount {
            EvdevEvent(time: .zero, type: 4, code: 4, value: 1).append(to: &full, layout: .own)
        }
        var input = ControllerInput.interrupt
        for reads in 0... {
            guard case .transfer = driver.step(input, at: .zero, received: full, contacts: &contacts) else {
                #expect(reads == 64)
                break
            }
            input = .transferred
        }
        // It goes on at once.
        guard case .transfer = driver.step(.wake, at: .zero, received: full, contacts: &contacts)
        else { throw Missing("it does not go on") }
    }

    // MARK: Recordings

    /// Every recording, through the simulated kernel and back: the fingers are the recording's, whatever the protocol.
    @Test(.needsRecordings, arguments: [EvdevReader.Manner.slots, .anonymous, .single])
    func recordingsComeBackAsTheyWere(manner: EvdevReader.Manner) throws {
        var files = 0
        for path in try Recordings.traces(in: ["panels", "phones"]) {
            check(try Trace(Array(Data(contentsOf: URL(fileURLWithPath: path))), file: path), manner, path)
            files += 1
        }
        #expect(files > 30)
    }

    private func check(_ trace: Trace, _ manner: EvdevReader.Manner, _ name: String) {
        var configuration = EvdevModel.Configuration(
            manner, width: Int32(trace.panel.rawWidth), height: Int32(trace.panel.rawHeight))
        configuration.slots = 16
        var bench = EvdevBench.running(configuration)
        var expected: [String] = []
        var told = 0
        var names: [Int32: Int32] = [:]
        for index in 0..<trace.count {
            guard case .report(var contacts) = trace[index].event else { continue }
            // (Without identities the recording cannot say which finger is which.)
            guard manner != .slots || (0..<contacts.count).allSatisfy({ contacts[$0].id >= 0 }) else { return }
            if manner == .single {
                let first = contacts.count > 0 ? contacts[0] : nil
                contacts.removeAll()
                if let first { contacts.append(first) }
            }
            bench.run(microseconds: trace[index].time.microseconds - bench.now.microseconds + 1)
            bench.touch(contacts)
            // The kernel says nothing where nothing has changed.
            guard bench.reports.count > told else {
                #expect(sorted(contacts, configuration) == expected, "\(name), \(index)")
                continue
            }
            told = bench.reports.count
            expected = sorted(contacts, configuration)
            let got = bench.reports[told - 1].contacts
            #expect(got.map { "\($0.x),\($0.y)" }.sorted() == expected, "\(name), \(index)")
            guard manner == .slots else { continue }
            // One name a finger, as long as it stays.
            for contact in got {
                for index in 0..<contacts.count where same(contacts[index], contact, configuration) {
                    if let before = names[contacts[index].id], bench.reports.count > 1,
                        bench.reports[told - 2].contacts.contains(where: { $0.id == before })
                    {
                        #expect(before == contact.id || got.contains { $0.id == before }, "\(name), \(index)")
                    } else {
                        names[contacts[index].id] = contact.id
                    }
                }
            }
        }
        #expect(bench.faults.isEmpty, "\(name)")
    }

    private func clamped(_ contact: Contact, _ configuration: EvdevModel.Configuration) -> (x: Float, y: Float) {
        (
            Float(min(max(Int32(contact.x), 0), configuration.x.maximum)),
            Float(min(max(Int32(contact.y), 0), configuration.y.maximum))
        )
    }

    private func same(_ a: Contact, _ b: Contact, _ configuration: EvdevModel.Configuration) -> Bool {
        clamped(a, configuration) == (b.x, b.y)
    }

    private func sorted(_ contacts: Contacts, _ configuration: EvdevModel.Configuration) -> [String] {
        (0..<contacts.count).map { clamped(contacts[$0], configuration) }.map { "\($0.x),\($0.y)" }.sorted()
    }

    /// Lets the driver ask the model until it waits: the times of what it reports.
    private static func drive(
        _ driver: inout EvdevDriver, _ model: inout EvdevModel, _ first: ControllerInput, at now: Instant
    ) -> [Instant] {
        var contacts = Contacts()
        var received = BusBytes()
        var input = first
        var times: [Instant] = []
        while true {
            switch driver.step(input, at: now, received: received, contacts: &contacts) {
            case .transfer(let transfer):
                received.removeAll()
                let error = model.transfer(transfer, at: now, into: &received)
                input = error.map { .transferFailed($0) } ?? .transferred
                continue
            case .wait: return times
            case .report: times.append(driver.reportTime)
            case .line, .fault: break
            }
            input = .proceed
        }
    }
}

/// A driver with a simulated input device and a virtual clock.
private struct EvdevBench {
    typealias Panel = SimulatedPanel<EvdevDriver, EvdevModel>

    var panel: Panel
    var reports: [BenchReport] = []
    var faults: [ControllerFault] = []

    init(_ configuration: EvdevModel.Configuration = EvdevModel.Configuration()) {
        panel = SimulatedPanel(driver: EvdevDriver(), chip: EvdevModel(configuration: configuration))
    }

    /// A bench whose driver knows its device; what it told at the start is forgotten.
    static func running(_ configuration: EvdevModel.Configuration = EvdevModel.Configuration()) -> EvdevBench {
        var bench = EvdevBench(configuration)
        bench.start()
        bench.reports = []
        return bench
    }

    var identity: ControllerIdentity { panel.driver.identity }
    var now: Instant { panel.now }
    /// Where the fingers of each report are.
    var places: [[String]] { reports.map { $0.contacts.map { "\(Int($0.x)),\(Int($0.y))" } } }

    /// What the fingers are called.
    var names: Set<Int32> { Set(reports.flatMap { $0.contacts.map(\.id) }) }

    mutating func start() { collect { $0.start($1) } }
    mutating func run(microseconds: Int64) { collect { $0.run(for: Microseconds(microseconds), $1) } }
    mutating func notice() { collect { $0.notice($1) } }
    mutating func touch(_ contacts: Contacts) { collect { $0.touch(contacts, $1) } }
    mutating func scanUnseen(_ contacts: Contacts) { panel.bus.chip.setFingers(contacts, at: now) }

    /// Somebody else reads what waits, as before this driver came.
    mutating func readUnseen() {
        var bytes = BusBytes()
        while panel.bus.chip.transfer(EvdevQuery.events(.own).transfer(), at: now, into: &bytes) == nil {
            bytes.removeAll()
        }
    }

    /// There was something to read, and somebody has read it.
    mutating func interruptSpuriously() {
        let contacts = Contacts([Contact(id: 0, x: 100, y: 200, pressure: 41)])
        scanUnseen(contacts)
        readUnseen()
        notice()
    }

    private mutating func collect(_ body: (inout Panel, (Panel.Update, Instant) -> Void) -> Void) {
        var reports: [BenchReport] = []
        var faults: [ControllerFault] = []
        body(&panel) { news, now in
            switch news {
            case .report(let contacts): reports.append(BenchReport(time: now.microseconds, contacts: contacts.list))
            case .fault(let fault): faults.append(fault)
            }
        }
        self.reports += reports
        self.faults += faults
    }
}
