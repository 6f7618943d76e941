package import TaplineCore

/// A driver whose family the board says when the program runs.
///
/// One type for all families: what is built around a driver, the loop and the pipeline, is there once and not once for
/// each. (This one has no chip and waits forever; ``BoardControllerOf`` has one.)
package class BoardController: Controller {
    package func step(
        _ input: ControllerInput, at now: Instant, received: borrowing BusBytes
    ) -> ControllerAction { .wait(until: .never) }

    package func step(_ input: ControllerInput, at now: Instant) -> ControllerAction { .wait(until: .never) }

    /// The driver's last report. (Kept here, not asked of the subclass: an overridden property that is changed in place asks
    /// for memory with each access.)
    package final var contacts = Contacts()
    package var reportTime: Instant { .zero }
    package var ignoresInterruptsUntil: Instant { .zero }
    package var identity: ControllerIdentity { ControllerIdentity() }
}

/// A driver of one family, behind the type that all share.
final class BoardControllerOf<Driver: Controller>: BoardController {
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
