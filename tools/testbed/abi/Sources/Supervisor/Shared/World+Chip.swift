import CKernelInterface
import TaplineCore

// The chips' own life.
extension World {
    /// The surface that commands of scripts are about.
    var surface: Surface { surfaces[min(chosen, surfaces.count - 1)] }

    /// The chips do what they do by themselves, instant by instant, so that no pulse is missed. (But where this process has stood
    /// still, so has the program: pulses of that time would come all at once.)
    func advanceChips(to now: Instant) {
        for surface in surfaces {
            while let next = surface.chip?.nextEvent, next <= now {
                surface.chip?.advance(to: next)
                if now - next > .milliseconds(100) {
                    surface.toldEdges = surface.chip?.interruptEdges ?? 0
                } else {
                    tellInterrupt(of: surface, at: next)
                }
            }
            surface.chip?.advance(to: now)
            tellInterrupt(of: surface, at: now)
        }
    }

    /// The interrupt line follows the chip.
    func tellInterrupt(of surface: Surface, at time: Instant) {
        guard let chip = surface.chip else { return }
        let isAsserted = chip.interruptIsAsserted
        let edges = chip.interruptEdges &- surface.toldEdges
        surface.toldEdges = chip.interruptEdges
        for _ in 0..<min(edges, 4) {
            if surface.toldAsserted { driveInterrupt(of: surface, !chip.interruptIsActiveHigh, at: time) }
            driveInterrupt(of: surface, chip.interruptIsActiveHigh, at: time)
            surface.toldAsserted = true
        }
        if isAsserted != surface.toldAsserted {
            surface.toldAsserted = isAsserted
            driveInterrupt(of: surface, isAsserted == chip.interruptIsActiveHigh, at: time)
        }
    }

    func tellInterrupts(at time: Instant) {
        for surface in surfaces { tellInterrupt(of: surface, at: time) }
    }

    /// Asks the chips of a bus, one after the other: only one of them has the address.
    ///
    /// - Returns: nil when the transfer went through.
    func askChips(of bus: String, _ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
        var answer: BusError? = BusError(errno: World.noAnswer)
        for surface in surfaces where surface.description?.bus == bus {
            answer = surface.chip?.transfer(transfer, at: now, into: &bytes)
            guard answer?.kind != .noAcknowledge else { continue }
            if transfer.readCount > 0 {
                surface.unreadUntil = .zero
                if answer == nil { interject() }
            }
            return answer
        }
        return answer
    }

    /// Carries out what was put off until a read: the chip has answered, and nobody has the answer yet. The pulse that comes
    /// of it is over before the program goes on, so that the line's level does not tell of it.
    private func interject() {
        guard let command = duringRead else { return }
        duringRead = nil
        trace.add("> during a read: \(command)")
        do throws(Complaint) {
            try script?.perform(command, self)
        } catch {
            trace.add("> \(error.message)")
        }
        for surface in surfaces where surface.fingers.next <= Clock.now { scan(surface, at: Clock.now) }
        let limit = Clock.now + .milliseconds(5)
        while surfaces.contains(where: { $0.toldAsserted }), Clock.now < limit {
            _ = abi_wait(nil, 0, 100)
            advanceChips(to: Clock.now)
        }
        trace.add("> read")
    }

    func resetChip() {
        let now = Clock.now
        advanceChips(to: now)
        surface.chip?.resetItself(at: now)
        tellInterrupt(of: surface, at: now)
    }

    /// The program drives one of the chips' lines, or lets go of it.
    func driveChip(_ name: String, _ drive: LineDrive) {
        let now = Clock.now
        for surface in surfaces {
            let role: ControllerLine
            switch name {
            case surface.resetPin: role = .reset
            case surface.interruptPin: role = .interrupt
            default: continue
            }
            advanceChips(to: now)
            surface.chip?.drive(role, drive, at: now)
            tellInterrupt(of: surface, at: now)
        }
    }
}
