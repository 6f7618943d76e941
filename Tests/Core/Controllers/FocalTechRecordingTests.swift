import Foundation
import TaplineSimulator
import TestSupport

@Suite("FocalTech: recordings of an FT5406 and an FT5x06")
struct FocalTechRecordingTests {
    /// A chip that shows the registers of a recording, whatever is written.
    struct Registers: RestingChip {
        var memory = [UInt8](repeating: 0, count: 256)
        var interruptEdges: UInt32 = 0
        private var pointer = 0
        mutating func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
            if transfer.written.count > 0 { pointer = Int(transfer.written[0]) }
            for _ in 0..<transfer.readCount {
                bytes.append(memory[pointer & 0xFF])
                pointer += 1
            }
            return nil
        }

        init(dump: String) {
            for line in dump.split(separator: "\n") where !line.hasPrefix("#") {
                let parts = line.split(separator: ":")
                let values = parts[1].split(separator: " ").compactMap { UInt8($0, radix: 16) }
                for (offset, value) in values.enumerated() { memory[Int(parts[0], radix: 16)! + offset] = value }
            }
        }
    }

    /// What an idle FT5406 in a Raspberry Pi's panel had in its registers; figures from
    /// github.com/optisimon/ft5406-capacitive-touch, issue 2.
    static let idle = """
        00: 00 00 00 40 a3 01 54 00 00 ff ff ff ff ff ff ff
        80: 2d 2d 12 14 11 a0 01 05 00 1e 00 01 00 00 00 00
        a0: 13 00 02 54 01 01 0b 01 79 01 0c 00 00 01 01 0a
        """

    @Test(
        "the registers of an idle FT5406 are those of a chip of the family, and give no touch",
        arguments: [true, false])
    func idleTable(isPolled: Bool) { checkIdle(FocalTechRecordingTests.idle, isPolled: isPolled) }

    @Test("the recorded registers of an idle FT5406 give no touch", .needsRecordings, arguments: [true, false])
    func idleRecording(isPolled: Bool) throws {
        let text = try Recordings.text("bus/ft5406_idle_registers.txt")
        checkIdle(text, isPolled: isPolled)
    }

    private func checkIdle(_ dump: String, isPolled: Bool) {
        var configuration = FocalTech.Configuration()
        configuration.rawWidth = 800
        configuration.rawHeight = 480
        configuration.maximumContacts = 10
        configuration.hasResetLine = false
        configuration.hasInterruptLine = !isPolled
        var panel = SimulatedPanel(driver: FocalTech(configuration: configuration), chip: Registers(dump: dump))
        panel.bus.hasInterruptLine = !isPolled
        var news = 0
        panel.start { _, _ in news += 1 }
        for round in 0..<100 {
            // (Fifty in a row are those of a chip that hangs.)
            if round % 40 == 39 { panel.run(for: .milliseconds(11_000)) { _, _ in news += 1 } }
            panel.bus.chip.interruptEdges &+= 1
            panel.notice { _, _ in news += 1 }
            panel.run(for: .milliseconds(50)) { _, _ in news += 1 }
        }
        #expect(news == 0)
        #expect(panel.driver.identity.isKnown)
        #expect(panel.driver.identity.vendor == 0x79)
        #expect(panel.driver.identity.firmware == 0x0B)
        #expect(panel.bus.counters.transfers > 100)
    }

    /// Two fingers as an FT5x06 reported them, whose slots change places twice: ms, then both places.
    static let swapping = """
        026 slot2 66,95 | 023 slot1 179,112
        034 slot1 58,112 | 037 slot2 178,113
        045 slot1 58,92 | 047 slot2 176,113
        056 slot1 54,91 | 058 slot2 174,114
        067 slot1 51,90 | 069 slot2 172,115
        078 slot1 48,89 | 080 slot2 169,116
        089 slot1 46,89 | 091 slot2 167,117
        101 slot1 44,89 | 102 slot2 166,119
        111 slot1 43,89 | 113 slot2 164,121
        122 slot1 41,89 | 124 slot2 40,90
        133 slot1 164,123 | 135 slot2 38,90
        144 slot1 163,124 | 146 slot2 38,91
        """

    @Test("two fingers whose slots change places stay two continuous tracks")
    func quirk29SlotsChangePlaces() { checkSwapped(FocalTechRecordingTests.swapping) }

    @Test("the recorded fingers whose slots change places stay two continuous tracks", .needsRecordings)
    func swappedRecording() throws {
        let text = try Recordings.text("bus/ft5x06_two_fingers_slots_swap.txt")
        checkSwapped(text)
    }

    /// The slots are the chip's identities: through its registers, the driver and the table.
    private func checkSwapped(_ text: String) {
        var bench = FocalTechBench.running(changed(.init()) { ($0.width, $0.height) = (240, 320) })
        var table = TouchTable<10>(
            geometry: PanelGeometry(.init(rawWidth: 240, rawHeight: 320, rawMillimetres: (36, 48))))
        var tracks: [UInt32: [Point]] = [:]
        let start = bench.now
        func take() {
            guard let report = bench.reports.last else { return }
            var contacts = Contacts()
            for contact in report.contacts { contacts.append(contact) }
            table.report(contacts, at: Instant(microseconds: report.time))
            for slot in table.down {
                let touch = table[slot]
                tracks[touch.identity, default: []].append(table.geometry.pixels(touch.location))
            }
        }
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            var fingers: [(Int32, Float, Float)] = []
            var milliseconds: Int64 = 0
            for side in line.split(separator: "|") {
                let words = side.split(separator: " ")
                let place = words[2].split(separator: ",").compactMap { Float($0) }
                milliseconds = max(milliseconds, Int64(words[0])!)
                fingers.append((words[1] == "slot1" ? 1 : 2, place[0], place[1]))
            }
            fingers.sort { $0.0 < $1.0 }
            let instant = start + .milliseconds(milliseconds)
            bench.run((instant - bench.now).count / 1_000)
            bench.touch(fingers)
            take()
        }
        bench.run(10)
        bench.lift()
        take()
        #expect(tracks.count == 2)
        #expect(bench.faults.isEmpty)
        for track in tracks.values {
            #expect(track.count >= 11)
            for (a, b) in zip(track, track.dropFirst()) { #expect((b - a).length < 22) }
        }
        let ends = tracks.values.compactMap(\.last).map(\.x).sorted()
        #expect(ends.count == 2 && abs(ends[0] - 38) < 0.01 && abs(ends[1] - 163) < 0.01)
    }
}
