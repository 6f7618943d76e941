public import TaplineCore
import TaplineLinux

/// What a probe sends its transfers over, and the clock that it waits by: a real bus, or a simulated one.
public struct ProbeWire {
    /// Carries a transfer out: the driver's next input. The bytes are what was read.
    public let transfer: (Transfer, inout BusBytes) -> ControllerInput
    /// Now.
    public let now: () -> Instant
    /// Waits until this instant.
    public let wait: (Instant) -> Void
    /// What may be asked over it: no probe sends more.
    var limit = ProbeQuestion.ofTwoBytesAndStop

    /// A wire with a clock of its own.
    public init(
        transfer: @escaping (Transfer, inout BusBytes) -> ControllerInput, now: @escaping () -> Instant,
        wait: @escaping (Instant) -> Void
    ) {
        self.transfer = transfer
        self.now = now
        self.wait = wait
    }

    /// An adapter of this computer.
    init(_ bus: consuming I2CBus) {
        let open = OpenBus(bus)
        self.init(
            transfer: { open.bus.perform($0, received: &$1) }, now: { MonotonicClock.now },
            wait: { MonotonicClock.wait(until: $0) })
    }
}

/// An adapter that stays open as long as somebody uses it.
private final class OpenBus {
    let bus: I2CBus

    init(_ bus: consuming I2CBus) { self.bus = bus }
}
