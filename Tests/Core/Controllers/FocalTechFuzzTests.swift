import TaplineCore
import TaplineSimulator
import Testing

@Suite("FocalTech: any bytes")
struct FocalTechFuzzTests {
    /// Whatever the chip sends, whatever fails, and whatever comes out of turn: nothing traps, every request is one that a
    /// bus can carry out, and every report makes sense.
    @Test(
        "no sequence of bytes, failures and inputs out of turn traps or makes a senseless report",
        arguments: [FocalTech.Language.registers, .m06], [true, false])
    func anything(language: FocalTech.Language, hasLine: Bool) {
        let seed = Fuzz.seed
        let limit = Fuzz.reports / 4
        print("FocalTech fuzz: seed \(seed), \(limit) reports (TAPLINE_FUZZ_SEED and TAPLINE_FUZZ_REPORTS repeat it)")
        var random = SplitMix64(seed: seed)
        var configuration = FocalTech.Configuration()
        configuration.language = language
        configuration.hasInterruptLine = hasLine
        configuration.maximumContacts = 10
        configuration.rawWidth = 800
        configuration.rawHeight = 480
        var driver = FocalTech(configuration: configuration)
        var received = BusBytes()
        var contacts = Contacts()
        var now = Instant.zero
        var input = ControllerInput.start
        var looks = 0
        var told = 0
        var senseless = 0
        while looks < limit {
            let outOfTurn = random.next(below: 1_000)
            if outOfTurn < 7 {
                input =
                    [
                        .start, .proceed, .interrupt, .wake, .transferred, .transferFailed(BusError(errno: 5)),
                        .lineSet,
                    ][outOfTurn]
            }
            switch driver.step(input, at: now, received: received, contacts: &contacts) {
            case .transfer(let transfer):
                if transfer.readCount > 59 || transfer.written.count < 1 || transfer.written.count > 2 {
                    senseless += 1
                }
                if transfer.written[0] == 0x02 || transfer.written[0] == 0xF9 { looks += 1 }
                answer(transfer, random: &random, into: &received)
                input = random.next(below: 200) == 0 ? .transferFailed(BusError(errno: 121)) : .transferred
            case .line: input = .lineSet
            case .report:
                told += 1
                if !makesSense(contacts) { senseless += 1 }
                input = .proceed
            case .fault: input = .proceed
            case .wait(let instant):
                if instant > now + .milliseconds(2_000), instant < .never { senseless += 1 }
                let isInterrupt = random.next(below: 2) == 0
                if !isInterrupt, instant < .never, instant > now { now = instant }
                input = isInterrupt ? .interrupt : instant == .never ? .interrupt : .wake
                if isInterrupt { now = now + Microseconds(5_000) }
            }
        }
        #expect(senseless == 0)
        #expect(told > limit / 1_000)
    }

    private func answer(_ transfer: Transfer, random: inout SplitMix64, into received: inout BusBytes) {
        received.removeAll()
        // Identities are mostly right, or nothing else would ever be tried.
        let identity: [UInt8] = [0x55, 1, 0, 2, 1, random.next(below: 4) == 0 ? 0x59 : 0x11]
        if transfer.written[0] == 0xA3, transfer.readCount == 6, random.next(below: 10) > 0 {
            for byte in identity { received.append(byte) }
            return
        }
        if transfer.written[0] == 0xBB, random.next(below: 10) > 0 {
            for byte in Array("?EP0430M06*A0_110412$$".utf8) { received.append(byte) }
            return
        }
        // Now and then fewer bytes than asked for. Low values are more frequent, so that some reports make sense.
        let count = random.next(below: 500) == 0 ? random.next(below: 60) : transfer.readCount
        var bytes: [UInt8] = []
        for index in 0..<count {
            let byte = UInt8(truncatingIfNeeded: random.next())
            // High bytes: identity and event are anything, the place mostly on the panel.
            bytes.append(index % 2 == 1 ? byte : byte & 0xF1)
        }
        if transfer.written[0] == 0x02, count > 0, random.next(below: 4) > 0 { bytes[0] &= 0x03 }
        if transfer.written[0] == 0xF9, count == 26, random.next(below: 4) > 0 {
            bytes[0] = 0xAA
            bytes[1] = 0xAA
            bytes[2] = 26
            for record in 0..<5 {
                bytes[5 + 4 * record] &= 0xC1
                bytes[7 + 4 * record] = UInt8(record << 4) | bytes[7 + 4 * record] & 1
            }
            bytes[25] = bytes[..<25].reduce(0, ^)
        }
        for byte in bytes { received.append(byte) }
    }

    private func makesSense(_ contacts: Contacts) -> Bool {
        guard contacts.count <= 10 else { return false }
        var seen: Set<Int32> = []
        for index in 0..<contacts.count {
            let contact = contacts[index]
            guard contact.id == -1 || seen.insert(contact.id).inserted, contact.id >= -1, contact.id < 15,
                contact.x < 800, contact.x >= 0, contact.y < 480, contact.y >= 0
            else { return false }
        }
        return seen.isEmpty || seen.count == contacts.count
    }
}
