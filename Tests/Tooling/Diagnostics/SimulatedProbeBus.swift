import TaplineDiagnostics
import TestSupport

/// A bus with one simulated chip on it, or none, and a clock that waiting moves.
final class SimulatedProbeBus<Model: BusChip> {
    var chip: Model
    var now = Instant(microseconds: 100_000)
    /// Everything that was sent.
    var sent: [Transfer] = []
    /// Puts fingers on the panel, or takes them off: called before each transfer and each wait.
    var hands: (inout Model, Instant) -> Void = { _, _ in }

    init(_ chip: Model) { self.chip = chip }

    var wire: ProbeWire {
        ProbeWire(
            transfer: { [self] transfer, received in
                sent.append(transfer)
                received.removeAll()
                hands(&chip, now)
                chip.advance(to: now)
                guard let error = chip.transfer(transfer, at: now, into: &received) else { return .transferred }
                return .transferFailed(error)
            },
            now: { [self] in now },
            wait: { [self] in
                hands(&chip, now)
                now = max(now, $0)
            })
    }
}

/// Somebody at an address who is no touch controller: what he gives for a register, and whether he knows registers.
struct Stranger: RestingChip {
    var address: UInt8
    var byte: UInt8 = 0
    /// Register by register another byte.
    var counts = false
    /// The bus is stuck.
    var isStuck = false

    mutating func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
        if isStuck { return BusError(errno: 110) }
        guard transfer.address == address else { return BusError(errno: 121) }
        for index in 0..<transfer.readCount { bytes.append(counts ? byte &+ UInt8(truncatingIfNeeded: index) : byte) }
        return nil
    }
}
