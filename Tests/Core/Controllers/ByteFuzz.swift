import TaplineCore
import TaplineSimulator

/// A driver among random bytes, failures and inputs out of turn.
enum ByteFuzz {
    struct Result {
        /// Transfers that asked for a report, reports told, and what may never happen.
        var looks = 0
        var told = 0
        var senseless = 0
    }

    /// Lets a driver look for `limit` reports.
    ///
    /// - Parameters:
    ///   - longestRead: no transfer may read more.
    ///   - shape: makes of random bytes what a chip might send, and says whether that is a report.
    static func run<Driver: Controller>(
        _ name: String, _ start: Driver, limit: Int, longestRead: Int,
        shape: (Transfer, inout SplitMix64, inout [UInt8]) -> Bool
    ) -> Result {
        let seed = Fuzz.seed
        print("\(name) fuzz: seed \(seed), \(limit) reports (TAPLINE_FUZZ_SEED and TAPLINE_FUZZ_REPORTS repeat it)")
        var random = SplitMix64(seed: seed)
        var driver = start
        var received = BusBytes()
        var contacts = Contacts()
        var now = Instant.zero
        var input = ControllerInput.start
        var result = Result()
        while result.looks < limit {
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
                if transfer.readCount > longestRead || transfer.readCount + transfer.written.count == 0 {
                    result.senseless += 1
                }
                received.removeAll()
                // Now and then fewer bytes than asked for.
                let count = random.next(below: 500) == 0 ? random.next(below: 80) : transfer.readCount
                var bytes = (0..<transfer.readCount).map { _ in UInt8(random.next(below: 256)) }
                if shape(transfer, &random, &bytes) { result.looks += 1 }
                for byte in bytes.prefix(count) { received.append(byte) }
                input = random.next(below: 200) == 0 ? .transferFailed(BusError(errno: 121)) : .transferred
            case .line: input = .lineSet
            case .report:
                result.told += 1
                if !makesSense(contacts) { result.senseless += 1 }
                input = .proceed
            case .fault: input = .proceed
            case .wait(let instant):
                if instant > now + .milliseconds(2_000), instant < .never { result.senseless += 1 }
                let isInterrupt = random.next(below: 2) == 0
                if !isInterrupt, instant < .never, instant > now { now = instant }
                input = isInterrupt ? .interrupt : instant == .never ? .interrupt : .wake
                if isInterrupt { now = now + Microseconds(5_000) }
            }
        }
        return result
    }

    /// At most ten fingers on a panel of 800 × 480, each with a name of its own.
    private static func makesSense(_ contacts: Contacts) -> Bool {
        guard contacts.count <= 10 else { return false }
        var seen: Set<Int32> = []
        for index in 0..<contacts.count {
            let contact = contacts[index]
            guard seen.insert(contact.id).inserted, contact.id >= 0, contact.id < 10, contact.x < 800, contact.x >= 0,
                contact.y < 480, contact.y >= 0
            else { return false }
        }
        return true
    }
}
