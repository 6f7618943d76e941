public import TaplineCore

/// The pipeline of the daemon: what `EventLoop` drives, and what `tools/bench` measures.
public typealias ShippedPipeline<Kind: Recognizer, Sink: EffectSink> = StandardPipeline<BoardController, Kind, Sink>

/// A driver whose family the board says when the program runs.
///
/// One type for all families: what is built around a driver, the loop and the pipeline, is there once and not once for
/// each. The driver lies on the heap, and copies of this value share it; what an action means is copied here after each
/// step. (A closure, because methods of a generic class are not specialized: each would ask for types at run time.)
public struct BoardController: Controller {
    @usableFromInline var details = Details()
    /// What steps without bytes get.
    @usableFromInline var nothing = BusBytes()
    @usableFromInline let take: (ControllerInput, Instant, inout BusBytes, inout Details) -> ControllerAction
    private let identify: () -> ControllerIdentity

    @usableFromInline
    struct Details {
        @usableFromInline var contacts = Contacts()
        @usableFromInline var transfer = Transfer(address: 0, written: ShortBytes())
        @usableFromInline var line = ControllerLine.reset
        @usableFromInline var drive = LineDrive.release
        @usableFromInline var fault = ControllerFault.reset
        @usableFromInline var waitsUntil = Instant.never
        @usableFromInline var reportTime = Instant.zero
        @usableFromInline var ignoresInterruptsUntil = Instant.zero
    }

    /// No chip: waits forever.
    public init() {
        identify = { ControllerIdentity() }
        take = { _, _, _, _ in .wait }
    }

    /// The driver `driver`, behind the type that all share.
    public init<Driver: Controller>(_ driver: Driver) {
        let place = Place(driver)
        identify = { unsafe place.driver.pointee.identity }
        take = { input, now, received, details in
            let action = unsafe place.driver.pointee.step(input, at: now, received: &received)
            switch action {
            case .transfer: details.transfer = unsafe place.driver.pointee.transfer
            case .line:
                details.line = unsafe place.driver.pointee.line
                details.drive = unsafe place.driver.pointee.drive
            case .wait:
                details.waitsUntil = unsafe place.driver.pointee.waitsUntil
                details.ignoresInterruptsUntil = unsafe place.driver.pointee.ignoresInterruptsUntil
            case .report:
                unsafe details.contacts.copy(&place.driver.pointee.contacts)
                details.reportTime = unsafe place.driver.pointee.reportTime
            case .fault: details.fault = unsafe place.driver.pointee.fault
            }
            return action
        }
    }

    @inlinable
    public mutating func step(
        _ input: ControllerInput, at now: Instant, received: inout BusBytes
    ) -> ControllerAction { take(input, now, &received, &details) }

    @inlinable
    public mutating func step(_ input: ControllerInput, at now: Instant) -> ControllerAction {
        take(input, now, &nothing, &details)
    }

    @inlinable public var transfer: Transfer { details.transfer }
    @inlinable public var line: ControllerLine { details.line }
    @inlinable public var drive: LineDrive { details.drive }
    @inlinable public var waitsUntil: Instant { details.waitsUntil }
    @inlinable public var fault: ControllerFault { details.fault }
    @inlinable public var contacts: Contacts {
        get { details.contacts }
        _modify { yield &details.contacts }
    }
    @inlinable public var reportTime: Instant { details.reportTime }
    @inlinable public var ignoresInterruptsUntil: Instant { details.ignoresInterruptsUntil }
    public var identity: ControllerIdentity { identify() }
}

/// Where a driver lies. (A variable of the class would be checked for overlapping accesses with each step.)
private final class Place<Driver: Controller> {
    let driver: UnsafeMutablePointer<Driver>

    init(_ driver: Driver) {
        unsafe self.driver = .allocate(capacity: 1)
        unsafe self.driver.initialize(to: driver)
    }

    deinit {
        unsafe driver.deinitialize(count: 1)
        unsafe driver.deallocate()
    }
}
