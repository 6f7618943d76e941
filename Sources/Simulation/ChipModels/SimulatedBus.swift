public import TaplineCore

/// Carries a driver's requests out against a simulated chip.
///
/// It belongs to no pipeline and has no clock: whoever owns the clock calls ``carryOut(_:at:received:)`` with every
/// request, and while the driver waits ``nextInput(at:)`` whenever ``nextEvent`` has come or something happened to the chip.
/// It needs no heap.
///
/// ```swift
/// var input: ControllerInput? = .start
/// while let next = input {
///     let action = driver.step(next, at: now, received: received, contacts: &contacts)
///     // … use `contacts` after .report, count after .fault …
///     input = bus.carryOut(action, at: now, received: &received)
///     now = bus.finished
/// }
/// // The driver waits until `bus.nextEvent`, or until the chip is given fingers.
/// ```
public struct SimulatedBus<Chip: BusChip> {
    /// The chip on the bus. Give it fingers with ``ChipModel/setFingers(_:at:)``.
    public var chip: Chip
    /// Whether the interrupt line reaches the host. Without it the driver never gets an interrupt.
    public var hasInterruptLine = true
    /// The bus's speed in bits per second; 0: transfers take no time.
    public var bitsPerSecond = 0
    /// Whether every transfer with a repeated START fails with error 121 (nobody acknowledges what follows it).
    public var rejectsRepeatedStart = false
    /// What went over the bus.
    public private(set) var counters = BusCounters()
    /// When the last request had been carried out: later than when it was made if transfers take time.
    public private(set) var finished = Instant.zero
    /// Until when the driver waits, nil while it does not.
    public private(set) var waitsUntil: Instant?

    private var reportedEdges: UInt32 = 0
    private var looksAtLevel = false

    /// A bus with one chip on it.
    public init(chip: Chip) { self.chip = chip }

    /// Carries a request out.
    ///
    /// - Parameters:
    ///   - now: never earlier than ``finished``.
    ///   - received: what a transfer read.
    /// - Returns: the driver's next input; nil while it waits and nothing has happened.
    public mutating func carryOut(
        _ action: ControllerRequest, at now: Instant, received: inout BusBytes
    ) -> ControllerInput? {
        waitsUntil = nil
        finished = now
        switch action {
        case .transfer(let transfer):
            received.removeAll()
            let isRejected = rejectsRepeatedStart && transfer.turnsAround && transfer.mode == .repeatedStart
            if let error = isRejected ? BusError(errno: 121) : chip.transfer(transfer, at: now, into: &received) {
                counters.failures += 1
                return .transferFailed(error)
            }
            counters.transfers += 1
            counters.bytesWritten += transfer.written.count
            counters.bytesRead += transfer.readCount
            counters.bits += transfer.bits
            if bitsPerSecond > 0 {
                // (On 32 bits a wider integer is not made of a narrower one in any other way without the heap.)
                let bits = UInt64(_truncatingBits: UInt(bitPattern: transfer.bits))
                let rate = UInt64(_truncatingBits: UInt(bitPattern: bitsPerSecond))
                finished = now + Microseconds(Int64(bitPattern: (bits &* 1_000_000 &+ rate &- 1) / rate))
            }
            return .transferred
        case .line(let line, let drive):
            chip.drive(line, drive, at: now)
            return .lineSet
        case .report:
            reportTaken()
            return .proceed
        case .fault:
            return .proceed
        case .wait(let instant):
            waitsUntil = instant
            return nextInput(at: now)
        }
    }

    /// A report was taken. Only for owners that keep ``TaplineControllers/ControllerRequest/report`` to themselves
    /// instead of passing it to ``carryOut(_:at:received:)``.
    ///
    /// The interrupt line's level is looked at when the driver waits again: by then it has acknowledged the report.
    public mutating func reportTaken() { looksAtLevel = true }

    /// The next input of a driver that waits: an interrupt, or that its instant has come; nil while there is
    /// nothing, or while it does not wait.
    public mutating func nextInput(at now: Instant) -> ControllerInput? {
        guard let deadline = waitsUntil else { return nil }
        chip.advance(to: now)
        let asserted = chip.interruptEdges != reportedEdges || (looksAtLevel && chip.interruptIsAsserted)
        if hasInterruptLine, asserted {
            reportedEdges = chip.interruptEdges
            looksAtLevel = false
            waitsUntil = nil
            return .interrupt
        }
        looksAtLevel = false
        guard now < deadline else {
            waitsUntil = nil
            return .wake
        }
        return nil
    }

    /// When there may be news without anybody doing anything: the driver's instant, or the chip's next own doing.
    public var nextEvent: Instant {
        let own = chip.nextEvent
        guard let deadline = waitsUntil else { return own }
        return own < deadline ? own : deadline
    }
}

extension SimulatedBus: Sendable where Chip: Sendable {}
