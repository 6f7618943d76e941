import Foundation
import TaplineSimulator
import TestSupport

@Suite("Goodix: recordings of a GT917S")
struct GoodixRecordingTests {
    struct Line: Sendable {
        var id: [UInt8]
        var status: UInt8
        var record: [UInt8]
        var x: Float
        var y: Float
    }

    /// What a GT917S in a PinePhone sent: id, status, x, y and size; github.com/lupyuen/pinephone-nuttx (Apache-2.0).
    static let figures = [
        Line(
            id: [0x39, 0x31, 0x37, 0x53], status: 0x81, record: [0x92, 0x02, 0x59, 0x05, 0x1B, 0x00], x: 658, y: 1369),
        Line(
            id: [0x39, 0x31, 0x37, 0x53], status: 0x81, record: [0x19, 0x01, 0xE6, 0x02, 0x2A, 0x00], x: 281, y: 742),
        Line(id: [0x39, 0x31, 0x37, 0x53], status: 0x81, record: [0x81, 0x02, 0x33, 0x00, 0x25, 0x00], x: 641, y: 51),
        Line(
            id: [0x39, 0x31, 0x37, 0x53], status: 0x81, record: [0x0F, 0x00, 0x72, 0x05, 0x14, 0x00], x: 15, y: 1394),
    ]

    @Test("the bytes of the table are the places of the table", arguments: figures)
    func table(line: Line) { check(line) }

    @Test("the bytes of the recording are the places it lists", .needsRecordings)
    func recording() throws {
        let text = try Recordings.text("bus/gt917s_pinephone.txt")
        var lines = 0
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "|")
            let sides = String(parts[2]).components(separatedBy: "->")
            let place = sides[1].split(separator: " ").map { Float($0.dropFirst(2)) }
            check(
                Line(
                    id: bytes(parts[0]), status: bytes(parts[1])[0], record: bytes(sides[0][...]),
                    x: try #require(place[0]), y: try #require(place[1])))
            lines += 1
        }
        #expect(lines == 4)
    }

    private func bytes(_ text: Substring) -> [UInt8] {
        text.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }

    private func check(_ line: Line) {
        var configuration = Goodix.Configuration()
        configuration.livenessPeriod = .unlimited
        let run = DriverAlone(
            Goodix(configuration: configuration),
            [
                .writeRead([0x81, 0x40], returning: [line.id[0]], at: 0x5D),
                .writeRead([0x81, 0x40], returning: line.id + [0, 0, 0xD0, 0x02, 0xA0, 0x05, 0], at: 0x5D),
                .writeRead([0x81, 0x4E], returning: [0], at: 0x5D),
                .writeRead([0x81, 0x4E], returning: [line.status, 0] + line.record, at: 0x5D),
                .write([0x81, 0x4E, 0], at: 0x5D),
            ], for: 100)
        #expect(run.contacts.map(\.x) == [line.x])
        #expect(run.contacts.map(\.y) == [line.y])
    }
}
