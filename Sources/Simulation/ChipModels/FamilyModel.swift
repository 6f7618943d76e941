public import TaplineCore

/// The model of a family's chips, with what goes wrong with them: by it ``ChipFamilies`` knows the family.
///
/// The suite that every chip passes (`ConformanceTests`) asks each of them for all that it asks of any, and learns here what a
/// driver can expect of this one.
public protocol FamilyModel: ResettableChip, ChipModel, Sendable {
    /// The family whose chips it simulates.
    associatedtype Family: NamedFamily

    /// The chip of `panel`, which has power and has started.
    init(_ panel: ModelledPanel)

    // MARK: What a driver can expect

    /// The fewest bits on the wires that a report of so many fingers can have, with what acknowledges it
    /// (``TaplineControllers/Transfer/bits``).
    func fewestBits(_ fingers: Int) -> Int
    /// In how many reports a finger shows itself until its place is right.
    var reportsToLand: Int { get }
    /// From one scan of the panel to the next while fingers are on it, and so from report to report.
    static var scanPeriod: Microseconds { get }
    /// Whether it measures only when it is asked: each figure takes a transfer, and it does not say that a finger moves or lifts.
    static var measuresWhenAsked: Bool { get }
    /// Whether it distinguishes its fingers.
    static var givesNames: Bool { get }
    /// Whether it shows that it was reset.
    var showsReset: Bool { get }
    /// Whether its reports have bits for a place off a panel of 800 × 480 pixels.
    var canLieOffPanel: Bool { get }
    /// What sends it to a sleep from which only a reset wakes it; nil: nothing does.
    var sleepCommand: Transfer? { get }
    /// The level of its interrupt line while that is asserted.
    var interruptIsActiveHigh: Bool { get }

    // MARK: Recordings

    /// Where it shows its reports, so that a recording of them can be replayed (`ReplayedChip`); nil: they cannot.
    var reportRegisters: ReportRegisters? { get }
    /// Whether a recording that read these registers of a report has all of it that a driver needs.
    func isWhole(_ recorded: (Int) -> UInt8?) -> Bool
    /// Whether these registers of a whole report show no finger.
    func isIdle(_ recorded: (Int) -> UInt8?) -> Bool
    /// The raw pixels across and down that its registers say; nil: they do not.
    static func size(_ register: (Int) -> UInt8?) -> (width: Int, height: Int)?
    /// More raw pixels across or down than the reports have bits for.
    static var mostPixels: Int { get }
}

extension FamilyModel {
    public var reportsToLand: Int { 1 }
    public static var scanPeriod: Microseconds { .milliseconds(10) }
    public static var measuresWhenAsked: Bool { false }
    public static var givesNames: Bool { true }
    public var showsReset: Bool { true }
    public var canLieOffPanel: Bool { true }
    public var sleepCommand: Transfer? { nil }
    public var interruptIsActiveHigh: Bool { false }
    public var reportRegisters: ReportRegisters? { nil }
    public func isWhole(_ recorded: (Int) -> UInt8?) -> Bool { true }
    public func isIdle(_ recorded: (Int) -> UInt8?) -> Bool { false }
    public static func size(_ register: (Int) -> UInt8?) -> (width: Int, height: Int)? { nil }
    public static var mostPixels: Int { 4_096 }
}
