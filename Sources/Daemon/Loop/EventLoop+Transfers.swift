import TaplineConfiguration
import TaplineCore
import TaplineLinux

// From the interrupt line's edges to transfers and their outcomes.

extension EventLoop {
    /// Gives the driver an interrupt.
    mutating func takeEdges() throws(DeviceError) {
        guard interrupts.line != nil else {
            // An input device can be read, or has gone, which shows when it is read.
            sink.edge = MonotonicClock.now
            sources.interrupt(at: sink.edge, into: &sink)
            return try drainRequests(from: sink.edge)
        }
        guard let edge = try interrupts.readEdges() else { return }
        guard interrupts.isAfterLastRead(edge) else { return }
        writeInterruptLevel(isAsserted: true, at: edge.time)
        if edge.isPlausible { sink.edge = edge.time }
        interrupt(at: edge.time, seenAt: edge.seenAt)
        try drainRequests(from: edge.seenAt)
    }

    /// Gives the source behind touch its interrupt.
    mutating func attendToOther(at now: Instant) throws(DeviceError) {
        guard let instant = sources.second?.attend(at: now, into: &sink) else { return }
        sources.interruptSecond(at: instant, into: &sink)
        try drainRequests()
    }

    private mutating func interrupt(at instant: Instant, seenAt now: Instant) {
        sources.interrupt(at: instant, into: &sink)
        if case .transfer = sink.request { interrupts.readBegan(at: now) }
    }

    /// Performs what the sources request until they wait and the interrupt line is idle.
    ///
    /// - Parameter start: the clock, from whoever has just read it.
    mutating func drainRequests(from start: Instant = MonotonicClock.now) throws(DeviceError) {
        var now = start
        repeat {
            while let request = sink.request {
                sink.request = nil
                switch request {
                case .transfer(let transfer):
                    if sources.second.isAwaitingOutcome,
                        let outcome = sources.second?.perform(transfer, at: now, received: &received)
                    {
                        now = MonotonicClock.now
                        sources.complete(outcome, at: now, received: &received, into: &sink)
                        continue
                    }
                    let outcome = connection.perform(transfer, at: now, received: &received)
                    interrupts.transferred()
                    if interrupts.line != nil || connection.descriptor < 0 {
                        control?.emit(transfer, outcome, &received, at: now, identifies: !isIdentified)
                        sink.observer?.transfer(transfer, outcome, &received, at: now)
                    }
                    now = MonotonicClock.now
                    sources.complete(outcome, at: now, received: &received, into: &sink)
                    writeTouches()
                case .line(let line, let drive):
                    try set(line, drive)
                    now = MonotonicClock.now
                    sources.complete(.lineSet, at: now, into: &sink)
                default: break
                }
            }
            if sources.first.chip.identity.isKnown != isIdentified { noticeIdentity() }
        } while try deliverInterruptIfAsserted(at: &now)
    }

    /// Gives the driver another interrupt where the line is still asserted after a transfer, and returns whether it did.
    private mutating func deliverInterruptIfAsserted(at now: inout Instant) throws(DeviceError) -> Bool {
        guard sources.first.phase == .waiting else { return false }
        if let simulated = connection.simulated {
            now = MonotonicClock.now
            let reports = sources.first.counters.reports
            let isAsserted = simulated.interrupts(until: sources.first.waitsUntil, reports: reports, at: now)
            writeInterruptLevel(isAsserted: isAsserted, at: now)
            guard isAsserted else { return false }
            sink.edge = now
            sources.interrupt(at: now, into: &sink)
            return true
        }
        guard let isAsserted = try interrupts.readLevel() else { return false }
        guard isAsserted else {
            writeInterruptLevel(isAsserted: false, at: now)
            return false
        }
        let isTouched = !sources.first.gestures.table.down.isEmpty
        guard interrupts.shouldFollowLevel(retryAfter: isTouched ? board.activePollPeriod : board.idlePollPeriod) else {
            return false
        }
        now = MonotonicClock.now
        interrupt(at: now, seenAt: now)
        return true
    }

    private mutating func writeInterruptLevel(isAsserted: Bool, at now: Instant) {
        let level = interrupts.noteLevel(isAsserted: isAsserted)
        guard level.hasChanged else { return }
        sink.observer?.interrupt(isHigh: level.isHigh, at: now)
        control?.writeInterrupt(isHigh: level.isHigh, at: now)
    }

    /// Drives one of the controller's lines.
    private mutating func set(_ line: ControllerLine, _ drive: LineDrive) throws(DeviceError) {
        if let simulated = connection.simulated {
            _ = simulated.perform(.line(line, drive), at: MonotonicClock.now, received: &received)
            return
        }
        switch line {
        case .reset:
            // A reset line that is active high goes through an inverter.
            try reset?.drive(board.resetPin?.activeLow == false ? drive.inverted : drive)
        case .interrupt:
            try interrupts.drive(drive)
            // With libgpiod 1 the line has another descriptor now.
            listenForInterrupts()
        }
    }

    mutating func listenForInterrupts() {
        // (An input device that nobody reads yet would only wake the loop.)
        interrupts.listen(otherwise: isIdentified ? connection.descriptor : -1)
    }

    /// The driver has found out which chip this is, or has lost it.
    @inline(never)
    private mutating func noticeIdentity() {
        let identity = sources.first.chip.identity
        isIdentified = identity.isKnown
        guard isIdentified else {
            control?.forgetIdentification()
            return
        }
        // (An input device that is back has another descriptor.)
        listenForInterrupts()
        sink.observer?.identified(identity, at: MonotonicClock.now)
        let summary = identity.summary(on: board, device: connection.name)
        sink.identified(summary)
        sink.status.controller = summary
        if let doubt = identity.doubt(about: board) { sink.log.write(doubt) }
        guard readyAt == .never else { return becomeReady() }
        manager.status(status)
        releaseCode()
    }
}

extension LineDrive {
    fileprivate var inverted: LineDrive {
        switch self {
        case .low: .high
        case .high: .low
        case .release: .release
        }
    }
}
