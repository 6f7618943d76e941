public import TaplineCore

/// The pipeline of the daemon.
public typealias ShippedPipeline<Kind: Recognizer, Sink: EffectSink> = StandardPipeline<BoardController, Kind, Sink>

/// What the daemon's `EventLoop` drives, and what `tools/bench` measures: touch, and another source that may be there.
public typealias ShippedSources<Kind: Recognizer, Sink: EffectSink, Other: EventSource<Sink>> =
    SourcePair<ShippedPipeline<Kind, Sink>, Other?>

/// A board's driver: of a chip of whatever family, or of an input device of the kernel's.
///
/// One type for all boards: what is built around a driver, the loop and the pipeline, is there once, and so is the driver
/// of all chips.
public struct BoardController: Controller {
    @usableFromInline var chip: ChipDriver<BoardFamily>
    @usableFromInline var device: EvdevDriver
    @usableFromInline let isDevice: Bool

    /// In the place of a driver where there is no panel: it never asks for anything. (A device's, that is never told to start.)
    init() {
        chip = ChipDriver()
        device = EvdevDriver()
        isDevice = true
    }

    /// The driver of the chip that `configuration` describes.
    public init<Family: ChipFamily>(_ configuration: ChipDriver<Family>.Configuration)
    where Family.Report == ChipReport {
        chip = ChipDriver(configuration)
        device = EvdevDriver()
        isDevice = false
    }

    /// The driver of an input device, in the place of a chip's.
    public init(_ configuration: EvdevDriver.Configuration) {
        chip = ChipDriver()
        device = EvdevDriver(configuration: configuration)
        isDevice = true
    }

    // (In line in whatever module, so that nothing is copied.)

    @inlinable @inline(__always)
    public mutating func step(
        _ input: ControllerInput, at now: Instant, received: inout BusBytes
    ) -> ControllerAction {
        isDevice ? stepDevice(input, at: now, &received) : chip.step(input, at: now, received: &received)
    }

    @inlinable @inline(__always)
    public mutating func step(_ input: ControllerInput, at now: Instant) -> ControllerAction {
        isDevice ? stepDevice(input, at: now) : chip.step(input, at: now)
    }

    @inlinable @inline(never)
    mutating func stepDevice(_ input: ControllerInput, at now: Instant) -> ControllerAction {
        var nothing = BusBytes()
        return stepDevice(input, at: now, &nothing)
    }

    @inlinable @inline(never)
    mutating func stepDevice(
        _ input: ControllerInput, at now: Instant, _ received: inout BusBytes
    ) -> ControllerAction {
        let action = device.step(input, at: now, received: &received)
        // (Fingers lie at one place, whoever reports them.)
        if action == .report { chip.contacts.copy(&device.contacts) }
        return action
    }

    @inlinable @inline(__always)
    public var transfer: Transfer {
        mutating get { isDevice ? device.transfer : chip.transfer }
    }
    @inlinable
    public var line: ControllerLine { isDevice ? device.line : chip.line }
    @inlinable
    public var drive: LineDrive { isDevice ? device.drive : chip.drive }
    @inlinable
    public var waitsUntil: Instant { isDevice ? device.waitsUntil : chip.waitsUntil }
    @inlinable
    public var fault: ControllerFault { isDevice ? device.fault : chip.fault }
    @inlinable
    public var contacts: Contacts {
        get { chip.contacts }
        _modify { yield &chip.contacts }
    }
    @inlinable
    public var reportTime: Instant { isDevice ? device.reportTime : chip.reportTime }
    @inlinable @inline(__always)
    public var ignoresInterruptsUntil: Instant {
        isDevice ? device.ignoresInterruptsUntil : chip.ignoresInterruptsUntil
    }
    public mutating func pollIdle(every period: Microseconds?) { chip.pollIdle(every: period) }
    @inlinable
    public var identity: ControllerIdentity { isDevice ? device.identity : chip.identity }
}

/// The family of a board's chip, which the board's file names when the program runs: there is one driver for all families,
/// ``TaplineControllers/ChipDriver``, and what only a family knows is asked through ``FamilyFunctions``.
///
/// The family's own value lies on the heap, and copies of this one share it.
public struct BoardFamily: ChipFamily, @unchecked Sendable {
    private let functions: FamilyFunctions
    public let traits: FamilyTraits
    // (Of each report: at hand.)
    @usableFromInline let value: FamilyTable.Value
    @usableFromInline let judge: (FamilyTable.Value, inout BusBytes, inout ChipReport) -> ChipReading

