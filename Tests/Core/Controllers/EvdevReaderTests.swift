import TaplineSimulator
import TestSupport

/// From events to contacts, event by event.
@Suite struct EvdevReaderTests {
    private static let x = EvdevAxis(maximum: 799)
    private static let y = EvdevAxis(maximum: 479)

    /// What a reader makes of events, written as (type, code, value): each report's contacts, nil for a bad one.
    private func reports(
        _ manner: EvdevReader.Manner, x: EvdevAxis = x, y: EvdevAxis = y, width: Int = 0, height: Int = 0,
        _ events: [(UInt16, UInt16, Int32)]
    ) -> [[Contact]?] {
        var reader = EvdevReader(manner, x: x, y: y, width: width, height: height)
        var told: [[Contact]?] = []
        for (type, code, value) in events {
            var contacts = Contacts()
            let event = EvdevEvent(time: .zero, type: type, code: code, value: value)
            switch reader.take(event, contacts: &contacts) {
            case .report: told.append(contacts.list)
            case .bad: told.append(nil)
            case .nothing, .dropped: break
            }
        }
        return told
    }

    private let sync: (UInt16, UInt16, Int32) = (0, 0, 0)
    private let packet: (UInt16, UInt16, Int32) = (0, 2, 0)

    // MARK: Protocol B

