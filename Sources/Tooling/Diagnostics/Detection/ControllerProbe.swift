public import TaplineCore

/// Asks who is at an address of a bus, as a driver does: with the family's own questions, timeout and checks.
public enum ControllerProbe {
    /// What came of it.
    public enum Answer: Sendable {
        /// Nobody acknowledged.
        case nobody
        /// Somebody who is not of this family.
        case stranger
        /// One of the family, and what it says of itself.
        case known(ControllerIdentity)
        /// This family shows who it is only to somebody who writes; nothing was written.
        case wouldWrite
        /// The next question is one that ``ProbeWire/limit`` does not allow; it was not sent.
        case wouldAskMore
        /// The bus does not work.
        case broken(BusError)
    }

    /// More steps than any identification takes.
    private static var mostSteps: Int { 200 }

    /// Lets `driver`, which has neither line, look for its chip at its address until it knows it or gives up. Only
    /// questions are sent (``Transfer/question``) that the wire allows; a driver's first write comes after it knows its
    /// chip, and is not sent.
    static func ask<Family: ChipFamily>(_ driver: ChipDriver<Family>, over wire: ProbeWire) -> Answer {
        var driver = driver
        var received = BusBytes()
        var input = ControllerInput.start
        var hasAnswered = false
        for _ in 0..<mostSteps {
            let request = driver.request(after: input, at: wire.now(), received: received)
            if driver.identity.isKnown { return received.isOfOneByte ? .stranger : .known(driver.identity) }
            switch request {
            case .transfer(let transfer):
                guard let question = transfer.question else { return .wouldWrite }
                guard question <= wire.limit else { return .wouldAskMore }
                input = wire.transfer(transfer, &received)
                if case .transferred = input { hasAnswered = true }
                if case .transferFailed(let error) = input, error.isOfTheBus { return .broken(error) }
            case .wait(let instant):
                wire.wait(instant)
                input = .wake
            case .fault(.absent): return hasAnswered ? .stranger : .nobody
            case .fault(.wrongIdentity): return .stranger
            case .line: input = .lineSet
            case .fault, .report: input = .proceed
            }
        }
        return hasAnswered ? .stranger : .nobody
    }

    /// What a register with an address of 8 bits shows; nil: nobody answers.
    static func byte(_ register: UInt8, of address: UInt8, over wire: ProbeWire) -> UInt8? {
        var received = BusBytes()
        var read = Transfer.read(register, count: 1)
        read.address = address
        guard case .transferred = wire.transfer(read, &received) else { return nil }
        return received[0]
    }

    /// Whether somebody acknowledges at `address`. Nothing is written.
    static func isAnybody(_ address: UInt8, over wire: ProbeWire) -> Bool {
        var received = BusBytes()
        let read = Transfer(address: address, written: ShortBytes(), readCount: 1)
        if case .transferred = wire.transfer(read, &received) { return true }
        return false
    }

    /// Whether the chip at `address` gives the same byte for everything, as a port expander without registers
    /// (PCF8574, PCF8574A) does, which would take a register's address for its outputs. Nothing is written.
    ///
    /// 256 bytes: wherever the pointer of a touch controller stands, its modes and its ids are among them.
    static func isPortExpander(_ address: UInt8, over wire: ProbeWire) -> Bool {
        guard portExpanders.contains(where: { $0.contains(address) }) else { return false }
        var received = BusBytes()
        let read = Transfer(address: address, written: ShortBytes(), readCount: BusBytes.capacity)
        guard case .transferred = wire.transfer(read, &received) else { return false }
        return received.isOfOneByte
    }

    /// The addresses of PCF8574 and PCF8574A (their datasheet, NXP).
    private static var portExpanders: [ClosedRange<UInt8>] { [0x20...0x27, 0x38...0x3F] }
}

extension BusBytes {
    /// Whether it is more than two bytes, and always the same one: no register says who it is like that.
    fileprivate var isOfOneByte: Bool {
        mutating get {
            guard count > 2 else { return false }
            for index in 1..<count where self[index] != self[0] { return false }
            return true
        }
    }
}

extension BusError {
    /// Whether it says something about the whole bus, so that asking on is of no use.
    var isOfTheBus: Bool {
        switch kind {
        case .timeout, .arbitrationLost, .unsupported: true
        case .noAcknowledge, .other: false
        }
    }
}