    /// For a driver that is never started.
    public static var usualVariant: FamilyFunctions { FamilyFunctions(FamilyTable(FocalTech.Configuration())) }
    public static var usualAddress: UInt8 { FocalTechFamily.usualAddress }
    public static var usualContacts: Int { FocalTechFamily.usualContacts }

    public init(_ configuration: ChipDriver<BoardFamily>.Configuration) {
        functions = configuration.variant
        traits = functions.table.traits
        unsafe value = functions.table.value
        unsafe judge = functions.table.judge
        unsafe functions.table.begin(value)
    }

    @inlinable @inline(__always)
    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        unsafe judge(value, &received, &report)
    }
    public mutating func look(for report: inout ChipReport) -> Transfer { unsafe functions.table.look(value, &report) }
    public var touchedPeriod: Microseconds { unsafe functions.table.touchedPeriod(value) }
    public func acknowledge() -> Transfer { unsafe functions.table.acknowledge(value) }

    public mutating func identificationRequest() -> Transfer { unsafe functions.table.identificationRequest(value) }
    public mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification { unsafe functions.table.identify(value, &received, &identity) }
    public var mostContacts: Int { unsafe functions.table.mostContacts(value) }
    public mutating func prepare() -> Transfer? { unsafe functions.table.prepare(value) }
    public mutating func prepared(_ received: inout BusBytes) -> Transfer? {
        unsafe functions.table.prepared(value, &received)
    }
    public var preparationPause: Microseconds { unsafe functions.table.preparationPause(value) }
    public var complaint: ControllerFault? { unsafe functions.table.complaint(value) }
    public mutating func livenessCheck() -> Transfer? { unsafe functions.table.livenessCheck(value) }
    public mutating func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness {
        unsafe functions.table.judgeLiveness(value, &received)
    }

    public static func reset(_ configuration: borrowing ChipDriver<BoardFamily>.Configuration) -> ResetScript {
        unsafe configuration.variant.table.reset(configuration.variant.table.value)
    }
    public static func beforeSleep(_ configuration: borrowing ChipDriver<BoardFamily>.Configuration) -> ResetScript {
        unsafe configuration.variant.table.beforeSleep(configuration.variant.table.value)
    }
    public static func sleepCommand(_ configuration: borrowing ChipDriver<BoardFamily>.Configuration) -> Transfer? {
        unsafe configuration.variant.table.sleepCommand(configuration.variant.table.value)
    }
    public mutating func nextSleepCommand() -> Transfer? { unsafe functions.table.nextSleepCommand(value) }
    public static func wakeUp(_ configuration: borrowing ChipDriver<BoardFamily>.Configuration) -> ResetScript {
        unsafe configuration.variant.table.wakeUp(configuration.variant.table.value)
    }
    public static func canWakeUp(_ configuration: borrowing ChipDriver<BoardFamily>.Configuration) -> Bool {
        unsafe configuration.variant.table.canWakeUp(configuration.variant.table.value)
    }
}

/// The functions of one family, ``TaplineControllers/ChipFamily``'s, each with a value of the family and the board's
/// configuration of its chip, which lie at an address that is the first argument. (Closures that capture nothing: no
/// reference is counted when one is called. Methods of a generic class would ask for types at run time.)
@usableFromInline
struct FamilyTable: @unchecked Sendable {
    @usableFromInline typealias Value = UnsafeMutableRawPointer

    let value: Value
    let traits: FamilyTraits
    let begin: (Value) -> Void
    let judge: (Value, inout BusBytes, inout ChipReport) -> ChipReading
    let look: (Value, inout ChipReport) -> Transfer
    let touchedPeriod: (Value) -> Microseconds
    let acknowledge: (Value) -> Transfer
    let identificationRequest: (Value) -> Transfer
    let identify: (Value, inout BusBytes, inout ControllerIdentity) -> ChipIdentification
    let mostContacts: (Value) -> Int
    let prepare: (Value) -> Transfer?
    let prepared: (Value, inout BusBytes) -> Transfer?
    let preparationPause: (Value) -> Microseconds
    let complaint: (Value) -> ControllerFault?
    let livenessCheck: (Value) -> Transfer?
    let judgeLiveness: (Value, inout BusBytes) -> ChipLiveness
    let reset: (Value) -> ResetScript
    let beforeSleep: (Value) -> ResetScript
    let sleepCommand: (Value) -> Transfer?
    let nextSleepCommand: (Value) -> Transfer?
    let wakeUp: (Value) -> ResetScript
    let canWakeUp: (Value) -> Bool
    let end: (Value) -> Void