    @Test func slotsKeepWhatIsNotToldAgain() {
        let told = reports(
            .slots,
            [
                (3, 0x2F, 0), (3, 0x39, 45), (3, 0x35, 100), (3, 0x36, 200), (3, 0x2F, 1), (3, 0x39, 46),
                (3, 0x35, 300), (3, 0x36, 400), sync,
                (3, 0x2F, 0), (3, 0x35, 110), sync,
                (3, 0x39, -1), sync,
                (3, 0x2F, 1), (3, 0x39, -1), sync,
            ])
        #expect(
            told == [
                [Contact(id: 45, x: 100, y: 200), Contact(id: 46, x: 300, y: 400)],
                [Contact(id: 45, x: 110, y: 200), Contact(id: 46, x: 300, y: 400)],
                [Contact(id: 46, x: 300, y: 400)], [],
            ])
    }

    @Test func fingerThatIsReplacedInOneReportIsAnotherFinger() {
        let told = reports(
            .slots,
            [
                (3, 0x39, 1), (3, 0x35, 10), (3, 0x36, 20), sync,
                (3, 0x39, 2), (3, 0x35, 500), sync,
            ])
        #expect(told == [[Contact(id: 1, x: 10, y: 20)], [Contact(id: 2, x: 500, y: 20)]])
    }

    /// Two contacts of one identity went on, and a pressure below 0.
    @Test func secondFingerOfOneIdentityIsNone() {
        let told = reports(
            .slots,
            [
                (3, 0x39, 7), (3, 0x35, 10), (3, 0x36, 20), (3, 0x3A, -5), (3, 0x2F, 1), (3, 0x39, 7), (3, 0x35, 30),
                (3, 0x36, 40), sync,
            ])
        #expect(told == [[Contact(id: 7, x: 10, y: 20, pressure: 0)]])
    }

    @Test func fingerWithoutAPlaceIsNone() {
        #expect(reports(.slots, [(3, 0x39, 1), (3, 0x35, 10), sync]) == [[]])
        #expect(reports(.single, [(1, 0x14A, 1), (3, 1, 10), sync]) == [[]])
    }

    @Test func slotBeyondThoseKeptTakesNobodysValues() {
        let told = reports(
            .slots,
            [
                (3, 0x39, 1), (3, 0x35, 10), (3, 0x36, 20), (3, 0x2F, 32), (3, 0x39, 9), (3, 0x35, 700), (3, 0x36, 300),
                (3, 0x2F, -1), (3, 0x35, 701), (3, 0x2F, .max), (3, 0x35, 702), sync,
            ])
        #expect(told == [[Contact(id: 1, x: 10, y: 20)]])
    }

    @Test func fingerThatHoversTouchesNothing() {
        let told = reports(
            .slots,
            [
                (3, 0x39, 1), (3, 0x35, 10), (3, 0x36, 20), (3, 0x3B, 5), sync, (3, 0x3B, 0), sync, (3, 0x3B, 1), sync,
            ])
        #expect(told == [[], [Contact(id: 1, x: 10, y: 20)], []])
    }

    @Test func pointerEmulationIsNoFinger() {
        let told = reports(
            .slots, [(1, 0x14A, 1), (3, 0, 10), (3, 1, 20), sync, (1, 0x14A, 0), sync])
        #expect(told == [[], []])
    }

    @Test func seventeenthFingerIsLeftOut() throws {
        var events: [(UInt16, UInt16, Int32)] = []
        for index: Int32 in 0..<17 {
            events += [(3, 0x2F, index), (3, 0x39, index), (3, 0x35, 10 * index), (3, 0x36, index)]
        }
        let told = try #require(reports(.slots, events + [sync]).first ?? nil)
        #expect(told.count == 16 && told.last?.id == 15)
    }

    // MARK: Protocol A

    @Test func packetsAreWholeReports() {
        let told = reports(
            .anonymous,
            [
                (3, 0x35, 10), (3, 0x36, 20), packet, (3, 0x35, 30), (3, 0x36, 40), packet, sync,
                (3, 0x35, 31), (3, 0x36, 41), packet, sync,
                packet, sync,
            ])
        #expect(
            told == [
                [Contact(id: -1, x: 10, y: 20), Contact(id: -1, x: 30, y: 40)], [Contact(id: -1, x: 31, y: 41)], [],
            ])
    }

    @Test func packetsMayHaveNames() {
        let told = reports(.anonymous, [(3, 0x39, 7), (3, 0x35, 10), (3, 0x36, 20), (3, 0x3A, 33), packet, sync])
        #expect(told == [[Contact(id: 7, x: 10, y: 20, pressure: 33)]])
    }

    @Test func lastPacketMayBeMissingWhereTheTouchKeySaysTheSame() {
        let press: [(UInt16, UInt16, Int32)] = [(1, 0x14A, 1), (3, 0x35, 10), (3, 0x36, 20), packet, sync]
        #expect(reports(.anonymous, press + [(1, 0x14A, 0), sync]).last == .some([]))
        #expect(reports(.anonymous, press + [(3, 0x18, 0), sync]).last == .some([]))
    }

    @Test func reportOfSomethingElseIsNoNewsAboutFingers() {
        let press: [(UInt16, UInt16, Int32)] = [(3, 0x35, 10), (3, 0x36, 20), packet, sync]
        #expect(reports(.anonymous, press + [(1, 0x66, 1), sync, (4, 5, 77), sync]).count == 1)
    }

    @Test func packetWithoutAPlaceSpoilsItsReportOnly() {
        let told = reports(
            .anonymous,
            [
                (3, 0x35, 10), (3, 0x36, 20), packet, (3, 0x35, 30), packet, sync,
                (3, 0x35, 10), (3, 0x36, 20), packet, sync,
            ])
        #expect(told == [nil, [Contact(id: -1, x: 10, y: 20)]])
    }

    @Test func packetThatTheReportEndsCounts() {
        #expect(reports(.anonymous, [(3, 0x35, 10), (3, 0x36, 20), sync]) == [[Contact(id: -1, x: 10, y: 20)]])
    }

    // MARK: One finger

    @Test func oneFingerKeepsItsPlaceBetweenPresses() {
        let told = reports(
            .single,
            [
                (1, 0x14A, 1), (3, 0, 10), (3, 1, 20), (3, 0x18, 99), sync, (3, 0, 11), sync, (1, 0x14A, 0), sync,
                (1, 0x14A, 1), sync,
            ])
        #expect(
            told == [
                [Contact(id: 1, x: 10, y: 20, pressure: 99)], [Contact(id: 1, x: 11, y: 20, pressure: 99)], [],
                [Contact(id: 2, x: 11, y: 20, pressure: 99)],
            ])
    }

    @Test func liftAndLandingInOneReportIsAnotherFinger() {
        let told = reports(
            .single, [(1, 0x14A, 1), (3, 0, 10), (3, 1, 20), sync, (1, 0x14A, 0), (1, 0x14A, 1), (3, 0, 300), sync])
        #expect(told == [[Contact(id: 1, x: 10, y: 20)], [Contact(id: 2, x: 300, y: 20)]])
    }

    // MARK: Axes

    @Test(
        arguments: [
            // The axis as it is, from another start, and stretched.
            (0, 799, 0, 0, 0), (0, 799, 0, 799, 799), (0, 799, 0, 400, 400), (100, 899, 0, 100, 0),
            (100, 899, 0, 500, 400),
            (-400, 399, 0, -400, 0), (0, 4_095, 1_024, 0, 0), (0, 4_095, 1_024, 4_095, 1_023), (0, 1, 800, 1, 799),
            // A finger beyond the axis lies at the edge.
            (0, 799, 0, 800, 799), (0, 799, 0, -1, 0), (0, 799, 0, Int32.max, 799), (0, 799, 0, Int32.min, 0),
            (Int32.min, Int32.max, 101, 0, 50),
            // An axis that the device does not know.
            (0, 0, 0, 250, 250), (0, 0, 800, 900, 799), (5, 4, 0, 7, 2),
        ] as [(minimum: Int32, maximum: Int32, pixels: Int, value: Int32, pixel: Float)])
    func valuesLieOnTheirAxis(_ line: (minimum: Int32, maximum: Int32, pixels: Int, value: Int32, pixel: Float)) throws
    {
        let axis = EvdevAxis(minimum: line.minimum, maximum: line.maximum)
        let told = reports(
            .single, x: axis, y: EvdevAxis(maximum: 10), width: line.pixels,
            [(1, 0x14A, 1), (3, 0, line.value), (3, 1, 5), sync])
        let contact = try #require((told.first ?? nil)?.first)
        #expect(abs(contact.x - line.pixel) < 0.51 && (line.pixels > 0 || contact.x == line.pixel))
        #expect(contact.y == 5)
    }

    @Test func axisSaysHowLongItIs() {
        #expect(EvdevAxis(maximum: 799, resolution: 8).count == 800)
        #expect(EvdevAxis(maximum: 799, resolution: 8).millimetres == 100)
        #expect(EvdevAxis(maximum: 799).millimetres == nil)
        #expect(EvdevAxis(minimum: 5, maximum: 4, resolution: 8).millimetres == nil)
        #expect(EvdevAxis(minimum: 5, maximum: 4).count == 0)
        #expect(EvdevAxis(minimum: .min, maximum: .max).span > 0)
    }

    // MARK: Bytes

    @Test(arguments: [EvdevEvent.Layout.words64, .words32])
    func eventsAreReadInBothLayouts(layout: EvdevEvent.Layout) {
        let event = EvdevEvent(
            time: Instant(microseconds: 3_000_000_123_456), type: 3, code: 0x35, value: -2)
        var bytes = BusBytes()
        bytes.append(0xFF)
        event.append(to: &bytes, layout: layout)
        #expect(bytes.count == layout.size + 1)
        let read = EvdevEvent(&bytes, at: 1, layout: layout)
        #expect(read == event)
    }

    @Test func bytesAreThoseOfTheKernelsStructure() {
        let given: [UInt8] = [
            0x10, 0x27, 0, 0, 0, 0, 0, 0, 0x40, 0xE2, 0x01, 0, 0, 0, 0, 0, 3, 0, 0x36, 0, 0x2C, 0x01, 0, 0,
        ]
        var bytes = BusBytes(bytes: given)
        let event = EvdevEvent(&bytes, at: 0, layout: .words64)
        #expect(event.time == Instant(microseconds: 10_000_123_456))
        #expect(event.type == EvdevCode.absolute && event.code == EvdevCode.contactY && event.value == 300)
        // A time beyond 2038 still fits the narrow layout, which has no sign (`input_event_sec` of `input.h`).
        let late = EvdevEvent(time: Instant(microseconds: 4_000_000_000_000_001), type: 0, code: 0, value: 0)
        bytes.removeAll()
        late.append(to: &bytes, layout: .words32)
        let read = EvdevEvent(&bytes, at: 0, layout: .words32)
        #expect(read.time == late.time)
    }

    // MARK: The reference

    @Test(arguments: [EvdevReader.Manner.slots, .anonymous, .single])
    func readerAgreesWithTheReference(manner: EvdevReader.Manner) {
        let seed = Fuzz.seed
        var random = SplitMix64(seed: seed)
        let codes: [UInt16] = [0x35, 0x36, 0x37, 0x39, 0x3A, 0x3B, 0x2F, 0, 1, 0x18, 0x30, 0x66]
        for _ in 0..<20 {
            var reader = EvdevReader(manner, x: Self.x, y: Self.y)
            var reference = EvdevReference(manner, x: Self.x, y: Self.y)
            for step in 0..<(Fuzz.reports / 50) {
                let event: EvdevEvent
                switch random.next(below: 12) {
                case 0, 1: event = EvdevEvent(time: .zero, type: 0, code: 0, value: 0)
                case 2: event = EvdevEvent(time: .zero, type: 0, code: 2, value: 0)
                case 3:
                    event = EvdevEvent(time: .zero, type: 1, code: 0x14A, value: Int32(random.next(below: 2)))
                case 4 where random.next(below: 20) == 0:
                    event = EvdevEvent(
                        time: .zero, type: UInt16(truncatingIfNeeded: random.next(below: 6)),
                        code: UInt16(truncatingIfNeeded: random.next()), value: Int32(truncatingIfNeeded: random.next())
                    )
                default:
                    let code = codes[random.next(below: codes.count)]
                    var value = Int32(random.next(below: 900) - 50)
                    if code == 0x2F { value = Int32(random.next(below: 36) - 2) }
                    if code == 0x37 || code == 0x39 || code == 0x3B { value = Int32(random.next(below: 4) - 2) }
                    event = EvdevEvent(time: .zero, type: 3, code: code, value: value)
                }
                // (Slots that the reader does not keep are nobody's; nor are they the reference's.)
                let expected = reference.take(event)
                var contacts = Contacts()
                let told: EvdevReference.Told? =
                    switch reader.take(event, contacts: &contacts) {
                    case .nothing: nil
                    case .report: .report(contacts.list)
                    case .bad: .bad
                    case .dropped: .dropped
                    }
                guard told == expected else {
                    Issue.record(
                        "seed \(seed), step \(step): \(String(describing: told)), not \(String(describing: expected))")
                    return
                }
            }
        }
    }
}
