import TaplineChipModels
import TaplineCore
import TaplineSimulator

/// A motion sensor beside the panel, which a script turns and shakes.
final class MotionChip: PanelChip {
    private var model: SensorModel
    private var script: MotionScript
    /// Nobody answers at its address.
    var isAway = false

    /// The sensor of a description; nil: it is no sensor.
    init?(_ description: PanelDescription.Chip) {
        var number: UInt8 = 0
        while let chip = SensorChip(rawValue: number), "\(chip.name)" != description.model { number += 1 }
        guard let chip = SensorChip(rawValue: number) else { return nil }
        model = SensorModel(chip, address: description.address > 0 ? description.address : nil)
        model.faults.isQuiet = !description.hasNoise
        script = MotionScript(up: description.up)
        model.interruptIsActiveHigh = description.mode == "rising" || description.mode == "high"
    }

    override func advance(to now: Instant) {
        model.move(script.reading(at: now), mounting: SensorMounting(), at: now)
        model.advance(to: now)
    }
    override var nextEvent: Instant { model.nextEvent }
    override func transfer(_ transfer: Transfer, at now: Instant, into bytes: inout BusBytes) -> BusError? {
        isAway ? BusError(errno: World.noAnswer) : model.transfer(transfer, at: now, into: &bytes)
    }
    override func resetItself(at now: Instant) { model.resetItself(at: now) }
    override var interruptIsAsserted: Bool { model.interruptIsAsserted }
    override var interruptIsActiveHigh: Bool { model.interruptIsActiveHigh }
    override var interruptEdges: UInt32 { model.interruptEdges }

    /// From now on it is turned until that way up: see ``DeviceOrientation``.
    func turn(to way: String, in length: Microseconds, at now: Instant) throws(Complaint) {
        let ways: [(String, SIMD3<Float>)] = [
            ("portrait", SIMD3(0, 1, 0)), ("portraitUpsideDown", SIMD3(0, -1, 0)), ("landscapeLeft", SIMD3(1, 0, 0)),
            ("landscapeRight", SIMD3(-1, 0, 0)), ("faceUp", SIMD3(0, 0, 1)), ("faceDown", SIMD3(0, 0, -1)),
        ]
        guard let way = ways.first(where: { $0.0 == way }) else {
            throw Complaint("there is no way '\(way)' to hold a device: write landscapeLeft")
        }
        rest(until: now)
        script.turn(to: way.1, in: length)
    }

    /// From now on it is shaken from side to side, by 2.5 g.
    func shake(hertz: Int, for length: Microseconds, at now: Instant) {
        rest(until: now)
        script.shake(SIMD3(1, 0, 0), peak: 2.5, hertz: Float(hertz), for: length)
    }

    private func rest(until now: Instant) { if script.end < now { script.rest(now - script.end) } }
}

extension World {
    /// Moves the panel's motion sensor.
    func move(_ command: ScriptLine) throws(Complaint) {
        var found: MotionChip?
        for surface in surfaces { if let chip = surface.chip as? MotionChip { found = chip } }
        guard let found else { throw Complaint("the panel has no motion sensor") }
        switch command.arguments.first {
        case "turn":
            try found.turn(to: command.arguments.dropFirst().first ?? "", in: try command.time(2), at: Clock.now)
        case "shake": found.shake(hertz: try command.number(1), for: try command.time(2), at: Clock.now)
        case "away": found.isAway = true
        case "back": found.isAway = false
        default:
            throw Complaint("write: motion turn landscapeLeft 400ms, motion shake 4 1s, motion away or motion back")
        }
    }
}
