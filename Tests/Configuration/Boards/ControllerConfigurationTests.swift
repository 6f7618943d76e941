import TaplineConfiguration
import TestSupport

@Suite struct ControllerConfigurationTests {
    /// A board of which `controller_configuration` begins in line 8.
    private func board(_ chip: String, _ lines: String) -> String {
        boardFacts.replacing("gt911", with: chip) + lines
    }

    /// Bytes for 800 × 480 pixels with a right checksum, `change` apart.
    private func bytes(_ count: Int, wide: Bool = false, change: (inout [UInt8]) -> Void = { _ in }) -> [UInt8] {
        var bytes = [UInt8](repeating: 0x11, count: count - (wide ? 3 : 2))
        bytes[1...4] = [0x20, 0x03, 0xE0, 0x01]
        if wide {
            var sum: UInt16 = 0
            for index in bytes.indices { sum &+= index % 2 == 0 ? UInt16(bytes[index]) << 8 : UInt16(bytes[index]) }
            bytes += [UInt8((0 &- sum) >> 8), UInt8((0 &- sum) & 0xFF)]
        } else {
            bytes.append(0 &- bytes.reduce(0, &+))
        }
        bytes.append(1)
        change(&bytes)
        return bytes
    }

    private func lines(_ bytes: [UInt8], write: String = "write: true, ") -> String {
        // Sixteen to a line.
        var text = "controller_configuration: {\(write)bytes: ["
        for (index, byte) in bytes.enumerated() {
            if index % 16 == 0 { text += "\n  " }
            text += "0x" + String(byte, radix: 16) + (index + 1 < bytes.count ? ", " : "")
        }
        return text + "]}"
    }

    @Test(
        arguments: [
            ("gt911", 186), ("gt927", 186), ("gt928", 186), ("gt9271", 186), ("gt912", 228), ("gt967", 228),
        ])
    func aConfigurationIsRead(chip: String, count: Int) throws {
        let read = try readBoard(board(chip, lines(bytes(count))))
        let settings = try #require(read.controllerConfiguration)
        #expect(settings.isWritten)
        #expect(settings.configuration.count == count)
        #expect((0..<count).allSatisfy { settings.configuration[$0] == bytes(count)[$0] })
    }

    @Test(arguments: ["gt1151", "gt1158", "gt5688", "gt917s", "gt9286"], [239, 240])
    func aWideConfigurationIsReadAlsoAsLinuxCountsIt(chip: String, count: Int) throws {
        let text = lines(bytes(239, wide: true) + [UInt8](repeating: 0, count: count - 239))
        let read = try readBoard(board(chip, text))
        #expect(read.controllerConfiguration?.configuration.count == 239)
    }

    @Test func nothingIsWrittenUnlessTheBoardSaysSo() throws {
        let none = try readBoard(board("gt911", ""))
        #expect(none.controllerConfiguration == nil)
        let compared = try readBoard(board("gt911", lines(bytes(186), write: "")))
        #expect(compared.controllerConfiguration?.isWritten == false)
    }

    @Test(arguments: [1, 185, 187, 228, 239])
    func aWrongLengthIsRefusedWithTheRightOne(count: Int) {
        let content = count > 8 ? bytes(count) : [UInt8](repeating: 1, count: count)
        expect(
            boardComplaints(board("gt911", lines(content))),
            "b.yaml:8:48: the configuration has \(count) bytes; a gt911's has 186, the checksum and the 1 after it included"
        )
    }

    @Test func aWrongChecksumIsRefusedInItsLine() {
        // Byte 184 stands in the twelfth line of bytes, after eight others.
        let right = bytes(186)[184]
        let wrong = bytes(186) { $0[184] &+= 1 }
        expect(
            boardComplaints(board("gt911", lines(wrong))),
            "b.yaml:20:51: the configuration's checksum is wrong; 0x0\(String(right, radix: 16)) if every other byte "
                + "is right; the controller would ignore it")
        let changed = bytes(239, wide: true) { $0[100] &+= 1 }
        let complaint = boardComplaints(board("gt1151", lines(changed)))
        #expect(
            complaint.count == 1 && complaint[0].hasPrefix("b.yaml:23:75: the configuration's checksum is wrong; 0x"))
    }

    @Test func aLastByteThatIsNotOneIsRefused() {
        let stale = bytes(186) { $0[185] = 0 }
        expect(
            boardComplaints(board("gt911", lines(stale))),
            "b.yaml:20:56: the configuration does not end in 1; write 1 as the last byte: it makes the controller take "
                + "the others")
    }

    @Test func anotherSizeThanTheBoardsIsRefused() {
        let other = bytes(186) {
            $0[1] &+= 1
            $0[184] &-= 1
        }
        expect(
            boardComplaints(board("gt911", lines(other))),
            "b.yaml:9:9: the configuration is for 801x480 px, the board has 800x480; take the configuration of this "
                + "panel, or correct size")
    }

    @Test func whatIsNoByteIsRefusedAtItsPlace() {
        for wrong in ["256", "-1", "x", "[1]"] {
            let complaints = boardComplaints(
                board(
                    "gt911", "controller_configuration: {bytes: [" + String(repeating: "1, ", count: 185) + wrong + "]}"
                ))
            #expect(complaints.count == 1 && complaints[0].hasPrefix("b.yaml:8:591: "))
            #expect(complaints[0].hasSuffix("write bytes, 0x00 to 0xff"))
        }
    }

    @Test func onlyGoodixChipsHaveOne() {
        expect(
            boardComplaints(board("cst816s", lines(bytes(186)))),
            "b.yaml:8:27: a cst816s has no configuration that could be written; leave controller_configuration out; "
                + "Goodix's chips have one")
    }

    @Test func bytesAreRequiredAndOtherKeysUnknown() {
        expect(
            boardComplaints(board("gt911", "controller_configuration: {write: true}")),
            "b.yaml:8:27: a configuration of a controller has no 'bytes'; add bytes: [0x41, 0x20, …], as the panel's "
                + "maker gives them")
        // Where they are only misspelt, nobody is told that they are missing.
        expect(
            boardComplaints(board("gt911", "controller_configuration: {write: true, byte: [1]}")),
            "b.yaml:8:41: unknown key 'byte' in a configuration of a controller; did you mean 'bytes'? valid: write, "
                + "bytes")
    }
}
