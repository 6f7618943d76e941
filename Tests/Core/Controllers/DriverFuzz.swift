import TaplineCore
import TaplineSimulator

/// Drives a driver with a chip's bytes as a test makes them up, with failures and with inputs out of turn, and counts what
/// makes no sense.
struct DriverFuzz<Driver: Controller> {
    var driver: Driver
    /// Reports that were told.
    private(set) var told = 0
    /// Wishes that no bus can carry out, and reports that make no sense.
    private(set) var senseless = 0
    private var random: SplitMix64
    private let most: Int
    private let size: (width: Float, height: Float)
    private let namesFingers: Bool

    /// - Parameters:
    ///   - most: the most contacts of a report.
    ///   - size: raw pixels across and down.
    init(_ driver: Driver, seed: UInt64, most: Int, size: (Float, Float), namesFingers: Bool) {
        self.driver = driver
        random = SplitMix64(seed: seed)
        self.most = most
        self.size = size
        self.namesFingers = namesFingers
    }

    /// Goes on until so many looks for a report have been taken.
    mutating func run(
        looks: Int, isLook: (Transfer) -> Bool, isSound: (Transfer) -> Bool,
        answer: (Transfer, inout SplitMix64) -> [UInt8]
    ) {
        var received = BusBytes()
        var contacts = Contacts()
        var now = Instant.zero
        var input = ControllerInput.start
        var taken = 0
        while taken < looks {
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
                if !isSound(transfer) { senseless += 1 }
                if isLook(transfer) { taken += 1 }
                received.removeAll()
                for byte in answer(transfer, &random) { received.append(byte) }
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
                input = isInterrupt || instant == .never ? .interrupt : .wake
                if isInterrupt { now = now + Microseconds(5_000) }
            }
        }
    }

    private func makesSense(_ contacts: Contacts) -> Bool {
        guard contacts.count <= most else { return false }
        var seen: Set<Int32> = []
        for index in 0..<contacts.count {
            let contact = contacts[index]
            let isNamed =
                namesFingers ? seen.insert(contact.id).inserted && (0..<16).contains(contact.id) : contact.id == -1
            guard isNamed, contact.x >= 0, contact.x < size.width, contact.y >= 0, contact.y < size.height else {
                return false
            }
        }
        return true
    }
}
