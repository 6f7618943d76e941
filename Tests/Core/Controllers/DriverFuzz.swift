import TaplineSimulator
import TestSupport

extension ChipDriver.Configuration {
    /// What all drivers among random bytes have.
    static func fuzzed(hasLine: Bool) -> Self {
        var configuration = Self()
        configuration.hasInterruptLine = hasLine
        configuration.rawWidth = 800
        configuration.rawHeight = 480
        return configuration
    }
}

/// A driver of a panel of 800 × 480 among bytes that a test makes up, failures and inputs out of turn.
struct DriverFuzz {
    /// The most contacts of a report.
    var most = 10
    /// The identities that contacts may have.
    var identities: Range<Int32> = 0..<16
    /// Whether the contacts of a report may all be without an identity, -1.
    var mayBeNameless = false
    /// From a wait to an interrupt that ends it early.
    var pause = Microseconds(5_000)

    /// Goes on until `limit` looks for a report have been taken: nothing traps, every request is one that a bus can carry
    /// out, every report makes sense, and there are some.
    ///
    /// - Parameters:
    ///   - isSound: whether the chip may be asked for this transfer.
    ///   - answer: what the chip sends, and whether that was a look for a report.
    func run(
        _ name: String, _ start: some Controller, limit: Int, isSound: (Transfer) -> Bool,
        answer: (Transfer, inout SplitMix64) -> (bytes: [UInt8], isLook: Bool)
    ) {
        let seed = Fuzz.seed
        print("\(name) fuzz: seed \(seed), \(limit) reports (TAPLINE_FUZZ_SEED and TAPLINE_FUZZ_REPORTS repeat it)")
        var random = SplitMix64(seed: seed)
        var driver = start
        var received = BusBytes()
        var contacts = Contacts()
        var now = Instant.zero
        var input = ControllerInput.start
        var (looks, reports, senseless) = (0, 0, 0)
        let outOfTurn: [ControllerInput] = [
            .start, .proceed, .interrupt, .wake, .transferred, .transferFailed(BusError(errno: 5)), .lineSet,
        ]
        while looks < limit {
            let turn = random.next(below: 1_000)
            if turn < outOfTurn.count { input = outOfTurn[turn] }
            switch driver.step(input, at: now, received: received, contacts: &contacts) {
            case .transfer(let transfer):
                if !isSound(transfer) { senseless += 1 }
                let (bytes, isLook) = answer(transfer, &random)
                if isLook { looks += 1 }
                received.removeAll()
                for byte in bytes { received.append(byte) }
                input = random.next(below: 200) == 0 ? .transferFailed(BusError(errno: 121)) : .transferred
            case .line: input = .lineSet
            case .report:
                reports += 1
                if !makesSense(contacts) { senseless += 1 }
                input = .proceed
            case .fault: input = .proceed
            case .wait(let instant):
                if instant > now + .milliseconds(2_000), instant < .never { senseless += 1 }
                let isInterrupt = random.next(below: 2) == 0
                if !isInterrupt, instant < .never, instant > now { now = instant }
                input = isInterrupt || instant == .never ? .interrupt : .wake
                if isInterrupt { now = now + pause }
            }
        }
        #expect(senseless == 0)
        #expect(reports > limit / 1_000)
    }

    /// The same with a chip whose bytes are random, now and then fewer than asked for; `shape` makes of them what the chip
    /// might send. No transfer may read more than `longestRead`.
    func run(
        _ name: String, _ start: some Controller, limit: Int, longestRead: Int,
        shape: (Transfer, inout SplitMix64, inout [UInt8]) -> Bool
    ) {
        run(
            name, start, limit: limit,
            isSound: { $0.readCount <= longestRead && $0.readCount + $0.written.count > 0 },
            answer: { transfer, random in
                let count = random.next(below: 500) == 0 ? random.next(below: 80) : transfer.readCount
                var bytes = (0..<transfer.readCount).map { _ in UInt8(random.next(below: 256)) }
                let isLook = shape(transfer, &random, &bytes)
                return (Array(bytes.prefix(count)), isLook)
            })
    }

    /// On the panel, each with an identity of its own, or all without one where that may be.
    private func makesSense(_ contacts: Contacts) -> Bool {
        let all = contacts.list
        let named = all.filter { $0.id != -1 }
        return all.count <= most && (named.count == all.count || mayBeNameless && named.isEmpty)
            && Set(named.map(\.id)).count == named.count && named.allSatisfy { identities.contains($0.id) }
            && all.allSatisfy { (0..<800).contains($0.x) && (0..<480).contains($0.y) }
    }
}
