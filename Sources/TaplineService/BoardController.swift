package import TaplineControllers
package import TaplineTouches

/// A driver whose family the board says when the program runs.
///
/// One type for all families: what is built around a driver, the loop and the pipeline, is there once and not once for
/// each. (This one has no chip and waits forever; ``BoardControllerOf`` has one.)
package class BoardController: Controller {
    package func step(
        _ input: ControllerInput, at now: Instant, received: borrowing BusBytes, contacts: inout Contacts
    ) -> ControllerAction { .wait(until: .never) }

    package var reportTime: Instant { .zero }
    package var identity: ControllerIdentity { ControllerIdentity() }
}

/// A driver of one family, behind the type that all share.
final class BoardControllerOf<Driver: Controller>: BoardController {
    private var driver: Driver

    init(_ driver: Driver) { self.driver = driver }

    override func step(
        _ input: ControllerInput, at now: Instant, received: borrowing BusBytes, contacts: inout Contacts
    ) -> ControllerAction { driver.step(input, at: now, received: received, contacts: &contacts) }

    override var reportTime: Instant { driver.reportTime }
    override var identity: ControllerIdentity { driver.identity }
}
