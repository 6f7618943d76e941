public import TaplineCore

/// The pipeline of the daemon: what `DeviceRun` drives, and what `tools/bench` measures.
public typealias ShippedPipeline<Kind: Recognizer, Sink: EffectSink> = StandardPipeline<BoardController, Kind, Sink>

/// A driver whose family the board says when the program runs.
///
/// One type for all families: what is built around a driver, the loop and the pipeline, is there once and not once for
/// each. (This one has no chip and waits forever; ``driving(_:)`` makes one that has.)
public class BoardController: Controller {
    /// The driver `driver`, behind the type that all share.
    public static func driving(_ driver: some Controller) -> BoardController { BoardControllerOf(driver) }

    public func step(
        _ input: ControllerInput, at now: Instant, received: borrowing BusBytes
    ) -> ControllerAction { .wait(until: .never) }

    public func step(_ input: ControllerInput, at now: Instant) -> ControllerAction { .wait(until: .never) }

    /// The driver's last report. (Kept here, not asked of the subclass: an overridden property that is changed in place asks
    /// for memory with each access.)
    public final var contacts = Contacts()
    public var reportTime: Instant { .zero }
    public var ignoresInterruptsUntil: Instant { .zero }
    public var identity: ControllerIdentity { ControllerIdentity() }
}

/// A driver of one family, behind the type that all share.
private final class BoardControllerOf<Driver: Controller>: BoardController {
    private var driver: Driver

    init(_ driver: Driver) { self.driver = driver }

    override func step(
        _ input: ControllerInput, at now: Instant, received: borrowing BusBytes
    ) -> ControllerAction { keepingReport(driver.step(input, at: now, received: received)) }

    override func step(_ input: ControllerInput, at now: Instant) -> ControllerAction {
        keepingReport(driver.step(input, at: now))
    }

    private func keepingReport(_ action: ControllerAction) -> ControllerAction {
        if case .report = action { contacts = driver.contacts }
        return action
    }

    override var reportTime: Instant { driver.reportTime }
    override var ignoresInterruptsUntil: Instant { driver.ignoresInterruptsUntil }
    override var identity: ControllerIdentity { driver.identity }
}
