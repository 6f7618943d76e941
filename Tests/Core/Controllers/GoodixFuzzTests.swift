import TaplineCore
import TaplineSimulator
import Testing

@Suite("Goodix: any bytes")
struct GoodixFuzzTests {
    /// Whatever the chip sends, whatever fails, and whatever comes out of turn: nothing traps, every request is one that a
    /// bus can carry out, and every report makes sense.
    @Test("no sequence of bytes, failures and inputs out of turn traps or makes a senseless report")
    func anything() {
        let seed = Fuzz.seed
        let limit = Fuzz.reports
        print("Goodix fuzz: seed \(seed), \(limit) reports (TAPLINE_FUZZ_SEED and TAPLINE_FUZZ_REPORTS repeat it)")
        var random = SplitMix64(seed: seed)
        var configuration = Goodix.Configuration()
        configuration.maximumContacts = 10
        var driver = Goodix(configuration: configuration)
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
                if transfer.readCount > 80 || transfer.written.count < 2 { senseless += 1 }
                if transfer.written[1] == 0x4E, transfer.readCount > 0 { looks += 1 }
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
                if isInterrupt { now = now + Microseconds(100) }
            }
        }
        #expect(senseless == 0)
        #expect(told > limit / 1_000)
    }

    private func answer(_ transfer: Transfer, random: inout SplitMix64, into received: inout BusBytes) {
        received.removeAll()
        // Identities are mostly right, or nothing else would ever be tried.
        if transfer.written[1] == 0x40, transfer.readCount == 11, random.next(below: 10) > 0 {
            for byte in [0x39, 0x31, 0x31, 0, 0, 0, 0x20, 0x03, 0xE0, 0x01, 0] as [UInt8] { received.append(byte) }
            return
        }
        // Now and then fewer bytes than asked for. Low values are more frequent, so that some reports make sense.
        let count = random.next(below: 500) == 0 ? random.next(below: 80) : transfer.readCount
        var bits: UInt64 = 0
        for index in 0..<count {
            if index % 8 == 0 { bits = random.next() }
            let byte = UInt8(truncatingIfNeeded: bits >> UInt64(index % 8 * 8))
            let isHighByte = index % 8 == 3 || index % 8 == 5
            received.append(isHighByte && byte > 40 ? byte & 1 : byte)
        }
    }

    private func makesSense(_ contacts: Contacts) -> Bool {
        guard contacts.count <= 10 else { return false }
        var seen: Set<Int32> = []
        for index in 0..<contacts.count {
            let contact = contacts[index]
            guard seen.insert(contact.id).inserted, contact.id >= 0, contact.id < 16, contact.x < 800, contact.x >= 0,
                contact.y < 480, contact.y >= 0
            else { return false }
        }
        return true
    }
}
