import TestSupport

/// Every field of ``GT911Faults``, under its name and in its order.
enum Trouble: Int, CaseIterable {
    case failingTransfers, failingAcknowledges, failsAfter, failure, isStuck, isAbsent
    case readyLag, isNeverReady, withholds, unreadyLooks, status, hasDuplicateIdentities, isOffPanel, lostAcknowledges
    case pulseOutlastsAcknowledge
    case damagedConfigurations, refusesConfigurations
    case sleepsOn, isFrozen, lies, random

    /// How many there are; asked where no array may be made.
    static var count: Int { 21 }

    func begin(with faults: inout GT911Faults, _ random: inout SplitMix64) {
        switch self {
        case .failingTransfers: faults.failingTransfers = 1 + random.next(below: 6)
        case .failingAcknowledges: faults.failingAcknowledges = 1 + random.next(below: 4)
        case .failsAfter: faults.failsAfter = random.next(below: 12)
        case .failure:
            let numbers: InlineArray<6, Int32> = [5, 6, 11, 19, 95, 110]
            faults.failure = BusError(errno: numbers[random.next(below: 6)])
            faults.failingTransfers = 1 + random.next(below: 3)
        case .isStuck: faults.isStuck = true
        case .isAbsent: faults.isAbsent = true
        case .readyLag: faults.readyLag = .milliseconds(1 + Int64(random.next(below: 30)))
        case .isNeverReady: faults.isNeverReady = true
        case .withholds: faults.withholds = true
        case .unreadyLooks: faults.unreadyLooks = 1 + random.next(below: 12)
        case .status: faults.status = random.next(below: 2) == 0 ? 0x8F : 0xFF
        case .hasDuplicateIdentities: faults.hasDuplicateIdentities = true
        case .isOffPanel: faults.isOffPanel = true
        case .lostAcknowledges: faults.lostAcknowledges = 1 + random.next(below: 4)
        case .pulseOutlastsAcknowledge: faults.pulseOutlastsAcknowledge = true
        case .damagedConfigurations: faults.damagedConfigurations = 1 + random.next(below: 2)
        case .refusesConfigurations: faults.refusesConfigurations = true
        case .sleepsOn: faults.sleepsOn = true
        case .isFrozen: faults.isFrozen = true
        case .lies: faults.lies = 1 + random.next(below: 3)
        case .random: faults.random = SplitMix64(seed: random.next())
        }
    }
}

/// What happens to a panel from outside, beside its chip's troubles.
enum Interference: Int, CaseIterable {
    case resetsItself, interruptsSpuriously, isExchanged, sleeps, pauses
    case touchesCancelled, touchesReleased, reconfigured, ended, restarted, rests
    case gesturesAdjusted, controlsSet, actionSent
    case readerStalls, cableOut

    /// How many there are; asked where no array may be made.
    static var count: Int { 16 }
}
