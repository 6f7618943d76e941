import TaplineCore

/// Carries a driver's requests out with `bytes` in the place of chip and host, until they are used up: before each outcome a
/// byte says which one it is, after that of a transfer come the bytes that it reads. Traps where the driver breaks what it
/// promises: a transfer that no bus can carry out, a report that makes no sense.
func drive<Driver: Controller>(_ driver: Driver, with bytes: [UInt8], told: (borrowing Contacts) -> Void) {
    exercise(driver, with: bytes) { driver in
        check(driver.contacts)
        told(driver.contacts)
    }
}

/// The same for a driver of whatever reports.
func exercise<Driver: BusDriver>(_ driver: Driver, with bytes: [UInt8], report: (Driver) -> Void) {
    var driver = driver
    var received = BusBytes()
    var now = Instant.zero
    var input = ControllerInput.start
    var rest = bytes[...]
    // A driver that requests for ever without using a byte up is broken, too.
    var unfed = 0
    while true {
        unfed += 1
        precondition(unfed < 10_000, "the driver never waits")
        switch driver.request(after: input, at: now, received: received) {
        case .transfer(let transfer):
            precondition(
                transfer.readCount >= 0 && transfer.readCount <= BusBytes.capacity, "a read of impossible length")
            precondition(transfer.written.count + transfer.readCount > 0, "a transfer of nothing")
            precondition(transfer.address < 0x80, "an address of more than seven bits")
            guard let outcome = rest.popFirst() else { return }
            unfed = 0
            received.removeAll()
            switch outcome {
            case 0xFF: input = .transferFailed(BusError(errno: 121))
            case 0xFE: input = .transferFailed(BusError(errno: 110))
            default:
                // Now and then fewer bytes than asked for.
                let count = outcome == 0xFD ? transfer.readCount / 2 : transfer.readCount
                for byte in rest.prefix(count) { received.append(byte) }
                while received.count < count { received.append(0) }
                rest = rest.dropFirst(count)
                input = .transferred
            }
        case .line: input = .lineSet
        case .report:
            report(driver)
            input = .proceed
        case .fault: input = .proceed
        case .wait(let until):
            guard let outcome = rest.popFirst() else { return }
            unfed = 0
            switch outcome {
            case 0xFF: input = .start
            case 0xFE: input = .sleep
            case 0xFD: input = .wakeUp
            case 0xFC: input = .transferred  // Out of turn
            case let other where other & 1 == 0 && until < .never:
                if until > now { now = until }
                input = .wake
            default:
                now = now + Microseconds(Int64(outcome) * 100)
                input = .interrupt
            }
        }
    }
}

/// Traps on contacts that no panel can have.
private func check(_ contacts: borrowing Contacts) {
    var seen: Set<Int32> = []
    for index in 0..<contacts.count {
        let contact = contacts[index]
        precondition(contact.id < 0 || seen.insert(contact.id).inserted, "two contacts of one identity")
        precondition(
            contact.x >= 0 && contact.x <= 65_535 && contact.y >= 0 && contact.y <= 65_535, "a place off any panel")
        precondition(contact.pressure >= 0, "a pressure below 0")
    }
}
