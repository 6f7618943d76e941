import TaplineChipModels
import TaplineCore

/// What a board has: a bus, an interrupt, two lines to the chip, a lamp, a clock. Here the chip is a register-level model
/// of a GT911 on which a finger swipes twice, and the clock goes on while the program waits. On a microcontroller these
/// functions are a few lines each, on its own peripherals.
struct Board {
    /// 800 × 480 px, 154 × 86 mm.
    let geometry: PanelGeometry = {
        var panel = PanelGeometry.Description(rawWidth: 800, rawHeight: 480)
        panel.rawMillimetres = (width: 154.08, height: 85.92)
        return PanelGeometry(panel)
    }()
    /// Time since the start.
    private(set) var now = Instant.zero
    private var chip = GT911Model(configuration: GT911Model.Configuration())
    private var edges: UInt32 = 0
    private var isLit = false
    private var scan = 0

    /// Whether there is power.
    var isOn: Bool { now < Instant(microseconds: 2_000_000) }

    /// Sends and reads, or drives a line; says how it went.
    mutating func perform(_ request: ControllerRequest, _ received: inout BusBytes) -> ControllerInput {
        switch request {
        case .transfer(let transfer):
            received.removeAll()
            if let error = chip.transfer(transfer, at: now, into: &received) { return .transferFailed(error) }
            return .transferred
        case .line(let line, let drive):
            chip.drive(line, drive, at: now)
            return .lineSet
        case .wait, .report, .fault: return .proceed
        }
    }

    /// What the interrupt's handler has noted: whether the line was asserted since the last time, or still is.
    mutating func takeInterrupt() -> Bool {
        chip.advance(to: now)
        defer { edges = chip.interruptEdges }
        return edges != chip.interruptEdges || chip.interruptIsAsserted
    }

    /// Sleeps until `deadline` or an interrupt, whichever comes first.
    mutating func waitForInterrupt(until deadline: Instant) {
        let nextScan = Instant(microseconds: 500_000 + 10_000 * Int64(scan))
        now = max(now, min(min(deadline, chip.nextEvent), nextScan))
        chip.advance(to: now)
        if now == nextScan { scanPanel() }
    }

    /// Every 10 ms: a finger goes to the right for 200 ms, and half a second later once more.
    private mutating func scanPanel() {
        var fingers = Contacts()
        let step = scan % 70
        if step < 20 { fingers.append(Contact(id: 0, x: 200 + 20 * Float(step), y: 240)) }
        chip.setFingers(fingers, at: now)
        scan += 1
    }

    /// The lamp's line.
    mutating func setLamp(_ level: Bool) {
        if level != isLit { print("\(now.microseconds / 1_000) ms: the lamp is \(level ? "on" : "off")") }
        isLit = level
    }
}