    /// Those of the family of the chip that `configuration` describes.
    init<Family: ChipFamily>(_ configuration: ChipDriver<Family>.Configuration) where Family.Report == ChipReport {
        typealias Chip = ChipOfFamily<Family>
        let chip = UnsafeMutablePointer<Chip>.allocate(capacity: 1)
        unsafe chip.initialize(to: Chip(configuration: configuration, family: Family(configuration)))
        unsafe value = Value(chip)
        traits = Family.traits
        unsafe begin = { unsafe Chip.at($0).pointee.family = Family(Chip.at($0).pointee.configuration) }
        unsafe judge = { unsafe Chip.at($0).pointee.family.judge(&$1, &$2) }
        unsafe look = { unsafe Chip.at($0).pointee.family.look(for: &$1) }
        unsafe touchedPeriod = { unsafe Chip.at($0).pointee.family.touchedPeriod }
        unsafe acknowledge = { unsafe Chip.at($0).pointee.family.acknowledge() }
        unsafe identificationRequest = { unsafe Chip.at($0).pointee.family.identificationRequest() }
        unsafe identify = { unsafe Chip.at($0).pointee.family.identify(&$1, &$2) }
        unsafe mostContacts = { unsafe Chip.at($0).pointee.family.mostContacts }
        unsafe prepare = { unsafe Chip.at($0).pointee.family.prepare() }
        unsafe prepared = { unsafe Chip.at($0).pointee.family.prepared(&$1) }
        unsafe preparationPause = { unsafe Chip.at($0).pointee.family.preparationPause }
        unsafe complaint = { unsafe Chip.at($0).pointee.family.complaint }
        unsafe livenessCheck = { unsafe Chip.at($0).pointee.family.livenessCheck() }
        unsafe judgeLiveness = { unsafe Chip.at($0).pointee.family.judgeLiveness(&$1) }
        unsafe reset = { unsafe Family.reset(Chip.at($0).pointee.configuration) }
        unsafe beforeSleep = { unsafe Family.beforeSleep(Chip.at($0).pointee.configuration) }
        unsafe sleepCommand = { unsafe Family.sleepCommand(Chip.at($0).pointee.configuration) }
        unsafe nextSleepCommand = { unsafe Chip.at($0).pointee.family.nextSleepCommand() }
        unsafe wakeUp = { unsafe Family.wakeUp(Chip.at($0).pointee.configuration) }
        unsafe canWakeUp = { unsafe Family.canWakeUp(Chip.at($0).pointee.configuration) }
        unsafe end = { address in
            unsafe Chip.at(address).deinitialize(count: 1)
            unsafe Chip.at(address).deallocate()
        }
    }
}

extension ChipDriver<BoardFamily> {
    /// The driver of the chip that `configuration` describes.
    public init<Chip: ChipFamily>(_ configuration: ChipDriver<Chip>.Configuration) where Chip.Report == ChipReport {
        self.init(configuration: .init(configuration, variant: FamilyFunctions(FamilyTable(configuration))))
    }
}

/// Owns a family's value: the last copy of a ``BoardFamily`` ends it.
public final class FamilyFunctions: Equatable, @unchecked Sendable {
    let table: FamilyTable

    init(_ table: FamilyTable) { self.table = table }

    deinit { unsafe table.end(table.value) }

    public static func == (a: FamilyFunctions, b: FamilyFunctions) -> Bool { a === b }
}

/// A family's value, and what the board says of the chip.
private struct ChipOfFamily<Family: ChipFamily> where Family.Report == ChipReport {
    let configuration: ChipDriver<Family>.Configuration
    var family: Family

    static func at(_ address: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Self> {
        unsafe address.assumingMemoryBound(to: Self.self)
    }
}
