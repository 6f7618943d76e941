import TaplineChipModels
import TaplineConfiguration
import TaplineCore
import TaplineSimulator

/// A board's controller that is not there: a model of its chip, which the fingers of a script touch over and over, by the
/// computer's clock.
final class SimulatedController {
    private var bus: SimulatedBus<BoardChipModel>
    /// Who touches it.
    let fingers: FingerScript
    private var frames: [FingerScript.Frame] { fingers.frames }
    /// When the first round began.
    let firstRound: Instant
    /// When the present round began, and the next of its frames.
    private var begin: Instant
    private var next = 0
    private var reports: UInt32 = 0

    /// The controller of `board`.
    init(_ board: BoardDescription, fingers: FingerScript, at now: Instant) {
        bus = SimulatedBus(chip: board.chipModel)
        bus.hasInterruptLine = board.announcesReports
        self.fingers = fingers
        firstRound = now + FingerScript.rest
        begin = firstRound
    }

    /// When something happens to it by itself.
    var deadline: Instant { min(bus.nextEvent, nextFrame) }

    private var nextFrame: Instant { next < frames.count ? begin + (frames[next].time - fingers.start) : .never }

    /// Lets everything happen up to `now`.
    func advance(to now: Instant) {
        while nextFrame <= now {
            bus.chip.setFingers(frames[next].contacts, at: now)
            next += 1
            if next == frames.count {
                next = 0
                begin = begin + fingers.period
            }
        }
        bus.chip.advance(to: now)
    }

    /// Somebody touches it, with all of these fingers: the script is over then.
    func touch(_ fingers: [Contact], at now: Instant) {
        next = frames.count
        var contacts = Contacts()
        for finger in fingers { contacts.append(finger) }
        bus.chip.setFingers(contacts, at: now)
        bus.chip.advance(to: now)
    }

    /// Carries a request of the driver out: the driver's next input. `received` holds what was read.
    func perform(_ action: ControllerRequest, at now: Instant, received: inout BusBytes) -> ControllerInput {
        bus.carryOut(action, at: now, received: &received) ?? .proceed
    }

    /// Whether it asks for attention, while the driver waits until `instant`.
    ///
    /// - Parameter reports: how many reports the driver has taken.
    func interrupts(until instant: Instant, reports: UInt32, at now: Instant) -> Bool {
        if reports != self.reports { bus.reportTaken() }
        self.reports = reports
        var nothing = BusBytes()
        if case .interrupt? = bus.carryOut(.wait(until: instant), at: now, received: &nothing) { return true }
        return false
    }
}
