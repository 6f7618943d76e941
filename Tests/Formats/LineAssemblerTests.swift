import TestSupport

@testable import TaplineFormats

/// Lines out of bytes, as they come.
struct LineAssemblerTests {
    @Test func linesAreTheSameHoweverTheyAreCut() {
        let bytes = Array("one\r\ntwo\n\nthree\rfour".utf8)
        for size in 1...bytes.count {
            var assembler = LineAssembler()
            var lines: [String] = []
            var start = 0
            while start < bytes.count {
                assembler.add(bytes[start..<min(start + size, bytes.count)]) {
                    lines.append(String(decoding: $0 ?? [], as: UTF8.self))
                }
                start += size
            }
            #expect(lines == ["one", "two", "three"])
            assembler.finish { lines.append(String(decoding: $0 ?? [], as: UTF8.self)) }
            #expect(lines.last == "four")
        }
    }

    @Test func lineThatIsTooLongIsOneAndTheNextIsWhole() {
        var assembler = LineAssembler()
        var lines: [[UInt8]?] = []
        let longest = [UInt8](repeating: 65, count: LineAssembler.capacity)
        assembler.add((longest + [10])[...]) { lines.append($0) }
        assembler.add((longest + [65, 10, 66, 10])[...]) { lines.append($0) }
        #expect(lines.count == 3)
        #expect(lines[0]?.count == LineAssembler.capacity)
        #expect(lines[1] == nil)
        #expect(lines[2] == [66])
    }
}
