import TaplineTouches

/// How much patience drivers have with any chip.
enum ChipTiming {
    /// Between two attempts to identify the chip, which may still be starting.
    static var identifyAgain: Microseconds { .milliseconds(10) }
    /// How often one address is asked for its identity.
    static var identifyTries: UInt8 { 3 }
    /// A chip that was not there is asked at once when its interrupt line moves, from so long before it would be asked anyway: no
    /// sooner, since the line may be in the air.
    static var awaited: Microseconds { .milliseconds(900) }
    /// Between two attempts of a transfer that fails.
    static var retry: Microseconds { .milliseconds(2) }
    /// How many failures in a row lead to a reset.
    static var failuresToReset: UInt8 { 3 }
    /// Between two looks at a report that lags behind its interrupt.
    static var readyRetry: Microseconds { .milliseconds(2) }
    /// An interrupt so soon after an acknowledged report may be that report's echo: chips are known to send one after a
    /// lift. If no report gets ready then, it is no fault.
    static var acknowledgedEcho: Microseconds { .milliseconds(50) }
    /// After an interrupt that was taken for an echo: when the driver looks, unless another comes. A chip whose line
    /// stays low while a finger is down is read at this pace.
    static var levelLook: Microseconds { .milliseconds(20) }
    /// A shorter poll period is taken for this one.
    static var shortestPoll: Microseconds { .milliseconds(1) }
    /// Interrupts are counted for so long: more than ``FamilyTraits/mostInterrupts`` in this time, or more than ``stormLooks``
    /// looks in a row that brought nothing, are a storm.
    static var stormWindow: Microseconds { .milliseconds(500) }
    static var stormLooks: Int16 { 10 }
    /// After so many interrupts in a row that brought no report the chip is reset: it may have hung. Where that does not help, it is
    /// again after so many more: the line may be in the air, and the panel works while it is polled.
    static var vainLooksToReset: UInt16 { 50 }
    static var vainLooksToResetAgain: UInt16 { 2_048 }
    /// One that comes so long after the last one has nothing to do with it.
    static var vainLooksApart: Microseconds { .milliseconds(10_000) }
    /// So many reports without sense, or with fingers that are counted but not shown, and none between them, are a chip that has
    /// lost its way: it is reset, and again after 65,536 more.
    static var dropsToReset: UInt16 { 200 }
    /// How often a report without sense is read: the bytes may have changed on their way.
    static var readsToDrop: UInt8 { 4 }
    /// The most transfers of one report, of one identification and of one liveness check: four for each of 16 contacts. The next one would
    /// be due to a bit that is stuck.
    static var mostParts: Int32 { 64 }
    /// After a report that could not be read: how long the next one is waited for while fingers are down.
    static var afterLoss: Microseconds { .milliseconds(500) }
    /// How long interrupts are not listened to after a storm, and the chip is polled.
    static var stormPause: Microseconds { .milliseconds(1_000) }
    /// How long a chip that was reset to recover has time to tell of fingers that still lie on it. Is there no report
    /// until then, there are none.
    static var afterRecovery: Microseconds { .milliseconds(150) }
}
