import TaplineCore

/// Looks at a panel that runs, and says when it has seen enough.
class TouchObserver {
    init() {}

    /// The chip has said what it is, also after a reset.
    func identified(_ identity: ControllerIdentity, at now: Instant) {}

    /// It is `now`: at ``deadline`` at the latest.
    func advance(to now: Instant) {}

    /// A touch has changed.
    func touch(_ event: TouchEvent) {}

    /// The controller has made a complete report, in raw px, which nobody has made anything of yet.
    func report(_ contacts: inout Contacts, at now: Instant) {}

    /// Something went wrong on the bus.
    func fault(_ fault: ControllerFault, at now: Instant) {}

    /// A transfer that began at `now` came to this.
    func transfer(_ transfer: Transfer, _ outcome: ControllerInput, _ received: inout BusBytes, at now: Instant) {}

    /// The interrupt line has another level.
    func interrupt(isHigh: Bool, at now: Instant) {}

    /// The motion sensor has measured something.
    func motion(_ reading: MotionReading) {}

    /// Whether it wants the motion sensor's data.
    var wantsMotion: Bool { false }

    /// Whether the run may end.
    var isDone: Bool { false }

    /// When it is asked again at the latest whether the run may end.
    var deadline: Instant { .never }
}
