import TaplineTouches

/// What is the same for all chips of a family: the answers of ``ChipFamily`` that never change, as a value. So a driver
/// may also be that of a family which is known only when the program runs.
public struct FamilyTraits: Sendable {
    var provesLifeWhenSilent: Bool
    var looksAlike: Bool
    var isAcknowledged: Bool
    var readyPatience: Microseconds
    var echo: Microseconds
    var secondLook: Microseconds
    var lossTimeout: Microseconds
    var firstLivenessCheck: Microseconds?
    var settleTime: Microseconds
    var fallsAsleepIn: Microseconds

    /// The traits of `family`.
    public init<Family: ChipFamily>(of family: Family.Type) {
        provesLifeWhenSilent = Family.provesLifeWhenSilent
        looksAlike = Family.looksAlike
        isAcknowledged = Family.isAcknowledged
        readyPatience = Family.readyPatience
        echo = Family.echo
        secondLook = Family.secondLook
        lossTimeout = Family.lossTimeout
        firstLivenessCheck = Family.firstLivenessCheck
        settleTime = Family.settleTime
        fallsAsleepIn = Family.fallsAsleepIn
    }
}
